//! Corpora in folders that replace the embedded one, and errors in them. `adding` tests folders that are added to the embedded
//! corpus.

use crate::corpus::{Tiny, positions, suite};
use crate::tool::{vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;
use tempfile::tempdir;

#[test]
fn a_corpus_in_folders_replaces_the_embedded_one() {
    let kings = "5k4/10/10/10/10/10/10/10/5K4/10 b - - 1 1";
    let corpus = Tiny::checking(json!({
        "perft": { "1": 5, "2": 25 }, "moves": ["K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2"],
        "moves_of": { "f1": ["K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2"], "a1": [] },
        "illegal": ["K f1-f3"], "after": { "K f1-f2": kings }, "status": "draw-dead",
        "rejects": [{ "vfen": "5k4", "kind": "field-count" }],
    }));
    corpus.add("RULES.md", "No data.");
    corpus.add("ryugi/variant.json", "Not JSON.");
    corpus.add("ryugi/notes.txt", "Not JSON.");
    let answer = corpus.vperft(&["run", "--format", "json"]).ends(0).json();
    let total = json!({
        "cases": 1, "checks": 9, "passed": 9, "failed": 0, "expected": 0, "other_reason": 0, "unsupported": 0,
        "nodes": 30,
    });
    assert_eq!(answer["total"], total);
}

#[test]
fn lists_of_moves_need_not_be_sorted() {
    let corpus = Tiny::checking(json!({ "moves": ["K f1-g2", "K f1-g1", "K f1-f2", "K f1-e2", "K f1-e1"] }));
    corpus.vperft(&["run", "ryugi"]).ends(0);
}

#[test]
fn an_id_may_be_that_of_a_position_or_a_case() {
    let corpus = Tiny::checking(json!({ "perft": { "1": 5 } }));
    for id in ["ryugi/kings", "ryugi/king-walk"] {
        for (command, expected) in
            [(&["perft", "ryugi", "2"][..], "25\n"), (&["status", "ryugi"], "draw-dead\n")]
        {
            let outcome = corpus.vperft(&[command, &["--id", id]].concat()).ends(0);
            assert_eq!(outcome.stdout, expected, "{outcome}");
        }
        // The embedded corpus has neither.
        vperft(&format!("status ryugi --id {id}")).ends(2);
        let names = ["status", "cetran3", "--id", id];
        corpus.vperft(&names).ends(2).warns(&[&format!("`{id}` belongs to ryugi, not to cetran3")]);
    }
}

/// The suite with the value at `pointer` replaced.
fn changed(pointer: &str, value: Value) -> Value {
    let mut document = suite(json!({ "perft": { "1": 5 } }));
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    document
}

/// The suite with a field added at `pointer`.
fn added(pointer: &str, field: &str) -> Value {
    let mut document = suite(json!({ "perft": { "1": 5 } }));
    document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}"))[field] = json!(1);
    document
}

#[test]
fn malformed_suites_are_refused() {
    let whole = suite(json!({ "perft": { "1": 5 } }));
    let case = whole["cases"][0].clone();
    for (document, words) in [
        (changed("/format", json!(2)), &["format 2", "reads format 1"][..]),
        (changed("/variant", json!("shogi")), &["shogi", "line 1"]),
        (changed("/variant", json!("cetran3")), &["`ryugi/kings` belongs to ryugi, not to cetran3"]),
        (changed("/cases", json!({})), &["expected a sequence"]),
        (changed("/cases", json!([case, case])), &["`ryugi/king-walk`", "occurs twice"]),
        (changed("/cases/0/position", json!("ryugi/none")), &["`ryugi/none` does not exist"]),
        (changed("/cases/0/position", json!("ryugi/kngs")), &["does not exist; did you mean `ryugi/kings`?"]),
        (
            changed("/cases/0/clauses/0", json!("RYU-KIGN")),
            &["`RYU-KIGN` is not a clause of ", "; did you mean `RYU-KING`"],
        ),
        (changed("/cases/0/checks", json!({ "perft": { "1": -1 } })), &["a count"]),
        (changed("/cases/0/checks", json!({ "perft": { "1": "7" } })), &["a string of digits"]),
        (changed("/cases/0/checks", json!({ "perft": { "one": 7 } })), &["expected key to be a number"]),
        (changed("/cases/0/checks", json!({ "perft": { "200000": 7 } })), &["200000", "line 1"]),
        (changed("/cases/0/checks", json!({ "status": "happy" })), &["unknown variant `happy`"]),
        (changed("/cases/0/checks", json!({ "rejects": [{ "vfen": "x", "kind": "bad" }] })), &["`bad`"]),
        (added("", "author"), &["unknown field `author`"]),
        (added("/cases/0", "speed"), &["unknown field `speed`"]),
        (added("/cases/0/checks", "mate"), &["unknown field `mate`"]),
    ] {
        let corpus = Tiny::of(&positions(), &document);
        let outcome = corpus.vperft(&["run", "ryugi"]).ends(3).warns(words).warns(&["ryugi/tiny.json: "]);
        assert_eq!(outcome.stdout, "", "{outcome}");
    }
}

