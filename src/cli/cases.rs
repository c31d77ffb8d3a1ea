//! `vperft cases`.

use super::args::Format;
use super::corpus::CorpusArgs;
use super::selection::SelectionArgs;
use super::{CliError, Exit, output};
use crate::report;
use crate::variant::VariantId;

/// List cases with their titles, clauses and tiers: those that `run` would take with the same arguments
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The variants; all if none is given
    #[arg(value_parser = super::variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// How to print them
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let corpus = args.corpus.load()?;
    let selected = args.selection.of(args.variants.clone(), &corpus)?.of(&corpus);
    match args.format {
        Format::Human => output::text(report::cases(&selected))?,
        Format::Json => output::line(report::cases_as_json(&corpus, &selected))?,
    }
    Ok(Exit::Success)
}
