//! Ryugi, to be read next to `suites/ryugi/RULES.md`.

use super::castling::Castling;
use super::frame::Game;
use super::outcome::{first, is_counted_out, is_repetition, without_moves};
use super::pawn::{PawnClauses, passed_square, pawn_moves};
use super::{MoveSink, Mover};
use crate::game::board::{DABBABA, DIAGONAL, KNIGHT, ORTHOGONAL, QUEEN, Square};
use crate::game::notation::Move;
use crate::game::position::{Position, drop_unusable};
use crate::game::rules::Status;
use crate::game::variant::{Clause, Color, Piece, PieceType, Rulebook, Sealed, Variant, VariantId};

/// No slide is longer than the board.
const ANY: u8 = 9;

/// The types that a Pawn promotes to (RYU-PROMOTE).
const PROMOTIONS: [PieceType; 7] = [
    PieceType::QUEEN,
    PieceType::DRAGON,
    PieceType::MARSHALL,
    PieceType::ROOK,
    PieceType::KNIGHT,
    PieceType::BISHOP,
    PieceType::KIRIN,
];

/// Ryugi under a rulebook.
#[derive(Clone, Debug)]
pub struct Ryugi<B> {
    /// The rulebook.
    pub book: B,
}

impl<R> Sealed for Ryugi<R> {}

impl<R: Rulebook> Game for Ryugi<R> {
    const VARIANT: VariantId = VariantId::RYUGI;
    const COUNTER_LIMIT: u32 = 128;
    const CHECK: Clause = Clause::RYU_CHECK;

    fn book(&self) -> &impl Rulebook {
        &self.book
    }

    fn reach(kind: PieceType) -> u8 {
        match kind {
            PieceType::KING | PieceType::PAWN => 1,
            PieceType::KNIGHT | PieceType::KIRIN => 2,
            _ => u8::MAX,
        }
    }

    fn piece_moves<B: Rulebook, S: MoveSink>(&self, mover: &mut Mover<'_, B, S>) {
        match mover.piece.kind {
            PieceType::KING => king_moves(mover),
            PieceType::QUEEN => queen(mover),
            PieceType::ROOK => rook(mover),
            PieceType::BISHOP => bishop(mover),
            PieceType::KNIGHT => knight(mover),
            PieceType::KIRIN => kirin(mover),
            PieceType::MARSHALL => marshall(mover),
            PieceType::DRAGON => dragon(mover),
            PieceType::PAWN => pawn(mover),
            kind => unreachable!("Ryugi has no {kind:?}"),
        }
    }

    fn special_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.castling(position, moves);
    }

    fn consequences(&self, parent: &Position, mv: &Move, child: &mut Position) {
        if child.unmoved != parent.unmoved {
            drop_unusable(child, Variant::get(VariantId::RYUGI));
        }
        // RYU-EP: the square a double step passed over, until the next move.
        if let (PieceType::PAWN, Some(to)) = (mv.piece.kind, mv.to) {
            child.en_passant = passed_square(parent, mv.piece.color, mv.from, to);
        }
    }

    /// RYU-CHECK, RYU-DRAW-REPEAT, RYU-DRAW-64, RYU-DRAW-DEAD, in the order of RYU-ORDER.
    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status {
        let end = (!can_move && self.book.applies(Clause::RYU_CHECK)).then(|| without_moves(self, position));
        let draw = if is_repetition(self, occurrences, Clause::RYU_DRAW_REPEAT) {
            Some(Status::DrawRepetition)
        } else if is_counted_out(self, position, Clause::RYU_DRAW_64) {
            Some(Status::DrawCounter)
        } else if self.book.applies(Clause::RYU_DRAW_DEAD) && is_dead(position) {
            Some(Status::DrawDead)
        } else {
            None
        };
        first(self, end, draw, Clause::RYU_ORDER)
    }
}

