//! Backends whose answers do not fit together, which shows without any expected value.

use crate::modes::{MODE, Mode};
use crate::run::check;

const BROKEN: &str = "fail broken-relation";
/// It tells no keys of positions.
const KEYS: (&str, &str) = ("* relation:keys", "unsupported");

/// It counts otherwise than it lists.
const COUNT: (&str, &str) = ("* relation:count", BROKEN);

/// The relations of a case.
const RELATED: Mode = Mode {
    flags: "--check relation:route --check relation:keys --check relation:status --check relation:mirror \
            --check relation:colors --check relation:rights --check relation:count",
    cases: "ryugi/castle-black-all-four",
    checks: Some(7),
    ..MODE
};

const RELATIONS: &[Mode] = &[
    Mode {
        liar: "keep 3 2",
        does: "keeps the en passant square of two plies ago where it has played",
        cases: "ryugi/ep-black-takes",
        verdicts: &[("* relation:route", BROKEN), KEYS],
        says: "\"by moves\"",
        ..RELATED
    },
    Mode {
        liar: "--ask status wrong-status",
        does: "calls a mate a draw, though there is no move",
        cases: "ryugi/checkmate-two-rooks",
        checks: Some(6),
        verdicts: &[("* relation:status", BROKEN), KEYS],
        says: "the game is not decided",
        ..RELATED
    },
    Mode {
        liar: "--ask moves --on ' w ' forget",
        does: "does not find the last move where White is to move, which no moves played before it are",
        verdicts: &[("* relation:colors", BROKEN), ("* relation:route", BROKEN), KEYS],
        says: "\"only here\"",
        ..RELATED
    },
    Mode {
        liar: "--ask moves --on '/4K5 b' forget",
        does: "does not find it on one board",
        verdicts: &[
            ("* relation:mirror", BROKEN),
            ("* relation:colors", BROKEN),
            ("* relation:route", BROKEN),
            COUNT,
            KEYS,
        ],
        says: "and at its image",
        ..RELATED
    },
    Mode {
        liar: "--ask moves --on ' * ' forget",
        does: "does not find the last move where there are rights, without which it does",
        verdicts: &[("* relation:rights", BROKEN), ("* relation:route", BROKEN), COUNT, KEYS],
        says: "the moves without",
        ..RELATED
    },
    Mode {
        liar: "--ask perft miscount",
        does: "counts one move more than it lists",
        verdicts: &[COUNT, KEYS],
        says: "\"listed\"",
        ..RELATED
    },
    Mode {
        liar: "--ask perft --on '\"depth\":2' miscount",
        does: "counts one too much two plies deep, and splits counts by moves rightly",
        verdicts: &[COUNT, KEYS],
        says: "\"by moves\"",
        ..RELATED
    },
    Mode { liar: "--ask nothing silence", does: "answers rightly", verdicts: &[KEYS], ..RELATED },
];

#[test]
fn answers_that_do_not_fit_together_are_told() {
    RELATIONS.iter().for_each(check);
}
