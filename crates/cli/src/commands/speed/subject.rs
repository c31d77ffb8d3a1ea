//! The measured backends, each in a process of its own.

use crate::args::backend::BackendArgs;
use crate::args::name;
use crate::args::program::ProgramArgs;
use crate::args::selected::{Choice, Given, Selected};
use crate::exit::CliError;
use crate::output::command::variant_words;
use crate::speed::Subject;
use std::env;
use vperft::inner::backend::{Options, Registry};
use vperft::inner::game::variant::VariantId;

/// A measured backend and its variants.
pub(super) struct Known {
    pub subject: Subject,
    variants: Vec<VariantId>,
}

impl Known {
    /// The backend of these arguments, for these variants, or for all if there are none.
    pub fn of_args(
        args: &BackendArgs,
        variants: &[VariantId],
        registry: &Registry,
    ) -> Result<Self, CliError> {
        let all = VariantId::all();
        let variants = if variants.is_empty() { &all[..] } else { variants };
        Self::new(&args.select(registry, variants, None)?)
    }

    /// The backend with this name, under the default rules. `other` is the one it is compared with, if any.
    pub fn named(
        name: &str,
        other: Option<&str>,
        program: &ProgramArgs,
        registry: &Registry,
    ) -> Result<Self, CliError> {
        let names: Vec<_> = std::iter::once(name).chain(other).collect();
        let given = Given { registry, rulings: &[], program };
        Self::new(&given.select(Choice::named(name), &[], &[], &names)?)
    }

    fn new(selected: &Selected<'_>) -> Result<Self, CliError> {
        let (name, options) = (selected.name(), &selected.options);
        if selected.given.program.record().is_some() || name.starts_with("replay:") {
            let problem = "a record has no speed; pass neither `--record` nor `replay:`";
            return Err(CliError::Usage(problem.into()));
        }
        let (variants, is_served) = (selected.open()?.variants(), !selected.is_program());
        let program = if is_served {
            served(selected)?
        } else {
            name::located(name, false).unwrap_or_else(|| name.to_owned())
        };
        let mut limits = options.limits;
        // Do not restart the process: the new one would not be the measured one.
        limits.restarts = 0;
        let options = Options { limits, settings: options.settings.clone(), ..Options::default() };
        Ok(Self { subject: Subject { name: name.to_owned(), program, is_served, options }, variants })
    }

    /// Whether it has rules of a variant.
    pub fn has(&self, variant: VariantId) -> bool {
        self.variants.contains(&variant)
    }
}

/// The command line by which this program serves a built-in backend.
fn served(selected: &Selected<'_>) -> Result<String, CliError> {
    let name = selected.name();
    let own = env::current_exe()?;
    let Some(own) = own.to_str() else {
        let problem = format!(
            "{}: the path of this program is not UTF-8, so it cannot serve the backend `{name}`",
            own.display()
        );
        return Err(CliError::Usage(problem));
    };
    let mut words = vec![own.to_owned(), "serve".to_owned(), "--backend".to_owned(), name.to_owned()];
    let rulings = selected.given.rulings.iter().flat_map(|text| ["--ruling".to_owned(), text.clone()]);
    let without = selected.without.iter().flat_map(|clause| ["--without", clause.id()].map(str::to_owned));
    words.extend(rulings.chain(without));
    let all: Vec<_> = VariantId::all().into_iter().map(VariantId::name).collect();
    words.extend(variant_words(&all));
    let words = shlex::try_join(words.iter().map(String::as_str));
    Ok(format!("cmd:{}", words.map_err(|_| CliError::Usage("an argument contains NUL".into()))?))
}
