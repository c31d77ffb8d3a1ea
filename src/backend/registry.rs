//! Opens backends by name.

use super::record::{Recorder, Recording};
use super::{Backend, BackendError, Dispatch, GeneratorBackend, InProcess, Limits, VariantBackend};
use crate::game::rules::{MoveGenerator, Rules};
use crate::game::variant::{ClauseSet, Rulings, VariantId};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::error::Error;
use std::sync::Arc;

/// How a backend is to be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The reading of every ruling.
    pub rulings: Rulings,
    /// The clauses that are switched off.
    pub off: ClauseSet,
    /// The limits of a program.
    pub limits: Limits,
    /// The names and values of the engine options to set, and under `perft-command` the command that counts, if it is named.
    pub settings: Vec<(String, String)>,
    /// Where to record the questions and answers.
    pub record: Option<Recorder>,
}

impl Options {
    /// Whether all rulings have their default reading and no clause is switched off.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.rulings == Rulings::default() && self.off == ClauseSet::default()
    }
}

/// Opens an instance of a backend, or returns why the options do not fit. Every worker opens its own.
type Open = Arc<dyn Fn(&Options) -> Result<Box<dyn Backend>, String> + Send + Sync>;

/// Opens a backend by its whole name, `scheme:OPERAND`.
type OpenScheme = Arc<dyn Fn(&str, &Options) -> Result<Box<dyn Backend>, OpenError> + Send + Sync>;

/// A scheme of names for external backends.
#[derive(Clone)]
struct Scheme {
    /// The name of the text after the colon.
    operand: &'static str,
    open: OpenScheme,
}

/// Makes the backend of one variant, given its identity.
type Make = Arc<dyn Fn(&str) -> Box<dyn VariantBackend> + Send + Sync>;

/// The meaning of a name.
#[derive(Clone)]
enum Named {
    /// A backend with variants of its own.
    Backend(Open),
    /// Rules added separately for each variant.
    Rules(BTreeMap<VariantId, Make>),
}

/// The backends by name, and the schemes of external backends: `scheme:PROGRAM ARGS`.
#[derive(Clone, Default)]
pub struct Registry {
    backends: BTreeMap<String, Named>,
    schemes: BTreeMap<&'static str, Scheme>,
}

/// Why a backend was not added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AddError {
    /// The name has characters that are not allowed.
    #[error("the backend `{name}`: expected a name of letters, digits, `-`, `_` and `.`")]
    Name {
        /// The name.
        name: String,
    },
    /// Another backend has this name.
    #[error("the backend `{name}`: there is already a backend of this name")]
    Taken {
        /// The name.
        name: String,
    },
    /// The backend already has rules of this variant.
    #[error("the backend `{name}` already has rules of {variant}")]
    Variant {
        /// Its name.
        name: String,
        /// The variant.
        variant: VariantId,
    },
}

/// Why a backend was not opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// No backend has this name.
    #[error("unknown backend `{name}`: expected {known}")]
    Unknown {
        /// The requested name.
        name: String,
        /// The known names.
        known: String,
    },
    /// The words after the scheme are malformed.
    #[error("the backend `{name}`: expected {expected} and its arguments, quoted as in a shell")]
    Words {
        /// The requested name.
        name: String,
        /// The expected form, such as `cmd:PROGRAM`.
        expected: String,
    },
    /// The backend does not support the options.
    #[error("the backend `{name}` {reason}")]
    Unsupported {
        /// Its name.
        name: String,
        /// What the backend does not support.
        reason: String,
    },
}

