//! The backends of a command, as its arguments select them: which are asked, why, and under which rules.
//!
//! A command selects its backends once and passes them down. The code below opens them, labels their answers and prints commands that
//! ask them again; it sees no arguments.
//!
//! A program cannot be instructed to follow particular rules. The rulings that the user gives only decide how
//! its answers are judged.

use super::backend::{clause_words, default_for, is_program, oracle_for, ruling_words};
use super::name;
use super::program::ProgramArgs;
use crate::exit::CliError;
use crate::output;
use vperft::inner::backend::{Backend, BackendError, OpenError, Options, Pair, Registry, Unopened};
use vperft::inner::game::variant::{Clause, ModifiedRulebook, Rulings, VariantId};
use vperft::inner::generators::data;

/// Why a command asks a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The user names it.
    Named,
    /// It is the default for the variants and the rules.
    Default,
    /// A bug file names it, and it is built in.
    Recorded,
}

/// The name of a backend, and why it is this one.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    pub name: &'a str,
    pub why: Why,
}

impl<'a> Choice<'a> {
    /// The backend that the user names, or else the default.
    pub fn or_default(named: Option<&'a str>, default: &'static str) -> Self {
        named.map_or(Self { name: default, why: Why::Default }, Self::named)
    }

    /// A backend that the user names.
    pub const fn named(name: &'a str) -> Self {
        Self { name, why: Why::Named }
    }
}

/// The arguments about all backends of a command.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    pub registry: &'a Registry,
    /// The rulings as the user gives them, each `NAME=VALUE`.
    pub rulings: &'a [String],
    pub program: &'a ProgramArgs,
}

impl<'a> Given<'a> {
    /// Selects a backend without some clauses, to be asked about these variants. `names` has all backends of the command, since the
    /// engine options may be meant for any of them.
    ///
    /// # Errors
    /// If a ruling or clause is not of these variants, or the arguments about programs fit none of the backends.
    pub fn select(
        self,
        choice: Choice<'a>,
        without: &'a [Clause],
        variants: &[VariantId],
        names: &[&str],
    ) -> Result<Selected<'a>, CliError> {
        let options = super::backend::options(self.rulings, without, variants)?;
        let options = self.program.options(options, names)?;
        Ok(Selected { given: self, choice, without, options })
    }
}

/// A backend that a command asks.
#[derive(Clone)]
pub struct Selected<'a> {
    pub given: Given<'a>,
    pub choice: Choice<'a>,
    /// The clauses that are switched off.
    pub without: &'a [Clause],
    /// The options to open it with.
    pub options: Options,
}

impl<'a> Selected<'a> {
    /// The name of the backend.
    pub const fn name(&self) -> &'a str {
        self.choice.name
    }

    /// The rules that it is to follow.
    pub fn rulebook(&self) -> ModifiedRulebook {
        ModifiedRulebook::new(self.options.rulings.clone(), self.options.off)
    }

    /// Whether the backend is a program.
    pub fn is_program(&self) -> bool {
        is_program(self.name())
    }

    /// Opens the backend.
    pub fn open(&self) -> Result<Box<dyn Backend>, CliError> {
        open(self.given.registry, self.name(), &self.options)
    }

    /// Opens the backend, and notes the rulings that it declares differently. The given ones apply.
    pub fn open_noting(&self) -> Result<Box<dyn Backend>, CliError> {
        let backend = self.open()?;
        self.note_contradictions(backend.as_ref());
        Ok(backend)
    }

    /// Opens the backend another time. If that fails, every question to it fails.
    pub fn open_again(&self) -> Box<dyn Backend> {
        let located = name::located(self.name(), false);
        open_as(self.given.registry, located.as_deref().unwrap_or(self.name()), &self.options)
            .unwrap_or_else(|error| Box::new(Unopened::new(self.name().to_owned(), error.to_string())))
    }

    /// The readings by which the backend is judged: the given ones, then those it declares, then the defaults.
    pub fn readings(&self, backend: &dyn Backend) -> Result<Rulings, CliError> {
        let Some(mut rulings) = backend.declared() else { return Ok(self.options.rulings.clone()) };
        for (name, value) in self.given_readings() {
            rulings.set(name, value)?;
        }
        Ok(rulings)
    }

    /// The given reading of a ruling.
    pub fn given_reading(&self, ruling: &str) -> Option<&'a str> {
        self.given_readings().filter(|(name, _)| *name == ruling).map(|(_, value)| value).last()
    }

    /// The names and values of the given rulings.
    fn given_readings(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.given.rulings.iter().filter_map(|text| text.split_once('='))
    }

    /// Prints a note for each ruling that the backend declares differently from the given one. The given one applies.
    pub fn note_contradictions(&self, backend: &dyn Backend) {
        let Some(declared) = backend.declared() else { return };
        for (name, value) in self.given_readings() {
            if let Some(own) = declared.get(name).filter(|own| *own != value) {
                let identity = backend.identity();
                output::note(format_args!(
                    "note: {identity} declares {name}={own}, but is judged by {value}, as given"
                ));
            }
        }
    }

    /// The identity of the backend with the clauses that are switched off.
    pub fn label(&self, identity: String) -> String {
        let off = self.without.iter().map(|clause| format!(" without {}", clause.id()));
        std::iter::once(identity).chain(off).collect()
    }

    /// The arguments that differ from their defaults and concern the variant, as words of a command line.
    pub fn words(&self, variant: &str) -> Vec<String> {
        self.words_with(self.given.rulings, variant)
    }

    /// The same with these rulings, each `NAME=VALUE`, in place of the given ones.
    pub fn words_with(&self, rulings: &[String], variant: &str) -> Vec<String> {
        let mut rules = ruling_words(rulings, variant);
        rules.extend(clause_words("--without", self.without, variant));
        let mut words = Vec::new();
        let variants: Vec<_> = variant.parse().into_iter().collect();
        let default = if rules.is_empty() { default_for(&variants) } else { oracle_for(&variants) };
        if self.choice.why == Why::Named && self.name() != default {
            words.extend(["--backend".to_owned(), self.name().to_owned()]);
        }
        words.extend(rules);
        words.extend(self.given.program.words());
        words
    }

    /// The words for a command that asks this backend alone, or as side b if `flags` are `--b` and `--b-without`. They name the
    /// backend in any case.
    pub fn named_words(&self, [backend, without]: [&str; 2], variant: &str) -> Vec<String> {
        let mut words = [backend, self.name()].map(str::to_owned).to_vec();
        words.extend(ruling_words(self.given.rulings, variant));
        words.extend(clause_words(without, self.without, variant));
        words.extend(self.given.program.words());
        words
    }
}

