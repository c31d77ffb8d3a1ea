//! The notation of engines for positions and moves: FEN and coordinates.
//!
//! Invariant: a position or move that the notation cannot express is refused with the reason, never guessed. This module knows only
//! the rules that translating needs, and no program.

pub(crate) mod coordinates;
pub(crate) mod fen;
pub(crate) mod squares;
