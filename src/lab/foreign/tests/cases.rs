//! What becomes of the positions of a suite: cases, or refusals.

use super::{BARE, KINGS, START, TAKEN, suite};
use crate::game::variant::{Variant, VariantId};
use crate::lab::foreign::{OnInvalid, Refusal, Settings, convert, read_position};
use pretty_assertions::assert_eq;

#[test]
fn positions_become_cases() {
    let text = format!(
        "{KINGS} ;D1 3 ;id \"Two Kings!\"\n{KINGS} ;D1 3 ;D2 15\n{KINGS} ;D2 16\n8/8/8 w - - ;D1 1\n8/8/8/8/8/8/8/K7 w - - ;D1 1\n\
         {} ;D1 20\n8/8/8/8/8/8/8/Kk6 w - - ;D1 0\n",
        START.replace("RNBQKBNR w", "QNBQKBNR w").replace("KQkq", "-")
    );
    let suites = [("my suite.epd".to_owned(), suite(&text).expect("a suite"))];
    let converted = convert(&suites, &TAKEN).expect("invalid positions are skipped");
    let cases = converted.corpus.cases.iter().map(|(_, case)| {
        format!("{} {}", case.id, case.list().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    });
    assert_eq!(cases.collect::<Vec<_>>(), ["chess/two-kings perft:1 perft:2", "chess/my-suite-6 perft:1"]);
    let refusals: Vec<_> =
        converted.refusals.iter().map(|(_, refusal)| (refusal.line, refusal.reason.as_str())).collect();
    assert_eq!(
        refusals,
        [
            (3, "depth 2 is 16 here and 15 in `chess/two-kings`, the same position"),
            (4, "board: has 3 ranks; expected 8 [board-shape]"),
            (5, "board, Black King: no black Kings; expected exactly one [piece-count]"),
            (
                7,
                "the position is invalid: board, square b1: the Black King could be captured, but it is not Black's turn \
                 [king-capturable]"
            ),
        ]
    );
    assert_eq!((converted.duplicates, converted.invalid), (1, 3));
    for (invalid, unreachable, expected) in [
        (OnInvalid::Keep, OnInvalid::Keep, Ok(3)),
        (OnInvalid::Skip, OnInvalid::Skip, Ok(1)),
        (OnInvalid::Skip, OnInvalid::Fail, Err(6)),
        (OnInvalid::Fail, OnInvalid::Keep, Err(5)),
    ] {
        let settings = Settings { variant: None, invalid, unreachable };
        let found = convert(&suites, &settings);
        let found = found.map(|converted| converted.corpus.cases.len()).map_err(|(_, refusal)| refusal.line);
        assert_eq!(found, expected, "{invalid:?} {unreachable:?}");
    }
}

#[test]
fn numbers_that_are_not_counts_are_refused() {
    for (text, reason) in [
        (format!("{START},3,2812\n{START},20,400\n{BARE},5,25\n"), "2 400: not the counts from depth 20 on"),
        (
            format!("[{{\"fen\": \"{START}\", \"perft\": [3, 2812]}}]"),
            "1 3, 2812: not the counts from depth 1 on",
        ),
        (format!("{START} ;D1 20 ;D60 2812\n{BARE} ;D1 5\n"), "1 depth 60; expected at most 50"),
    ] {
        let suites = [("x".to_owned(), suite(&text).expect("a suite"))];
        let converted = convert(&suites, &TAKEN).expect("valid positions");
        let refusals: Vec<_> = converted
            .refusals
            .iter()
            .map(|(_, refusal)| format!("{} {}", refusal.line, refusal.reason))
            .collect();
        assert!(refusals.iter().any(|refusal| refusal.starts_with(reason)), "{text}: {refusals:?}");
    }
}

#[test]
fn divides_become_canonical_lists_of_moves() {
    let text = "{\"fen\": \"4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1\", \"d1\": 4, \"divide_d1\": {\"d5c6\": 1, \"e1g1\": 1, \"h1h2\": 1, \"d5d6\": 1}}";
    let listed = "{\"tests\": [{\"start\": {\"fen\": \"4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1\"}, \"expected\": [
        {\"move\": \"dxc6\"}, {\"move\": \"O-O\"}, {\"move\": \"Rh2\"}, {\"move\": \"d6\"}]}]}";
    for text in [text, listed] {
        let suites = [("x.json".to_owned(), suite(text).expect("a suite"))];
        let converted = convert(&suites, &TAKEN).expect("a valid position");
        let (_, case) = &converted.corpus.cases[0];
        let moves: Vec<_> = case.divides[&1].keys().collect();
        assert_eq!(moves, ["K e1-g1; R h1-f1", "P d5-c6; @-c5", "P d5-d6", "R h1-h2"], "{text}");
        assert_eq!(case.list().map(ToString::to_string).collect::<Vec<_>>(), ["moves", "perft:1"], "{text}");
    }
}

#[test]
fn divides_that_cannot_be_used_are_reported() {
    for (rows, reason) in [
        ("\"e2e4\": 10, \"e3e4\": 10", "`e3e4` is not a move of the position"),
        ("\"e2e4\": 10, \"e4\": 10", "two rows for `e4`"),
    ] {
        let text = format!("{{\"fen\": \"{START}\", \"divide_d1\": {{{rows}}}}}");
        let suites = [("x.jsonl".to_owned(), suite(&text).expect("a suite"))];
        let converted = convert(&suites, &TAKEN).expect("a valid position");
        let expected = format!("depth 1: {reason}; only the sum of the table is used");
        assert_eq!(converted.refusals, [("x.jsonl".to_owned(), Refusal::new(1, expected))]);
        let checks = converted.corpus.cases[0].1.list().map(ToString::to_string);
        assert_eq!(checks.collect::<Vec<_>>(), ["perft:1"]);
    }
}

#[test]
fn a_fen_becomes_a_vfen_or_says_why_not() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Ok("4k3/8/8/8/8/8/8/4K2R w * - 0 1")),
        ("4k3/8/8/8/8/8/8/R3K2R w K -", Ok("4k3/8/8/8/8/8/8/R3K2R w e1,h1 - 0 1")),
        ("4k3/8/8/8/8/8/8/4K3 w", Ok("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        ("4k3/8/8/8/8/8/8/4K2R w * - 0 1", Ok("4k3/8/8/8/8/8/8/4K2R w * - 0 1")),
        ("startpos", Ok("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w * - 0 1")),
        // Chess960.
        (
            "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -",
            Ok("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w a1,a8,c1,c8,e1,e8 - 0 1"),
        ),
        (
            "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAe -",
            Ok("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w a1,c1,c8,e1,e8 - 0 1"),
        ),
        ("1k6/8/8/8/8/8/8/1RKR3R w KQ - 0 1", Ok("1k6/8/8/8/8/8/8/1RKR3R w b1,c1,h1 - 0 1")),
        ("2r5/8/8/8/8/8/6PP/k2KR3 w K -", Ok("2r5/8/8/8/8/8/6PP/k2KR3 w d1,e1 - 0 1")),
        (
            "2r5/8/8/8/8/8/6PP/k2KR3 w Q -",
            Err("castling rights `Q`: the White King is on d1 and castles only from e1"),
        ),
        (
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            Err("board, White King: no white Kings; expected exactly one [piece-count]"),
        ),
        ("4k3/8/8 w - - 0 1", Err("board: has 3 ranks; expected 8 [board-shape]")),
    ] {
        let read = read_position(Variant::get(VariantId::CHESS), fen).map_err(|error| error.to_string());
        let found = read.and_then(|read| read.invalid.map_or(Ok(read.vfen), Err));
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{fen}");
    }
}
