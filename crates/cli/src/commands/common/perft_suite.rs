//! Checks a foreign suite of positions with counts against a backend.

use crate::args::backend;
use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::{interrupt, output};
use serde::Serialize;
use serde_json::{Value, json};
use vperft::inner::backend::Backend;
use vperft::inner::game::perft::{Count, ProgressUpdate};
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::observer::Observer;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::shorten;
use vperft_lab::exchange::suite_text::{Entry, Refusal, SuiteText};
use vperft_lab::exchange::suites::{Checked, check_entry};

/// The most characters of a text of the suite to print.
const MAX_SHOWN: usize = 300;

/// Stops a count on a signal.
struct Signals;

impl Observer<ProgressUpdate> for Signals {
    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}

/// The number of positions by their outcome.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Sums {
    right: u64,
    wrong: u64,
    unchecked: u64,
}

impl Sums {
    const fn add(&mut self, checked: &Checked) {
        match checked {
            Checked::Right => self.right += 1,
            Checked::Wrong { .. } | Checked::Unanswered(_) => self.wrong += 1,
            Checked::Unchecked(_) => self.unchecked += 1,
        }
    }
}

/// Checks every position, prints a line for each or one JSON document, and returns whether all are right.
///
/// # Errors
/// If stdout cannot be written, or the backend does not have the variant.
pub fn check_suite(
    backend: &mut dyn Backend,
    variant: VariantId,
    suite: &SuiteText,
    format: Format,
) -> Result<Exit, CliError> {
    interrupt::stop_on_signal();
    let view = backend::view(backend, variant).map_err(CliError::Backend)?;
    let (mut sums, mut entries, mut is_stopped) = (Sums::default(), Vec::new(), false);
    let refused = |refusal: &Refusal| Entry::new(refusal.place.clone(), "");
    let refusals = suite.refusals.iter();
    let refusals =
        refusals.map(|refusal| (refused(refusal), Some(Checked::Unchecked(refusal.reason.clone()))));
    let mut positions: Vec<_> =
        suite.entries.iter().map(|entry| (entry.clone(), None)).chain(refusals).collect();
    positions.sort_by_key(|(entry, _)| entry.place.line);
    for (position, refused) in &positions {
        let Some(checked) = refused.clone().or_else(|| check_entry(position, view, &Signals)) else {
            is_stopped = true;
            break;
        };
        sums.add(&checked);
        match format {
            Format::Human => print(position, &checked)?,
            Format::Json => entries.push(entry(position, &checked)),
        }
    }
    let Sums { right, wrong, unchecked } = sums;
    match format {
        Format::Human if is_stopped => {}
        Format::Human => {
            let all = plural(positions.len(), "position");
            output::line(format_args!("{all}: {right} right, {wrong} wrong, {unchecked} not checked"))?;
        }
        Format::Json => {
            output::bounded_json(json!({
                "variant": variant, "form": "suite", "positions": entries, "sums": sums, "stopped": is_stopped,
            }))?;
        }
    }
    // A suite of which nothing was checked did not pass.
    Ok(match (is_stopped, wrong > 0 || right == 0) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Failed,
        (false, false) if suite.refusals.is_empty() => Exit::Success,
        (false, false) => Exit::Input,
    })
}

/// Prints the line of a position, and the position if it is not right.
fn print(position: &Entry, checked: &Checked) -> Result<(), CliError> {
    let name = position.id.as_ref().map_or_else(String::new, |id| format!(" ({})", shorten(id, MAX_SHOWN)));
    let words = match checked {
        Checked::Right => format!("right to depth {}", position.deepest()),
        Checked::Wrong { depth, expected, actual } => {
            format!("perft {depth} is {actual}; the suite expects {expected}")
        }
        Checked::Unanswered(error) => format!("the backend {error}"),
        Checked::Unchecked(problem) => format!("not checked: {problem}"),
    };
    output::line(format_args!("{}{name}: {words}", position.place.words()))?;
    match checked {
        Checked::Right => Ok(()),
        _ if position.fen.is_empty() => Ok(()),
        _ => output::line(format_args!("  {}", shorten(&position.fen, MAX_SHOWN))),
    }
}

/// A position as JSON.
fn entry(position: &Entry, checked: &Checked) -> Value {
    let mut entry = json!({ "line": (position.place.line > 0).then_some(position.place.line),
        "path": (!position.place.path.is_empty()).then_some(&position.place.path), "id": position.id, "fen": position.fen });
    let more = match checked {
        Checked::Right => json!({ "outcome": "right", "depth": position.deepest() }),
        Checked::Wrong { depth, expected, actual } => json!({
            "outcome": "wrong", "depth": depth, "expected": Count(*expected), "actual": Count(*actual),
        }),
        Checked::Unanswered(error) => json!({ "outcome": "unanswered", "problem": error.to_string() }),
        Checked::Unchecked(problem) => json!({ "outcome": "unchecked", "problem": problem }),
    };
    if let (Value::Object(entry), Value::Object(more)) = (&mut entry, more) {
        entry.extend(more);
    }
    entry
}
