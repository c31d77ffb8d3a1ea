//! `vperft deep merge`.

use super::end;
use crate::cli::args::value::Format;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::distributed::deep::{self, Merged};
use serde_json::json;
use std::path::PathBuf;

/// The most units that the command which repairs a plan names; more are left to `vperft deep work` without units.
const MAX_NAMED: usize = 20;

/// Add up the results of a plan
///
/// Prints the count only if every unit has a result, all results are of this plan, and those of one unit agree. Otherwise it prints
/// what is missing or contradicts, and how to repair it, and ends with exit code 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the plan
    folder: PathBuf,
    /// Print the counts of the first moves too
    #[arg(long)]
    divide: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let merged = match deep::merge(&args.folder) {
        Ok(merged) => merged,
        Err(error) => return end(error),
    };
    match args.format {
        Format::Json => output::json(&json!(merged))?,
        Format::Human => print(args, &merged)?,
    }
    Ok(if merged.problems.is_empty() { Exit::Success } else { Exit::Failed })
}

fn print(args: &Args, merged: &Merged) -> Result<(), CliError> {
    let by: Vec<_> = merged.by.iter().map(|(backend, units)| format!("{backend} ({units})")).collect();
    let by = if by.is_empty() { "nobody".to_owned() } else { by.join(", ") };
    let Some(count) = merged.count else {
        for problem in &merged.problems {
            output::line(problem)?;
        }
        output::line(format_args!("no count: {} units, counted by {by}", merged.units))?;
        let folder = args.folder.display().to_string();
        let mut words = ["vperft", "deep", "work", &folder].map(str::to_owned).to_vec();
        if merged.differs_in_classes() {
            words.push("--classes".to_owned());
        }
        let units = merged.to_repair();
        if units.len() <= MAX_NAMED {
            words.extend(units.iter().map(u32::to_string));
        }
        for path in merged.to_remove() {
            output::line(format_args!("remove {path}, then"))?;
        }
        return output::line(format_args!("repair: {}", output::command::command_line(&words)));
    };
    if args.divide {
        for (text, count) in &merged.moves {
            output::line(format_args!("{text}: {count}"))?;
        }
    }
    output::line(format_args!("perft {} of {}: {count}", merged.depth, merged.variant))?;
    match &merged.classes {
        Some(classes) => {
            for (class, count) in classes.iter().filter(|(_, count)| count.0 > 0) {
                output::line(format_args!("{class}: {count}"))?;
            }
        }
        None if merged.classed > 0 => {
            let units = merged.units;
            output::line(format_args!("no classes: {} of {units} units have them", merged.classed))?;
        }
        None => {}
    }
    output::line(format_args!(
        "{} units, counted by {by}; {} by more than one backend",
        merged.units, merged.double
    ))?;
    let share = 100.0 * merged.verified as f64 / merged.positions.max(1) as f64;
    output::line(format_args!("{share:.1} % of {} positions verified by a second backend", merged.positions))
}
