//! The walk from a wrong count to its causes.

use super::cause::{Cause, Detail, Kind, PathStep};
use super::classify::{classify, is_of_counters};
use super::side::Side;
use crate::backend::{BackendError, PositionPath};
use crate::corpus::question::{Failure, compare_moves};
use crate::game::perft;
use crate::support::observer::Observer;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How many branches in a row may show nothing new before the others below the same position are left out.
const ALIKE: u32 = 6;
/// Where a count a ply deeper is this large, it is not made to see whether a side counts a ply too much.
const LARGE: u128 = 20_000_000;
/// Nor is it where the count is so many times larger or smaller than one would expect of it.
const NEAR: u128 = 4;

/// What somebody says that they counted at the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportedCounts {
    /// The total.
    pub total: Option<u128>,
    /// The moves, as the side that is believed writes them, with the counts below them.
    pub rows: Option<Vec<(String, u128)>>,
}

/// What to walk down from.
#[derive(Clone, Copy, Debug)]
pub struct Descent<'a> {
    /// The root.
    pub root: PositionPath<'a>,
    /// How many plies are counted there.
    pub depth: u32,
    /// How many distinct causes to find.
    pub causes: usize,
}

/// An event of a search for causes.
#[derive(Clone, Copy, Debug)]
pub enum SearchEvent<'e> {
    /// A position is examined: the moves that lead to it from the root.
    Position(&'e [String]),
    /// A smaller position was found.
    Smaller {
        /// How many pieces it has.
        pieces: usize,
        /// How many questions the search has asked so far.
        requests: u64,
    },
}

/// The observer of a search, which stops with what it has found when asked to.
pub type SearchObserver<'o> = dyn for<'e> Observer<SearchEvent<'e>> + 'o;

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct DescentResult {
    /// What the side that is believed counts at the root.
    #[serde(serialize_with = "perft::serialize_count")]
    pub a: u128,
    /// What the other counts, or is said to count; none if that is not known.
    #[serde(serialize_with = "serialize_perhaps")]
    pub b: Option<u128>,
    /// The distinct causes, in the order in which they were found.
    pub causes: Vec<Cause>,
    /// How many branches that differ were left out, because many before them showed nothing new or there were causes enough.
    pub left: u64,
    /// How many positions were looked at.
    pub positions: u64,
    /// Whether it was ended before its end.
    pub stopped: bool,
}

fn serialize_perhaps<S: serde::Serializer>(count: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    count.map(perft::Count).serialize(serializer)
}

/// Walks down from a root at which two sides count differently. Of the other side there may be nothing but a claim.
///
/// # Errors
/// If the side that is believed gives no answer. What the other fails to answer is a cause.
pub fn descend(
    descent: &Descent<'_>,
    a: &mut Side<'_>,
    b: Option<&mut Side<'_>>,
    claim: &ReportedCounts,
    observer: &SearchObserver<'_>,
) -> Result<DescentResult, BackendError> {
    let walk =
        Walk { descent, a, b, observer, seen: BTreeSet::new(), causes: Vec::new(), left: 0, positions: 0 };
    walk.all(claim)
}

struct Walk<'w, 'a, 'b> {
    descent: &'w Descent<'w>,
    a: &'w mut Side<'a>,
    b: Option<&'w mut Side<'b>>,
    observer: &'w SearchObserver<'w>,
    /// The kinds and gists of the causes.
    seen: BTreeSet<(Kind, String)>,
    causes: Vec<Cause>,
    left: u64,
    positions: u64,
}

/// The moves of a position with the counts below them, by both sides.
struct Rows {
    a: Vec<(String, u128)>,
    b: Vec<(String, u128)>,
}

