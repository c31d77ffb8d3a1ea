//! `vperft deep plan`.

use super::{Bar, RootArgs, check_rules, command, difference, end, followed, jobs};
use crate::args::selected::Selected;
use crate::args::value::{Format, MAX_DEPTH, number};
use crate::exit::{CliError, Exit};
use crate::output;
use serde_json::json;
use std::path::PathBuf;
use vperft::inner::backend::Registry;
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft::inner::support::plural::plural;
use vperft_deep::{self as deep, Manifest, PlanOptions};
use vperft_pages::report::table::table;

/// Find the unique positions after some plies and cut them into units
///
/// Two positions are the same if they differ in nothing but their counters, which cut no count. The number of move sequences that lead
/// to them is checked against a count of the backend.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant
    #[arg(value_parser = crate::args::variant::named())]
    variant: VariantId,
    /// The folder of the plan, new or empty
    folder: PathBuf,
    /// The depth of the whole count, in plies
    #[arg(long, value_name = "N", value_parser = number::<u32>(2, MAX_DEPTH))]
    depth: u32,
    /// The depth of the unique positions, in plies
    #[arg(long, value_name = "K", value_parser = number::<u32>(1, MAX_DEPTH))]
    split: u32,
    /// Cut about this many units
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u32>(1, 10_000_000))]
    units: u32,
    #[command(flatten)]
    root: RootArgs,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    if args.split >= args.depth {
        return Err(CliError::Usage(format!(
            "--split {}: expected fewer plies than --depth {}",
            args.split, args.depth
        )));
    }
    let RootArgs { backend, threads, .. } = &args.root;
    let selected = backend.select(registry, &[args.variant], None)?;
    check_rules(&selected)?;
    // Reports a backend that cannot be opened before anything is written.
    let opened = selected.open()?;
    let rulings = followed(opened.as_ref(), args.variant, &selected.options.rulings, &selected)?;
    let plan = PlanOptions {
        variant: args.variant,
        readings: readings(args.variant, &rulings),
        vfen: args.root.vfen(args.variant, &rulings)?,
        depth: args.depth,
        split: args.split,
        units: args.units,
        jobs: jobs(*threads),
        folder: args.folder.clone(),
    };
    let bar = Bar::new();
    let planned = deep::plan(&|| selected.open_again(), &plan, &bar);
    bar.bar.finish_and_clear();
    match planned {
        Ok(manifest) => print(args, &selected, &manifest).map(|()| Exit::Success),
        Err(error) => end(error),
    }
}

/// The readings of a variant that are not the defaults.
fn readings(variant: VariantId, rulings: &Rulings) -> Vec<String> {
    let other = difference(variant, rulings, &Rulings::default());
    other.into_iter().map(|(ruling, reading, _)| format!("{ruling}={reading}")).collect()
}

fn print(args: &Args, selected: &Selected<'_>, manifest: &Manifest) -> Result<(), CliError> {
    if args.root.format == Format::Json {
        let units: Vec<_> = manifest
            .units
            .iter()
            .map(|unit| json!({ "positions": unit.positions, "work": unit.work }))
            .collect();
        return output::json(&json!({
            "variant": manifest.variant,
            "vfen": manifest.vfen,
            "depth": manifest.depth,
            "split": manifest.split,
            "plies": manifest.plies,
            "units": units,
        }));
    }
    let mut rows = table(&[], &["ply", "unique positions", "move sequences"]);
    for ply in &manifest.plies {
        rows.add_row([ply.ply.to_string(), ply.positions.to_string(), ply.sequences.to_string()]);
    }
    output::block(rows)?;
    if manifest.units.is_empty() {
        let merge = command("merge", &args.folder, &manifest.variant, []);
        return output::line(format_args!(
            "nothing to count, since every game ends before; the result: {merge}"
        ));
    }
    let work = command("work", &args.folder, &manifest.variant, selected.words(&manifest.variant));
    output::line(format_args!("{}; count them with: {work}", plural(manifest.units.len(), "unit")))
}
