//! `vperft speed record`.

use super::end;
use super::measure::MeasuredArgs;
use super::revision::git;
use crate::backend::Registry;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::cli::output::file;
use crate::corpus::bench::Row;
use crate::report;
use crate::speed::{Entry, Machine};
use std::path::{Path, PathBuf};

/// Measure a backend as `vperft speed measure` does, and append a line about it to a history
///
/// Positions are counted as deep as in the line before, where that is of the same backend on the same kind of machine, so that the
/// points of a series are of the same work.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    measured: MeasuredArgs,
    /// The history: a file of JSON lines, made if there is none
    #[arg(long, value_name = "FILE")]
    history: PathBuf,
    /// The commit that is measured; the one that is checked out here if not given
    #[arg(long, value_name = "ID", requires = "date")]
    commit: Option<String>,
    /// The date of the commit, such as 2026-11-23T12:00:00+00:00
    #[arg(long, value_name = "DATE", requires = "commit")]
    date: Option<String>,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    args.measured.check()?;
    let (commit, date) = match (&args.commit, &args.date) {
        (Some(commit), Some(date)) => (commit.clone(), date.clone()),
        _ => head()?,
    };
    file::check_writable(&args.history)?;
    let path = || output::plain(args.history.display());
    let read = || -> Result<_, CliError> {
        let before = file::read_if_any(&args.history)?;
        let entries = Entry::read(before.as_deref().unwrap_or_default());
        let entries =
            entries.map_err(|problem| CliError::Input(format!("{}: {}", path(), output::plain(problem))))?;
        Ok((before, entries))
    };
    let (_, entries) = read()?;
    let measured = args.measured.measure(registry, |backend| depths(&entries, backend), true)?;
    match measured {
        Ok((measured, None)) => {
            output::text(report::speed::measured_foot(&measured))?;
            let entry = Entry::new(commit, date, measured);
            // Another program may have appended a line meanwhile, and none does until this one is there.
            let mut locked = file::Locked::beside(&args.history)?;
            let (before, _) = read()?;
            let mut text = before.clone().unwrap_or_default();
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text += &format!("{}\n", entry.line());
            let change = file::Change { path: args.history.clone(), before, text };
            locked.replace(&[change])?;
            output::note(format_args!("appended a line to {}", path()));
            Ok(Exit::Success)
        }
        // A line that lacks positions would look like a measurement of all.
        Ok((_, Some(fault))) | Err(fault) => {
            output::note(format_args!("nothing is appended to {}", path()));
            end(fault)
        }
    }
}

/// How deep each position was counted from when this backend was last measured on such a machine.
fn depths(entries: &[Entry], backend: &str) -> impl Fn(&Row) -> Option<u32> + use<> {
    let here = Machine::here();
    let of = entries.iter().rev().map(|entry| &entry.measured);
    let last = of.filter(|measured| measured.backend == backend && measured.machine.is_like(&here)).cloned();
    let last: Vec<_> = last.flat_map(|measured| measured.rows).collect();
    move |row| {
        let mut same =
            last.iter().filter(|figures| (figures.variant, &figures.position) == (row.variant, &row.name));
        let depth = same.find_map(|figures| figures.time.as_ref()).map(|time| time.depth);
        depth.filter(|depth| row.count_at(*depth).is_some())
    }
}

/// The commit that is checked out here, and its date.
fn head() -> Result<(String, String), CliError> {
    let said = git(Path::new("."), &["show", "--no-patch", "--format=%H %cI", "HEAD"]).map_err(|error| {
        CliError::Usage(format!(
            "{error}; `--commit` and `--date` name a commit where there is no git repository"
        ))
    })?;
    let (commit, date) = said.split_once(' ').unwrap_or((&said, ""));
    Ok((commit.to_owned(), date.to_owned()))
}
