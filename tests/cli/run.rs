//! `run`: which cases and checks it selects, and special backends.

use crate::corpus::Tiny;
use crate::tool::{SMALL_CORPUS, check, failed, strings, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

/// The ids of the cases of a run, sorted.
fn ids(answer: &Value) -> Vec<&str> {
    let cases = answer["cases"].as_array().expect("an array");
    let mut ids: Vec<_> = cases.iter().filter_map(|case| case["id"].as_str()).collect();
    ids.sort_unstable();
    ids
}

/// The names of the checks of the first case of a run.
fn checks(answer: &Value) -> Vec<&str> {
    let list = answer["cases"][0]["checks"].as_array().expect("an array");
    list.iter().filter_map(|one| one["check"].as_str()).collect()
}

#[test]
fn a_passing_run_prints_a_table() {
    for (words, variants) in [
        ("run ryugi --tier smoke", &["ryugi"][..]),
        ("run cetran3 ryugi --tier smoke", &["ryugi", "cetran3"]),
        ("run rococo --filter 'rococo/ban-*'", &["rococo"]),
    ] {
        let outcome = vperft(words).ends(0);
        assert!(outcome.stderr.is_empty(), "{outcome}");
        let lines: Vec<Vec<_>> =
            outcome.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
        let header = ["variant", "cases", "checks", "passed", "failed", "unsupported", "nodes", "time"];
        assert_eq!(lines[0], header, "{words}");
        let rows: Vec<_> = lines[1..].iter().map(|row| row[0]).collect();
        assert_eq!(rows, [variants, &["total"]].concat(), "{words}");
        for row in &lines[1..] {
            assert_eq!(row[2], row[3], "{words}: not every check passed: {row:?}");
            assert_eq!(row[4..6], ["0", "0"], "{words}: {row:?}");
        }
    }
}

#[test]
fn filters_select_cases_by_their_ids() {
    let run =
        |words: &[&str]| vperft_with(&[&["run", "ryugi", "--format", "json"], words, &SMALL_CORPUS].concat());
    let all = run(&[]).ends(0).json();
    for (filter, matches) in [
        ("ryugi/ep-*", (|id: &str| id.starts_with("ryugi/ep-")) as fn(&str) -> bool),
        ("*-takes", |id| id.ends_with("-takes")),
        ("ryugi/*castle*", |id| id["ryugi/".len()..].contains("castle")),
        ("ryugi/??-white-takes", |id| id == "ryugi/ep-white-takes"),
        ("ryugi/start-moves", |id| id == "ryugi/start-moves"),
        ("*", |_| true),
    ] {
        let answer = run(&["--filter", filter]).ends(0).json();
        let expected: Vec<_> = ids(&all).into_iter().filter(|id| matches(id)).collect();
        assert!(!expected.is_empty(), "{filter}: the corpus has no such case");
        assert_eq!(ids(&answer), expected, "{filter}");
    }
}

#[test]
fn filters_are_not_tied_to_one_variant() {
    let answer = vperft("run --format json --check perft:1 --filter '*/start*' ryugi cetran3").ends(0).json();
    let variants: Vec<_> = answer["variants"].as_object().expect("an object").keys().collect();
    assert_eq!(variants, ["ryugi", "cetran3"]);
}

#[test]
fn the_expected_counts_determine_the_tier() {
    // Lone Kings never reach these counts, so the checks fail quickly.
    let corpus = Tiny::checking(json!({ "perft": { "1": 99_999, "2": 1, "3": 9_899_999, "4": 1 } }));
    for (flags, expected) in [
        (&["--tier", "smoke"][..], &["perft:1"][..]),
        (&["--tier", "ci"], &["perft:1", "perft:2", "perft:3"]),
        (&[], &["perft:1", "perft:2", "perft:3"]),
        (&["--tier", "deep"], &["perft:1", "perft:2", "perft:3", "perft:4"]),
        (&["--tier", "smoke", "--check", "perft:4"], &["perft:4"]),
        (&["--check", "perft:2"], &["perft:2"]),
    ] {
        let answer = corpus.vperft(&[&["run", "ryugi", "--format", "json"], flags].concat()).ends(1).json();
        assert_eq!(checks(&answer), expected, "{flags:?}");
    }
}

#[test]
fn checks_are_selected_by_their_name() {
    let all = vperft("run ryugi --filter ryugi/ep-white-takes --format json").ends(0).json();
    let names = checks(&all);
    assert!(names.contains(&"moves_of:e6") && names.contains(&"after:P e6-f7; @-f6"), "{names:?}");
    for name in names {
        let words = format!("run ryugi --filter ryugi/ep-white-takes --format json --check '{name}'");
        assert_eq!(checks(&vperft(&words).ends(0).json()), [name]);
    }
}

#[test]
fn the_number_of_jobs_changes_no_result() {
    for (words, code) in [
        ("run ryugi cetran3 rococo --tier smoke --format json", 0),
        ("run ryugi --tier smoke --format json --without RYU-EP", 1),
    ] {
        let one = vperft(&format!("{words} --jobs 1")).ends(code).json();
        for jobs in ["4", "18446744073709551615"] {
            assert_eq!(
                vperft(&format!("{words} --jobs {jobs}")).ends(code).json(),
                one,
                "{words} --jobs {jobs}"
            );
        }
    }
}

#[test]
fn cases_keep_the_order_of_the_variants() {
    let answer = vperft("run --tier smoke --format json rococo ryugi").ends(0).json();
    let cases = answer["cases"].as_array().expect("an array");
    let variants: Vec<_> =
        cases.iter().filter_map(|case| Some(case["id"].as_str()?.split_once('/')?.0)).collect();
    let changes = variants.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!((variants.first(), variants.last(), changes), (Some(&"ryugi"), Some(&"rococo"), 1));
}

#[test]
fn clauses_of_a_case_are_those_of_the_rules_texts() {
    let variants = vperft("variants --format json").ends(0).json();
    let own = strings(&variants[1]["clauses"]);
    let answer = vperft("run ryugi --tier smoke --format json").ends(0).json();
    for case in answer["cases"].as_array().expect("an array") {
        for clause in strings(&case["clauses"]) {
            assert!(own.contains(&clause) || clause.starts_with("GEN-"), "{}: {clause}", case["id"]);
        }
    }
}

#[test]
fn rulings_and_clauses_reach_the_backend() {
    check("run ryugi --filter ryugi/ep-white-takes", 0, &["total"], &[]);
    check("run ryugi --filter ryugi/ep-white-takes --without RYU-EP", 1, &["missing"], &["checks failed"]);
    check("run ryugi --filter ryugi/start-moves --without RYU-EP", 0, &["total"], &[]);
    // Expected values depend on the readings, but not on clauses that are switched off.
    let basis = "expected values by reference under mutual-own=yes: ";
    check("run ryugi rococo --tier smoke --ruling mutual-own=yes", 0, &[basis], &[]);
    let words = "run rococo --tier smoke --ruling mutual-own=yes --without ROC-BAN";
    check(words, 1, &["rococo/", basis], &["checks failed"]);
}

#[test]
fn expected_values_follow_the_readings() {
    for words in [
        "run vanguard --tier smoke --ruling lancer-leap=move-only --ruling initial=start-square",
        "run cetran3 --tier smoke --ruling ranks=8",
        "run rococo --tier smoke --ruling mutual-own=yes --ruling edge=sole",
        "run sandbox --tier smoke --ruling king-file=e",
    ] {
        let answer = vperft(&format!("{words} --format json")).ends(0).json();
        let readings: Vec<_> = words
            .split(' ')
            .skip_while(|word| *word != "--ruling")
            .filter(|word| word.contains('='))
            .collect();
        assert_eq!(strings(&answer["readings"]), readings, "{words}");
        let cases = answer["cases"].as_array().expect("an array").iter();
        let checks: Vec<_> = cases.flat_map(|case| case["checks"].as_array().expect("an array")).collect();
        let recomputed = checks.iter().filter(|check| !check["basis"].is_null()).count();
        // Most values are the same under every reading, and need not be recomputed.
        assert!(recomputed * 2 < checks.len(), "{words}: {recomputed} of {}", checks.len());
    }
}

#[test]
fn a_value_of_another_reading_is_marked() {
    let words = "run rococo --ruling mutual-own=yes --without ROC-BAN --tier smoke";
    let answer = vperft(&format!("{words} --format json")).ends(1).json();
    let cases = answer["cases"].as_array().expect("an array");
    let check = cases.iter().find_map(|case| {
        let checks = case["checks"].as_array()?;
        Some((case["id"].as_str()?, checks.iter().find(|check| !check["basis"].is_null())?))
    });
    let (id, check) = check.expect("some value differs");
    assert_eq!(check["basis"], "reference under mutual-own=yes");
    // The value only holds under the default reading, so a backend that follows the default would fail.
    let name = check["check"].as_str().expect("a name");
    let words = ["run", "rococo", "--filter", id, "--check", name];
    vperft_with(&words).ends(0);
    vperft_with(&[&words[..], &["--ruling", "mutual-own=yes"]].concat()).ends(0);
}

/// A Ryugi backend that only supports `moves` and `after`, with these fixed answers.
#[cfg(unix)]
fn plain_program(moves: &str, after: &str) -> String {
    let hello = r#"{"protocol":1,"name":"plain","version":"1","variants":["ryugi"]}"#;
    let script = format!(
        r#"while read -r line; do seq=${{line#*:}}; seq=${{seq%%,*}}; case $line in
            *'"ask":"hello"'*) answer='"result":{hello}' ;;
            *'"ask":"moves"'*) answer='{moves}' ;;
            *) answer='{after}' ;;
        esac; echo "{{\"seq\":$seq,$answer}}"; done"#
    );
    format!("cmd:sh -c {}", shlex::try_quote(&script).expect("no NUL"))
}