impl Walk<'_, '_, '_> {
    fn all(mut self, claim: &ReportedCounts) -> Result<DescentResult, BackendError> {
        let Descent { root, depth, .. } = *self.descent;
        let rows = self.a.divide(root, depth)?;
        let a = sum(&rows)?;
        let claimed = match &claim.rows {
            Some(rows) => Some(Ok(rows.clone())),
            None => self.b.as_mut().map(|b| b.rows(root, depth, &rows)),
        };
        let mut b = claim.total;
        if let Some(Ok(claimed)) = &claimed {
            b = b.or(Some(sum(claimed)?));
        }
        // What was found is kept where a count is ended.
        if let Err(error) = self.below_root(rows, claimed, a, b)
            && !self.observer.is_stopped()
        {
            return Err(error);
        }
        let stopped = self.observer.is_stopped();
        let Self { causes, left, positions, .. } = self;
        Ok(DescentResult { a, b, causes, left, positions, stopped })
    }

    /// Compares what both sides count at the root, or what is claimed there, and goes on below it.
    fn below_root(
        &mut self,
        rows: Vec<(String, u128)>,
        claimed: Option<Result<Vec<(String, u128)>, BackendError>>,
        a: u128,
        b: Option<u128>,
    ) -> Result<(), BackendError> {
        let depth = self.descent.depth;
        match claimed {
            Some(Ok(claimed)) => {
                let is_convention = b.is_some_and(|b| b != a) && self.is_off_by_a_ply(b)?;
                if !is_convention {
                    self.compare(&[], &Rows { a: rows, b: claimed }, depth)?;
                }
                if self.causes.is_empty() {
                    self.total(a, b)?;
                }
            }
            Some(Err(error)) => self.no_answer(&[], &error)?,
            None => {
                let other = b.filter(|b| *b != a);
                if let Some(b) = other
                    && !self.is_off_by_a_ply(other)?
                {
                    self.found(Kind::Unknown, self.count(depth, a, b, None), &[])?;
                }
            }
        }
        Ok(())
    }

    const fn count(&self, depth: u32, a: u128, b: u128, note: Option<String>) -> Detail {
        Detail::Count { depth, a, b, note }
    }

    /// Where the counts below every move agree, the total need not.
    fn total(&mut self, a: u128, claimed: Option<u128>) -> Result<(), BackendError> {
        let Descent { root, depth, .. } = *self.descent;
        let counted = self.b.as_mut().map(|b| b.perft(root, depth));
        match (counted, claimed) {
            (Some(Err(BackendError::Unsupported(_))), _) => Ok(()),
            (Some(Err(error)), _) => self.no_answer(&[], &error),
            (Some(Ok(b)), _) if b != a => {
                let kind = self.again(Kind::SumOnly, &[], &|side, place| side.perft(place, depth), &b)?;
                self.found(kind, self.count(depth, a, b, None), &[])
            }
            (Some(Ok(_)), Some(b)) if b != a => {
                let note = Some("asked, it counts otherwise than is said".to_owned());
                self.found(Kind::Unknown, self.count(depth, a, b, note), &[])
            }
            _ => Ok(()),
        }
    }

    /// Whether the other side counts the sequences of one ply more or less.
    fn is_off_by_a_ply(&mut self, b: Option<u128>) -> Result<bool, BackendError> {
        let (Descent { root, depth, .. }, Some(b)) = (*self.descent, b) else { return Ok(false) };
        let (a, shallower) = (self.a.total(root, depth)?, depth.saturating_sub(1));
        let less = self.a.total(root, shallower)?;
        // A ply more is about as many times more as this one; what is far from that is not worth counting.
        let expected = a.saturating_mul(a / less.max(1));
        let is_near = a <= LARGE && b >= expected / NEAR && b <= expected.saturating_mul(NEAR);
        for other in [shallower, depth + 1] {
            let is_so = match other > depth {
                true => is_near && self.a.total(root, other)? == b,
                false => less == b,
            };
            if !is_so {
                continue;
            }
            let note = format!("that is the number of sequences of {other} plies");
            self.found(Kind::Convention, self.count(depth, a, b, Some(note)), &[])?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Compares both sides at a position, and goes on below the moves whose counts differ.
    fn compare(&mut self, path: &[PathStep], rows: &Rows, depth: u32) -> Result<bool, BackendError> {
        let before = self.causes.len();
        self.positions += 1;
        let route: Vec<_> = path.iter().map(|stage| stage.text.clone()).collect();
        self.observer.event(&SearchEvent::Position(&route));
        let detail = moves_differ(&rows.a, &rows.b);
        let mut differs = detail.is_some();
        if let Some(detail) = detail {
            self.moves(path, detail, &rows.b, depth)?;
        } else {
            differs |= self.status(path)?;
        }
        let others: BTreeMap<_, _> = rows.b.iter().map(|(text, count)| (text, *count)).collect();
        let mut branches: Vec<_> = rows
            .a
            .iter()
            .filter_map(|(text, a)| Some((text, *a, *others.get(text)?)))
            .filter(|(_, a, b)| a != b)
            .collect();
        differs |= !branches.is_empty();
        // The smallest first: it is walked through fastest.
        branches.sort_by_key(|(text, a, b)| ((*a).min(*b), *text));
        let (mut alike, last) = (0, branches.len());
        for (number, (text, a, b)) in branches.into_iter().enumerate() {
            if self.causes.len() >= self.descent.causes || alike == ALIKE || self.observer.is_stopped() {
                self.left += (last - number) as u64;
                break;
            }
            let found = self.causes.len();
            let mut path = path.to_vec();
            path.push(PathStep { text: text.clone(), a, b });
            self.below(&path, depth - 1)?;
            alike = if self.causes.len() > found { 0 } else { alike + 1 };
        }
        Ok(differs || self.causes.len() > before)
    }

    /// Looks below a move whose counts differ.
    fn below(&mut self, path: &[PathStep], depth: u32) -> Result<(), BackendError> {
        let (last, above) = path.split_last().expect("a move was just added");
        if self.b.is_none() {
            return self.found(Kind::Unknown, self.count(depth, last.a, last.b, None), path);
        }
        if self.child(above, &last.text)? {
            return Ok(());
        }
        let route = self.route(path);
        let place = PositionPath { moves: &route, ..self.descent.root };
        let a = self.a.divide(place, depth.max(1))?;
        let asked = self.b.as_mut().expect("there is one").rows(place, depth.max(1), &a);
        let b = match asked {
            Ok(rows) => rows,
            Err(error) => return self.no_answer(path, &error),
        };
        if self.compare(path, &Rows { a, b }, depth)? {
            return Ok(());
        }
        // Asked for itself the position has the right count, or what is summed up there is wrong.
        let b = self.b.as_mut().expect("there is one");
        if let Ok(counted) = b.perft(place, depth)
            && counted != last.a
        {
            let kind = self.again(Kind::SumOnly, path, &|side, place| side.perft(place, depth), &counted)?;
            return self.found(kind, self.count(depth, last.a, counted, None), path);
        }
        let rows = |side: &mut Side<'_>, place: PositionPath<'_>| {
            let rows = side.divide(place, depth + 1)?;
            Ok(rows.into_iter().find(|(text, _)| *text == last.text).map(|(_, count)| count))
        };
        let kind = self.again(Kind::SumOnly, above, &rows, &Some(last.b))?;
        let note = Some(format!("below {}; asked for itself, the position has the right count", last.text));
        self.found(kind, self.count(depth, last.a, last.b, note), above)
    }

    /// Whether a move leads elsewhere.
    fn child(&mut self, path: &[PathStep], text: &String) -> Result<bool, BackendError> {
        let mut route = self.route(path);
        route.push(text.clone());
        let place = PositionPath { moves: &route, ..self.descent.root };
        let a = self.a.after(place)?;
        let b = match self.b.as_mut().expect("there is one").after(place) {
            Ok(b) if b != a => b,
            Ok(_) | Err(BackendError::Unsupported(_)) => return Ok(false),
            Err(error) => return self.no_answer(path, &error).map(|()| true),
        };
        let kind = if is_of_counters(&a, &b) { Kind::Convention } else { Kind::Child };
        let child = |side: &mut Side<'_>, place: PositionPath<'_>| {
            let moves: Vec<_> = place.moves.iter().chain([text]).cloned().collect();
            side.after(PositionPath { moves: &moves, ..place })
        };
        let kind = self.again(kind, path, &child, &b)?;
        let is_whole = kind != Kind::Convention;
        self.found(kind, Detail::Child { text: text.clone(), a, b }, path)?;
        // Other counters change no move before one of them runs out.
        Ok(is_whole)
    }

    /// Notes that the moves differ.
    fn moves(
        &mut self,
        path: &[PathStep],
        detail: Detail,
        rows: &[(String, u128)],
        depth: u32,
    ) -> Result<(), BackendError> {
        if self.b.is_none() {
            return self.found(Kind::Set, detail, path);
        }
        let route = self.route(path);
        let place = PositionPath { moves: &route, ..self.descent.root };
        let listed = match self.b.as_mut().expect("there is one").moves(place) {
            Ok(listed) => listed,
            Err(BackendError::Unsupported(_)) => return self.found(Kind::Set, detail, path),
            Err(error) => return self.no_answer(path, &error),
        };
        let right = self.a.moves(place)?;
        let ended = right.is_empty() != listed.is_empty();
        if listed == right {
            // The list is right, and the moves that it counts below are others.
            let texts =
                |rows: &[(String, u128)]| rows.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
            let counted =
                |side: &mut Side<'_>, place: PositionPath<'_>| Ok(texts(&side.divide(place, depth)?));
            let kind = self.again(Kind::SumOnly, path, &counted, &texts(rows))?;
            return self.found(kind, detail, path);
        }
        let over =
            ended && !self.a.status(place).is_ok_and(|status| status == crate::game::rules::Status::Ongoing);
        let kind = if over { Kind::Convention } else { Kind::Set };
        let kind = self.again(kind, path, &|side, place| side.moves(place), &listed)?;
        self.found(kind, detail, path)
    }

    /// Whether they differ about how the game stands. Who says nothing of it does not differ.
    fn status(&mut self, path: &[PathStep]) -> Result<bool, BackendError> {
        let route = self.route(path);
        let place = PositionPath { moves: &route, ..self.descent.root };
        let (Some(b), Ok(a)) = (self.b.as_mut(), self.a.status(place)) else { return Ok(false) };
        let b = match b.status(place) {
            Ok(b) if b != a => b,
            _ => return Ok(false),
        };
        let kind = self.again(Kind::Status, path, &|side, place| side.status(place), &b)?;
        self.found(kind, Detail::Status { a, b }, path)?;
        Ok(true)
    }

    /// The kind of a mistake, by asking the same in other ways.
    fn again<T: PartialEq>(
        &mut self,
        kind: Kind,
        path: &[PathStep],
        question: &dyn Fn(&mut Side<'_>, PositionPath<'_>) -> Result<T, BackendError>,
        answer: &T,
    ) -> Result<Kind, BackendError> {
        let route = self.route(path);
        let place = PositionPath { moves: &route, ..self.descent.root };
        let Some(b) = self.b.as_mut() else { return Ok(kind) };
        classify(self.a, b, place, question, answer, kind)
    }

    fn no_answer(&mut self, path: &[PathStep], error: &BackendError) -> Result<(), BackendError> {
        // What is killed because it is to end gives no answer either.
        if self.observer.is_stopped() {
            return Ok(());
        }
        self.found(Kind::NoAnswer, Detail::NoAnswer { error: error.to_string() }, path)
    }

    /// Notes a cause, unless it is one of those that were found.
    fn found(&mut self, kind: Kind, detail: Detail, path: &[PathStep]) -> Result<(), BackendError> {
        if self.seen.insert((kind, detail.gist())) {
            let route = self.route(path);
            let vfen = self.a.after(PositionPath { moves: &route, ..self.descent.root })?;
            self.causes.push(Cause { kind, detail, vfen, path: path.to_vec() });
        }
        Ok(())
    }

    /// The moves from the start of the root's own to the end of a path.
    fn route(&self, path: &[PathStep]) -> Vec<String> {
        self.descent.root.moves.iter().chain(path.iter().map(|stage| &stage.text)).cloned().collect()
    }
}

fn sum(rows: &[(String, u128)]) -> Result<u128, BackendError> {
    Ok(perft::total(rows.iter().map(|(_, count)| *count)).ok_or(perft::CountError::Overflow)?)
}

/// The moves of rows.
fn texts(rows: &[(String, u128)]) -> Vec<String> {
    rows.iter().map(|(text, _)| text.clone()).collect()
}

/// How the moves of rows differ, if they do.
fn moves_differ(a: &[(String, u128)], b: &[(String, u128)]) -> Option<Detail> {
    lists_differ(&texts(a), texts(b))
}

/// How lists of moves differ, if they do.
pub(in crate::lab) fn lists_differ(a: &[String], b: Vec<String>) -> Option<Detail> {
    match compare_moves(a, b)? {
        Failure::Moves { missing, extra, duplicate, .. } => Some(Detail::Moves { missing, extra, duplicate }),
        _ => None,
    }
}
