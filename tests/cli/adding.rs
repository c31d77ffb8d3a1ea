//! A user's cases, in folders that are added to the embedded corpus.

use crate::corpus::{Tiny, positions, suite};
use crate::tool::{vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;

/// A suite of one case with these checks and without optional fields.
fn draft(checks: &Value) -> Value {
    let mut document = suite(checks.clone());
    document["cases"][0].as_object_mut().expect("a case").remove("provenance");
    document
}

/// The current content of the suite file.
fn read_suite(corpus: &Tiny) -> Value {
    let text = fs::read_to_string(format!("{}/ryugi/tiny.json", corpus.suites)).expect("the suite file");
    serde_json::from_str(&text).expect("JSON")
}

/// The number of selected cases of Ryugi, with the corpus added and in the embedded corpus alone.
fn counts(corpus: &Tiny, words: &[&str]) -> (usize, usize) {
    let cases = |document: Value| document["cases"].as_array().expect("a list").len();
    let command = [&["export", "ryugi", "--format", "json"], words].concat();
    (cases(corpus.vperft_added(&command).ends(0).json()), cases(vperft_with(&command).ends(0).json()))
}

#[test]
fn every_command_suggests_bless_for_a_case_with_missing_values() {
    let whole = json!({ "perft": { "1": 5 } });
    let mut null = draft(&whole);
    null["cases"][0]["provenance"] = Value::Null;
    for (document, lacking) in [
        (draft(&whole), "it has no provenance yet"),
        (null, "it has no provenance yet"),
        (draft(&json!({ "perft": { "1": 5, "2": null } })), "perft:2 has no value yet"),
        (suite(json!({ "status": null })), "status has no value yet"),
        (suite(json!({ "moves_of": { "f1": null } })), "moves_of:f1 has no value yet"),
    ] {
        let corpus = Tiny::of(&positions(), &document);
        let bless = format!(
            "case `ryugi/king-walk`: {lacking}; `vperft bless ryugi --suites '{}' --positions '{}'` fills it in",
            corpus.suites, corpus.positions
        );
        for command in [
            &["run", "ryugi"][..],
            &["export", "--format", "csv"],
            &["bugs", "ryugi"],
            &["identify", "ryugi"],
            &["show", "ryugi", "--id", "ryugi/kings"],
            &["audit", "ryugi"],
            &["cases", "ryugi"],
        ] {
            let outcome = corpus.vperft_added(command).ends(3).warns(&["tiny.json: ", &bless]);
            assert_eq!((outcome.stderr.lines().count(), &*outcome.stdout), (1, ""), "{outcome}");
        }
        corpus
            .vperft_added(&["lint"])
            .ends(1)
            .says(&[lacking, "`vperft bless ryugi`, with the folders of this command, fills it in"]);

        corpus.vperft_added(&["bless", "ryugi"]).ends(0).says(&["wrote ", "1 case confirmed"]);
        let case = &read_suite(&corpus)["cases"][0];
        let kinds = case["provenance"].as_object().expect("provenance");
        assert!(kinds.keys().eq(case["checks"].as_object().expect("checks").keys()), "{case}");
        corpus.vperft_added(&["run", "ryugi", "--filter", "ryugi/king-walk"]).ends(0);
        corpus.vperft_added(&["lint"]).ends(0).says(&["0 findings"]);
    }
}

#[test]
fn bless_adds_provenance_after_the_checks_and_changes_nothing_else() {
    let (version, checks) = (env!("CARGO_PKG_VERSION"), r#"{"perft": {"1": null}}"#);
    let both = format!(r#"{{"perft": ["reference@{version}", "fast@{version}"]}}"#);
    let head = r#"{"format": 1, "variant": "ryugi", "cases": [
    {
      "id": "ryugi/king-walk", "title": "A King steps", "position": "ryugi/kings", "clauses": ["RYU-KING"],
      "#;
    for (before, after) in [
        (
            format!("\"checks\": {checks}\n    }}\n]}}\n"),
            format!("\"checks\": {{\"perft\": {{\"1\": 5}}}},\n      \"provenance\": {both}\n    }}\n]}}\n"),
        ),
        (
            format!("\"checks\": {checks}, \"line\": []}}]}}"),
            format!(
                "\"checks\": {{\"perft\": {{\"1\": 5}}}},\n      \"provenance\": {both}, \"line\": []}}]}}"
            ),
        ),
        (
            format!("\"provenance\": null,\n      \"checks\": {checks}}}]}}"),
            format!("\"provenance\": {both},\n      \"checks\": {{\"perft\": {{\"1\": 5}}}}}}]}}"),
        ),
    ] {
        let corpus = Tiny::of_texts(&positions().to_string(), &format!("{head}{before}"));
        corpus.vperft_added(&["bless"]).ends(0);
        let text = fs::read_to_string(format!("{}/ryugi/tiny.json", corpus.suites)).expect("the suite file");
        assert_eq!(text, format!("{head}{after}"));
    }
}

#[test]
fn a_null_that_bless_cannot_fill_in_is_an_error() {
    for (checks, words) in [
        (json!({ "perft": null }), "expected an object that names what to ask, each with null"),
        (json!({ "moves_of": null }), "expected an object that names what to ask, each with null"),
        (json!({ "after": null }), "expected an object that names what to ask, each with null"),
        (json!({ "illegal": null }), "expected a list, which `vperft bless` cannot fill in"),
        (json!({ "rejects": null }), "expected a list, which `vperft bless` cannot fill in"),
    ] {
        let corpus = Tiny::of(&positions(), &draft(&checks));
        for command in ["run", "bless"] {
            corpus.vperft_added(&[command, "ryugi"]).ends(3).warns(&["tiny.json: ", words, "`vperft bless`"]);
        }
        corpus.vperft_added(&["lint"]).ends(1).says(&[words]);
    }
}

#[test]
fn a_case_needs_no_bug_and_may_name_embedded_bugs() {
    let with = |bugs: Option<Value>| {
        let mut document = draft(&json!({ "perft": { "1": null } }));
        if let Some(bugs) = bugs {
            document["cases"][0]["bugs"] = bugs;
        }
        Tiny::of(&positions(), &document)
    };
    let own = json!(["king-lazy", "whole-board"]);
    for corpus in
        [with(None), with(Some(json!([]))), with(Some(json!(["whole-board"]))), with(Some(own)).with_bugs()]
    {
        corpus.vperft_added(&["bless", "ryugi"]).ends(0);
        for command in [&["lint"][..], &["run", "ryugi", "--tier", "smoke"], &["bugs", "ryugi"]] {
            corpus.vperft_added(command).ends(0);
        }
    }
    let mut document = suite(json!({ "perft": { "1": 5 } }));
    document["cases"][0]["bugs"] = json!(["king-lazy", "king-lazzy"]);
    let corpus = Tiny::of(&positions(), &document).with_bugs();
    let place = format!("an entry in {}/ryugi/bugs.json", corpus.suites);
    for command in ["run", "bless"] {
        corpus.vperft_added(&[command, "ryugi"]).ends(3).warns(&[
            "bug `king-lazzy` is in no dictionary",
            &place,
            "; did you mean `king-lazy`",
        ]);
    }
    let tagged = Tiny::tagged(json!({ "perft": { "1": 5 } }));
    tagged.vperft_added(&["bugs", "ryugi", "king-lazy"]).ends(0).says(&["The King rests", "ryugi/king-walk"]);
    tagged.vperft_added(&["bugs", "ryugi", "whole-board"]).ends(0).says(&["ryugi/classes-001"]);
}

#[test]
fn a_folder_is_added_to_the_embedded_corpus() {
    let corpus = Tiny::checking(json!({ "perft": { "1": 5 } }));
    for words in [&[][..], &["--tier", "smoke"]] {
        let (all, embedded) = counts(&corpus, words);
        assert_eq!(all, embedded + 1, "{words:?}");
    }
    corpus.vperft_added(&["status", "ryugi", "--id", "ryugi/king-walk"]).ends(0);
    corpus.vperft_added(&["status", "ryugi", "--id", "ryugi/start-moves"]).ends(0);
    assert_eq!(corpus.vperft(&["export", "--format", "csv"]).lines().len(), 2);
    // A case may use an embedded position.
    let mut document = suite(json!({ "perft": { "1": 34 } }));
    document["cases"][0]["position"] = json!("ryugi/start-moves");
    let corpus = Tiny::of(&positions(), &document);
    vperft_with(&["run", "ryugi", "--filter", "ryugi/king-walk", "--suites", &corpus.suites]).ends(0);
    // A replay reads the same corpus.
    let corpus = Tiny::checking(json!({ "perft": { "1": 6 } }));
    let outcome = corpus.vperft_added(&["run", "ryugi", "--tier", "smoke"]).ends(1);
    let line = outcome.stdout.lines().find_map(|line| line.trim_start().strip_prefix("replay   vperft "));
    let line = line.expect("a replay");
    assert!(!line.contains("--no-embedded"), "{line}");
    vperft(line).ends(1).says(&["expected 6"]);
}

#[test]
fn an_entry_of_a_folder_replaces_the_embedded_one() {
    let mut document = suite(json!({ "perft": { "1": 5 } }));
    document["cases"][0]["id"] = json!("ryugi/start-perft");
    let corpus = Tiny::of(&positions(), &document);
    let (all, embedded) = counts(&corpus, &[]);
    assert_eq!(all, embedded);
    let one = corpus.vperft_added(&["export", "ryugi", "--filter", "ryugi/start-perft", "--format", "csv"]);
    let one = one.lines();
    assert_eq!(one.len(), 2, "{one:?}");
    assert!(one[1].contains("5k4/10"), "{one:?}");
    corpus.vperft_added(&["bless", "ryugi", "--all"]).ends(0);
    corpus.vperft_added(&["lint"]).ends(0);

    let mut document = positions();
    document["positions"][0]["id"] = json!("ryugi/start-moves");
    let mut case = suite(json!({ "perft": { "1": 5 } }));
    case["cases"][0]["position"] = json!("ryugi/start-moves");
    let corpus = Tiny::of(&document, &case);
    corpus.vperft_added(&["perft", "ryugi", "1", "--id", "ryugi/start-moves"]).ends(0).says(&["5\n"]);

    // An id still has to be unique in a folder.
    let case = &suite(json!({ "perft": { "1": 5 } }))["cases"][0];
    let mut twice = suite(json!({}));
    twice["cases"] = json!([case, case]);
    let corpus = Tiny::of(&positions(), &twice);
    corpus.vperft_added(&["run", "ryugi"]).ends(3).warns(&["`ryugi/king-walk`", "occurs twice"]);
}

#[test]
fn lint_reports_findings_of_the_folder_only() {
    let mut document = positions();
    let variants = vperft("variants --format json").ends(0).json();
    document["positions"][0]["vfen"] = variants[1]["start"].clone();
    let corpus = Tiny::of(&document, &suite(json!({ "perft": { "1": 34 } })));
    let outcome = corpus.vperft_added(&["lint"]).ends(1);
    outcome.clone().says(&["position `ryugi/kings`: `ryugi/start-moves` has the same VFEN"]);
    assert!(!outcome.stdout.contains("embedded positions/"), "{outcome}");
}

#[test]
fn no_embedded_needs_folders() {
    vperft("run ryugi --no-embedded").ends(2).warns(&["--suites <DIR>", "--positions <DIR>"]);
}

#[test]
fn the_embedded_corpus_is_read_only() {
    let folder = tempfile::tempdir().expect("a folder");
    for (words, problem) in [
        (
            &["bless", "ryugi"][..],
            "nowhere to write: the embedded corpus is read-only; pass --suites DIR, or run this in a checkout",
        ),
        (
            &["audit", "ryugi", "--add"],
            "nowhere to write: the embedded corpus is read-only; pass --suites DIR and --positions DIR, or run this in a checkout",
        ),
        (
            &["audit", "ryugi", "--smoke"],
            "nowhere to write: the embedded corpus is read-only; pass --suites DIR, or run this in a checkout",
        ),
    ] {
        let output = assert_cmd::Command::new(crate::tool::PROGRAM)
            .current_dir(folder.path())
            .args(words)
            .output()
            .expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(problem) && stderr.lines().count() == 1, "{stderr}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_corpus() {
    let checks = json!({"perft": {"1": 5}});
    let texts = [positions(), suite(checks)].map(|file| format!("\u{feff}{file}"));
    let corpus = Tiny::of_texts(&texts[0], &texts[1]);
    corpus.vperft(&["run", "ryugi"]).ends(0).says(&["total"]);
}
