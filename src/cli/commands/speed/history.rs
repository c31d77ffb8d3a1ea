//! `vperft speed history`.

use crate::cli::args::variant;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::cli::output::file;
use crate::corpus::suite;
use crate::game::variant::VariantId;
use crate::report;
use crate::speed::{self, Entry, Series};
use clap::ValueEnum;
use std::fs;
use std::path::{Path, PathBuf};

/// Show a history of measurements: a table with small plots, pictures, the formats of other programs
///
/// Points are joined only where they are of the same work on the same kind of machine. Instructions are exact: every change is told
/// with its commit. Where times change for good is for Apache Otava, a program that finds change points.
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
    /// Write a page to this file that shows values where the pointer is and can be zoomed; it needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write what Apache Otava reads to this folder, the series that go on to the last entry and where it finds them: history.csv and
    /// otava.yaml
    #[arg(long, value_name = "DIR")]
    otava: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value = "human")]
    format: Kind,
}

/// How a history is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// For people
    Human,
    /// One JSON document
    Json,
    /// A line a commit and a column a series
    Csv,
    /// The last entry as github-action-benchmark takes it, customSmallerIsBetter
    GithubActionBenchmark,
    /// The last entry as Bencher takes it, its metric format
    Bencher,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let text = suite::read(&args.history)?;
    let path = output::plain(args.history.display());
    let entries = Entry::read(&text)
        .map_err(|problem| CliError::Input(format!("{path}: {}", output::plain(problem))))?;
    let mut all: Vec<Series> = speed::series(&entries);
    all.retain(|series| args.variants.is_empty() || args.variants.contains(&series.variant));
    if all.is_empty() {
        return Err(CliError::Input(format!("{path}: it holds no measurement of what is asked for")));
    }
    match args.format {
        Kind::Human => output::text(report::speed::history_table(&entries, &all))?,
        Kind::Json => output::json(&report::speed::history_as_json(&entries, &all))?,
        Kind::Csv => output::text(report::speed::history_as_csv(&entries, &all))?,
        Kind::GithubActionBenchmark => {
            output::json(&report::speed::history_for_benchmark_action(&entries, &all))?
        }
        Kind::Bencher => output::json(&report::speed::history_for_bencher(&entries, &all))?,
    }
    if let Some(path) = &args.svg {
        written(path, &report::speed::history_plot(&entries, &all))?;
    }
    if let Some(path) = &args.html {
        written(path, &report::speed::history_page(&entries, &all))?;
    }
    if let Some(folder) = &args.otava {
        let table = folder.join("history.csv");
        if table.to_str().is_none() {
            let path = output::plain(folder.display());
            let problem = format!("--otava {path}: a path that is not UTF-8 cannot be named in otava.yaml");
            return Err(CliError::Usage(problem));
        }
        fs::create_dir_all(folder).map_err(|error| file::named(folder, error))?;
        let (csv, config) = report::speed::history_for_otava(&entries, &all, &table);
        written(&table, &csv)?;
        written(&folder.join("otava.yaml"), &config)?;
    }
    Ok(Exit::Success)
}

/// Writes a picture.
fn written(path: &Path, text: &str) -> Result<(), CliError> {
    file::put(path, text.as_bytes())?;
    output::note(format_args!("wrote {}", output::plain(path.display())));
    Ok(())
}
