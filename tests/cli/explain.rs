//! The clauses that `explain` names.

use crate::tool::{check, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::Value;

/// A variant, a position, a move (empty for the status), the field of the answer, and clauses that the field has to name. `A+B` is a
/// pair.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const ROWS: &[Row] = &[
    // Ryugi: a pin, en passant, castling, promotion, a mate.
    (
        "ryugi",
        "9k/4r5/10/10/10/10/4M5/10/10/4K5 w - - 0 1",
        "M e4-f6",
        "forbidden_by",
        &["GEN-CHECK", "RYU-CHECK", "RYU-ROOK"],
    ),
    ("ryugi", "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1", "p d5-e4; @-e5", "possible_by", &["RYU-EP"]),
    ("ryugi", "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1", "p d5-e4; @-e5", "shaped_by", &["GEN-CLOCK"]),
    (
        "ryugi",
        "5k4/10/10/10/10/10/10/10/10/R4K3R w * - 0 1",
        "K f1-h1; R j1-g1",
        "possible_by",
        &["RYU-CASTLE-1"],
    ),
    (
        "ryugi",
        "5k4/10/10/10/10/10/10/10/10/R4K3R w - - 0 1",
        "K f1-h1; R j1-g1",
        "forbidden_by",
        &["RYU-CASTLE-2"],
    ),
    (
        "ryugi",
        "1k8/10/10/b9/10/10/1b8/10/10/R4K3R w * - 0 1",
        "K f1-i1; R j1-h1",
        "forbidden_by",
        &["RYU-CASTLE-3"],
    ),
    ("ryugi", "9k/P9/10/10/10/10/10/10/10/5K4 w - - 7 30", "a10=Q", "possible_by", &["RYU-PROMOTE"]),
    ("ryugi", "9k/P9/10/10/10/10/10/10/10/5K4 w - - 7 30", "P a9-a10", "forbidden_by", &["RYU-PROMOTE"]),
    ("ryugi", "1R7k/R9/10/10/10/10/10/10/10/K9 b - - 0 1", "", "ended_by", &["GEN-CHECK", "RYU-CHECK"]),
    ("ryugi", "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1", "", "ended_by", &["RYU-DRAW-DEAD"]),
    // Cetran Chess 3: a pin on a bent line, en passant, promotion, stalemate.
    (
        "cetran3",
        "x11/1R10/12/12/12/12/1K10/11k w - - 0 1",
        "R b7-c6",
        "forbidden_by",
        &["GEN-CHECK", "CET-CHECK", "CET-GRYPHON"],
    ),
    ("cetran3", "11k/12/12/3pP7/12/12/12/K11 w - d6 0 1", "P e5-d6; @-d5", "possible_by", &["CET-PAWN-2"]),
    ("cetran3", "11k/12/12/3P1P6/3PSP6/3P8/12/K11 w - - 0 1", "S e4-e3", "possible_by", &["CET-SISSA"]),
    ("cetran3", "12/10P1/k11/12/12/12/12/K11 w - - 0 1", "P k7-k8", "forbidden_by", &["CET-PROMOTE"]),
    // Rococo: frozen, suicide, capture effects, the edge, promotion, the end.
    (
        "rococo",
        "10/4k5/10/3i6/3W6/10/10/10/4K5/10 w - - 0 1",
        "W c5-d5",
        "forbidden_by",
        &["ROC-IMMOBILIZER-2", "ROC-FREEZE"],
    ),
    ("rococo", "10/4k5/10/3i6/3W6/10/10/10/4K5/10 w - - 0 1", "W c5-", "possible_by", &["ROC-SUICIDE"]),
    (
        "sandbox",
        "5k4/10/1-6-1/10/10/10/10/1-6-1/10/R4K3R w * - 0 1",
        "K f1-i1; R j1-h1",
        "possible_by",
        &["SBX-CASTLE"],
    ),
    (
        "sandbox",
        "5k4/10/1-6-1/10/10/10/10/1-6-1/3QV5/5K4 w - - 0 1",
        "V e2-g2",
        "possible_by",
        &["SBX-QUEEN-2"],
    ),
    ("sandbox", "5k4/10/1-6-1/10/10/10/10/1R6-1/10/5K4 w - - 0 1", "R b3-b5", "shaped_by", &["SBX-BROUHAHA"]),
    (
        "sandbox",
        "10/P9/1-6-1/10/9k/10/10/1-2QQ2-1/10/5K4 w - - 0 1",
        "a10=Q",
        "forbidden_by",
        &["SBX-PROMOTE-3"],
    ),
    // Vanguard: a pinned piece of a lone King, a rifle shot, promotion, succession, the end.
    (
        "vanguard",
        "8k7/16/16/16/16/16/16/8r7/16/16/8N7/16/16/16/16/8K7 w - - 0 1",
        "N i6-k7",
        "forbidden_by",
        &["GEN-CHECK", "VAN-LAST", "VAN-ROOK"],
    ),
    (
        "vanguard",
        "8k7/16/16/16/16/16/16/16/5p10/16/4A11/16/16/16/16/8K7 w - - 0 1",
        "A e6-e6; @-f8",
        "possible_by",
        &["VAN-ARCHER-2"],
    ),
    (
        "vanguard",
        "8k7/P15/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1",
        "P a15-a16; N-a16",
        "possible_by",
        &["VAN-PROMOTE"],
    ),
    (
        "vanguard",
        "8k7/9{pr}6/16/16/16/16/16/16/8R7/16/16/16/16/16/16/8K7 w - - 0 1",
        "R i8-i16",
        "shaped_by",
        &["VAN-SUCCESSION"],
    ),
    ("vanguard", "16/16/16/16/16/16/16/16/8R7/16/16/16/16/16/16/8K7 b - - 0 1", "", "ended_by", &["VAN-WIN"]),
];

