//! Parsing move texts: the canonical form, other accepted forms, and refused texts.

use Expected::{Ambiguous, Illegal, Means, Unreadable};
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;
use vperft::backend::Backend as _;
use vperft::inner::game::notation::{NotationError, resolve};
use vperft::inner::game::variant::{Standard, Variant, VariantId};
use vperft::inner::generators::reference;

/// The number of texts tried for each variant.
const CASES: u32 = 1000;

/// A position where Kings may castle and Pawns may promote or capture en passant.
const RYUGI: &str = "r4k3r/10/10/10/10/10/Pp8/10/3p6/R4K3R b * a3 0 1";
/// A board of eight ranks; the tallest has twelve.
const CETRAN3: &str = "4k7/1P9p/12/4Pp6/12/12/12/4K7 w - f6 0 1";
/// A Long Leaper facing two victims, a Swapper between a friend and an enemy, a frozen Withdrawer.
const ROCOCO: &str = "4k5/10/3a6/3s6/10/1i8/1W1S6/3L1p1p2/8A1/4K5 w - - 0 1";
/// A Knight and a Lion with something to exchange and to leap, a King that may castle and be induced.
const SANDBOX: &str = "7k2/1P8/1-6-1/10/5N4/5p4/4L5/1-6P1/10/R3QK3R w a1,f1,j1 - 0 1";
/// A Berserker next to two victims, a Bowman and an Archer with one each, two Wizards next to friends.
const VANGUARD: &str = "k4W10/4P11/16/16/16/16/8p7/16/7A8/16/4p11/16/16/2pp12/2{BR}1A1{BO}9/5W9K w - - 0 1";

const POSITIONS: [(VariantId, &str); 5] = [
    (VariantId::RYUGI, RYUGI),
    (VariantId::CETRAN3, CETRAN3),
    (VariantId::ROCOCO, ROCOCO),
    (VariantId::SANDBOX, SANDBOX),
    (VariantId::VANGUARD, VANGUARD),
];

