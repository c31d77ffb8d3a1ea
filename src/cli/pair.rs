//! The arguments of the commands that ask two backends.

use super::CliError;
use super::args::registry;
use crate::backend::{Backend, Options};
use crate::fuzz::Pair;
use clap::Args;

/// Which two backends to ask.
#[derive(Debug, Args)]
pub(super) struct PairArgs {
    /// The first backend, which also says how random games go on
    #[arg(long, value_name = "NAME", default_value = "reference")]
    a: String,
    /// The second backend, which should agree
    #[arg(long, value_name = "NAME", default_value = "fast")]
    b: String,
}

impl PairArgs {
    /// Opens both, each with its options.
    pub fn open(&self, a: &Options, b: &Options) -> Result<Pair, CliError> {
        let backend = |name: &str, options: &Options| -> Result<Box<dyn Backend>, CliError> {
            Ok(registry().open(name, options)?)
        };
        Ok(Pair { a: backend(&self.a, a)?, b: backend(&self.b, b)? })
    }

    /// The names of both, which must differ.
    pub fn distinct(&self) -> Result<(), CliError> {
        if self.a == self.b {
            return Err(CliError::Usage("two different backends are needed".into()));
        }
        Ok(())
    }

    /// The name of the first.
    pub fn a(&self) -> &str {
        &self.a
    }

    /// The name of the second.
    pub fn b(&self) -> &str {
        &self.b
    }

    /// These arguments as words of a command line.
    pub fn words(&self) -> [&str; 4] {
        ["--a", &self.a, "--b", &self.b]
    }
}
