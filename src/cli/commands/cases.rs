//! `vperft cases`.

use crate::cli::args::backend::Format;
use crate::cli::args::selection::CasesArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::report::run;

/// List cases with their titles, clauses and tiers: those that `run` would take with the same arguments
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    cases: CasesArgs,
    /// How to print them
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let (corpus, selection) = args.cases.load()?;
    let selected = selection.of(&corpus);
    match args.format {
        Format::Human => output::text(run::cases(&selected))?,
        Format::Json => output::json(&run::cases_as_json(&corpus, &selected))?,
    }
    Ok(Exit::Success)
}
