//! Counts the instructions of a count exactly, by running the program under valgrind's callgrind.
//!
//! Only the counting itself is measured. The program runs twice: once with a shallow count, and once with a
//! deep count in addition. The start and the shallow count are the same in both runs and cancel out. For
//! `vperft serve`, callgrind records only the function that counts.

use super::subject::{Subject, count};
use super::{SpeedError, Unit};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{fs, io};
use vperft::inner::backend::{Limits, Options, Registry};
use vperft::inner::corpus::bench::Row;

/// The largest slowdown of a program under callgrind.
const SLOWDOWN: u32 = 100;
/// How long the program may take to exit and write its figures after its last question.
const EXIT_TIMEOUT: Duration = Duration::from_secs(60);
/// The function in which `serve` counts, as callgrind names it.
const COUNTED: &str = "*serve::answer::counted*";

/// The version of valgrind, if it is installed.
pub(crate) fn tool() -> Option<String> {
    let output = Command::new("valgrind").arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| version.trim().to_owned())
}

/// The instructions of the count of a row, at the depth of the row.
///
/// # Errors
/// If the backend does not count or counts wrong, or valgrind fails.
pub(crate) fn instructions(subject: &Subject, registry: &Registry, row: &Row) -> Result<u64, SpeedError> {
    let shallow = Unit::for_depth(row, 1).expect("a row has a count at the first depth");
    let deep = Unit::for_depth(row, row.depth).expect("a row has a count at its depth");
    let without = total(subject, registry, &[&shallow])?;
    let with = total(subject, registry, &[&shallow, &deep])?;
    with.checked_sub(without).filter(|instructions| *instructions > 0).ok_or_else(|| {
        let problem =
            "takes fewer instructions for more work: its start does not take the same number each time";
        SpeedError::Tool(format!("{deep}: {} {problem}", subject.name))
    })
}

/// All instructions of a process that counts these units.
fn total(subject: &Subject, registry: &Registry, units: &[&Unit]) -> Result<u64, SpeedError> {
    let folder = tempfile::tempdir().map_err(|error| tool_fault(&error))?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut words = vec![
        "valgrind".to_owned(),
        "--tool=callgrind".into(),
        // Simulating caches would double the time and is not needed.
        "--cache-sim=no".into(),
        "--trace-children=yes".into(),
        format!("--callgrind-out-file={}", path("out.%p")),
        format!("--log-file={}", path("log.%p")),
    ];
    if subject.is_served {
        words.push(format!("--toggle-collect={COUNTED}"));
    }
    let limits = subject.options.limits;
    let timeout = limits.timeout.saturating_mul(SLOWDOWN);
    let options = Options {
        limits: Limits { timeout, restarts: 0, farewell: EXIT_TIMEOUT, ..limits },
        ..subject.options.clone()
    };
    let mut backend = subject.open_behind(registry, &words, &options)?;
    units.iter().try_for_each(|unit| count(backend.as_mut(), &subject.name, unit))?;
    // The program writes its figures when it exits.
    drop(backend);
    let total = totals(folder.path()).map_err(|error| tool_fault(&error))?;
    (total > 0).then_some(total).ok_or_else(|| {
        let problem = "valgrind wrote no figures: the program did not exit at the end of its stdin";
        SpeedError::Tool(format!("{}: {problem}", subject.name))
    })
}

fn tool_fault(error: &io::Error) -> SpeedError {
    SpeedError::Tool(format!("valgrind: {error}"))
}

/// The sum over all files in a folder that callgrind has written, one for each process.
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
