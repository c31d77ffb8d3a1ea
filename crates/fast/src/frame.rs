//! The frame that all variants share: it makes a [`Game`] over a compact board into [`Rules`].

use pulp::{Arch, Simd, WithSimd};
use vperft::inner::game::board::Square;
use vperft::inner::game::classes::ClassError;
use vperft::inner::game::notation;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position;
use vperft::inner::game::position::{Position, VfenError};
use vperft::inner::game::rules::{Rules, Status};
use vperft::inner::game::variant::{Color, Rulings, Sealed, Standard, Variant, VariantId};

/// The rules of a variant over a compact board. Only this crate implements it.
///
/// `replies` and everything it calls are `#[inline(always)]`: only then are they compiled for the processor that [`Fast`] finds, where
/// counting the bits of a word takes one instruction.
pub trait Game: Sealed + Send + Sync {
    /// The variant.
    const VARIANT: VariantId;
    /// A position: small, because every child is a copy.
    type Board: Copy + Send + Sync;
    /// A move.
    type PackedMove: Copy + Send + Sync;

    /// The board of a position that obeys every rule of validity except GEN-CHECK. The board has an en passant square only if a legal
    /// capture on it exists.
    fn board(&self, position: &Position) -> Self::Board;

    /// The position of a board.
    fn write(&self, board: &Self::Board) -> Position;

    /// The side to move.
    fn turn(&self, board: &Self::Board) -> Color;

    /// Plies since the last capture or Pawn move (GEN-CLOCK).
    fn halfmove(&self, board: &Self::Board) -> u32;

    /// The King of a side, if that side obeys check and its enemy could capture the King (GEN-CHECK).
    fn exposed_king(&self, board: &Self::Board, side: Color) -> Option<Square>;

    /// Appends the legal moves, each once.
    fn moves(&self, board: &Self::Board, moves: &mut Vec<Self::PackedMove>);

    /// The number of legal moves, counted without a list.
    fn count(&self, board: &Self::Board) -> u64;

    /// The number of legal moves of all children together, given all legal moves, of which there is at least one.
    fn replies(&self, board: &Self::Board, packed_moves: &[Self::PackedMove]) -> u64;

    /// The number of legal moves of all children together. `stack` is unchanged afterwards.
    #[inline(always)]
    fn count_two(&self, board: &Self::Board, stack: &mut Vec<Self::PackedMove>) -> u64 {
        let base = stack.len();
        self.moves(board, stack);
        let total = if stack.len() == base { 0 } else { self.replies(board, &stack[base..]) };
        stack.truncate(base);
        total
    }

    /// The child by a legal move, with automatic consequences.
    fn play(&self, board: &Self::Board, packed: Self::PackedMove) -> Self::Board;

    /// A legal move in the form of the notation.
    fn describe(&self, board: &Self::Board, packed: Self::PackedMove) -> Move;

    /// A key that two boards share if and only if they count as the same for repetition (GEN-REPEAT).
    fn key(&self, board: &Self::Board) -> u128;

    /// The status of a game that is over because a side has no royal piece left (GEN-OVER).
    fn decided(&self, _: &Self::Board) -> Option<Status> {
        None
    }

    /// Whether neither side can ever checkmate, where that is a draw.
    fn is_dead(&self, _: &Self::Board) -> bool {
        false
    }

    /// The status of a position that has occurred `occurrences` times, this time included: a lost royal piece, then checkmate and
    /// stalemate, then the draws (GEN-REPEAT).
    fn status(&self, board: &Self::Board, occurrences: u32) -> Status {
        if let Some(status) = self.decided(board) {
            return status;
        }
        if self.count(board) == 0 {
            let is_check = self.exposed_king(board, self.turn(board)).is_some();
            return if is_check { Status::Checkmate } else { Status::Stalemate };
        }
        let limit = Variant::get(Self::VARIANT).counter_limit;
        if occurrences >= 3 {
            Status::DrawRepetition
        } else if limit.is_some_and(|limit| self.halfmove(board) >= limit) {
            Status::DrawCounter
        } else if self.is_dead(board) {
            Status::DrawDead
        } else {
            Status::Ongoing
        }
    }
}

/// A [`Game`] as [`Rules`], on the processor that the program runs on.
#[derive(Debug)]
pub struct Fast<G> {
    game: G,
    arch: Arch,
}

impl<G: Game> Fast<G> {
    /// The rules of a game. Detects what the processor can do.
    pub fn new(game: G) -> Self {
        Self { game, arch: Arch::new() }
    }
}

/// Counts the last two plies. A type, because [`Arch::dispatch`] compiles its method for every kind of processor.
struct LastTwo<'a, G: Game> {
    game: &'a G,
    board: &'a G::Board,
    stack: &'a mut Vec<G::PackedMove>,
}

impl<G: Game> WithSimd for LastTwo<'_, G> {
    type Output = u64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> u64 {
        self.game.count_two(self.board, self.stack)
    }
}

impl<G: Game> Rules for Fast<G> {
    type Position = G::Board;
    type Move = G::PackedMove;

    fn variant(&self) -> VariantId {
        G::VARIANT
    }

    fn parse(&self, vfen: &str) -> Result<G::Board, VfenError> {
        let variant = Variant::get(G::VARIANT);
        let position = position::parse(vfen, variant, &Standard)?;
        let board = self.game.board(&position);
        match self.game.exposed_king(&board, !position.turn) {
            None => Ok(board),
            Some(king) => Err(VfenError::king_capturable(vfen, &position, variant, king)),
        }
    }

    fn print(&self, board: &G::Board) -> String {
        position::print(&self.game.write(board), const { &Rulings::DEFAULT })
    }

    fn legal_moves(&self, board: &G::Board, moves: &mut Vec<G::PackedMove>) {
        self.game.moves(board, moves);
    }

    fn play(&self, board: &G::Board, packed: &G::PackedMove) -> G::Board {
        self.game.play(board, *packed)
    }

    fn move_text(&self, board: &G::Board, packed: &G::PackedMove) -> String {
        notation::text(Variant::get(G::VARIANT), &self.game.describe(board, *packed))
    }

    fn position_data(&self, board: &G::Board) -> Result<Position, ClassError> {
        Ok(self.game.write(board))
    }

    fn move_data(&self, board: &G::Board, packed: &G::PackedMove, _: &Position) -> Result<Move, ClassError> {
        Ok(self.game.describe(board, *packed))
    }

    fn is_check(&self, board: &G::Board) -> Result<bool, ClassError> {
        Ok(self.game.exposed_king(board, self.game.turn(board)).is_some())
    }

    fn status(&self, board: &G::Board, occurrences: u32) -> Status {
        self.game.status(board, occurrences)
    }

    fn key(&self, board: &G::Board) -> u128 {
        self.game.key(board)
    }

    fn count_legal(&self, board: &G::Board, _: &mut Vec<G::PackedMove>) -> u64 {
        self.game.count(board)
    }

    fn count_replies(&self, board: &G::Board, stack: &mut Vec<G::PackedMove>) -> u64 {
        self.arch.dispatch(LastTwo { game: &self.game, board, stack })
    }

    fn min_hash_depth(&self) -> u32 {
        2
    }
}
