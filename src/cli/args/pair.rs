//! The arguments of the commands that ask two backends.

use super::name;
use crate::backend::{BackendError, Options, Pair, Registry};
use crate::cli::args::backend;
use crate::cli::args::backend::ProgramArgs;
use crate::cli::exit::CliError;
use crate::game::variant::VariantId;
use clap::Args;

/// Which two backends to ask.
#[derive(Clone, Debug, Args)]
pub(crate) struct PairArgs {
    /// The first backend, which also says how random games go on
    #[arg(long, value_name = "NAME", default_value = "reference")]
    a: String,
    /// The second backend, which should agree
    #[arg(long, value_name = "NAME", default_value = "fast")]
    b: String,
    #[command(flatten)]
    program: ProgramArgs,
}

impl PairArgs {
    /// Takes this backend for both.
    pub fn set_both(&mut self, name: String) {
        self.b.clone_from(&name);
        self.a = name;
    }

    /// These options with what is asked for of programs among the two.
    pub fn options(&self, options: Options) -> Result<Options, CliError> {
        self.program.options(options, &[&self.a, &self.b])
    }

    /// Opens both, each with its options.
    pub fn open(&self, registry: &Registry, a: &Options, b: &Options) -> Result<Pair, CliError> {
        Ok(Pair { a: backend::open(registry, &self.a, a)?, b: backend::open(registry, &self.b, b)? })
    }

    /// Opens both once more. If that fails, so does every question to them.
    pub fn open_again(&self, registry: &Registry, a: &Options, b: &Options) -> Pair {
        Pair { a: backend::open_again(registry, &self.a, a), b: backend::open_again(registry, &self.b, b) }
    }

    /// The variants to ask about: those that were named, of which both must have rules; all both have if none was.
    pub fn variants(&self, pair: &Pair, named: &[VariantId]) -> Result<Vec<VariantId>, CliError> {
        let known = pair.variants();
        match named.iter().find(|variant| !known.contains(variant)) {
            Some(variant) => {
                let problem = format!(
                    "no rules of {variant} in both {} and {}{}",
                    self.a,
                    self.b,
                    name::elsewhere(*variant)
                );
                Err(CliError::Backend(BackendError::Unsupported(problem)))
            }
            None if named.is_empty() => Ok(known),
            None => Ok(named.to_vec()),
        }
    }

    /// The names of both.
    pub fn names(&self) -> [&str; 2] {
        [&self.a, &self.b]
    }

    /// How those that are programs are set up.
    pub const fn program(&self) -> &ProgramArgs {
        &self.program
    }

    /// The names of both, which must differ.
    pub fn distinct(&self) -> Result<(), CliError> {
        if self.a == self.b {
            return Err(CliError::Usage("two different backends are needed".into()));
        }
        Ok(())
    }

    /// These arguments as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let names = ["--a", &self.a, "--b", &self.b].map(str::to_owned);
        names.into_iter().chain(self.program.words()).collect()
    }
}
