//! Induced slides: those of the friends on the lines of a Queen.

use super::Sandbox;
use super::pawns::promote;
use super::pieces::{ANY, first_friend};
use crate::game::board::{QUEEN, Square, SquareSet, Step};
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::variant::{CastleAndInduce, Clause, InducedDiagonal, Piece, PieceType, Rulebook};
use crate::generators::reference::frame::Game;
use crate::generators::reference::{MoveSink, Mover};
use std::cell::LazyCell;

/// SBX-QUEEN-2: the induced slides of the side to move. `castled` has the squares to which the King can castle.
pub(super) fn induced_slides<R: Rulebook>(
    game: &Sandbox<R>,
    position: &Position,
    castled: SquareSet,
    moves: &mut Vec<Move>,
) {
    let queen = Piece::new(position.turn, PieceType::QUEEN);
    for from in position.squares_of(queen) {
        for step in QUEEN {
            let line = Mover::new(position, queen, from, &game.book, moves);
            if let Some((friend, distance)) = first_friend(&line, step) {
                induced(game, position, friend, step, distance, castled, moves);
            }
        }
    }
}

/// SBX-QUEEN-2: the first piece on a line from a Queen, a friend `distance` squares from her, slides straight
/// away from her without capture: orthogonally any number of squares, diagonally exactly `distance` squares.
fn induced<R: Rulebook>(
    game: &Sandbox<R>,
    position: &Position,
    from: Square,
    step: Step,
    distance: u8,
    castled: SquareSet,
    moves: &mut Vec<Move>,
) {
    let Some(piece) = position.piece(from) else { return };
    let own = LazyCell::new(|| quiet_ends(game, position, piece, from));
    let mut mover = Mover::new(position, piece, from, &game.book, moves);
    let diagonal = step.files != 0 && step.ranks != 0;
    let lengths = match mover.rulings().induced_diagonal {
        InducedDiagonal::Exact if diagonal => distance..=distance,
        InducedDiagonal::Exact => 1..=ANY,
    };
    let mut to = from;
    for length in 1..=*lengths.end() {
        let Some(next) = mover.step(to, step) else { return };
        to = next;
        if !mover.is_empty(to) && mover.blocks() {
            return;
        }
        let ends = mover.is_empty(to) && lengths.contains(&length);
        if ends && !is_known(&mover, to, *own, castled) && mover.applies(Clause::SBX_QUEEN_2) {
            let mv = mover.to(to);
            if piece.kind == PieceType::PAWN { promote(&mut mover, mv, from, to) } else { mover.push(mv) }
        }
    }
}

/// The end squares of the piece's own moves that change only its square.
fn quiet_ends<R: Rulebook>(game: &Sandbox<R>, position: &Position, piece: Piece, from: Square) -> SquareSet {
    let mut quiet = QuietEnds { position, ends: SquareSet::EMPTY };
    game.piece_moves(&mut Mover::new(position, piece, from, &game.book, &mut quiet));
    quiet.ends
}

/// Collects the end squares of moves that change only the mover's square and perhaps its type.
struct QuietEnds<'a> {
    position: &'a Position,
    ends: SquareSet,
}

impl MoveSink for QuietEnds<'_> {
    fn push(&mut self, mv: Move) {
        if let Some(to) = mv.to
            && mv.removals.is_empty()
            && self.position.is_empty(to)
        {
            self.ends.insert(to);
        }
    }
}

/// SBX-QUEEN-3: whether an induced slide is not a new move, because the piece's own move makes the same change
/// (GEN-MOVE), or because castling to the same square counts in its place.
fn is_known<B: Rulebook, S: MoveSink>(
    mover: &Mover<'_, B, S>,
    to: Square,
    own: SquareSet,
    castled: SquareSet,
) -> bool {
    let same = own.contains(to) && mover.applies(Clause::GEN_MOVE) && mover.applies(Clause::SBX_QUEEN_3);
    let castles = mover.piece.kind == PieceType::KING && castled.contains(to);
    let castling_wins = mover.rulings().castle_and_induce == CastleAndInduce::CastlingWins;
    same || (castles && (castling_wins || !mover.applies(Clause::SBX_QUEEN_3)))
}
