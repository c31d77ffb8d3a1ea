//! The JSON output of the commands.

use crate::tool::{strings, vperft};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use vperft::inner::game::variant::VariantId;

const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

/// The names of the fields, in order.
#[track_caller]
fn fields(value: &Value) -> Vec<&str> {
    let map = value.as_object().unwrap_or_else(|| panic!("not an object: {value}"));
    map.keys().map(String::as_str).collect()
}

#[test]
fn perft() {
    let answer = vperft(&format!("perft ryugi 2 --format json --vfen '{KINGS}'")).ends(0).json();
    let names = ["variant", "vfen", "depth", "count", "complete", "seconds", "threads", "hash_mb"];
    assert_eq!(fields(&answer), names);
    assert!(answer["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{answer}");
    for (field, expected) in [
        ("variant", json!("ryugi")),
        ("vfen", json!(KINGS)),
        ("depth", json!(2)),
        ("count", json!(25)),
        ("complete", json!(true)),
        ("hash_mb", json!(0)),
    ] {
        assert_eq!(answer[field], expected, "{field}");
    }
    let words =
        format!("perft ryugi 4 --backend reference --threads 3 --hash 2 --format json --vfen '{KINGS}'");
    let answer = vperft(&words).ends(0).json();
    for (field, expected) in [("threads", 3), ("hash_mb", 2)] {
        assert_eq!(answer[field], expected, "{field}");
    }
    // A short count allocates no more memory than it can fill.
    let answer =
        vperft(&format!("perft ryugi 2 --backend reference --hash 8 --format json --vfen '{KINGS}'"))
            .ends(0)
            .json();
    assert_eq!(answer["hash_mb"], 1);
}

#[test]
fn a_hash_table_that_would_give_wrong_counts_is_disabled() {
    // Without GEN-PERFT, the counter ends lines, but it is not part of the key.
    for (clauses, table, warnings) in [("", 1, 0), ("--without GEN-PERFT", 0, 1)] {
        let outcome = vperft(&format!("perft cetran3 2 --hash 1 --format json {clauses}")).ends(0);
        assert_eq!(outcome.json()["hash_mb"], table, "{outcome}");
        assert_eq!(outcome.stderr.matches("without a hash table").count(), warnings, "{outcome}");
    }
}

#[test]
fn divide() {
    let answer = vperft(&format!("divide ryugi 2 --format json --vfen '{KINGS}'")).ends(0).json();
    let moves = json!({ "K f1-e1": 5, "K f1-e2": 5, "K f1-f2": 5, "K f1-g1": 5, "K f1-g2": 5 });
    let names = ["variant", "vfen", "depth", "moves", "total", "complete", "seconds", "threads", "hash_mb"];
    assert_eq!(fields(&answer), names);
    for (field, expected) in [
        ("variant", json!("ryugi")),
        ("vfen", json!(KINGS)),
        ("depth", json!(2)),
        ("moves", moves),
        ("total", json!(25)),
        ("complete", json!(true)),
    ] {
        assert_eq!(answer[field], expected, "{field}");
    }
    assert!(fields(&answer["moves"]).is_sorted(), "{answer}");
}

#[test]
fn moves() {
    for (words, square, moves) in [
        ("", Value::Null, json!(["K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2"])),
        ("--square f1", json!("f1"), json!(["K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2"])),
        ("--square a5", json!("a5"), json!([])),
    ] {
        let answer = vperft(&format!("moves ryugi --format json --vfen '{KINGS}' {words}")).ends(0).json();
        assert_eq!(
            answer,
            json!({ "variant": "ryugi", "vfen": KINGS, "square": square, "moves": moves }),
            "{words}"
        );
    }
}

#[test]
fn show() {
    let answer = vperft(&format!("show ryugi --format json --vfen '{KINGS}'")).ends(0).json();
    let king = |square: &str, piece: &str, color: &str| json!({ "square": square, "piece": piece, "name": "King", "color": color, "unmoved": false });
    let board = json!({
        "files": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"],
        "ranks": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        "turn": "white",
        "fullmove": 1,
        "halfmove": 0,
        "en_passant": null,
        "closed": [],
        "ban": null,
        "pieces": [king("f1", "K", "white"), king("f10", "k", "black")],
    });
    assert_eq!(answer, json!({ "variant": "ryugi", "vfen": KINGS, "board": board }));
    for variant in VariantId::BUILT_IN {
        let answer = vperft(&format!("show {variant} --format json")).ends(0).json();
        let pieces = answer["board"]["pieces"].as_array().expect("an array");
        let unmoved = pieces.iter().filter(|piece| piece["unmoved"] == true).count();
        // At the start, both sides have the same number of pieces and of unmoved pieces.
        let white = pieces.iter().filter(|piece| piece["color"] == "white").count();
        assert_eq!(white * 2, pieces.len(), "{variant}: {answer}");
        assert_eq!(unmoved % 2, 0, "{variant}: {answer}");
    }
}

#[test]
fn show_prints_en_passant_closed_squares_and_bans() {
    for (words, field, expected) in [
        ("ryugi --vfen '5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1'", "en_passant", json!("e4")),
        (
            "sandbox --vfen '9k/10/1-6-1/10/10/3p1p4/10/1-2P3-1/K9/4Q5 w * - 0 1'",
            "closed",
            json!(["b3", "b8", "i3", "i8"]),
        ),
        (
            "rococo --vfen '2c4C1K/2a7/7s2/10/10/10/10/a4c4/7c2/7k2 w - - 99 171 ban=g7+g9'",
            "ban",
            json!(["g7", "g9"]),
        ),
    ] {
        let answer = vperft(&format!("show {words} --format json")).ends(0).json();
        assert_eq!(answer["board"][field], expected, "{words}");
    }
}

#[test]
fn variants() {
    let answer = vperft("variants --format json").ends(0).json();
    let entries = answer.as_array().expect("an array");
    let names: Vec<_> = entries.iter().filter_map(|entry| entry["variant"].as_str()).collect();
    assert_eq!(names, VariantId::BUILT_IN.map(VariantId::name));
    for entry in entries {
        assert_eq!(fields(entry), ["variant", "title", "start", "clauses", "rulings", "cases"], "{entry}");
        assert!(strings(&entry["clauses"]).len() > 5, "{entry}");
        assert!(entry["cases"].as_u64().is_some_and(|cases| cases > 0), "{entry}");
        for (name, readings) in entry["rulings"].as_object().expect("an object") {
            assert!(!strings(readings).is_empty(), "{name}: {entry}");
        }
    }
    let of =
        |name: &str| entries.iter().find(|entry| entry["variant"] == name).expect("the variant is built in");
    assert!(strings(&of("ryugi")["clauses"]).contains(&"RYU-EP"), "{answer}");
    assert_eq!(of("cetran3")["rulings"], json!({ "ranks": ["12", "10", "8"] }));
}

#[test]
fn a_passing_run() {
    let answer = vperft("run ryugi --filter ryugi/start-moves --check perft:1 --format json").ends(0).json();
    let names = [
        "backend",
        "identity",
        "suite_version",
        "planned",
        "cases",
        "variants",
        "total",
        "complete",
        "signature",
        "causes",
    ];
    assert_eq!(fields(&answer), names);
    let nothing = json!({ "clauses": [], "bugs": [], "moves": [], "errors": [], "first": [] });
    assert_eq!(answer["causes"], nothing);
    assert_eq!(answer["backend"], "fast");
    let case = &answer["cases"][0];
    assert_eq!(fields(case), ["id", "title", "clauses", "bugs", "vfen", "checks"]);
    assert_eq!(case["checks"], json!([{ "check": "perft:1", "result": { "verdict": "pass" } }]));
    let tally = json!({
        "cases": 1, "checks": 1, "passed": 1, "failed": 0, "expected": 0, "other_reason": 0, "unsupported": 0, "nodes": 34,
    });
    assert_eq!(answer["variants"], json!({ "ryugi": tally }));
    assert_eq!(answer["total"], tally);
}

#[test]
fn a_failing_run_has_the_difference_and_the_replay() {
    let words = "run ryugi --filter ryugi/ep-white-takes --check moves_of:e6 --without RYU-EP --format json";
    let answer = vperft(words).ends(1).json();
    let failure = json!({ "kind": "moves", "missing": ["P e6-f7; @-f6"], "extra": [], "duplicate": [] });
    let expected = json!([{
        "check": "moves_of:e6",
        "result": { "verdict": "fail", "failure": failure },
        "replay": "vperft run ryugi --filter ryugi/ep-white-takes --check moves_of:e6 --without RYU-EP",
    }]);
    assert_eq!(answer["cases"][0]["checks"], expected);
    assert_eq!(answer["total"]["failed"], 1);
}
