//! `bless`: the values it writes, and the files it leaves unchanged.

use crate::corpus::{Tiny, positions, suite};
use crate::tool::{check, vperft};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;

/// A suite file with one case and an unusual layout.
fn text(checks: &str, provenance: &str) -> String {
    format!(
        r#"{{ "format":1, "variant": "ryugi",
 "cases": [
   {{"id": "ryugi/king-walk",  "title": "A King steps", "position": "ryugi/kings", "clauses": ["RYU-KING"],
     "checks": {checks},
     "provenance": {provenance} }} ] }}
"#
    )
}

/// The current text of the suite file.
fn read_suite(corpus: &Tiny) -> String {
    fs::read_to_string(format!("{}/ryugi/tiny.json", corpus.suites)).expect("the suite file")
}

fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Blesses a suite file with these checks and provenance, and checks the exit code and the resulting file.
#[track_caller]
fn bless(words: &[&str], code: i32, before: (&str, &str), after: (&str, &str)) -> crate::tool::Outcome {
    let corpus = Tiny::of_texts(&positions().to_string(), &text(before.0, before.1));
    let outcome = corpus.vperft(&[&["bless"], words].concat()).ends(code);
    assert_eq!(read_suite(&corpus), text(after.0, after.1), "{outcome}");
    outcome
}

#[test]
fn missing_values_are_filled_in_and_nothing_else_changes() {
    let both = format!("[\"reference@{0}\", \"fast@{0}\"]", version());
    let child = "5k4/10/10/10/10/10/10/10/5K4/10 b - - 1 1";
    for (checks, filled, kinds) in [
        ("{\"perft\": {\"1\": 5, \"2\": null}}", "{\"perft\": {\"1\": 5, \"2\": 25}}".to_owned(), "perft"),
        ("{ \"status\":null }", "{\"status\": \"draw-dead\"}".to_owned(), "status"),
        (
            "{\"moves\": null}",
            "{\"moves\": [\"K f1-e1\", \"K f1-e2\", \"K f1-f2\", \"K f1-g1\", \"K f1-g2\"]}".to_owned(),
            "moves",
        ),
        ("{\"moves_of\": {\"a1\": null}}", "{\"moves_of\": {\"a1\": []}}".to_owned(), "moves_of"),
        ("{\"after\": {\"K f1-f2\": null}}", format!("{{\"after\": {{\"K f1-f2\": \"{child}\"}}}}"), "after"),
    ] {
        let provenance = format!("{{\"{kinds}\": {both}}}");
        let outcome = bless(&[], 0, (checks, "{}"), (&filled, &provenance));
        outcome.says(&["wrote ", "tiny.json", "1 case confirmed, 1 missing value found"]);
        // A second run has nothing to do.
        let outcome = bless(&[], 0, (&filled, &provenance), (&filled, &provenance));
        assert!(!outcome.stdout.contains("wrote"), "{outcome}");
    }
}

#[test]
fn all_confirms_existing_values() {
    let checks =
        "{ \"perft\":{\"1\":5,  \"2\":25}, \"illegal\": [ \"K f1-f3\" ],\n \"status\": \"draw-dead\" }";
    let provenance = "{\"perft\": [\"hand\", \"fast@0.0.1\"], \"illegal\": [\"independent\"]}";
    let sources = |first: &str, second: &str| format!("[{first}\"{second}\"]");
    let (fast, reference) = (format!("fast@{}", version()), format!("reference@{}", version()));
    let expected = format!(
        "{{\n       \"perft\": {},\n       \"illegal\": {},\n       \"status\": {}\n     }}",
        sources(&format!("\"hand\", \"{fast}\", "), &reference),
        sources(&format!("\"independent\", \"{reference}\", "), &fast),
        sources(&format!("\"{reference}\", "), &fast),
    );
    bless(&["--all"], 0, (checks, provenance), (checks, &expected));
    // Nothing is confirmed without `--all`, and nothing is written in a dry run.
    bless(&[], 0, (checks, provenance), (checks, provenance));
    let outcome = bless(&["--all", "--dry-run"], 0, (checks, provenance), (checks, provenance));
    outcome.says(&["would write "]);
    bless(&["--all", "cetran3"], 2, (checks, provenance), (checks, provenance)).warns(&["no case matches"]);
    bless(&["--id", "ryugi/*"], 2, (checks, provenance), (checks, provenance)).warns(&["lacks a value"]);
}

