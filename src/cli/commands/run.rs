//! `vperft run`.

use crate::backend::Registry;
use crate::cli::args::task::{Task, TaskArgs};
use crate::cli::args::value::number;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::reports::{ReportArg, Reports, kinds, report};
use crate::cli::output::{bug, file};
use crate::cli::{interrupt, output};
use crate::corpus::run::expect::Expectations;
use crate::corpus::run::{End, Event, RunInfo, RunOutcome, error_core};
use crate::game::variant::VariantId;
use crate::lab::bug::Bug;
use crate::report::run::{Context, Kind};
use crate::support::observer::Observer;
use crate::support::plural::{plural, verb};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Check a backend against the corpus
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    task: TaskArgs,
    /// End the run after so many failing checks; known failures do not count
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>(1, usize::MAX as u64))]
    max_failures: Option<NonZeroUsize>,
    /// End the run after the first failing check
    #[arg(long, conflicts_with = "max_failures")]
    fail_fast: bool,
    /// Count as wrong, too, what the backend does not support or refuses for another reason than the one expected
    #[arg(long)]
    strict: bool,
    /// Draw every failing case, not only those to look at first
    #[arg(long)]
    all: bool,
    /// Write the first failing checks to bug files in this folder, for `vperft repro`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How to print the results
    #[arg(long, value_parser = kinds(), value_name = "KIND", default_value = "human", hide_default_value = false)]
    format: &'static Kind,
    /// Write a report to a file as well: KIND is one of the formats, such as junit=FILE. For github alone, the file is the
    /// summary of the job, $GITHUB_STEP_SUMMARY (repeatable)
    #[arg(long = "report", value_name = "KIND=FILE", value_parser = report)]
    reports: Vec<ReportArg>,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let known = match args.task.expect() {
        Some(path) => Some(Expectations::parse(&path.display().to_string(), &file::read(path)?)?),
        None => None,
    };
    let task = Task::new(&args.task, registry, known.as_ref())?;
    let context = Context {
        backend: args.task.backend(),
        replay: &|variant, id, check| args.task.replay(variant, id, check),
        style: output::style(),
        is_all: args.all,
        taken: 0,
        log: &|line| output::note(line),
    };
    let reports = Reports::begin(args.format, &args.reports, context)?;
    let told = Told { reports, is_noted: args.format.name == "human", is_strict: args.strict };
    let max_failures = if args.fail_fast { Some(NonZeroUsize::MIN) } else { args.max_failures };
    let surroundings = args.out.as_ref().map(|_| task.surroundings());
    let (exit, wrong, bugs) = task.run(known.as_ref(), max_failures, &told, |done| {
        let bugs = surroundings.map(|surroundings| bugs(done, &surroundings));
        (exit(done, args.strict), wrong(done), bugs)
    })?;
    // A verdict stands whether or not it was read to its end.
    told.reports.end()?;
    if args.format.name == "human" {
        tell_mistakes(args, registry, &wrong)?;
    }
    if let (Some(folder), Some(bugs)) = (&args.out, bugs) {
        bug::write_all(folder, &bugs)?;
    }
    Ok(exit)
}

/// So many failing checks of a variant and more are diagnosed at the end of a run.
const MANY: usize = 12;

/// The variants that a backend that answers gets wrong in many checks.
fn wrong(done: &RunOutcome<'_>) -> Vec<VariantId> {
    // One that crashes or hangs would do so again.
    if !matches!(done.end, End::Complete | End::MaxFailures) || !done.causes.errors.is_empty() {
        return Vec::new();
    }
    done.variants.iter().filter(|(_, tally)| tally.failed >= MANY).map(|(variant, _)| *variant).collect()
}

/// Names the known mistakes by which a backend is wrong in these variants.
fn tell_mistakes(args: &Args, registry: &Registry, variants: &[VariantId]) -> Result<(), CliError> {
    variants
        .iter()
        .try_for_each(|&variant| output::text(super::diagnose::summary(&args.task, registry, variant)?))
}

