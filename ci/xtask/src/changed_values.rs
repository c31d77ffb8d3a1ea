//! Compares the expected values of the corpus with those at an earlier commit, and demands that `suites/CHANGELOG.md` accounts for each
//! change.

use crate::Result;
use crate::vperft::Vperft;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The corpus as `vperft export` prints it.
#[derive(Deserialize)]
struct Corpus {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    vfen: String,
    line: Value,
    checks: Vec<Check>,
}

#[derive(Deserialize)]
struct Check {
    check: String,
    expected: Value,
}

pub fn run(arguments: &[&str]) -> Result<bool> {
    let [base] = arguments else { return Err("expected one argument, the commit to compare with".into()) };
    let vperft = Vperft::locate()?;
    let folder = tempfile::tempdir()?;
    extract_corpus(base, folder.path())?;
    let old = export(&vperft, folder.path())?;
    let new = export(&vperft, Path::new("."))?;

    let changelog = fs::read_to_string("suites/CHANGELOG.md")?;
    // The first commits have no changelog.
    let old_changelog = fs::read_to_string(folder.path().join("suites/CHANGELOG.md")).unwrap_or_default();
    let newest = versions(&changelog).next().unwrap_or_default();
    let known = versions(&old_changelog).next();
    if let Some(known) = known.filter(|known| !versions(&changelog).any(|version| version == *known)) {
        return Err(format!("suites/CHANGELOG.md lacks version {known}, the newest of {base}").into());
    }
    let entries = entries_since(&changelog, known);

    let changes = changes(&old, &new);
    let mut passed = true;
    for (case, change) in &changes {
        let is_mentioned = entries.contains(&format!("`{case}`"));
        println!(
            "{case}: {change}{}",
            if is_mentioned { "" } else { "; suites/CHANGELOG.md does not mention the case" }
        );
        passed &= is_mentioned;
    }
    if let Some(known) = known.filter(|known| !changes.is_empty() && major(newest) <= major(known)) {
        println!("values changed, but {newest} is not a new major version after {known}");
        passed = false;
    }
    let added = count_added(&old, &new);
    if added > 0 && known.unwrap_or_default() == newest {
        println!("{added} checks are new, but the version of the suite is still {newest}, as at {base}");
        passed = false;
    }
    println!(
        "{} of {} expected values of {base} changed (suite {} then, {newest} now)",
        changes.len(),
        old.cases.iter().map(|case| case.checks.len()).sum::<usize>(),
        known.unwrap_or("without a version")
    );
    Ok(passed)
}

/// Writes the corpus of a commit into a folder.
fn extract_corpus(commit: &str, folder: &Path) -> Result<()> {
    let name = format!("{commit}^{{commit}}");
    if !Command::new("git").args(["rev-parse", "--verify", "--quiet", &name]).output()?.status.success() {
        return Err(format!("`{commit}` is not a commit of this repository").into());
    }
    let archive = folder.join("corpus.tar");
    let is_archived = Command::new("git")
        .args(["archive", "--output"])
        .arg(&archive)
        .args([commit, "suites", "positions"])
        .status()?;
    if !is_archived.success()
        || !Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(folder).status()?.success()
    {
        return Err(format!("commit {commit} has no corpus").into());
    }
    Ok(())
}

fn export(vperft: &Vperft, root: &Path) -> Result<Corpus> {
    let (suites, positions) = (root.join("suites"), root.join("positions"));
    let [suites, positions] = [&suites, &positions].map(|path| path.to_str().unwrap_or_default());
    let arguments = ["export", "--tier", "deep", "--format", "json", "--no-embedded"];
    let answer = vperft.run(&[&arguments[..], &["--suites", suites, "--positions", positions]].concat())?;
    answer.expect(&[0], &format!("vperft export of {}", root.display()))?.json()
}

/// The versions of a changelog, the newest first.
fn versions(changelog: &str) -> impl Iterator<Item = &str> {
    changelog.lines().filter_map(|line| line.strip_prefix("## ")).map(str::trim)
}