/// Two backends that a command compares. The first one is trusted.
pub struct SelectedPair<'a> {
    pub a: Selected<'a>,
    pub b: Selected<'a>,
}

impl<'a> SelectedPair<'a> {
    /// Selects both. The clauses are switched off in the second one.
    ///
    /// # Errors
    /// Those of [`Given::select`].
    pub fn new(
        given: Given<'a>,
        [a, b]: [Choice<'a>; 2],
        b_without: &'a [Clause],
        variants: &[VariantId],
    ) -> Result<Self, CliError> {
        let names = [a.name, b.name];
        let a = given.select(a, &[], variants, &names)?;
        Ok(Self { a, b: given.select(b, b_without, variants, &names)? })
    }

    /// The names of both.
    pub const fn names(&self) -> [&'a str; 2] {
        [self.a.name(), self.b.name()]
    }

    /// Opens both.
    pub fn open(&self) -> Result<Pair, CliError> {
        Ok(Pair { a: self.a.open()?, b: self.b.open()? })
    }

    /// Opens both another time. If that fails, every question to them fails.
    pub fn open_again(&self) -> Pair {
        Pair { a: self.a.open_again(), b: self.b.open_again() }
    }

    /// The variants to ask about: the named ones, of which both must have rules, or all that both have.
    pub fn variants(&self, pair: &Pair, named: &[VariantId]) -> Result<Vec<VariantId>, CliError> {
        let (known, [a, b]) = (pair.variants(), self.names());
        match named.iter().find(|variant| !known.contains(variant)) {
            Some(variant) => {
                let sides = [(a, &pair.a), (b, &pair.b)].into_iter();
                // The built-in backends have all built-in variants.
                let lacking =
                    sides.filter(|(name, side)| name.contains(':') && !side.variants().contains(variant));
                let has = lacking.map(|(name, side)| {
                    let names: Vec<_> = side.variants().iter().map(|known| known.name()).collect();
                    format!("; `{name}` has {}", names.join(", "))
                });
                let problem = format!(
                    "no rules of {variant} in both {a} and {b}{}{}",
                    has.collect::<String>(),
                    name::other_backend(*variant)
                );
                Err(CliError::Backend(BackendError::Unsupported(problem)))
            }
            None if named.is_empty() => Ok(known),
            None => Ok(named.to_vec()),
        }
    }

    /// Whether the rules are in `variant.json` alone, and the user named no other backend than `data`.
    pub fn is_alone(&self) -> bool {
        self.b.choice.why == Why::Default && self.names() == [data::NAME; 2]
    }

    /// Checks that the names differ.
    pub fn check_distinct(&self) -> Result<(), CliError> {
        match self.names() {
            [a, b] if a == b => {
                Err(CliError::Usage(format!("expected two different backends; --a and --b are both `{a}`")))
            }
            _ => Ok(()),
        }
    }

    /// The names, unless the only rules are taken alone, and the arguments about programs, as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let [a, b] = self.names();
        let names = ["--a", a, "--b", b].map(str::to_owned);
        let names = names.into_iter().filter(|_| !self.is_alone());
        names.chain(self.a.given.program.words()).collect()
    }
}

/// Opens a backend. A program is opened under the default rulings, because it cannot be instructed to follow
/// others. If it follows other rulings than the given ones, its checks fail.
pub fn open(registry: &Registry, name: &str, options: &Options) -> Result<Box<dyn Backend>, CliError> {
    let opened = open_as(registry, &name::located(name, true).unwrap_or_else(|| name.to_owned()), options)?;
    if let Some(translated) = opened.translated() {
        output::note(format_args!("note: {} {translated}", opened.identity()));
    }
    Ok(opened)
}

fn open_as(registry: &Registry, name: &str, options: &Options) -> Result<Box<dyn Backend>, CliError> {
    let opened = if is_program(name) {
        registry.open(name, &Options { rulings: Rulings::default(), ..options.clone() })
    } else {
        registry.open(name, options)
    };
    opened.map_err(|error| match error {
        OpenError::Unknown { .. } => CliError::Usage(format!("{error}{}", name::suggest(name, registry))),
        error => error.into(),
    })
}
