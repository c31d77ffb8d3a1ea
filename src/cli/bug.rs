//! Bug files that a comparison writes.

use super::args::{ProgramArgs, is_program};
use super::file::{self, Change, Locked};
use super::{CliError, output};
use crate::repro::{Bug, Opened};
use crate::variant::Clause;
use std::path::{Path, PathBuf};

/// A side as it was opened by this name, without these clauses.
pub(super) fn opened(
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
pub(super) fn write(path: &Path, bugs: &[Bug]) -> Result<(), CliError> {
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
pub(super) fn again(path: &Path, bug: &Bug) -> String {
    let mut words = ["vperft", "repro"].map(String::from).to_vec();
    words.push(path.display().to_string());
    if let Some(name) = bug.b.backend.as_ref().filter(|name| is_program(name)) {
        words.extend(["--backend".to_owned(), name.clone()]);
    }
    output::command(&words)
}

/// The path of the file of this number.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{end}"))
}
