//! Bug files that a comparison writes.

use super::file::{self, Change, Locked};
use crate::cli::args::backend::{ProgramArgs, is_program, oracle};
use crate::cli::exit::CliError;
use crate::cli::output;
use crate::corpus::suite;
use crate::game::variant::{Clause, Rulings, VariantId};
use crate::lab::bug::{Bug, Opened, Surroundings};
use crate::support::plural::plural;
use std::path::{Path, PathBuf};

/// What a comparison of two sides has around it. Each has a name, if it is a backend, and an identity; the second was opened
/// without these clauses.
pub(crate) fn surroundings<'s>(
    variant: VariantId,
    rulings: &'s Rulings,
    [a, b]: [(Option<&str>, String); 2],
    b_without: &[Clause],
    program: &ProgramArgs,
) -> Surroundings<'s> {
    Surroundings {
        variant,
        rulings,
        suite: suite::version(),
        a: opened(a.0, a.1, &[], program),
        b: opened(b.0, b.1, b_without, program),
        record: program.record().map(|path| path.display().to_string()),
    }
}

/// A side as it was opened by this name, without these clauses.
pub(crate) fn opened(
    name: Option<&str>,
    identity: String,
    without: &[Clause],
    program: &ProgramArgs,
) -> Opened {
    let is_engine = name.is_some_and(|name| name.starts_with("uci:"));
    Opened {
        backend: name.map(str::to_owned),
        identity,
        without: without.iter().map(|clause| clause.id().to_owned()).collect(),
        options: if is_engine { program.settings().to_vec() } else { Vec::new() },
    }
}

/// Writes bug files, the first to this path, the others beside it with their numbers, and says so on stderr.
pub(crate) fn write(path: &Path, bugs: &[Bug]) -> Result<(), CliError> {
    if bugs.is_empty() {
        output::note(format_args!("nothing is written to {}", output::plain(path.display())));
        return Ok(());
    }
    let mut changes = Vec::new();
    for (number, bug) in (1..).zip(bugs) {
        let path = numbered(path, number);
        let before = file::read_if_any(&path)?;
        changes.push(Change { path, before, text: bug.text() });
    }
    Locked::default().replace(&changes)?;
    for (change, bug) in changes.iter().zip(bugs) {
        let path = change.path.display().to_string();
        let command = again(&change.path, bug);
        output::note(format_args!("wrote {}; `{command}` asks again", output::plain(path)));
    }
    Ok(())
}

/// The command that asks again. A program has to be named in it.
pub(crate) fn again(path: &Path, bug: &Bug) -> String {
    let mut words = ["vperft", "repro"].map(String::from).to_vec();
    words.push(path.display().to_string());
    if let Some(name) = bug.b.backend.as_ref().filter(|name| is_program(name)) {
        words.extend(["--backend".to_owned(), name.clone()]);
    }
    output::command(&words)
}

/// The most bug files about one run. A program that is wrong everywhere fails thousands of checks.
pub(crate) const MOST: usize = 20;

/// What the failing checks of a run have in common.
pub(crate) struct OfRun {
    pub rulings: Rulings,
    pub suite: Option<String>,
    /// The backend.
    pub b: Opened,
    pub record: Option<String>,
}

impl OfRun {
    /// The same of a check about one variant. The corpus is what is believed.
    pub fn of(&self, variant: VariantId) -> Surroundings<'_> {
        let a = Opened { identity: "the corpus".into(), ..Opened::default() };
        let (suite, b, record) = (self.suite.clone(), self.b.clone(), self.record.clone());
        Surroundings { variant, rulings: &self.rulings, suite, a, b, record }
    }
}

/// Writes bug files to a folder, each to a file of its name, and says so on stderr.
pub(crate) fn write_all(folder: &Path, bugs: &[(String, Bug)]) -> Result<(), CliError> {
    let mut changes = Vec::new();
    for (name, bug) in bugs {
        let plain = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "-");
        let path = folder.join(format!("{plain}.json"));
        let before = file::read_if_any(&path)?;
        let vfen = end(bug);
        changes.push(Change { path, before, text: Bug { vfen, ..bug.clone() }.text() });
    }
    Locked::default().replace(&changes)?;
    let count = plural(changes.len(), "bug file");
    output::note(format_args!("wrote {count} to {}", output::plain(folder.display())));
    if let (Some(change), Some((_, bug))) = (changes.first(), bugs.first()) {
        output::note(format_args!("`{}` asks the first again", again(&change.path, bug)));
    }
    Ok(())
}

/// Where the moves of a bug file lead, as far as there are rules that say so.
fn end(bug: &Bug) -> String {
    let mut oracle = oracle(&bug.rulings);
    oracle.of(bug.variant).and_then(|view| bug.path().reached(view)).unwrap_or_else(|_| bug.root.clone())
}

/// The path of the file of this number.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(end) = path.extension() {
        name.push(".");
        name.push(end);
    }
    path.with_file_name(name)
}
