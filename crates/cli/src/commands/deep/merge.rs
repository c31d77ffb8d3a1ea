//! `vperft deep merge`.

use super::{command, end};
use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use serde_json::json;
use std::path::PathBuf;
use vperft_deep::{self as deep, Merged};

/// The most units and ranges of units that a printed command names; more are left to `vperft deep work` without units.
const MAX_NAMED: usize = 20;

/// Add up the results of a plan
///
/// Prints the count only if every unit has a result, all results are of this plan, and those of one unit agree. Otherwise it prints
/// what is missing or contradicts, and how to repair it, and ends with exit code 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the plan
    folder: PathBuf,
    /// Copies of it whose results count too
    #[arg(value_name = "COPY")]
    copies: Vec<PathBuf>,
    /// Print the counts of the first moves too
    #[arg(long)]
    divide: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let merged = match deep::merge(&args.folder, &args.copies) {
        Ok(merged) => merged,
        Err(error) => return end(error),
    };
    let printed = match args.format {
        Format::Json => output::json(&json!(merged)),
        Format::Human => print(args, &merged),
    };
    output::unless_closed(printed, ())?;
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
        return print_repair(args, merged);
    };
    if args.divide {
        for (text, count) in &merged.moves {
            output::line(format_args!("{text}: {count}"))?;
        }
    }
    output::line(format_args!("perft {} of {}: {count}", merged.depth, merged.variant))?;
    match &merged.classes {
        Some(classes) => {
            output::line("the last moves of these sequences by class:")?;
            for (class, count) in classes {
                output::line(format_args!("{class}: {count}"))?;
            }
        }
        None if merged.classed > 0 => {
            let classes = ["--classes".to_owned()].into_iter().chain(named(&merged.unclassed));
            output::line(format_args!(
                "no classes, since units {} have none; count them with: {}",
                deep::ranges(&merged.unclassed),
                command("work", &args.folder, &merged.variant, classes),
            ))?;
        }
        None => {}
    }
    if merged.units == 0 {
        return output::line("no units, since every game ends before they begin");
    }
    output::line(format_args!(
        "{} units, counted by {by}; {} by more than one backend",
        merged.units, merged.double
    ))?;
    let share = 100.0 * merged.verified as f64 / merged.positions.max(1) as f64;
    let by: Vec<_> = merged.verified_by.keys().map(String::as_str).collect();
    let by = if by.is_empty() { "a second backend".to_owned() } else { by.join(" and ") };
    output::line(format_args!(
        "{share:.1} % of {} positions verified by {by}, as the workers say",
        merged.positions
    ))?;
    output::line(format_args!(
        "this is what the results of plan {} say; to count some of them again:",
        &merged.plan[..16]
    ))?;
    for folder in std::iter::once(&args.folder).chain(&args.copies) {
        let classes = merged.classes.as_ref().map(|_| "--classes".to_owned());
        let again = ["--again", "5%"].map(str::to_owned).into_iter().chain(classes);
        output::line(command("work", folder, &merged.variant, again))?;
    }
    Ok(())
}

/// Prints what to do so that the results can be added up.
fn print_repair(args: &Args, merged: &Merged) -> Result<(), CliError> {
    for folder in std::iter::once(&args.folder).chain(&args.copies) {
        let units = merged.contradictory(folder);
        if !units.is_empty() {
            let classes = merged.differs_in_classes().then(|| "--classes".to_owned());
            let again =
                ["--again", "100%"].map(str::to_owned).into_iter().chain(classes).chain(named(&units));
            let work = command("work", folder, &merged.variant, again);
            output::line(format_args!("to find the wrong results: {work}"))?;
        }
    }
    for path in merged.to_remove() {
        output::line(format_args!("move {path} away, then"))?;
    }
    let copies = args.copies.iter().map(|copy| copy.display().to_string());
    let merge =
        |more: Option<String>| command("merge", &args.folder, &merged.variant, copies.clone().chain(more));
    let units = merged.to_count();
    if units.is_empty() {
        let is_removal_enough = merged.to_remove().count() == merged.problems.len();
        return if is_removal_enough {
            output::line(format_args!("repair: {}", merge(None)))
        } else {
            Ok(())
        };
    }
    let work = command("work", &args.folder, &merged.variant, named(units));
    output::line(format_args!("repair: {work}"))?;
    if merged.by.is_empty() {
        return Ok(());
    }
    output::line(format_args!(
        "or, if a copy of the plan has results of them: {}",
        merge(Some("COPY".to_owned()))
    ))
}

/// The units as words of a command line; none, which are all, if there are too many.
fn named(units: &[u32]) -> Vec<String> {
    let words: Vec<_> = deep::ranges(units).split(", ").map(str::to_owned).collect();
    if words.len() <= MAX_NAMED { words } else { Vec::new() }
}
