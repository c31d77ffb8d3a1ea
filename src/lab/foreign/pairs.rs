//! Distinguishes counts of depth 1, 2, ... from a depth with its count, and from counts that begin with depth 0.

use super::position::read_position;
use crate::game::variant::Variant;
use std::collections::BTreeMap;

/// The meaning of two numbers behind a FEN, which is the same in a whole suite.
pub(super) struct Pairs<'v> {
    pub variant: &'v Variant,
    /// Whether the first is a depth; `None` before the first pair.
    is_depth_with_count: Option<bool>,
}

impl<'v> Pairs<'v> {
    pub const fn new(variant: &'v Variant) -> Self {
        Self { variant, is_depth_with_count: None }
    }

    /// The counts by depth that numbers behind a FEN are.
    pub fn counts(&mut self, fen: &str, numbers: &[u128]) -> BTreeMap<u32, u128> {
        if let [first, count] = *numbers
            && let Ok(depth) = u32::try_from(first)
            && self.is_depth_with_count(fen, first)
        {
            return BTreeMap::from([(depth, count)]);
        }
        let first = numbers.first().map_or(1, |first| self.first_depth(fen, *first));
        (first..).zip(numbers.iter().copied()).collect()
    }

    /// The depth of the first of several counts: 0 if it is 1 and the position has another number of legal moves.
    pub fn first_depth(&self, fen: &str, count: u128) -> u32 {
        u32::from(count != 1 || self.legal_moves(fen).is_none_or(|legal| legal == 1))
    }

    /// Whether two numbers are a depth and its count: unless the first position with two numbers has as many legal moves as the first says.
    fn is_depth_with_count(&mut self, fen: &str, first: u128) -> bool {
        let is_depth = || self.legal_moves(fen).is_some_and(|legal| legal != first);
        let is_depth = self.is_depth_with_count.unwrap_or_else(is_depth);
        *self.is_depth_with_count.insert(is_depth)
    }

    /// The number of legal moves. `None` if the text is not a position of the variant.
    fn legal_moves(&self, fen: &str) -> Option<u128> {
        Some(read_position(self.variant, fen).ok()?.legal_moves()?.len() as u128)
    }
}
