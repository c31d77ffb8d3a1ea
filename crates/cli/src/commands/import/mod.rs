//! `vperft import`: replays a game from a file, or makes a corpus of a foreign suite.

mod game;
mod suite;
mod variant;

pub use suite::{numbers, refusals};

use crate::exit::{CliError, Exit};
use vperft::inner::backend::Registry;

/// Replay a game from a file up to the first illegal move, or import a suite or a variant
///
/// Prints the position after each ply, and which clauses forbid the first illegal move. Reads lists of moves with numbers and //
/// comments, as on Game Courier; logs of engines and their front ends, of which the last `position ... moves ...` counts; and PGN.
/// If a move omits or misstates an effect, the only legal move that matches is taken and the difference is noted. A suite of positions
/// with counts, such as `FEN ;D1 20 ;D2 400`, is checked against the backend.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    game: game::GameArgs,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Suite(suite::SuiteFilesArgs),
    Variant(variant::VariantSectionArgs),
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    match &args.what {
        Some(What::Suite(args)) => suite::run(args),
        Some(What::Variant(args)) => variant::run(args, registry),
        None => game::run(&args.game, registry),
    }
}
