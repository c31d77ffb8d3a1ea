//! The least that rules code needs to be checked: positions, legal moves, and playing them.

use super::Status;
use crate::game::position::Position;
use crate::game::variant::VariantId;
use std::error::Error;

/// A move generator, as engines and libraries have it. [`GeneratorBackend`](crate::backend::GeneratorBackend) asks it.
///
/// Methods that are not implemented are unsupported: without [`print`](MoveGenerator::print) the positions after moves, without
/// [`status`](MoveGenerator::status) the ends of games. Positions need not be cloned, see [`after`](MoveGenerator::after). Rules that
/// answer everything, and fast, implement [`Rules`](super::Rules).
pub trait MoveGenerator: Send + Sync {
    /// A position.
    type Position;
    /// A move of a position.
    type Move;

    /// The variant.
    fn variant(&self) -> VariantId {
        VariantId::CHESS
    }

    /// Sets up a position. [`fen`](crate::backend::fen) writes it as engines read it.
    ///
    /// # Errors
    /// If the generator refuses the position, with the reason. A [`BackendError`](crate::backend::BackendError) is taken as it is.
    fn read(&self, position: &Position) -> Result<Self::Position, Box<dyn Error + Send + Sync>>;

    /// The legal moves, each once.
    fn moves(&self, position: &mut Self::Position) -> Vec<Self::Move>;

    /// The text of a legal move: coordinates such as `e2e4`, `e7e8q` and, castling, `e1g1` or `e1h1`, or the canonical text.
    fn text(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// Plays a legal move, passes the position after it to `then`, and takes the move back. A generator that copies positions plays it on
    /// a copy.
    fn after<T>(
        &self,
        position: &mut Self::Position,
        mv: &Self::Move,
        then: impl FnOnce(&mut Self::Position) -> T,
    ) -> T;

    /// The position as FEN or VFEN. `None` if the generator writes none.
    fn print(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The status of the game, repetitions apart. `None` if the generator does not know it.
    fn status(&self, _position: &mut Self::Position) -> Option<Status> {
        None
    }

    /// Whether the side to move is in check. `None` if the generator does not know it.
    fn is_check(&self, _position: &Self::Position) -> Option<bool> {
        None
    }

    /// The number of legal moves.
    fn count(&self, position: &mut Self::Position) -> u64 {
        self.moves(position).len() as u64
    }
}
