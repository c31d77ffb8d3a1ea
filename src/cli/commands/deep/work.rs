//! `vperft deep work`.

use super::{Bar, end, jobs};
use crate::backend::{Backend, Options, Registry};
use crate::cli::args::backend::{self, BackendArgs};
use crate::cli::args::count::hash_bytes;
use crate::cli::args::value::{Format, number};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::distributed::deep::{self, DeepError, Manifest, Share, WorkOptions};
use crate::support::plural::plural;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Count the units of a plan
///
/// Counts the units that have no result and that no other worker is counting, one a thread, until all have a result. A result is
/// written as a whole, so a worker can be stopped at any time.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the plan
    folder: PathBuf,
    /// Count these units only
    #[arg(value_name = "UNIT", value_parser = number::<u32>(1, u32::MAX.into()))]
    units: Vec<u32>,
    /// Count N units at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1, 1024))]
    threads: Option<u16>,
    /// Keep counts in a hash table of this size for all threads (1 MB is 2^20 bytes) [default: no table]
    #[arg(long, value_name = "MB", value_parser = number::<u64>(1, u64::MAX))]
    hash: Option<u64>,
    /// Also count the last moves by class, as `perft --classes` does
    ///
    /// Counts units again whose results have no classes. It is much slower than a count.
    #[arg(long, conflicts_with = "hash")]
    classes: bool,
    /// Have another backend count this share of the positions again, such as 2%
    #[arg(long, value_name = "SHARE", value_parser = Share::parse)]
    verify: Option<Share>,
    /// The backend that counts them again [default: reference, or data if the rules are in variant.json alone]
    #[arg(long, value_name = "NAME")]
    verify_by: Option<String>,
    /// Also count units of which there is a result by another backend
    #[arg(long)]
    double: bool,
    /// Take over a unit whose worker has given no sign of life for N seconds
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = number::<u64>(1, 1_000_000))]
    patience: u64,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    backend: BackendArgs,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let read = Manifest::read(&args.folder)
        .and_then(|(manifest, _)| Ok((manifest.variant()?, manifest.rulings()?, manifest)));
    let (variant, rulings, manifest) = match read {
        Ok(read) => read,
        Err(error) => return end(error),
    };
    let verify_by = args.verify_by.as_deref().unwrap_or_else(|| backend::oracle_for(&[variant]));
    let given = args.backend.options_with(&[variant], Some(verify_by))?;
    if given.rulings != rulings && given.rulings != crate::game::variant::Rulings::default() {
        return Err(CliError::Usage(
            "--ruling: the plan has other readings, which are those to count by".into(),
        ));
    }
    let options = Options { rulings, ..given };
    // A backend that cannot be opened is told before anything is claimed.
    let mut first = args.backend.open(registry, &options)?;
    let checked = |view: Result<_, _>| view.map(drop).map_err(CliError::Backend);
    checked(backend::view(first.as_mut(), variant))?;
    let of_verifier = Options { off: crate::game::variant::ClauseSet::default(), ..options.clone() };
    if args.verify.is_some() {
        let mut second = backend::open(registry, verify_by, &of_verifier)?;
        checked(backend::view(second.as_mut(), variant))?;
        if second.identity() == first.identity() {
            return Err(CliError::Usage(format!(
                "--verify-by {verify_by}: expected another backend than --backend"
            )));
        }
    }
    drop(first);
    let again = || args.backend.open_again(registry, &options);
    let second = || -> Box<dyn Backend> { backend::open_again(registry, verify_by, &of_verifier) };
    let work = WorkOptions {
        folder: args.folder.clone(),
        units: args.units.clone(),
        jobs: jobs(args.threads),
        hash_bytes: args.hash.map_or(Ok(0), hash_bytes)?,
        is_double: args.double,
        is_classed: args.classes,
        verify: args.verify.map(|share| (share, &second as deep::Open<'_>)),
        patience: Duration::from_secs(args.patience),
    };
    let bar = Bar::new();
    let worked = deep::work(&again, &work, &bar);
    bar.0.finish_and_clear();
    let worked = match worked {
        Ok(worked) => worked,
        Err(error) => {
            if let DeepError::Malformed { path, .. } = &error
                && path.starts_with(args.folder.join("units"))
            {
                note_repair(&manifest, path);
            }
            return end(error);
        }
    };
    if args.hash.is_some() && worked.counted > 0 && !worked.is_hashed {
        output::note("note: counted without a hash table; the backend has no use for one at this depth");
    }
    match args.format {
        Format::Json => output::json(
            &json!({ "counted": worked.counted, "finished": worked.finished, "units": worked.units }),
        )?,
        Format::Human => {
            let counted = plural(worked.counted, "unit");
            output::line(format_args!(
                "{counted} counted here; {} of {} have a result",
                worked.finished, worked.units
            ))?;
        }
    }
    Ok(Exit::Success)
}

/// Prints how to replace a damaged unit: a plan is the same files whenever it is made.
fn note_repair(manifest: &Manifest, unit: &Path) {
    let mut words = ["vperft", "deep", "plan", &manifest.variant, "NEW"].map(str::to_owned).to_vec();
    words.extend(manifest.arguments());
    let name = unit.file_name().unwrap_or_default().display().to_string();
    output::note(format_args!(
        "repair: {}, then copy NEW/units/{name} to {}",
        output::command::command_line(&words),
        unit.display(),
    ));
}
