//! Descents against sides with known faults.

use super::columns::ReportedColumn;
use super::given::GivenRows;
use super::result::{Descent, ReportedCounts};
use super::walk::descend;
use super::{Detail, Side};
use crate::faulty_sides::{RYUGI, SideFault, faulty_side};
use pretty_assertions::assert_eq;
use std::num::NonZeroUsize;
use vperft::inner::backend::BackendError;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::{Standard, Variant};

/// Two Kings and a Rook, with a Pawn on each side.
const FEW: &str = "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 0 1";
const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";
/// One ply before the counter reaches its limit.
const LATE: &str = "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 127 99";

/// The kinds and details found below a position, for a faulty side and the counts reported for it.
fn found(fault: SideFault, vfen: &str, depth: u32, reported: &ReportedCounts) -> Vec<(String, Detail)> {
    let resources = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
    let (open_a, open_b) = (|| faulty_side(SideFault::Nothing), || faulty_side(fault));
    let mut a = Side::new(open_a(), &open_a, RYUGI, resources);
    let mut b = Side::new(open_b(), &open_b, RYUGI, resources);
    let descent = Descent { root: vfen.into(), depth, causes: 3 };
    let found = descend(&descent, &mut a, Some(&mut b), reported, &()).expect("the first answers");
    found.causes.into_iter().map(|cause| (cause.kind.to_string(), cause.detail)).collect()
}

#[test]
fn every_kind_of_mistake_is_recognized() {
    for (fault, vfen, depth, kinds) in [
        (SideFault::Nothing, FEW, 3, vec![]),
        (SideFault::Without("RYU-ROOK"), FEW, 3, vec!["set"]),
        (SideFault::Without("RYU-EP"), FEW, 4, vec!["child"]),
        (SideFault::Without("RYU-DRAW-DEAD"), KINGS, 1, vec!["status"]),
        (SideFault::StopsAtDraws, LATE, 3, vec!["convention"]),
        (SideFault::PlyMore, FEW, 2, vec!["convention"]),
        (SideFault::Clock, FEW, 2, vec![]),
        (SideFault::Played, FEW, 3, vec!["route"]),
        (SideFault::Later, FEW, 3, vec!["state-leak"]),
        (SideFault::Sum, FEW, 4, vec!["sum-only"]),
        (SideFault::Total, FEW, 2, vec!["sum-only"]),
        (SideFault::Twice, FEW, 1, vec!["set"]),
        (SideFault::Dies, FEW, 2, vec!["no-answer"]),
    ] {
        let mut causes: Vec<_> =
            found(fault, vfen, depth, &ReportedCounts::default()).into_iter().map(|(kind, _)| kind).collect();
        causes.dedup();
        assert_eq!(causes, kinds, "{fault:?}");
    }
}

/// A side that counts one too many in all has one total in the result. The note names the other.
#[test]
fn a_wrong_sum_is_the_count_of_the_side() {
    let open = || faulty_side(SideFault::Nothing);
    let open_b = || faulty_side(SideFault::Total);
    let mut a = Side::new(open(), &open, RYUGI, Resources::default());
    let mut b = Side::new(open_b(), &open_b, RYUGI, Resources::default());
    let descent = Descent { root: FEW.into(), depth: 2, causes: 1 };
    let found = descend(&descent, &mut a, Some(&mut b), &ReportedCounts::default(), &()).expect("an answer");
    let Detail::Count { b, note, .. } = &found.causes[0].detail else { panic!("{:?}", found.causes) };
    assert_eq!((found.b, *b), (Some(found.a + 1), found.a + 1));
    assert_eq!(*note, Some(format!("asked for the count of each move, it gives {} in all", found.a)));
}

#[test]
fn an_answer_that_changes_is_flaky() {
    let causes = found(SideFault::Sometimes, FEW, 2, &ReportedCounts::default());
    assert!(!causes.is_empty() && causes.iter().all(|(kind, _)| kind == "flaky"), "{causes:?}");
}

/// One column of counts.
fn reported(rows: Vec<(String, u128)>, total: Option<u128>) -> ReportedCounts {
    let rows = Some(GivenRows { rows, promotions: Vec::new() });
    let totals = total.into_iter().collect();
    let column =
        ReportedColumn { name: "table 1".into(), table: 1, rows, totals, ..ReportedColumn::default() };
    ReportedCounts { total: None, columns: vec![column] }
}