#[test]
fn malformed_position_files_are_refused() {
    let whole = positions();
    let entry = whole["positions"][0].clone();
    let mut other = entry.clone();
    other["origin"] = json!({ "kind": "dreamt" });
    let file = |format: u32, list: Value| json!({ "format": format, "variant": "ryugi", "positions": list });
    for (document, words) in [
        (file(7, json!([entry])), &["format 7", "reads format 1"][..]),
        (file(1, json!([entry, entry])), &["`ryugi/kings` occurs twice"]),
        (file(1, json!([other])), &["unknown variant `dreamt`"]),
        (file(1, json!([])), &["`ryugi/kings` does not exist"]),
        (json!([]), &["line 1"]),
    ] {
        let corpus = Tiny::of(&document, &suite(json!({ "perft": { "1": 5 } })));
        corpus.vperft(&["run", "ryugi"]).ends(3).warns(words).warns(&["ryugi/tiny.json: "]);
    }
}

#[test]
fn bugs_and_cases_have_to_refer_to_each_other() {
    let tagged = |bugs: Value| {
        let mut document = suite(json!({ "perft": { "1": 5 } }));
        document["cases"][0]["bugs"] = bugs;
        Tiny::of(&positions(), &document)
    };
    let bug = |id: &str, case: &str| json!({ "id": id, "title": "A", "text": "B. C.", "case": case });
    let file = |list: Value| json!({ "format": 1, "variant": "ryugi", "bugs": list });
    let walk = bug("walk", "ryugi/king-walk");
    for (tags, document, words) in [
        (json!([]), file(json!([])), &[][..]),
        (json!(["walk"]), file(json!([walk])), &[]),
        (json!(["walk"]), file(json!([])), &["tiny.json: ", "bug `walk` is in no dictionary of ryugi"]),
        (json!(["walk"]), file(json!([walk, walk])), &["bugs.json: bug `walk` occurs twice"]),
        (json!([]), file(json!([walk])), &["bugs.json: bug `walk`: case `ryugi/king-walk` does not carry"]),
        (
            json!(["a"]),
            file(json!([bug("a", "ryugi/b")])),
            &["bugs.json: bug `a`: case `ryugi/b` does not exist"],
        ),
        (json!([]), json!({ "format": 2 }), &["bugs.json: format 2"]),
        (json!([]), json!({ "format": 1, "variant": "ryugi", "cases": [] }), &["unknown field `cases`"]),
    ] {
        let corpus = tagged(tags);
        corpus.add("ryugi/bugs.json", &document.to_string());
        let code = if words.is_empty() { 0 } else { 3 };
        corpus.vperft(&["run", "ryugi"]).ends(code).warns(words);
        // `bless` checks the file as strictly as `run` does.
        corpus.vperft(&["bless", "--dry-run"]).ends(code).warns(words);
    }
    let missing = tagged(json!(["walk"]));
    missing.vperft(&["run", "ryugi"]).ends(3).warns(&[
        "bug `walk` is in no dictionary",
        &format!("an entry in {}/ryugi/bugs.json", missing.suites),
    ]);
}

