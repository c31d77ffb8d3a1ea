//! Ryugi on a board of two words.
//!
//! Check, pins and castling are found by looking outward from the King ([`node`]); slides are counted for all
//! riders at once ([`lines`]). Nothing but en passant is tried. Written from `suites/ryugi/RULES.md` alone.

mod board;
mod count;
mod kinds;
mod lines;
mod moves;
mod night;
mod node;
mod outcome;
mod pawns;
mod play;
mod sets;
mod tables;

use super::frame::Game;
use crate::board::Square;
use crate::notation::Move;
use crate::position::Position;
use crate::rules::Status;
use crate::variant::VariantId;
use tables::{GRID, TABLES, Tables};

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

impl Game for Ryugi {
    const VARIANT: VariantId = VariantId::Ryugi;
    type Board = board::Board;
    type Step = moves::Step;

    fn read(&self, position: &Position) -> Self::Board {
        board::Board::read(self.tables, position)
    }

    fn write(&self, board: &Self::Board) -> Position {
        board.write()
    }

    fn exposed_king(&self, board: &Self::Board) -> Option<Square> {
        let (mover, other) = (board.men.colors[board.turn as usize], !board.turn);
        let king = board.men.king(other);
        let exposed = node::attacked(self.tables, board, other, king, board.men.occupied(), mover);
        exposed.then(|| GRID.square(king))
    }

    #[inline(always)]
    fn moves(&self, board: &Self::Board, list: &mut Vec<Self::Step>) {
        moves::moves(self.tables, board, list);
    }

    #[inline(always)]
    fn count(&self, board: &Self::Board) -> u64 {
        count::count(self.tables, board)
    }

    #[inline(always)]
    fn play(&self, board: &Self::Board, step: Self::Step) -> Self::Board {
        play::play(self.tables, board, step)
    }

    #[inline(always)]
    fn count_two(&self, board: &Self::Board, stack: &mut Vec<Self::Step>) -> u64 {
        let base = stack.len();
        moves::moves(self.tables, board, stack);
        let mut total = 0;
        for &step in &stack[base..] {
            // The child is large: it is counted where it is made, without a copy.
            let mut child = play::lift(self.tables, board, step);
            play::settle(self.tables, &mut child, step);
            total += count::count(self.tables, &child);
        }
        stack.truncate(base);
        total
    }

    fn describe(&self, board: &Self::Board, step: Self::Step) -> Move {
        play::describe(board, step)
    }

    fn key(&self, board: &Self::Board) -> u128 {
        board.key(self.tables)
    }

    fn status(&self, board: &Self::Board, occurrences: u32) -> Status {
        outcome::status(self.tables, board, occurrences)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;
    use crate::variant::{Standard, Variant};

    /// A board that plays made must be the board read from its position, and count what it lists.
    fn check(game: &Ryugi, board: &board::Board, name: &str) -> Vec<moves::Step> {
        let mut list = Vec::new();
        game.moves(board, &mut list);
        assert_eq!(game.count(board), list.len() as u64, "{name}: the count is that of the list");
        let again = game.read(&game.write(board));
        assert_eq!(game.write(&again), game.write(board), "{name}: what is written reads the same");
        assert_eq!(game.key(&again), game.key(board), "{name}: the key is that of the position");
        assert_eq!(again.lines, board.lines, "{name}: the boards by direction are those of the position");
        let replies: u64 = list.iter().map(|&step| game.count(&game.play(board, step))).sum();
        let counted = game.count_two(board, &mut Vec::new());
        assert_eq!(counted, replies, "{name}: children are counted as they are played");
        list
    }

    #[test]
    fn boards_along_random_games_are_consistent() {
        let game = Ryugi::default();
        let variant = Variant::get(VariantId::Ryugi);
        let bare = "4k5/PPP4PPP/10/10/4pP4/10/10/10/ppp4ppp/R4K3R w * - 0 1";
        for (start, vfen) in [("start", variant.starts[0].vfen.as_str()), ("promotions", bare)] {
            let position = position::parse(vfen, variant, &Standard).unwrap();
            for seed in 0..8_usize {
                let mut board = game.read(&position);
                for ply in 0..120 {
                    let list = check(&game, &board, &format!("{start}, game {seed}, ply {ply}"));
                    let Some(&step) = list.get((ply * 7919 + seed * 104_729 + ply * ply) % list.len().max(1))
                    else {
                        break;
                    };
                    board = game.play(&board, step);
                }
            }
        }
    }
}
