//! The arguments that select a backend and the rules by which its answers are judged, and the built-in backends.

use super::name;
use super::program::ProgramArgs;
use super::selected::{Choice, Given, Selected};
use super::value::{clause, lower};
use crate::exit::CliError;
use clap::Args;
use vperft::inner::backend::{Backend, BackendError, Options, Registry, VariantBackend};
use vperft::inner::game::variant::{
    Clause, ClauseSet, ModifiedRulebook, Ruling, Rulings, Variant, VariantId,
};
use vperft::inner::generators;
use vperft::inner::generators::{data, reference};
use vperft::inner::support::suggest::did_you_mean;

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
    /// The backend, to be asked about these variants. The engine options may be meant for the other backend of the command.
    ///
    /// # Errors
    /// If a ruling or clause is not of these variants, or the arguments about programs fit no backend.
    pub fn select<'a>(
        &'a self,
        registry: &'a Registry,
        variants: &[VariantId],
        other: Option<&str>,
    ) -> Result<Selected<'a>, CliError> {
        self.select_or(self.default_for(variants), registry, variants, other)
    }

    /// The same with another default.
    pub fn select_or<'a>(
        &'a self,
        default: &'static str,
        registry: &'a Registry,
        variants: &[VariantId],
        other: Option<&str>,
    ) -> Result<Selected<'a>, CliError> {
        let choice = self.choice_or(default);
        let names: Vec<_> = std::iter::once(choice.name).chain(other).collect();
        self.given(registry).select(choice, &self.without, variants, &names)
    }

    /// The backend that the user names, or else the default.
    pub fn choice_or(&self, default: &'static str) -> Choice<'_> {
        Choice::or_default(self.backend.as_deref(), default)
    }

    /// The backend of recorded answers, which is not opened.
    pub fn unopened<'a>(&'a self, registry: &'a Registry) -> Selected<'a> {
        let choice = self.choice_or(self.default_for(&[]));
        Selected { given: self.given(registry), choice, without: &self.without, options: Options::default() }
    }

    /// Opens the backend for these variants, or for all that it has if there are none. Returns the variants too.
    #[allow(clippy::type_complexity, reason = "three results of one step")]
    pub fn open_for<'a>(
        &'a self,
        registry: &'a Registry,
        variants: &[VariantId],
    ) -> Result<(Selected<'a>, Box<dyn Backend>, Vec<VariantId>), CliError> {
        let asked = if variants.is_empty() { VariantId::all() } else { variants.to_vec() };
        let selected = self.select(registry, &asked, None)?;
        let mut backend = selected.open_noting()?;
        let variants = known(variants, backend.as_mut())?;
        Ok((selected, backend, variants))
    }

    const fn given<'a>(&'a self, registry: &'a Registry) -> Given<'a> {
        Given { registry, rulings: self.rulings.as_slice(), program: &self.program }
    }

    /// The backend for these variants if the user names none.
    pub fn default_for(&self, variants: &[VariantId]) -> &'static str {
        let is_standard = self.rulings.is_empty() && self.without.is_empty();
        if is_standard { default_for(variants) } else { oracle_for(variants) }
    }
}

/// Whether a backend of this name is a program.
pub fn is_program(name: &str) -> bool {
    name.contains(':')
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
        let is_other =
            |text: &&String| text.split_once('=').is_some_and(|(other, read)| other == name && read != value);
        if let Some(other) = rulings.iter().find(is_other) {
            let problem = format!("two readings of a ruling, `{other}` and `{text}`; expected one");
            return Err(CliError::Usage(problem));
        }
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
        let names: Vec<_> = Ruling::of_variant(*variant).map(|ruling| ruling.name).collect();
        if names.is_empty() {
            format!("{variant} has none")
        } else {
            format!("{variant} has {}", names.join(", "))
        }
    };
    let known: Vec<_> = variants
        .iter()
        .filter(|&variant| variants.len() == 1 || Ruling::of_variant(*variant).next().is_some())
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
    let book = ModifiedRulebook::unrecorded(rulings.clone(), off);
    Box::new(generators::oracle(&book))
}
