//! The frame that all variants share, and the trait for the parts that differ.

use super::sink::Capture;
use super::{MoveSink, Mover, play};
use crate::game::board::Square;
use crate::game::classes::ClassError;
use crate::game::notation;
use crate::game::notation::Move;
use crate::game::position;
use crate::game::position::{Position, VfenError};
use crate::game::rules::{Rules, Status};
use crate::game::variant::{Clause, Color, Piece, PieceType, Rulebook, Sealed, Variant, VariantId};
use siphasher::sip128::{Hasher128 as _, SipHasher13};
use std::hash::Hash as _;

/// The parts of the rules that a variant adds to the frame. Only this crate implements it.
pub trait Game: Sealed + Sync {
    /// The variant.
    const VARIANT: VariantId;

    /// The number of plies without capture or Pawn move after which the game is drawn, if the variant
    /// [`counts_plies`](Self::counts_plies).
    const COUNTER_LIMIT: u32;

    /// The clause that gives this variant check.
    const CHECK: Clause;

    /// The rulebook, which every clause is looked up in.
    fn book(&self) -> &impl Rulebook;

    /// The pseudo-legal moves of one piece, including those that could capture a King.
    fn piece_moves<B: Rulebook, S: MoveSink>(&self, mover: &mut Mover<'_, B, S>);

    /// The greatest distance, in King steps, at which a piece of this type can capture.
    fn reach(_: PieceType) -> u8 {
        u8::MAX
    }

    /// Pseudo-legal moves of more than one piece, such as castling. They never capture.
    fn special_moves(&self, _: &Position, _: &mut Vec<Move>) {}

    /// Whether this side obeys check in this position: it must not leave its King capturable.
    fn obeys_check(&self, _: &Position, _: Color) -> bool {
        true
    }

    /// Applies the automatic consequences of a move to the child: rights, en passant, succession, closing squares, ban.
    fn consequences(&self, _parent: &Position, _mv: &Move, _child: &mut Position) {}

    /// Whether the game is over because of the pieces on the board (GEN-OVER).
    fn is_over(&self, _: &Position) -> bool {
        false
    }

    /// Whether plies without capture or Pawn move count at all, which may depend on a ruling.
    fn counts_plies(&self) -> bool {
        true
    }

    /// Whether the number of plies without capture or Pawn move has reached the limit.
    fn has_run_out(&self, position: &Position) -> bool {
        self.counts_plies() && position.halfmove >= Self::COUNTER_LIMIT
    }

    /// The status of a position, given whether a legal move exists and how often the position has occurred.
    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status;
}

/// The rules of a variant: a [`Game`] in the frame.
#[derive(Clone, Debug)]
pub struct Reference<G>(pub G);

/// The square of a side's King.
pub(super) fn king(position: &Position, color: Color) -> Option<Square> {
    position.squares_of(Piece::new(color, PieceType::KING)).next()
}

/// Sends the pseudo-legal moves of one side's pieces to the sink.
pub(super) fn pseudo_legal<G: Game, S: MoveSink>(game: &G, position: &Position, color: Color, sink: &mut S) {
    let book = game.book();
    for (from, kind) in position.pieces(color) {
        if !sink.is_within(from, G::reach(kind)) {
            continue;
        }
        game.piece_moves(&mut Mover::new(position, Piece::new(color, kind), from, book, sink));
        if sink.is_full() {
            return;
        }
    }
}

/// Whether an enemy of `color` could pseudo-legally capture the piece of `color` on the square (GEN-ATTACK, if a King is put there).
pub(super) fn is_capturable<G: Game>(game: &G, position: &Position, color: Color, square: Square) -> bool {
    let mut sink = Capture::at(square);
    pseudo_legal(game, position, !color, &mut sink);
    sink.is_found()
}

/// Whether a side obeys check and is in check.
pub(super) fn is_in_check<G: Game>(game: &G, position: &Position, color: Color) -> bool {
    game.obeys_check(position, color)
        && king(position, color).is_some_and(|king| is_capturable(game, position, color, king))
}

impl<G: Game> Reference<G> {
    /// The child by a pseudo-legal move, with automatic consequences.
    fn child(&self, position: &Position, mv: &Move) -> Position {
        let mut child = play::child(position, mv, self.0.book());
        self.0.consequences(position, mv, &mut child);
        child
    }

    /// Whether the move leaves the King of its side safe (GEN-CHECK).
    fn is_legal(&self, position: &Position, mv: &Move) -> bool {
        let child = self.child(position, mv);
        !(is_in_check(&self.0, &child, position.turn) && self.forbids_exposure())
    }

    /// Whether a side that obeys check may not leave its King capturable.
    fn forbids_exposure(&self) -> bool {
        let book = self.0.book();
        book.applies(Clause::GEN_CHECK) && book.applies(G::CHECK)
    }

    /// Whether the game is over, so that there are no legal moves (GEN-OVER, GEN-PERFT).
    fn is_at_end(&self, position: &Position) -> bool {
        let book = self.0.book();
        self.0.is_over(position) && book.applies(Clause::GEN_OVER)
            || self.0.has_run_out(position) && !book.applies(Clause::GEN_PERFT)
    }

