//! Counts of known mistakes and conventions are explained by them.

use super::{
    Hypothesis, HypothesisKind, Outcome, Totals, TotalsEvent, TotalsObserver, TotalsSettings, search,
};
use pretty_assertions::assert_eq;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use vperft::inner::backend::Backend;
use vperft::inner::game::notation::Move;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Clause, ClauseSet, Color, ModifiedRulebook, Rulings, Variant, VariantId};
use vperft::inner::generators;
use vperft::inner::generators::reference;
use vperft::inner::support::observer::Observer;

const RESOURCES: Resources =
    Resources { threads: NonZeroUsize::new(2).expect("it is not 0"), hash_bytes: 16 << 20 };

fn open(rulings: &Rulings, off: ClauseSet) -> Option<Box<dyn Backend>> {
    Some(Box::new(generators::oracle(&ModifiedRulebook::unrecorded(rulings.clone(), off))))
}

fn searched(variant: VariantId, vfen: &str, depth: u32, total: u128) -> Totals {
    observed(variant, vfen, depth, total, &())
}

fn observed(
    variant: VariantId,
    vfen: &str,
    depth: u32,
    total: u128,
    observer: &TotalsObserver<'_>,
) -> Totals {
    let rulings = Rulings::default();
    let settings =
        TotalsSettings { variant, rulings: &rulings, vfen, depth, total, resources: RESOURCES, open: &open };
    let mut right = open(&rulings, ClauseSet::default()).expect("it can be opened");
    search(&settings, right.as_mut(), observer).expect("it counts")
}

fn names(totals: &Totals) -> Vec<&str> {
    totals.explanations.iter().map(|one| one.name.as_str()).collect()
}

#[test]
fn every_clause_that_changes_the_count_explains_its_own() {
    // In `ryugi/random-24-ply-16`, many clauses change the count of two plies.
    let vfen = "ribm1kib1r/ppp2np1p1/3ppp1p2/5n3p/q9/1P4N1Q1/6P3/2P1P4P/P2PN1PPP1/RIBM1KDBIR w * - 1 9";
    // Every hypothesis is counted, because no count exceeds this one.
    let all = searched(VariantId::RYUGI, vfen, 2, u128::MAX);
    assert_eq!(all.explanations, []);
    let count = |one: &Hypothesis| match one.outcome {
        Outcome::Count(count) => count,
        ref other => panic!("{}: {other:?}", one.name),
    };
    let mut counts = BTreeMap::<u128, Vec<&str>>::new();
    for one in all.others.iter().filter(|one| one.kind == HypothesisKind::Clause) {
        counts.entry(count(one)).or_default().push(&one.name);
    }
    let silent = counts.remove(&all.right).expect("a clause that changes nothing");
    assert!(silent.contains(&"RYU-EP"), "{silent:?}");
    assert!(counts.len() >= 10, "{counts:?}");
    for (total, clauses) in &counts {
        let found = searched(VariantId::RYUGI, vfen, 2, *total);
        let mut named = names(&found);
        let kinds = found.explanations.iter().filter(|one| one.kind == HypothesisKind::Moves);
        named.truncate(found.explanations.len() - kinds.count());
        named.sort_unstable();
        assert_eq!(named, *clauses, "{total}");
    }
}

#[test]
fn conventions_explain_their_counts() {
    // A King in the corner that is mated by two Rooks, and a clock that runs out after one ply.
    let mate = "k9/7R2/6R3/10/10/10/10/10/10/5K4 w - - 0 1";
    let late = "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 127 99";
    for (vfen, depth, name) in [
        (mate, 3, "depth-2"),
        (mate, 2, "depth-3"),
        (mate, 3, "sum-1-to-3"),
        (mate, 3, "game-ends-counted"),
        (late, 3, "draws-end"),
        (late, 3, "draws-end-counted"),
    ] {
        let all = searched(VariantId::RYUGI, vfen, depth, u128::MAX);
        let hypothesis = all.others.iter().find(|one| one.name == name);
        let Some(Outcome::Count(total)) = hypothesis.map(|one| &one.outcome) else {
            panic!("{name}: {all:?}");
        };
        assert_ne!(*total, all.right, "{name} at {vfen}");
        let found = searched(VariantId::RYUGI, vfen, depth, *total);
        assert!(names(&found).contains(&name), "{name} at {vfen}: {found:?}");
        assert_eq!(found.explanations[0].kind, HypothesisKind::Convention, "{name}");
    }
}

#[test]
fn readings_explain_their_counts() {
    let vfen = &Variant::get(VariantId::VANGUARD).starts[0].vfen;
    let all = searched(VariantId::VANGUARD, vfen, 2, u128::MAX);
    let readings: Vec<_> = all.others.iter().filter(|one| one.kind == HypothesisKind::Reading).collect();
    assert!(readings.len() > 3, "{readings:?}");
}

