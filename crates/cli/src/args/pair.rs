//! The arguments about two backends of commands that compare.

use super::backend;
use super::program::ProgramArgs;
use super::selected::{Choice, Given, SelectedPair};
use super::value::{clause, lower};
use crate::exit::CliError;
use clap::Args;
use vperft::inner::backend::Registry;
use vperft::inner::game::variant::{Clause, VariantId};

/// Which two backends to ask.
#[derive(Clone, Debug, Args)]
pub struct PairArgs {
    /// The first backend, which also plays the random games [default: reference, or data if the rules are in variant.json alone]
    #[arg(long, value_name = "NAME")]
    a: Option<String>,
    /// The second backend [default: fast, or data if the rules are in variant.json alone]
    #[arg(long, value_name = "NAME")]
    b: Option<String>,
    #[command(flatten)]
    program: ProgramArgs,
}

/// The rules of two backends.
#[derive(Clone, Debug, Default, Args)]
pub struct PairRulesArgs {
    /// Take another reading of a ruling in both (repeatable)
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = lower, help_heading = "Backend options")]
    pub rulings: Vec<String>,
    /// Switch off a clause of the rules in the second backend (repeatable)
    #[arg(long = "b-without", value_name = "CLAUSE", value_parser = clause, help_heading = "Backend options")]
    pub b_without: Vec<Clause>,
}

impl PairArgs {
    /// Compares this backend with itself.
    pub fn set_both(&mut self, name: String) {
        self.a = Some(name.clone());
        self.b = Some(name);
    }

    /// Selects both, with defaults for the named variants, to be asked about `asked`.
    pub fn select<'a>(
        &'a self,
        registry: &'a Registry,
        rules: &'a PairRulesArgs,
        named: &[VariantId],
        asked: &[VariantId],
    ) -> Result<SelectedPair<'a>, CliError> {
        let choices = [
            Choice::or_default(self.a.as_deref(), backend::oracle_for(named)),
            Choice::or_default(self.b.as_deref(), backend::default_for(named)),
        ];
        let given = Given { registry, rulings: &rules.rulings, program: &self.program };
        SelectedPair::new(given, choices, &rules.b_without, asked)
    }
}