impl Registry {
    /// Adds rules under a name. Rules of several variants under one name form one backend.
    ///
    /// `make` is called once at registration, to find out the variant, and again for every opened backend at its first question.
    /// Expensive tables belong in a `LazyLock`. The rules follow the readings they are written for; options cannot select others.
    ///
    /// # Errors
    /// If the name is invalid or taken, or the backend already has rules of the variant.
    pub fn add<R: Rules + 'static>(
        &mut self,
        name: &str,
        make: impl Fn() -> R + Send + Sync + 'static,
    ) -> Result<(), AddError> {
        let variant = make().variant();
        self.add_rules(name, variant, move |identity| Box::new(InProcess::new(identity.to_owned(), make())))
    }

    /// Adds a move generator under a name, like [`add`](Registry::add).
    ///
    /// # Errors
    /// If the name is invalid or taken, or the backend already has rules of the variant.
    pub fn add_generator<G: MoveGenerator + 'static>(
        &mut self,
        name: &str,
        make: impl Fn() -> G + Send + Sync + 'static,
    ) -> Result<(), AddError> {
        let variant = make().variant();
        self.add_rules(name, variant, move |identity| Box::new(GeneratorBackend::new(identity, make())))
    }

    fn add_rules(
        &mut self,
        name: &str,
        variant: VariantId,
        make: impl Fn(&str) -> Box<dyn VariantBackend> + Send + Sync + 'static,
    ) -> Result<(), AddError> {
        let taken = || AddError::Taken { name: name.to_owned() };
        check_name(name)?;
        let entry = self.backends.entry(name.to_owned());
        let Named::Rules(rules) = entry.or_insert_with(|| Named::Rules(BTreeMap::new())) else {
            return Err(taken());
        };
        match rules.insert(variant, Arc::new(make)) {
            None => Ok(()),
            Some(_) => Err(AddError::Variant { name: name.to_owned(), variant }),
        }
    }

    /// Adds a backend that is opened with options. `open` returns the reason if it does not support them.
    ///
    /// # Errors
    /// If the name is invalid or taken.
    pub fn add_backend(
        &mut self,
        name: &str,
        open: impl Fn(&Options) -> Result<Box<dyn Backend>, Box<dyn Error + Send + Sync>> + Send + Sync + 'static,
    ) -> Result<(), AddError> {
        check_name(name)?;
        match self.backends.entry(name.to_owned()) {
            Entry::Occupied(_) => Err(AddError::Taken { name: name.to_owned() }),
            Entry::Vacant(entry) => {
                let open = move |options: &Options| open(options).map_err(|error| error.to_string());
                entry.insert(Named::Backend(Arc::new(open)));
                Ok(())
            }
        }
    }

    /// Adds a backend that is part of the library.
    #[doc(hidden)]
    pub fn add_built_in(
        &mut self,
        name: &str,
        open: impl Fn(&Options) -> Result<Box<dyn Backend>, String> + Send + Sync + 'static,
    ) {
        self.backends.insert(name.to_owned(), Named::Backend(Arc::new(open)));
    }

    /// Adds a scheme, without its colon. `operand` names the text after the colon.
    #[doc(hidden)]
    pub fn add_scheme(
        &mut self,
        scheme: &'static str,
        operand: &'static str,
        open: impl Fn(&str, &Options) -> Result<Box<dyn Backend>, OpenError> + Send + Sync + 'static,
    ) {
        self.schemes.insert(scheme, Scheme { operand, open: Arc::new(open) });
    }

    /// The names of the backends, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.backends.keys().map(String::as_str)
    }

    /// The schemes, without their colons.
    pub fn schemes(&self) -> impl Iterator<Item = &str> {
        self.schemes.keys().copied()
    }

    /// The name of the text after the colon of a scheme, such as `PROGRAM`.
    #[doc(hidden)]
    pub fn operand(&self, scheme: &str) -> Option<&'static str> {
        self.schemes.get(scheme).map(|scheme| scheme.operand)
    }

    /// The identities and variants of all backends, sorted by name.
    #[must_use]
    pub fn identities(&self) -> Vec<(String, Vec<VariantId>)> {
        // Every backend supports the default options.
        let opened = self.backends.keys().filter_map(|name| self.open(name, &Options::default()).ok());
        opened.map(|backend| (backend.identity(), backend.variants())).collect()
    }

    /// Opens a backend.
    ///
    /// # Errors
    /// If no backend has this name, or it does not support the options.
    pub fn open(&self, name: &str, options: &Options) -> Result<Box<dyn Backend>, OpenError> {
        let backend = self.open_unrecorded(name, options)?;
        Ok(match &options.record {
            Some(recorder) => Box::new(Recording::new(backend, name, options, recorder.clone())),
            None => backend,
        })
    }

    /// An external backend that says it has a name of the registry, such as `fast`, has the scheme in front of it: `cmd-fast`. Its
    /// answers must not pass for those of the backend with this name, wherever the two are compared, added up or confirm each other.
    fn with_own_name(&self, scheme: &str, backend: Box<dyn Backend>) -> Box<dyn Backend> {
        let identity = backend.identity();
        if !self.backends.contains_key(identity.split('@').next().unwrap_or_default()) {
            return backend;
        }
        Box::new(Renamed { backend, identity: format!("{scheme}-{identity}") })
    }

    /// Whether a backend of this name follows the readings in its options. Opening it fails if it cannot.
    #[doc(hidden)]
    pub fn follows_readings(&self, name: &str) -> bool {
        matches!(self.backends.get(name), Some(Named::Backend(_)))
    }

    fn open_unrecorded(&self, name: &str, options: &Options) -> Result<Box<dyn Backend>, OpenError> {
        let unsupported = |reason| OpenError::Unsupported { name: name.to_owned(), reason };
        match self.backends.get(name) {
            Some(Named::Backend(open)) => return open(options).map_err(unsupported),
            Some(Named::Rules(rules)) => return dispatch(name, rules, options).map_err(unsupported),
            None => {}
        }
        if let Some((scheme, _)) = name.split_once(':')
            && let Some(opener) = self.schemes.get(scheme)
        {
            return Ok(self.with_own_name(scheme, (opener.open)(name, options)?));
        }
        let mut known: Vec<_> = self.backends.keys().cloned().collect();
        known.extend(self.schemes.iter().map(|(name, scheme)| format!("{name}:{}", scheme.operand)));
        Err(OpenError::Unknown { name: name.to_owned(), known: known.join(", ") })
    }
}

/// The name in an identity, without the version, and without the scheme of a program or record that calls itself as a built-in backend: it
/// may be that one, and is no other source.
#[must_use]
pub fn source_name(identity: &str) -> &str {
    let name = identity.split('@').next().unwrap_or_default();
    ["cmd-", "replay-"].into_iter().find_map(|scheme| name.strip_prefix(scheme)).unwrap_or(name)
}

