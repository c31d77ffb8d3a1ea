//! Removes pieces from a position.

use super::search::{Reproduction, Search};
use vperft::inner::game::board::{Square, SquareSet};
use vperft::inner::game::notation;
use vperft::inner::game::variant::Piece;

/// The most pieces on a board for which pairs are removed together.
const MAX_PIECES_FOR_PAIRS: usize = 12;

impl Search<'_, '_, '_> {
    /// Removes pieces: all uninvolved ones at once, then smaller and smaller groups.
    pub(super) fn remove_pieces(&mut self, mut best: Reproduction, is_reversed: bool) -> Reproduction {
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
    pub(super) fn remove_pairs(&mut self, mut best: Reproduction) -> Reproduction {
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
        let is_needed = |piece: Piece| {
            let least = self
                .variant
                .entry(piece.kind)
                .map_or(0, |entry| usize::from(entry.least.for_color(piece.color)));
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
        let first = best.observed.detail.moves().next();
        let texts = first.into_iter().chain(&best.candidate.moves);
        texts.flat_map(|text| notation::squares(self.variant, shape, text)).collect()
    }
}