#[test]
fn malformed_json_is_refused_with_line_and_column() {
    let (positions, suite) = (positions().to_string(), suite(json!({})).to_string());
    let twice = |checks: &str| suite.replace("\"checks\":{}", &format!("\"checks\":{{{checks}}}"));
    for (positions, suite, words) in [
        (&*positions, "{\n  \"format\": 1,\n}", &["suites", "line 3 column 1"][..]),
        (&positions, "", &["suites", "line 1 column 0", "EOF"]),
        ("{", &suite, &["positions", "EOF"]),
        (&positions, &twice("\"perft\":{\"1\":5,\"1\":6}"), &["suites", "duplicate key"]),
        (&positions, &twice("\"moves_of\":{\"f1\":[],\"f1\":[]}"), &["suites", "duplicate key"]),
        (&positions, &twice("\"after\":{\"K f1-f2\":\"\",\"K f1-f2\":\"\"}"), &["duplicate key"]),
        (&positions, &twice("\"status\":\"won\",\"status\":\"lost\""), &["duplicate field `status`"]),
        (&positions, &format!("{suite}x"), &["suites", "trailing characters"]),
    ] {
        let corpus = Tiny::of_texts(positions, suite);
        for command in [&["run", "ryugi"][..], &["show", "ryugi", "--id", "ryugi/kings"]] {
            corpus.vperft(command).ends(3).warns(words).warns(&["ryugi/tiny.json: "]);
        }
    }
}

#[test]
fn a_binary_file_is_an_error() {
    let corpus = Tiny::checking(json!({ "perft": { "1": 5 } }));
    fs::write(format!("{}/ryugi/binary.json", corpus.suites), [0x89, b'P', 0xff]).expect("a file");
    corpus.vperft(&["run", "ryugi"]).ends(5).warns(&["binary.json: "]);
}

#[test]
fn the_error_names_a_missing_folder() {
    let folder = tempdir().expect("a folder");
    let missing = folder.path().join("no such folder").display().to_string();
    for flag in ["--suites", "--positions"] {
        for command in [&["run", "ryugi"][..], &["status", "ryugi", "--id", "ryugi/start-moves"]] {
            vperft_with(&[command, &[flag, &missing]].concat()).ends(5).warns(&[&format!("{missing}: ")]);
        }
    }
}

#[test]
fn the_error_names_a_folder_without_a_corpus() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    for flag in ["--suites", "--positions"] {
        for command in ["run", "lint", "bless", "cases"] {
            let problem = format!("{flag} {path}: no file of a corpus there; expected {path}/VARIANT/*.json");
            vperft_with(&[command, flag, &path]).ends(2).warns(&[&problem]);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_named_pipe_in_a_corpus_is_an_error() {
    let corpus = Tiny::checking(json!({ "perft": { "1": 5 } }));
    let pipe = format!("{}/ryugi/pipe.json", corpus.suites);
    let made = std::process::Command::new("mkfifo").arg(pipe).status().expect("mkfifo starts");
    assert!(made.success());
    for command in ["run", "lint"] {
        corpus.vperft(&[command]).ends(5).warns(&["pipe.json: not a file"]);
    }
}

#[test]
fn a_large_corpus_loads_quickly() {
    let mut document = suite(json!({ "perft": { "1": 5 } }));
    let case = document["cases"][0].clone();
    let cases = (0..100_000).map(|index| {
        let mut case = case.clone();
        case["id"] = json!(format!("ryugi/{index}"));
        case
    });
    document["cases"] = cases.collect();
    let corpus = Tiny::of(&positions(), &document);
    let start = std::time::Instant::now();
    corpus.vperft(&["run", "--filter", "ryugi/7"]).ends(0);
    assert!(start.elapsed().as_secs() < 15, "{:?}", start.elapsed());
}

#[test]
fn a_replay_names_the_variant_of_the_case_for_any_id() {
    let mut document = suite(json!({ "perft": { "1": 6 } }));
    for id in ["cetran3/odd id", "odd", "ryugi/*"] {
        document["cases"][0]["id"] = json!(id);
        let corpus = Tiny::of(&positions(), &document);
        let outcome = corpus.vperft(&["run"]).ends(1).says(&["replay   vperft run ryugi --filter "]);
        let line = outcome.stdout.lines().find_map(|line| line.trim_start().strip_prefix("replay   vperft "));
        vperft(line.expect("a replay")).ends(1).says(&["expected 6"]);
    }
}
