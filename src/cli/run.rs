//! `vperft run`.

use super::args::{BackendArgs, CorpusArgs, Format, ORACLE, oracle};
use super::selection::SelectionArgs;
use super::{CliError, Exit, expect, file, output};
use crate::backend::Options;
use crate::check::expect::{Entry, Expectations, Outcome};
use crate::check::{self, CaseResult, Restated, Selection, Verdict};
use crate::report;
use crate::suite::{Check, Corpus};
use crate::variant::{Rulings, VariantId};
use indicatif::{ProgressBar, ProgressStyle};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Check a backend against the corpus
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The variants, of vanguard, ryugi, cetran3, rococo, sandbox and chess; all the backend has if none is given
    variants: Vec<VariantId>,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// How many cases to check at a time; as many as there are cores if not given
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The known failures of the backend, a TOML file: new failures and those that no longer occur are wrong, the
    /// others are counted
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// How many of the checks that fail to make once more, each with a program that is started for it: if another verdict
    /// comes of it, the program is nondeterministic. Backends that are no programs are not asked again
    #[arg(long, value_name = "N", default_value_t = 20)]
    recheck: usize,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

impl Args {
    /// The file of known failures.
    pub fn expect(&self) -> Option<&Path> {
        self.expect.as_deref()
    }

    /// How to print.
    pub const fn format(&self) -> Format {
        self.format
    }
}

/// A run about to be made.
pub(super) struct Task {
    restated: Restated,
    selection: Selection,
    options: Options,
    identity: String,
    jobs: usize,
}

impl Task {
    /// Reads the corpus and opens the backend once. What is known of the backend must be about it and about
    /// the corpus.
    pub fn new(args: &Args, known: Option<&Expectations>) -> Result<Self, CliError> {
        // Whether it can be opened is known before the corpus is read; the workers open their own.
        let (backend, options, variants) = args.backend.open_for(&args.variants)?;
        let (identity, rulings) = (backend.identity(), args.backend.readings(backend.as_ref(), &options)?);
        let corpus = Corpus::load(&args.corpus.source())?;
        if let Some(known) = known {
            known.validate(&identity, &corpus)?;
        }
        let selection = args.selection.of(variants);
        let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let jobs = jobs.min(corpus.cases.len().max(1));
        let restated = restate(corpus, &selection, &rulings, jobs)?;
        Ok(Self { restated, selection, options, identity, jobs })
    }

    /// The name and version of the backend.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Makes the selected checks.
    pub fn results(&self, args: &Args) -> Result<Vec<CaseResult<'_>>, CliError> {
        let open = || args.backend.open_again(&self.options);
        let selected = self.selection.of(&self.restated.corpus);
        if selected.is_empty() {
            let why = if self.restated.left_out.is_empty() {
                ""
            } else {
                " and means something under the readings"
            };
            return Err(CliError::Usage(format!("no check of the corpus fits the arguments{why}")));
        }
        let checks = selected.iter().flat_map(|item| &item.checks);
        let bar = progress_bar(checks.map(work).fold(0, u64::saturating_add));
        let jobs = self.jobs.min(selected.len());
        let mut results = check::run(&selected, &open, jobs, &|check| bar.inc(work(check)));
        if args.backend.is_program() {
            check::make_again(&mut results, &open, jobs, args.recheck);
        }
        bar.finish_and_clear();
        for result in &mut results {
            for one in &mut result.checks {
                if self.restated.is_changed(&result.case.id, &one.check) {
                    let readings = self.restated.readings_of(result.variant);
                    one.basis = Some(format!("{ORACLE} under {readings}"));
                }
            }
        }
        Ok(results)
    }
}

/// The corpus under these readings.
fn restate(
    corpus: Corpus,
    selection: &Selection,
    rulings: &Rulings,
    jobs: usize,
) -> Result<Restated, CliError> {
    let open = || oracle(rulings);
    let message = "working out what is expected under other readings";
    let bar = ProgressBar::new_spinner().with_message(message);
    bar.enable_steady_tick(Duration::from_millis(100));
    let restated = check::restate(corpus, selection, rulings, &open, jobs);
    bar.finish_and_clear();
    restated.map_err(CliError::Backend)
}

/// What is known of the backend, and what differs from it.
struct Known {
    file: Expectations,
    outcome: Outcome,
}

