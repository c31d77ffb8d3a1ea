//! Shrinks positions at which faulty sides differ.

use super::{ShrinkResult, ShrinkSettings, differences, shrink};
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::descend::{Descent, ReportedCounts, Side, descend};
use crate::differences::search::SearchEnd;
use crate::faulty_sides::{RYUGI, SideFault, faulty_side};
use pretty_assertions::assert_eq;
use std::cell::Cell;
use std::num::NonZeroUsize;
use vperft::inner::backend::{Backend, PositionPath};
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::{ClauseSet, ModifiedRulebook, Rulings, Variant, VariantId};
use vperft::inner::generators::reference;

/// A middlegame with pieces of every kind.
const MANY: &str = "rib1mkqbir/ppp3p1pp/2nnp5/3p1p1p2/10/10/P1PP6/1PN1PPPM2/1N5PPR/RIB1QKDBI1 w a1,f1 - 1 13";
/// Two Kings and a Rook, with a Pawn on each side.
const FEW: &str = "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 0 1";
/// One ply before the counter reaches its limit.
const LATE: &str = "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 127 99";
/// A dead position: no piece can be captured.
const DEAD: &str = "5k4/10/10/2b7/10/10/5B4/10/10/5K4 w - - 7 9";

fn without(off: ClauseSet) -> Option<Box<dyn Backend>> {
    Some(Box::new(reference::all(&ModifiedRulebook::new(Rulings::default(), off))))
}

/// Shrinks the first cause that a descent finds, or the first difference at the position itself if the depth is 0.
fn shrunk(
    variant: VariantId,
    open_b: &dyn Fn() -> Box<dyn Backend>,
    vfen: &str,
    depth: u32,
    most: u64,
) -> ShrinkResult {
    shrunk_by(variant, open_b, open_b, vfen, depth, most)
}

/// The same with different sides to find the cause and to shrink it.
fn shrunk_by(
    variant: VariantId,
    finds: &dyn Fn() -> Box<dyn Backend>,
    shrinks: &dyn Fn() -> Box<dyn Backend>,
    vfen: &str,
    depth: u32,
    most: u64,
) -> ShrinkResult {
    let resources = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
    let open_a = || without(ClauseSet::default()).expect("it can be opened");
    let mut a = Side::new(open_a(), &open_a, variant, resources);
    let mut b = Side::new(finds(), finds, variant, resources);
    let root: PositionPath<'_> = vfen.into();
    let causes = match depth {
        0 => differences(variant, root, 1, &mut a, &mut b, &()).expect("the first answers"),
        depth => {
            let descent = Descent { root, depth, causes: 1 };
            let found = descend(&descent, &mut a, Some(&mut b), &ReportedCounts::default(), &());
            found.expect("the first answers").causes
        }
    };
    let cause = causes.first().unwrap_or_else(|| panic!("they differ at {vfen}"));
    let (open, rulings) = (without, Rulings::default());
    let clause_switch = ClauseSwitch::new(variant, &open);
    let depth = depth.saturating_sub(u32::try_from(cause.path.len()).expect("few"));
    let shrinking = ShrinkSettings {
        variant,
        rulings: &rulings,
        root,
        depth,
        max_requests: most,
        clause_switch: Some(&clause_switch),
        accepts: None,
    };
    let mut b = Side::new(shrinks(), shrinks, variant, resources);
    shrink(&shrinking, cause, &mut a, &mut b, &()).expect("the first answers")
}

