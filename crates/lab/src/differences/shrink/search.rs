//! The search for a smaller position.

use super::super::descend::{Cause, Detail, Kind, Side};
use super::edit::Candidate;
use super::result::{ShrinkResult, ShrinkSettings};
use super::size::Size;
use super::target::{Observation, ObservedDifference, OtherDifference, Sides, Target, reclassify};
use crate::differences::reason::{LocatedDifference, Reason};
use crate::differences::search::{SearchEnd, SearchEvent, SearchObserver};
use std::collections::{BTreeSet, HashSet};
use vperft::inner::backend::{BackendError, PositionPath};
use vperft::inner::game::board::Square;
use vperft::inner::game::variant::{Clause, Variant};

/// The most other differences that are recorded.
const MAX_OTHERS: usize = 20;

/// Makes the position of a cause, and the moves to it, as small as possible while both sides differ in the same way.
///
/// # Errors
/// If the trusted side cannot read the position.
pub fn shrink(
    shrinking: &ShrinkSettings<'_>,
    cause: &Cause,
    a: &mut Side<'_>,
    b: &mut Side<'_>,
    observer: &SearchObserver<'_>,
) -> Result<ShrinkResult, BackendError> {
    let before = a.requests + b.requests;
    let target = Target::new(shrinking.variant, cause.kind, &cause.detail);
    let mut search = Search {
        shrinking,
        variant: Variant::get(shrinking.variant),
        sides: Sides { a, b, observer },
        target,
        before,
        refused: HashSet::new(),
        others: Vec::new(),
    };
    search.search(cause)
}

/// A position that shows the difference.
#[derive(Clone)]
pub(super) struct Reproduction {
    pub candidate: Candidate,
    size: Size,
    vfen: String,
    pub observed: ObservedDifference,
}

pub(super) struct Search<'s, 'a, 'b> {
    shrinking: &'s ShrinkSettings<'s>,
    pub variant: &'static Variant,
    sides: Sides<'s, 'a, 'b>,
    target: Target,
    /// The number of questions asked before the search.
    before: u64,
    /// The candidates that do not show the difference.
    refused: HashSet<(String, Vec<String>)>,
    others: Vec<OtherDifference>,
}

