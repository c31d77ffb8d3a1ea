//! `exhaust`: what it covers, differences, parts and checkpoints.

use crate::tool::{check, vperft};
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::fs;
use tempfile::tempdir;

const SMALL: &str = "exhaust ryugi --max-pieces 2";

#[test]
fn all_positions_are_compared() {
    let folded = ["folded by files and colours, by ", "; 342 refused by both\n"];
    check(SMALL, 0, &folded, &[]);
    check(SMALL, 0, &["\nryugi, 2 pieces: 4,950 positions of 19,800, no difference\n"], &[]);
    let whole =
        "not folded; 1,368 refused by both\nryugi, 2 pieces: 19,800 positions of 19,800, no difference\n";
    check(&format!("{SMALL} --unfolded --jobs 1"), 0, &[whole], &[]);
}

#[test]
fn a_difference_ends_the_comparison_and_is_reproduced() {
    let folder = tempdir().expect("a folder");
    let bug = folder.path().join("bug.json").display().to_string();
    let words = "exhaust ryugi --max-pieces 3 --kinds I --a fast --b reference --b-without RYU-KIRIN";
    let outcome = vperft(&format!("{words} --out '{bug}'")).ends(1);
    outcome.says(&["The backends differ at position ", "replay   vperft fuzz ryugi ", ", a difference\n"]);
    check(&format!("repro '{bug}'"), 1, &[], &[]);
}

#[test]
fn wrong_arguments_are_errors() {
    check("exhaust ryugi --max-pieces 1", 2, &[], &["--max-pieces 1: ryugi has more royal pieces than that"]);
    check(
        "exhaust ryugi --max-pieces 3 --kinds Q,E",
        2,
        &[],
        &["--kinds: `E` is not a piece of Ryugi; expected K, "],
    );
    check("exhaust chess --max-pieces 2", 2, &[], &["expected two different backends"]);
    check("exhaust ryugi", 2, &[], &["--max-pieces"]);
}

/// What a document says besides its parts.
fn result(mut document: Value) -> Value {
    for field in ["partition", "record"] {
        document.as_object_mut().expect("an object").remove(field);
    }
    document
}

#[test]
fn parts_give_the_whole() {
    let folder = tempdir().expect("a folder");
    let parts: Vec<_> = (1..=3)
        .map(|part| {
            let path = folder.path().join(format!("{part}.json")).display().to_string();
            let outcome = vperft(&format!("{SMALL} --partition {part}/3 --format json")).ends(0);
            fs::write(&path, &outcome.stdout).expect(&path);
            format!("'{path}'")
        })
        .collect();
    let merged = vperft(&format!("merge {} --format json", parts.join(" "))).ends(0).json();
    let whole = vperft(&format!("{SMALL} --format json")).ends(0).json();
    assert_eq!(result(merged), whole);
    check(&format!("merge {}", parts[..2].join(" ")), 3, &[], &["part 3/3 is missing"]);
}

#[test]
fn a_checkpoint_is_gone_on_from() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("checkpoint.json");
    let words = format!("{SMALL} --checkpoint '{}'", path.display());
    let whole = vperft(&words).ends(0).stdout;
    let text = fs::read_to_string(&path).expect("a checkpoint");
    let mut half: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(half["done"]["units"], 100);
    // As if it had been stopped after half of the units, with wrong numbers, which are taken as they are.
    half["done"]["units"] = 50.into();
    fs::write(&path, half.to_string()).expect("a checkpoint");
    check(&words, 0, &["ryugi, 2 pieces: 4,950 positions"], &[]);
    fs::write(&path, &text).expect("a checkpoint");
    assert_eq!(vperft(&words).ends(0).stdout, whole);
    let other = format!("{words} --unfolded");
    check(&other, 3, &[], &["it is of other positions or rules"]);
}