fn explain(variant: &str, vfen: &str, question: &str) -> Value {
    let mut words = vec!["explain", variant, "--vfen", vfen, "--format", "json"];
    if !question.is_empty() {
        words.extend(["--move", question]);
    }
    vperft_with(&words).ends(0).json()
}

/// The clauses that an answer names; the clauses of a pair are joined by `+`.
fn clauses(grounds: &Value) -> Vec<String> {
    let grounds = grounds.as_array().expect("a list");
    let ids = |ground: &Value| -> Vec<String> {
        ground["clauses"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|id| id.as_str().expect("an id").to_owned())
            .collect()
    };
    grounds.iter().map(|ground| ids(ground).join("+")).collect()
}

#[test]
fn moves_and_statuses_name_their_clauses() {
    for (variant, vfen, question, field, expected) in ROWS {
        let answer = explain(variant, vfen, question);
        let what = if question.is_empty() { "status" } else { "move" };
        let named = clauses(&answer[what][field]);
        for id in *expected {
            assert!(
                named.iter().any(|named| named == id),
                "{variant} {vfen} {question}: {field} is {named:?}, without {id}"
            );
        }
    }
}

#[test]
fn a_square_lists_legal_moves_and_clauses_that_forbid_others() {
    let words =
        ["explain", "ryugi", "--vfen", "9k/4r5/10/10/10/10/4M5/10/10/4K5 w - - 0 1", "--square", "e4"];
    let answer = vperft_with(&[&words[..], &["--format", "json"]].concat()).ends(0).json();
    let moves = answer["square"]["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 7, "{answer}");
    for explained in moves {
        assert!(clauses(&explained["possible_by"]).contains(&"RYU-MARSHALL".to_owned()), "{explained}");
    }
    assert_eq!(
        clauses(&answer["square"]["forbidden_by"]),
        ["RYU-CHECK", "GEN-CHECK", "RYU-ROOK"],
        "{answer}"
    );
    vperft_with(&words).ends(0).says(&["7 legal moves from e4", "M e4-e9   by ", "[M]"]);
}

#[test]
fn two_clauses_may_both_allow_a_move() {
    let answer = vperft("explain vanguard --move 'P a3-a4' --format json").ends(0).json();
    assert_eq!(clauses(&answer["move"]["possible_by"]), ["VAN-PAWN+VAN-INITIAL"]);
}

#[test]
fn the_text_output() {
    check("explain ryugi", 0, &["ongoing, 34 legal moves"], &[]);
    check("explain ryugi --move e3e4 --status", 0, &["ongoing, ", "Black to move"], &[]);
    check(
        "explain ryugi --move e3e4",
        0,
        &["P e3-e4 is legal", "written  e3e4", "possible by RYU-PAWN-1"],
        &[],
    );
    check("explain ryugi --move e3e4 --move 'p e8-e6'", 0, &["p e8-e6 is legal"], &[]);
    check(
        "explain ryugi --move 'P e3-e6'",
        0,
        &[
            "P e3-e6 is not a legal move",
            "no rule describes such a move",
            "nearest  P e3-e4",
            "nearest  P e3-e5",
        ],
        &[],
    );
    check(
        "explain ryugi --move 'P e3-e6' --backend fast",
        0,
        &["nearest  P e3-e4", "fast@0.1.0 cannot omit a clause"],
        &[],
    );
    let promotion = "--vfen '9k/P9/10/10/10/10/10/10/10/5K4 w - - 7 30' --move 'P a9-a10'";
    check(
        &format!("explain ryugi {promotion}"),
        0,
        &["P a9-a10 is ambiguous", "may mean P a9-a10; B-a10", "forbidden by RYU-PROMOTE"],
        &[],
    );
    check("explain ryugi --square z9", 3, &[], &["there is no square `z9`; expected one from a1 to j10"]);
    check("explain ryugi --move nonsense", 3, &[], &["cannot read `nonsense`"]);
    check("explain ryugi --square e2 --status", 2, &[], &["cannot be used with"]);
}

/// The first clauses that forbid a move, and the move that an incomplete text is taken as.
#[test]
fn the_clause_that_fits_best_comes_first() {
    let castle = "5k4/10/10/10/10/10/3r6/10/10/R4K3R w * - 0 1";
    let passed = "5k4/10/10/10/10/10/4r5/10/10/R4K3R w * - 0 1";
    let pinned = "9k/4r5/10/10/10/10/4M5/10/10/4K5 w - - 0 1";
    for (vfen, text, first, completed) in [
        // The King may not end on an attacked square, by two rules.
        (castle, "f1d1", "RYU-CASTLE-3 RYU-CHECK", Some("K f1-d1; R a1-e1")),
        (passed, "f1d1", "RYU-CASTLE-3", Some("K f1-d1; R a1-e1")),
        (passed, "K f1-d1; R a1-e1", "RYU-CASTLE-3", None),
        (pinned, "M e4-f6", "RYU-CHECK", None),
    ] {
        let words = ["explain", "ryugi", "--vfen", vfen, "--move", text];
        let document = vperft_with(&[&words[..], &["--format", "json"]].concat()).ends(0).json();
        let clauses = document["move"]["forbidden_by"][0]["clauses"].as_array().expect("a list");
        let ids: Vec<_> = clauses.iter().filter_map(Value::as_str).collect();
        assert_eq!(ids.join(" "), first, "{text} at {vfen}: {document}");
        assert_eq!(document["move"]["completed"].as_str(), completed, "{text} at {vfen}");
        let printed = vperft_with(&words).ends(0).stdout;
        let says = completed.map(|completed| format!("taken as {completed}, "));
        assert_eq!(printed.contains("taken as "), says.is_some(), "{printed}");
        assert!(says.is_none_or(|says| printed.contains(&says)), "{printed}");
    }
}
