//! Cases and their files.

use crate::corpus::suite;
use crate::game::betza::Dialect;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A text on a board, and what it describes there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of the case, which never changes.
    pub id: String,
    /// The notation.
    pub text: String,
    /// The dialects in which it describes these moves.
    pub dialects: Vec<Dialect>,
    /// The board, such as `12x10`. Not needed for an error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub board: String,
    /// The square of the piece.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub at: String,
    /// The squares of other pieces of its side.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub friends: String,
    /// The squares of pieces of the other side.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub enemies: String,
    /// Whether the piece has not moved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unmoved: bool,
    /// The squares to which it moves without capture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Its captures: `e5` captures there, `e5xd4` ends on e5 and captures on d4, and `e5~` exchanges places with the piece on e5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captures: Option<String>,
    /// The column of the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<usize>,
    /// Where the notation is described.
    pub source: String,
    /// The readers that gave these moves when the case was written.
    pub provenance: Vec<String>,
}

/// Reads all files of a folder, sorted by their names.
///
/// # Errors
/// If a file cannot be read or has a malformed line, with its number.
pub fn read_cases(folder: &Path) -> Result<Vec<Case>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{}: no files; expected cases in `*.jsonl`", folder.display()));
    }
    let (mut cases, mut known): (Vec<Case>, BTreeSet<String>) = (Vec::new(), BTreeSet::new());
    for path in paths {
        let text = suite::read_text(&path).map_err(|error| error.to_string())?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |problem: String| format!("{}:{}: {problem}", path.display(), number + 1);
            let case: Case = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            if !known.insert(case.id.clone()) {
                return Err(wrong(format!("duplicate id `{}`", case.id)));
            }
            if case.error.is_none() && (case.moves.is_none() || case.captures.is_none()) {
                return Err(wrong("no `error`; expected `moves` and `captures`".into()));
            }
            cases.push(case);
        }
    }
    Ok(cases)
}
