//! `vperft perft`.

use super::args::{Format, LONGEST, PositionArgs};
use super::{CliError, Exit, output};
use crate::suite::Count;
use std::time::Instant;

/// Count the legal move sequences of a given length; stdout is the count alone
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The length in plies, at most 99
    #[arg(value_parser = clap::value_parser!(u32).range(0..=LONGEST))]
    depth: u32,
    /// How to print the count
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let mut question = args.position.question()?;
    let start = Instant::now();
    let answer = question.backend.perft(question.variant, &question.vfen, args.depth);
    let count = answer.map_err(|error| CliError::answer(error, &question.vfen))?;
    let seconds = start.elapsed().as_secs_f64();
    match args.format {
        Format::Human => {
            output::note(format_args!("{seconds:.3} s, {:.2} M nodes/s", count as f64 / seconds / 1e6));
            output::line(count)?;
        }
        Format::Json => {
            let answer = serde_json::json!({
                "variant": question.variant, "vfen": question.vfen, "depth": args.depth,
                "count": Count(count), "seconds": seconds,
            });
            output::line(answer)?;
        }
    }
    Ok(Exit::Success)
}
