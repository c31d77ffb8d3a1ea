//! A run as one HTML page that loads nothing from elsewhere.
//!
//! The verdict and the causes are plain HTML. A script filters the failing cases and draws their boards; it is allowed
//! by its digest, and nothing that a backend printed can become markup or script.

mod causes;
mod data;
mod run;
mod summary;

pub use run::Run;

use super::{Context, Explanation, Format, Kind, json};
use crate::report::page;
use std::io::{self, Write};
use vperft::inner::corpus::suite::Bugs;
use vperft::inner::support::plural::plural;
use vperft_run::Event;

/// The page.
pub(crate) const KIND: Kind = Kind {
    name: "html",
    about: "One HTML page with causes and boards, which loads nothing from elsewhere",
    env_var: None,
    is_live: false,
    begin: |context| Box::new(Html { context, explanations: Vec::new() }),
};

/// The template.
const PAGE: &str = include_str!("../../../../web/report.html");
/// The script.
const SCRIPT: &str = concat!(
    include_str!("../../../../web/board.js"),
    include_str!("../../../../web/parts.js"),
    include_str!("../../../../web/report.js")
);

struct Html<'c> {
    context: Context<'c>,
    explanations: Vec<Explanation>,
}

impl Format for Html<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Event::RunDone(about, done) = event else { return Ok(()) };
        let document = json::document(&self.context, about, done, &self.explanations);
        let run = serde_json::from_value(document).map_err(io::Error::other)?;
        out.write_all(page(&run, None, &about.recomputed.corpus.bugs).as_bytes())
    }

    fn explain(&mut self, explanations: &[Explanation]) {
        self.explanations = explanations.to_vec();
    }
}

/// The page of a run. If another run is given, every failure is marked as new or the same, and checks that failed only
/// in the other run are shown as fixed.
#[must_use]
pub fn page(run: &Run, against: Option<&Run>, bugs: &Bugs) -> String {
    let data = data::data(run, against, bugs);
    let (columns, tallies) = summary::tallies(run);
    page::render(
        PAGE,
        minijinja::context! {
            policy => page::policy(SCRIPT, page::STYLE),
            style => page::STYLE,
            script => SCRIPT,
            version => env!("CARGO_PKG_VERSION"),
            identity => run.identity,
            verdict => summary::judgement(run, against, &data),
            bar => summary::bar(&run.total),
            facts => summary::facts(run, against),
            columns,
            tallies,
            causes => causes::causes(run, bugs),
            checked => summary::checked(run),
            reasons => summary::reasons(run),
            has_cases => data.cases > 0,
            is_comparison => against.is_some(),
            cut => (data.left_out > 0).then(|| plural(data.left_out, "case")),
            data => page::data_block(&data.value),
        },
    )
}
