//! Sorts the differences of faulty sides at a few positions.

use super::{SortedCause, Sorter, SorterSettings};
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::descend::Side;
use crate::differences::fuzz::{Comparison, FoundDifference, Origin, compare_sides};
use crate::differences::search::SearchEvent;
use crate::faulty_sides::{RYUGI, SideFault, faulty_side};
use pretty_assertions::assert_eq;
use std::sync::atomic::{AtomicBool, Ordering};
use vperft::inner::backend::{Backend, BackendError, VariantBackend};
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::{ClauseSet, ModifiedRulebook, Rulings, VariantId};
use vperft::inner::generators::reference;
use vperft::inner::support::observer::Observer;

/// Rooks and other pieces, none of which can capture en passant.
const ROOKS: [&str; 3] = [
    "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 0 1",
    "5k4/10/4p5/10/10/3P6/10/10/10/R4K3R w - - 3 30",
    "r4k4/10/2b1p5/10/10/3P6/5N4/10/10/5K4 b - - 0 9",
];
/// A Pawn that can capture en passant, and then Rooks in addition.
const PASSING: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
const BOTH: &str = "r4k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";

fn without(off: ClauseSet) -> Option<Box<dyn Backend>> {
    Some(Box::new(reference::all(&ModifiedRulebook::new(Rulings::default(), off))))
}

fn right() -> Box<dyn Backend> {
    without(ClauseSet::default()).expect("it can be opened")
}

/// The differences of a faulty side at a position.
fn found(fault: SideFault, index: u64, vfen: &str) -> FoundDifference {
    let (mut a, mut b) = (right(), faulty_side(fault));
    match compare_sides([a.as_mut(), b.as_mut()], RYUGI, vfen, true) {
        Ok(Comparison::Different(differences)) => {
            FoundDifference::new(index, Origin::Given, vfen.to_owned(), differences)
        }
        other => panic!("{fault:?} at {vfen}: {other:?}"),
    }
}

/// Sorts the differences at these positions. Returns the causes, and the number of questions to the tested side for
/// each position.
fn sorted(fault: SideFault, vfens: &[&str]) -> (Vec<SortedCause>, Vec<u64>) {
    let (open, rulings) = (without, Rulings::default());
    let clause_switch = ClauseSwitch::new(RYUGI, &open);
    let sorting = SorterSettings {
        variant: RYUGI,
        rulings: &rulings,
        max_requests: 2000,
        clause_switch: &clause_switch,
        known: None,
    };
    let (open_a, open_b) = (right, || faulty_side(fault));
    let a = Side::new(right(), &open_a, RYUGI, Resources::default());
    let b = Side::new(faulty_side(fault), &open_b, RYUGI, Resources::default());
    let mut sorter = Sorter::new(&sorting, a, b, right());
    let mut asked = Vec::new();
    for (index, vfen) in (0..).zip(vfens) {
        let before = sorter.b.requests;
        sorter.add(&found(fault, index, vfen), &());
        asked.push(sorter.b.requests - before);
    }
    assert_eq!(sorter.unsorted, 0);
    (sorter.causes(), asked)
}

/// The kind of each cause, the number of its positions, its clauses, and its classes.
fn summaries(causes: &[SortedCause]) -> Vec<String> {
    let summary = |cause: &SortedCause| {
        let (shrunk, seen) = (&cause.shrunk, cause.seen);
        let clauses = shrunk.clauses.join(" ");
        format!("{} {seen} [{clauses}] {}", shrunk.kind, shrunk.detail.gist())
    };
    causes.iter().map(summary).collect()
}

#[test]
fn differences_explained_by_a_known_clause_are_not_asked_about_again() {
    let (causes, asked) = sorted(SideFault::Without("RYU-ROOK"), &ROOKS);
    assert_eq!(summaries(&causes), ["set 3 [RYU-ROOK] -R"]);
    assert!(asked[0] > 20, "{asked:?}");
    assert_eq!(asked[1..], [0, 0]);
}

#[test]
fn two_clauses_give_two_causes_and_together_explain_a_third_position() {
    let (causes, asked) = sorted(SideFault::Without("RYU-ROOK RYU-EP"), &[ROOKS[0], PASSING, BOTH]);
    assert_eq!(summaries(&causes), ["set 2 [RYU-ROOK] -R", "set 2 [RYU-EP] -P+@"].map(str::to_owned));
    assert_eq!(asked[2], 0);
}

#[test]
fn differences_without_a_clause_share_a_cause_if_their_classes_match() {
    for (fault, vfens, expected) in [
        (SideFault::Twice, &ROOKS[..2], &["set 2 [] xR"][..]),
        (SideFault::Clock, &ROOKS[..], &["child 3 [] K: fullmove number"]),
    ] {
        let (causes, _) = sorted(fault, vfens);
        assert_eq!(summaries(&causes), expected, "{fault:?}");
    }
}

#[test]
fn an_unreproduced_difference_keeps_its_position() {
    let (causes, _) = sorted(SideFault::Sometimes, &[ROOKS[0]]);
    let [cause] = &causes[..] else { panic!("{causes:?}") };
    assert_eq!((cause.shrunk.kind.to_string(), cause.shrunk.vfen.as_str()), ("flaky".into(), ROOKS[0]));
}

/// Whether the programs of [`Killed`] were killed.
static KILLED: AtomicBool = AtomicBool::new(false);

/// A faulty side that is killed when the user stops the work.
struct Killed(Box<dyn Backend>);

impl Backend for Killed {
    fn identity(&self) -> String {
        self.0.identity()
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        match KILLED.load(Ordering::SeqCst) {
            true => Err(BackendError::Crash("the harness is about to end".into())),
            false => self.0.of(variant),
        }
    }
}

/// An observer whose user stops the work at once.
struct Stopped;

impl Observer<SearchEvent<'_>> for Stopped {
    fn is_stopped(&self) -> bool {
        KILLED.store(true, Ordering::SeqCst);
        true
    }
}

#[test]
fn a_stop_invents_no_cause() {
    let fault = SideFault::Without("RYU-ROOK");
    let found = found(fault, 0, ROOKS[0]);
    let (open, rulings) = (without, Rulings::default());
    let clause_switch = ClauseSwitch::new(RYUGI, &open);
    let sorting = SorterSettings {
        variant: RYUGI,
        rulings: &rulings,
        max_requests: 2000,
        clause_switch: &clause_switch,
        known: None,
    };
    let (open_a, open_b) = (right, || -> Box<dyn Backend> { Box::new(Killed(faulty_side(fault))) });
    let a = Side::new(right(), &open_a, RYUGI, Resources::default());
    let b = Side::new(open_b(), &open_b, RYUGI, Resources::default());
    let mut sorter = Sorter::new(&sorting, a, b, right());
    // The program is killed before the difference is asked about again.
    KILLED.store(true, Ordering::SeqCst);
    assert!(sorter.add(&found, &Stopped).is_none());
    assert_eq!((summaries(&sorter.causes()), sorter.unsorted), (Vec::new(), 1));
}
