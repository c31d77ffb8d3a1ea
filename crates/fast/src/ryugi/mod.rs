//! Ryugi on a board of two words.
//!
//! Checks, pins and castling are found outward from the King ([`node`]). Slides are counted for all riders at once ([`lines`]). Only en
//! passant captures are tried. Written from `suites/ryugi/RULES.md` alone.

mod board;
mod count;
mod kinds;
mod lines;
mod moves;
mod night;
mod node;
mod pawns;
mod play;
mod replies;
mod sets;
mod tables;
mod watch;

use super::frame::Game;
use crate::set::Set;
use kinds::{BISHOP, KING, KIRIN, KNIGHT};
use replies::replies;
use tables::{GRID, TABLES, Tables};
use vperft::inner::game::board::Square;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Sealed, VariantId};

/// The rules of Ryugi.
#[derive(Clone, Copy, Debug)]
pub struct Ryugi {
    tables: &'static Tables,
}

impl Default for Ryugi {
    /// The rules, with their tables.
    fn default() -> Self {
        Self { tables: &TABLES }
    }
}

impl Sealed for Ryugi {}

impl Game for Ryugi {
    const VARIANT: VariantId = VariantId::RYUGI;
    type Board = board::Board;
    type PackedMove = moves::PackedMove;

    fn board(&self, position: &Position) -> Self::Board {
        board::Board::from_position(self.tables, position)
    }

    fn write(&self, board: &Self::Board) -> Position {
        board.write()
    }

    fn turn(&self, board: &Self::Board) -> Color {
        board.turn
    }

    fn halfmove(&self, board: &Self::Board) -> u32 {
        board.halfmove
    }

    fn exposed_king(&self, board: &Self::Board, side: Color) -> Option<Square> {
        let (king, enemies) = (board.pieces.king(side), board.pieces.colors[!side as usize]);
        let is_attacked = node::attacked(self.tables, board, side, king, board.pieces.occupied(), enemies);
        is_attacked.then(|| GRID.square(king))
    }

    #[inline(always)]
    fn moves(&self, board: &Self::Board, list: &mut Vec<Self::PackedMove>) {
        moves::moves(self.tables, board, list);
    }

    fn count(&self, board: &Self::Board) -> u64 {
        count::count(self.tables, board)
    }

    #[inline(always)]
    fn play(&self, board: &Self::Board, packed: Self::PackedMove) -> Self::Board {
        play::play(self.tables, board, packed)
    }

    #[inline(always)]
    fn replies(&self, board: &Self::Board, packed_moves: &[Self::PackedMove]) -> u64 {
        replies(self.tables, board, packed_moves)
    }

    fn describe(&self, board: &Self::Board, packed: Self::PackedMove) -> Move {
        play::describe(board, packed)
    }

    fn key(&self, board: &Self::Board) -> u128 {
        board.key(self.tables)
    }

    /// The Kings and at most a Knight, or any Bishops and Kirins that are all on squares of one colour (RYU-DRAW-DEAD).
    fn is_dead(&self, board: &Self::Board) -> bool {
        let kinds = &board.pieces.kinds;
        let others = board.pieces.occupied() - kinds[KING];
        let light: Set<2> = (0..GRID.len()).filter(|square| (square / 10 + square % 10) % 2 == 1).collect();
        let keep_color = (others - kinds[BISHOP] - kinds[KIRIN]).is_empty();
        let one_color = !others.meets(light) || (others - light).is_empty();
        let lone_knight = others.len() == 1 && others.meets(kinds[KNIGHT]);
        lone_knight || (keep_color && one_color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::along_games;
    use proptest::prop_assert_eq;

    #[test]
    fn boards_along_random_games_are_consistent() {
        const PROMOTIONS: &[&str] = &["4k5/PPP4PPP/10/10/4pP4/10/10/10/ppp4ppp/R4K3R w * - 0 1"];
        along_games::<Ryugi>(24, 120, PROMOTIONS, |played, read| {
            prop_assert_eq!(read.lines, played.lines, "the boards by direction: parsed and played");
            Ok(())
        });
    }
}