impl<R: Rulebook> Ryugi<R> {
    /// RYU-CASTLE-1: the King goes two or three squares toward a Rook, which lands next to it on the inner
    /// side. RYU-CASTLE-2: neither has moved; all squares between the two are empty. RYU-CASTLE-3: the King's
    /// square, the squares it crosses and its end square are not attacked.
    fn castling(&self, position: &Position, moves: &mut Vec<Move>) {
        for castling in Castling::all(position) {
            let is_prepared = castling.is_unmoved() && castling.is_clear();
            if !is_prepared && self.book.applies(Clause::RYU_CASTLE_2) {
                continue;
            }
            for distance in [2, 3] {
                let is_barred =
                    castling.is_attacked(self, distance) && self.book.applies(Clause::RYU_CASTLE_3);
                if !is_barred && self.book.applies(Clause::RYU_CASTLE_1) {
                    moves.extend(castling.by(distance));
                }
            }
        }
    }
}

/// RYU-KING: one step in any direction.
fn king_moves<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::RYU_KING) {
        mover.leap(&QUEEN);
    }
}

/// RYU-QUEEN: slides in eight directions.
fn queen<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::RYU_QUEEN) {
        mover.ride(&QUEEN, ANY);
    }
}

/// RYU-ROOK: slides orthogonally.
fn rook<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::RYU_ROOK) {
        mover.ride(&ORTHOGONAL, ANY);
    }
}

/// RYU-BISHOP: slides diagonally.
fn bishop<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::RYU_BISHOP) {
        mover.ride(&DIAGONAL, ANY);
    }
}

/// RYU-KNIGHT: leaps (1,2).
fn knight<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::RYU_KNIGHT) {
        mover.leap(&KNIGHT);
    }
}

/// RYU-KIRIN: leaps (1,1) or (0,2).
fn kirin<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::RYU_KIRIN) {
        mover.leap(&DIAGONAL);
        mover.leap(&DABBABA);
    }
}

/// RYU-MARSHALL: Rook or Knight.
fn marshall<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::RYU_MARSHALL) {
        mover.ride(&ORTHOGONAL, ANY);
        mover.leap(&KNIGHT);
    }
}

/// RYU-DRAGON: Bishop or Nightrider, which only the squares it lands on can block.
fn dragon<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::RYU_DRAGON) {
        mover.ride(&DIAGONAL, ANY);
        mover.ride(&KNIGHT, ANY);
    }
}

/// RYU-PAWN-1: one square forward without capture, captures one square diagonally forward. RYU-PAWN-2: two
/// squares forward from any square on which a Pawn of its colour starts. RYU-EP: captures a Pawn that has
/// just passed.
fn pawn<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let clauses =
        PawnClauses { step: Clause::RYU_PAWN_1, double_step: Clause::RYU_PAWN_2, en_passant: Clause::RYU_EP };
    pawn_moves(mover, &clauses, is_pawn_start(mover.piece, mover.from), promote);
}

/// Whether a Pawn of this colour starts on the square.
fn is_pawn_start(pawn: Piece, square: Square) -> bool {
    Variant::get(VariantId::RYUGI).starts[0].piece(square) == Some(pawn)
}

/// RYU-PROMOTE: on the last rank a Pawn must promote.
fn promote<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, mv: Move, to: Square) {
    let color = mover.piece.color;
    if !mover.position.is_last_rank(color, to) || !mover.applies(Clause::RYU_PROMOTE) {
        mover.push(mv);
        return;
    }
    for kind in PROMOTIONS {
        mover.push(mv.placing(to, Piece::new(color, kind)));
    }
}

/// RYU-DRAW-DEAD: K v K; K+N v K; all other pieces are Bishops and Kirins on squares of one colour.
fn is_dead(position: &Position) -> bool {
    let pieces = || Color::BOTH.into_iter().flat_map(|color| position.pieces(color));
    let others = || pieces().filter(|&(_, kind)| kind != PieceType::KING);
    let shade = |square: Square| (square.file() + square.rank()) % 2;
    let lone_knight = others().count() == 1 && others().all(|(_, kind)| kind == PieceType::KNIGHT);
    let keeps_colour = others().all(|(_, kind)| matches!(kind, PieceType::BISHOP | PieceType::KIRIN));
    let one_colour = others().all(|(square, _)| others().all(|(other, _)| shade(square) == shade(other)));
    lone_knight || (keeps_colour && one_colour)
}