impl Search<'_, '_, '_> {
    fn search(&mut self, cause: &Cause) -> Result<ShrinkResult, BackendError> {
        let root = self.shrinking.root;
        let steps = cause.path.iter().map(|step| &step.text);
        let route: Vec<_> = root.moves.iter().chain(steps).cloned().collect();
        let Some(start) = self.find_start(cause, &route)? else {
            return Ok(self.not_reproduced(cause, root.vfen, route));
        };
        if let Some(clause_switch) = self.shrinking.clause_switch {
            let path = PositionPath { vfen: &start.vfen, moves: &start.candidate.moves };
            self.target.suspect(clause_switch, &start.observed, path);
        }
        let mut best = self.shrink_in_both_orders(&start);
        let mut kind = self.kind(&best);
        if kind != self.target.kind && !self.is_over() {
            // A smaller position had a mistake of another kind. Search again, and determine the kind at every position.
            self.target.is_strict = true;
            self.refused.clear();
            best = self.shrink_in_both_orders(&start);
            kind = self.kind(&best);
        }
        let path = PositionPath { vfen: &best.vfen, moves: &best.candidate.moves };
        let exact = self.target.clauses(&best.observed, path);
        let is_exact = !exact.is_empty();
        let reason = self.reason(kind, &best.observed.detail, path, Some(exact).filter(|_| is_exact));
        let clauses = reason.iter().filter(|_| is_exact).flat_map(|reason| &reason.clauses);
        let left_out = cause.detail.classes().difference(&best.observed.detail.classes()).cloned().collect();
        let end = self.end();
        Ok(ShrinkResult {
            kind,
            detail: best.observed.detail,
            clauses: clauses.map(|clause| clause.id()).collect(),
            reason,
            pieces: best.size.pieces,
            pieces_before: Candidate::parse(&cause.vfen, self.variant, self.shrinking.rulings, &[])
                .map_or(best.size.pieces, |candidate| candidate.pieces().len()),
            moves_before: route.len(),
            vfen: best.vfen,
            moves: best.candidate.moves,
            left_out,
            others: std::mem::take(&mut self.others),
            requests: self.requests(),
            end,
        })
    }

    /// The reason of the difference at the end of the search, given the clauses that explain it exactly.
    fn reason(
        &mut self,
        kind: Kind,
        detail: &Detail,
        path: PositionPath<'_>,
        exact: Option<Vec<Clause>>,
    ) -> Option<Reason> {
        let clause_switch = self.shrinking.clause_switch?;
        let vfen =
            if path.moves.is_empty() { path.vfen.to_owned() } else { self.sides.a.after(path).ok()? };
        Reason::among(LocatedDifference { kind, detail, vfen: &vfen, path }, clause_switch, exact)
    }

    /// Finds where to begin: the position of the cause itself if it shows the difference, or else the root with its
    /// moves. If single questions show nothing there, a descent may.
    fn find_start(&mut self, cause: &Cause, route: &[String]) -> Result<Option<Reproduction>, BackendError> {
        if matches!(cause.kind, Kind::Flaky | Kind::Unknown) {
            return Ok(None);
        }
        let root = self.shrinking.root.vfen;
        let vfen = self.sides.a.after(PositionPath { vfen: root, moves: &[] })?;
        let places = [(cause.vfen.clone(), Vec::new()), (vfen, route.to_vec())];
        for descends in [false, true] {
            if descends {
                self.target.descend(self.shrinking.depth.max(1));
            }
            for (vfen, moves) in &places {
                let candidate = Candidate::parse(vfen, self.variant, self.shrinking.rulings, moves);
                let Some(candidate) = candidate else { continue };
                let observation =
                    self.target.observe(&mut self.sides, PositionPath { vfen, moves }, &cause.detail);
                if let Observation::Same(observed) = observation {
                    let size = Size::measure(&candidate, self.shrinking.rulings);
                    return Ok(Some(Reproduction { candidate, size, vfen: vfen.clone(), observed }));
                }
            }
        }
        Ok(None)
    }

    /// The result for a cause that is not reproduced.
    fn not_reproduced(&mut self, cause: &Cause, root: &str, route: Vec<String>) -> ShrinkResult {
        ShrinkResult {
            others: std::mem::take(&mut self.others),
            requests: self.requests(),
            end: if self.is_over() { self.end() } else { SearchEnd::NotReproduced },
            ..ShrinkResult::not_reproduced(self.shrinking, cause, PositionPath { vfen: root, moves: &route })
        }
    }

    /// The smaller result of two searches that remove pieces in opposite orders.
    fn shrink_in_both_orders(&mut self, start: &Reproduction) -> Reproduction {
        let best = self.shrink_in_order(start.clone(), false);
        let other = self.shrink_in_order(start.clone(), true);
        if other.size < best.size { other } else { best }
    }

    /// Applies all edits until none gives a smaller position.
    fn shrink_in_order(&mut self, start: Reproduction, is_reversed: bool) -> Reproduction {
        let mut best = start;
        loop {
            let before = best.size.clone();
            best = self.play_moves_first(best);
            best = self.remove_pieces(best, is_reversed);
            best = self.remove_pairs(best);
            best = self.apply_repeatedly(best, Candidate::with_fewer_moves);
            best = self.apply_repeatedly(best, Candidate::without_rights);
            best = self.apply_repeatedly(best, Candidate::with_lower_counters);
            best = self.apply_to_each_piece(best, is_reversed, Candidate::with_plainer_piece);
            best = self.apply_repeatedly(best, Candidate::mirrored_or_swapped);
            best = self.apply_repeatedly(best, Candidate::without_gaps);
            best = self.apply_to_each_piece(best, is_reversed, Candidate::with_piece_nearer);
            if best.size == before || self.is_over() {
                return best;
            }
        }
    }

    /// Applies an edit as long as one of its candidates shows the difference.
    fn apply_repeatedly(
        &mut self,
        mut best: Reproduction,
        candidates: impl Fn(&Candidate) -> Vec<Candidate>,
    ) -> Reproduction {
        while let Some(reproduction) = self.first_reproducing(candidates(&best.candidate), &best) {
            best = reproduction;
        }
        best
    }

    /// Applies an edit once for every piece.
    fn apply_to_each_piece(
        &mut self,
        mut best: Reproduction,
        is_reversed: bool,
        candidates: impl Fn(&Candidate, Square) -> Vec<Candidate>,
    ) -> Reproduction {
        let mut pieces: Vec<_> = best.candidate.pieces().iter().map(|(square, _)| *square).collect();
        if is_reversed {
            pieces.reverse();
        }
        for square in pieces {
            if let Some(reproduction) = self.first_reproducing(candidates(&best.candidate, square), &best) {
                best = reproduction;
            }
        }
        best
    }

    fn first_reproducing(&mut self, candidates: Vec<Candidate>, best: &Reproduction) -> Option<Reproduction> {
        candidates.into_iter().find_map(|candidate| self.try_candidate(candidate, best))
    }

    /// Replaces the position by one further along the moves, all of them if possible.
    fn play_moves_first(&mut self, best: Reproduction) -> Reproduction {
        let length = best.candidate.moves.len();
        for played in (1..=length).rev() {
            let (first, rest) = best.candidate.moves.split_at(played);
            let Ok(vfen) = self.sides.a.after(PositionPath { vfen: &best.vfen, moves: first }) else {
                continue;
            };
            let candidate = Candidate::parse(&vfen, self.variant, self.shrinking.rulings, rest);
            if let Some(reproduction) = candidate.and_then(|candidate| self.try_candidate(candidate, &best)) {
                return reproduction;
            }
        }
        best
    }

    /// Returns the candidate if it is smaller and shows the difference.
    pub(super) fn try_candidate(
        &mut self,
        candidate: Candidate,
        best: &Reproduction,
    ) -> Option<Reproduction> {
        let size = Size::measure(&candidate, self.shrinking.rulings);
        if self.is_over() || size >= best.size {
            return None;
        }
        let vfen = vperft::inner::game::position::print(&candidate.position, self.shrinking.rulings);
        let key = (vfen, candidate.moves);
        if self.refused.contains(&key) {
            return None;
        }
        let reproduction = self.reproduce(&key, best);
        match &reproduction {
            Some(reproduction) => self
                .sides
                .observer
                .event(&SearchEvent::Smaller { pieces: reproduction.size.pieces, requests: self.requests() }),
            None => {
                self.refused.insert(key);
            }
        }
        reproduction
    }

    /// The candidate as the trusted side prints it, if it shows the difference.
    fn reproduce(
        &mut self,
        (vfen, moves): &(String, Vec<String>),
        best: &Reproduction,
    ) -> Option<Reproduction> {
        let mut vfen = vfen.clone();
        loop {
            let path = PositionPath { vfen: &vfen, moves };
            let observed = match self.target.observe(&mut self.sides, path, &best.observed.detail) {
                Observation::Same(observed) => observed,
                Observation::Other(kind, detail) => {
                    self.record_other(OtherDifference { kind, detail, vfen, moves: moves.clone() });
                    return None;
                }
                Observation::Nothing => return None,
            };
            if self.shrinking.accepts.is_some_and(|accepts| !accepts(path, &observed.detail)) {
                return None;
            }
            let printed = self.sides.a.after(PositionPath { vfen: &vfen, moves: &[] }).ok()?;
            if printed == vfen {
                let candidate = Candidate::parse(&vfen, self.variant, self.shrinking.rulings, moves)?;
                let size = Size::measure(&candidate, self.shrinking.rulings);
                return (size < best.size).then_some(Reproduction { candidate, size, vfen, observed });
            }
            // Printing is idempotent, so this loop ends.
            if self.is_over() {
                return None;
            }
            vfen = printed;
        }
    }

    /// Records another difference, unless it is known.
    fn record_other(&mut self, other: OtherDifference) {
        let known: BTreeSet<_> = self.others.iter().map(|other| (other.kind, other.detail.gist())).collect();
        if self.others.len() < MAX_OTHERS
            && !known.contains(&(other.kind, other.detail.gist()))
            && !self.is_over()
        {
            self.others.push(other);
        }
    }

    /// Determines the kind of the difference again; keeps the old kind if a side fails.
    fn kind(&mut self, best: &Reproduction) -> Kind {
        if self.sides.observer.is_stopped() {
            return self.target.kind;
        }
        let path = PositionPath { vfen: &best.vfen, moves: &best.candidate.moves };
        reclassify(&mut self.sides, path, &best.observed).unwrap_or(self.target.kind)
    }

    fn requests(&self) -> u64 {
        self.sides.a.requests + self.sides.b.requests - self.before
    }

    pub(super) fn is_over(&self) -> bool {
        self.sides.observer.is_stopped() || self.requests() >= self.shrinking.max_requests
    }

    fn end(&self) -> SearchEnd {
        match (self.sides.observer.is_stopped(), self.is_over()) {
            (true, _) => SearchEnd::Stopped,
            (false, true) => SearchEnd::MaxRequests,
            (false, false) => SearchEnd::Complete,
        }
    }
}
