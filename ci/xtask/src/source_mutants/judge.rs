//! Prints the outcome of each mutant as CSV, and compares the survivors with the explained ones.
//!
//! A mutant is identified by its file, its name and the text of its line, which do not change when lines move.

use crate::Result;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A mutant as cargo-mutants lists it.
#[derive(Deserialize)]
struct Mutant {
    file: String,
    name: String,
    genre: String,
    replacement: String,
    span: Span,
}

#[derive(Deserialize)]
struct Span {
    start: Position,
    end: Position,
}

/// Both count from 1; columns are characters.
#[derive(Deserialize)]
struct Position {
    line: usize,
    column: usize,
}

/// The outcomes of one call, as cargo-mutants writes them.
#[derive(Deserialize)]
struct Outcomes {
    outcomes: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    scenario: Scenario,
    summary: String,
    log_path: PathBuf,
    phase_results: Vec<Phase>,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant(Mutant),
}

#[derive(Deserialize)]
struct Phase {
    duration: f64,
}

/// A row of the table.
#[derive(Serialize, Deserialize)]
struct Row {
    file: String,
    line: usize,
    column: usize,
    mutant: String,
    becomes: String,
    outcome: String,
    seconds: f64,
    killed_by: String,
}

/// The explained survivors.
#[derive(Deserialize)]
struct Survivors {
    explained: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    mutants: Vec<Explained>,
}

#[derive(Deserialize)]
struct Explained {
    file: String,
    mutant: String,
    #[serde(default)]
    becomes: String,
}

/// The key of a mutant: its file, its name, and the line it makes.
type Key = (String, String, String);

impl Mutant {
    fn key(&self, package: &Path) -> Result<Key> {
        // The name follows the place.
        let (_, name) =
            self.name.split_once(": ").ok_or_else(|| format!("unexpected name `{}`", self.name))?;
        let source = fs::read_to_string(package.join(&self.file))?;
        Ok((self.file.clone(), name.to_owned(), self.line(&source)?))
    }

    /// The line that the mutant makes; empty for a function that is replaced, as its name identifies it.
    fn line(&self, source: &str) -> Result<String> {
        if self.genre == "FnValue" {
            return Ok(String::new());
        }
        let lines: Vec<&str> = source.lines().collect();
        let line =
            |number: usize| lines.get(number - 1).ok_or_else(|| format!("{}: no line {number}", self.name));
        let Span { start, end } = &self.span;
        let before = line(start.line)?.chars().take(start.column - 1);
        let after = line(end.line)?.chars().skip(end.column - 1);
        let whole: String = before.chain(self.replacement.chars()).chain(after).collect();
        Ok(whole.trim().to_owned())
    }
}

/// How many mutants a list has.
pub fn count(list: &Path) -> Result<usize> {
    let all: Vec<Value> = serde_json::from_str(&fs::read_to_string(list)?)?;
    Ok(all.len())
}

/// Writes a table of all mutants that were tested in the package.
pub fn write_table(package: &Path, table: &Path) -> Result<()> {
    let mut rows = Vec::new();
    for folder in fs::read_dir(package.join("out"))? {
        let folder = folder?.path().join("mutants.out");
        // A call without a mutant in its shard writes nothing.
        if let Ok(text) = fs::read_to_string(folder.join("outcomes.json")) {
            let Outcomes { outcomes } = serde_json::from_str(&text)?;
            for outcome in outcomes {
                rows.extend(row(package, &folder, outcome)?);
            }
        }
    }
    rows.sort_by(|a, b| (&a.file, a.line, a.column, &a.mutant).cmp(&(&b.file, b.line, b.column, &b.mutant)));
    let mut writer = csv::Writer::from_path(table)?;
    for row in rows {
        writer.serialize(row)?;
    }
    Ok(writer.flush()?)
}

/// The row of a mutant; `None` for the test of the unchanged source.
fn row(package: &Path, folder: &Path, outcome: Outcome) -> Result<Option<Row>> {
    let Scenario::Mutant(mutant) = &outcome.scenario else { return Ok(None) };
    let (file, name, becomes) = mutant.key(package)?;
    let log = String::from_utf8_lossy(&fs::read(folder.join(&outcome.log_path))?).into_owned();
    let killers: Vec<&str> = log.lines().filter_map(|line| line.strip_prefix("killed by ")).collect();
    let result = match outcome.summary.as_str() {
        "CaughtMutant" => "caught",
        "MissedMutant" => "missed",
        "Timeout" => "timeout",
        "Unviable" => "unviable",
        other => return Err(format!("unexpected outcome `{other}`").into()),
    };
    let seconds: f64 = outcome.phase_results.iter().map(|phase| phase.duration).sum();
    Ok(Some(Row {
        file,
        line: mutant.span.start.line,
        column: mutant.span.start.column,
        mutant: name,
        becomes,
        outcome: result.to_owned(),
        seconds: (seconds * 10.0).round() / 10.0,
        killed_by: if killers.is_empty() && result == "caught" {
            "a crash".into()
        } else {
            killers.join(" ")
        },
    }))
}

