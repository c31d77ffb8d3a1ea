//! Moves of this generator, and their receivers.

use super::attack::Shelter;
use super::compile::Walk;
use crate::game::board::{Square, SquareSet};
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::generators::Alteration;

/// A move, and what it leaves for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataMove {
    /// The move.
    pub mv: Move,
    /// The square on which the mover may be captured en passant.
    pub passed: Option<Square>,
}

impl From<Move> for DataMove {
    #[inline]
    fn from(mv: Move) -> Self {
        Self { mv, passed: None }
    }
}

/// Receives the pseudo-legal moves of pieces.
pub(super) trait Sink {
    /// Receives a move.
    fn push(&mut self, mv: DataMove);

    /// Whether only captures matter, without promotions.
    const CAPTURES_ONLY: bool;

    /// Whether no further move matters.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }

    /// Whether a walk matters that begins with this step of a first leg on this square.
    #[inline]
    fn wants(&self, _walk: &Walk, _step: usize, _from: Square) -> bool {
        true
    }

    /// Learns that a walk depends on what is on a square, and whether that is nothing.
    #[inline]
    fn saw(&mut self, _: Square, _is_empty: bool) {}
}

impl Sink for Vec<DataMove> {
    const CAPTURES_ONLY: bool = false;

    #[inline]
    fn push(&mut self, mv: DataMove) {
        Self::push(self, mv);
    }
}

/// Finds out whether a move captures on a square.
pub(super) struct CaptureOn<'a> {
    pub square: Square,
    /// What leaves pseudo-legal moves out, and the position.
    pub altered: Option<(&'a Alteration, &'a Position)>,
    pub found: bool,
    /// Whether a piece on a square that was empty can only hinder the walks.
    pub is_only_blocked: bool,
    /// The squares on which the walks of this piece depended.
    pub walked: SquareSet,
    /// What the walks so far depended on.
    pub shelter: Shelter,
}

impl Sink for CaptureOn<'_> {
    const CAPTURES_ONLY: bool = true;

    #[inline]
    fn push(&mut self, DataMove { mv, .. }: DataMove) {
        let captures = mv.to == Some(self.square) || mv.removals.contains(self.square);
        self.found |=
            captures && self.altered.is_none_or(|(alteration, position)| alteration(position, &mv).is_some());
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.found
    }

    #[inline]
    fn wants(&self, walk: &Walk, step: usize, from: Square) -> bool {
        walk.reach(step, from).contains(self.square)
    }

    #[inline]
    fn saw(&mut self, square: Square, is_empty: bool) {
        self.walked.insert(square);
        if !self.is_only_blocked {
            self.shelter.unchanged.insert(square);
        } else if !is_empty {
            self.shelter.kept.insert(square);
        }
    }
}
