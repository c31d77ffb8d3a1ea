//! What stands at the end of a run: the cases to look at first, and what the failures have in common.

use crate::tool::{FEW, failed, strings, vperft, vperft_with};
use pretty_assertions::assert_eq;
use std::fs;

/// How many cases a report draws.
fn boards(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("  position ")).count()
}

/// How many cases of a run fail.
fn failing(words: &str) -> usize {
    let answer = vperft(&format!("{words} --format json")).ends(1).json();
    let mut ids: Vec<_> = failed(&answer).into_iter().map(|(id, _)| id.to_string()).collect();
    ids.dedup();
    ids.len()
}

#[test]
fn at_most_ten_cases_are_drawn_unless_all_are_asked_for() {
    let words = "run ryugi --without RYU-DRAGON --tier smoke";
    let cases = failing(words);
    assert!(cases > 20, "{cases}");
    let outcome = vperft(words).ends(1);
    assert_eq!(boards(&outcome.stdout), 10, "{outcome}");
    let lines = outcome.stdout.lines().take_while(|line| !line.is_empty()).count();
    assert_eq!(lines, cases, "a line each: {outcome}");
    let all = vperft(&format!("{words} --all")).ends(1);
    assert_eq!(boards(&all.stdout), cases, "{all}");
}

#[test]
fn failures_are_summed_up_by_clause_and_piece() {
    let outcome = vperft("run ryugi --without RYU-EP --tier smoke").ends(1);
    outcome.says(&[
        "failing by clause\n  RYU-EP: 6 of 7 cases fail\n",
        "missing moves, all by P\n",
        "look at first\n",
    ]);
    let answer = vperft("run ryugi rococo --without RYU-EP --without ROC-BAN --tier smoke --format json")
        .ends(1)
        .json();
    let clauses = answer["causes"]["clauses"].as_array().expect("an array");
    for (variant, id) in [("ryugi", "RYU-EP"), ("rococo", "ROC-BAN")] {
        let first = clauses.iter().find(|share| share["variant"] == variant).expect(variant);
        assert_eq!(first["id"], id, "{clauses:?}");
    }
    assert!(strings(&answer["causes"]["first"]).len() <= 10);
}

#[test]
fn cases_made_by_hand_come_first() {
    let answer = vperft("run ryugi --without RYU-DRAGON --format json --tier smoke").ends(1).json();
    let first = strings(&answer["causes"]["first"]);
    assert_eq!(first.len(), 10, "{first:?}");
    let generated = |id: &str| id.contains("/classes-") || id.contains("/random-");
    let by_hand = first.iter().take_while(|id| !generated(id)).count();
    assert!(by_hand > 0 && !first[by_hand..].iter().any(|id| !generated(id)), "{first:?}");
}

#[test]
fn a_likely_cause_fits_what_differs() {
    let words = "run ryugi --filter ryugi/ep-white-takes --check moves_of:e6 --without RYU-EP";
    let outcome = vperft(words).ends(1).says(&["A capture in passing is not found"]);
    // A bug that shows in a wrong child is not named where a move is missing.
    assert!(!outcome.stdout.contains("Taking in passing makes a wrong board"), "{outcome}");
}

#[test]
#[cfg(unix)]
fn a_script_that_cannot_start_is_told_in_a_few_lines() {
    let outcome = vperft("run --backend script:/nowhere/perft.sh").ends(4);
    assert!(outcome.stdout.lines().count() < 60, "{outcome}");
    // On a line, in the case that is drawn, and in the summary, which may break it.
    assert!((1..=3).contains(&outcome.stdout.matches("cannot be").count()), "{outcome}");
    let total = outcome.stdout.lines().find(|line| line.starts_with(" total")).expect("the table");
    assert_eq!(total.split_whitespace().nth(3), Some("0"), "nothing passed: {outcome}");
    outcome
        .warns(&["the backend answered none of 10 checks, and ", "cannot be started: /nowhere/perft.sh: "]);
    // What the harness finds when it reads a position is no answer of the script.
    let words = "run ryugi --filter 'ryugi/refuse-boards' --backend script:/nowhere/perft.sh --format json";
    let answer = vperft(words).ends(1).json();
    assert_eq!(answer["total"]["passed"], 0, "{answer}");
}

#[test]
#[cfg(unix)]
fn an_error_is_told_in_full_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("perft.sh");
    // It answers one question and fails at every other.
    fs::write(
        &script,
        "[ $1 = 1 ] && { printf 'K f1-f2 1\\n\\n1\\n'; exit; }; echo it is too deep >&2; exit 3",
    )
    .expect("a file");
    let backend = format!("script:sh {}", script.display());
    let words = [&["run", "ryugi", "--backend", &backend, "--tier", "smoke"], &FEW[..]].concat();
    let outcome = vperft_with(&words).ends(1);
    let lines = outcome.stdout.lines().filter(|line| line.contains("it is too deep"));
    assert!(lines.count() <= 3, "{outcome}");
    outcome.says(&["crash, as in ryugi/", "errors\n", " checks in "]);
}

#[test]
#[cfg(target_os = "linux")]
fn words_are_as_wide_as_the_terminal() {
    use crate::terminal::{Stream, drawn};
    let words =
        ["run", "ryugi", "--filter", "ryugi/ep-white-takes", "--check", "moves_of:e6", "--without", "RYU-EP"];
    let (drawn, _) = drawn(&words, Stream::Stdout);
    // The rule and the likely causes; a position keeps to one line, and boards hold orders for colours.
    let longest = |text: &str| {
        let words = text.lines().skip_while(|line| !line.starts_with("  rule"));
        let words = words.take_while(|line| !line.starts_with("  position"));
        words.map(|line| line.trim_end().chars().count()).max().unwrap_or(0)
    };
    assert!((60..=80).contains(&longest(&drawn)), "{drawn}");
    let outcome = vperft_with(&words).ends(1);
    assert!((90..=102).contains(&longest(&outcome.stdout)), "{outcome}");
}
