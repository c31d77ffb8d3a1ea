//! The trait that a Rust author implements for the rules of a variant, and the status of a game.
//!
//! This module knows no particular rules and no backend. Its default methods count in the simplest way, and read the texts of the rules.

mod generator;

pub use crate::game::variant::Status;
pub use generator::MoveGenerator;

use crate::game::classes;
use crate::game::classes::ClassError;
use crate::game::notation;
use crate::game::notation::Move;
use crate::game::position;
use crate::game::position::{Position, VfenError, VfenErrorKind};
use crate::game::variant::{Standard, Variant, VariantId};

/// The rules of one variant.
///
/// Moves are never taken back: [`play`](Rules::play) returns the child as a new position. The default methods count by generating moves.
/// An implementation that counts faster overrides them.
///
/// Threads share the rules and send positions and moves to each other.
pub trait Rules: Sync {
    /// A position, with everything that affects the rest of the game.
    type Position: Clone + Send + Sync;
    /// A move of a position.
    type Move: Clone + Send + Sync;

    /// The variant of these rules.
    fn variant(&self) -> VariantId;

    /// Parses a VFEN.
    ///
    /// # Errors
    /// If the VFEN is malformed or the position is invalid.
    fn parse(&self, vfen: &str) -> Result<Self::Position, VfenError>;

    /// The canonical VFEN of a position.
    fn print(&self, position: &Self::Position) -> String;

    /// Appends the legal moves, each once (GEN-MOVE), in any order.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Appends the legal moves whose mover starts on the square of this name. The default selects them by their texts.
    fn legal_moves_of(&self, position: &Self::Position, square: &str, moves: &mut Vec<Self::Move>) {
        let mut all = Vec::new();
        self.legal_moves(position, &mut all);
        all.retain(|mv| notation::starts_on(&self.move_text(position, mv), square));
        moves.append(&mut all);
    }

    /// The position after a legal move, automatic consequences included.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// The canonical text of a legal move.
    fn move_text(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// The status of a position that has occurred `occurrences` times in the game, this time included.
    fn status(&self, position: &Self::Position, occurrences: u32) -> Status;

    /// The position as data, by which moves are sorted into classes. The default reads what [`print`](Rules::print) writes.
    ///
    /// # Errors
    /// If that is not a VFEN of the variant under the default readings.
    fn position_data(&self, position: &Self::Position) -> Result<Position, ClassError> {
        let text = self.print(position);
        let read = position::parse(&text, Variant::get(self.variant()), &Standard);
        read.map_err(|error| ClassError::new(text, &error))
    }

    /// A legal move as data. The default reads what [`move_text`](Rules::move_text) writes. `before` is the position as data.
    ///
    /// # Errors
    /// If that is not the text of a move of the variant.
    fn move_data(
        &self,
        position: &Self::Position,
        mv: &Self::Move,
        before: &Position,
    ) -> Result<Move, ClassError> {
        classes::read_move(Variant::get(self.variant()), before.shape, &self.move_text(position, mv))
    }

    /// Whether the side to move obeys check and is in check. The default lets that side pass, and asks [`parse`](Rules::parse) whether
    /// its King could be captured then.
    ///
    /// # Errors
    /// If `parse` refuses that position for another reason.
    fn is_check(&self, position: &Self::Position) -> Result<bool, ClassError> {
        let text = self.print(position);
        let passed = position::pass(&text).ok_or_else(|| ClassError::new(text, &"expected six fields"))?;
        match self.parse(&passed) {
            Ok(_) => Ok(false),
            Err(error) if error.kind == VfenErrorKind::KingCapturable => Ok(true),
            Err(error) => Err(ClassError::new(passed, &error)),
        }
    }

    /// A key that two positions share if and only if they count as the same for repetition (GEN-REPEAT).
    fn key(&self, position: &Self::Position) -> u128;

    /// Whether positions with the same [`key`](Rules::key) have the same perft at every depth, so that a hash table can store counts by
    /// key. This is false if a counter outside of the key ends lines early (GEN-PERFT).
    fn has_count_by_key(&self) -> bool {
        true
    }

    /// The number of legal moves. `buffer` is scratch space and unchanged afterwards.
    fn count_legal(&self, position: &Self::Position, buffer: &mut Vec<Self::Move>) -> u64 {
        let base = buffer.len();
        self.legal_moves(position, buffer);
        let count = buffer.len() - base;
        buffer.truncate(base);
        count as u64
    }

    /// The number of legal moves of all children together, which is perft 2. `buffer` is scratch space and unchanged afterwards.
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

    /// The fewest plies left at which a look-up in a large hash table is cheaper than counting. Rules that count the last ply faster than
    /// a look-up (100 to 200 ns) return 2.
    fn min_hash_depth(&self) -> u32 {
        1
    }

    /// The number of legal move sequences of length `depth` (GEN-PERFT), with bulk counting at the last ply. `buffer` is scratch space and
    /// unchanged afterwards. All plies share it as a stack, so that no node allocates.
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
