//! Arguments that several commands share.

use super::name;
use super::value::{clause, number};
use crate::backend::{Backend, BackendError, Limits, OpenError, Options, Registry, Unopened, VariantBackend};
use crate::cli::exit::CliError;
use crate::cli::output::{bug, record};
use crate::cli::{interrupt, output};
use crate::game::variant::{Clause, ClauseSet, ModifiedRulebook, Ruling, Rulings, Variant, VariantId};
use crate::lab::bug::Opened;
use crate::support::suggest::did_you_mean;
use clap::Args;
use clap::builder::ArgPredicate;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The backend that is asked if none is named: the one that counts fastest.
pub(crate) const DEFAULT: &str = "fast";

/// Where something else is asked than the rules as they are: the backend that knows all of it.
const OTHER_RULES: [(&str, ArgPredicate, Option<&str>); 2] =
    [("rulings", ArgPredicate::IsPresent, Some(ORACLE)), ("without", ArgPredicate::IsPresent, Some(ORACLE))];

/// Which backend to ask, and how it is to read the rules.
#[derive(Debug, Args)]
pub(crate) struct BackendArgs {
    /// The backend to ask, the implementation of the rules: a built-in one by name, or a program that speaks the
    /// protocol of docs/protocol.md, such as 'cmd:python3 my_backend.py'
    #[arg(long, default_value = DEFAULT, default_value_ifs = OTHER_RULES, value_name = "NAME")]
    backend: String,
    /// Take another reading of a ruling, such as archer-slide=move-only; `vperft variants` lists them
    /// (repeatable)
    #[arg(long = "ruling", value_name = "NAME=VALUE")]
    rulings: Vec<String>,
    /// Switch a clause of the rules off, such as RYU-EP, to see what depends on it (repeatable)
    #[arg(long = "without", value_name = "CLAUSE", value_parser = clause)]
    without: Vec<Clause>,
    #[command(flatten)]
    program: ProgramArgs,
}

/// How a backend that is a program is set up, and what is put up with from it.
#[derive(Clone, Debug, Args)]
pub(crate) struct ProgramArgs {
    /// Set an option of a UCI engine, such as VariantPath=variants.ini (repeatable)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,
    /// Write what every backend is asked and what it answers to this file, which 'replay:FILE' answers from as a backend
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// An option of an engine and its value.
fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    // An engine is told them on a line.
    if name.trim().is_empty() || text.contains(char::is_control) {
        return Err("expected NAME=VALUE on one line, the name not empty".into());
    }
    Ok((name.trim().to_owned(), value.to_owned()))
}

/// What is put up with from a backend that is a program.
#[derive(Clone, Debug, Args)]
pub(crate) struct LimitArgs {
    /// How many seconds a program may take to start, and for every answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    timeout: Duration,
    /// The longest line a program may print, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_line, value_parser = number::<usize>(1, usize::MAX as u64))]
    max_line: usize,
    /// How often a program is started again after it crashed, hung or broke the protocol
    #[arg(long, value_name = "N", default_value_t = Limits::default().restarts, value_parser = number::<u32>(0, u32::MAX.into()))]
    restarts: u32,
}

impl LimitArgs {
    /// The limits.
    pub fn limits(&self) -> Limits {
        let (timeout, max_line, restarts) = (self.timeout, self.max_line, self.restarts);
        Limits { timeout, max_line, restarts, ..Limits::default() }
    }

    /// These arguments as words of a command line, those that differ from the defaults.
    pub fn words(&self) -> Vec<String> {
        let default = Limits::default();
        let mut words = Vec::new();
        if self.timeout != default.timeout {
            words.extend(["--timeout".to_owned(), self.timeout.as_secs_f64().to_string()]);
        }
        if self.max_line != default.max_line {
            words.extend(["--max-line".to_owned(), self.max_line.to_string()]);
        }
        if self.restarts != default.restarts {
            words.extend(["--restarts".to_owned(), self.restarts.to_string()]);
        }
        words
    }
}

impl ProgramArgs {
    /// These options with what is asked for here, of backends of these names.
    pub fn options(&self, options: Options, backends: &[&str]) -> Result<Options, CliError> {
        if !self.settings.is_empty() && !backends.iter().any(|name| name.starts_with("uci:")) {
            let backends = backends.join("` and `");
            return Err(CliError::Usage(format!(
                "--option is for engines, uci:PROGRAM, not for `{backends}`"
            )));
        }
        let record = self.record.as_ref().map(|path| record::begin(path, backends)).transpose()?;
        Ok(Options { limits: self.limits.limits(), settings: self.settings.clone(), record, ..options })
    }

