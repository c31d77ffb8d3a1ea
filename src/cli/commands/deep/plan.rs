//! `vperft deep plan`.

use super::{Bar, end};
use crate::backend::Registry;
use crate::cli::args::backend::BackendArgs;
use crate::cli::args::position::given;
use crate::cli::args::value::{Format, MAX_DEPTH, number};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::deep::{self, Manifest, PlanOptions};
use crate::game::variant::{Ruling, Rulings, Variant, VariantId};
use crate::report::table::table;
use crate::support::plural::plural;
use serde_json::json;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

/// Find the unique positions after some plies and cut them into units
///
/// Two positions are the same if they differ in nothing but their counters, which cut no count. The number of move sequences that lead
/// to them is checked against a count of the backend.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant
    #[arg(value_parser = crate::cli::args::variant::named())]
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
    /// The position as VFEN [default: the start position]
    #[arg(long, visible_alias = "fen", value_name = "VFEN")]
    vfen: Option<String>,
    /// Use N threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1, 1024))]
    threads: Option<u16>,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    backend: BackendArgs,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    if args.split >= args.depth {
        return Err(CliError::Usage(format!(
            "--split {}: expected fewer plies than --depth {}",
            args.split, args.depth
        )));
    }
    if let Some(clause) = args.backend.without().first() {
        return Err(CliError::Usage(format!("--without {}: a plan is by the whole rules", clause.id())));
    }
    let options = args.backend.options(&[args.variant])?;
    // A backend that cannot be opened is told before anything is written.
    args.backend.open(registry, &options)?;
    let plan = PlanOptions {
        variant: args.variant,
        readings: readings(args.variant, &options.rulings),
        vfen: root(args.variant, &options.rulings, args.vfen.as_deref())?,
        depth: args.depth,
        split: args.split,
        units: args.units,
        jobs: jobs(args.threads),
        folder: args.folder.clone(),
    };
    let bar = Bar::new();
    let planned = deep::plan(&|| args.backend.open_again(registry, &options), &plan, &bar);
    bar.0.finish_and_clear();
    match planned {
        Ok(manifest) => print(args, &manifest).map(|()| Exit::Success),
        Err(error) => end(error),
    }
}

/// The root position: a given one, or the start position.
pub fn root(variant: VariantId, rulings: &Rulings, vfen: Option<&str>) -> Result<String, CliError> {
    match vfen {
        Some(vfen) => given(variant, rulings, vfen),
        None => Ok(Variant::get(variant).start(rulings).vfen.clone()),
    }
}

/// The number of threads.
pub fn jobs(threads: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    threads.map_or_else(cores, usize::from)
}

/// The readings of a variant that are not the defaults.
fn readings(variant: VariantId, rulings: &Rulings) -> Vec<String> {
    let default = Rulings::default();
    let read = |ruling: &Ruling| {
        let reading = rulings.get(ruling.name)?;
        (Some(reading) != default.get(ruling.name)).then(|| format!("{}={reading}", ruling.name))
    };
    Ruling::of(variant).filter_map(read).collect()
}

fn print(args: &Args, manifest: &Manifest) -> Result<(), CliError> {
    if args.format == Format::Json {
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
    let folder = args.folder.display().to_string();
    let work = output::command::command_line(&["vperft", "deep", "work", &folder].map(str::to_owned));
    output::line(format_args!("{}; count them with: {work}", plural(manifest.units.len(), "unit")))
}