/// Prints how many mutants had which outcome and returns what is wrong: the tables must hold every mutant of the list once, and
/// exactly the explained ones survive. With `is_part`, the list is a part, and explanations of other mutants are ignored.
pub fn judge(
    package: &Path,
    list: &Path,
    explanations: &Path,
    tables: &[PathBuf],
    is_part: bool,
) -> Result<Vec<String>> {
    let mut rows: Vec<Row> = Vec::new();
    for table in tables {
        for row in csv::Reader::from_path(table)?.deserialize() {
            rows.push(row?);
        }
    }
    let mutants: Vec<Mutant> = serde_json::from_str(&fs::read_to_string(list)?)?;
    let wanted = mutants.iter().map(|mutant| mutant.key(package)).collect::<Result<Vec<Key>>>()?;
    let Survivors { explained } = toml_edit::de::from_str(&fs::read_to_string(explanations)?)?;
    let explained: Vec<Key> = explained
        .into_iter()
        .flat_map(|group| group.mutants)
        .map(|one| (format!("{}/{}", super::SOURCE, one.file), one.mutant, one.becomes))
        .collect();

    let mut sums = BTreeMap::new();
    rows.iter().for_each(|row| *sums.entry(row.outcome.as_str()).or_insert(0) += 1);
    let sums: Vec<String> = sums.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
    println!("{} mutants: {}", rows.len(), sums.join(", "));
    Ok(problems(&wanted, &rows, &explained, is_part))
}

fn problems(wanted: &[Key], rows: &[Row], explained: &[Key], is_part: bool) -> Vec<String> {
    let key = |row: &Row| (row.file.clone(), row.mutant.clone(), row.becomes.clone());
    let mut problems = Vec::new();
    let mut report = |what: &str, (file, mutant, becomes): &Key| {
        problems.push(format!("{what}: {file}, {mutant}, {becomes}"));
    };

    // Several mutants may have the same key, such as those of two equal lines.
    let mut balance: BTreeMap<Key, i32> = BTreeMap::new();
    wanted.iter().for_each(|one| *balance.entry(one.clone()).or_default() += 1);
    rows.iter().for_each(|row| *balance.entry(key(row)).or_default() -= 1);
    for (one, count) in &balance {
        (0..*count).for_each(|_| report("not tested", one));
        (*count..0).for_each(|_| report("no such mutant, or tested twice", one));
    }

    let survivors: BTreeSet<Key> = rows.iter().filter(|row| row.outcome == "missed").map(key).collect();
    let mut known = BTreeSet::new();
    for one in explained {
        if !known.insert(one.clone()) {
            report("explained twice", one);
        }
    }
    survivors.difference(&known).for_each(|one| report("survives unexplained", one));
    let is_stale = |one: &&Key| !is_part || wanted.contains(one);
    known
        .difference(&survivors)
        .filter(is_stale)
        .for_each(|one| report("explained, but does not survive", one));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Key {
        ("src/reference/a.rs".into(), name.into(), "line".into())
    }

    fn row(name: &str, outcome: &str) -> Row {
        let (file, mutant, becomes) = key(name);
        let outcome = outcome.to_owned();
        Row { file, line: 1, column: 1, mutant, becomes, outcome, seconds: 0.5, killed_by: String::new() }
    }

    #[test]
    fn survivors_are_held_against_their_explanations() {
        let wanted = [key("x"), key("y")];
        let rows = [row("x", "caught"), row("y", "missed")];
        assert_eq!(problems(&wanted, &rows, &[key("y")], false), [""; 0]);
        assert_eq!(
            problems(&wanted, &rows, &[key("x"), key("x"), key("z")], false),
            [
                "explained twice: src/reference/a.rs, x, line",
                "survives unexplained: src/reference/a.rs, y, line",
                "explained, but does not survive: src/reference/a.rs, x, line",
                "explained, but does not survive: src/reference/a.rs, z, line",
            ]
        );
        assert_eq!(
            problems(&wanted, &rows, &[key("y"), key("z")], false),
            ["explained, but does not survive: src/reference/a.rs, z, line"]
        );
        assert_eq!(problems(&wanted, &rows, &[key("y"), key("z")], true), [""; 0]);
    }

    #[test]
    fn every_mutant_is_tested_once() {
        let rows = [row("x", "caught"), row("x", "caught")];
        assert_eq!(
            problems(&[key("x"), key("y")], &rows, &[], false),
            [
                "no such mutant, or tested twice: src/reference/a.rs, x, line",
                "not tested: src/reference/a.rs, y, line"
            ]
        );
    }

    #[test]
    fn the_line_of_a_mutant_is_what_it_makes() {
        let mutant: Mutant = serde_json::from_str(
            r#"{"file": "src/reference/a.rs", "name": "src/reference/a.rs:2:7: replace + with -", "genre": "BinaryOperator",
                "replacement": "-", "span": {"start": {"line": 2, "column": 7}, "end": {"line": 2, "column": 8}}}"#,
        )
        .unwrap();
        assert_eq!(mutant.line("fn f() {\n    1 + 1\n}").unwrap(), "1 - 1");
    }
}
