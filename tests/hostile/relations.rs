//! Backends whose answers contradict each other, which relation checks find without expected values.

use crate::harness::check;
use crate::verdicts::{BASE, FaultCase};

const BROKEN: &str = "fail broken-relation";
/// The faulty backend supports no position keys.
const KEYS: (&str, &str) = ("* relation:keys", "unsupported");

/// The count differs from the number of listed moves.
const COUNT: (&str, &str) = ("* relation:count", BROKEN);

/// All relation checks of a case.
const RELATED: FaultCase = FaultCase {
    flags: "--check relation:route --check relation:keys --check relation:status --check relation:mirror \
            --check relation:colors --check relation:rights --check relation:count",
    cases: "ryugi/castle-black-all-four",
    checks: Some(7),
    ..BASE
};

const RELATIONS: &[FaultCase] = &[
    FaultCase {
        fault: "stale-field 3 2",
        summary: "plays moves with the en passant square of two plies ago",
        cases: "ryugi/ep-black-takes",
        verdicts: &[("* relation:route", BROKEN), KEYS],
        output: "\"by moves\"",
        ..RELATED
    },
    FaultCase {
        fault: "--ask status wrong-status",
        summary: "reports a checkmate as a draw",
        cases: "ryugi/checkmate-two-rooks",
        checks: Some(6),
        verdicts: &[("* relation:status", BROKEN), KEYS],
        output: "the game is not decided",
        ..RELATED
    },
    FaultCase {
        fault: "--ask moves --on ' w ' omit-move",
        summary: "omits the last move if White is to move in the VFEN, but not if moves lead there",
        verdicts: &[("* relation:colors", BROKEN), ("* relation:route", BROKEN), KEYS],
        output: "\"only here\"",
        ..RELATED
    },
    FaultCase {
        fault: "--ask moves --on '/4K5 b' omit-move",
        summary: "omits the last move with Black to move on one board",
        verdicts: &[
            ("* relation:mirror", BROKEN),
            ("* relation:colors", BROKEN),
            ("* relation:route", BROKEN),
            COUNT,
            KEYS,
        ],
        output: "and at its image",
        ..RELATED
    },
    FaultCase {
        fault: "--ask moves --on ' * ' omit-move",
        summary: "omits the last move only if there are castling rights",
        verdicts: &[("* relation:rights", BROKEN), ("* relation:route", BROKEN), COUNT, KEYS],
        output: "the moves without",
        ..RELATED
    },
    FaultCase {
        fault: "--ask perft miscount",
        summary: "counts one move more than it lists",
        verdicts: &[COUNT, KEYS],
        output: "\"listed\"",
        ..RELATED
    },
    FaultCase {
        fault: "--ask perft --on '\"depth\":2' miscount",
        summary: "counts one too many at depth 2, with the right count for every move",
        verdicts: &[COUNT, KEYS],
        output: "\"by moves\"",
        ..RELATED
    },
    FaultCase {
        fault: "--ask nothing no-answer",
        summary: "answers correctly",
        verdicts: &[KEYS],
        ..RELATED
    },
];

#[test]
fn contradictory_answers_break_relations() {
    RELATIONS.iter().for_each(check);
}