/// The first failing checks as bug files, each with a name for its file.
fn bugs(done: &RunOutcome<'_>, surroundings: &bug::OfRun) -> Vec<(String, Bug)> {
    let results = done.results.iter();
    let failing = results.flat_map(|result| result.checks.iter().map(move |one| (result, one)));
    let bugs = failing.filter(|(_, one)| one.is_failure()).filter_map(|(result, one)| {
        let (place, check) = (result.case.path(result.vfen), one.check);
        let surroundings = surroundings.of(result.variant);
        let (question, expected) = (&check.question, &check.expected);
        let made = surroundings.of_check(place, question, expected, &one.verdict, one.rerun.is_some())?;
        Some((format!("{}-{check}", result.case.id), made))
    });
    bugs.take(bug::MOST).collect()
}

/// How a run ends.
fn exit(done: &RunOutcome<'_>, is_strict: bool) -> Exit {
    let total = &done.total;
    let is_wrong =
        total.failed > 0 || done.fixed() > 0 || is_strict && total.unsupported + total.other_reason > 0;
    match done.end {
        End::Interrupted => Exit::Interrupted,
        End::Unanswered => Exit::Backend,
        _ if is_wrong || shows_nothing(done) => Exit::Failed,
        _ => Exit::Success,
    }
}

/// Whether the backend supports no check at all, of which nothing can be concluded.
const fn shows_nothing(done: &RunOutcome<'_>) -> bool {
    done.total.unsupported > 0 && done.total.unsupported == done.total.checks
}

/// The reports, and a last word on stderr.
struct Told<'c> {
    reports: Reports<'c>,
    is_noted: bool,
    is_strict: bool,
}

impl Observer<Event<'_>> for Told<'_> {
    fn event(&self, event: &Event<'_>) {
        self.reports.event(event);
        let Event::RunDone(about, done) = event else { return };
        if self.is_noted || done.end == End::Unanswered {
            note(about, done, self.is_strict);
        }
        if done.end == End::Interrupted {
            // Rules in process may count for minutes yet, and nobody waits for what they say.
            if let Err(error) = self.reports.end() {
                output::note(format_args!("error: {error}"));
            }
            interrupt::leave();
        }
    }
}

/// Why a run was given up, with the error that was seen most often.
fn unanswered(done: &RunOutcome<'_>, left: usize) -> String {
    let most = done.causes.errors.first();
    let most =
        most.map_or_else(String::new, |alike| format!("; {}: it {}", alike.kind, error_core(&alike.message)));
    let made = done.total.failed;
    let (made, left) = (plural(made, "check"), format!("{left} more {} not made", verb(left, "was", "were")));
    format!("error: the backend answered none of {made}, and {left}{most}")
}

/// Says on stderr what is wrong.
fn note(about: &RunInfo<'_>, done: &RunOutcome<'_>, is_strict: bool) {
    let total = &done.total;
    if total.failed > 0 && done.end != End::Unanswered {
        let flaky = match done.flaky() {
            0 => String::new(),
            count => format!(", {count} of them only sometimes: the backend is flaky"),
        };
        output::note(format_args!("{} of {} failed{flaky}", total.failed, plural(total.checks, "check")));
    }
    if shows_nothing(done) {
        output::note(format_args!("no check passed: the backend supports none of {}", total.checks));
    } else if is_strict {
        let counts = [(total.unsupported, "unsupported"), (total.other_reason, "refused for another reason")];
        for (count, word) in counts.into_iter().filter(|(count, _)| *count > 0) {
            output::note(format_args!("{count} of {} {word}", plural(total.checks, "check")));
        }
    }
    let left = about.checks - total.checks;
    let not_made = format!("{} {} not made", plural(left, "check"), verb(left, "was", "were"));
    match done.end {
        End::Complete => {}
        End::Interrupted => output::note(format_args!("interrupted: {not_made}")),
        End::MaxFailures => output::note(format_args!("stopped as asked: {not_made}")),
        End::Unanswered => output::note(unanswered(done, left)),
    }
    if done.fixed() > 0 {
        output::note(format_args!(
            "{} no longer {}; `vperft expect update` drops {}",
            plural(done.fixed(), "expected failure"),
            verb(done.fixed(), "occurs", "occur"),
            verb(done.fixed(), "it", "them")
        ));
    }
}
