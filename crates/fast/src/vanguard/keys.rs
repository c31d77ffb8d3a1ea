//! The random numbers for the keys of boards.

use super::tables::KINDS;
use crate::keys;
use std::array;

/// The random numbers of the features of a board.
#[derive(Debug)]
pub struct Keys {
    /// For a piece, by type, side and square.
    pub pieces: [[[u128; 256]; 2]; KINDS.len()],
    /// For an initial right, by square.
    pub unmoved: [u128; 256],
    /// For Black to move.
    pub black: u128,
}

impl Keys {
    /// The numbers, the same in every run.
    pub fn new() -> Self {
        let pieces =
            |kind: usize, color: usize| array::from_fn(|square| keys::key((kind, color, square as u64)));
        Self {
            pieces: array::from_fn(|kind| array::from_fn(|color| pieces(kind, color))),
            unmoved: keys::keys("unmoved"),
            black: keys::key("black to move"),
        }
    }
}
