//! The frame every variant shares: a [`Game`] over its own compact board, as [`Rules`].

use crate::game::board::Square;
use crate::game::notation;
use crate::game::notation::Move;
use crate::game::position;
use crate::game::position::{Position, VfenError};
use crate::game::rules::{Rules, Status};
use crate::game::variant::{Rulings, Sealed, Standard, Variant, VariantId};
use pulp::NullaryFnOnce;
#[cfg(target_arch = "x86_64")]
use pulp::x86::V3;

/// The rules of a variant over a compact board. Only this crate implements it.
///
/// `replies` and what it calls are `#[inline(always)]`: the frame compiles the last two plies for newer processors, which count the
/// bits of a word in one instruction. `count`, and `moves` where it is no slower for it, are `#[inline(never)]`: they are large, and
/// every copy takes seconds to compile.
pub trait Game: Sealed + Send + Sync {
    /// Which variant it is.
    const VARIANT: VariantId;
    /// A position: small, copied for every child.
    type Board: Copy + Send + Sync;
    /// A move: small.
    type PackedMove: Copy + Send + Sync;

    /// The board of a position that obeys every rule of validity but GEN-CHECK. An en passant square is kept
    /// only if a legal capture there exists.
    fn read(&self, position: &Position) -> Self::Board;

    /// The position of a board.
    fn write(&self, board: &Self::Board) -> Position;

    /// The King of the side not to move, if it obeys check and could be captured (GEN-CHECK).
    fn exposed_king(&self, board: &Self::Board) -> Option<Square>;

    /// Appends the legal moves, each once.
    fn moves(&self, board: &Self::Board, moves: &mut Vec<Self::PackedMove>);

    /// How many legal moves there are, counted without making a list.
    fn count(&self, board: &Self::Board) -> u64;

    /// How many legal moves the children by these moves, all the legal ones and at least one, have together.
    fn replies(&self, board: &Self::Board, packed_moves: &[Self::PackedMove]) -> u64;

    /// How many legal moves the children have together. `stack` comes back as it was.
    #[inline(always)]
    fn count_two(&self, board: &Self::Board, stack: &mut Vec<Self::PackedMove>) -> u64 {
        let base = stack.len();
        self.moves(board, stack);
        let total = if stack.len() == base { 0 } else { self.replies(board, &stack[base..]) };
        stack.truncate(base);
        total
    }

    /// The child by a legal move, automatic consequences included.
    fn play(&self, board: &Self::Board, packed: Self::PackedMove) -> Self::Board;

    /// A legal move as the notation knows it.
    fn describe(&self, board: &Self::Board, packed: Self::PackedMove) -> Move;

    /// A key that two boards share exactly if they are the same for repetition (GEN-REPEAT).
    fn key(&self, board: &Self::Board) -> u128;

    /// The status of a position that has occurred so often.
    fn status(&self, board: &Self::Board, occurrences: u32) -> Status;
}

/// The rules of a variant, as a [`Game`] in the frame.
#[derive(Debug)]
pub struct Fast<G> {
    game: G,
    #[cfg(target_arch = "x86_64")]
    processor: Option<V3>,
}

impl<G: Game> Fast<G> {
    /// The game, on the processor this runs on.
    pub fn new(game: G) -> Self {
        Self {
            game,
            #[cfg(target_arch = "x86_64")]
            processor: V3::try_new(),
        }
    }

    /// Counts the last two plies, compiled for newer processors; none if this runs on an older one.
    fn count_together(&self, board: &G::Board, stack: &mut Vec<G::PackedMove>) -> Option<u64> {
        let last_two = LastTwo { game: &self.game, board, stack };
        #[cfg(target_arch = "x86_64")]
        return Some(self.processor?.vectorize(last_two));
        // Elsewhere there is one kind of processor only.
        #[cfg(not(target_arch = "x86_64"))]
        Some(last_two.call())
    }

    /// Counts the last two plies child by child. Compiled for older processors, what counts them together would take as long to
    /// compile again as for newer ones.
    pub(super) fn count_children(&self, board: &G::Board, stack: &mut Vec<G::PackedMove>) -> u64 {
        let base = stack.len();
        self.list(board, stack);
        let children = stack[base..].iter().map(|&packed| self.game.play(board, packed));
        let total = children.map(|child| self.count(&child)).sum();
        stack.truncate(base);
        total
    }

    /// Lists the legal moves.
    #[inline(never)]
    fn list(&self, board: &G::Board, moves: &mut Vec<G::PackedMove>) {
        self.game.moves(board, moves);
    }

    /// Counts the last ply.
    pub(super) fn count(&self, board: &G::Board) -> u64 {
        self.game.count(board)
    }
}

/// Counts the last two plies.
struct LastTwo<'a, G: Game> {
    game: &'a G,
    board: &'a G::Board,
    stack: &'a mut Vec<G::PackedMove>,
}

impl<G: Game> NullaryFnOnce for LastTwo<'_, G> {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
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
        let board = self.game.read(&position);
        match self.game.exposed_king(&board) {
            None => Ok(board),
            Some(king) => Err(VfenError::king_capturable(vfen, &position, variant, king)),
        }
    }

    fn print(&self, board: &G::Board) -> String {
        position::print(&self.game.write(board), const { &Rulings::DEFAULT })
    }

    fn legal_moves(&self, board: &G::Board, moves: &mut Vec<G::PackedMove>) {
        self.list(board, moves);
    }

    fn play(&self, board: &G::Board, packed: &G::PackedMove) -> G::Board {
        self.game.play(board, *packed)
    }

    fn move_text(&self, board: &G::Board, packed: &G::PackedMove) -> String {
        notation::text(Variant::get(G::VARIANT), &self.game.describe(board, *packed))
    }

    fn status(&self, board: &G::Board, occurrences: u32) -> Status {
        self.game.status(board, occurrences)
    }

    fn key(&self, board: &G::Board) -> u128 {
        self.game.key(board)
    }

    fn count_legal(&self, board: &G::Board, _: &mut Vec<G::PackedMove>) -> u64 {
        self.count(board)
    }

    fn count_replies(&self, board: &G::Board, stack: &mut Vec<G::PackedMove>) -> u64 {
        self.count_together(board, stack).unwrap_or_else(|| self.count_children(board, stack))
    }

    fn min_hash_depth(&self) -> u32 {
        2
    }
}
