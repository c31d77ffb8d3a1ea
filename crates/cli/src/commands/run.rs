//! `vperft run`: checks a backend against the corpus, and reports.
//!
//! The exit code depends only on the results. It is the same if the reader of a report closes the pipe early.

use crate::args::partition::PartitionArgs;
use crate::args::selected::Selected;
use crate::args::value::number;
use crate::commands::common::bug_files::{self, RunContext};
use crate::commands::common::diagnosis;
use crate::commands::common::task::{Task, TaskArgs};
use crate::commands::import::{numbers, refusals};
use crate::exit::{CliError, Exit};
use crate::output::file;
use crate::output::read::read_text;
use crate::output::reports::{ReportArg, Reports, kinds, report};
use crate::{interrupt, output};
use serde_json::json;
use std::env;
use std::io;
use std::iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use vperft::inner::backend::Registry;
use vperft::inner::corpus::check::CaseResult;
use vperft::inner::game::variant::Rulings;
use vperft::inner::support::observer::Observer;
use vperft::inner::support::plural::{plural, verb};
use vperft_lab::differences::bug::Bug;
use vperft_lab::exchange::suites::{contradicted, suggestion};
use vperft_pages::report::run::{Context, Described, Kind, case_judged};
use vperft_pages::report::shell::joined;
use vperft_run::expect::Expectations;
use vperft_run::partition::Extent;
use vperft_run::{End, Event, RunInfo, RunOutcome, error_core};

/// Check a backend against the corpus of positions
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    task: TaskArgs,
    /// Stop after N failing checks; known failures do not count
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>(1, usize::MAX as u64))]
    max_failures: Option<NonZeroUsize>,
    /// Stop after the first failing check
    #[arg(long, conflicts_with = "max_failures")]
    fail_fast: bool,
    /// Fail on unsupported checks and on refusals for another reason
    #[arg(long)]
    strict: bool,
    /// Draw every failing case, not only the first ones to look at
    #[arg(long)]
    all: bool,
    /// Write bug files of the first failing checks to a folder that exists, for `vperft repro`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    partition: PartitionArgs,
    /// Judge the cases whose ids come from stdin, one a line, and print each verdict at once as a line of JSON
    ///
    /// For runners of tests, which choose the cases: one backend process serves them all. `vperft cases` lists the ids.
    #[arg(long, conflicts_with_all = ["expect", "format", "reports", "out", "all", "max_failures", "fail_fast", "strict", "jobs", "partition"])]
    stdin: bool,
    /// Output format
    #[arg(long, value_parser = kinds(), value_name = "KIND", default_value = "human", hide_default_value = false)]
    format: &'static Kind,
    /// Also write a report to a file, such as junit=FILE (repeatable)
    ///
    /// KIND is one of the values of --format. `github` without a file appends to the job summary, $GITHUB_STEP_SUMMARY.
    #[arg(long = "report", value_name = "KIND=FILE", value_parser = report)]
    reports: Vec<ReportArg>,
    #[command(flatten)]
    about: AboutArgs,
}

/// What a report of the kind `conform` says about the implementation.
#[derive(Debug, clap::Args)]
struct AboutArgs {
    /// Its name in a report of the kind `conform` [default: that of its identity]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    name: Option<String>,
    /// Its home page in such a report
    #[arg(long, value_name = "URL", hide_short_help = true)]
    homepage: Option<String>,
    /// The language in which it is written, in such a report
    #[arg(long, value_name = "WORD", hide_short_help = true)]
    language: Option<String>,
    /// The address of a known report about it, such as an issue, in such a report (repeatable)
    #[arg(long = "issue", value_name = "URL", hide_short_help = true)]
    issues: Vec<String>,
}

impl Args {
    /// Refuses words about the implementation that no report would show.
    fn check_about(&self) -> Result<(), CliError> {
        let AboutArgs { name, homepage, language, issues } = &self.about;
        let given = [
            ("--name", name.as_ref()),
            ("--homepage", homepage.as_ref()),
            ("--language", language.as_ref()),
            ("--issue", issues.first()),
        ];
        let kinds = self.reports.iter().map(ReportArg::kind);
        match given.iter().find(|(_, value)| value.is_some()) {
            Some((flag, _)) if !kinds.chain([self.format.name]).any(|kind| kind == "conform") => {
                Err(CliError::Usage(format!(
                    "{flag} is for a report about the implementation; add --report conform=FILE"
                )))
            }
            _ => Ok(()),
        }
    }
}

