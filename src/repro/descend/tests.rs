//! Sides that lie, each in a way of its own, and what is found out about them.

use super::walk::{Claim, Descent, Onlooker, descend};
use super::{Asked, Detail};
use crate::backend::{Backend, BackendError, Place, View};
use crate::perft::Resources;
use crate::reference;
use crate::rules::Status;
use crate::variant::{Amended, Clause, Rulings, Variant, VariantId};
use pretty_assertions::assert_eq;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

const RYUGI: VariantId = VariantId::RYUGI;
/// Two Kings and a Rook, with a Pawn on each side.
const FEW: &str = "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 0 1";
const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";
/// A ply before the counter runs out.
const LATE: &str = "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 127 99";

/// In which way it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    Nothing,
    /// It counts by the rules without this clause.
    Without(&'static str),
    /// There is no move where a draw may be claimed.
    StopsAtDraws,
    /// It counts a ply too much.
    PlyMore,
    /// Having played to a position it forgets the King.
    Played,
    /// From its second question on it forgets the King.
    Later,
    /// It forgets the King every other time, whichever process is asked.
    Sometimes,
    /// The count below the last move is one too high, from the third ply on.
    Sum,
    /// The total is one too high, and what is counted below the moves right.
    Total,
    /// It prints another counter.
    Clock,
    /// It lists a move twice.
    Twice,
    /// It dies where Black is to move.
    Dies,
}

struct Lying {
    inner: Box<dyn Backend>,
    lie: Lie,
    asked: u64,
}

/// How often anybody was asked who lies every other time.
static ASKED: AtomicU64 = AtomicU64::new(0);

fn lying(lie: Lie) -> Box<dyn Backend> {
    let off = match lie {
        Lie::Without(id) => vec![id.parse::<Clause>().expect("a clause")],
        _ => Vec::new(),
    };
    let book = Amended::new(Rulings::default(), off.into_iter().collect());
    Box::new(Lying { inner: Box::new(reference::all(&book)), lie, asked: 0 })
}

impl Lying {
    fn right(&mut self) -> &mut dyn View {
        self.inner.of(RYUGI).expect("it has the rules")
    }

    fn listed(&mut self, place: Place<'_>) -> Result<Vec<String>, BackendError> {
        self.asked += 1;
        let mut moves = self.right().moves(place)?;
        let forgets = match self.lie {
            Lie::Played => !place.moves.is_empty(),
            Lie::Later => self.asked > 1,
            Lie::Sometimes => ASKED.fetch_add(1, Ordering::SeqCst).is_multiple_of(2),
            _ => false,
        };
        moves.retain(|text| !forgets || !text.to_uppercase().starts_with("K "));
        let lie = self.lie;
        match lie {
            Lie::StopsAtDraws if self.right().status(place)? != Status::Ongoing => moves.clear(),
            Lie::Twice => moves.extend(moves.first().cloned()),
            Lie::Dies if self.right().after(place)?.contains(" b ") => {
                return Err(BackendError::Crash("as it was told".into()));
            }
            _ => {}
        }
        Ok(moves)
    }

    fn counted(&mut self, place: Place<'_>, depth: u32) -> Result<u128, BackendError> {
        match (self.lie, depth) {
            (_, 0) => Ok(1),
            (Lie::Nothing | Lie::Without(_) | Lie::Sum | Lie::Total | Lie::Clock, _) => {
                self.right().perft(place, depth)
            }
            _ => Ok(self.rows(place, depth)?.iter().map(|(_, count)| count).sum()),
        }
    }

    fn rows(&mut self, place: Place<'_>, depth: u32) -> Result<Vec<(String, u128)>, BackendError> {
        let mut rows = Vec::new();
        for text in self.listed(place)? {
            let moves: Vec<_> = place.moves.iter().chain([&text]).cloned().collect();
            let below = self.counted(Place { moves: &moves, ..place }, depth - 1)?;
            rows.push((text, below));
        }
        Ok(rows)
    }
}

impl Backend for Lying {
    fn identity(&self) -> String {
        "lying@1".into()
    }

    fn of(&mut self, _: VariantId) -> Result<&mut dyn View, BackendError> {
        Ok(self)
    }
}

impl View for Lying {
    fn variant(&self) -> VariantId {
        RYUGI
    }

    fn read(&mut self, vfen: &str) -> Result<String, BackendError> {
        self.right().read(vfen)
    }

    fn moves(&mut self, place: Place<'_>) -> Result<Vec<String>, BackendError> {
        self.listed(place)
    }

    fn perft(&mut self, place: Place<'_>, depth: u32) -> Result<u128, BackendError> {
        let depth = depth + u32::from(self.lie == Lie::PlyMore);
        Ok(self.counted(place, depth)? + u128::from(self.lie == Lie::Total))
    }

