//! The arguments that select a backend and the rules by which its answers are judged.
//!
//! A program cannot be instructed to follow particular rules. The rulings that the user gives only decide how
//! its answers are judged.

use super::name;
use super::program::ProgramArgs;
use super::value::{clause, lower};
use crate::exit::CliError;
use crate::output;
use clap::Args;
use std::sync::OnceLock;
use vperft::inner::backend::{Backend, BackendError, OpenError, Options, Registry, Unopened, VariantBackend};
use vperft::inner::game::variant::{
    Clause, ClauseSet, ModifiedRulebook, Ruling, Rulings, Standard, Variant, VariantId,
};
use vperft::inner::generators;
use vperft::inner::generators::{data, reference};
use vperft::inner::support::suggest::did_you_mean;
use vperft_fast as fast;

/// The built-in backend that counts fastest.
const FAST: &str = "fast";

/// The built-in backend that knows every reading of every ruling, and can switch off any clause.
const REFERENCE: &str = "reference";

/// The default backend for these variants: the one that counts fastest, or `data` if it has rules of none of them.
pub fn default_for(variants: &[VariantId]) -> &'static str {
    or_data(FAST, variants)
}

/// The backend that can switch off clauses of these variants, and knows the readings if the variants are built in.
pub fn oracle_for(variants: &[VariantId]) -> &'static str {
    or_data(REFERENCE, variants)
}

/// The backend to trust about a variant, which has to switch off clauses under other rules than the standard ones.
pub fn trusted_for(variant: VariantId, is_standard: bool) -> &'static str {
    if is_standard { default_for(&[variant]) } else { oracle_for(&[variant]) }
}

/// The built-in backend of this name, or `data` if that is the one with rules of all these variants.
fn or_data(name: &'static str, variants: &[VariantId]) -> &'static str {
    let only_data = |&variant: &VariantId| !reference::has_rules(variant) && data::has_rules(variant);
    if !variants.is_empty() && variants.iter().all(only_data) { data::NAME } else { name }
}

/// Which backend to ask, and under which rules.
#[derive(Debug, Args)]
pub struct BackendArgs {
    /// A built-in backend, or a program such as 'cmd:./engine'
    ///
    /// cmd:PROGRAM speaks the json-lines protocol; uci:PROGRAM, xboard:PROGRAM, ucci:PROGRAM and usi:PROGRAM are engines;
    /// script:PROGRAM prints counts, as for perftree; and replay:FILE answers from a record. The default is fast; reference with
    /// --ruling or --without; and data for a variant whose rules are in its variant.json alone.
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// The backend, once it is known which variants it is for.
    #[arg(skip)]
    chosen: OnceLock<String>,
    /// Take another reading, such as archer-slide=move-only (repeatable)
    ///
    /// A ruling decides a question that the rules leave open. `vperft variants` lists the rulings and their readings.
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = lower, help_heading = "Backend options")]
    rulings: Vec<String>,
    /// Switch off a clause of the rules, such as RYU-EP (repeatable)
    #[arg(long = "without", value_name = "CLAUSE", value_parser = clause, help_heading = "Backend options")]
    without: Vec<Clause>,
    #[command(flatten)]
    program: ProgramArgs,
}

impl BackendArgs {
    /// The options to open the backend with, checked against the variants.
    pub fn options(&self, variants: &[VariantId]) -> Result<Options, CliError> {
        self.options_with(variants, None)
    }

    /// The same for a command with a second backend. The engine options may be meant for that one.
    pub fn options_with(&self, variants: &[VariantId], other: Option<&str>) -> Result<Options, CliError> {
        self.choose(self.default_for(variants));
        let names: Vec<_> = std::iter::once(self.name()).chain(other).collect();
        self.program.options(options(&self.rulings, &self.without, variants)?, &names)
    }

