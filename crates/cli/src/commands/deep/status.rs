//! `vperft deep status`.

use super::end;
use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use indicatif::HumanDuration;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;
use vperft_deep as deep;

/// The most claimed units and the most damaged files that are listed.
const MAX_LISTED: usize = 10;

/// Show how far the units of a plan are
///
/// The time that is left is for one thread; N threads take about 1/N of it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the plan
    folder: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let status = match deep::status(&args.folder) {
        Ok(status) => status,
        Err(error) => return end(error),
    };
    let manifest = &status.manifest;
    if args.format == Format::Json {
        output::json(&json!({
            "plan": status.plan,
            "variant": manifest.variant,
            "depth": manifest.depth,
            "units": manifest.units.len(),
            "finished": status.finished,
            "claimed": status.claims.len(),
            "claims": status.claims,
            "damaged": status.damaged,
            "share": status.share,
            "seconds": status.seconds,
            "rate": status.rate,
            "seconds_left": status.left,
        }))?;
        return Ok(Exit::Success);
    }
    let (depth, variant, units) = (manifest.depth, &manifest.variant, manifest.units.len());
    output::line(format_args!(
        "perft {depth} of {variant}, plan {}: {} of {units} units finished, {:.1} % of the work",
        &status.plan[..16],
        status.finished,
        100.0 * status.share,
    ))?;
    for (unit, age) in status.claims.iter().take(MAX_LISTED) {
        let age = age.map_or_else(|| "at an unknown time".to_owned(), |age| format!("{age:.0} s ago"));
        output::line(format_args!("unit {unit} is claimed; its worker gave a sign of life {age}"))?;
    }
    if status.claims.len() > MAX_LISTED {
        output::line(format_args!("and {} other units are claimed", status.claims.len() - MAX_LISTED))?;
    }
    for problem in status.damaged.iter().take(MAX_LISTED) {
        output::line(format_args!("does not count: {problem}"))?;
    }
    if status.damaged.len() > MAX_LISTED {
        output::line(format_args!("and {} other files do not count", status.damaged.len() - MAX_LISTED))?;
    }
    if let (Some(rate), Some(left)) = (status.rate, status.left) {
        let left = HumanDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
        output::line(format_args!(
            "{:.1} million sequences a second of one thread, about {left} of one thread left",
            rate / 1e6
        ))?;
    }
    Ok(Exit::Success)
}
