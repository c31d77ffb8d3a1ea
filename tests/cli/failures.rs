//! Failing runs: their output, and that the printed replay command fails in the same way.

use crate::corpus::Tiny;
use crate::tool::{Outcome, SMALL_CORPUS, failed, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::json;

/// The replay commands that a failing run printed.
fn replays(outcome: &Outcome) -> Vec<Vec<String>> {
    let lines = outcome.stdout.lines().filter_map(|line| line.trim_start().strip_prefix("replay "));
    lines.map(|line| shlex::split(line).unwrap_or_else(|| panic!("unbalanced quotes: {line}"))).collect()
}

/// Runs a printed replay command.
fn replay(words: &[String], more: &[&str]) -> Outcome {
    assert_eq!(words[0], "vperft", "{words:?}");
    let arguments: Vec<_> = words[1..].iter().map(String::as_str).chain(more.iter().copied()).collect();
    vperft_with(&arguments)
}

#[test]
fn a_failing_case_is_printed_in_full() {
    let words = "run ryugi --filter ryugi/ep-white-takes --without RYU-EP";
    let outcome = vperft_with(&[&words.split(' ').collect::<Vec<_>>()[..], &SMALL_CORPUS].concat());
    assert!(!outcome.stdout.contains('\u{1b}'), "escape codes: {outcome}");
    outcome.snapshot("failure", &[]);
}

#[test]
fn a_failing_case_names_its_bugs() {
    let corpus = Tiny::tagged(json!({ "status": "won" }));
    corpus.vperft(&["run", "ryugi"]).snapshot("failure-with-a-bug", &corpus.named());
    let answer = corpus.vperft(&["run", "ryugi", "--format", "json"]).ends(1).json();
    assert_eq!(answer["cases"][0]["bugs"], json!(["king-lazy"]));
}

/// Checks that every printed replay of a failing run fails the same single check.
#[track_caller]
fn check_replays(words: &str, at_least: usize) {
    let outcome = vperft(&format!("{words} --all")).ends(1);
    let printed = replays(&outcome);
    let answer = vperft(&format!("{words} --format json")).ends(1).json();
    let failures = failed(&answer);
    assert!(printed.len() >= at_least, "{outcome}");
    assert_eq!(printed.len(), failures.len(), "{words}");
    for (command, (id, check)) in printed.iter().zip(failures) {
        let written = check["replay"].as_str().and_then(shlex::split);
        assert_eq!(Some(command), written.as_ref(), "{words}");
        let replayed = replay(command, &["--format", "json"]).ends(1).json();
        assert_eq!(failed(&replayed), [(id, check)], "{command:?}");
        assert_eq!(replayed["total"]["checks"], 1, "{command:?}");
        replay(command, &[]).ends(1).warns(&["1 of 1 check failed"]);
    }
}

#[test]
fn replays_without_a_clause_fail_the_same_check() {
    check_replays("run ryugi --tier smoke --without RYU-EP", 5);
}

#[test]
fn replays_of_one_variant_of_two_fail_the_same_check() {
    check_replays("run ryugi cetran3 --filter '*ep-*' --tier smoke --ruling ranks=12 --without RYU-EP", 5);
}

#[test]
fn replays_under_another_reading_fail_the_same_check() {
    let words = "run ryugi rococo --tier smoke --filter '*ban*' --ruling mutual-own=yes --without ROC-BAN";
    check_replays(words, 10);
}

#[test]
fn replays_of_a_run_with_two_jobs_fail_the_same_check() {
    check_replays("run rococo --filter '*repet*' --without ROC-REPEAT --jobs 2", 1);
}

#[test]
fn replays_omit_options_of_other_variants() {
    let words = "run ryugi rococo --filter '*/ep-white-takes' --ruling mutual-own=yes --without RYU-EP --without ROC-BAN";
    let outcome = vperft(&format!("{words} --all")).ends(1);
    let printed = replays(&outcome);
    assert!(!printed.is_empty(), "{outcome}");
    for command in printed {
        assert!(!command.iter().any(|word| word.contains("mutual-own") || word == "ROC-BAN"), "{command:?}");
        assert!(command.iter().any(|word| word == "RYU-EP"), "{command:?}");
    }
}

#[test]
fn every_kind_of_failure_shows_the_expected_answer() {
    let kings = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";
    let moved = "5k4/10/10/10/10/10/10/10/5K4/10 b - - 1 1";
    let three = &["K f1-f2", "K f1-f9", "K f1-g1"];
    for (name, checks, kind, parts) in [
        ("count", json!({ "perft": { "1": 6 } }), "wrong-count", &["expected 6", "got      5"][..]),
        (
            "moves",
            json!({ "moves": three }),
            "moves",
            &["missing  K f1-f9", "extra    K f1-e1", "extra    K f1-e2", "extra    K f1-g2"],
        ),
        (
            "moves-of-an-empty-square",
            json!({ "moves_of": { "a1": ["K a1-a2"] } }),
            "moves",
            &["missing  K a1-a2"],
        ),
        ("moves-of-a-piece", json!({ "moves_of": { "f1": [] } }), "moves", &["extra    K f1-e1"]),
        (
            "illegal",
            json!({ "illegal": ["K f1-f2"] }),
            "illegal-move-accepted",
            &["expected a refusal", moved],
        ),
        (
            "after",
            json!({ "after": { "K f1-f2": kings } }),
            "wrong-child",
            &[&format!("expected {kings}"), moved],
        ),
        (
            "status",
            json!({ "status": "ongoing" }),
            "wrong-status",
            &["expected ongoing", "got      draw-dead"],
        ),
        (
            "rejects",
            json!({ "rejects": [{ "vfen": kings, "kind": "side" }] }),
            "invalid-position-accepted",
            &["expected a refusal, side", kings],
        ),
    ] {
        let corpus = Tiny::checking(checks.clone());
        let outcome = corpus.vperft(&["run", "ryugi"]).ends(1).says(parts);
        let outcome = outcome.snapshot(&format!("failure-{name}"), &corpus.named());
        let answer = corpus.vperft(&["run", "ryugi", "--format", "json"]).ends(1).json();
        assert_eq!(failed(&answer)[0].1["result"]["failure"]["kind"], kind, "{checks}");
        let printed = replays(&outcome);
        assert_eq!(printed.len(), 1, "{checks}");
        let replayed = replay(&printed[0], &["--format", "json"]).ends(1).json();
        assert_eq!(failed(&replayed), failed(&answer), "{checks}");
    }
}

#[test]
fn a_refusal_for_another_reason_is_reported_but_fails_no_run() {
    let corpus = Tiny::checking(json!({ "rejects": [{ "vfen": "it's wrong", "kind": "side" }] }));
    let note = "other reason: 1 check: refused as field-count where side was expected";
    let outcome = corpus.vperft(&["run", "ryugi"]).ends(0).says(&["other reason  unsupported", note]);
    outcome.warns(&[]);
    corpus.vperft(&["run", "ryugi", "--strict"]).ends(1).warns(&["1 of 1 check refused for another reason"]);
    let answer = corpus.vperft(&["run", "ryugi", "--format", "json"]).ends(0).json();
    let expected = json!({ "verdict": "other-reason", "expected": "side", "actual": "field-count" });
    assert_eq!(answer["cases"][0]["checks"][0]["result"], expected);
    assert_eq!((&answer["total"]["other_reason"], &answer["total"]["failed"]), (&json!(1), &json!(0)));
    let replayed = answer["cases"][0]["checks"][0]["replay"].as_str().expect("a command").to_owned();
    let words = shlex::split(&replayed).expect("balanced quotes");
    replay(&words, &[]).ends(0).says(&[note]);
    let junit = corpus.vperft(&["run", "ryugi", "--format", "junit"]).ends(0);
    junit.says(&["failures=\"0\"", "refused as field-count where side was expected"]);
    corpus.vperft(&["run", "ryugi", "--format", "github"]).ends(0).says(&["✅", note]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("known.toml");
    let entry = "[[expect]]\ncase = \"*\"\nverdict = \"wrong-error-kind\"\nreason = \"an old name\"\n";
    std::fs::write(&path, entry).expect("a file");
    let known = path.to_str().expect("UTF-8");
    corpus.vperft(&["run", "ryugi", "--strict", "--expect", known]).ends(0).says(&["expected"]);
}

#[test]
fn a_move_the_backend_refuses_is_an_error_of_the_check() {
    let corpus = Tiny::checking(json!({ "after": { "K f1-f9": "x" }, "perft": { "1": 5 } }));
    let parts = &["check    after:K f1-f9", "error    refused the move", "not a legal move"];
    let outcome = corpus.vperft(&["run", "ryugi"]).ends(1).says(parts).warns(&["1 of 2 checks failed"]);
    assert_eq!(replays(&outcome).len(), 1, "{outcome}");
}

#[test]
fn duplicate_moves_are_reported() {
    let outcome = vperft("run cetran3 --tier smoke --filter '*sissa*' --without GEN-MOVE").ends(1);
    outcome.says(&["    duplicate"]);
}

#[test]
fn counts_too_large_for_a_double_are_strings() {
    for (count, expected, nodes) in [
        (
            json!(9_007_199_254_740_991_u64),
            json!(9_007_199_254_740_991_u64),
            json!(9_007_199_254_740_991_u64),
        ),
        (json!("9007199254740992"), json!("9007199254740992"), json!("9007199254740992")),
        (json!("99999999999999999999"), json!("99999999999999999999"), json!("99999999999999999999")),
    ] {
        let corpus = Tiny::checking(json!({ "perft": { "1": count } }));
        let answer = corpus.vperft(&["run", "ryugi", "--tier", "record", "--format", "json"]).ends(1).json();
        let failure = &answer["cases"][0]["checks"][0]["result"]["failure"];
        assert_eq!(*failure, json!({ "kind": "wrong-count", "expected": expected, "actual": 5 }), "{count}");
        assert_eq!(answer["total"]["nodes"], nodes, "{count}");
    }
    let max = u128::MAX.to_string();
    let corpus = Tiny::checking(json!({ "perft": { "1": max, "2": max } }));
    corpus.vperft(&["run", "ryugi", "--tier", "record"]).ends(1).says(&[&max]);
}
