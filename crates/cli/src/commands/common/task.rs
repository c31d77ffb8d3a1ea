//! A run of checks: its arguments, and the steps from opening the backend to the results.

use super::bug_files::RunContext;
use crate::args::backend::{BackendArgs, oracle, oracle_for};
use crate::args::partition::unmergeable;
use crate::args::selected::Selected;
use crate::args::selection::SelectionArgs;
use crate::args::suite::{OpenedSuite, SuiteArgs};
use crate::args::value::number;
use crate::args::variant;
use crate::exit::CliError;
use crate::interrupt;
use crate::output::bar;
use crate::output::command::command_line;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::BufRead;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use vperft::inner::backend::{Backend, Registry, Unopened};
use vperft::inner::corpus::check;
use vperft::inner::corpus::check::{CaseResult, Recomputed, Selection, check_case};
use vperft::inner::corpus::suite::Corpus;
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft::inner::support::request_lines::next_request;
use vperft::inner::support::sanitise::is_printable;
use vperft_run::expect::Expectations;
use vperft_run::partition::{Extent, Header, Parts, Work};
use vperft_run::{RecordedChecks, Run, RunObserver, RunOutcome, checks_of, plan_of};

/// The most bytes of an id from stdin. Those of the corpus have at most 80.
const MAX_ID: usize = 1000;

/// Which checks to make, and how.
#[derive(Debug, clap::Args)]
pub struct TaskArgs {
    /// The variants [default: all that the backend has]
    #[arg(value_parser = variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    backend: BackendArgs,
    /// End after N seconds: the cases that find most come first
    ///
    /// The checks are those of the smoke tier, unless --tier says otherwise. Answers that are under way then do not count.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1, 1_000_000), conflicts_with = "budget_nodes", help_heading = "Selection options")]
    budget_seconds: Option<u64>,
    /// Also check that the answers of the backend fit together
    ///
    /// These checks, such as relation:route and relation:keys, need no expected values. To name them with --check is enough.
    #[arg(long)]
    relations: bool,
    /// Check N cases in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>(1, usize::MAX as u64))]
    jobs: Option<NonZeroUsize>,
    /// Read the known failures of the backend from a TOML file
    ///
    /// Known failures are counted. New failures, and known ones that no longer occur, make the exit code 1.
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// Rerun up to N failing checks, to find a flaky program
    ///
    /// Each rerun uses a fresh process. A program is flaky if a verdict changes. Built-in backends are not rerun.
    #[arg(long, alias = "recheck", value_name = "N", default_value_t = 20, value_parser = number::<usize>(0, usize::MAX as u64), hide_short_help = true)]
    reruns: usize,
    #[command(flatten)]
    suite: SuiteArgs,
}

impl TaskArgs {
    /// The file of known failures.
    pub fn expect(&self) -> Option<&Path> {
        self.expect.as_deref()
    }

    /// The arguments about the source of the cases, as words of a command line.
    pub fn suite_words(&self) -> Vec<String> {
        self.suite.words()
    }

    /// The command that repeats one check.
    pub fn replay(&self, tested: &Selected<'_>, variant: VariantId, id: &str, check: &str) -> String {
        let variant = variant.name();
        let mut words: Vec<String> =
            ["vperft", "run", variant, "--filter", &as_pattern(id), "--check", &as_pattern(check)]
                .map(String::from)
                .into();
        words.extend(tested.words(variant));
        words.extend(self.suite.words());
        command_line(&words)
    }
}

/// A glob that matches the text. Wildcards replace characters that are not printable.
fn as_pattern(text: &str) -> String {
    text.chars().map(|c| if is_printable(c) { c } else { '?' }).collect()
}

/// A prepared run.
pub struct Task<'t> {
    args: &'t TaskArgs,
    extent: &'t Extent,
    selected: Selected<'t>,
    /// The backend of the first worker.
    backend: Box<dyn Backend>,
    recomputed: Recomputed,
    selection: Selection,
    /// The rulings by which the backend is judged.
    rulings: Rulings,
    identity: String,
    /// The variants asked about.
    variants: Vec<VariantId>,
    jobs: usize,
    /// The suites that take the place of the corpus.
    pub suite: OpenedSuite<'t>,
}

