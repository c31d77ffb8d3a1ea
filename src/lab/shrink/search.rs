//! The search for a smaller position.

use super::super::descend::{Cause, Detail, Kind, Side};
use super::edit::Candidate;
use super::size::Size;
use super::target::{Observation, ObservedDifference, OtherDifference, Sides, Target, reclassify};
use crate::backend::{BackendError, PositionPath};
use crate::game::board::{Square, SquareSet};
use crate::game::notation;
use crate::game::variant::{Clause, Rulings, Variant, VariantId};
use crate::lab::clause_switch::ClauseSwitch;
use crate::lab::reason::{Difference, Reason};
use crate::lab::search::{SearchEnd, SearchEvent, SearchObserver};
use serde::Serialize;
use std::collections::{BTreeSet, HashSet};

/// The most other differences that are recorded.
const MAX_OTHERS: usize = 20;
/// The most pieces on a board for which pairs are removed together.
const MAX_PIECES_FOR_PAIRS: usize = 12;

/// The settings of a shrink.
pub struct ShrinkSettings<'s> {
    pub variant: VariantId,
    /// The readings of both sides.
    pub rulings: &'s Rulings,
    /// The root from which the moves to the cause are played.
    pub root: PositionPath<'s>,
    /// The number of plies counted at the position of the cause.
    pub depth: u32,
    /// The most questions that both sides together may be asked.
    pub max_requests: u64,
    /// Opens the rules without a clause, to find the clauses behind the difference.
    pub clause_switch: Option<&'s ClauseSwitch<'s>>,
}

/// The result of a shrink.
#[derive(Clone, Debug, Serialize)]
pub struct ShrinkResult {
    /// The kind of the difference.
    pub kind: Kind,
    /// The difference.
    pub detail: Detail,
    /// The clauses behind the difference, the one that fits best first: without any one of them the rules answer as the
    /// tested side does. Empty if unknown.
    pub clauses: Vec<&'static str>,
    /// Why the difference is one, by the rules; `None` if it is not about the rules.
    pub reason: Option<Reason>,
    /// The position, as the trusted side prints it.
    pub vfen: String,
    /// The moves from there to where the sides differ.
    pub moves: Vec<String>,
    /// The number of pieces.
    #[serde(rename = "men")]
    pub pieces: usize,
    /// The number of pieces at the start.
    #[serde(rename = "men_before")]
    pub pieces_before: usize,
    /// The number of moves at the start.
    pub moves_before: usize,
    /// The classes that differed at the start, and do not differ here: see [`Detail::classes`].
    pub left_out: Vec<String>,
    /// Other differences that the search met, each once.
    pub others: Vec<OtherDifference>,
    /// The number of questions asked.
    pub requests: u64,
    /// Why the search ended.
    pub end: SearchEnd,
}

impl ShrinkResult {
    /// The result for a cause that is not reproduced at this position.
    pub(in crate::lab) fn not_reproduced(
        shrinking: &ShrinkSettings<'_>,
        cause: &Cause,
        path: PositionPath<'_>,
    ) -> Self {
        let candidate = Candidate::read(&cause.vfen, Variant::get(shrinking.variant), shrinking.rulings, &[]);
        let pieces = candidate.map_or(0, |candidate| candidate.pieces().len());
        let difference = Difference { kind: cause.kind, detail: &cause.detail, vfen: &cause.vfen, path };
        Self {
            kind: cause.kind,
            detail: cause.detail.clone(),
            clauses: Vec::new(),
            reason: shrinking.clause_switch.and_then(|clause_switch| Reason::of(difference, clause_switch)),
            vfen: path.vfen.to_owned(),
            moves: path.moves.to_vec(),
            pieces,
            pieces_before: pieces,
            moves_before: path.moves.len(),
            left_out: Vec::new(),
            others: Vec::new(),
            requests: 0,
            end: SearchEnd::NotReproduced,
        }
    }

    /// The result as a cause, without its path.
    #[must_use]
    pub fn cause(&self) -> Cause {
        Cause { kind: self.kind, detail: self.detail.clone(), vfen: self.vfen.clone(), path: Vec::new() }
    }
}

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
struct Reproduction {
    candidate: Candidate,
    size: Size,
    vfen: String,
    observed: ObservedDifference,
}

