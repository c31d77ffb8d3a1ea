//! `deep`: plans, workers, and merged counts.

mod counts;
mod faults;
mod recipes;

use crate::tool::{PROGRAM, check, vperft};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A plan in a temporary folder.
struct Plan {
    _temporary: TempDir,
    folder: PathBuf,
    /// The number of its units.
    units: usize,
}

impl Plan {
    /// Plans a count from the start position.
    fn new(variant: &str, depth: u32, split: u32, units: u32) -> Self {
        Self::with(&format!("{variant} --depth {depth} --split {split} --units {units}"))
    }

    /// Plans with these arguments.
    fn with(words: &str) -> Self {
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let folder = temporary.path().join("plan");
        let planned = vperft(&format!("deep plan {words} --format json {}", folder.display())).ends(0).json();
        let units = planned["units"].as_array().expect("units").len();
        assert!(units > 2, "{planned}");
        Self { _temporary: temporary, folder, units }
    }

    /// A command about the plan.
    fn words(&self, command: &str, more: &str) -> String {
        format!("deep {command} {} {more}", self.folder.display())
    }

    fn work(&self, more: &str, code: i32, stdout: &[&str], stderr: &[&str]) {
        check(&self.words("work", more), code, stdout, stderr);
    }

    fn merge(&self, code: i32, stdout: &[&str]) {
        check(&self.words("merge", ""), code, stdout, &[]);
    }

    /// Starts a worker, whose answer is JSON.
    fn start(&self, more: &str) -> Child {
        let words = shlex::split(&self.words("work", more)).expect("the folder has no quotes");
        let mut command = Command::new(PROGRAM);
        command.args(words).args(["--format", "json"]).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().expect("the program starts")
    }

    /// The files of a folder of the plan, sorted.
    fn files(&self, folder: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.join(folder)).expect("a folder of the plan");
        let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        files
    }
}

/// The count by `vperft perft`, which shares no code with plans.
fn count(variant: &str, depth: u32) -> String {
    vperft(&format!("perft {variant} {depth}")).ends(0).stdout.trim().to_owned()
}

/// The line that a merge prints of a count.
fn merged(variant: &str, depth: u32) -> String {
    format!("perft {depth} of {variant}: {}\n", count(variant, depth))
}

/// Replaces a part of a file, which must occur.
fn doctor(path: &Path, part: &str, other: &str) {
    let text = fs::read_to_string(path).expect("the file");
    assert!(text.contains(part), "{text}");
    fs::write(path, text.replacen(part, other, 1)).expect("the file is written");
}