#[test]
fn wrong_values_are_not_overwritten() {
    let checks = "{\"perft\": {\"1\": 6, \"2\": null}}";
    let outcome = bless(&[], 1, (checks, "{}"), (checks, "{}")).says(&[
        "ryugi/king-walk  perft:1 is not confirmed",
        "expected 6",
        "got      5",
        "0 cases confirmed, 0 missing values found, 1 value not confirmed",
    ]);
    assert!(outcome.stdout.contains("replay   vperft bless ryugi "), "{outcome}");
}

#[test]
fn replays_reproduce_unconfirmed_values() {
    for (checks, check, words) in [
        ("{\"perft\": {\"1\": 6}}", "perft:1", "expected 6"),
        ("{\"perft\": {\"1\": 6, \"2\": null}}", "perft:1", "expected 6"),
        ("{\"after\": {\"K f1-f3\": null}}", "after:K f1-f3", "K f1-f3"),
    ] {
        let corpus = Tiny::of_texts(&positions().to_string(), &text(checks, "{}"));
        let answer = corpus.vperft(&["bless", "--all", "--format", "json"]).ends(1).json();
        let found = &answer["disagreements"][0];
        assert_eq!((&found["case"], &found["check"]), (&json!("ryugi/king-walk"), &json!(check)), "{answer}");
        let replay = found["replay"].as_str().expect("a command").replacen("vperft ", "", 1);
        vperft(&replay).ends(1).says(&[check, words]);
    }
}

#[test]
fn values_above_the_tier_are_skipped() {
    let checks = "{\"perft\": {\"1\": 5, \"7\": 182265}}";
    let outcome = bless(&["--all", "--tier", "smoke"], 0, (checks, "{}"), (checks, "{}"));
    outcome.says(&["0 cases confirmed"]);
}

#[test]
fn files_that_cannot_be_preserved_are_refused() {
    for (checks, words) in [
        ("{\"perft\": {\"1\": 5, \"1\": 5, \"2\": null}}", "would lose something"),
        ("{\"perft\": {\"1\": 5e0, \"2\": null}}", "a count"),
        ("{\"perft\": {\"1\": null}, \"mate\": 1}", "unknown field `mate`"),
        (
            "{\"perft\": {\"one\": null}}",
            "the case that begins on line 3: invalid value: expected key to be a number",
        ),
        ("{\"perft\": {\"1\": null} /* why */}", "line 4"),
        ("[null]", "the case that begins on line 3: null; expected an object that names what to ask"),
    ] {
        bless(&[], 3, (checks, "{}"), (checks, "{}")).warns(&["tiny.json: ", words]);
    }
    let other = text("{\"perft\": {\"1\": null}}", "{}").replace("\"format\":1", "\"format\":2");
    let corpus = Tiny::of_texts(&positions().to_string(), &other);
    corpus.vperft(&["bless"]).ends(3).warns(&["format 2; this program reads format 1"]);
    let list = r#"{"format": 1, "variant": "ryugi", "cases": [[{}, {}]]}"#;
    let corpus = Tiny::of_texts(&positions().to_string(), list);
    corpus.vperft(&["bless"]).ends(3).warns(&["the case that begins on line 1: invalid type: sequence"]);
}

#[test]
fn wrong_arguments_are_refused() {
    let corpus = Tiny::of(&positions(), &suite(json!({ "perft": { "1": Value::Null } })));
    for (words, code, stderr) in [
        (&["--b", "none"][..], 2, "unknown backend `none`"),
        (&["--a", "fast"], 2, "two different backends"),
        (&["--tier", "enormous"], 2, "smoke, ci, deep, record"),
        (&["--id", "none"], 2, "no case matches"),
    ] {
        corpus.vperft(&[&["bless"], words].concat()).ends(code).warns(&[stderr]);
    }
    check("bless --suites none --positions none", 5, &[], &["none: "]);
    // Other commands refuse a corpus with missing values.
    for checks in ["{\"perft\": {\"1\": null}}", "{\"moves\": null}", "{\"status\": null}"] {
        let words = [" has no value yet; `vperft bless ryugi"];
        let corpus = Tiny::of_texts(&positions().to_string(), &text(checks, "{}"));
        corpus.vperft(&["run"]).ends(3).warns(&words);
        corpus.vperft(&["lint"]).ends(1).says(&words);
    }
}
