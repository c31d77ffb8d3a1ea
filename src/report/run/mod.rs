//! The reports of a run: what each format writes at every event.
//!
//! A format is one file here that holds its [`Kind`], and one line of [`KINDS`]. It knows events and results, and what
//! the [`Context`] says; never where it is written to, or that there are other formats.

mod cases;
mod causes;
mod entry;
mod github;
mod human;
mod json;
mod jsonl;
mod junit;
mod summary;
mod told;

pub(crate) use cases::{cases, cases_as_json};
use causes::{causes, errors};
pub use entry::{described, entry_as_json, place};
pub use summary::summary;
pub(crate) use summary::{bases, left_out, other_reasons, unsupported};

use crate::corpus::run::{End, Event, RunInfo, RunOutcome};
use crate::game::drawing::Style;
use crate::game::variant::VariantId;
use crate::support::plural::plural;
use std::io::{self, Write};

/// Every format.
pub const KINDS: &[Kind] = &[human::KIND, json::KIND, jsonl::KIND, junit::KIND, github::KIND];

/// A format of reports.
#[derive(Debug)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a few words for the help.
    pub about: &'static str,
    /// The environment variable that names the file it is appended to if no other file is named.
    pub place: Option<&'static str>,
    /// Whether it is written while the run goes on, for people or programs that follow it.
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
}

/// The command that replays a check, given the variant, the id of the case and the name of the check.
pub type Replay<'c> = &'c (dyn Fn(VariantId, &str, &str) -> String + Sync);

/// What a report says of a run beside its events.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// What the backend is called on the command line.
    pub backend: &'c str,
    /// The command that replays a check.
    pub replay: Replay<'c>,
    /// How text for people looks.
    pub style: Style,
    /// Whether people are shown every failing case in full.
    pub is_all: bool,
    /// How many bytes the file holds already.
    pub taken: usize,
    /// Writes a line for the log of the job that makes the run.
    pub log: &'c (dyn Fn(&str) + Sync),
}

impl Context<'_> {
    /// The command that replays a check of a variant.
    fn replays(&self, variant: VariantId) -> impl Fn(&str, &str) -> String {
        move |id, check| (self.replay)(variant, id, check)
    }
}

/// How many of what was planned was made, where a run ended early.
fn unfinished(about: &RunInfo<'_>, done: &RunOutcome<'_>) -> Option<String> {
    let made = format!("{} of {} were made", done.total.checks, plural(about.checks, "check"));
    match done.end {
        End::Complete => None,
        End::Interrupted => Some(format!("interrupted: {made}")),
        End::Unanswered => Some(format!("given up, the backend answered no check: {made}")),
        End::MaxFailures => {
            Some(format!("stopped after {}: {made}", plural(done.total.failed, "failing check")))
        }
    }
}
