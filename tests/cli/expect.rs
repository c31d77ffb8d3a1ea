//! Files of expected failures.

use crate::tool::{Outcome, SMALL_CORPUS, failed, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::json;
use std::fs;
use tempfile::TempDir;

/// A run in which a few checks fail. In `ryugi/ep-white-takes`, a move is missing in one check and refused in
/// another.
const RUN: &[&str] = &["ryugi", "--filter", "ryugi/ep-*", "--tier", "smoke", "--without", "RYU-EP"];

/// A file of expectations in a temporary folder.
struct ExpectFile {
    folder: TempDir,
}

impl ExpectFile {
    fn of(text: &str) -> Self {
        let known = Self::missing();
        fs::write(known.path(), text).expect("a file");
        known
    }

    fn missing() -> Self {
        Self { folder: TempDir::new().expect("a folder") }
    }

    fn path(&self) -> String {
        self.folder.path().join("known.toml").display().to_string()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).expect("the file")
    }

    /// Runs a command with the file and these arguments.
    fn vperft(&self, command: &[&str], words: &[&str]) -> Outcome {
        vperft_with(&[command, words, &["--expect", &self.path()], &SMALL_CORPUS].concat())
    }
}

/// An entry of the file.
fn entry(case: &str, verdict: &str) -> String {
    format!("[[expect]]\ncase = \"{case}\"\nverdict = \"{verdict}\"\nreason = \"no en passant yet\"\n\n")
}

/// A file that expects every failure of the run.
fn complete() -> String {
    ["fail", "error"].map(|verdict| entry("ryugi/ep-*", verdict)).concat()
}

#[test]
fn expected_failures_are_only_counted() {
    let known = ExpectFile::of(&complete());
    let outcome = known.vperft(&["run"], RUN).ends(0);
    assert!(!outcome.stdout.contains("replay"), "{outcome}");
    let header: Vec<_> =
        outcome.stdout.lines().next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    assert_eq!(
        header,
        ["variant", "cases", "checks", "passed", "failed", "expected", "unsupported", "nodes", "time"]
    );
    let answer = known.vperft(&["run"], &[RUN, &["--format", "json"]].concat()).ends(0).json();
    let failed = failed(&answer);
    assert!(failed.len() > 3, "{failed:?}");
    assert_eq!(answer["total"]["expected"], failed.len());
    assert_eq!(answer["total"]["failed"], 0);
    assert_eq!(answer["fixed"], json!([]));
    for (id, check) in failed {
        assert_eq!(
            (&check["expected"], &check["reason"]),
            (&json!(true), &json!("no en passant yet")),
            "{id}"
        );
    }
}

#[test]
fn an_unexpected_failure_is_printed_in_full() {
    let white =
        ["missing", "refused", "wrong-child"].map(|verdict| entry("ryugi/ep-white-takes", verdict)).concat();
    let known = ExpectFile::of(&white);
    let outcome = known.vperft(&["run"], RUN).ends(1).warns(&["checks failed"]);
    assert!(!outcome.stdout.contains("\nryugi/ep-white-takes  "), "{outcome}");
    outcome.says(&["ryugi/ep-black-takes  ", "    missing  p d5-e4; @-e5", "    replay   vperft run ryugi "]);
    // An entry with another verdict does not cover the failure.
    let known = ExpectFile::of(&entry("ryugi/ep-white-takes", "extra"));
    known.vperft(&["run"], RUN).ends(1).says(&["ryugi/ep-white-takes  ", "fixed: remove "]);
}

#[test]
fn an_entry_whose_failure_is_fixed_fails_the_run() {
    let known = ExpectFile::of(&(complete() + &entry("ryugi/start-moves", "missing")));
    // The entry is ignored if its case is not run.
    known.vperft(&["run"], RUN).ends(0);
    let words = &["ryugi", "--tier", "smoke", "--filter", "ryugi/start-moves"];
    let place = format!("fixed: remove {}:12  ryugi/start-moves  missing", known.path());
    known
        .vperft(&["run"], words)
        .ends(1)
        .says(&[&place])
        .warns(&["1 expected failure no longer occurs; `vperft expect update` drops it"]);
    let answer = known.vperft(&["run"], &[words, &["--format", "json"][..]].concat()).ends(1).json();
    let expected = json!([{
        "line": 12, "case": "ryugi/start-moves", "check": null, "verdict": "missing", "reason": "no en passant yet",
    }]);
    assert_eq!(answer["fixed"], expected);
}

/// A failure may be in a check that the run leaves out, although others of the entry pass.
#[test]
fn a_narrowed_run_calls_nothing_fixed_that_it_did_not_ask() {
    let known = ExpectFile::of(&(entry("ryugi/*", "missing") + &entry("ryugi/ep-white-takes", "extra")));
    for (words, code) in [
        (&["--filter", "ryugi/start-moves"][..], 0),
        (&["--filter", "ryugi/ep-white-takes", "--check", "moves_of*"], 0),
        (&["--budget-nodes", "20"], 0),
        (&["--filter", "ryugi/ep-white-takes"], 1),
    ] {
        let words = [&["ryugi", "--tier", "smoke", "--backend", "reference"], words].concat();
        let outcome = known.vperft(&["run"], &words).ends(code);
        let fixed: Vec<_> = outcome.stdout.lines().filter(|line| line.starts_with("fixed: ")).collect();
        assert_eq!(fixed.len(), usize::try_from(code).expect("a code"), "{words:?}: {outcome}");
    }
}

