//! `vperft export`: prints the corpus, or the rules of a variant, in formats of other programs.

mod corpus;
mod variant;

use crate::exit::{CliError, Exit};

/// Print the corpus, or the rules of a variant, in formats of other programs
///
/// Without a subcommand it prints the corpus as EPD, JSON, CSV or a shell script.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    corpus: corpus::SelectedArgs,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Variant(variant::VariantRulesArgs),
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    match &args.what {
        Some(What::Variant(args)) => variant::run(args),
        None => corpus::run(&args.corpus),
    }
}