    /// The options that are set of an engine.
    pub fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    /// The file that the record is written to.
    pub fn record(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// These arguments as words of a command line, those that differ from the defaults.
    pub fn words(&self) -> Vec<String> {
        let settings = self.settings.iter().map(|(name, value)| format!("{name}={value}"));
        let words = settings.flat_map(|setting| ["--option".to_owned(), setting]);
        words.chain(self.limits.words()).collect()
    }
}

/// A time span in seconds, longer than none.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|span| !span.is_zero()).ok_or_else(|| "expected a number of seconds above 0".into())
}

impl BackendArgs {
    /// Checks the arguments against the variants they are for.
    pub fn options(&self, variants: &[VariantId]) -> Result<Options, CliError> {
        self.options_beside(variants, None)
    }

    /// The same where another backend is asked as well, which the program's options may be for.
    pub fn options_beside(&self, variants: &[VariantId], other: Option<&str>) -> Result<Options, CliError> {
        let names: Vec<_> = std::iter::once(self.backend.as_str()).chain(other).collect();
        self.program.options(options(&self.rulings, &self.without, variants)?, &names)
    }

    /// Opens the backend once, and says where it contradicts what is asked of it.
    pub fn open(&self, registry: &Registry, options: &Options) -> Result<Box<dyn Backend>, CliError> {
        let backend = open(registry, &self.backend, options)?;
        tell_contradictions(backend.as_ref(), &self.rulings);
        Ok(backend)
    }

    /// Opens the backend for these variants, or for all that it has if there are none. Returns it with its options and the
    /// variants.
    #[allow(clippy::type_complexity, reason = "three things that are found out together")]
    pub fn open_for(
        &self,
        registry: &Registry,
        variants: &[VariantId],
    ) -> Result<(Box<dyn Backend>, Options, Vec<VariantId>), CliError> {
        let asked = if variants.is_empty() { VariantId::all() } else { variants.to_vec() };
        let options = self.options(&asked)?;
        let mut backend = self.open(registry, &options)?;
        let variants = known(variants, backend.as_mut())?;
        Ok((backend, options, variants))
    }

    /// Opens the backend once more. If that fails, so does every question to it.
    pub fn open_again(&self, registry: &Registry, options: &Options) -> Box<dyn Backend> {
        open_again(registry, &self.backend, options)
    }

    /// The name of the backend.
    pub fn name(&self) -> &str {
        &self.backend
    }

    /// The backend of this identity as it was opened.
    pub fn opened(&self, identity: String) -> Opened {
        bug::opened(Some(&self.backend), identity, &self.without, &self.program)
    }

    /// How it is set up if it is a program.
    pub const fn program(&self) -> &ProgramArgs {
        &self.program
    }

    /// Whether it is a program, named by its scheme and command line.
    pub fn is_program(&self) -> bool {
        is_program(&self.backend)
    }

    /// These arguments as words of a command line about one variant, those that differ from the defaults.
    pub fn words(&self, variant: &str) -> Vec<String> {
        self.words_under(&self.rulings, variant)
    }

    /// The same words with these readings, each `NAME=VALUE`, for those that were asked for.
    pub fn words_under(&self, rulings: &[String], variant: &str) -> Vec<String> {
        let mut rules = ruling_words(rulings, variant);
        rules.extend(clause_words("--without", &self.without, variant));
        let mut words = Vec::new();
        if self.backend != if rules.is_empty() { DEFAULT } else { ORACLE } {
            words.extend(["--backend".to_owned(), self.backend.clone()]);
        }
        words.extend(rules);
        words.extend(self.program.words());
        words
    }

    /// What says how it is to read the rules, as words of a command line.
    pub fn rules_words(&self) -> Vec<String> {
        let rulings = self.rulings.iter().flat_map(|text| ["--ruling".to_owned(), text.clone()]);
        let without = self.without.iter().flat_map(|clause| ["--without".to_owned(), clause.id().to_owned()]);
        rulings.chain(without).collect()
    }