/// The part of a changelog about the versions after `known`.
fn entries_since(changelog: &str, known: Option<&str>) -> String {
    let is_known =
        |line: &&str| known.is_some_and(|known| line.strip_prefix("## ").map(str::trim) == Some(known));
    let lines =
        changelog.lines().take_while(|line| !is_known(line)).skip_while(|line| !line.starts_with("## "));
    lines.collect::<Vec<_>>().join("\n")
}

fn major(version: &str) -> u64 {
    version.split('.').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The expected values that `new` no longer has, each with its case and what became of it.
fn changes<'a>(old: &'a Corpus, new: &Corpus) -> Vec<(&'a str, String)> {
    let cases: HashMap<&str, &Case> = new.cases.iter().map(|case| (case.id.as_str(), case)).collect();
    let mut changes = Vec::new();
    for case in &old.cases {
        let mut push = |change| changes.push((case.id.as_str(), change));
        let Some(now) = cases.get(case.id.as_str()) else {
            push("withdrawn".to_owned());
            continue;
        };
        if (&case.vfen, &case.line) != (&now.vfen, &now.line) {
            push("its position changed".to_owned());
            continue;
        }
        for Check { check, expected } in &case.checks {
            match now.checks.iter().find(|now| now.check == *check) {
                None => push(format!("{check} was removed")),
                Some(now) if now.expected != *expected => {
                    push(format!("{check} was {expected}, is {}", now.expected));
                }
                Some(_) => {}
            }
        }
    }
    changes
}

/// How many checks of `new` are not in `old`.
fn count_added(old: &Corpus, new: &Corpus) -> usize {
    let checks = |corpus: &'_ Corpus| -> Vec<(String, String)> {
        let pairs = |case: &Case| {
            case.checks.iter().map(|check| (case.id.clone(), check.check.clone())).collect::<Vec<_>>()
        };
        corpus.cases.iter().flat_map(pairs).collect()
    };
    let known: HashSet<_> = checks(old).into_iter().collect();
    checks(new).iter().filter(|check| !known.contains(check)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus(text: &str) -> Corpus {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn each_kind_of_change_is_found() {
        let old = corpus(
            r#"{"cases": [
                {"id": "a/1", "vfen": "x", "line": [], "checks": [{"check": "moves", "expected": ["m"]}, {"check": "perft:1", "expected": 1}]},
                {"id": "a/2", "vfen": "x", "line": [], "checks": [{"check": "perft:1", "expected": 1}]},
                {"id": "a/3", "vfen": "x", "line": [], "checks": [{"check": "perft:1", "expected": 1}]}]}"#,
        );
        let new = corpus(
            r#"{"cases": [
                {"id": "a/1", "vfen": "x", "line": [], "checks": [{"check": "perft:1", "expected": 2}, {"check": "perft:2", "expected": 4}]},
                {"id": "a/2", "vfen": "x", "line": ["m"], "checks": [{"check": "perft:1", "expected": 1}]}]}"#,
        );
        let expected = [
            ("a/1", "moves was removed"),
            ("a/1", "perft:1 was 1, is 2"),
            ("a/2", "its position changed"),
            ("a/3", "withdrawn"),
        ];
        assert_eq!(changes(&old, &new), expected.map(|(case, change)| (case, change.to_owned())));
        assert_eq!(count_added(&old, &new), 1);
        assert_eq!(changes(&old, &old), []);
    }

    #[test]
    fn only_newer_entries_count() {
        let changelog = "# Changes\n`a/0`\n## 2.0.0\n`a/1`\n## 1.1.0\n`a/2`\n";
        assert_eq!(versions(changelog).collect::<Vec<_>>(), ["2.0.0", "1.1.0"]);
        assert_eq!(entries_since(changelog, Some("1.1.0")), "## 2.0.0\n`a/1`");
        assert!(entries_since(changelog, None).ends_with("`a/2`"));
    }
}
