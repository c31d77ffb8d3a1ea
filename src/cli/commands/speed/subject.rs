//! Backends as they are measured: as processes of their own.

use crate::backend::{Options, Registry};
use crate::cli::args::backend;
use crate::cli::args::backend::{BackendArgs, ProgramArgs};
use crate::cli::args::{name, variant};
use crate::cli::exit::CliError;
use crate::cli::interrupt;
use crate::game::variant::VariantId;
use crate::speed::Subject;
use std::env;

/// A backend as it is measured, and the variants it has rules of.
pub(super) struct Known {
    pub subject: Subject,
    variants: Vec<VariantId>,
}

impl Known {
    /// The backend that these arguments name.
    pub fn of_args(args: &BackendArgs, asked: &[VariantId], registry: &Registry) -> Result<Self, CliError> {
        let all = VariantId::all();
        let asked = if asked.is_empty() { &all[..] } else { asked };
        let options = args.options(asked)?;
        let words = args.rules_words();
        Self::new(args.name(), args.program(), &options, &words, registry)
    }

    /// A backend of this name, which follows the rules as they are. `beside` is the one it is compared with, if any.
    pub fn named(
        name: &str,
        beside: Option<&str>,
        program: &ProgramArgs,
        registry: &Registry,
    ) -> Result<Self, CliError> {
        let names: Vec<_> = std::iter::once(name).chain(beside).collect();
        let options = program.options(Options::default(), &names)?;
        Self::new(name, program, &options, &[], registry)
    }

    fn new(
        name: &str,
        program: &ProgramArgs,
        options: &Options,
        rules: &[String],
        registry: &Registry,
    ) -> Result<Self, CliError> {
        if program.record().is_some() || name.starts_with("replay:") {
            let problem = "a speed is that of a program, not of a record: neither `--record` nor `replay:` can be measured";
            return Err(CliError::Usage(problem.into()));
        }
        let opened = backend::open(registry, name, options)?;
        let (variants, is_served) = (opened.variants(), !backend::is_program(name));
        drop(opened);
        // Whatever ends this program ends those it measures.
        interrupt::handle();
        let program = if is_served {
            served(name, rules)?
        } else {
            name::located(name, false).unwrap_or_else(|| name.to_owned())
        };
        let mut limits = options.limits;
        // One that is started again would be another process.
        limits.restarts = 0;
        let options = Options { limits, settings: options.settings.clone(), ..Options::default() };
        Ok(Self { subject: Subject { name: name.to_owned(), program, is_served, options }, variants })
    }

    /// Whether it has rules of a variant.
    pub fn has(&self, variant: VariantId) -> bool {
        self.variants.contains(&variant)
    }
}

/// The command line that has this program serve a backend of its own.
fn served(name: &str, rules: &[String]) -> Result<String, CliError> {
    let own = env::current_exe()?;
    let Some(own) = own.to_str() else {
        let problem = format!(
            "{}: a path that is not UTF-8; the backend `{name}` cannot be started from it",
            own.display()
        );
        return Err(CliError::Usage(problem));
    };
    let mut words = vec![own.to_owned(), "serve".to_owned(), "--backend".to_owned(), name.to_owned()];
    words.extend_from_slice(rules);
    let all: Vec<_> = VariantId::all().into_iter().map(VariantId::name).collect();
    words.extend(variant::words(&all));
    let words = shlex::try_join(words.iter().map(String::as_str));
    Ok(format!("cmd:{}", words.map_err(|_| CliError::Usage("a word that holds NUL".into()))?))
}
