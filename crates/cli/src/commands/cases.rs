//! `vperft cases`: lists cases, selected as by `run`.

use crate::args::selection::CasesArgs;
use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use vperft_pages::report::run;

/// List the cases that `run` would take with the same arguments
///
/// Prints their titles, clauses and tiers.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    cases: CasesArgs,
    /// Print instead in which order their pieces and fields are best added to rules code
    ///
    /// Each step makes most further cases answerable.
    #[arg(long)]
    order: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let (corpus, selection) = args.cases.load()?;
    let selected = selection.select(&corpus);
    match args.format {
        Format::Human if args.order => output::text(run::order(&selected, output::style().width))?,
        Format::Human => output::text(run::cases(&selected))?,
        Format::Json => output::json(&run::cases_as_json(&corpus, &selected))?,
    }
    Ok(Exit::Success)
}
