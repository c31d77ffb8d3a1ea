//! The notation of engines for positions and moves: FEN and coordinates.
//!
//! Invariant: a position or move that the notation cannot express is refused with the reason, never guessed. This module knows only
//! the rules that translating needs, and no program.

#[doc(hidden)]
pub mod coordinates;
#[doc(hidden)]
pub mod fen;
#[doc(hidden)]
pub mod squares;