    fn divide(&mut self, place: Place<'_>, depth: u32) -> Result<Vec<(String, u128)>, BackendError> {
        let more = u32::from(self.lie == Lie::PlyMore);
        let mut rows = self.rows(place, depth + more)?;
        if let (Lie::Sum, 3.., Some((_, count))) = (self.lie, depth, rows.last_mut()) {
            *count += 1;
        }
        Ok(rows)
    }

    fn after(&mut self, place: Place<'_>) -> Result<String, BackendError> {
        let vfen = self.right().after(place)?;
        if self.lie != Lie::Clock {
            return Ok(vfen);
        }
        let (rest, number) = vfen.rsplit_once(' ').expect("a VFEN has fields");
        Ok(format!("{rest} {}", number.parse::<u32>().expect("a number") + 1))
    }

    fn status(&mut self, place: Place<'_>) -> Result<Status, BackendError> {
        self.right().status(place)
    }
}

struct Nobody;

impl Onlooker for Nobody {
    fn at(&self, _: &[String]) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// The kinds and details of what is found below a position, or of what somebody says of it.
fn found(lie: Lie, vfen: &str, depth: u32, claim: &Claim) -> Vec<(String, Detail)> {
    let resources = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
    let (open_a, open_b) = (|| lying(Lie::Nothing), || lying(lie));
    let mut a = Asked::new(open_a(), &open_a, RYUGI, resources);
    let mut b = Asked::new(open_b(), &open_b, RYUGI, resources);
    let descent = Descent { root: vfen.into(), depth, causes: 3 };
    let found = descend(&descent, &mut a, Some(&mut b), claim, &Nobody).expect("the first answers");
    found.causes.into_iter().map(|cause| (cause.kind.to_string(), cause.detail)).collect()
}

#[test]
fn every_kind_of_mistake_is_told() {
    for (lie, vfen, depth, kinds) in [
        (Lie::Nothing, FEW, 3, vec![]),
        (Lie::Without("RYU-ROOK"), FEW, 3, vec!["set"]),
        (Lie::Without("RYU-EP"), FEW, 4, vec!["child"]),
        (Lie::Without("RYU-DRAW-DEAD"), KINGS, 1, vec!["status"]),
        (Lie::StopsAtDraws, LATE, 3, vec!["convention"]),
        (Lie::PlyMore, FEW, 2, vec!["convention"]),
        (Lie::Clock, FEW, 2, vec![]),
        (Lie::Played, FEW, 3, vec!["route"]),
        (Lie::Later, FEW, 3, vec!["state-leak"]),
        (Lie::Sum, FEW, 4, vec!["sum-only"]),
        (Lie::Total, FEW, 2, vec!["sum-only"]),
        (Lie::Twice, FEW, 1, vec!["set"]),
        (Lie::Dies, FEW, 2, vec!["no-answer"]),
    ] {
        let mut told: Vec<_> =
            found(lie, vfen, depth, &Claim::default()).into_iter().map(|(kind, _)| kind).collect();
        told.dedup();
        assert_eq!(told, kinds, "{lie:?}");
    }
}

#[test]
fn an_answer_that_changes_is_flaky() {
    let told = found(Lie::Sometimes, FEW, 2, &Claim::default());
    assert!(!told.is_empty() && told.iter().all(|(kind, _)| kind == "flaky"), "{told:?}");
}

#[test]
fn a_claim_is_compared_like_a_side() {
    let total = |total| Claim { total: Some(total), rows: None };
    let right = lying(Lie::Nothing).of(RYUGI).and_then(|view| view.divide(FEW.into(), 2)).expect("counts");
    let sum: u128 = right.iter().map(|(_, count)| count).sum();
    assert_eq!(found(Lie::Nothing, FEW, 2, &total(sum)), []);
    let kinds = |claim: &Claim| {
        found(Lie::Nothing, FEW, 2, claim).into_iter().map(|(kind, _)| kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&total(sum + 1)), ["unknown"], "asked, it counts rightly");
    let mut rows = right;
    rows.sort();
    let gone = rows.remove(0).0;
    let told = found(Lie::Nothing, FEW, 2, &Claim { total: None, rows: Some(rows) });
    let missing = Detail::Moves { missing: vec![gone], extra: vec![], duplicate: vec![] };
    assert!(told.iter().any(|(_, detail)| *detail == missing), "{told:?}");
}

#[test]
fn nothing_more_is_asked_than_is_needed() {
    let variant = Variant::get(RYUGI);
    let resources = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
    let (open_a, open_b) = (|| lying(Lie::Nothing), || lying(Lie::Without("RYU-KNIGHT")));
    let mut a = Asked::new(open_a(), &open_a, RYUGI, resources);
    let mut b = Asked::new(open_b(), &open_b, RYUGI, resources);
    let descent = Descent { root: (&variant.starts[0].vfen).into(), depth: 3, causes: 1 };
    let found = descend(&descent, &mut a, Some(&mut b), &Claim::default(), &Nobody).expect("an answer");
    assert_eq!((found.causes.len(), found.positions), (1, 1), "the first position differs");
    assert!(b.requests <= 8, "{}", b.requests);
}
