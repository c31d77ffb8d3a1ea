//! `vperft export variant --format variants-ini`: imported sections and newer fields of `variant.json`.

use crate::tool::{Outcome, vperft};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cli/variants_ini/sample.ini");

/// A folder with a section of the sample after some changes of its `variant.json`.
fn folder(section: &str, changes: &Value) -> TempDir {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display();
    vperft(&format!("import variant {SAMPLE} --name {section} --as mine --dir {dir}")).ends(0);
    let path = parent.path().join("mine/variant.json");
    let text = fs::read_to_string(&path).expect("a file");
    let mut variant: Value = serde_json::from_str(&text).expect("JSON");
    for (field, value) in changes.as_object().expect("changes") {
        variant[field] = value.clone();
    }
    fs::write(path, variant.to_string()).expect("a file");
    parent
}

fn export(parent: &TempDir, format: &str) -> Outcome {
    let dir = parent.path().display();
    vperft(&format!("export variant mine --variant {dir}/mine --format {format} --name again"))
}

/// Exports a section after some changes, and expects these lines or, with exit code 2, these reasons.
fn check(section: &str, changes: Value, code: i32, parts: &[&str]) {
    let outcome = export(&folder(section, &changes), "variants-ini").ends(code);
    if code == 0 {
        outcome.says(parts)
    } else {
        outcome.warns(parts)
    };
}

/// `ci/variants-ini.py --round-trip` lets Fairy-Stockfish compare them.
#[test]
fn every_imported_section_is_exported_and_imported_again_with_the_same_counts() {
    for section in [
        "hill-leapers",
        "must-take",
        "no-check",
        "wide",
        "lost-queens",
        "two-monarchs",
        "generals",
        "left-handed",
        "in-sight",
        "fenced",
        "jumpers",
        "safe-corner",
        "half-army",
    ] {
        let parent = folder(section, &json!({}));
        let dir = parent.path().display();
        let text = export(&parent, "variants-ini").ends(0).stdout;
        let file = parent.path().join("again.ini");
        fs::write(&file, text).expect("a file");
        vperft(&format!("import variant {} --name again --as twice --dir {dir}", file.display())).ends(0);
        let [one, other] = ["mine", "twice"]
            .map(|name| vperft(&format!("perft {name} 3 --variant {dir}/{name}")).ends(0).stdout);
        assert_eq!(one, other, "{section}");
    }
}

#[test]
fn ends_of_a_game_have_keys() {
    for (section, changes, parts) in [
        ("must-take", json!({}), &["mustCapture = true\n", "stalemateValue = win\n"][..]),
        ("no-check", json!({}), &["checking = false\n", "startFen = 4k3/8/8/8/8/8/8/R3K2Q w Q - 0 1\n"]),
        (
            "hill-leapers",
            json!({}),
            &["flagPieceWhite = k\nflagRegionWhite = *5\n", "flagRegionBlack = *4\n"],
        ),
        ("safe-corner", json!({}), &["flagRegionBlack = d1 e1\n", "flagMove = true\nflagPieceSafe = true\n"]),
        ("lost-queens", json!({}), &["extinctionValue = loss\nextinctionPieceTypes = q\n"]),
        (
            "lost-queens",
            json!({"extinction": [{"most": 2, "enemies": 3, "result": "draw"}]}),
            &[
                "extinctionValue = draw\nextinctionPieceTypes = *\nextinctionPieceCount = 2\n",
                "OpponentPieceCount = 3\n",
            ],
        ),
        ("fenced", json!({}), &["nFoldRule = 2\nnFoldValue = loss\n"]),
        ("hill-leapers", json!({"results": {"checkmate": "won"}}), &["checkmateValue = win\n"]),
        (
            "hill-leapers",
            json!({"goals": [{"pieces": ["king"], "on": "rank 5", "wins": "after-black"}]}),
            &["flagMove = true\nflagPieceSafe = false\n"],
        ),
        (
            "two-monarchs",
            json!({}),
            &["extinctionPseudoRoyal = true\nextinctionPieceTypes = k\nextinctionPieceCount = 1\n"],
        ),
        ("two-monarchs", json!({}), &["commoner = k\n"]),
        ("half-army", json!({}), &["king = k\n", "extinctionPieceTypes = m\nextinctionPieceCount = 0\n"]),
        ("in-sight", json!({}), &["flyingGeneral = true\n"]),
    ] {
        check(section, changes, 0, parts);
    }
}