impl<'t> Task<'t> {
    /// Opens the backend, unless its answers are in parts, and reads the corpus.
    ///
    /// # Errors
    /// If one of them fails, or if the known failures are of another backend or of unknown cases.
    pub fn new(
        args: &'t TaskArgs,
        registry: &'t Registry,
        known: Option<&Expectations>,
        extent: &'t Extent,
    ) -> Result<Self, CliError> {
        let mut suite = args.suite.open(&args.variants)?;
        // A backend that cannot be opened is reported before the corpus is read.
        let (selected, (backend, variants, rulings)) = match extent.parts() {
            None => {
                let (selected, backend, variants) = args.backend.open_for(registry, &suite.variants)?;
                let rulings = selected.readings(backend.as_ref())?;
                (selected, (backend, variants, rulings))
            }
            Some(parts) => (args.backend.unopened(registry), recorded(parts)?),
        };
        let identity = backend.identity();
        let (corpus, selection) =
            args.selection.load(&variants, args.budget_seconds.is_some(), |needed| {
                // Known failures may be of any variant.
                let mut corpus = suite.load_of(if known.is_some() { &[] } else { needed })?;
                if args.relations || args.selection.names_relations() {
                    corpus.add_relations();
                }
                if let Some(known) = known {
                    known.validate(&identity, &corpus)?;
                }
                Ok(corpus)
            })?;
        let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let jobs = jobs.min(corpus.cases.len().max(1));
        let mut recomputed = recompute(corpus, &selection, &rulings, jobs)?;
        // Nobody expects every check of the corpus, but every check of a suite.
        if suite.read.is_some() {
            recomputed.note_too_costly(&selection);
        }
        recomputed.note_beyond_budget(&selection);
        Ok(Self {
            args,
            extent,
            selected,
            backend,
            recomputed,
            selection,
            rulings,
            identity,
            variants,
            jobs,
            suite,
        })
    }

    /// The header of the part to do, if it is not the whole run. `known` is the text of the known failures.
    ///
    /// # Errors
    /// If the results are in parts, and those are of other checks.
    pub fn part(&self, known: Option<&str>) -> Result<Option<Header>, CliError> {
        if matches!(self.extent, Extent::Whole) {
            return Ok(None);
        }
        let readings = self.recomputed.readings.iter().map(|(_, reading)| reading.clone());
        let work = Work {
            backends: vec![self.identity.clone()],
            variants: self.variants.iter().map(ToString::to_string).collect(),
            readings: readings.collect(),
            plan: plan_of(&self.selection.select(&self.recomputed.corpus), known),
        };
        if let Some(parts) = self.extent.parts() {
            parts.check_plan(&work.plan).map_err(unmergeable)?;
        }
        Ok(self.extent.header(work))
    }