    /// The readings the backend is to be judged by: those that are asked for, then those it declares, then the default ones.
    pub fn readings(&self, backend: &dyn Backend, options: &Options) -> Result<Rulings, CliError> {
        let Some(mut rulings) = backend.declared() else { return Ok(options.rulings.clone()) };
        for (name, value) in pairs(&self.rulings) {
            rulings.set(name, value)?;
        }
        Ok(rulings)
    }

    /// The reading of a ruling that is asked for.
    pub fn asked_reading(&self, ruling: &str) -> Option<&str> {
        pairs(&self.rulings).filter(|(name, _)| *name == ruling).map(|(_, value)| value).last()
    }
}

/// Whether a backend of this name is a program.
pub(crate) fn is_program(name: &str) -> bool {
    name.contains(':')
}

/// The names and the values of rulings.
fn pairs(rulings: &[String]) -> impl Iterator<Item = (&str, &str)> {
    rulings.iter().filter_map(|text| text.split_once('='))
}

/// Opens a backend once.
///
/// A program cannot be told which reading to take. What is asked for is what its answers are judged by, and nothing it is
/// refused for: whoever asks knows better than a program that declares nothing, or something else, and one that follows
/// another reading all the same fails its checks.
pub(crate) fn open(registry: &Registry, name: &str, options: &Options) -> Result<Box<dyn Backend>, CliError> {
    open_as(registry, &name::located(name, true).unwrap_or_else(|| name.to_owned()), options)
}

fn open_as(registry: &Registry, name: &str, options: &Options) -> Result<Box<dyn Backend>, CliError> {
    let opened = if is_program(name) {
        interrupt::handle();
        registry.open(name, &Options { rulings: Rulings::default(), ..options.clone() })
    } else {
        registry.open(name, options)
    };
    opened.map_err(|error| match error {
        OpenError::Unknown { .. } => CliError::Usage(format!("{error}{}", name::meant(name, registry))),
        error => error.into(),
    })
}

/// What a backend says of a variant. Where it has no rules of it, the error says who has.
pub(crate) fn view(
    backend: &mut dyn Backend,
    variant: VariantId,
) -> Result<&mut dyn VariantBackend, BackendError> {
    if backend.variants().contains(&variant) {
        return backend.of(variant);
    }
    backend.of(variant).map_err(|error| match error {
        BackendError::Unsupported(reason) => BackendError::Unsupported(reason + &name::elsewhere(variant)),
        error => error,
    })
}

/// Says on stderr which readings a backend declares that are not those asked for, so that whoever reads the results knows
/// which of the two they rest on.
pub(crate) fn tell_contradictions(backend: &dyn Backend, asked: &[String]) {
    let Some(declared) = backend.declared() else { return };
    for (name, value) in pairs(asked) {
        if let Some(own) = declared.get(name).filter(|own| *own != value) {
            let identity = output::plain(backend.identity());
            output::note(format_args!(
                "{identity} declares {name}={own}; it is taken to follow {value}, as asked"
            ));
        }
    }
}

/// Opens a backend once more. If that fails, so does every question to it.
pub(crate) fn open_again(registry: &Registry, name: &str, options: &Options) -> Box<dyn Backend> {
    let located = name::located(name, false);
    open_as(registry, located.as_deref().unwrap_or(name), options)
        .unwrap_or_else(|error| Box::new(Unopened::new(name.to_owned(), error.to_string())))
}

/// The variants to ask about: those that are asked for, of which the backend must have rules; all it has if none is.
fn known(asked: &[VariantId], backend: &mut dyn Backend) -> Result<Vec<VariantId>, CliError> {
    let known = backend.variants();
    if asked.is_empty() {
        return Ok(known);
    }
    match asked.iter().find(|variant| !known.contains(variant)) {
        None => Ok(asked.to_vec()),
        // It says itself why, once instead of for every check.
        Some(&variant) => {
            let start = &Variant::get(variant).starts[0].vfen;
            let why = view(backend, variant).and_then(|view| view.read(start)).err();
            let none = || BackendError::Unsupported(format!("{variant} is none of its variants"));
            Err(CliError::Backend(why.unwrap_or_else(none)))
        }
    }
}

