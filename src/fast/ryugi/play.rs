//! Plays a legal move.

use super::board::{Board, NOWHERE, kept_rights};
use super::kinds::{KINDS, PAWN, ROOK};
use super::moves::{NOTHING, Special, Step};
use super::tables::{GRID, Tables};
use crate::notation::{Move, Travel};
use crate::variant::{Color, Piece};

/// The child by a legal move.
#[inline(always)]
pub fn play(tables: &Tables, board: &Board, step: Step) -> Board {
    let mut child = *board;
    let us = board.turn;
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    child.take(tables, us, step.mover.into(), from);
    if step.captured != NOTHING {
        child.take(tables, !us, step.captured.into(), to);
    }
    child.put(tables, us, step.becomes.into(), to);
    child.rights &= kept_rights(from) & kept_rights(to);
    child.tick(usize::from(step.mover) == PAWN || step.captured != NOTHING);
    child.turn = !us;
    child.en_passant = NOWHERE;
    match step.special {
        Special::None => {}
        Special::Double => child.set_en_passant(tables, (from + to) / 2),
        Special::EnPassant => child.take(tables, !us, PAWN, passer(us, to)),
        Special::Castling => {
            let (corner, beside) = rook(from, to);
            child.take(tables, us, ROOK, corner);
            child.put(tables, us, ROOK, beside);
        }
    }
    child
}

/// The Pawn that `us` captures en passant on a square (RYU-EP).
fn passer(us: Color, square: usize) -> usize {
    if us == Color::White { square - 10 } else { square + 10 }
}

/// Where the Rook of a castling King comes from and goes to (RYU-CASTLE-1).
fn rook(from: usize, to: usize) -> (usize, usize) {
    if to > from { (from + 4, to - 1) } else { (from - 5, to + 1) }
}

/// A legal move as the notation knows it.
pub fn describe(board: &Board, step: Step) -> Move {
    let us = board.turn;
    let piece = |kind: usize| Piece::new(us, KINDS[kind]);
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    let mv = Move::new(piece(step.mover.into()), GRID.square(from), GRID.square(to));
    match step.special {
        Special::EnPassant => mv.removing(GRID.square(passer(us, to))),
        Special::Castling => {
            let (corner, beside) = rook(from, to);
            mv.with_travel(Travel { piece: piece(ROOK), from: GRID.square(corner), to: GRID.square(beside) })
        }
        _ if step.becomes != step.mover => mv.placing(GRID.square(to), piece(step.becomes.into())),
        _ => mv,
    }
}
