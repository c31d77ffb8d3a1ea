//! `vperft speed history`: shows the measurements that `speed record` has collected.

use crate::args::variant;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::{file, read};
use crate::speed::{self, Entry, Series};
use clap::ValueEnum;
use std::fs;
use std::path::{Path, PathBuf};
use vperft::inner::game::variant::VariantId;

/// Show a history of measurements as a table, a picture or data
///
/// Points are joined only if they measure the same work on the same kind of machine. Instructions are exact: every change is reported
/// with its commit. To find lasting changes of times, pass the data to Apache Otava, which finds change points.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file that `vperft speed record` writes
    #[arg(value_name = "FILE")]
    history: PathBuf,
    /// Only these variants
    #[arg(value_parser = variant::named())]
    variants: Vec<VariantId>,
    /// Write a picture to this file, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a self-contained page with zoomable pictures to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write history.csv and otava.yaml for Apache Otava to a folder
    ///
    /// They contain the series that reach the last entry.
    #[arg(long, value_name = "DIR")]
    otava: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Kind,
}

/// The output format of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// For people
    Human,
    /// One JSON document
    Json,
    /// One commit a line and one series a column
    Csv,
    /// The last entry for github-action-benchmark, customSmallerIsBetter
    GithubActionBenchmark,
    /// The last entry for Bencher, in its metric format
    Bencher,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let text = read::read_text(&args.history)?;
    let path = args.history.display();
    let entries =
        Entry::parse_lines(&text).map_err(|problem| CliError::Input(format!("{path}: {problem}")))?;
    let mut all: Vec<Series> = speed::series(&entries);
    all.retain(|series| args.variants.is_empty() || args.variants.contains(&series.variant));
    if all.is_empty() {
        return Err(CliError::Input(format!("{path}: no measurement of the selected variants")));
    }
    match args.format {
        Kind::Human => output::text(speed::report::history_table(&entries, &all))?,
        Kind::Json => output::json(&speed::report::history_as_json(&entries, &all))?,
        Kind::Csv => output::text(speed::report::history_as_csv(&entries, &all))?,
        Kind::GithubActionBenchmark => {
            output::json(&speed::report::history_for_benchmark_action(&entries, &all))?
        }
        Kind::Bencher => output::json(&speed::report::history_for_bencher(&entries, &all))?,
    }
    if let Some(path) = &args.svg {
        write(path, &speed::report::history_plot(&entries, &all))?;
    }
    if let Some(path) = &args.html {
        write(path, &speed::report::history_page(&entries, &all))?;
    }
    if let Some(folder) = &args.otava {
        let table = folder.join("history.csv");
        if table.to_str().is_none() {
            let path = folder.display();
            let problem = format!("--otava {path}: the path is not UTF-8, which otava.yaml needs");
            return Err(CliError::Usage(problem));
        }
        fs::create_dir_all(folder).map_err(|error| read::named(folder, error))?;
        let (csv, config) = speed::report::history_for_otava(&entries, &all, &table);
        write(&table, &csv)?;
        write(&folder.join("otava.yaml"), &config)?;
    }
    Ok(Exit::Success)
}

/// Writes a file and notes it.
fn write(path: &Path, text: &str) -> Result<(), CliError> {
    file::put(path, text.as_bytes())?;
    output::note(format_args!("wrote {}", path.display()));
    Ok(())
}
