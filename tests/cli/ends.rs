//! The summary of a run: the cases to look at first, and what the failures have in common.

use crate::tool::{SMALL_CORPUS, failed, strings, vperft, vperft_with};
use pretty_assertions::assert_eq;
use std::fs;

/// The number of boards in a report.
fn boards(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("  position ")).count()
}

/// The number of failing cases of a run.
fn failing(words: &str) -> usize {
    let answer = vperft(&format!("{words} --format json")).ends(1).json();
    let mut ids: Vec<_> = failed(&answer).into_iter().map(|(id, _)| id.to_string()).collect();
    ids.dedup();
    ids.len()
}

#[test]
fn at_most_ten_cases_are_drawn_without_all() {
    let words = "run ryugi --without RYU-DRAGON --tier smoke";
    let cases = failing(words);
    assert!(cases > 20, "{cases}");
    let outcome = vperft(words).ends(1);
    assert_eq!(boards(&outcome.stdout), 10, "{outcome}");
    let lines = outcome.stdout.lines().take_while(|line| !line.is_empty()).count();
    assert_eq!(lines, cases, "one line per case: {outcome}");
    let all = vperft(&format!("{words} --all")).ends(1);
    assert_eq!(boards(&all.stdout), cases, "{all}");
}

#[test]
fn failures_are_summarised_by_clause_and_piece() {
    let outcome = vperft("run ryugi --without RYU-EP --tier smoke").ends(1);
    outcome.says(&[
        "failing by clause\n  RYU-EP: 14 of 15 cases fail\n",
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
fn a_likely_cause_fits_the_difference() {
    let words = "run ryugi --filter ryugi/ep-white-takes --check moves_of:e6 --without RYU-EP";
    let outcome = vperft(words).ends(1).says(&["A capture in passing is not found"]);
    // A bug that shows as a wrong position after a move does not explain a missing move.
    assert!(!outcome.stdout.contains("Taking in passing makes a wrong board"), "{outcome}");
}

#[test]
#[cfg(unix)]
fn an_answer_that_changes_has_no_likely_cause() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("perft.sh");
    let text = "cd \"$(dirname \"$0\")\" && if [ -e asked ]; then echo 48; else touch asked; echo 49; fi";
    fs::write(&script, text).expect("a file");
    let backend = format!("script:sh {}", script.display());
    let words = ["run", "chess", "--filter", "chess/kiwipete", "--check", "perft:1", "--backend", &backend];
    let outcome = vperft_with(&words).ends(1).says(&["flaky: a rerun with a fresh backend differs"]);
    assert!(!outcome.stdout.contains("likely cause"), "{outcome}");
}

#[test]
#[cfg(unix)]
fn a_script_that_cannot_start_is_reported_in_a_few_lines() {
    let outcome = vperft("run --backend script:/nowhere/perft.sh").ends(4);
    assert!(outcome.stdout.lines().count() < 60, "{outcome}");
    // The error occurs on a line, in the drawn case, and in the summary, which may wrap it.
    assert!((1..=3).contains(&outcome.stdout.matches("cannot be").count()), "{outcome}");
    let total = outcome.stdout.lines().find(|line| line.starts_with(" total")).expect("the table");
    assert_eq!(total.split_whitespace().nth(3), Some("0"), "nothing passed: {outcome}");
    outcome
        .warns(&["the backend answered none of 10 checks, and ", "cannot be started: /nowhere/perft.sh: "]);
    // The harness refuses invalid positions itself, which does not count as an answer of the script.
    let words = "run ryugi --filter 'ryugi/refuse-boards' --backend script:/nowhere/perft.sh --format json";
    let answer = vperft(words).ends(1).json();
    assert_eq!(answer["total"]["passed"], 0, "{answer}");
}

#[test]
#[cfg(unix)]
fn a_repeated_error_is_printed_in_full_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("perft.sh");
    // The script answers at depth 1 and fails at every other depth.
    fs::write(
        &script,
        "[ $1 = 1 ] && { printf 'K f1-f2 1\\n\\n1\\n'; exit; }; echo it is too deep >&2; exit 3",
    )
    .expect("a file");
    let backend = format!("script:sh {}", script.display());
    let words = [&["run", "ryugi", "--backend", &backend, "--tier", "smoke"], &SMALL_CORPUS[..]].concat();
    let outcome = vperft_with(&words).ends(1);
    let lines = outcome.stdout.lines().filter(|line| line.contains("it is too deep"));
    assert!(lines.count() <= 3, "{outcome}");
    outcome.says(&["crash, as in ryugi/", "errors\n", " checks in "]);
}

#[test]
#[cfg(target_os = "linux")]
fn prose_is_wrapped_to_the_terminal() {
    use crate::terminal::{Stream, drawn};
    let words =
        ["run", "ryugi", "--filter", "ryugi/ep-white-takes", "--check", "moves_of:e6", "--without", "RYU-EP"];
    let (drawn, _) = drawn(&words, Stream::Stdout);
    // Measure the rules and likely causes only, because positions are not wrapped and boards contain colour codes.
    let longest = |text: &str| {
        let lines = text.lines().skip_while(|line| !line.starts_with("  rule"));
        let lines = lines.take_while(|line| !line.starts_with("  position"));
        lines.map(|line| line.trim_end().chars().count()).max().unwrap_or(0)
    };
    assert!((60..=80).contains(&longest(&drawn)), "{drawn}");
    let outcome = vperft_with(&words).ends(1);
    assert!((90..=102).contains(&longest(&outcome.stdout)), "{outcome}");
}

#[test]
#[cfg(target_os = "linux")]
fn tables_fit_the_terminal() {
    use crate::terminal::{Stream, drawn_within};
    let words = ["run", "ryugi", "--filter", "ryugi/ep-*", "--tier", "smoke", "--without", "RYU-EP"];
    let table = |columns| {
        let (drawn, _) = drawn_within(columns, &words, Stream::Stdout);
        let lines =
            drawn.lines().map(str::trim_end).skip_while(|line| !line.trim_start().starts_with("variant"));
        let lines = lines.take_while(|line| !line.is_empty()).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    for columns in [100, 60] {
        let lines = table(columns);
        assert!(lines.len() > 2, "{columns}: {lines:?}");
        assert!(
            lines.iter().all(|line| line.chars().count() <= usize::from(columns)),
            "{columns}: {lines:?}"
        );
    }
}
