//! `vperft deep`: counts that outgrow one machine.

mod estimate;
mod merge;
mod plan;
mod status;
mod work;

use crate::args::backend::BackendArgs;
use crate::args::position::given;
use crate::args::selected::Selected;
use crate::args::value::{Format, number};
use crate::exit::{CliError, Exit};
use crate::output::bar;
use crate::output::command::{command_line, variant_words};
use crate::{interrupt, output};
use clap::Subcommand;
use indicatif::ProgressBar;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use vperft::inner::backend::{Backend, Registry};
use vperft::inner::game::variant::{Ruling, Rulings, Variant, VariantId};
use vperft::inner::support::observer::Observer;
use vperft_deep::{DeepError, DeepEvent};

/// How often at most a line about a finished unit is printed if there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// Count deeper than one machine can
///
/// `plan` finds the unique positions after some plies and cuts them into units, `work` counts units, and `merge` adds up the results.
/// Any number of workers share the folder of a plan, or work on copies of it; they may be stopped and started at will.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Plan(plan::Args),
    Work(work::Args),
    Status(status::Args),
    Merge(merge::Args),
    Estimate(estimate::Args),
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    match &args.command {
        Command::Plan(args) => plan::run(args, registry),
        Command::Work(args) => work::run(args, registry),
        Command::Status(args) => status::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Estimate(args) => estimate::run(args, registry),
    }
}

/// The root of a count, and how it is made.
#[derive(Debug, clap::Args)]
struct RootArgs {
    /// The position as VFEN [default: the start position]
    #[arg(long, visible_alias = "fen", value_name = "VFEN")]
    vfen: Option<String>,
    /// Use N threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1, 1024))]
    threads: Option<u16>,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    backend: BackendArgs,
}

impl RootArgs {
    /// The root position: the given one, or the start position.
    fn vfen(&self, variant: VariantId, rulings: &Rulings) -> Result<String, CliError> {
        match &self.vfen {
            Some(vfen) => given(variant, rulings, vfen),
            None => Ok(Variant::get(variant).start(rulings).vfen.clone()),
        }
    }
}

/// The command line `vperft deep VERB FOLDER MORE...`, with `--variant DIR` if the variant was loaded from a folder.
fn command(verb: &str, folder: &Path, variant: &str, more: impl IntoIterator<Item = String>) -> String {
    let mut words = ["vperft", "deep", verb, &folder.display().to_string()].map(str::to_owned).to_vec();
    words.extend(more);
    if words.iter().all(|word| word != variant) {
        words.extend(variant_words(&[variant]));
    }
    command_line(&words)
}

/// The readings that a backend follows: those it declares, and else `asked`, those that it was opened with or that the user says it
/// follows. A run may judge answers by others, but a count of others is wrong.
///
/// # Errors
/// If the user gives a reading that the backend declares differently.
fn followed(
    backend: &dyn Backend,
    variant: VariantId,
    asked: &Rulings,
    selected: &Selected<'_>,
) -> Result<Rulings, CliError> {
    let Some(declared) = backend.declared() else { return Ok(asked.clone()) };
    let other = difference(variant, &declared, asked);
    match other.into_iter().find(|(ruling, ..)| selected.given_reading(ruling).is_some()) {
        None => Ok(declared),
        Some((ruling, own, other)) => Err(CliError::Usage(format!(
            "--ruling {ruling}={other}: {} declares {ruling}={own}, and counts by that",
            backend.identity()
        ))),
    }
}

/// The rulings of a variant that have other readings, each with both.
fn difference(
    variant: VariantId,
    one: &Rulings,
    other: &Rulings,
) -> Vec<(&'static str, &'static str, &'static str)> {
    let readings =
        |ruling: &'static Ruling| Some((ruling.name, one.get(ruling.name)?, other.get(ruling.name)?));
    Ruling::of_variant(variant).filter_map(readings).filter(|(_, one, other)| one != other).collect()
}

/// Checks that no clause is switched off, since plans and results do not say which are.
fn check_rules(selected: &Selected<'_>) -> Result<(), CliError> {
    selected.without.first().map_or(Ok(()), |clause| {
        Err(CliError::Usage(format!("--without {}: a plan is counted by the whole rules", clause.id())))
    })
}

/// The number of threads.
fn jobs(threads: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    threads.map_or_else(cores, usize::from)
}

/// The progress of a plan or of units: a bar on a terminal and else a line now and then, and notes.
struct Bar {
    bar: ProgressBar,
    /// When the last line about a unit was printed.
    printed: Mutex<Option<Instant>>,
}

impl Bar {
    /// Lets a signal stop the work, and draws its progress.
    fn new() -> Self {
        interrupt::stop_on_signal();
        let drawn =
            ProgressBar::new(0).with_style(bar::style("{elapsed:>4} {wide_bar} {pos} of {len}  {eta} left"));
        Self { bar: drawn, printed: Mutex::default() }
    }

    /// Whether a line about a unit is due, which then counts as printed. A bar shows more than such lines.
    fn is_line_due(&self) -> bool {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = self.bar.is_hidden() && printed.is_none_or(|last| last.elapsed() >= LINE_INTERVAL);
        if is_due {
            *printed = Some(Instant::now());
        }
        is_due
    }

    fn note(&self, text: impl std::fmt::Display) {
        self.bar.suspend(|| output::note(text));
    }
}

impl Observer<DeepEvent> for Bar {
    fn event(&self, event: &DeepEvent) {
        let part = |done: usize, total: usize| {
            self.bar.set_length(total as u64);
            self.bar.set_position(done as u64);
        };
        match event {
            DeepEvent::Ply(ply) => self.note(format_args!(
                "ply {}: {} unique positions, {} sequences",
                ply.ply, ply.positions, ply.sequences
            )),
            DeepEvent::Part(done, total) => part(*done, *total),
            DeepEvent::Unit(unit, done, total) => {
                part(*done, *total);
                if self.is_line_due() {
                    self.note(format_args!("unit {unit}: {done} of {total} finished"));
                }
            }
            DeepEvent::Note(text) => self.note(format_args!("note: {text}")),
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}

/// How a failed plan or count ends: counts that differ are a failed check, everything else gave no answer.
fn end(error: DeepError) -> Result<Exit, CliError> {
    Err(match error {
        DeepError::Wrong(_) | DeepError::Differs(_) => {
            output::note(format_args!("error: {error}"));
            return Ok(Exit::Failed);
        }
        DeepError::Io { ref path, error: ref cause } => {
            CliError::Io(io::Error::new(cause.kind(), named(path, cause)))
        }
        DeepError::Backend { error, vfen, identity } => match CliError::answer(error, &vfen) {
            CliError::Backend(error) => {
                output::note(format_args!("the position is `{vfen}`, the backend {identity}"));
                CliError::Backend(error)
            }
            other => other,
        },
        DeepError::Interrupted => CliError::Interrupted,
        error @ DeepError::NoThreads(_) => CliError::Tool(error.to_string()),
        error => CliError::Input(error.to_string()),
    })
}

fn named(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