/// The backend plays others too, where the failure may be.
#[test]
fn a_run_of_one_variant_fixes_nothing_that_is_about_several() {
    let known = ExpectFile::of(&entry("*", "missing"));
    for (variants, code) in [(&["ryugi"][..], 0), (&[], 1)] {
        let words = ["run", "--tier", "smoke", "--expect", &known.path()];
        vperft_with(&[&words, variants].concat()).ends(code);
    }
}

#[test]
fn update_makes_the_file_match_the_run() {
    let comment = "# Mine, by hand.\n\n";
    let known = ExpectFile::of(&format!(
        "{comment}{}{}",
        entry("ryugi/ep-white-takes", "extra"),
        entry("ryugi/ep-b*", "fail")
    ));
    let outcome = known.vperft(&["expect", "update"], RUN).ends(0);
    outcome.says(&[
        ":4  ryugi/ep-white-takes  extra\n",
        "added    ryugi/ep-white-takes  missing\n",
        "1 entry removed",
    ]);
    let text = known.text();
    let remaining = entry("ryugi/ep-b*", "fail");
    assert!(text.starts_with(comment) && text.contains(remaining.trim_end()), "{text}");
    let added = format!(
        "[[expect]]\ncase = \"ryugi/ep-white-takes\"\nverdict = \"missing\"\nreason = \"unexplained\"\nsince = \"{}\"\n",
        env!("CARGO_PKG_VERSION")
    );
    assert!(text.contains(&added), "{text}");
    known.vperft(&["run"], RUN).ends(0);
    // A second update changes nothing.
    let answer = known.vperft(&["expect", "update"], &[RUN, &["--format", "json"]].concat()).ends(0).json();
    assert_eq!((&answer["removed"], &answer["added"]), (&json!([]), &json!([])));
    assert_eq!(known.text(), text);
}

#[test]
fn update_keeps_comments_between_lines_of_another_system() {
    let gone = format!("# Mine, by hand.\n\n{}", entry("ryugi/ep-white-takes", "extra"));
    let known = ExpectFile::of(&format!("{gone}{}", entry("ryugi/ep-b*", "fail")).replace('\n', "\r\n"));
    known.vperft(&["expect", "update"], RUN).ends(0).says(&["1 entry removed"]);
    assert!(known.text().starts_with("# Mine, by hand.\r\n"), "{}", known.text());
}

#[test]
fn update_creates_a_file() {
    let known = ExpectFile::missing();
    known.vperft(&["run"], RUN).ends(5).warns(&["known.toml: "]);
    known.vperft(&["expect", "update"], RUN).ends(0).says(&["0 entries removed"]);
    assert!(known.text().contains("backend = \"reference\"\n"), "{}", known.text());
    known.vperft(&["run"], RUN).ends(0);
    known.vperft(&["run"], &[RUN, &["--backend", "fast"]].concat()).ends(4);
    let words = &["ryugi", "--tier", "smoke", "--filter", "ryugi/ep-*", "--backend", "fast"];
    known.vperft(&["run"], words).ends(3).warns(&["known.toml:2:11: these are for the backend `reference`"]);
}

#[test]
fn errors_name_the_place_in_the_file() {
    for (text, code, stderr) in [
        ("surprise = 1", 3, "known.toml:1:1: unknown field `surprise`"),
        (
            "[[expect]]\ncase = \"ryugi/none\"\nverdict = \"fail\"\nreason = \"r\"",
            3,
            "known.toml:2:8: `ryugi/none` matches no case",
        ),
        (
            "[[expect]]\ncase = \"ryugi/*\"\nverdict = \"worse\"\nreason = \"r\"",
            3,
            "known.toml:3:11: unknown variant `worse`",
        ),
    ] {
        for command in [&["run"][..], &["expect", "update"]] {
            let known = ExpectFile::of(text);
            let outcome = known.vperft(command, RUN).ends(code).warns(&[stderr]);
            assert_eq!(outcome.stderr.lines().count(), 1, "{outcome}");
            assert_eq!(known.text(), text);
        }
    }
    vperft_with(&["expect", "update", "ryugi"]).ends(2).warns(&["expected --expect FILE"]);
}

#[test]
fn an_entry_with_moves_covers_only_those_moves() {
    let words =
        &["ryugi", "--filter", "ryugi/ep-white-takes", "--check", "moves_of:e6", "--without", "RYU-EP"];
    let with = |moves: &str| {
        let entry = entry("ryugi/*", "missing");
        ExpectFile::of(&entry.replace("reason", &format!("moves = [{moves}]\nreason")))
    };
    let named = "'P e6-f7; @-f6'";
    for (moves, code) in [
        (named.to_owned(), 0),
        ("'P *'".to_owned(), 0),
        ("'p *', 'P *; @-?6'".to_owned(), 0),
        ("'D *'".to_owned(), 1),
        ("'P e6-d7; @-d6'".to_owned(), 1),
        // All listed moves have to be missing.
        (format!("{named}, 'P e6-e7'"), 1),
    ] {
        with(&moves).vperft(&["run"], words).ends(code);
    }
    let known = ExpectFile::missing();
    known.vperft(&["expect", "update"], &[words, &["--moves"][..]].concat()).ends(0);
    let text = known.text();
    for part in ["check = \"moves_of:e6\"", "verdict = \"missing\"", "moves = [\"P e6-f7; @-f6\"]"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    known.vperft(&["run"], words).ends(0);
    // One entry can cover the missing moves of many checks.
    let outcome = with("'P *; @-*', 'p *; @-*'")
        .vperft(&["run"], &["ryugi", "--check", "moves", "--without", "RYU-EP"]);
    outcome.ends(0);
}
