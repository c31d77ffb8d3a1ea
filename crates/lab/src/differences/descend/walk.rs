//! The walk from a wrong count down to its causes.

use super::cause::{Cause, Detail, Kind, PathStep};
use super::classify::{classify, is_of_counters};
use super::result::{Descent, DescentResult, ReportedCounts};
use super::rows::{moves_differ, sum};
use super::side::Side;
use crate::differences::search::{SearchEnd, SearchEvent, SearchObserver};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::{BackendError, PositionPath};

/// The number of branches in a row without a new cause after which the other branches of a position are skipped.
const MAX_FRUITLESS_BRANCHES: u32 = 6;
/// The largest count for which the next depth is counted to detect a side that counts one ply too many.
const MAX_DEEPER_COUNT: u128 = 20_000_000;
/// The next depth is counted only if the wrong count differs from its estimate by at most this factor.
const COUNT_TOLERANCE: u128 = 4;

/// Walks down from a root at which two sides count differently. Instead of a tested side there may be reported counts
/// only.
///
/// # Errors
/// If the trusted side fails. If the tested side fails, that is a cause.
pub fn descend(
    descent: &Descent<'_>,
    a: &mut Side<'_>,
    b: Option<&mut Side<'_>>,
    reported: &ReportedCounts,
    observer: &SearchObserver<'_>,
) -> Result<DescentResult, BackendError> {
    let (seen, differing, causes) = (BTreeSet::new(), Vec::new(), Vec::new());
    let walk =
        Walk { descent, a, b, observer, seen, differing, causes, left: 0, positions: 0, counted: None };
    walk.run(reported)
}

/// A walk under way.
pub(super) struct Walk<'w, 'a, 'b> {
    pub(super) descent: &'w Descent<'w>,
    pub(super) a: &'w mut Side<'a>,
    pub(super) b: Option<&'w mut Side<'b>>,
    pub(super) observer: &'w SearchObserver<'w>,
    /// The kinds and classes of the causes found.
    seen: BTreeSet<(Kind, String)>,
    pub(super) differing: Vec<PathStep>,
    pub(super) causes: Vec<Cause>,
    pub(super) left: u64,
    pub(super) positions: u64,
    /// The count of the root by the tested side, if that is not the sum of its moves or what was reported.
    pub(super) counted: Option<u128>,
}

/// The moves of a position with the counts below them, by both sides.
struct Rows {
    a: Vec<(String, u128)>,
    b: Vec<(String, u128)>,
}

