//! `lint`: its findings, output and exit code.

use crate::corpus::{Tiny, positions, suite};
use crate::tool::{check, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

/// The suite with these fields of its case replaced.
fn changed(fields: &Value) -> Value {
    let moves = ["K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2"];
    let mut document = suite(json!({ "perft": { "1": 5 }, "moves": moves }));
    let case = &mut document["cases"][0];
    case["bugs"] = json!(["king-lazy"]);
    case["provenance"] = json!({ "perft": ["hand", "independent"], "moves": ["hand", "independent"] });
    for (name, value) in fields.as_object().expect("an object") {
        case[name] = value.clone();
    }
    document
}

#[test]
fn the_embedded_corpus_has_no_findings() {
    check("lint --coverage", 0, &["0 findings", "clauses are cited by a case that exercises them"], &[]);
    let answer = vperft("lint --format json").ends(0).json();
    assert_eq!(answer["lint"]["findings"], json!([]));
    assert_eq!(answer["coverage"], Value::Null);
    let answer = vperft("lint --coverage --format json").ends(0).json();
    assert!(
        answer["coverage"]["clauses"]["RYU-EP"].as_array().is_some_and(|cases| !cases.is_empty()),
        "{answer}"
    );
}

#[test]
fn findings_name_the_case_and_the_problem() {
    for (fields, words) in [
        (json!({ "clauses": ["RYU-NONE"] }), &["unknown clause `RYU-NONE`"][..]),
        (json!({ "clauses": ["CET-KING"] }), &["CET-KING", "expected a clause of ryugi"]),
        (json!({ "provenance": { "perft": ["hand", "independent"] } }), &["`moves` has no provenance"]),
        (json!({ "bugs": ["king-lazy", "king-lazy"] }), &["at `/cases/0/bugs`"]),
        (json!({ "position": "ryugi/none" }), &["`ryugi/none`"]),
        (
            json!({ "checks": { "moves": ["K f1-g1", "K f1-e1"], "perft": { "1": 5 } } }),
            &["`K f1-e1` comes after `K f1-g1`", "sorted bytewise"],
        ),
    ] {
        let corpus = Tiny::of(&positions(), &changed(&fields)).with_bugs();
        let outcome =
            corpus.vperft(&["lint"]).ends(1).says(words).says(&["tiny.json: case `ryugi/king-walk`: "]);
        let answer = corpus.vperft(&["lint", "--format", "json"]).ends(1).json();
        let findings = answer["lint"]["findings"].as_array().expect("an array");
        assert!(outcome.stdout.contains(&format!("{} finding", findings.len())), "{outcome}");
        let about_case = findings.iter().any(|finding| finding["subject"]["id"] == "ryugi/king-walk");
        assert!(about_case, "{fields}: {answer}");
    }
    Tiny::of(&positions(), &changed(&json!({}))).with_bugs().vperft(&["lint"]).ends(0).says(&["0 findings"]);
}

#[test]
fn a_file_that_cannot_be_parsed_is_a_finding() {
    let corpus = Tiny::of_texts(&positions().to_string(), "{");
    corpus.vperft(&["lint"]).ends(1).says(&["tiny.json: EOF while parsing"]);
}

#[test]
fn folders_without_a_corpus_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let folders = ["lint", "--suites", &path, "--positions", &path];
    vperft_with(&folders).ends(2).warns(&["no file of a corpus"]);
}

#[test]
fn uncovered_clauses_fail_with_coverage() {
    let corpus = Tiny::of(&positions(), &changed(&json!({}))).with_bugs();
    corpus.vperft(&["lint", "--coverage"]).ends(1).says(&["no case that cites RYU-EP exercises it"]);
}
