//! Instructions that a program takes for a count, exactly: it is run under callgrind, of valgrind.
//!
//! Only counting counts. A program is run twice, and once more deeply than the other time: what it does at its start and for the
//! shallow count is the same in both, and drops out. The command `serve` of this program is known better: only what it does
//! between a question for a count and the answer is looked at.

use super::subject::{Subject, count};
use super::{SpeedError, Unit};
use crate::backend::{Limits, Options, Registry};
use crate::corpus::bench::Row;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

/// How many times as long a program takes under callgrind, at the utmost.
const SLOWER: u32 = 100;
/// How long it may take to end by itself and write its figures, once it is asked no more.
const FAREWELL: Duration = Duration::from_secs(60);
/// What `serve` counts in, as callgrind names it.
const COUNTED: &str = "*vperft::serve::answer::counted*";

/// Whether instructions can be counted here, and by what.
pub(crate) fn tool() -> Option<String> {
    let output = Command::new("valgrind").arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| version.trim().to_owned())
}

/// Counts the instructions of a count from this position, as deep as the row says.
///
/// # Errors
/// If there is no count, or a wrong one, or valgrind fails.
pub(crate) fn instructions(subject: &Subject, registry: &Registry, row: &Row) -> Result<u64, SpeedError> {
    let shallow = Unit::of(row, 1).expect("a row has a count at the first depth");
    let deep = Unit::of(row, row.depth).expect("a row has a count at its depth");
    let without = total(subject, registry, &[&shallow])?;
    let with = total(subject, registry, &[&shallow, &deep])?;
    with.checked_sub(without).filter(|instructions| *instructions > 0).ok_or_else(|| {
        let problem =
            "takes fewer instructions for more work: what it does at its start is not the same each time";
        SpeedError::Tool(format!("{deep}: {} {problem}", subject.name))
    })
}

/// All instructions of a run in which these units are counted.
fn total(subject: &Subject, registry: &Registry, units: &[&Unit]) -> Result<u64, SpeedError> {
    let folder = tempfile::tempdir().map_err(|error| tool_fault(&error))?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut words = vec![
        "valgrind".to_owned(),
        "--tool=callgrind".into(),
        // Caches are not what is measured; simulating them would double the time.
        "--cache-sim=no".into(),
        "--trace-children=yes".into(),
        format!("--callgrind-out-file={}", path("out.%p")),
        format!("--log-file={}", path("log.%p")),
    ];
    if subject.is_served {
        words.push(format!("--toggle-collect={COUNTED}"));
    }
    let limits = subject.options.limits;
    let timeout = limits.timeout.saturating_mul(SLOWER);
    let options = Options {
        limits: Limits { timeout, restarts: 0, farewell: FAREWELL, ..limits },
        ..subject.options.clone()
    };
    let mut backend = subject.open_behind(registry, &words, &options)?;
    units.iter().try_for_each(|unit| count(backend.as_mut(), &subject.name, unit))?;
    // It writes its figures when it ends.
    drop(backend);
    let total = totals(folder.path()).map_err(|error| tool_fault(&error))?;
    (total > 0).then_some(total).ok_or_else(|| {
        let problem =
            "valgrind has written no figures of it: it did not end by itself when its stdin had ended";
        SpeedError::Tool(format!("{}: {problem}", subject.name))
    })
}

fn tool_fault(error: &io::Error) -> SpeedError {
    SpeedError::Tool(format!("valgrind: {error}"))
}

/// The sum over all files that callgrind has written here, one a process.
fn totals(folder: &Path) -> io::Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("out.") {
            let text = fs::read_to_string(entry.path())?;
            // A process may write several parts, each with its total.
            let totals = text.lines().filter_map(|line| line.strip_prefix("totals: "));
            sum += totals.filter_map(|total| total.trim().parse::<u64>().ok()).sum::<u64>();
        }
    }
    Ok(sum)
}