/// The options of a backend: readings as `NAME=VALUE` and clauses to switch off, checked against the variants
/// they are for.
pub(crate) fn options(
    rulings: &[String],
    without: &[Clause],
    variants: &[VariantId],
) -> Result<Options, CliError> {
    let mut options = Options { off: without.iter().copied().collect(), ..Options::default() };
    for text in rulings {
        let Some((name, value)) = text.split_once('=') else {
            return Err(CliError::Usage(format!("ruling `{text}`: expected NAME=VALUE")));
        };
        let set = options.rulings.set(name, value);
        set.map_err(|error| CliError::Usage(format!("{error}{}", meant_ruling(name, value))))?;
        check_owner(&format!("ruling `{name}`"), ruling_owner(text), variants)?;
    }
    for clause in without {
        check_owner(&format!("clause `{}`", clause.id()), clause.variant(), variants)?;
    }
    Ok(options)
}

/// Which ruling may have been meant by a name that none has, or which of its readings.
fn meant_ruling(name: &str, value: &str) -> String {
    match Ruling::named(name) {
        Some(ruling) => did_you_mean(value, ruling.readings.iter().copied()),
        None => did_you_mean(name, Ruling::all().into_iter().map(|ruling| ruling.name)),
    }
}

/// The readings that concern a variant as words of a command line.
pub(crate) fn ruling_words(rulings: &[String], variant: &str) -> Vec<String> {
    let concerns = |text: &&String| ruling_owner(text).is_none_or(|owner| owner.name() == variant);
    rulings.iter().filter(concerns).flat_map(|text| ["--ruling".to_owned(), text.clone()]).collect()
}

/// The clauses that concern a variant as words of a command line, each behind a flag.
pub(crate) fn clause_words(flag: &str, clauses: &[Clause], variant: &str) -> Vec<String> {
    let concerns = |clause: &&Clause| clause.variant().is_none_or(|owner| owner.name() == variant);
    let words = clauses.iter().filter(concerns);
    words.flat_map(|clause| [flag.to_owned(), clause.id().to_owned()]).collect()
}

/// The variant whose ruling `NAME=VALUE` is about.
fn ruling_owner(text: &str) -> Option<VariantId> {
    let (name, _) = text.split_once('=')?;
    Ruling::named(name).map(|ruling| ruling.variant)
}

/// A ruling or clause of a variant that is not asked about would silently do nothing.
fn check_owner(what: &str, owner: Option<VariantId>, variants: &[VariantId]) -> Result<(), CliError> {
    match owner {
        Some(owner) if !variants.contains(&owner) => Err(CliError::Usage(format!("{what} is of {owner}"))),
        _ => Ok(()),
    }
}

/// The backends that are part of this program, and the schemes of those that are programs themselves.
pub(crate) fn built_in() -> Registry {
    let mut registry = Registry::default();
    crate::generators::reference::register(&mut registry);
    crate::generators::fast::register(&mut registry);
    crate::backend::programs::json_lines::register(&mut registry);
    crate::backend::programs::uci::register(&mut registry);
    crate::backend::programs::script::register(&mut registry);
    crate::backend::record::replay::register(&mut registry);
    registry
}

/// Starts the threads that measuring and identifying share their work among.
pub(crate) fn start_threads() -> Result<(), CliError> {
    // Only the first call builds the pool; a second one reports that it exists, which is no error here.
    static STARTED: OnceLock<Result<(), String>> = OnceLock::new();
    let build = || rayon::ThreadPoolBuilder::new().build_global().map_err(|error| error.to_string());
    let unavailable = |error| {
        CliError::Backend(BackendError::NotAsked(format!("cannot start the worker threads: {error}")))
    };
    STARTED.get_or_init(build).clone().map_err(unavailable)
}

/// The name of the backend that knows every reading of every ruling.
pub(crate) const ORACLE: &str = "reference";

/// The backend that says what holds under any readings.
pub(crate) fn oracle(rulings: &Rulings) -> Box<dyn Backend> {
    Box::new(crate::generators::reference::all(&ModifiedRulebook::new(rulings.clone(), ClauseSet::default())))
}

/// The rules under these readings without some clauses, by the backend that can do without any.
pub(crate) fn without(registry: &Registry, rulings: &Rulings, off: ClauseSet) -> Option<Box<dyn Backend>> {
    registry.open(ORACLE, &Options { rulings: rulings.clone(), off, ..Options::default() }).ok()
}

/// The longest sequences to count, in plies, as in the corpus. Counting takes stack for every ply; without a
/// limit a mistyped depth would end in a stack overflow instead of an error.
pub(crate) const LONGEST: u64 = 99;

/// How to print an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// One JSON document
    Json,
}
