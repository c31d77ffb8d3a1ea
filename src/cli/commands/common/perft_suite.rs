//! Checks a foreign suite of positions with counts against a backend.

use crate::backend::{Backend, BackendError};
use crate::cli::args::backend;
use crate::cli::exit::{CliError, Exit};
use crate::cli::{interrupt, output};
use crate::game::perft::ProgressUpdate;
use crate::game::variant::{Variant, VariantId};
use crate::lab::import::{Checked, SuitePosition};
use crate::support::observer::Observer;
use crate::support::plural::plural;
use crate::support::sanitise::shorten;

/// The most characters of a text of the suite to print.
const MAX_SHOWN: usize = 300;

/// Stops a count on a signal.
struct Signals;

impl Observer<ProgressUpdate> for Signals {
    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}

/// Checks every position, prints a line for each, and then how many are right.
///
/// # Errors
/// If stdout cannot be written, or the backend does not have the variant.
pub fn check(
    backend: &mut dyn Backend,
    variant: VariantId,
    suite: &[SuitePosition],
) -> Result<Exit, CliError> {
    interrupt::stop_on_signal();
    let view = backend::view(backend, variant).map_err(CliError::Backend)?;
    let (mut right, mut failed, mut unchecked) = (0_u64, 0_u64, 0_u64);
    for position in suite {
        let name =
            position.id.as_ref().map_or_else(String::new, |id| format!(" ({})", shorten(id, MAX_SHOWN)));
        let fen = shorten(&position.fen, MAX_SHOWN);
        let line = format!("line {}{name}", position.line);
        let checked = match position.problem.clone().map_or_else(|| position.vfen(Variant::get(variant)), Err)
        {
            Ok(_) if position.counts.is_empty() => Checked::Unchecked("it has no counts".into()),
            Ok(vfen) => match position.check(view, &vfen, &Signals) {
                Ok(checked) => checked,
                Err(BackendError::NotAsked(_)) => return Ok(Exit::Interrupted),
                Err(error) => Checked::Unanswered(error),
            },
            Err(problem) => Checked::Unchecked(problem),
        };
        match checked {
            Checked::Right => {
                right += 1;
                let deepest =
                    position.counts.iter().map(|(depth, _)| depth).max().copied().unwrap_or_default();
                output::line(format_args!("{line}: right to depth {deepest}"))?;
            }
            Checked::Wrong(depth, expected, actual) => {
                failed += 1;
                output::line(format_args!(
                    "{line}: perft {depth} is {actual}; the suite expects {expected}"
                ))?;
                output::line(format_args!("  {fen}"))?;
            }
            Checked::Unanswered(error) => {
                failed += 1;
                output::line(format_args!("{line}: the backend {error}"))?;
                output::line(format_args!("  {fen}"))?;
            }
            Checked::Unchecked(problem) => {
                unchecked += 1;
                output::line(format_args!("{line}: not checked: {problem}"))?;
                output::line(format_args!("  {fen}"))?;
            }
        }
    }
    let all = plural(suite.len() as u64, "position");
    output::line(format_args!("{all}: {right} right, {failed} wrong, {unchecked} not checked"))?;
    // A suite of which nothing was checked did not pass.
    Ok(if failed > 0 || right == 0 { Exit::Failed } else { Exit::Success })
}