/// The expected result of parsing a text.
enum Expected {
    /// The move with this canonical text.
    Means(&'static str),
    /// The text is well-formed but not a legal move.
    Illegal,
    /// This part of the text is malformed.
    Unreadable(&'static str),
    /// The text matches these moves.
    Ambiguous(&'static [&'static str]),
}

/// The canonical texts of the legal moves.
fn legal(variant: VariantId, vfen: &str) -> Vec<String> {
    let moves = reference::all(&Standard).of(variant).and_then(|view| view.moves(vfen.into()));
    moves.unwrap_or_else(|error| panic!("{variant}, `{vfen}`: {error}"))
}

/// Parses texts in one position. A case is an id, a text and the expected result.
fn check(variant: VariantId, vfen: &str, cases: &[(&str, &str, Expected)]) {
    let legal = legal(variant, vfen);
    let legal: Vec<_> = legal.iter().map(String::as_str).collect();
    for (id, text, expected) in cases {
        let meant = resolve(Variant::get(variant), text, &legal).map(|index| legal[index]);
        match (expected, meant) {
            (Means(canonical), meant) => assert_eq!(meant, Ok(*canonical), "{variant}, {id}"),
            (Illegal, meant) => {
                assert_eq!(meant, Err(NotationError::Illegal((*text).to_owned())), "{variant}, {id}");
            }
            (Ambiguous(expected), Err(NotationError::Ambiguous { text: whole, candidates })) => {
                assert_eq!(candidates, *expected, "{variant}, {id}");
                assert_eq!(whole, *text, "{variant}, {id}");
            }
            (Unreadable(expected), Err(NotationError::Syntax { whole, text: part, .. })) => {
                assert_eq!(part, *expected, "{variant}, {id}");
                assert_eq!(whole, *text, "{variant}, {id}");
            }
            (_, meant) => panic!("{variant}, {id}: `{text}` gives {meant:?}"),
        }
    }
}

#[test]
fn ryugi() {
    check(
        VariantId::RYUGI,
        RYUGI,
        &[
            ("castling", "k f10-h10; r j10-g10", Means("k f10-h10; r j10-g10")),
            ("castling-upper-case", "K f10-h10; R j10-g10", Means("k f10-h10; r j10-g10")),
            ("castling-without-label", "f10-h10; r j10-g10", Means("k f10-h10; r j10-g10")),
            ("castling-completed", "k f10-c10", Means("k f10-c10; r a10-d10")),
            ("castling-with-the-wrong-rook", "k f10-h10; r a10-g10", Illegal),
            ("castling-rook-without-label", "k f10-h10; j10-g10", Unreadable("j10-g10")),
            ("king-step-without-castling", "k f10-g10", Means("k f10-g10")),
            ("king-step-with-a-rook", "k f10-g10; r j10-h10", Illegal),
            ("en-passant", "p b4-a3; @-a4", Means("p b4-a3; @-a4")),
            ("en-passant-square-first", "p b4-a3; a4-", Means("p b4-a3; @-a4")),
            ("en-passant-completed", "b4-a3", Means("p b4-a3; @-a4")),
            ("en-passant-elsewhere", "p b4-a3; @-b4", Illegal),
            ("promotion", "p d2-d1; m-d1", Means("p d2-d1; m-d1")),
            ("promotion-upper-case", "P d2-d1; M-d1", Means("p d2-d1; m-d1")),
            ("promotion-mixed-case", "p d2-d1; M-d1", Means("p d2-d1; m-d1")),
            ("promotion-to-a-king", "p d2-d1; k-d1", Illegal),
            (
                "promotion-left-open",
                "p d2-d1",
                Ambiguous(&[
                    "p d2-d1; b-d1",
                    "p d2-d1; d-d1",
                    "p d2-d1; i-d1",
                    "p d2-d1; m-d1",
                    "p d2-d1; n-d1",
                    "p d2-d1; q-d1",
                    "p d2-d1; r-d1",
                ]),
            ),
            ("wrong-label", "q d2-d1; m-d1", Illegal),
            ("unknown-label", "x d2-d1; m-d1", Unreadable("x d2-d1")),
            ("unknown-label-of-an-effect", "p d2-d1; x-d1", Unreadable("x-d1")),
            ("off-the-board", "k f10-f11", Unreadable("k f10-f11")),
            ("effect-off-the-board", "p b4-a3; @-k4", Unreadable("@-k4")),
            ("rank-with-a-zero", "p b4-b03", Unreadable("p b4-b03")),
            ("superfluous-effect", "p b4-b3; @-a4", Illegal),
            ("trailing-letters", "p b4-b3 check", Unreadable("p b4-b3 check")),
            ("trailing-mark", "p b4-b3!", Unreadable("p b4-b3!")),
            ("trailing-semicolon", "p b4-b3;", Unreadable("")),
            ("no-dash", "p b4b3", Unreadable("p b4b3")),
            ("two-dashes", "p b4-b3-b2", Unreadable("p b4-b3-b2")),
            ("empty", "", Unreadable("")),
            ("spaces", "  ", Unreadable("")),
            ("only-a-removal", "@-a4", Illegal),
            ("only-a-removal-as-game-courier-writes-it", "a4-", Illegal),
            ("other-sides-piece", "P a4-a5", Illegal),
        ],
    );
}

#[test]
fn cetran3() {
    check(
        VariantId::CETRAN3,
        CETRAN3,
        &[
            ("canonical", "P e5-e6", Means("P e5-e6")),
            ("lower-case", "p e5-e6", Means("P e5-e6")),
            ("en-passant-completed", "e5-f6", Means("P e5-f6; @-f5")),
            ("promotion-without-label", "b7-b8; S-b8", Means("P b7-b8; S-b8")),
            ("promotion-to-a-pawn", "P b7-b8; P-b8", Illegal),
            ("promotion-on-another-square", "P b7-b8; Q-c8", Illegal),
            ("above-this-board", "P e5-e12", Illegal),
            ("above-every-board", "P e5-e13", Unreadable("P e5-e13")),
        ],
    );
}

#[test]
fn rococo() {
    check(
        VariantId::ROCOCO,
        ROCOCO,
        &[
            ("suicide", "W a3-", Means("W a3-")),
            ("suicide-without-label", "a3-", Means("W a3-")),
            ("suicide-as-a-removal", "@-a3", Means("W a3-")),
            ("suicide-with-a-victim", "@-a3; @-a4", Illegal),
            ("two-victims", "L c2-h2; @-e2; @-g2", Means("L c2-h2; @-e2; @-g2")),
            ("two-victims-in-any-order", "L c2-h2; g2-; @-e2", Means("L c2-h2; @-e2; @-g2")),
            ("two-victims-one-named", "L c2-h2; @-g2", Means("L c2-h2; @-e2; @-g2")),
            ("two-victims-completed", "c2-h2", Means("L c2-h2; @-e2; @-g2")),
            ("a-victim-named-twice", "L c2-h2; @-e2; @-e2", Illegal),
            ("legs-over-both-victims", "L c2-e2; L e2-g2; L g2-h2", Means("L c2-h2; @-e2; @-g2")),
            ("legs-without-labels", "c2-e2; e2-g2; g2-h2", Means("L c2-h2; @-e2; @-g2")),
            ("legs-over-one-victim", "L c2-e2; L e2-f2", Means("L c2-f2; @-e2")),
            ("legs-over-an-empty-square", "L c2-f2; L f2-h2", Illegal),
            ("legs-that-do-not-meet", "L c2-e2; L f2-h2", Illegal),
            ("legs-of-another-piece", "L c2-e2; A e2-h2", Illegal),
            ("exchange", "S c3-c6; s-c3", Means("S c3-c6; s-c3")),
            ("exchange-completed", "S c3-a3", Means("S c3-a3; W-c3")),
            ("exchange-with-another-piece", "S c3-c6; a-c3", Illegal),
            ("exchange-as-a-capture", "S c3-c6; @-c6", Illegal),
            ("no-file-i", "A h1-i1", Unreadable("A h1-i1")),
        ],
    );
    check(
        VariantId::ROCOCO,
        "4k5/10/10/10/10/10/3s6/3S6/10/4K5 w - - 0 1",
        &[
            ("mutual-destruction", "S c2-; @-c3", Means("S c2-; @-c3")),
            ("two-removals", "@-c2; @-c3", Means("S c2-; @-c3")),
            ("two-departures", "c2-; c3-", Means("S c2-; @-c3")),
            ("the-victim-first", "c3-; @-c2", Means("S c2-; @-c3")),
            ("the-mover-alone", "@-c2", Means("S c2-; @-c3")),
            ("the-victim-alone", "@-c3", Illegal),
            ("the-victim-twice", "@-c3; @-c3", Illegal),
            ("a-bystander", "@-c2; @-c4", Illegal),
        ],
    );
}

#[test]
fn sandbox() {
    check(
        VariantId::SANDBOX,
        SANDBOX,
        &[
            ("exchange", "N f6-i3; P-f6", Means("N f6-i3; P-f6")),
            ("exchange-completed", "N f6-i3", Means("N f6-i3; P-f6")),
            ("leap-is-its-own-text", "L e4-g6", Means("L e4-g6")),
            ("leap-with-capture", "L e4-g6; @-f5", Means("L e4-g6; @-f5")),
            ("leap-with-capture-lower-case", "l e4-g6; f5-", Means("L e4-g6; @-f5")),
            ("legs-over-an-enemy", "L e4-f5; L f5-g6", Means("L e4-g6; @-f5")),
            ("legs-without-labels", "e4-f5; f5-g6", Means("L e4-g6; @-f5")),
            ("legs-and-effect", "L e4-f5; L f5-g6; @-f5", Illegal),
            ("legs-over-an-empty-square", "L e4-e5; L e5-e6", Illegal),
            ("leap-with-a-wrong-capture", "L e4-e6; @-e5", Illegal),
            (
                "promotion-to-what-was-lost",
                "P b9-b10",
                Ambiguous(&["P b9-b10; J-b10", "P b9-b10; N-b10", "P b9-b10; Q-b10", "P b9-b10; V-b10"]),
            ),
            ("induced-slide-is-its-own-text", "K f1-i1", Means("K f1-i1")),
            ("induced-slide-without-label", "f1-i1", Means("K f1-i1")),
            ("castling-to-the-same-square", "K f1-i1; R j1-h1", Means("K f1-i1; R j1-h1")),
            ("castling-through-the-queen", "K f1-c1; R a1-d1", Illegal),
            ("brouhaha-is-not-written", "N f6-i3; P-f6; @-i3", Illegal),
        ],
    );
}

#[test]
fn vanguard() {
    check(
        VariantId::VANGUARD,
        VANGUARD,
        &[
            ("step", "BO g2-f4", Means("BO g2-f4")),
            ("step-and-shot", "BO g2-f4; @-e6", Means("BO g2-f4; @-e6")),
            ("lower-case", "bo g2-f4; e6-", Means("BO g2-f4; @-e6")),
            ("mixed-case", "Bo g2-f4", Unreadable("Bo g2-f4")),
            ("rifle", "A h8-h8; @-i10", Means("A h8-h8; @-i10")),
            ("rifle-completed", "h8-h8", Means("A h8-h8; @-i10")),
            ("shot-alone", "@-i10", Means("A h8-h8; @-i10")),
            ("shot-alone-as-suicide-is-written", "i10-", Means("A h8-h8; @-i10")),
            ("shot-at-nothing", "@-i11", Illegal),
            ("two-ways", "BR c2-d4", Ambiguous(&["BR c2-d4; @-c3", "BR c2-d4; @-d3"])),
            ("one-way", "BR c2-d4; @-d3", Means("BR c2-d4; @-d3")),
            ("one-way-in-legs", "BR c2-c3; BR c3-d4", Means("BR c2-d4; @-c3")),
            ("both-ways-at-once", "BR c2-d4; @-c3; @-d3", Illegal),
            ("legs-over-an-empty-square", "BR c2-d2; BR d2-e3", Illegal),
            ("leap-is-its-own-text", "BR c2-e4", Means("BR c2-e4")),
            ("there-and-back", "BR c2-c3; BR c3-c2", Means("BR c2-c2; @-c3")),
            ("exchange", "W f1-e2; A-f1", Means("W f1-e2; A-f1")),
            ("exchange-with-another", "W f1-e2; BO-f1", Illegal),
            ("exchange-and-promotion", "f16-e15", Means("W f16-e15; N-f16")),
            ("exchange-without-promotion", "W f16-e15; P-f16", Illegal),
            ("long-label-in-braces", "{BR} c2-d1", Unreadable("{BR} c2-d1")),
        ],
    );
}

#[test]
fn errors_quote_the_text_and_the_expected_form() {
    let legal = legal(VariantId::VANGUARD, VANGUARD);
    let legal: Vec<_> = legal.iter().map(String::as_str).collect();
    for (id, text, expected) in [
        ("unreadable-move", "x y", "cannot read `x y` in the move `x y`: expected a move such as `N b1-c3`"),
        (
            "unreadable-effect",
            "BR c2-d4; c3",
            "cannot read `c3` in the move `BR c2-d4; c3`: expected an effect such as `R j1-g1`, `Q-a8` or `@-f5`",
        ),
        ("illegal", "BR c2-p16", "`BR c2-p16` is not a legal move"),
        ("ambiguous", "c2-d4", "`c2-d4` is ambiguous: it may mean BR c2-d4; @-c3 or BR c2-d4; @-d3"),
    ] {
        let error = resolve(Variant::get(VariantId::VANGUARD), text, &legal).unwrap_err();
        assert_eq!(error.to_string(), expected, "{id}");
    }
}

/// The text of a legal move with a few random edits, or a random text.
fn almost_a_move(legal: Vec<String>) -> impl Strategy<Value = String> {
    let character =
        prop_oneof![9 => select(" -;@{}abceKLPR0123".chars().collect::<Vec<_>>()), 1 => any::<char>()];
    let edits = prop::collection::vec((any::<Index>(), any::<bool>(), character), 0..4);
    let edited = (select(legal), edits).prop_map(|(text, edits)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, insert, new) in edits {
            let at = at.index(characters.len());
            characters.splice(at..at + usize::from(!insert), [new]);
        }
        characters.into_iter().collect::<String>()
    });
    prop_oneof![4 => edited, 1 => any::<String>()]
}

#[test]
fn any_text_resolves_to_a_legal_move_or_is_quoted_in_the_error() {
    for (id, vfen) in POSITIONS {
        let legal = legal(id, vfen);
        let texts: Vec<_> = legal.iter().map(String::as_str).collect();
        let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
        let mut runner = proptest::test_runner::TestRunner::new(config);
        let outcome = runner.run(&almost_a_move(legal.clone()), |text| {
            match resolve(Variant::get(id), &text, &texts) {
                Ok(index) => prop_assert!(index < texts.len()),
                Err(error) => prop_assert!(error.to_string().contains(&text), "{}", error),
            }
            Ok(())
        });
        if let Err(error) = outcome {
            panic!("{id}, `{vfen}`: {error}");
        }
    }
}