#[test]
fn every_kind_of_mistake_keeps_its_kind() {
    let mut wrong = Vec::new();
    for (fault, vfen, depth, kind, pieces, moves) in [
        (SideFault::Without("RYU-ROOK"), MANY, 0, "set", 3, 0),
        (SideFault::Without("RYU-EP"), FEW, 4, "child", 4, 0),
        (SideFault::Without("RYU-DRAW-DEAD"), DEAD, 0, "status", 2, 0),
        (SideFault::StopsAtDraws, LATE, 3, "convention", 2, 0),
        (SideFault::PlyMore, FEW, 2, "convention", 2, 0),
        (SideFault::Clock, MANY, 0, "child", 3, 0),
        (SideFault::Played, FEW, 3, "route", 3, 1),
        (SideFault::Later, FEW, 3, "state-leak", 2, 0),
        (SideFault::Sum, FEW, 4, "sum-only", 2, 0),
        (SideFault::Total, FEW, 2, "sum-only", 2, 0),
        (SideFault::Twice, MANY, 1, "set", 3, 0),
        (SideFault::Dies, FEW, 2, "no-answer", 2, 0),
        // Any position with a legal move shows it. Two lone Kings are a draw, where some conventions list no moves.
        (SideFault::Mute, MANY, 1, "set", 3, 0),
    ] {
        let shrunk = shrunk(RYUGI, &|| faulty_side(fault), vfen, depth, 2000);
        let result = (shrunk.kind.to_string(), shrunk.pieces, shrunk.moves.len(), shrunk.end);
        if result != (kind.to_owned(), pieces, moves, SearchEnd::Complete) {
            wrong.push((fault, shrunk));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_flaky_difference_is_not_shrunk() {
    let shrunk = shrunk(RYUGI, &|| faulty_side(SideFault::Sometimes), FEW, 2, 2000);
    assert_eq!((shrunk.end, shrunk.vfen.as_str()), (SearchEnd::NotReproduced, FEW), "{shrunk:?}");
}

#[test]
fn an_unreproduced_difference_is_not_shrunk() {
    let (finds, shrinks) =
        (|| faulty_side(SideFault::Without("RYU-ROOK")), || faulty_side(SideFault::Nothing));
    let shrunk = shrunk_by(RYUGI, &finds, &shrinks, FEW, 0, 2000);
    assert_eq!((shrunk.end, shrunk.vfen.as_str()), (SearchEnd::NotReproduced, FEW), "{shrunk:?}");
}

#[test]
fn another_mistake_is_recorded_separately() {
    // Replacing a piece by a Knight shows the second mistake.
    let position = "5k4/10/10/10/10/3Q6/10/10/2B7/R4K4 w - - 0 1";
    let shrunk = shrunk(RYUGI, &|| faulty_side(SideFault::Without("RYU-ROOK RYU-KNIGHT")), position, 0, 2000);
    assert_eq!(shrunk.detail.gist(), "-R", "{shrunk:?}");
    assert!(shrunk.clauses.contains(&"RYU-ROOK"), "{shrunk:?}");
    for other in &shrunk.others {
        assert!(other.detail.gist() != "-R", "{other:?}");
    }
    assert!(!shrunk.others.is_empty(), "{shrunk:?}");
}

#[test]
fn the_limit_on_questions_is_respected() {
    for most in [20, 60] {
        let shrunk = shrunk(RYUGI, &|| faulty_side(SideFault::Without("RYU-ROOK")), MANY, 0, most);
        assert_eq!(shrunk.end, SearchEnd::MaxRequests, "{most}");
        // The last question, and those that determine its kind, may exceed the limit.
        assert!(shrunk.requests <= most + 20, "{most}: {}", shrunk.requests);
        assert!(shrunk.pieces <= shrunk.pieces_before, "{shrunk:?}");
    }
}

#[test]
fn waiting_for_a_hanging_side_is_limited() {
    // Ten timeouts of fresh processes, and one of the first process.
    let opened = Cell::new(0);
    let hangs = || {
        opened.set(opened.get() + 1);
        faulty_side(SideFault::Hangs)
    };
    let shrunk = shrunk(RYUGI, &hangs, FEW, 0, 2000);
    assert_eq!((shrunk.kind.to_string(), opened.get()), ("no-answer".to_owned(), 12), "{shrunk:?}");
}

#[test]
fn a_missing_answer_is_a_difference() {
    let resources = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
    let open_a = || without(ClauseSet::default()).expect("it can be opened");
    for fault in [SideFault::Hangs, SideFault::Dies] {
        let open_b = || faulty_side(fault);
        let mut a = Side::new(open_a(), &open_a, RYUGI, resources);
        let mut b = Side::new(open_b(), &open_b, RYUGI, resources);
        let vfen = FEW.replace(" w ", " b ");
        let found = differences(RYUGI, (&vfen).into(), 1, &mut a, &mut b, &()).expect("the first answers");
        let kinds: Vec<_> = found.iter().map(|cause| cause.kind.to_string()).collect();
        assert_eq!(kinds, ["no-answer"], "{fault:?}");
    }
}

#[test]
fn one_mistake_shrinks_to_one_position() {
    let mirrored = "5k4/10/10/10/5p4/10/10/4P5/10/4K5 w - - 3 30";
    let [one, other] = [FEW, mirrored]
        .map(|vfen| shrunk(RYUGI, &|| faulty_side(SideFault::Without("RYU-PAWN-1")), vfen, 1, 2000));
    assert_eq!(one.vfen, other.vfen, "{one:?} {other:?}");
}

#[test]
fn six_pieces_are_enough_in_every_variant() {
    for (variant, clause, vfen, pieces) in [
        (VariantId::VANGUARD, "VAN-KNIGHT", "", 3),
        (VariantId::CETRAN3, "CET-KNIGHT-FERZ", "", 3),
        (VariantId::ROCOCO, "ROC-PAWN-1", "", 3),
        (
            VariantId::ROCOCO,
            "ROC-FREEZE",
            "10/1sa1cklwi1/1p1p1ppp2/2pp6/3I6/10/1PP2PP3/2PP3SP1/2WLK1LPA1/10 b - - 0 13",
            4,
        ),
        (VariantId::SANDBOX, "SBX-QUEEN-2", "", 4),
        (VariantId::SANDBOX, "SBX-BROUHAHA", "", 3),
    ] {
        let vfen = if vfen.is_empty() { &Variant::get(variant).starts[0].vfen } else { vfen };
        let off =
            || without([clause.parse().expect("a clause")].into_iter().collect()).expect("it can be opened");
        let shrunk = shrunk(variant, &off, vfen, 0, 2000);
        assert!(shrunk.pieces <= pieces, "{clause}: {} pieces in {}", shrunk.pieces, shrunk.vfen);
        assert!(shrunk.clauses.contains(&clause), "{clause}: {shrunk:?}");
    }
}
