//! The side that is compared with the one that is believed, and the command that asks it again.

use crate::backend::PositionPath;
use crate::cli::args::backend;
use crate::cli::args::backend::ProgramArgs;
use crate::cli::output;
use crate::game::variant::{Clause, VariantId};
use crate::lab::descend::Detail;

/// The second backend of a comparison, as a command line names it.
pub(crate) struct Accused<'a> {
    pub name: &'a str,
    /// The readings of both sides.
    pub rulings: &'a [String],
    /// The clauses that are switched off in it.
    pub without: &'a [Clause],
    pub program: &'a ProgramArgs,
}

impl Accused<'_> {
    /// The command that asks it what differs at a place.
    pub fn replay(&self, variant: VariantId, path: PositionPath<'_>, detail: &Detail) -> String {
        let variant = variant.name();
        let (asked, last) = match detail {
            Detail::Moves { .. } | Detail::NoAnswer { .. } | Detail::Relation { .. } => ("moves", None),
            Detail::Child { text, .. } => ("after", Some(text)),
            Detail::Status { .. } => ("status", None),
            Detail::Count { .. } => ("perft", None),
        };
        let mut words = ["vperft", asked, variant].map(String::from).to_vec();
        if let Detail::Count { depth, .. } = detail {
            words.push(depth.to_string());
        }
        words.extend(["--vfen".to_owned(), path.vfen.to_owned()]);
        for text in path.moves.iter().chain(last) {
            words.extend(["--move".to_owned(), text.clone()]);
        }
        words.extend(["--backend".to_owned(), self.name.to_owned()]);
        words.extend(backend::ruling_words(self.rulings, variant));
        words.extend(backend::clause_words("--without", self.without, variant));
        words.extend(self.program.words());
        output::command(&words)
    }

    /// Its identity, with the clauses that are switched off in it.
    pub fn named(&self, identity: String) -> String {
        let off = self.without.iter().map(|clause| format!(" without {}", clause.id()));
        std::iter::once(identity).chain(off).collect()
    }
}