/// A backend under another identity than it gives itself.
struct Renamed {
    backend: Box<dyn Backend>,
    identity: String,
}

impl Backend for Renamed {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        self.backend.variants()
    }

    fn declared(&self) -> Option<Rulings> {
        self.backend.declared()
    }

    fn translated(&self) -> Option<String> {
        self.backend.translated()
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        self.backend.of(variant)
    }
}

/// Checks that a name has no characters that mark a scheme, an argument or a version.
fn check_name(name: &str) -> Result<(), AddError> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(AddError::Name { name: name.to_owned() });
    }
    Ok(())
}

/// Opens the backend of added rules. Options cannot select other readings for it; they only decide how its
/// answers are judged.
fn dispatch(
    name: &str,
    rules: &BTreeMap<VariantId, Make>,
    options: &Options,
) -> Result<Box<dyn Backend>, String> {
    if options.off != ClauseSet::default() {
        return Err("cannot switch off a clause".into());
    }
    let identity = format!("{name}@0");
    let mut dispatch = Dispatch::new(identity.clone());
    for (variant, make) in rules {
        let (make, identity) = (Arc::clone(make), identity.clone());
        dispatch.add(*variant, move || make(&identity));
    }
    Ok(Box::new(dispatch))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::{Clause, Standard, Variant};
    use crate::generators::reference::{Reference, Rococo, Ryugi};
    use pretty_assertions::assert_eq;

    fn rococo() -> Reference<Rococo<Standard>> {
        Reference(Rococo { book: Standard })
    }

    fn ryugi() -> Reference<Ryugi<Standard>> {
        Reference(Ryugi { book: Standard })
    }

    #[test]
    fn rules_of_several_variants_under_one_name_are_one_backend() {
        let mut registry = Registry::default();
        // The closure may own data.
        let made = String::from("made by a closure that captures");
        registry.add("mine", rococo).unwrap();
        registry.add("mine", move || (!made.is_empty()).then(ryugi).expect("it is not empty")).unwrap();
        let mut backend = registry.open("mine", &Options::default()).unwrap();
        assert_eq!(
            (backend.identity(), backend.variants()),
            ("mine@0".into(), vec![VariantId::RYUGI, VariantId::ROCOCO])
        );
        for (variant, replies) in [(VariantId::RYUGI, 1155), (VariantId::ROCOCO, 625)] {
            let start = &Variant::get(variant).starts[0].vfen;
            let view = backend.of(variant).expect("it was added");
            assert_eq!(view.perft(start.into(), 2), Ok(replies), "{variant}");
        }
    }

    #[test]
    fn a_program_with_a_name_of_the_registry_has_its_scheme_in_front() {
        let mut registry = Registry::default();
        crate::generators::reference::register(&mut registry);
        registry.add("mine", rococo).unwrap();
        // The operand is what the program calls itself.
        registry.add_scheme("cmd", "PROGRAM", |name, _| {
            let own = name.split_once(':').expect("a scheme").1.to_owned();
            Ok(Box::new(Dispatch::new(own)))
        });
        for (own, expected) in [
            ("reference@0.1.0", "cmd-reference@0.1.0"),
            ("reference@0.1.0+without.RYU-EP", "cmd-reference@0.1.0+without.RYU-EP"),
            ("mine@0", "cmd-mine@0"),
            ("yours@0", "yours@0"),
            ("referenced@1", "referenced@1"),
        ] {
            let opened = registry.open(&format!("cmd:{own}"), &Options::default()).unwrap();
            assert_eq!(opened.identity(), expected, "{own}");
        }
        assert!(
            registry.open("reference", &Options::default()).unwrap().identity().starts_with("reference@")
        );
    }

    #[test]
    fn invalid_names_are_refused() {
        let mut registry = Registry::default();
        crate::generators::reference::register(&mut registry);
        registry.add("mine", rococo).unwrap();
        for (name, expected) in [
            ("", "the backend ``: expected a name of letters"),
            ("uci:mine", "the backend `uci:mine`: expected a name of letters"),
            ("my rules", "the backend `my rules`: expected a name of letters"),
            ("mine@1", "the backend `mine@1`: expected a name of letters"),
            ("reference", "the backend `reference`: there is already a backend of this name"),
            ("mine", "the backend `mine` already has rules of rococo"),
        ] {
            let error = registry.add(name, rococo).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{name}: {error}");
        }
        let error = registry.add_backend("mine", |_| Err("is not opened".into())).unwrap_err();
        assert_eq!(error, AddError::Taken { name: "mine".into() });
        let off = Options { off: [Clause::ROC_BAN].into_iter().collect(), ..Options::default() };
        let error = registry.open("mine", &off).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("the backend `mine` cannot switch off a clause"));
        let error = registry.open("yours", &Options::default()).err().map(|error| error.to_string());
        assert!(error.unwrap_or_default().starts_with("unknown backend `yours`: expected mine, reference"));
    }
}