#[test]
fn sides_and_pieces_have_keys() {
    let promotes = |white: Value, black: Value| {
        json!({"promotion": [
            {"piece": "pawn", "on": {"white": "rank 8", "black": []}, "to": white},
            {"piece": "pawn", "on": {"white": [], "black": "rank 1"}, "to": black},
        ]})
    };
    for (section, changes, parts) in [
        ("generals", json!({}), &["promotedPieceType = s:g l:g\nmandatoryPiecePromotion = true\n"][..]),
        ("half-army", json!({}), &["promotionRegionWhite = -\npromotionRegionBlack = *1\n"]),
        (
            "must-take",
            promotes(json!(["queen"]), json!(["rook", "knight"])),
            &["promotionPieceTypesWhite = q\npromotionPieceTypesBlack = rn\n"],
        ),
        ("left-handed", json!({}), &["customPiece1 = m:", "customPiece2 = w:"]),
        ("jumpers", json!({}), &["pawn = p\n", "doubleStepRegionWhite = *2 *3\n", "enPassantTypes = p\n"]),
        ("fenced", json!({}), &["mobilityRegionBlackElephant = *5 *6 *7 *8 *9\n"]),
    ] {
        check(section, changes, 0, parts);
    }
}

#[test]
fn what_the_format_cannot_say_is_refused_by_name() {
    let goal = |more: Value| {
        let mut goal = json!({"pieces": ["king"], "on": "rank 5"});
        goal.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        json!({"goals": [goal]})
    };
    for (section, changes, expected) in [
        (
            "hill-leapers",
            goal(json!({"pieces": ["king", "queen"]})),
            "goals: that pieces of several kinds reach",
        ),
        (
            "hill-leapers",
            goal(json!({"wins": "next-turn"})),
            "goals: (`wins`: next-turn) of other kinds than",
        ),
        (
            "hill-leapers",
            json!({"goals": [{"on": "rank 5"}, {"on": "rank 6", "count": 2}]}),
            "goals: with different numbers of pieces or moments",
        ),
        (
            "hill-leapers",
            json!({"goals": [{"on": "rank 5"}, {"on": "rank 6"}]}),
            "goals: several for one side",
        ),
        (
            "lost-queens",
            json!({"extinction": [{"pieces": ["queen"], "most": 1, "result": "lost"}, {"result": "lost"}]}),
            "extinction: rules with different numbers or results",
        ),
        (
            "lost-queens",
            json!({"extinction": [{"pieces": ["queen", "king"], "most": 1, "result": "lost"}]}),
            "extinction: kinds that count together",
        ),
        (
            "two-monarchs",
            json!({"extinction": [{"pieces": ["rook"], "result": "lost"}]}),
            "extinction: next to royal kinds other than a single King",
        ),
        (
            "two-monarchs",
            json!({"may_check": false}),
            "may_check: moves that may not give check to royal kinds",
        ),
        ("two-monarchs", json!({"check": false}), "check: royal pieces that may be left capturable"),
        (
            "two-monarchs",
            json!({"promotion": [{"piece": "commoner", "on": "rank -1", "to": ["rook"]}]}),
            "`commoner` (K): is royal, and promotes",
        ),
        (
            "generals",
            json!({"promotion": [
                {"piece": "lance", "on": "rank -1", "to": ["gold"]},
                {"piece": "silver", "on": "rank -2", "to": ["gold"]},
            ]}),
            "promotion: `silver` has another rule than the kinds before (`on`); expected the same rule for all kinds of White",
        ),
        (
            "generals",
            json!({"promotion": [{"piece": "lance", "on": "rank -1", "to": ["gold", "silver"], "leaving": true}]}),
            "promotion: `lance` has another rule than the kinds before (`leaving` with one kind in `to`)",
        ),
    ] {
        check(section, changes, 2, &[expected]);
    }
    for (section, format, expected) in [
        ("must-take", "xboard", "must_capture: captures that are forced"),
        ("hill-leapers", "diagram", "goals: squares to reach"),
        ("no-check", "xboard", "may_check: moves that may not give check"),
        ("lost-queens", "diagram", "extinction: results of a side with few pieces of some kinds"),
        ("two-monarchs", "xboard", "(K): is royal only while its side has few of them (`royal_up_to`)"),
    ] {
        export(&folder(section, &json!({})), format).ends(2).warns(&[expected]);
    }
}
