//! The child by a legal move, and the move in the form of the notation.

use super::board::{Board, NOWHERE, remaining_rights};
use super::kinds::{KINDS, PAWN, ROOK};
use super::moves::{NOTHING, PackedMove, Special};
use super::tables::{GRID, Tables};
use vperft::inner::game::notation::{Move, Travel};
use vperft::inner::game::position::MAX_COUNTER;
use vperft::inner::game::variant::{Color, Piece};

/// The child by a legal move.
#[inline(always)]
pub fn play(tables: &Tables, board: &Board, packed: PackedMove) -> Board {
    let mut child = lift(tables, board, packed);
    settle(tables, &mut child, packed);
    child
}

/// The first half of [`play`]: the changes that all moves share. The function is separate, so that the caller can build the child in place
/// and then [`settle`] it.
#[inline(always)]
pub fn lift(tables: &Tables, board: &Board, packed: PackedMove) -> Board {
    let us = board.turn;
    let (from, to) = (usize::from(packed.from), usize::from(packed.to));
    let (mover, becomes) = (usize::from(packed.mover), usize::from(packed.becomes));
    let resets = mover == PAWN || packed.captured != NOTHING;
    Board {
        pieces: board.pieces,
        lines: board.lines.after(&tables.places, (mover, from), (becomes, to)),
        turn: !us,
        rights: rights(board, packed),
        en_passant: NOWHERE,
        halfmove: if resets { 0 } else { (board.halfmove + 1).min(MAX_COUNTER) },
        fullmove: (board.fullmove + u32::from(us == Color::Black)).min(MAX_COUNTER),
    }
}

/// The castling rights after a move.
#[inline(always)]
pub fn rights(board: &Board, packed: PackedMove) -> u8 {
    board.rights & remaining_rights(packed.from.into()) & remaining_rights(packed.to.into())
}

/// The second half of [`play`]: the pieces in their sets, the captured piece, and special effects.
#[inline(always)]
pub fn settle(tables: &Tables, child: &mut Board, packed: PackedMove) {
    let us = !child.turn;
    let (from, to) = (usize::from(packed.from), usize::from(packed.to));
    child.pieces.take(us, packed.mover.into(), from);
    if packed.captured != NOTHING {
        child.pieces.take(!us, packed.captured.into(), to);
        child.lines.toggle(&tables.places, true, packed.captured.into(), to);
    }
    child.pieces.put(us, packed.becomes.into(), to);
    match packed.special {
        Special::None => {}
        Special::Double => child.set_en_passant(tables, (from + to) / 2),
        Special::EnPassant => {
            let square = passer(us, to);
            child.pieces.take(!us, PAWN, square);
            child.lines.toggle(&tables.places, true, PAWN, square);
        }
        Special::Castling => {
            let (corner, inner) = rook(from, to);
            child.pieces.take(us, ROOK, corner);
            child.pieces.put(us, ROOK, inner);
            child.lines.toggle(&tables.places, false, ROOK, corner);
            child.lines.toggle(&tables.places, false, ROOK, inner);
        }
    }
}

/// The Pawn that `us` captures en passant on a square (RYU-EP).
fn passer(us: Color, square: usize) -> usize {
    if us == Color::White { square - 10 } else { square + 10 }
}

/// The start and the end square of the Rook of a castling King (RYU-CASTLE-1).
fn rook(from: usize, to: usize) -> (usize, usize) {
    if to > from { (from + 4, to - 1) } else { (from - 5, to + 1) }
}

/// A legal move in the form of the notation.
pub fn describe(board: &Board, packed: PackedMove) -> Move {
    let us = board.turn;
    let piece = |kind: usize| Piece::new(us, KINDS[kind]);
    let (from, to) = (usize::from(packed.from), usize::from(packed.to));
    let mv = Move::new(piece(packed.mover.into()), GRID.square(from), GRID.square(to));
    match packed.special {
        Special::EnPassant => mv.removing(GRID.square(passer(us, to))),
        Special::Castling => {
            let (corner, inner) = rook(from, to);
            mv.with_travel(Travel { piece: piece(ROOK), from: GRID.square(corner), to: GRID.square(inner) })
        }
        _ if packed.becomes != packed.mover => mv.placing(GRID.square(to), piece(packed.becomes.into())),
        _ => mv,
    }
}