    /// Opens the backend, and notes the rulings that it declares differently.
    pub fn open(&self, registry: &Registry, options: &Options) -> Result<Box<dyn Backend>, CliError> {
        let backend = open(registry, self.name(), options)?;
        note_contradictions(backend.as_ref(), &self.rulings);
        Ok(backend)
    }

    /// Opens the backend that the user named. If there is none, opens the fastest built-in one of every variant.
    pub fn open_or_fastest(
        &self,
        registry: &Registry,
        options: &Options,
    ) -> Result<Box<dyn Backend>, CliError> {
        if self.backend.is_none() && options.is_standard() {
            return Ok(Box::new(data::fill(fast::all(), &Standard)));
        }
        self.open(registry, options)
    }

    /// Opens the backend for these variants, or for all that it has if there are none. Returns its options and the variants too.
    #[allow(clippy::type_complexity, reason = "three results of one step")]
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

    /// Opens the backend another time. If that fails, every question to it fails.
    pub fn open_again(&self, registry: &Registry, options: &Options) -> Box<dyn Backend> {
        open_again(registry, self.name(), options)
    }

    /// The name of the backend.
    pub fn name(&self) -> &str {
        let chosen = self.backend.as_deref().or(self.chosen.get().map(String::as_str));
        chosen.unwrap_or_else(|| self.default_for(&[]))
    }

    /// Uses this backend if the user named none. Only the first call has an effect.
    pub fn choose(&self, name: &str) {
        self.chosen.get_or_init(|| name.to_owned());
    }

    /// The backend for these variants if the user names none.
    fn default_for(&self, variants: &[VariantId]) -> &'static str {
        let is_standard = self.rulings.is_empty() && self.without.is_empty();
        if is_standard { default_for(variants) } else { oracle_for(variants) }
    }

    /// The rulings as the user gave them, each `NAME=VALUE`.
    pub fn rulings(&self) -> &[String] {
        &self.rulings
    }

    /// The clauses that are switched off.
    pub fn without(&self) -> &[Clause] {
        &self.without
    }

    /// The arguments about programs.
    pub const fn program(&self) -> &ProgramArgs {
        &self.program
    }

    /// Whether the backend is a program.
    pub fn is_program(&self) -> bool {
        is_program(self.name())
    }

    /// The arguments that differ from their defaults and concern the variant, as words of a command line.
    pub fn words(&self, variant: &str) -> Vec<String> {
        self.words_with(&self.rulings, variant)
    }

    /// The same with these rulings, each `NAME=VALUE`, in place of the given ones.
    pub fn words_with(&self, rulings: &[String], variant: &str) -> Vec<String> {
        let mut rules = ruling_words(rulings, variant);
        rules.extend(clause_words("--without", &self.without, variant));
        let mut words = Vec::new();
        let variants: Vec<_> = variant.parse().into_iter().collect();
        let default = if rules.is_empty() { default_for(&variants) } else { oracle_for(&variants) };
        if let Some(name) = self.backend.as_ref().filter(|name| *name != default) {
            words.extend(["--backend".to_owned(), name.clone()]);
        }
        words.extend(rules);
        words.extend(self.program.words());
        words
    }

    /// The same for a command that compares backends, with this one as side b.
    pub fn words_as_b(&self, variant: &str) -> Vec<String> {
        let mut words = vec!["--b".to_owned(), self.name().to_owned()];
        words.extend(ruling_words(&self.rulings, variant));
        words.extend(clause_words("--b-without", &self.without, variant));
        words.extend(self.program.words());
        words
    }

    /// `--ruling` and `--without` as words of a command line.
    pub fn rules_words(&self) -> Vec<String> {
        let rulings = self.rulings.iter().flat_map(|text| ["--ruling".to_owned(), text.clone()]);
        let without = self.without.iter().flat_map(|clause| ["--without".to_owned(), clause.id().to_owned()]);
        rulings.chain(without).collect()
    }

    /// The readings by which the backend is judged: the given ones, then those it declares, then the defaults.
    pub fn readings(&self, backend: &dyn Backend, options: &Options) -> Result<Rulings, CliError> {
        let Some(mut rulings) = backend.declared() else { return Ok(options.rulings.clone()) };
        for (name, value) in pairs(&self.rulings) {
            rulings.set(name, value)?;
        }
        Ok(rulings)
    }

    /// The given reading of a ruling.
    pub fn given_reading(&self, ruling: &str) -> Option<&str> {
        pairs(&self.rulings).filter(|(name, _)| *name == ruling).map(|(_, value)| value).last()
    }
}

