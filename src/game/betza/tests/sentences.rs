//! Moves in plain English.

use super::super::{Dialect, compile, sentence};
use pretty_assertions::assert_eq;

fn check(text: &str, expected: &str) {
    let compiled = compile(text, Dialect::XBetza).unwrap();
    assert_eq!(sentence(&compiled.program), expected, "{text}");
}

#[test]
fn moves_are_said_in_plain_english() {
    check("R", "moves or captures any number of squares orthogonally");
    check(
        "fmWfceFifmnD",
        "moves without capture one square straight forward; captures one square diagonally forward; captures \
         en passant one square diagonally forward; if it has not moved, moves without capture one leap of 2 \
         squares straight forward if every square between is empty, and may be captured en passant",
    );
    check("NN", "moves or captures any number of Knight leaps");
    check("fN", "moves or captures one Knight leap by (files, ranks) of (1,2) or (-1,2)");
    check("cpR", "hops over the first piece orthogonally and captures any number of squares behind it");
    check(
        "gQ",
        "hops over the first piece in any direction and moves or captures on the square directly behind it",
    );
    check(
        "[F?R]",
        "moves or captures one square diagonally, or goes on from an empty square there, then moves or captures \
         any number of squares turned 45 degrees left or right",
    );
    check(
        "caK",
        "goes one square in any direction to an enemy, which it captures, then moves or captures one square \
         straight on, turned 45 degrees left or right, turned 90 degrees left or right or turned 135 degrees \
         left or right",
    );
    check("udK", "exchanges places with a friend one square in any direction");
    check("U", "moves or captures to any other square");
}