impl Walk<'_, '_, '_> {
    fn run(mut self, reported: &ReportedCounts) -> Result<DescentResult, BackendError> {
        let Descent { root, depth, .. } = *self.descent;
        let rows = self.a.divide(root, depth)?;
        let a = sum(&rows)?;
        let columns: Vec<_> = reported.columns.iter().map(|column| column.compare(&rows)).collect();
        let first = columns.iter().position(|column| !column.agrees).unwrap_or_default();
        let column = reported.columns.get(first);
        let given = column.and_then(|column| column.rows.as_ref());
        let is_total_only = self.b.is_none() && given.is_none();
        let mut b = reported.total.or(column.and_then(|column| column.total(a)));
        let walked = if let (Some(given), Some(column)) = (given, column) {
            let total = b;
            b = b.or(given.sum());
            self.compare_given(rows, a, column, given, total)
        } else {
            let mut tested = self.b.as_mut().map(|b| {
                // A run asks for these counts first, and they may fill a hash table.
                match (1..depth).try_for_each(|shallower| b.perft(root, shallower).map(drop)) {
                    Ok(()) | Err(BackendError::Unsupported(_)) => b.rows(root, depth, &rows),
                    Err(error) => Err(error),
                }
            });
            // A program that prints totals only is compared by its total.
            if let (Some(Err(BackendError::Unsupported(_))), Some(side)) = (&tested, self.b.as_mut())
                && let Ok(total) = side.perft(root, depth)
            {
                tested = None;
                b = b.or(Some(total));
            }
            if let Some(Ok(tested)) = &tested {
                b = b.or(Some(sum(tested)?));
            }
            self.below_root(rows, tested, a, b)
        };
        // A stopped search returns the causes that it has found.
        if let Err(error) = walked
            && !self.observer.is_stopped()
        {
            return Err(error);
        }
        let end = if self.observer.is_stopped() { SearchEnd::Stopped } else { SearchEnd::Complete };
        let Self { differing, causes, left, positions, counted, .. } = self;
        let b = counted.or(b);
        let unread = Vec::new();
        Ok(DescentResult { a, b, columns, unread, is_total_only, differing, causes, left, positions, end })
    }

    /// Compares the counts of both sides at the root, or the reported total, and continues below the root.
    pub(super) fn below_root(
        &mut self,
        rows: Vec<(String, u128)>,
        tested: Option<Result<Vec<(String, u128)>, BackendError>>,
        a: u128,
        b: Option<u128>,
    ) -> Result<(), BackendError> {
        let depth = self.descent.depth;
        match tested {
            Some(Ok(tested)) => {
                let is_convention = b.is_some_and(|b| b != a) && self.is_off_by_a_ply(b)?;
                if !is_convention {
                    self.compare(&[], &Rows { a: rows, b: tested }, depth)?;
                }
                if self.causes.is_empty() {
                    self.compare_totals(a, b)?;
                }
            }
            Some(Err(error)) => self.record_no_answer(&[], &error, Some(depth))?,
            None => {
                let other = b.filter(|b| *b != a);
                if let Some(b) = other
                    && !self.is_off_by_a_ply(other)?
                {
                    self.record(Kind::Unknown, self.count_detail(depth, a, b, None), &[])?;
                }
            }
        }
        Ok(())
    }

    pub(super) const fn count_detail(&self, depth: u32, a: u128, b: u128, note: Option<String>) -> Detail {
        Detail::Count { depth, a, b, note }
    }

    /// Compares the totals, which may differ although the counts below every move agree.
    fn compare_totals(&mut self, a: u128, reported: Option<u128>) -> Result<(), BackendError> {
        let Descent { root, depth, .. } = *self.descent;
        let counted = self.b.as_mut().map(|b| b.perft(root, depth));
        match (counted, reported) {
            (Some(Err(BackendError::Unsupported(_))), _) => Ok(()),
            (Some(Err(error)), _) => self.record_no_answer(&[], &error, Some(depth)),
            (Some(Ok(b)), _) if b != a => {
                self.counted = Some(b);
                let kind = self.reclassify(Kind::SumOnly, &[], &|side, path| side.perft(path, depth), &b)?;
                let note = Some(format!("asked for the count of each move, it gives {a} in all"));
                self.record(kind, self.count_detail(depth, a, b, note), &[])
            }
            (Some(Ok(_)), Some(b)) if b != a => {
                self.counted = Some(a);
                let note = Some(format!("the total is {b}; the backend itself counts {a}"));
                self.record(Kind::OtherProgram, self.count_detail(depth, a, b, note), &[])
            }
            _ => Ok(()),
        }
    }

    /// Whether the tested side counts the sequences of one ply more or less.
    pub(super) fn is_off_by_a_ply(&mut self, b: Option<u128>) -> Result<bool, BackendError> {
        let (Descent { root, depth, .. }, Some(b)) = (*self.descent, b) else { return Ok(false) };
        let (a, shallower) = (self.a.total(root, depth)?, depth.saturating_sub(1));
        let less = self.a.total(root, shallower)?;
        // The count grows by about the same factor with every ply, so do not compare a count far from that estimate.
        let expected = a.saturating_mul(a / less.max(1));
        let is_near = a <= MAX_DEEPER_COUNT
            && b >= expected / COUNT_TOLERANCE
            && b <= expected.saturating_mul(COUNT_TOLERANCE);
        for other in [shallower, depth + 1] {
            let is_so = match other > depth {
                true => is_near && self.a.total(root, other)? == b,
                false => less == b,
            };
            if !is_so {
                continue;
            }
            let note = format!("that is the count at depth {other}");
            let counted = |side: &mut Side<'_>, path: PositionPath<'_>| side.perft(path, depth);
            // A reported total may be that of another process.
            let is_its_own = self.b.as_mut().is_some_and(|side| counted(side, root) == Ok(b));
            let kind = match is_its_own {
                true => self.reclassify(Kind::Convention, &[], &counted, &b)?,
                false => Kind::Convention,
            };
            self.record(kind, self.count_detail(depth, a, b, Some(note)), &[])?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Compares both sides at a position, and continues below the moves whose counts differ.
    fn compare(&mut self, steps: &[PathStep], rows: &Rows, depth: u32) -> Result<bool, BackendError> {
        let before = self.causes.len();
        self.positions += 1;
        let route: Vec<_> = steps.iter().map(|step| step.text.clone()).collect();
        self.observer.event(&SearchEvent::Position(&route));
        if self.compare_number(steps, rows.a.len() as u128)? {
            return Ok(true);
        }
        let detail = moves_differ(&rows.a, &rows.b);
        let mut differs = detail.is_some();
        if let Some(detail) = detail {
            self.record_moves(steps, detail, &rows.b, depth)?;
        } else {
            differs |= self.compare_status(steps)?;
        }
        let others: BTreeMap<_, _> = rows.b.iter().map(|(text, count)| (text, *count)).collect();
        let mut branches: Vec<_> = rows
            .a
            .iter()
            .filter_map(|(text, a)| Some((text, *a, *others.get(text)?)))
            .filter(|(_, a, b)| a != b)
            .collect();
        differs |= !branches.is_empty();
        // Smallest counts first: they are the fastest to search.
        branches.sort_by_key(|(text, a, b)| ((*a).min(*b), *text));
        let (mut alike, last) = (0, branches.len());
        for (number, (text, a, b)) in branches.into_iter().enumerate() {
            if self.causes.len() >= self.descent.causes
                || alike == MAX_FRUITLESS_BRANCHES
                || self.observer.is_stopped()
            {
                self.left += (last - number) as u64;
                break;
            }
            let found = self.causes.len();
            let mut steps = steps.to_vec();
            steps.push(PathStep { text: text.clone(), a, b });
            self.compare_below(&steps, depth - 1)?;
            alike = if self.causes.len() > found { 0 } else { alike + 1 };
        }
        Ok(differs || self.causes.len() > before)
    }

    /// Compares the number of moves of a side that lists none: below a move that it does not know, or beside one that it invents, its
    /// counts show nothing.
    fn compare_number(&mut self, steps: &[PathStep], legal: u128) -> Result<bool, BackendError> {
        if self.b.as_ref().is_none_or(|b| b.lists) {
            return Ok(false);
        }
        let route = self.route(steps);
        let path = PositionPath { moves: &route, ..self.descent.root };
        let counted = self.b.as_mut().and_then(|b| b.perft(path, 1).ok());
        let Some(counted) = counted.filter(|counted| *counted != legal) else { return Ok(false) };
        let kind = self.reclassify(Kind::Set, steps, &|side, path| side.perft(path, 1), &counted)?;
        self.record(kind, self.count_detail(1, legal, counted, None), steps)?;
        Ok(true)
    }

    /// Compares both sides below a move whose counts differ.
    fn compare_below(&mut self, steps: &[PathStep], depth: u32) -> Result<(), BackendError> {
        let (last, above) = steps.split_last().expect("a move was just added");
        if self.b.is_none() {
            return self.record(Kind::Unknown, self.count_detail(depth, last.a, last.b, None), steps);
        }
        if self.compare_child(above, &last.text)? {
            return Ok(());
        }
        let route = self.route(steps);
        let path = PositionPath { moves: &route, ..self.descent.root };
        let a = self.a.divide(path, depth.max(1))?;
        let asked = self.b.as_mut().expect("the tested side exists").rows(path, depth.max(1), &a);
        let b = match asked {
            Ok(rows) => rows,
            Err(error) => return self.record_no_answer(steps, &error, Some(depth.max(1))),
        };
        if self.compare(steps, &Rows { a, b }, depth)? {
            return Ok(());
        }
        // The moves below agree. Either the position has the right count when asked about directly, or the sum is
        // wrong.
        let b = self.b.as_mut().expect("the tested side exists");
        if let Ok(counted) = b.perft(path, depth)
            && counted != last.a
        {
            let kind =
                self.reclassify(Kind::SumOnly, steps, &|side, path| side.perft(path, depth), &counted)?;
            let note = (counted != last.b).then(|| {
                format!("asked for the count of each move before, it gives {} for {}", last.b, last.text)
            });
            return self.record(kind, self.count_detail(depth, last.a, counted, note), steps);
        }
        let rows = |side: &mut Side<'_>, path: PositionPath<'_>| {
            let rows = side.divide(path, depth + 1)?;
            Ok(rows.into_iter().find(|(text, _)| *text == last.text).map(|(_, count)| count))
        };
        let kind = self.reclassify(Kind::SumOnly, above, &rows, &Some(last.b))?;
        let note =
            Some(format!("below {}; asked about directly, the position has the right count", last.text));
        self.record(kind, self.count_detail(depth, last.a, last.b, note), above)
    }

    /// Compares the positions after a move.
    fn compare_child(&mut self, steps: &[PathStep], text: &String) -> Result<bool, BackendError> {
        let mut route = self.route(steps);
        route.push(text.clone());
        let path = PositionPath { moves: &route, ..self.descent.root };
        let a = self.a.after(path)?;
        let b = match self.b.as_mut().expect("the tested side exists").after(path) {
            Ok(b) if b != a => b,
            Ok(_) | Err(BackendError::Unsupported(_)) => return Ok(false),
            Err(error) => return self.record_no_answer(steps, &error, None).map(|()| true),
        };
        let is_of_counters = is_of_counters(&a, &b);
        let child = |side: &mut Side<'_>, path: PositionPath<'_>| {
            let moves: Vec<_> = path.moves.iter().chain([text]).cloned().collect();
            side.after(PositionPath { moves: &moves, ..path })
        };
        let kind = self.reclassify(Kind::Child, steps, &child, &b)?;
        self.record(kind, Detail::Child { text: text.clone(), a, b }, steps)?;
        // Wrong counters change no moves until one of them reaches its limit, so the search continues below.
        Ok(!is_of_counters || kind != Kind::Child)
    }

    /// Records that the moves differ.
    fn record_moves(
        &mut self,
        steps: &[PathStep],
        detail: Detail,
        rows: &[(String, u128)],
        depth: u32,
    ) -> Result<(), BackendError> {
        if self.b.is_none() {
            return self.record(Kind::Set, detail, steps);
        }
        let route = self.route(steps);
        let path = PositionPath { moves: &route, ..self.descent.root };
        let listed = match self.b.as_mut().expect("the tested side exists").moves(path) {
            Ok(listed) => listed,
            Err(BackendError::Unsupported(_)) => return self.record(Kind::Set, detail, steps),
            Err(error) => return self.record_no_answer(steps, &error, None),
        };
        let right = self.a.moves(path)?;
        let ended = right.is_empty() != listed.is_empty();
        if listed == right {
            // The move list is right, but the moves of the divided count differ from it.
            let texts =
                |rows: &[(String, u128)]| rows.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
            let counted = |side: &mut Side<'_>, path: PositionPath<'_>| Ok(texts(&side.divide(path, depth)?));
            let kind = self.reclassify(Kind::SumOnly, steps, &counted, &texts(rows))?;
            return self.record(kind, detail, steps);
        }
        let over = ended
            && !self.a.status(path).is_ok_and(|status| status == vperft::inner::game::rules::Status::Ongoing);
        let kind = if over { Kind::Convention } else { Kind::Set };
        let kind = self.reclassify(kind, steps, &|side, path| side.moves(path), &listed)?;
        self.record(kind, detail, steps)
    }

    /// Compares the statuses. A side that does not support statuses does not differ.
    fn compare_status(&mut self, steps: &[PathStep]) -> Result<bool, BackendError> {
        let route = self.route(steps);
        let path = PositionPath { moves: &route, ..self.descent.root };
        let (Some(b), Ok(a)) = (self.b.as_mut(), self.a.status(path)) else { return Ok(false) };
        let b = match b.status(path) {
            Ok(b) if b != a => b,
            _ => return Ok(false),
        };
        let kind = self.reclassify(Kind::Status, steps, &|side, path| side.status(path), &b)?;
        self.record(kind, Detail::Status { a, b }, steps)?;
        Ok(true)
    }

    /// Determines the kind of a mistake by asking in other ways.
    fn reclassify<T: PartialEq>(
        &mut self,
        kind: Kind,
        steps: &[PathStep],
        question: &dyn Fn(&mut Side<'_>, PositionPath<'_>) -> Result<T, BackendError>,
        answer: &T,
    ) -> Result<Kind, BackendError> {
        let route = self.route(steps);
        let path = PositionPath { moves: &route, ..self.descent.root };
        let Some(b) = self.b.as_mut() else { return Ok(kind) };
        classify(self.a, b, path, question, answer, kind)
    }

    /// Records that a question has no answer, such as one for the count of a depth.
    pub(super) fn record_no_answer(
        &mut self,
        steps: &[PathStep],
        error: &BackendError,
        depth: Option<u32>,
    ) -> Result<(), BackendError> {
        // A process that was killed because of the stop gives no answer either.
        if self.observer.is_stopped() {
            return Ok(());
        }
        self.record(Kind::NoAnswer, Detail::NoAnswer { error: error.to_string(), depth }, steps)
    }

    /// Records a cause, unless one of the same kind and classes is known.
    pub(super) fn record(
        &mut self,
        kind: Kind,
        detail: Detail,
        steps: &[PathStep],
    ) -> Result<(), BackendError> {
        match self.seen.insert((kind, detail.gist())) {
            true => self.push(kind, detail, steps),
            false => Ok(()),
        }
    }

    /// Records a cause, even if one of the same kind and classes is known.
    pub(super) fn push(
        &mut self,
        kind: Kind,
        detail: Detail,
        steps: &[PathStep],
    ) -> Result<(), BackendError> {
        let route = self.route(steps);
        let vfen = self.a.after(PositionPath { moves: &route, ..self.descent.root })?;
        self.causes.push(Cause { kind, detail, vfen, path: steps.to_vec() });
        Ok(())
    }

    /// The moves from the root's position to the end of a path.
    fn route(&self, steps: &[PathStep]) -> Vec<String> {
        self.descent.root.moves.iter().chain(steps.iter().map(|step| &step.text)).cloned().collect()
    }
}
