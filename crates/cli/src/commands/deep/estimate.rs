//! `vperft deep estimate`.

use super::{Bar, RootArgs, end, followed, jobs};
use crate::args::value::{Format, MAX_DEPTH, number};
use crate::exit::{CliError, Exit};
use crate::output;
use indicatif::HumanDuration;
use serde_json::json;
use std::time::Duration;
use vperft::inner::backend::Registry;
use vperft::inner::game::variant::VariantId;
use vperft_deep::{self as deep, EstimateOptions};

/// Estimate a count by random games
///
/// Prints the mean and its standard error, and how long a thread would count at the measured speed if there were no transpositions.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant
    #[arg(value_parser = crate::args::variant::named())]
    variant: VariantId,
    /// The depth of the count, in plies
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, MAX_DEPTH))]
    depth: u32,
    /// Play N random games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<u32>(2, 1_000_000_000))]
    games: u32,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    root: RootArgs,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let RootArgs { backend, threads, format, .. } = &args.root;
    let selected = backend.select(registry, &[args.variant], None)?;
    let opened = selected.open()?;
    let rulings = followed(opened.as_ref(), args.variant, &selected.options.rulings, &selected)?;
    let wanted = EstimateOptions {
        variant: args.variant,
        vfen: args.root.vfen(args.variant, &rulings)?,
        depth: args.depth,
        games: args.games,
        seed: args.seed,
        jobs: jobs(*threads),
    };
    let bar = Bar::new();
    let estimated = deep::estimate(&|| selected.open_again(), &wanted, &bar);
    bar.bar.finish_and_clear();
    let estimate = match estimated {
        Ok(estimate) => estimate,
        Err(error) => return end(error),
    };
    let exit = Exit::after(estimate.is_stopped, true);
    let seconds = estimate.rate.map(|rate| estimate.count / rate);
    if *format == Format::Json {
        output::json(&json!({
            "variant": args.variant,
            "vfen": wanted.vfen,
            "depth": args.depth,
            "games": estimate.games,
            "seed": args.seed,
            "estimate": estimate.count,
            "standard_error": estimate.error,
            "rate": estimate.rate,
            "seconds": seconds,
            "interrupted": estimate.is_stopped,
        }))?;
        return Ok(exit);
    }
    if estimate.count == 0.0 {
        output::line(format_args!(
            "perft {} of {}: nothing is known, since none of {} games reached the depth; expected more --games",
            args.depth, args.variant, estimate.games,
        ))?;
        return Ok(exit);
    }
    let percent = 100.0 * estimate.error / estimate.count;
    output::line(format_args!(
        "perft {} of {}: about {:.3e}, with a standard error of {percent:.2} % ({} games)",
        args.depth, args.variant, estimate.count, estimate.games,
    ))?;
    if let (Some(rate), Some(seconds)) = (estimate.rate, seconds) {
        let time = HumanDuration(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        output::line(format_args!("{:.1} million sequences a second of one thread: {time}", rate / 1e6))?;
    }
    Ok(exit)
}
