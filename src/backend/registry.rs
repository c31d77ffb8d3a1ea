//! Opens backends by name.

use super::{Backend, BackendError, InProcess, Limits, Survey};
use crate::perft::{Plan, Tally, Watch};
use crate::rules::{Rules, Status};
use crate::variant::{ClauseSet, Rulings, VariantId};
use std::collections::BTreeMap;

/// How a backend is to be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The reading of every ruling.
    pub rulings: Rulings,
    /// Clauses it is to ignore.
    pub off: ClauseSet,
    /// What is put up with if it is a program.
    pub limits: Limits,
    /// What to set if it is an engine with options: their names and values.
    pub settings: Vec<(String, String)>,
}

impl Options {
    /// Whether they ask for the default reading of every ruling, with every clause.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.rulings == Rulings::default() && self.off == ClauseSet::default()
    }
}

/// Opens one instance of a backend, or says why it cannot be opened so; every worker opens its own.
type Open = fn(&Options) -> Result<Box<dyn Backend>, String>;

/// Opens a program as a backend, given its name and its arguments.
type OpenProgram = fn(&[String], &Options) -> Result<Box<dyn Backend>, String>;

/// The backends that can be opened by name, and the schemes by which a program can be: `scheme:PROGRAM ARGS`.
#[derive(Clone, Default)]
pub struct Registry {
    backends: BTreeMap<&'static str, Open>,
    schemes: BTreeMap<&'static str, OpenProgram>,
}

/// Why a backend was not opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// No backend has this name.
    #[error("unknown backend `{name}`: expected {known}")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The command line of a program cannot be read.
    #[error("the backend `{name}`: expected {scheme}:PROGRAM and its arguments, quoted as in a shell")]
    Words {
        /// What was asked for.
        name: String,
        /// Its scheme.
        scheme: String,
    },
    /// It does not do what the options ask for.
    #[error("the backend `{name}` {reason}")]
    Unsupported {
        /// Its name.
        name: String,
        /// What it does not do.
        reason: String,
    },
}

impl Registry {
    /// Adds a backend.
    pub fn add(&mut self, name: &'static str, open: Open) {
        self.backends.insert(name, open);
    }

    /// Adds a scheme, without its colon.
    pub fn add_scheme(&mut self, scheme: &'static str, open: OpenProgram) {
        self.schemes.insert(scheme, open);
    }

    /// The backends there are, in the order of their names: the identity and the variants of each.
    #[must_use]
    pub fn built_in(&self) -> Vec<(String, Vec<VariantId>)> {
        // All of them follow the default options; there is nothing to be said of one that does not.
        let opened = self.backends.values().filter_map(|open| open(&Options::default()).ok());
        opened.map(|backend| (backend.identity(), backend.variants())).collect()
    }

    /// Opens a backend.
    ///
    /// # Errors
    /// If there is none of this name, or it does not do what the options ask for.
    pub fn open(&self, name: &str, options: &Options) -> Result<Box<dyn Backend>, OpenError> {
        let unsupported = |reason| OpenError::Unsupported { name: name.to_owned(), reason };
        if let Some(open) = self.backends.get(name) {
            return open(options).map_err(unsupported);
        }
        if let Some((scheme, _)) = name.split_once(':')
            && let Some(open) = self.schemes.get(scheme)
        {
            return open(&words(name, scheme)?, options).map_err(unsupported);
        }
        let mut known: Vec<_> = self.backends.keys().map(|name| (*name).to_owned()).collect();
        known.extend(self.schemes.keys().map(|scheme| format!("{scheme}:PROGRAM")));
        Err(OpenError::Unknown { name: name.to_owned(), known: known.join(", ") })
    }
}

/// The program and its arguments in the name of a backend of this scheme, `scheme:PROGRAM ARGS`.
///
/// # Errors
/// If it is none of the scheme, or the rest cannot be read or holds no word.
pub fn words(name: &str, scheme: &str) -> Result<Vec<String>, OpenError> {
    let command = name.strip_prefix(scheme).and_then(|rest| rest.strip_prefix(':'));
    let words = command.and_then(shlex::split).filter(|words| !words.is_empty());
    words.ok_or_else(|| OpenError::Words { name: name.to_owned(), scheme: scheme.to_owned() })
}

/// A backend that is opened when it is first asked, so that a question about one variant does not wait for the
/// tables of all.
struct Later {
    open: Box<dyn Fn() -> Box<dyn Backend>>,
    backend: Option<Box<dyn Backend>>,
}

/// Several backends, each for one variant, behind one name.
pub struct Dispatch {
    identity: String,
    backends: BTreeMap<VariantId, Later>,
}

impl Dispatch {
    /// A backend of this name and version, without any variant as yet.
    #[must_use]
    pub const fn new(identity: String) -> Self {
        Self { identity, backends: BTreeMap::new() }
    }

    /// The same backend, which has these rules answer for their variant.
    #[must_use]
    pub fn with<R: Rules + 'static>(mut self, variant: VariantId, rules: impl Fn() -> R + 'static) -> Self {
        let identity = self.identity.clone();
        let open = move || -> Box<dyn Backend> { Box::new(InProcess::new(identity.clone(), rules())) };
        self.backends.insert(variant, Later { open: Box::new(open), backend: None });
        self
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn Backend, BackendError> {
        match self.backends.get_mut(&variant) {
            Some(Later { open, backend }) => Ok(backend.get_or_insert_with(open).as_mut()),
            None => Err(BackendError::Unsupported(format!("no rules of {variant}"))),
        }
    }
}

impl Backend for Dispatch {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        self.backends.keys().copied().collect()
    }

    fn read(&mut self, variant: VariantId, vfen: &str) -> Result<String, BackendError> {
        self.of(variant)?.read(variant, vfen)
    }

    fn moves(&mut self, variant: VariantId, vfen: &str) -> Result<Vec<String>, BackendError> {
        self.of(variant)?.moves(variant, vfen)
    }

    fn perft(&mut self, variant: VariantId, vfen: &str, depth: u32) -> Result<u128, BackendError> {
        self.of(variant)?.perft(variant, vfen, depth)
    }

    fn perft_within(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
        most: u128,
    ) -> Result<Option<u128>, BackendError> {
        self.of(variant)?.perft_within(variant, vfen, depth, most)
    }

    fn divide(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
    ) -> Result<Vec<(String, u128)>, BackendError> {
        self.of(variant)?.divide(variant, vfen, depth)
    }

    fn count(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
        plan: &Plan,
        watch: &dyn Watch,
    ) -> Result<Tally<String>, BackendError> {
        self.of(variant)?.count(variant, vfen, depth, plan, watch)
    }

    fn after(&mut self, variant: VariantId, vfen: &str, line: &[String]) -> Result<String, BackendError> {
        self.of(variant)?.after(variant, vfen, line)
    }

    fn status(&mut self, variant: VariantId, vfen: &str, line: &[String]) -> Result<Status, BackendError> {
        self.of(variant)?.status(variant, vfen, line)
    }

    fn survey(&mut self, variant: VariantId, vfen: &str) -> Result<Survey, BackendError> {
        self.of(variant)?.survey(variant, vfen)
    }
}