struct Search<'s, 'a, 'b> {
    shrinking: &'s ShrinkSettings<'s>,
    variant: &'static Variant,
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
            pieces_before: Candidate::read(&cause.vfen, self.variant, self.shrinking.rulings, &[])
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
        Reason::among(Difference { kind, detail, vfen: &vfen, path }, clause_switch, exact)
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
                let candidate = Candidate::read(vfen, self.variant, self.shrinking.rulings, moves);
                let Some(candidate) = candidate else { continue };
                let observation =
                    self.target.observe(&mut self.sides, PositionPath { vfen, moves }, &cause.detail);
                if let Observation::Same(observed) = observation {
                    let size = Size::of(&candidate, self.shrinking.rulings);
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
            let candidate = Candidate::read(&vfen, self.variant, self.shrinking.rulings, rest);
            if let Some(reproduction) = candidate.and_then(|candidate| self.try_candidate(candidate, &best)) {
                return reproduction;
            }
        }
        best
    }

    /// Removes pieces: all uninvolved ones at once, then smaller and smaller groups.
    fn remove_pieces(&mut self, mut best: Reproduction, is_reversed: bool) -> Reproduction {
        let (mut pieces, apart) = self.removal_order(&best, is_reversed);
        let mut group = apart.max(1);
        loop {
            let mut start = 0;
            while start < pieces.len() && !self.is_over() {
                let end = (start + group).min(pieces.len());
                match self.try_candidate(best.candidate.without(&pieces[start..end]), &best) {
                    Some(reproduction) => {
                        best = reproduction;
                        pieces.drain(start..end);
                        let candidate = &best.candidate;
                        pieces.retain(|square| candidate.position.piece(*square).is_some());
                    }
                    None => start = end,
                }
            }
            if group == 1 {
                return best;
            }
            group = (group / 2).min(pieces.len()).max(1);
        }
    }

    /// Removes two pieces at a time, if there are few.
    fn remove_pairs(&mut self, mut best: Reproduction) -> Reproduction {
        let (mut pieces, _) = self.removal_order(&best, false);
        if pieces.len() > MAX_PIECES_FOR_PAIRS {
            return best;
        }
        'pairs: loop {
            for one in 1..pieces.len() {
                for other in 0..one {
                    let pair = [pieces[other], pieces[one]];
                    if let Some(reproduction) = self.try_candidate(best.candidate.without(&pair), &best) {
                        best = reproduction;
                        let candidate = &best.candidate;
                        pieces.retain(|square| candidate.position.piece(*square).is_some());
                        continue 'pairs;
                    }
                }
            }
            return best;
        }
    }

    /// The squares of the removable pieces in the order of removal: uninvolved ones, then involved ones, then royals.
    /// Also returns the number of uninvolved ones.
    fn removal_order(&self, best: &Reproduction, is_reversed: bool) -> (Vec<Square>, usize) {
        let involved = self.involved(best);
        let royal = |kind| self.variant.entry(kind).is_some_and(|entry| entry.royal);
        let pieces = best.candidate.pieces();
        let is_needed = |piece: crate::game::variant::Piece| {
            let least = self.variant.entry(piece.kind).map_or(0, |entry| usize::from(entry.least));
            pieces.iter().filter(|(_, other)| *other == piece).count() <= least
        };
        let mut pieces: Vec<_> = pieces.iter().filter(|(_, piece)| !is_needed(*piece)).copied().collect();
        if is_reversed {
            pieces.reverse();
        }
        pieces.sort_by_key(|(square, piece)| (royal(piece.kind), involved.contains(*square)));
        let apart =
            pieces.iter().filter(|(square, piece)| !royal(piece.kind) && !involved.contains(*square)).count();
        (pieces.into_iter().map(|(square, _)| square).collect(), apart)
    }

    /// The squares that the first differing move names, and those of the moves to it.
    fn involved(&self, best: &Reproduction) -> SquareSet {
        let shape = best.candidate.position.shape;
        let first = match &best.observed.detail {
            Detail::Moves { missing, extra, duplicate } => {
                [missing, extra, duplicate].into_iter().flatten().take(1).cloned().collect()
            }
            Detail::Child { text, .. } => vec![text.clone()],
            _ => Vec::new(),
        };
        let texts = first.iter().chain(&best.candidate.moves);
        texts.flat_map(|text| notation::squares(self.variant, shape, text)).collect()
    }

    /// Returns the candidate if it is smaller and shows the difference.
    fn try_candidate(&mut self, candidate: Candidate, best: &Reproduction) -> Option<Reproduction> {
        let size = Size::of(&candidate, self.shrinking.rulings);
        if self.is_over() || size >= best.size {
            return None;
        }
        let vfen = crate::game::position::print(&candidate.position, self.shrinking.rulings);
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
            let printed = self.sides.a.after(PositionPath { vfen: &vfen, moves: &[] }).ok()?;
            if printed == vfen {
                let candidate = Candidate::read(&vfen, self.variant, self.shrinking.rulings, moves)?;
                let size = Size::of(&candidate, self.shrinking.rulings);
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

    fn is_over(&self) -> bool {
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
