//! `vperft cases`.

use super::args::Format;
use super::selection::CasesArgs;
use super::{CliError, Exit, output};
use crate::report;

/// List cases with their titles, clauses and tiers: those that `run` would take with the same arguments
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    cases: CasesArgs,
    /// How to print them
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let (corpus, selection) = args.cases.load()?;
    let selected = selection.of(&corpus);
    match args.format {
        Format::Human => output::text(report::cases(&selected))?,
        Format::Json => output::json(&report::cases_as_json(&corpus, &selected))?,
    }
    Ok(Exit::Success)
}