#[test]
fn a_right_count_needs_no_hypothesis() {
    let vfen = &Variant::get(VariantId::RYUGI).starts[0].vfen;
    let found = searched(VariantId::RYUGI, vfen, 2, 1155);
    assert_eq!((found.right, found.explanations.len(), found.tried()), (1155, 0, 0));
}

#[test]
fn a_count_of_no_hypothesis_is_not_explained() {
    let vfen = &Variant::get(VariantId::RYUGI).starts[0].vfen;
    let found = searched(VariantId::RYUGI, vfen, 2, 1000);
    assert_eq!(found.explanations, []);
    assert!(found.tried() > 30 && found.kinds > 50, "{found:?}");
}

#[test]
fn the_variants_own_clause_comes_before_the_shared_one() {
    let vfen = "5k4/10/10/10/10/10/3r6/10/10/R4K3R w * - 0 1";
    let off = [Clause::RYU_CHECK].into_iter().collect();
    let mut without = open(&Rulings::default(), off).expect("it can be opened");
    let view = without.of(VariantId::RYUGI).expect("it has the rules");
    let total = view.perft(vfen.into(), 2).expect("it counts");
    let found = searched(VariantId::RYUGI, vfen, 2, total);
    assert_eq!(names(&found), ["RYU-CHECK", "GEN-CHECK"]);
}

/// Stops a search that has found something.
struct FirstAlone(AtomicBool);

impl Observer<TotalsEvent<'_>> for FirstAlone {
    fn event(&self, event: &TotalsEvent<'_>) {
        let is_found = matches!(event, TotalsEvent::Explained(_));
        self.0.fetch_or(is_found, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn a_stopped_search_keeps_what_it_found() {
    let vfen = &Variant::get(VariantId::RYUGI).starts[0].vfen;
    let other = searched(VariantId::RYUGI, vfen, 2, u128::MAX);
    let is_depth = |one: &&Hypothesis| one.name == "depth-1";
    let Some(Outcome::Count(total)) = other.others.iter().find(is_depth).map(|one| one.outcome.clone())
    else {
        panic!("{other:?}");
    };
    let found = observed(VariantId::RYUGI, vfen, 2, total, &FirstAlone(AtomicBool::new(false)));
    assert_eq!((names(&found), found.stopped), (vec!["depth-1"], true));
}

/// The count of a program that generates no such moves, by the rules of `reference`.
fn count_without(
    vfen: &str,
    depth: u32,
    is_left_out: impl Fn(&Position, &Move) -> bool + Send + Sync + 'static,
) -> u128 {
    let book = ModifiedRulebook::new(Rulings::default(), ClauseSet::default());
    let keeps = move |position: &Position, mv: &Move| (!is_left_out(position, mv)).then_some(*mv);
    let mut rules = reference::altered(&book, &(Arc::new(keeps) as _));
    let view = rules.of(VariantId::RYUGI).expect("it has the rules");
    view.perft(vfen.into(), depth).expect("it counts")
}

#[test]
fn a_program_without_a_kind_of_moves_is_named() {
    let castling = "r4k3r/10/10/10/4N5/4b5/10/10/10/R4K3R w * - 0 1";
    let promotion = "r4k3r/1P6P1/10/10/10/10/10/10/1p6p1/R4K3R w - - 0 1";
    let is_castling = |mv: &Move| mv.travel.is_some();
    let is_left = |mv: &Move| mv.to.is_some_and(|to| to.file() < mv.from.file());
    let captures = |position: &Position, mv: &Move| mv.to.is_some_and(|to| !position.is_empty(to));
    for (vfen, total, expected) in [
        (
            castling,
            count_without(castling, 3, move |_, mv| is_castling(mv) && mv.piece.color == Color::White),
            "K: every castling move by White is missing",
        ),
        (
            castling,
            count_without(castling, 3, move |_, mv| is_castling(mv) && is_left(mv)),
            "K: every castling move to the left is missing",
        ),
        (
            promotion,
            count_without(promotion, 3, move |position, mv| mv.placing.is_some() && !captures(position, mv)),
            "P: every promotion without capture is missing",
        ),
    ] {
        let found = searched(VariantId::RYUGI, vfen, 3, total);
        let kinds = found.explanations.iter().filter(|one| one.kind == HypothesisKind::Moves);
        let kinds: Vec<_> = kinds.map(|one| (one.words.as_str(), one.example.is_some())).collect();
        assert!(kinds.contains(&(expected, true)), "{expected}: {kinds:?}");
    }
}

#[test]
fn a_program_with_a_kind_of_illegal_moves_is_named() {
    // The King may not go to the file of the Rook, so that not every illegal move is an en passant capture that opens its rank.
    let vfen = "1R6/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    let right = searched(VariantId::CHESS, vfen, 1, 0).right;
    let found = searched(VariantId::CHESS, vfen, 1, right + 1);
    let kinds = found.explanations.iter().filter(|one| one.kind == HypothesisKind::Moves);
    let kinds: Vec<_> = kinds.map(|one| one.words.as_str()).collect();
    assert!(kinds.iter().any(|words| words.contains("en passant capture")), "{kinds:?}");
}