#[test]
#[cfg(unix)]
fn unsupported_checks_are_reported_once_per_reason() {
    let unsupported = r#""unsupported":"not written yet""#;
    let backend = plain_program(unsupported, unsupported);
    let outcome = vperft_with(&["run", "ryugi", "--tier", "smoke", "--backend", &backend]).ends(1);
    let lines: Vec<_> = outcome.stdout.lines().filter(|line| line.starts_with("unsupported: ")).collect();
    assert_eq!(lines.len(), 2, "{outcome}");
    assert!(lines[0].ends_with(" checks: not written yet"), "{outcome}");
    assert!(lines[1].ends_with(" checks: it does not answer `status`"), "{outcome}");
}

#[test]
#[cfg(unix)]
fn a_run_without_a_passing_check_fails_and_strict_needs_all() {
    let unsupported = r#""unsupported":"not written yet""#;
    let nothing = plain_program(unsupported, unsupported);
    let right = r#""result":["K f1-e1","K f1-e2","K f1-f2","K f1-g1","K f1-g2"]"#;
    let moves_only = plain_program(right, unsupported);
    let checks =
        json!({ "moves": ["K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2"], "status": "ongoing" });
    let corpus = Tiny::checking(checks);
    // Id, backend, whether `--strict` is given, exit code, message.
    for (id, backend, strict, exit, message) in [
        ("nothing", &nothing, false, 1, "no check passed: the backend supports none of 2"),
        ("nothing, strictly", &nothing, true, 1, "no check passed: the backend supports none of 2"),
        (
            "moves only",
            &moves_only,
            false,
            0,
            "1 of 2 checks is not supported, which proves nothing; --strict",
        ),
        ("moves only, strictly", &moves_only, true, 1, "1 of 2 checks unsupported"),
    ] {
        let mut words = vec!["run", "ryugi", "--backend", backend];
        words.extend(strict.then_some("--strict"));
        let outcome = corpus.vperft(&words).ends(exit);
        assert!(outcome.stderr.contains(message), "{id}: {outcome}");
    }
    // An unsupported check adds no nodes.
    let counting = Tiny::checking(json!({ "perft": { "2": 25 } }));
    let words = ["run", "ryugi", "--backend", &nothing, "--format", "json"];
    assert_eq!(counting.vperft(&words).ends(1).json()["total"]["nodes"], json!(0));
}