    /// Whether there is a legal move, also if a counter has run out. It stops at the first.
    fn can_move(&self, position: &Position) -> bool {
        if self.0.is_over(position) && self.0.book().applies(Clause::GEN_OVER) {
            return false;
        }
        let color = position.turn;
        let obeys_check = self.0.obeys_check(position, color);
        let any_legal = |moves: &[Move]| moves.iter().any(|mv| !obeys_check || self.is_legal(position, mv));
        let mut moves = Vec::new();
        for (from, kind) in position.pieces(color) {
            let piece = Piece::new(color, kind);
            self.0.piece_moves(&mut Mover::new(position, piece, from, self.0.book(), &mut moves));
            if any_legal(&moves) {
                return true;
            }
            moves.clear();
        }
        self.0.special_moves(position, &mut moves);
        any_legal(&moves)
    }

    /// Keeps the en passant square only if a legal capture there exists.
    fn drop_useless_en_passant(&self, position: &mut Position) {
        let Some(square) = position.en_passant else { return };
        let mut moves = Vec::new();
        let pawn = Piece::new(position.turn, PieceType::PAWN);
        for from in position.squares_of(pawn) {
            // Only Pawns on the neighbouring files of the passed square can capture there.
            if from.file().abs_diff(square.file()) == 1 {
                self.0.piece_moves(&mut Mover::new(position, pawn, from, self.0.book(), &mut moves));
            }
        }
        let captures = |mv: &Move| mv.to == Some(square) && !mv.removals.is_empty();
        if !moves.iter().any(|mv| captures(mv) && self.is_legal(position, mv)) {
            position.en_passant = None;
        }
    }
}

impl<G: Game> Rules for Reference<G> {
    type Position = Position;
    type Move = Move;

    fn variant(&self) -> VariantId {
        G::VARIANT
    }

    fn parse(&self, vfen: &str) -> Result<Position, VfenError> {
        let variant = Variant::get(G::VARIANT);
        let mut position = position::parse(vfen, variant, self.0.book())?;
        let waiting = !position.turn;
        if let Some(king) = king(&position, waiting)
            && is_in_check(&self.0, &position, waiting)
            && self.forbids_exposure()
        {
            return Err(VfenError::king_capturable(vfen, &position, variant, king));
        }
        self.drop_useless_en_passant(&mut position);
        Ok(position)
    }

    fn print(&self, position: &Position) -> String {
        position::print(position, self.0.book().rulings())
    }

    fn has_count_by_key(&self) -> bool {
        !self.0.counts_plies() || self.0.book().applies(Clause::GEN_PERFT)
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if self.is_at_end(position) {
            return;
        }
        let base = moves.len();
        pseudo_legal(&self.0, position, position.turn, moves);
        self.0.special_moves(position, moves);
        if !self.0.obeys_check(position, position.turn) {
            return;
        }
        let mut end = base;
        for index in base..moves.len() {
            if self.is_legal(position, &moves[index]) {
                moves[end] = moves[index];
                end += 1;
            }
        }
        moves.truncate(end);
    }

    /// Looks for check only after the moves of that piece.
    fn legal_moves_of(&self, position: &Position, square: &str, moves: &mut Vec<Move>) {
        let Some(from) = Variant::get(G::VARIANT).labels.parse(position.shape, square) else { return };
        if self.is_at_end(position) {
            return;
        }
        let color = position.turn;
        let mut own = Vec::new();
        if let Some((_, kind)) = position.pieces(color).find(|(start, _)| *start == from) {
            let piece = Piece::new(color, kind);
            self.0.piece_moves(&mut Mover::new(position, piece, from, self.0.book(), &mut own));
        }
        self.0.special_moves(position, &mut own);
        let obeys_check = self.0.obeys_check(position, color);
        own.retain(|mv| mv.from == from && (!obeys_check || self.is_legal(position, mv)));
        moves.append(&mut own);
    }

    fn play(&self, position: &Position, mv: &Move) -> Position {
        let mut child = self.child(position, mv);
        self.drop_useless_en_passant(&mut child);
        child
    }

    fn move_text(&self, _: &Position, mv: &Move) -> String {
        notation::text(Variant::get(G::VARIANT), mv)
    }

    fn position_data(&self, position: &Position) -> Result<Position, ClassError> {
        Ok(position.clone())
    }

    fn move_data(&self, _: &Position, mv: &Move, _: &Position) -> Result<Move, ClassError> {
        Ok(*mv)
    }

    fn is_check(&self, position: &Position) -> Result<bool, ClassError> {
        Ok(is_in_check(&self.0, position, position.turn))
    }

    fn status(&self, position: &Position, occurrences: u32) -> Status {
        self.0.status(position, self.can_move(position), occurrences)
    }

    fn key(&self, position: &Position) -> u128 {
        let mut hasher = SipHasher13::new();
        for color in Color::BOTH {
            for piece in position.pieces(color) {
                (color, piece).hash(&mut hasher);
            }
        }
        (position.turn, position.unmoved, position.en_passant, position.closed, position.ban)
            .hash(&mut hasher);
        hasher.finish128().as_u128()
    }
}
