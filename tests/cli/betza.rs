//! `vperft betza`: explains notation, and runs its conformance suite.

use crate::tool::{check, vperft, vperft_with};
use serde_json::{Value, json};
use std::fs;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn a_text_is_explained() {
    vperft("betza fmWfceFifmnD").snapshot("betza", &[]);
    check("betza R10", 0, &["1 to 10 squares", "Canonical text: W10", "fairy-stockfish, column 3"], &[]);
    check("betza fK --dialect fairy-stockfish", 0, &["straight forward or diagonally forward"], &[]);
    check("betza KisO2", 0, &["castles by 2 squares"], &[]);
    check("betza O2", 0, &["castles by 2 squares", "Path program:   []"], &[]);
}

#[test]
fn errors_have_a_caret() {
    for (words, code, expected) in [
        ("betza fmWxR", 3, "fmWxR\n   ^\n"),
        ("betza R10 --dialect fairy-stockfish", 3, "R10\n  ^\n"),
        ("betza R --dialect other", 2, "possible values: xbetza, fairy-stockfish"),
        ("betza", 2, "TEXT"),
        ("betza R --table chess", 2, "cannot be used with"),
    ] {
        check(words, code, &[], &[expected]);
    }
}

#[test]
fn answers_are_json() {
    let text = vperft("betza [F?R] nN --format json").ends(0).stdout;
    let answers: Value = serde_json::from_str(&text).expect("JSON");
    let [gryphon, horse] = &answers.as_array().expect("a list")[..] else { panic!("{text}") };
    assert_eq!(gryphon["canonical"], "[F?R]");
    assert_eq!(gryphon["differences"].as_array().map(Vec::len), Some(3));
    assert_eq!(horse["program"], json!([{"steps": "knight", "lame": "orthogonal-first"}]));
    assert_eq!(horse["drawings"][0]["rows"], json!([".x.x.", "x...x", "..@..", "x...x", ".x.x."]));
}

#[test]
fn the_pieces_of_a_variant_are_listed() {
    check("betza --table chess", 0, &["N Knight: moves or captures one Knight leap"], &[]);
    let text = vperft("betza --table ryugi --format json").ends(0).stdout;
    let pieces: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(pieces.as_array().map(Vec::len), Some(9));
}

#[test]
fn the_suite_is_checked() {
    let suite = format!("--suite {ROOT}/suites/betza");
    check(&format!("betza check {suite}"), 0, &[" passed, 0 failed, 0 known, 0 unsupported"], &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display();
    check(&format!("betza check --suite {path}"), 3, &[], &["no files; expected cases"]);
    let case = |id: &str, moves: &str| {
        json!({
            "id": id, "text": "W", "dialects": ["xbetza"], "board": "8x8", "at": "a1", "moves": moves, "captures": "",
            "source": "a page", "provenance": ["description"],
        })
    };
    let lines = format!("{}\n{}\n", case("a/right", "a2 b1"), case("a/wrong", "a2 b2"));
    fs::write(folder.path().join("a.jsonl"), lines).expect("the file is written");
    let words = format!("betza check --suite {path}");
    check(
        &words,
        1,
        &["failed: a/wrong `W` (xbetza): moves without b2; moves with b1 too many", "1 passed, 1 failed"],
        &[],
    );
    let known = folder.path().join("known.json");
    fs::write(&known, r#"{"a/wrong": "as expected"}"#).expect("the file is written");
    let words = format!("{words} --known {}", known.display());
    check(&words, 0, &["known: a/wrong `W` (xbetza): as expected", "1 passed, 0 failed, 1 known"], &[]);
    fs::write(&known, r#"{"a/wrong": "as expected", "a/right": "not any more"}"#)
        .expect("the file is written");
    check(&words, 1, &["failed: a/right: it passes; remove it"], &[]);
    fs::write(&known, "[]").expect("the file is written");
    check(&words, 3, &[], &["expected an object of case ids and reasons"]);
    fs::write(folder.path().join("a.jsonl"), "{}\n").expect("the file is written");
    check(&format!("betza check --suite {path}"), 3, &[], &["a.jsonl:1: missing field `id`"]);
}

#[test]
fn programs_are_checked_over_json_lines() {
    if !std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        return;
    }
    let reader = format!("{ROOT}/adapters/betza/notation_reader.py");
    let known = format!("{ROOT}/adapters/betza/notation-known.json");
    let (backend, suite) = (format!("cmd:python3 {reader}"), format!("{ROOT}/suites/betza"));
    let words = ["betza", "check", "--suite", &suite, "--backend", &backend, "--known", &known];
    vperft_with(&words).ends(0).says(&[" 0 failed"]);
    let words = ["betza", "check", "--suite", &suite, "--backend", "cmd:sed -u s/.*/{}/"];
    vperft_with(&words).ends(1).says(&["no moves in the answer; no captures in the answer"]);
    let words = ["betza", "check", "--suite", &suite, "--backend", "cmd:sed -u s/.*/no/"];
    vperft_with(&words).ends(4).warns(&["the answer `no`"]);
}