    /// The backend.
    pub const fn selected(&self) -> &Selected<'t> {
        &self.selected
    }

    /// The name and version of the backend.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The rulings by which the backend is judged.
    pub const fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    /// The context of bug files about this run.
    pub fn bug_context(&self) -> RunContext {
        let suite = self.recomputed.corpus.version.as_deref();
        RunContext::new(&self.selected, self.identity.clone(), &self.rulings, suite)
    }

    /// Judges the selected cases whose ids come as lines, one after the other by one backend, and passes each result to `judged`.
    ///
    /// # Errors
    /// If a line cannot be read or names no selected case, or `judged` fails.
    pub fn judge_each(
        mut self,
        mut ids: impl BufRead,
        mut judged: impl FnMut(&CaseResult<'_>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let selected = self.selection.select(&self.recomputed.corpus);
        let cases: BTreeMap<_, _> = selected.iter().map(|item| (item.case.id.as_str(), item)).collect();
        let (mut line, mut number) = (Vec::new(), 0);
        while next_request(&mut ids, MAX_ID, &mut line)? {
            number += 1;
            let id = String::from_utf8_lossy(&line);
            let id = id.trim();
            let Some(item) = cases.get(id) else {
                return Err(CliError::Input(format!(
                    "stdin, line {number}: no case `{id}` is selected; see `vperft cases`"
                )));
            };
            judged(&check_case(self.backend.as_mut(), item))?;
        }
        Ok(())
    }

    /// Makes the selected checks, reports events to the observer, and passes the results to `then`. The first signal stops the run.
    pub fn run<T>(
        self,
        known: Option<&Expectations>,
        max_failures: Option<NonZeroUsize>,
        observer: &RunObserver<'_>,
        then: impl FnOnce(&RunOutcome<'_>) -> T,
    ) -> Result<T, CliError> {
        let Self { args, extent, selected, backend, recomputed, selection, identity, jobs, variants, .. } =
            self;
        let mut checks = selection.select(&recomputed.corpus);
        if checks.is_empty() {
            let problem = "no check of the corpus matches the arguments under these rulings";
            let left_out = recomputed.left_out.first();
            let why = left_out.map_or_else(String::new, |one| format!("; left out: {}", one.reason));
            return Err(CliError::Usage(format!("{problem}{why}")));
        }
        // A known failure may be of any variant that the backend plays.
        let played = || selection.widened([backend.variants(), variants.clone()].concat());
        let widened = known.map(|_| played().select(&recomputed.corpus)).unwrap_or_default();
        if let Some(part) = extent.part() {
            checks = checks_of(&checks, part);
        }
        let recorded = extent.parts().map(|parts| RecordedChecks::from_parts(parts, &checks));
        let recorded = recorded.transpose().map_err(unmergeable)?;
        interrupt::stop_on_signal();
        let run = Run {
            identity: &identity,
            recomputed: &recomputed,
            oracle: oracle_for(&variants),
            known,
            selected: &checks,
            widened: &widened,
            open: &|| selected.open_again(),
            jobs,
            reruns: if selected.is_program() { args.reruns } else { 0 },
            max_failures,
            deadline: args.budget_seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
            recorded: recorded.as_ref(),
            is_part: extent.part().is_some(),
            is_interrupted: &interrupt::is_stopped,
        };
        let unopened = Box::new(Unopened::new(identity.clone(), "its answers are in the parts".into()));
        if let Some(recorded) = &recorded
            && vperft_run::run(&run, unopened, &()).map_err(CliError::Backend)?.is_none()
        {
            return Err(unmergeable(recorded.missing()));
        }
        let done = vperft_run::run(&run, backend, observer).map_err(CliError::Backend)?;
        Ok(then(&done.expect("the recorded results are whole")))
    }
}

/// A backend whose answers are in parts, and the variants and rulings of the run.
type RecordedBackend = (Box<dyn Backend>, Vec<VariantId>, Rulings);

/// The backend of these parts.
fn recorded(parts: &Parts) -> Result<RecordedBackend, CliError> {
    let file = &parts.files()[0];
    let (Work { backends, variants, readings, .. }, mut rulings) = (&file.header.work, Rulings::default());
    let malformed = |problem: String| CliError::Input(format!("{}: {problem}", file.name));
    let variants = variants.iter().map(|name| name.parse::<VariantId>());
    let variants = variants.collect::<Result<_, _>>().map_err(|error| malformed(error.to_string()))?;
    for reading in readings {
        let (name, value) = reading.split_once('=').unwrap_or((reading, ""));
        rulings.set(name, value).map_err(|error| malformed(error.to_string()))?;
    }
    let identity = backends.first().cloned().unwrap_or_default();
    let backend = Box::new(Unopened::new(identity, "its answers are in the parts".into()));
    Ok((backend, variants, rulings))
}

/// Computes what is expected under these rulings.
fn recompute(
    corpus: Corpus,
    selection: &Selection,
    rulings: &Rulings,
    jobs: usize,
) -> Result<Recomputed, CliError> {
    let open = || oracle(rulings);
    let message = "computing the expected values under other rulings";
    let bar = ProgressBar::new_spinner().with_message(message);
    bar::tick(&bar, Duration::from_millis(100));
    let recomputed = check::recompute(corpus, selection, rulings, &open, jobs);
    bar.finish_and_clear();
    recomputed.map_err(CliError::Backend)
}
