//! The document about an implementation, as in `docs/conform.schema.json`: what a run found, by clause and by kind of check.
//!
//! Invariant: every check of the corpus is counted in it, those that were not made as well.

mod document;
mod group;

pub use document::{
    ClauseResults, Conformance, Described, FORMAT, FoundMistake, Implementation, Sums, VariantResults,
};
pub use group::Group;

use super::{Context, Explanation, Format, Kind};
use serde_json::json;
use std::io::{self, Write};
use vperft::inner::support::sanitise::escape;
use vperft_run::Event;

/// The document.
pub(crate) const KIND: Kind = Kind {
    name: "conform",
    about: "One JSON document about the implementation, for `vperft matrix`",
    env_var: None,
    is_live: false,
    begin: |context| Box::new(Conform { context, explanations: Vec::new() }),
};

struct Conform<'c> {
    context: Context<'c>,
    explanations: Vec<Explanation>,
}

impl Format for Conform<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Event::RunDone(about, done) = event else { return Ok(()) };
        let Context { described, backend, .. } = self.context;
        let document = Conformance::new(described, backend, about, done, &self.explanations);
        writeln!(out, "{}", escape(&json!(document).to_string()))
    }

    fn explain(&mut self, explanations: &[Explanation]) {
        self.explanations = explanations.to_vec();
    }
}
