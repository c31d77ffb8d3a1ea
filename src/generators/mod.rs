//! The built-in move generators, written independently of each other.
//!
//! `reference` is written to be read next to the rules text, the package `vperft-fast` for speed, and `data` plays what `variant.json` says. They share
//! squares, positions, moves and VFEN, but no move generation: their agreement is the evidence for every expected value.

pub mod data;
pub mod kinds;
pub mod reference;

use crate::backend::Dispatch;
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::variant::Rulebook;
use std::sync::Arc;

/// The move in place of a pseudo-legal one, for the rules of a program with a known mistake; `None` if there is none.
pub type Alteration = Arc<dyn Fn(&Position, &Move) -> Option<Move> + Send + Sync>;

/// The rules of all variants under one rulebook: those of `reference`, and from data for the variants that it does not have.
pub fn oracle<B: Rulebook + Clone + 'static>(book: &B) -> Dispatch {
    data::fill(reference::all(book), book)
}