pub fn run(args: &Args, registry: &Registry, extent: &Extent) -> Result<Exit, CliError> {
    let expect = args.task.expect().map(|path| Ok::<_, CliError>((path, read_text(path)?))).transpose()?;
    let known = match &expect {
        Some((path, text)) => Some(Expectations::parse(&path.display().to_string(), text)?),
        None => None,
    };
    args.out.as_deref().map_or(Ok(()), file::check_out_folder)?;
    args.check_about()?;
    let task = Task::new(&args.task, registry, known.as_ref(), extent)?;
    let part = task.part(expect.as_ref().map(|(_, text)| &**text))?;
    let suite = task.suite.read.as_ref().map(|read| {
        json!({
            "read": numbers(read), "refused": refusals(&read.refusals),
            "left_out_of_suite": refusals(&read.left_out), "skipped_lines": read.skipped,
        })
    });
    let exit_of = task.suite.exit_code();
    let tested = task.selected().clone();
    let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let command = joined(&iter::once("vperft".to_owned()).chain(words).collect::<Vec<_>>());
    let AboutArgs { name, homepage, language, issues } = &args.about;
    let context = Context {
        backend: tested.name(),
        described: Described {
            name: name.as_deref(),
            homepage: homepage.as_deref(),
            language: language.as_deref(),
            issues,
            command: &command,
        },
        replay: &|variant, id, check| args.task.replay(&tested, variant, id, check),
        style: output::style(),
        is_all: args.all,
        taken: 0,
        suite: suite.as_ref(),
        part: part.as_ref(),
        log: &|line| output::note(line),
    };
    if args.stdin {
        let print = |result: &CaseResult<'_>| output::json(&case_judged(&context, result));
        task.judge_each(io::stdin().lock(), print)?;
        return Ok(Exit::Success);
    }
    let reports = Reports::begin(args.format, &args.reports, context)?;
    let printer = Printer {
        reports,
        task: &args.task,
        tested: &tested,
        rulings: task.rulings().clone(),
        is_noted: args.format.name == "human",
        is_strict: args.strict,
    };
    let max_failures = if args.fail_fast { Some(NonZeroUsize::MIN) } else { args.max_failures };
    let bug_context = args.out.as_ref().map(|_| task.bug_context());
    let (exit, bugs) = task.run(known.as_ref(), max_failures, &printer, |done| {
        let bugs = bug_context.as_ref().map(|context| bugs(done, context));
        if suite.is_some() {
            let notes = suggestion(&done.results).into_iter().chain(contradicted(&done.results));
            notes.for_each(|text| output::note(format_args!("note: {text}")));
        }
        (exit_of(exit(done, args.strict)), bugs)
    })?;
    // The exit code does not depend on whether the reports were read to their end.
    printer.reports.end()?;
    if let (Some(folder), Some(bugs), Some(context)) = (&args.out, bugs, bug_context) {
        // The answers of parts are not asked for again.
        let bugs = if extent.parts().is_some() { bugs } else { context.walked_down(bugs, &tested) };
        bug_files::write_all(folder, &bugs, tested.given.program)?;
    }
    Ok(exit)
}

/// The bug files of the first failing checks, with the names of the files.
fn bugs(done: &RunOutcome<'_>, context: &RunContext) -> Vec<(String, Bug)> {
    let results = done.results.iter();
    let failing = results.flat_map(|result| result.checks.iter().map(move |one| (result, one)));
    let bugs = failing.filter(|(_, one)| one.is_failure()).filter_map(|(result, one)| {
        let (path, check) = (result.case.path(result.vfen), one.check);
        let context = context.for_variant(result.variant);
        let (question, expected) = (&check.question, &check.expected);
        let made = context.of_check(path, question, expected, &one.verdict, one.rerun.is_some())?;
        Some((format!("{}-{check}", result.case.id), made))
    });
    bugs.take(bug_files::MAX_OF_RUN).collect()
}

/// The exit code of a run.
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

/// Whether the backend supports none of the checks, or the time was up before the first, so that the run proves nothing.
fn shows_nothing(done: &RunOutcome<'_>) -> bool {
    let total = &done.total;
    total.unsupported == total.checks && (total.unsupported > 0 || done.end == End::Deadline)
}

/// Passes events to the reports, and prints a summary to stderr at the end.
struct Printer<'c> {
    reports: Reports<'c>,
    task: &'c TaskArgs,
    tested: &'c Selected<'c>,
    rulings: Rulings,
    is_noted: bool,
    is_strict: bool,
}

impl Observer<Event<'_>> for Printer<'_> {
    fn event(&self, event: &Event<'_>) {
        let Event::RunDone(about, done) = event else { return self.reports.event(event) };
        if done.total.failed > 0 && matches!(done.end, End::Complete | End::MaxFailures | End::Deadline) {
            self.reports.explain(&diagnosis::explain(self.task, self.tested, &self.rulings, about, done));
        }
        self.reports.event(event);
        if self.is_noted || done.end == End::Unanswered {
            note(about, done, self.is_strict);
        }
        if done.end == End::Interrupted {
            // Exit at once: a built-in backend may go on counting for minutes.
            if let Err(error) = self.reports.end() {
                output::error(&error);
            }
            interrupt::exit();
        }
    }
}

/// The error of a run whose backend answered no check, with the most frequent cause.
fn unanswered(done: &RunOutcome<'_>, left: usize) -> String {
    let most = done.causes.errors.first();
    let most =
        most.map_or_else(String::new, |alike| format!("; {}: it {}", alike.kind, error_core(&alike.message)));
    let made = done.total.failed;
    let (made, left) = (plural(made, "check"), format!("{left} more {} not made", verb(left, "was", "were")));
    format!("error: the backend answered none of {made}, and {left}{most}")
}

/// Prints the summary of a run to stderr.
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
    } else if total.unsupported > 0 && done.end != End::Unanswered {
        output::note(format_args!(
            "{} of {} {} not supported, which proves nothing; --strict makes that an error",
            total.unsupported,
            plural(total.checks, "check"),
            verb(total.unsupported, "is", "are")
        ));
    }
    let left = about.checks - total.checks;
    let not_made = format!("{} {} not made", plural(left, "check"), verb(left, "was", "were"));
    match done.end {
        End::Complete => {}
        End::Interrupted => output::note(format_args!("interrupted: {not_made}")),
        End::Deadline => output::note(format_args!("the time of --budget-seconds was up: {not_made}")),
        End::MaxFailures => output::note(format_args!("stopped as requested: {not_made}")),
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
