//! The trait a Rust author implements, and the status words its answers use.
//!
//! This module knows no rule, no backend and no way of counting but the plainest.

pub use crate::game::variant::Status;

use crate::game::position::VfenError;
use crate::game::variant::VariantId;

/// The rules of one variant.
///
/// Positions are copied, never undone: [`play`](Rules::play) returns the child. The defaults count by
/// generating; an implementation that can count faster overrides them.
///
/// Threads share the rules and hand positions and moves to each other.
pub trait Rules: Sync {
    /// A position. Everything that can change the future is in it.
    type Position: Clone + Send + Sync;
    /// A move of a position.
    type Move: Clone + Send + Sync;

    /// The variant these rules are of.
    fn variant(&self) -> VariantId;

    /// Reads a VFEN.
    ///
    /// # Errors
    /// If it is malformed or the position invalid.
    fn parse(&self, vfen: &str) -> Result<Self::Position, VfenError>;

    /// The canonical VFEN of a position.
    fn print(&self, position: &Self::Position) -> String;

    /// Appends the legal moves, each once (GEN-MOVE), in any order.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move, automatic consequences included.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// The canonical text of a legal move.
    fn move_text(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// The status of a position that has occurred so often in the game, this time included.
    fn status(&self, position: &Self::Position, occurrences: u32) -> Status;

    /// A key that two positions share exactly if they are the same for repetition (GEN-REPEAT).
    fn key(&self, position: &Self::Position) -> u128;

    /// Whether positions of one [`key`](Rules::key) have the same perft at every depth, so that counts may be
    /// remembered by it. They have unless a counter that is no part of the key cuts lines off (GEN-PERFT).
    fn has_count_by_key(&self) -> bool {
        true
    }

    /// How many legal moves the position has. `buffer` is for use in between and comes back as it was.
    fn count_legal(&self, position: &Self::Position, buffer: &mut Vec<Self::Move>) -> u64 {
        let base = buffer.len();
        self.legal_moves(position, buffer);
        let count = buffer.len() - base;
        buffer.truncate(base);
        count as u64
    }

    /// How many legal moves the children have together: perft 2. `buffer` is for use in between and comes back as it
    /// was.
    fn count_replies(&self, position: &Self::Position, buffer: &mut Vec<Self::Move>) -> u64 {
        let base = buffer.len();
        self.legal_moves(position, buffer);
        let mut total = 0;
        for index in base..buffer.len() {
            let child = self.play(position, &buffer[index]);
            total += self.count_legal(&child, buffer);
        }
        buffer.truncate(base);
        total
    }

    /// The fewest plies left at which looking a count up in a large table is cheaper than counting. Rules that
    /// count their last ply in less time than a look-up takes, a hundred nanoseconds or two, say 2.
    fn min_hash_depth(&self) -> u32 {
        1
    }

    /// The number of legal move sequences of length `depth` (GEN-PERFT), with bulk counting at the last ply. `buffer`
    /// is for use in between and comes back as it was: all plies share it as a stack, so that no node allocates.
    fn perft(&self, position: &Self::Position, depth: u32, buffer: &mut Vec<Self::Move>) -> u128 {
        match depth {
            0 => return 1,
            1 => return u128::from(self.count_legal(position, buffer)),
            2 => return u128::from(self.count_replies(position, buffer)),
            _ => {}
        }
        let base = buffer.len();
        self.legal_moves(position, buffer);
        let mut total = 0;
        for index in base..buffer.len() {
            let child = self.play(position, &buffer[index]);
            total += self.perft(&child, depth - 1, buffer);
        }
        buffer.truncate(base);
        total
    }
}