impl Known {
    /// The entries that no longer hold.
    fn fixed(&self) -> impl Iterator<Item = &Entry> {
        self.outcome.fixed.iter().map(|&index| &self.file.entries()[index])
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let expectations = match &args.expect {
        Some(path) => Some(Expectations::parse(&path.display().to_string(), &file::read(path)?)?),
        None => None,
    };
    let task = Task::new(args, expectations.as_ref())?;
    let mut results = task.results(args)?;
    let known = expectations.map(|file| {
        let outcome = file.apply(&mut results);
        Known { file, outcome }
    });
    let printed = match args.format {
        Format::Human => print(args, &task, &results, known.as_ref()),
        Format::Json => output::line(json(args, &task, &results, known.as_ref())),
    };
    // A verdict stands whether or not it was read to its end.
    output::unless_closed(printed, ())?;
    let (_, total) = report::tally(&results);
    let fixed = known.iter().flat_map(Known::fixed).count();
    if args.format == Format::Human && total.failed > 0 {
        let checks = results.iter().flat_map(|result| &result.checks);
        let fickle = match checks.filter(|one| one.again.is_some()).count() {
            0 => String::new(),
            count => format!(", {count} of them only sometimes: the backend is nondeterministic"),
        };
        output::note(format_args!("{} of {} checks failed{fickle}", total.failed, total.checks));
    }
    if args.format == Format::Human && fixed > 0 {
        output::note(format_args!(
            "{fixed} expected failures no longer occur; `vperft expect update` drops them"
        ));
    }
    Ok(if total.failed == 0 && fixed == 0 { Exit::Success } else { Exit::Failed })
}

/// How much of the progress bar a check is: its nodes, and a little for asking at all.
fn work(check: &Check<'_>) -> u64 {
    u64::try_from(check.nodes()).unwrap_or(u64::MAX).saturating_add(100)
}

/// A bar on stderr; it draws nothing unless that is a terminal.
fn progress_bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed:>4} {wide_bar} {percent:>3} %  {eta} left");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn print(
    args: &Args,
    task: &Task,
    results: &[CaseResult<'_>],
    known: Option<&Known>,
) -> Result<(), CliError> {
    for result in results {
        let replay = |id: &str, check: &str| replay(args, result.variant, id, check);
        if let Some(text) = report::failure(result, &replay, output::is_coloured()) {
            output::line(text)?;
        }
    }
    if let Some(known) = known {
        for entry in known.fixed() {
            output::line(format_args!("fixed: remove {}", expect::described(&known.file, entry)))?;
        }
        if known.fixed().next().is_some() {
            output::line("")?;
        }
    }
    output::line(report::summary(results))?;
    report::unsupported(results).iter().try_for_each(output::line)?;
    report::bases(results).iter().try_for_each(output::line)?;
    report::left_out(&task.restated.left_out).iter().try_for_each(output::line)
}

/// The command that replays one check.
fn replay(args: &Args, variant: VariantId, id: &str, check: &str) -> String {
    let variant = variant.name();
    let mut words: Vec<String> =
        ["vperft", "run", variant, "--filter", id, "--check", check].map(String::from).into();
    words.extend(args.backend.words(variant));
    words.extend(args.corpus.words());
    output::command(&words)
}

/// Every check with its verdict, and the sums.
fn json(args: &Args, task: &Task, results: &[CaseResult<'_>], known: Option<&Known>) -> serde_json::Value {
    let cases: Vec<_> = results
        .iter()
        .map(|result| {
            let checks: Vec<_> = result
                .checks
                .iter()
                .map(|one| {
                    let name = one.check.to_string();
                    let mut value = serde_json::json!({ "check": name, "result": one.verdict });
                    if !one.verdict.is_pass() && !matches!(one.verdict, Verdict::Unsupported { .. }) {
                        value["replay"] = replay(args, result.variant, &result.case.id, &name).into();
                    }
                    if let Some(basis) = &one.basis {
                        value["basis"] = basis.as_str().into();
                    }
                    if let Some(reason) = &one.known {
                        value["expected"] = true.into();
                        value["reason"] = reason.as_str().into();
                    }
                    if let Some(again) = &one.again {
                        value["again"] = serde_json::json!(again);
                    }
                    value
                })
                .collect();
            let case = result.case;
            serde_json::json!({
                "id": case.id, "title": case.title, "clauses": case.clauses, "bugs": case.bugs,
                "vfen": result.vfen, "checks": checks,
            })
        })
        .collect();
    let (variants, total) = report::tally(results);
    let mut document = serde_json::json!({
        "backend": args.backend.name(), "suite_version": task.restated.corpus.version, "cases": cases, "variants": variants, "total": total,
    });
    if !task.restated.readings.is_empty() {
        let readings: Vec<_> = task.restated.readings.iter().map(|(_, reading)| reading).collect();
        document["readings"] = serde_json::json!(readings);
        document["left_out"] = serde_json::json!(task.restated.left_out);
    }
    if let Some(known) = known {
        let fixed: Vec<_> = known.fixed().map(|entry| expect::as_json(&known.file, entry)).collect();
        document["fixed"] = fixed.into();
    }
    document
}
