//! `--max-failures` and `--fail-fast`.

use crate::corpus::Tiny;
use crate::tool::{Outcome, SMALL_CORPUS, failed, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;

/// A run in which 21 of 97 checks fail.
fn run(words: &[&str]) -> Outcome {
    let words = [&["run", "ryugi", "--tier", "smoke", "--without", "RYU-EP"], words, &SMALL_CORPUS].concat();
    vperft_with(&words)
}

/// Every check of a run, with the id of its case.
fn checks(answer: &Value) -> Vec<(&Value, &Value)> {
    let cases = answer["cases"].as_array().expect("the cases").iter();
    let checks = |case: &'_ Value| case["checks"].as_array().expect("the checks").len();
    cases.flat_map(|case| (0..checks(case)).map(move |index| (&case["id"], &case["checks"][index]))).collect()
}

#[test]
fn a_run_omits_the_checks_after_the_last_allowed_failure() {
    let whole = run(&["--format", "json"]).ends(1).json();
    let (all, failures) = (checks(&whole), failed(&whole).len());
    for max in 1..=failures + 1 {
        let end =
            all.iter().enumerate().filter(|(_, (_, one))| one["result"]["verdict"] != "pass").nth(max - 1);
        let made = end.map_or(all.len(), |(index, _)| index + 1);
        for jobs in ["1", "3"] {
            let what = format!("{max} failures, {jobs} jobs");
            let words = ["--format", "json", "--max-failures", &max.to_string(), "--jobs", jobs];
            let answer = run(&words).ends(1).json();
            assert_eq!(checks(&answer), all[..made], "{what}");
            assert_eq!(answer["complete"], made == all.len(), "{what}");
            let limit = if made == all.len() { Value::Null } else { json!(max) };
            assert_eq!(answer["max_failures"], limit, "{what}");
            assert_eq!(answer["planned"]["checks"], all.len(), "{what}");
        }
    }
}

#[test]
fn the_text_report_mentions_the_stop() {
    for (words, stdout, stderr) in [
        (
            &["--fail-fast"][..],
            "\nstopped after 1 failing check: 14 of 97 checks were made\n",
            "83 checks were not made",
        ),
        (
            &["--max-failures", "2"],
            "\nstopped after 2 failing checks: 17 of 97 checks were made\n",
            "80 checks",
        ),
    ] {
        let outcome = run(words).ends(1).says(&[stdout]).warns(&["stopped as requested: ", stderr]);
        assert_eq!(outcome.stdout.matches("\n  check ").count(), words.len(), "{outcome}");
    }
    // Nothing is omitted if nothing fails.
    let words = ["run", "ryugi", "--tier", "smoke", "--fail-fast"];
    let outcome = vperft_with(&[&words[..], &SMALL_CORPUS].concat()).ends(0);
    assert!(!outcome.stdout.contains("stopped") && outcome.stderr.is_empty(), "{outcome}");
}

#[test]
fn expected_failures_do_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("known.toml");
    let entry = |verdict: &str| {
        format!("[[expect]]\ncase = \"ryugi/ep-*\"\nverdict = \"{verdict}\"\nreason = \"no en passant\"\n")
    };
    fs::write(&path, entry("fail") + &entry("error") + &entry("crash")).expect("a file");
    let path = path.display().to_string();
    let answer = run(&["--fail-fast", "--expect", &path, "--format", "json"]).json();
    let expected = answer["total"]["expected"].as_u64().expect("a number");
    assert!(expected > 3, "{answer}");
    assert_eq!(answer["total"]["failed"], 0, "{answer}");
    // A run that stops early cannot know that the failure of the last entry is fixed.
    fs::write(&path, entry("crash")).expect("a file");
    let answer = run(&["--fail-fast", "--expect", &path, "--format", "json"]).ends(1).json();
    assert_eq!((&answer["complete"], &answer["fixed"]), (&json!(false), &json!([])), "{answer}");
}

#[test]
fn wrong_numbers_are_refused() {
    for (words, part) in [
        (&["--max-failures", "0"][..], "invalid value '0' for '--max-failures <N>'"),
        (&["--max-failures", "few"], "invalid value 'few'"),
        (&["--fail-fast", "--max-failures", "2"], "cannot be used with"),
    ] {
        run(words).ends(2).warns(&[part]);
    }
    let corpus = Tiny::checking(json!({ "perft": { "1": 5 } }));
    corpus.vperft(&["expect", "update", "ryugi", "--fail-fast"]).ends(2).warns(&["unexpected argument"]);
}
