//! `vperft repro --case`: makes a case of a bug file and adds it to a corpus.

use super::other_readings;
use crate::args::backend;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::command::command_line;
use crate::output::file::{self, Change};
use crate::output::lock::Lock;
use crate::output::read::read_if_any;
use serde_json::Value;
use std::path::Path;
use vperft::inner::corpus::suite::{Corpus, Source, insert};
use vperft::inner::game::variant::Clause;
use vperft::inner::support::sanitise::is_printable;
use vperft_lab::differences::bug::Bug;

/// The name of the files with positions and with cases in the folder of a variant.
const FILE: &str = "bugs-found.json";

/// Adds the position of a bug and a case about it to a corpus.
pub(super) fn add(bug: &Bug, folder: &Path, id: Option<&str>, clauses: &[Clause]) -> Result<Exit, CliError> {
    let variant = bug.variant.name();
    let id = id.map_or_else(|| bug.case_id(), str::to_owned);
    check_id(variant, &id)?;
    let clauses: Vec<_> = clauses.iter().map(|clause| clause.id().to_owned()).collect();
    let clauses = if clauses.is_empty() { bug.case_clauses() } else { clauses };
    let folders = ["positions", "suites"].map(|name| folder.join(name));
    let [positions, suites] = folders.each_ref().map(|folder| folder.join(variant).join(FILE));
    let text = format!("{}{}", canonical(bug), bug.case_entry(&id, &id, &clauses));
    if let Some(hidden) = text.chars().find(|&c| !is_printable(c)) {
        let code = u32::from(hidden);
        return Err(CliError::Input(format!("the case would hold U+{code:04X}, which is not printable")));
    }
    let mut lock = Lock::folders(
        [positions.clone(), suites.clone()].iter().filter_map(|path| path.parent().map(Path::to_owned)),
    )?;
    let [old_positions, old_cases] = [&positions, &suites].map(|path| read_if_any(path));
    let (old_positions, old_cases) = (old_positions?, old_cases?);
    if find(old_cases.as_deref(), "cases", |entry| entry["id"] == *id).is_some() {
        let path = suites.display();
        return Err(CliError::Usage(format!(
            "{path} already has a case `{id}`; expected --id with an unused id"
        )));
    }
    let vfen = canonical(bug);
    let known = find(old_positions.as_deref(), "positions", |entry| entry["vfen"] == *vfen);
    let known =
        known.and_then(|entry| entry["id"].as_str().map(str::to_owned)).or_else(|| embedded(bug, &vfen));
    let position = known.as_ref().unwrap_or(&id).clone();
    let mut changes = Vec::new();
    let mut change = |path: &Path, before: Option<String>, list: &str, entry: Value| {
        let text = insert(before.as_deref(), variant, list, &[entry]);
        let text = text.map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?;
        changes.push(Change { path: path.to_owned(), before, text });
        Ok::<_, CliError>(())
    };
    if known.is_none() {
        change(&positions, old_positions, "positions", bug.position_entry(&position, &vfen))?;
    }
    change(&suites, old_cases, "cases", bug.case_entry(&id, &position, &clauses))?;
    file::replace(&mut lock, &changes)?;
    let readings = other_readings(bug);
    if !readings.is_empty() {
        output::note(format_args!(
            "note: the failure was found under {}; a corpus has the expected values under the default readings",
            readings.join(", ")
        ));
    }
    for change in &changes {
        output::line(format_args!("wrote {}", change.path.display()))?;
    }
    let mut words = ["vperft", "bless", variant].map(String::from).to_vec();
    for (flag, folder) in [("--suites", &folders[1]), ("--positions", &folders[0])] {
        // The folder of positions is missing if no position was added.
        if folder.is_dir() {
            words.extend([flag.to_owned(), folder.display().to_string()]);
        }
    }
    output::line(format_args!("case `{id}` has no expected values yet; this command fills them in:"))?;
    output::line(format_args!("  {}", command_line(&words)))?;
    Ok(Exit::Success)
}

/// Checks that an id is of the variant and has the form of the ids of the corpus.
fn check_id(variant: &str, id: &str) -> Result<(), CliError> {
    let slug = id.strip_prefix(variant).and_then(|rest| rest.strip_prefix('/')).unwrap_or_default();
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if slug.split('-').all(is_word) {
        return Ok(());
    }
    Err(CliError::Usage(format!(
        "--id {id}: expected `{variant}/` and words of lower-case letters and digits, joined by hyphens, such as {variant}/pawn-beside-king"
    )))
}

/// The first entry of a list in a file that satisfies the condition. A malformed file has none; writing it reports the error.
fn find(text: Option<&str>, list: &str, condition: impl Fn(&Value) -> bool) -> Option<Value> {
    let file: Value = serde_json::from_str(text?).ok()?;
    file[list].as_array()?.iter().find(|entry| condition(entry)).cloned()
}

/// The id of the embedded position with this VFEN. A corpus has every position once.
fn embedded(bug: &Bug, vfen: &str) -> Option<String> {
    let corpus = Corpus::load(&Source::of_variants(&[bug.variant])).ok()?;
    let mut of_variant = corpus.positions.values().filter(|(variant, _)| *variant == bug.variant);
    of_variant.find(|(_, entry)| entry.vfen == vfen).map(|(_, entry)| entry.id.clone())
}

/// The position of the case in canonical form. If there are built-in rules of the variant, it is where the root and the moves lead, and
/// not what the file says.
fn canonical(bug: &Bug) -> String {
    let (vfen, line) = bug.case_path();
    let mut oracle = backend::oracle(&bug.rulings);
    let path = if line.is_empty() { bug.path() } else { vfen.into() };
    oracle.of(bug.variant).and_then(|view| path.canonical(view)).unwrap_or_else(|_| vfen.to_owned())
}
