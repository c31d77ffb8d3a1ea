//! The settings of a shrink, and its result.

use super::super::descend::{Cause, Detail, Kind};
use super::edit::Candidate;
use super::target::OtherDifference;
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::reason::{LocatedDifference, Reason};
use crate::differences::search::SearchEnd;
use serde::Serialize;
use vperft::inner::backend::PositionPath;
use vperft::inner::game::variant::{Rulings, Variant, VariantId};

/// Whether a smaller position, which has this difference, is taken.
pub type Accepts<'s> = &'s dyn Fn(PositionPath<'_>, &Detail) -> bool;

/// The settings of a shrink.
pub struct ShrinkSettings<'s> {
    pub variant: VariantId,
    /// The readings of both sides.
    pub rulings: &'s Rulings,
    /// The root from which the moves to the cause are played.
    pub root: PositionPath<'s>,
    /// The number of plies counted at the position of the cause.
    pub depth: u32,
    /// The most questions that both sides together may be asked.
    pub max_requests: u64,
    /// Opens the rules without a clause, to find the clauses behind the difference.
    pub clause_switch: Option<&'s ClauseSwitch<'s>>,
    /// Which smaller positions are taken; all if there is no test.
    pub accepts: Option<Accepts<'s>>,
}

/// The result of a shrink.
#[derive(Clone, Debug, Serialize)]
pub struct ShrinkResult {
    /// The kind of the difference.
    pub kind: Kind,
    /// The difference.
    pub detail: Detail,
    /// The clauses behind the difference, the one that fits best first: without any one of them the rules answer as the
    /// tested side does. Empty if unknown.
    pub clauses: Vec<&'static str>,
    /// Why the difference is one, by the rules; `None` if it is not about the rules.
    pub reason: Option<Reason>,
    /// The position, as the trusted side prints it.
    pub vfen: String,
    /// The moves from there to where the sides differ.
    pub moves: Vec<String>,
    /// The number of pieces.
    #[serde(rename = "men")]
    pub pieces: usize,
    /// The number of pieces at the start.
    #[serde(rename = "men_before")]
    pub pieces_before: usize,
    /// The number of moves at the start.
    pub moves_before: usize,
    /// The classes that differed at the start, and do not differ here: see [`Detail::classes`].
    pub left_out: Vec<String>,
    /// Other differences that the search met, each once.
    pub others: Vec<OtherDifference>,
    /// The number of questions asked.
    pub requests: u64,
    /// Why the search ended.
    pub end: SearchEnd,
}

impl ShrinkResult {
    /// The result for a cause that is not reproduced at this position.
    pub(crate) fn not_reproduced(
        shrinking: &ShrinkSettings<'_>,
        cause: &Cause,
        path: PositionPath<'_>,
    ) -> Self {
        let candidate =
            Candidate::parse(&cause.vfen, Variant::get(shrinking.variant), shrinking.rulings, &[]);
        let pieces = candidate.map_or(0, |candidate| candidate.pieces().len());
        let difference =
            LocatedDifference { kind: cause.kind, detail: &cause.detail, vfen: &cause.vfen, path };
        Self {
            kind: cause.kind,
            detail: cause.detail.clone(),
            clauses: Vec::new(),
            reason: shrinking.clause_switch.and_then(|clause_switch| Reason::find(difference, clause_switch)),
            vfen: path.vfen.to_owned(),
            moves: path.moves.to_vec(),
            pieces,
            pieces_before: pieces,
            moves_before: path.moves.len(),
            left_out: Vec::new(),
            others: Vec::new(),
            requests: 0,
            end: SearchEnd::NotReproduced,
        }
    }

    /// The result as a cause, without its path.
    #[must_use]
    pub fn cause(&self) -> Cause {
        Cause { kind: self.kind, detail: self.detail.clone(), vfen: self.vfen.clone(), path: Vec::new() }
    }
}
