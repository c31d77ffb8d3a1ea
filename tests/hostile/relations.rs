//! Backends whose answers do not fit together, which shows without any expected value.

use crate::run::{Hostile, check_cases};

/// What comes of the relations of a case, of which this one is broken.
#[track_caller]
fn check(
    case: &str,
    checks: usize,
    liar: &'static str,
    verdicts: &'static [(&'static str, &'static str)],
    says: &'static str,
) {
    let flags = "--check relation:route --check relation:keys --check relation:status --check relation:mirror \
                 --check relation:colors --check relation:rights --check relation:count";
    check_cases(&Hostile { liar, flags, verdicts, says }, case, checks);
}

const CASTLING: &str = "ryugi/castle-black-all-four";
const KEYS: (&str, &str) = ("* relation:keys", "unsupported");

#[test]
fn answers_that_do_not_fit_together_are_told() {
    const BROKEN: &str = "fail broken-relation";
    // It keeps the en passant square of two plies ago where it has played.
    const ROUTE: &[(&str, &str)] = &[("* relation:route", BROKEN), KEYS];
    check("ryugi/ep-black-takes", 7, "keep 3 2", ROUTE, "\"by moves\"");
    // A mate that is a draw, though there is no move.
    const STATUS: &[(&str, &str)] = &[("* relation:status", BROKEN), KEYS];
    check("ryugi/checkmate-two-rooks", 6, "--ask status wrong-status", STATUS, "the game is not decided");
    // The last move is not found where White is to move, which no moves played before it are.
    const COLORS: &[(&str, &str)] = &[("* relation:colors", BROKEN), ("* relation:route", BROKEN), KEYS];
    check(CASTLING, 7, "--ask moves --on ' w ' forget", COLORS, "\"only here\"");
    // It is not found on one board.
    const MIRROR: &[(&str, &str)] =
        &[("* relation:mirror", BROKEN), ("* relation:colors", BROKEN), ("* relation:route", BROKEN), KEYS];
    check(CASTLING, 7, "--ask moves --on '/4K5 b' forget", MIRROR, "and at its image");
    // The last move is not found where there are rights, without which it is.
    const RIGHTS: &[(&str, &str)] = &[("* relation:rights", BROKEN), ("* relation:route", BROKEN), KEYS];
    check(CASTLING, 7, "--ask moves --on ' * ' forget", RIGHTS, "the moves without");
    // Whatever it counts itself is one too much, and what it splits by moves is right.
    const COUNT: &[(&str, &str)] = &[("* relation:count", BROKEN), KEYS];
    check(CASTLING, 7, "--ask perft miscount", COUNT, "\"by moves\"");
    check(CASTLING, 7, "--ask nothing silence", &[KEYS], "");
}