/// Whether a backend of this name is a program.
pub fn is_program(name: &str) -> bool {
    name.contains(':')
}

/// The names and values of rulings.
fn pairs(rulings: &[String]) -> impl Iterator<Item = (&str, &str)> {
    rulings.iter().filter_map(|text| text.split_once('='))
}

/// Opens a backend. A program is opened under the default rulings, because it cannot be instructed to follow
/// others. If it follows other rulings than the given ones, its checks fail.
pub fn open(registry: &Registry, name: &str, options: &Options) -> Result<Box<dyn Backend>, CliError> {
    open_as(registry, &name::located(name, true).unwrap_or_else(|| name.to_owned()), options)
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

/// The backend for a variant. If it has no rules of the variant, the error names a backend that may have them.
pub fn view(backend: &mut dyn Backend, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
    if backend.variants().contains(&variant) {
        return backend.of(variant);
    }
    backend.of(variant).map_err(|error| match error {
        // Every other reason is one of the program.
        BackendError::Unsupported(reason) if reason.starts_with("no rules of ") => {
            BackendError::Unsupported(reason + &name::other_backend(variant))
        }
        error => error,
    })
}

/// Prints a note for each ruling that a backend declares differently from the given one. The given one applies.
pub fn note_contradictions(backend: &dyn Backend, given: &[String]) {
    let Some(declared) = backend.declared() else { return };
    for (name, value) in pairs(given) {
        if let Some(own) = declared.get(name).filter(|own| *own != value) {
            let identity = backend.identity();
            output::note(format_args!(
                "note: {identity} declares {name}={own}, but is judged by {value}, as given"
            ));
        }
    }
}

/// Opens a backend another time. If that fails, every question to it fails.
pub fn open_again(registry: &Registry, name: &str, options: &Options) -> Box<dyn Backend> {
    let located = name::located(name, false);
    open_as(registry, located.as_deref().unwrap_or(name), options)
        .unwrap_or_else(|error| Box::new(Unopened::new(name.to_owned(), error.to_string())))
}

/// The variants to ask about: the given ones, of which the backend must have rules, or all that it has.
fn known(given: &[VariantId], backend: &mut dyn Backend) -> Result<Vec<VariantId>, CliError> {
    let known = backend.variants();
    if given.is_empty() {
        return Ok(known);
    }
    match given.iter().find(|variant| !known.contains(variant)) {
        None => Ok(given.to_vec()),
        // Report the backend's reason once here, instead of in every check.
        Some(&variant) => {
            let start = &Variant::get(variant).starts[0].vfen;
            let why = view(backend, variant).and_then(|view| view.read(start)).err();
            let none = || BackendError::Unsupported(format!("{variant} is not one of its variants"));
            Err(CliError::Backend(why.unwrap_or_else(none)))
        }
    }
}

/// The options of a backend with these rulings, each `NAME=VALUE`, and without these clauses.
///
/// # Errors
/// If a ruling is unknown, or if one is not of these variants.
pub fn options(rulings: &[String], without: &[Clause], variants: &[VariantId]) -> Result<Options, CliError> {
    let mut options = Options { off: without.iter().copied().collect(), ..Options::default() };
    for text in rulings {
        let Some((name, value)) = text.split_once('=') else {
            return Err(CliError::Usage(format!("ruling `{text}`: expected NAME=VALUE")));
        };
        let Some(ruling) = Ruling::named(name) else {
            return Err(CliError::Usage(unknown_ruling(name, variants)));
        };
        let set = options.rulings.set(name, value);
        let hint = || did_you_mean(value, ruling.readings.iter().copied());
        set.map_err(|error| CliError::Usage(format!("{error}{}", hint())))?;
        check_owner(&format!("ruling `{name}`"), ruling_owner(text), variants)?;
    }
    for clause in without {
        check_owner(&format!("clause `{}`", clause.id()), clause.variant(), variants)?;
    }
    Ok(options)
}

/// The error of an unknown ruling, with the rulings of these variants and a suggestion.
fn unknown_ruling(name: &str, variants: &[VariantId]) -> String {
    let of = |variant: &VariantId| {
        let names: Vec<_> = Ruling::of(*variant).map(|ruling| ruling.name).collect();
        if names.is_empty() {
            format!("{variant} has none")
        } else {
            format!("{variant} has {}", names.join(", "))
        }
    };
    let known: Vec<_> = variants
        .iter()
        .filter(|&variant| variants.len() == 1 || Ruling::of(*variant).next().is_some())
        .map(of)
        .collect();
    let hint = did_you_mean(name, Ruling::all().into_iter().map(|ruling| ruling.name));
    format!("unknown ruling `{name}`; {}{hint}", known.join("; "))
}

/// The rulings of a variant as words of a command line.
pub fn ruling_words(rulings: &[String], variant: &str) -> Vec<String> {
    let concerns = |text: &&String| ruling_owner(text).is_none_or(|owner| owner.name() == variant);
    rulings.iter().filter(concerns).flat_map(|text| ["--ruling".to_owned(), text.clone()]).collect()
}

/// The clauses of a variant as words of a command line, each after the flag.
pub fn clause_words(flag: &str, clauses: &[Clause], variant: &str) -> Vec<String> {
    let concerns = |clause: &&Clause| clause.variant().is_none_or(|owner| owner.name() == variant);
    let words = clauses.iter().filter(concerns);
    words.flat_map(|clause| [flag.to_owned(), clause.id().to_owned()]).collect()
}

/// The variant of the ruling `NAME=VALUE`.
fn ruling_owner(text: &str) -> Option<VariantId> {
    let (name, _) = text.split_once('=')?;
    Ruling::named(name).map(|ruling| ruling.variant)
}

/// Rejects a ruling or clause of another variant, which would silently do nothing.
fn check_owner(what: &str, owner: Option<VariantId>, variants: &[VariantId]) -> Result<(), CliError> {
    match owner {
        Some(owner) if !variants.contains(&owner) => {
            Err(CliError::Usage(format!("{what} belongs to {owner}")))
        }
        _ => Ok(()),
    }
}

/// The built-in backends, and the schemes of backends that are programs.
pub fn built_in() -> Registry {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    vperft_fast::register(&mut registry);
    vperft::inner::generators::data::register(&mut registry);
    vperft_programs::json_lines::register(&mut registry);
    vperft_programs::engine::register(
        &mut registry,
        vperft::inner::corpus::suite::engine_probes::engine_probes,
    );
    vperft_programs::script::register(&mut registry);
    vperft_programs::register_replay(&mut registry);
    registry
}

/// The oracle under these readings: `reference`, and `data` for the variants that it does not have.
pub fn oracle(rulings: &Rulings) -> Box<dyn Backend> {
    without(rulings, ClauseSet::default())
}

/// Whether the oracle has rules of a variant.
pub fn has_oracle(variant: VariantId) -> bool {
    reference::has_rules(variant) || data::has_rules(variant)
}

/// The oracle under these readings and without some clauses.
pub fn without(rulings: &Rulings, off: ClauseSet) -> Box<dyn Backend> {
    let book = ModifiedRulebook::new(rulings.clone(), off);
    Box::new(generators::oracle(&book))
}
