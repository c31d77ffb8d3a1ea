//! `vperft speed record`: measures a backend and appends the figures to a history.

use super::end;
use super::measure::MeasuredArgs;
use super::revision::git;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::file::{self, Change};
use crate::output::lock::Lock;
use crate::output::read::read_if_any;
use crate::speed;
use crate::speed::{Entry, Machine};
use std::path::{Path, PathBuf};
use vperft::inner::backend::Registry;
use vperft::inner::corpus::bench::Row;

/// Measure a backend and append the figures to a history
///
/// Measures like `vperft speed measure`. Each position is counted at the same depth as in the last line for the same backend on the
/// same kind of machine, so that the points of a series measure the same work.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    measured: MeasuredArgs,
    /// The history: a file of JSON lines, created if missing
    #[arg(long, value_name = "FILE")]
    history: PathBuf,
    /// The measured commit [default: the one that is checked out here]
    #[arg(long, value_name = "ID", requires = "date")]
    commit: Option<String>,
    /// The date of the commit, such as 2026-11-23T12:00:00+00:00
    #[arg(long, value_name = "DATE", requires = "commit")]
    date: Option<String>,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    args.measured.check_measurable()?;
    let (commit, date) = match (&args.commit, &args.date) {
        (Some(commit), Some(date)) => (commit.clone(), date.clone()),
        _ => head()?,
    };
    file::check_writable(&args.history)?;
    let path = || args.history.display();
    let read = || -> Result<_, CliError> {
        let before = read_if_any(&args.history)?;
        let entries = Entry::parse_lines(before.as_deref().unwrap_or_default());
        let entries = entries.map_err(|problem| CliError::Input(format!("{}: {problem}", path())))?;
        Ok((before, entries))
    };
    let (_, entries) = read()?;
    let measured = args.measured.measure(registry, |backend| depths(&entries, backend), true)?;
    match measured {
        Ok((measured, None)) => {
            output::text(speed::report::measured_foot(&measured))?;
            let entry = Entry::new(commit, date, measured);
            // Another process may have appended a line meanwhile; the lock prevents that until this line is written.
            let mut lock = Lock::beside(&args.history)?;
            let (before, _) = read()?;
            let mut text = before.clone().unwrap_or_default();
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text += &format!("{}\n", entry.line());
            let change = Change { path: args.history.clone(), before, text };
            file::replace(&mut lock, &[change])?;
            output::note(format_args!("appended a line to {}", path()));
            Ok(Exit::Success)
        }
        // A line that lacks positions would look like a complete measurement.
        Ok((_, Some(fault))) | Err(fault) => {
            output::note(format_args!("nothing is appended to {}", path()));
            end(fault)
        }
    }
}

/// The depth of each position in the last measurement of this backend on the same kind of machine.
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
    let text = git(Path::new("."), &["show", "--no-patch", "--format=%H %cI", "HEAD"]).map_err(|error| {
        CliError::Usage(format!("{error}; outside of a git repository, pass `--commit` and `--date`"))
    })?;
    let (commit, date) = text.split_once(' ').unwrap_or((&text, ""));
    Ok((commit.to_owned(), date.to_owned()))
}
