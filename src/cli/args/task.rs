//! A run about to be made, as several commands make it.

use super::corpus::CorpusArgs;
use super::selection::SelectionArgs;
use super::value::number;
use crate::backend::{Backend, Options, Registry};
use crate::cli::args::backend::{BackendArgs, ORACLE, oracle};
use crate::cli::exit::CliError;
use crate::cli::output::bug::OfRun;
use crate::cli::{interrupt, output};
use crate::corpus::check;
use crate::corpus::check::{Recomputed, Selection};
use crate::corpus::run::expect::Expectations;
use crate::corpus::run::{Run, RunObserver, RunOutcome};
use crate::corpus::suite::Corpus;
use crate::game::variant::{Rulings, VariantId};
use crate::support::sanitise::is_printable;
use indicatif::ProgressBar;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// What to check, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct TaskArgs {
    /// The variants; all the backend has if none is given
    #[arg(value_parser = super::variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// Also check in every case that answers of the backend fit together, which needs no expected value: relation:route,
    /// relation:keys and so on, as docs/relations.md says; naming them with --check is enough
    #[arg(long)]
    relations: bool,
    /// How many cases to check at a time; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>(1, usize::MAX as u64))]
    jobs: Option<NonZeroUsize>,
    /// The known failures of the backend, a TOML file: new failures and those that no longer occur are wrong, the
    /// others are counted
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// How many of the checks that fail to rerun, each with a program that is started for it: if another verdict comes of
    /// it, the program is flaky. Backends that are no programs are not rerun
    #[arg(long, alias = "recheck", value_name = "N", default_value_t = 20, value_parser = number::<usize>(0, usize::MAX as u64))]
    reruns: usize,
    #[command(flatten)]
    corpus: CorpusArgs,
}

impl TaskArgs {
    /// The file of known failures.
    pub fn expect(&self) -> Option<&Path> {
        self.expect.as_deref()
    }

    /// The name of the backend.
    pub fn backend(&self) -> &str {
        self.backend.name()
    }

    /// Which backend it is, and how it is set up.
    pub const fn backend_args(&self) -> &BackendArgs {
        &self.backend
    }

    /// Which corpus it is checked against.
    pub const fn corpus_args(&self) -> &CorpusArgs {
        &self.corpus
    }

    /// The command that replays one check.
    pub fn replay(&self, variant: VariantId, id: &str, check: &str) -> String {
        let variant = variant.name();
        let mut words: Vec<String> =
            ["vperft", "run", variant, "--filter", &fitting(id), "--check", &fitting(check)]
                .map(String::from)
                .into();
        words.extend(self.backend.words(variant));
        words.extend(self.corpus.words());
        output::command(&words)
    }
}

/// A pattern that a text fits: what could not be printed as it is may be any character.
fn fitting(text: &str) -> String {
    text.chars().map(|c| if is_printable(c) { c } else { '?' }).collect()
}

/// A run about to be made.
pub(crate) struct Task<'t> {
    args: &'t TaskArgs,
    registry: &'t Registry,
    /// The backend of the first worker.
    backend: Box<dyn Backend>,
    recomputed: Recomputed,
    selection: Selection,
    options: Options,
    /// The readings that the backend is judged by.
    rulings: Rulings,
    identity: String,
    jobs: usize,
}

impl<'t> Task<'t> {
    /// Opens the backend and reads the corpus. What is known of the backend must be about it and about the corpus.
    pub fn new(
        args: &'t TaskArgs,
        registry: &'t Registry,
        known: Option<&Expectations>,
    ) -> Result<Self, CliError> {
        // Whether it can be opened is known before the corpus is read.
        let (backend, options, variants) = args.backend.open_for(registry, &args.variants)?;
        let (identity, rulings) = (backend.identity(), args.backend.readings(backend.as_ref(), &options)?);
        let (corpus, selection) = args.selection.load(&variants, |needed| {
            // What is known of a backend may be of any variant.
            let mut corpus = args.corpus.load_of(if known.is_some() { &[] } else { needed })?;
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
        let recomputed = recompute(corpus, &selection, &rulings, jobs)?;
        Ok(Self { args, registry, backend, recomputed, selection, options, rulings, identity, jobs })
    }

    /// The name and version of the backend.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// What bug files about this run have around them.
    pub fn surroundings(&self) -> OfRun {
        OfRun {
            rulings: self.rulings.clone(),
            suite: self.recomputed.corpus.version.clone(),
            b: self.args.backend.opened(self.identity.clone()),
            record: self.args.backend.program().record().map(|path| path.display().to_string()),
        }
    }

    /// Makes the selected checks, tells the observer of them, and passes on what came of them. The first request to end
    /// interrupts it.
    pub fn run<T>(
        self,
        known: Option<&Expectations>,
        max_failures: Option<NonZeroUsize>,
        observer: &RunObserver<'_>,
        then: impl FnOnce(&RunOutcome<'_>) -> T,
    ) -> Result<T, CliError> {
        let Self { args, registry, backend, recomputed, selection, options, identity, jobs, .. } = self;
        let selected = selection.of(&recomputed.corpus);
        if selected.is_empty() {
            let problem = "no check of the corpus fits the arguments and means something under the readings";
            return Err(CliError::Usage(problem.into()));
        }
        interrupt::stop_run();
        let run = Run {
            identity: &identity,
            recomputed: &recomputed,
            oracle: ORACLE,
            known,
            selected: &selected,
            open: &|| args.backend.open_again(registry, &options),
            jobs,
            reruns: if args.backend.is_program() { args.reruns } else { 0 },
            max_failures,
            is_interrupted: &interrupt::is_stopped,
        };
        let done = crate::corpus::run::run(&run, backend, observer).map_err(CliError::Backend)?;
        Ok(then(&done))
    }
}

/// The corpus under these readings.
fn recompute(
    corpus: Corpus,
    selection: &Selection,
    rulings: &Rulings,
    jobs: usize,
) -> Result<Recomputed, CliError> {
    let open = || oracle(rulings);
    let message = "working out what is expected under other readings";
    let bar = ProgressBar::new_spinner().with_message(message);
    output::tick(&bar, Duration::from_millis(100));
    let recomputed = check::recompute(corpus, selection, rulings, &open, jobs);
    bar.finish_and_clear();
    recomputed.map_err(CliError::Backend)
}
