//! The reasons of the differences that each mistake shows.

use super::{LocatedDifference, Reason};
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::descend::{Detail, Kind, lists_differ};
use pretty_assertions::assert_eq;
use vperft::inner::backend::Backend;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{ClauseSet, ModifiedRulebook, Rulings, VariantId};
use vperft::inner::generators::reference;

/// A castling into an attacked square, and one that is allowed.
const CASTLE: &str = "5k4/10/10/10/10/10/4r5/10/10/R4K3R w * - 0 1";
/// A Pawn that may be captured en passant.
const PASSING: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
const QUIET: &str = "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 3 9";

fn open(off: ClauseSet) -> Option<Box<dyn Backend>> {
    Some(Box::new(reference::all(&ModifiedRulebook::new(Rulings::default(), off))))
}

fn reason_in(variant: VariantId, vfen: &str, kind: Kind, detail: &Detail) -> Option<Reason> {
    let clause_switch = ClauseSwitch::new(variant, &open);
    Reason::find(LocatedDifference { kind, detail, vfen, path: vfen.into() }, &clause_switch)
}

fn ids(reason: &Reason) -> Vec<&'static str> {
    reason.clauses.iter().map(|clause| clause.id()).collect()
}

fn moves(vfen: &str) -> Vec<String> {
    let mut right = open(ClauseSet::default()).expect("it can be opened");
    let mut moves = right.of(VariantId::RYUGI).and_then(|view| view.moves(vfen.into())).expect("it answers");
    moves.sort();
    moves
}

#[test]
fn a_clause_that_explains_everything_is_exact_and_specific() {
    for (vfen, off, expected) in [
        (CASTLE, "RYU-CASTLE-3", ["RYU-CASTLE-3", "GEN-ATTACK"]),
        (CASTLE, "GEN-ATTACK", ["RYU-CASTLE-3", "GEN-ATTACK"]),
        (CASTLE, "GEN-CHECK", ["RYU-CHECK", "GEN-CHECK"]),
    ] {
        let mut without =
            open([off.parse().expect("a clause")].into_iter().collect()).expect("it can be opened");
        let wrong =
            without.of(VariantId::RYUGI).and_then(|view| view.moves(vfen.into())).expect("it answers");
        let detail = lists_differ(&moves(vfen), wrong).expect("they differ");
        let reason = reason_in(VariantId::RYUGI, vfen, Kind::Set, &detail).expect("a reason");
        assert!(reason.exact, "{off}: {reason:?}");
        assert_eq!(ids(&reason), expected, "{off}");
    }
}

#[test]
fn every_difference_of_the_rules_has_a_clause() {
    let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let of_moves = |missing: &[&str], extra: &[&str], duplicate: &[&str]| Detail::Moves {
        missing: list(missing),
        extra: list(extra),
        duplicate: list(duplicate),
    };
    let child = |text: &str, a: &str, b: &str| Detail::Child { text: text.into(), a: a.into(), b: b.into() };
    let step = "5k4/10/4p5/10/10/3P6/10/10/10/R3K5 b - - 4 9";
    let (clock, number, board) =
        (step.replace(" 4 ", " 7 "), step.replace(" 9", " 10"), step.replace("R3K5", "R2QK5"));
    let unmoved = step.replace(" b - ", " b a1 ");
    let passed = step.replace(" b - - ", " b - e2 ");
    let status = |a, b| Detail::Status { a, b };
    for (vfen, detail, clause, words) in [
        // One of two moves of a clause is missing: without it, both would be.
        (PASSING, of_moves(&["P d5-d4"], &[], &[]), "", ""),
        (PASSING, of_moves(&["p d5-d4"], &[], &[]), "RYU-PAWN-1", "`p d5-d4` is possible by RYU-PAWN-1"),
        (PASSING, of_moves(&[], &["k f10-f8"], &[]), "RYU-KING", "no rule makes `k f10-f8`"),
        (PASSING, of_moves(&[], &[], &["k f10-f9"]), "GEN-MOVE", "`k f10-f9` is one move"),
        (
            CASTLE,
            of_moves(&[], &["K f1-d1; R a1-e1"], &[]),
            "RYU-CASTLE-3",
            "`K f1-d1; R a1-e1` is forbidden by RYU-CASTLE-3",
        ),
        (
            QUIET,
            child("K f1-e1", step, &clock),
            "GEN-CLOCK",
            "after this move the clock is 7, expected 4: GEN-CLOCK",
        ),
        (QUIET, child("K f1-e1", step, &number), "", "after this move the move number is 10, expected 9"),
        (
            QUIET,
            child("K f1-e1", step, &unmoved),
            "RYU-CASTLE-2",
            "the list of unmoved pieces is a1, expected -",
        ),
        (QUIET, child("K f1-e1", step, &passed), "RYU-EP", "the en passant square is e2, expected -: RYU-EP"),
        (QUIET, child("K f1-e1", step, &board), "RYU-KING", "on d1 is Q, expected nothing: RYU-KING"),
        (QUIET, status(Status::Ongoing, Status::DrawCounter), "RYU-DRAW-64", "the status is draw-counter"),
        (QUIET, status(Status::Ongoing, Status::DrawDead), "RYU-DRAW-DEAD", "expected ongoing"),
        (QUIET, status(Status::Ongoing, Status::Checkmate), "RYU-CHECK", "the status is checkmate"),
    ] {
        let kind = match detail {
            Detail::Moves { .. } => Kind::Set,
            Detail::Child { .. } => Kind::Child,
            _ => Kind::Status,
        };
        let reason = reason_in(VariantId::RYUGI, vfen, kind, &detail).unwrap_or_default();
        let said = reason.words.join(" | ");
        // A text that is not a move of either side has no reason.
        let first = reason.clauses.first().map_or("", |clause| clause.id());
        assert!(said.contains(words), "{detail:?}: {reason:?}");
        if !words.is_empty() {
            assert_eq!(first, clause, "{detail:?}: {reason:?}");
        }
    }
}

#[test]
fn the_field_of_a_variant_has_its_clause() {
    let vfen = "10/1salcklwi1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKCLAS1/10 w - - 0 1";
    let mut right = open(ClauseSet::default()).expect("it can be opened");
    let view = right.of(VariantId::ROCOCO).expect("it has the rules");
    let (text, a) = view.children(vfen.into()).expect("it answers").remove(0);
    let b = format!("{a} ban=d4+d7");
    let reason =
        reason_in(VariantId::ROCOCO, vfen, Kind::Child, &Detail::Child { text, a, b }).expect("a reason");
    assert_eq!(ids(&reason), ["ROC-BAN"]);
    assert_eq!(reason.words, ["after this move the field `ban` is d4+d7, expected none: ROC-BAN"]);
}

#[test]
fn a_side_that_changes_its_answer_breaks_no_clause() {
    let detail = Detail::Moves { missing: vec!["K f1-e1".into()], extra: vec![], duplicate: vec![] };
    for kind in [Kind::Flaky, Kind::StateLeak, Kind::NoAnswer, Kind::Relation] {
        assert_eq!(reason_in(VariantId::RYUGI, QUIET, kind, &detail), None, "{kind}");
    }
}
