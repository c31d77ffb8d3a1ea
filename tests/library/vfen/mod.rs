//! Parsing and printing VFEN: refused texts with position and message, and the canonical form.

mod fields;
mod mutations;
mod reasons;

use Expected::{Reads, Refuses, Says};
use pretty_assertions::assert_eq;
use vperft::backend::{Backend as _, BackendError};
use vperft::inner::game::position::VfenErrorKind::{self, *};
use vperft::inner::game::variant::Standard;
use vperft::inner::game::variant::VariantId;
use vperft::inner::generators::reference;

/// The expected result of parsing a VFEN.
enum Expected {
    /// The VFEN is valid, with this canonical form.
    Reads(&'static str),
    /// The VFEN is refused with an error of this kind.
    Refuses(VfenErrorKind),
    /// The VFEN is refused with this message.
    Says(&'static str),
}

/// A name, a variant, a VFEN and the expected result. In a refused VFEN, `^` marks the position that the error points at.
type Case = (&'static str, VariantId, &'static str, Expected);

fn check(cases: &[Case]) {
    let mut backend = reference::all(&Standard);
    for (id, variant, marked, expected) in cases {
        let vfen = marked.replacen('^', "", 1);
        let read = backend.of(*variant).and_then(|view| view.read(&vfen));
        if let Reads(canonical) = expected {
            assert_eq!(read.as_deref(), Ok(*canonical), "{id}: canonical form");
            assert_eq!(
                backend.of(*variant).and_then(|view| view.read(canonical)).as_deref(),
                Ok(*canonical),
                "{id}: canonical form of the canonical form"
            );
            continue;
        }
        let Err(BackendError::Position(error)) = read else { panic!("{id}: expected a refusal: {read:?}") };
        match expected {
            Refuses(kind) => assert_eq!(error.kind, *kind, "{id}: {error}"),
            Says(message) => assert_eq!(error.to_string(), *message, "{id}: message"),
            Reads(_) => unreachable!(),
        }
        let (before, after) = vfen.split_at(error.offset);
        assert_eq!(format!("{before}^{after}"), *marked, "{id}: position of the error");
    }
}

#[test]
fn lines_and_sides() {
    check(&[
        (
            "five-fields",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0^",
            Says("line, the end: 5 fields; expected at least six [field-count]"),
        ),
        (
            "five-fields",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0^",
            Refuses(FieldCount),
        ),
        ("empty-text", VariantId::CETRAN3, "^", Refuses(FieldCount)),
        (
            "two-spaces",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K4 w ^ - - 0 1",
            Says("line, field 3: is empty; expected fields separated by single spaces [field-count]"),
        ),
        (
            "space-at-the-end",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1 ^",
            Refuses(FieldCount),
        ),
        (
            "capital-side",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K4 ^W - - 0 1",
            Says("side to move: `W`; expected w or b [side]"),
        ),
        ("no-side", VariantId::SANDBOX, "5k4/10/1-6-1/10/10/10/10/1-6-1/10/5K4 ^- - - 0 1", Refuses(Side)),
        (
            "leading-zero",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K4 w - - ^00 1",
            Says(
                "halfmove clock: `00`; expected a number from 0, of at most nine digits, without leading zeros [clock]",
            ),
        ),
        ("no-move-zero", VariantId::CETRAN3, "5k6/12/12/12/12/12/12/5K6 w - - 0 ^0", Refuses(Clock)),
        (
            "ten-digits",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 ^1000000000",
            Refuses(Clock),
        ),
        ("negative", VariantId::RYUGI, "5k4/10/10/10/10/10/10/10/10/5K4 w - - ^-1 1", Refuses(Clock)),
        ("signed", VariantId::RYUGI, "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 ^+1", Refuses(Clock)),
        (
            "nine-digits",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K4 w - - 999999999 999999999",
            Reads("5k4/10/10/10/10/10/10/10/10/5K4 w - - 999999999 999999999"),
        ),
    ]);
}

#[test]
fn boards() {
    check(&[
        (
            "eleven-squares",
            VariantId::RYUGI,
            "5k4/10/10/^5p5/10/10/10/10/10/5K4 w - - 0 1",
            Says("board, rank 7: has 11 squares; expected 10 [board-shape]"),
        ),
        ("nine-squares", VariantId::ROCOCO, "4k5/10/10/10/10/10/10/10/^9/4K5 w - - 0 1", Refuses(BoardShape)),
        (
            "eleven-ranks",
            VariantId::CETRAN3,
            "^5k6/12/12/12/12/12/12/12/12/12/5K6 w - - 0 1",
            Says("board: has 11 ranks; expected 12 or 10 or 8 [board-shape]"),
        ),
        ("empty-rank", VariantId::RYUGI, "5k4/^/10/10/10/10/10/10/10/5K4 w - - 0 1", Refuses(BoardShape)),
        ("sixteen-ranks-are-vanguards", VariantId::SANDBOX, "^16/16/16/16 w - - 0 1", Refuses(BoardShape)),
        (
            "no-such-character",
            VariantId::RYUGI,
            "5k4/10/10/10/4^?5/10/10/10/10/5K4 w - - 0 1",
            Says(
                "board, rank 6: cannot read `?`; expected a label, a run of empty squares or `-` [board-syntax]",
            ),
        ),
        ("no-ascii", VariantId::ROCOCO, "4k5/10/^é9/10/10/10/10/10/10/4K5 w - - 0 1", Refuses(BoardSyntax)),
        (
            "run-with-zero",
            VariantId::CETRAN3,
            "5k6/12/12/^012/12/12/12/5K6 w - - 0 1",
            Says(
                "board, rank 5: `012` is not a run of empty squares; expected a number from 1, without leading zeros [board-syntax]",
            ),
        ),
        (
            "endless-run",
            VariantId::SANDBOX,
            "5k4/^99999999999999999999/1-6-1/10/10/10/10/1-6-1/10/5K4 w - - 0 1",
            Refuses(BoardSyntax),
        ),
        (
            "brace-left-open",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/16/16/^{NR/8K7 w - - 0 1",
            Says("board, rank 2: an opening brace without a closing one [board-syntax]"),
        ),
        (
            "brace-around-one-letter",
            VariantId::VANGUARD,
            "8^{k}7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1",
            Says("board, rank 16: `{k}`; expected a label of two or more letters in braces [board-syntax]"),
        ),
        (
            "no-such-label",
            VariantId::RYUGI,
            "5k4/10/10/10/3^x6/10/10/10/10/5K4 w - - 0 1",
            Says(
                "board, rank 6: `x` is not a piece of Ryugi; its labels are K Q M D R B N I P [unknown-label]",
            ),
        ),
        (
            "mixed-case",
            VariantId::VANGUARD,
            "8k7/16/^{Nr}15/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1",
            Refuses(UnknownLabel),
        ),
        (
            "two-letters-without-braces",
            VariantId::VANGUARD,
            "8k7/16/NR^O13/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1",
            Refuses(UnknownLabel),
        ),
        (
            "closed-elsewhere",
            VariantId::SANDBOX,
            "5k4/10/1-6-1/10/4^-5/10/10/1-6-1/10/5K4 w - - 0 1",
            Says("board, square e6: is closed, but this square never closes [closed-square]"),
        ),
        (
            "closed-in-ryugi",
            VariantId::RYUGI,
            "5k4/10/1^-8/10/10/10/10/10/10/5K4 w - - 0 1",
            Refuses(ClosedSquare),
        ),
        (
            "open-brouhaha",
            VariantId::SANDBOX,
            "5k4/10/1-6-1/10/10/10/10/^10/10/5K4 w - - 0 1",
            Says(
                "board, square b3: is empty and open, but an empty brouhaha square is closed; write `-` [open-brouhaha]",
            ),
        ),
        (
            "occupied-brouhaha",
            VariantId::SANDBOX,
            "5k4/10/1-6P1/10/10/10/10/1P6-1/10/5K4 w b3 - 0 1",
            Reads("5k4/10/1-6P1/10/10/10/10/1P6-1/10/5K4 w * - 0 1"),
        ),
        (
            "two-runs-are-one-number",
            VariantId::RYUGI,
            "5k4/10/^55/10/10/10/10/10/10/5K4 w - - 0 1",
            Refuses(BoardShape),
        ),
    ]);
}

#[test]
fn pieces_on_the_board() {
    check(&[
        (
            "no-king",
            VariantId::RYUGI,
            "^10/10/10/10/10/10/10/10/10/5K4 w - - 0 1",
            Says("board, Black King: no black Kings; expected exactly one [piece-count]"),
        ),
        ("two-kings", VariantId::ROCOCO, "4k4^k/10/10/10/10/10/10/10/10/4K5 w - - 0 1", Refuses(PieceCount)),
        (
            "two-queens",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/Q^Q6K7 w - - 0 1",
            Says("board, White Queen: two white Queens; expected at most one [piece-count]"),
        ),
        (
            "more-queens-than-at-the-start",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/QQQQ1K4 w - - 0 1",
            Reads("5k4/10/10/10/10/10/10/10/10/QQQQ1K4 w - - 0 1"),
        ),
        (
            "prince-without-king",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/^{PR}15 w - - 0 1",
            Says("board, White Prince: Prince without a King would have succeeded [succession]"),
        ),
        (
            "princess-without-queen",
            VariantId::VANGUARD,
            "8k6^{pc}/16/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1",
            Refuses(Succession),
        ),
        (
            "a-king-may-be-gone",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w - - 0 1",
            Reads("8k7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w - - 0 1"),
        ),
        (
            "pawn-on-its-first-rank",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/^P4K4 w - - 0 1",
            Says("board, square a1: a White Pawn type cannot be on this rank [pawn-rank]"),
        ),
        (
            "pawn-on-its-last-rank",
            VariantId::CETRAN3,
            "5k6/12/12/12/12/12/12/^p4K6 w - - 0 1",
            Refuses(PawnRank),
        ),
        (
            "soldier-on-its-far-rank",
            VariantId::VANGUARD,
            "8k6^{SL}/16/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1",
            Refuses(PawnRank),
        ),
        (
            "soldier-on-its-near-rank",
            VariantId::VANGUARD,
            "8k6{sl}/16/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1",
            Reads("8k6{sl}/16/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1"),
        ),
        (
            "king-capturable",
            VariantId::CETRAN3,
            "5^k6/12/12/12/12/12/5R6/K11 w - - 0 1",
            Says(
                "board, square f8: the Black King could be captured, but it is not Black's turn [king-capturable]",
            ),
        ),
        (
            "king-capturable",
            VariantId::RYUGI,
            "5^k4/4P5/10/10/10/10/10/10/10/5K4 w - - 0 1",
            Refuses(KingCapturable),
        ),
        (
            "lone-king-capturable",
            VariantId::VANGUARD,
            "8^k7/7P8/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1",
            Refuses(KingCapturable),
        ),
        (
            "king-with-prince-capturable",
            VariantId::VANGUARD,
            "8k{pr}6/7P8/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1",
            Reads("8k{pr}6/7P8/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1"),
        ),
        (
            "no-check-in-rococo",
            VariantId::ROCOCO,
            "4k5/4K5/10/10/10/10/10/10/10/10 w - - 0 1",
            Reads("4k5/4K5/10/10/10/10/10/10/10/10 w - - 0 1"),
        ),
    ]);
}
