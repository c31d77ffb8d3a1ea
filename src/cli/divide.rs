//! `vperft divide`.

use super::args::{Format, LONGEST, PositionArgs};
use super::{CliError, Exit, output};
use crate::suite::Count;

/// Split a perft count by the first move: `move: count` lines, sorted, then `total: N`
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The length in plies, from 1 to 99
    #[arg(value_parser = clap::value_parser!(u32).range(1..=LONGEST))]
    depth: u32,
    /// How to print the counts
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let mut question = args.position.question()?;
    let answer = question.backend.divide(question.variant, &question.vfen, args.depth);
    let mut counts = answer.map_err(|error| CliError::answer(error, &question.vfen))?;
    counts.sort();
    let total: u128 = counts.iter().map(|(_, count)| count).sum();
    match args.format {
        Format::Human => {
            for (text, count) in &counts {
                output::line(format_args!("{text}: {count}"))?;
            }
            output::line(format_args!("total: {total}"))?;
        }
        Format::Json => {
            let moves: serde_json::Map<_, _> =
                counts.into_iter().map(|(text, count)| (text, serde_json::json!(Count(count)))).collect();
            let answer = serde_json::json!({
                "variant": question.variant, "vfen": question.vfen, "depth": args.depth,
                "moves": moves, "total": Count(total),
            });
            output::line(answer)?;
        }
    }
    Ok(Exit::Success)
}