#[test]
fn reported_counts_are_compared_like_a_side() {
    let total = |total| ReportedCounts { total: Some(total), columns: Vec::new() };
    let right = faulty_side(SideFault::Nothing)
        .of(RYUGI)
        .and_then(|view| view.divide(FEW.into(), 2))
        .expect("counts");
    let sum: u128 = right.iter().map(|(_, count)| count).sum();
    assert_eq!(found(SideFault::Nothing, FEW, 2, &total(sum)), []);
    let kinds = |reported: &ReportedCounts| {
        found(SideFault::Nothing, FEW, 2, reported).into_iter().map(|(kind, _)| kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&total(sum + 1)), ["other-program"], "asked, it counts rightly");
    let mut rows = right;
    rows.sort();
    let gone = rows.remove(0).0;
    let causes = found(SideFault::Nothing, FEW, 2, &reported(rows, None));
    let missing = Detail::Moves { missing: vec![gone], extra: vec![], duplicate: vec![] };
    assert_eq!(causes[0].0, "other-program", "the side counts rightly");
    assert!(causes.iter().any(|(_, detail)| *detail == missing), "{causes:?}");
}

/// The kinds of the causes, and all root moves that differ, for a table of a side without another program.
#[test]
fn a_table_alone_shows_every_root_move_that_differs() {
    type Change<'c> = &'c dyn Fn(&mut Vec<(String, u128)>);
    let open = || faulty_side(SideFault::Nothing);
    let right = open().of(RYUGI).and_then(|view| view.divide(FEW.into(), 2)).expect("counts");
    let sum: u128 = right.iter().map(|(_, count)| count).sum();
    let check = |change: Change<'_>, total: Option<u128>, kinds: &[&str], differing: usize| {
        let mut rows = right.clone();
        rows.sort();
        change(&mut rows);
        let mut a = Side::new(open(), &open, RYUGI, Resources::default());
        let descent = Descent { root: FEW.into(), depth: 2, causes: 3 };
        let found = descend(&descent, &mut a, None, &reported(rows, total), &()).expect("an answer");
        let causes: Vec<_> = found.causes.iter().map(|cause| cause.kind.to_string()).collect();
        assert_eq!(
            (causes, found.differing.len()),
            (kinds.iter().map(|kind| (*kind).to_owned()).collect(), differing)
        );
        assert_eq!(
            found.left as usize,
            differing.saturating_sub(kinds.len()),
            "those that are not causes are counted"
        );
    };
    check(&|_| {}, None, &[], 0);
    check(&|_| {}, Some(sum), &[], 0);
    check(&|_| {}, Some(sum + 1), &["sum-only"], 0);
    check(&|rows| rows[0].1 += 1, Some(sum), &["unknown", "unknown"], 1);
    check(&|rows| rows.iter_mut().for_each(|row| row.1 += 1), None, &["unknown"; 3], right.len());
    check(&|rows| drop(rows.remove(0)), None, &["set"], 0);
    check(&|rows| rows.push(rows[0].clone()), None, &["set"], 0);
    check(&|rows| rows.push(("K a1-j10".to_owned(), 1)), None, &["set"], 0);
}

#[test]
fn no_unnecessary_questions_are_asked() {
    let variant = Variant::get(RYUGI);
    let resources = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
    let (open_a, open_b) =
        (|| faulty_side(SideFault::Nothing), || faulty_side(SideFault::Without("RYU-KNIGHT")));
    let mut a = Side::new(open_a(), &open_a, RYUGI, resources);
    let mut b = Side::new(open_b(), &open_b, RYUGI, resources);
    let descent = Descent { root: (&variant.starts[0].vfen).into(), depth: 3, causes: 1 };
    let found = descend(&descent, &mut a, Some(&mut b), &ReportedCounts::default(), &()).expect("an answer");
    assert_eq!((found.causes.len(), found.positions), (1, 1), "the first position differs");
    // Two of them are the shallower counts.
    assert!(b.requests <= 10, "{}", b.requests);
}

/// The side's own count equals the sum over the moves, and a count that would take hours can be stopped.
#[test]
fn a_sides_own_count_can_be_stopped() {
    let open = || faulty_side(SideFault::Nothing);
    let rules = || Box::new(vperft::inner::generators::reference::all(&Standard));
    let mut asked = Side::new(rules(), &open, RYUGI, Resources::default());
    let rows = asked.divide(FEW.into(), 4).expect("it counts");
    assert_eq!(asked.perft(FEW.into(), 4), Ok(rows.iter().map(|(_, count)| count).sum()));
    let start = &Variant::get(RYUGI).starts[0].vfen;
    let mut ended = Side::new(rules(), &open, RYUGI, Resources::default()).stop_if(|| true);
    let answer = ended.perft(start.into(), 9);
    assert!(matches!(answer, Err(BackendError::NotAsked(_))), "{answer:?}");
}