#[test]
#[cfg(unix)]
fn a_count_stops_once_it_is_far_too_large() {
    // Every position has 450 moves that lead back to it: 41,006,250,000 sequences of four.
    let texts: Vec<_> = (1..=450).map(|number| format!("K f1-f{number}")).collect();
    let moves = format!(r#""result":{}"#, json!(texts));
    let after = r#""result":"5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1""#;
    let backend = plain_program(&moves, after);
    let checks = json!({ "perft": { "4": 7 }, "moves": ["K f1-f2"] });
    let corpus = Tiny::checking(checks);
    let words = ["run", "ryugi", "--backend", &backend];
    let parts = &["expected 7", "got      more than 10070\n", "extra    and 429 more\n"];
    let outcome = corpus.vperft(&words).ends(1).says(parts);
    assert!(outcome.stdout.lines().count() < 100, "{outcome}");
    let answer = corpus.vperft(&[&words[..], &["--format", "json"]].concat()).ends(1).json();
    let failures: Vec<_> =
        failed(&answer).into_iter().map(|(_, check)| &check["result"]["failure"]).collect();
    let count = json!({ "kind": "wrong-count", "expected": 7, "actual": 10_070, "is_more": true });
    assert!(failures.contains(&&count), "{answer}");
    let extra = |failure: &Value| {
        strings_of(&failure["extra"]) as u64 + failure["more"]["extra"].as_u64().unwrap_or(0)
    };
    assert!(failures.iter().any(|failure| extra(failure) == 449), "{answer}");
}

/// The length of a list, or 0 if it is not a list.
#[cfg(unix)]
fn strings_of(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}
