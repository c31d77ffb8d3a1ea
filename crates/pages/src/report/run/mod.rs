//! The reports of a run: what each format writes at every event.
//!
//! Each format has one file here with its [`Kind`], and one entry in [`KINDS`]. A format must not know where it is
//! written or which other formats exist.

mod cases;
mod causes;
pub mod conform;
mod differences;
mod entry;
mod explanation;
mod github;
pub mod html;
mod human;
mod json;
mod jsonl;
mod junit;
mod reported_errors;
mod summary;

pub use cases::{cases, cases_as_json, order};
use causes::{causes, errors};
pub use conform::Described;
pub(crate) use differences::differences;
pub use entry::{described, entry_as_json, place};
pub use explanation::{Explanation, headline};
pub use jsonl::case_judged;
pub use summary::summary;
pub(crate) use summary::{bases, left_out, next_steps, other_reasons, unsupported};

use std::io::{self, Write};
use vperft::inner::game::drawing::Style;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::plural::plural;
use vperft_run::partition::Header;
use vperft_run::{End, Event, RunInfo, RunOutcome};

/// All formats.
pub const KINDS: &[Kind] =
    &[human::KIND, json::KIND, jsonl::KIND, junit::KIND, github::KIND, html::KIND, conform::KIND];

/// A report format.
#[derive(Debug)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// A short description for the help.
    pub about: &'static str,
    /// The environment variable that names the file to append to if the user names none.
    pub env_var: Option<&'static str>,
    /// Whether it is written during the run.
    pub is_live: bool,
    /// Begins a report.
    pub begin: for<'c> fn(Context<'c>) -> Box<dyn Format + 'c>,
}

/// A report that is being written.
pub trait Format: Send {
    /// Writes what an event adds to the report.
    ///
    /// # Errors
    /// If it cannot be written.
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Receives what explains the failures, before the last event of a run that failed.
    fn explain(&mut self, _explanations: &[Explanation]) {}
}

/// Returns the command that replays a check, given the variant, the case id and the check name.
pub type Replay<'c> = &'c (dyn Fn(VariantId, &str, &str) -> String + Sync);

/// The context of a report, besides the events.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// The backend as named on the command line.
    pub backend: &'c str,
    /// The command that replays a check.
    pub replay: Replay<'c>,
    /// The style of text for people.
    pub style: Style,
    /// Whether every failing case is shown in full.
    pub is_all: bool,
    /// Fields of the JSON document about the suites that replace the corpus.
    pub suite: Option<&'c serde_json::Value>,
    /// What the user says about the implementation.
    pub described: Described<'c>,
    /// The part of a run that is reported, if it is not a whole one.
    pub part: Option<&'c Header>,
    /// The size of the file before the report, in bytes.
    pub taken: usize,
    /// Writes a line to the log of the CI job.
    pub log: &'c (dyn Fn(&str) + Sync),
}

impl Context<'_> {
    /// The command that replays a check of a variant.
    fn replays(&self, variant: VariantId) -> impl Fn(&str, &str) -> String {
        move |id, check| (self.replay)(variant, id, check)
    }
}

/// How many of the planned checks were made, if the run ended early.
fn unfinished(about: &RunInfo<'_>, done: &RunOutcome<'_>) -> Option<String> {
    let made = format!("{} of {} were made", done.total.checks, plural(about.checks, "check"));
    match done.end {
        End::Complete => None,
        End::Interrupted => Some(format!("interrupted: {made}")),
        End::Deadline => Some(format!("the time was up: {made}")),
        End::Unanswered => Some(format!("gave up because the backend answered no check: {made}")),
        End::MaxFailures => {
            Some(format!("stopped after {}: {made}", plural(done.total.failed, "failing check")))
        }
    }
}
