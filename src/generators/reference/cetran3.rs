//! Cetran Chess 3, to be read next to `suites/cetran3/RULES.md`.

use super::frame::Game;
use super::outcome::{first, is_counted_out, is_repetition, without_moves};
use super::pawn::{PawnClauses, passed_square, pawn_moves};
use super::{MoveSink, Mover};
use crate::game::board::{DIAGONAL, KNIGHT, ORTHOGONAL, QUEEN, Square, SquareSet, Step, cross_steps};
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::rules::Status;
use crate::game::variant::{Clause, Color, Piece, PieceType, Rulebook, Sealed, VariantId};

/// No slide is longer than the board.
const ANY: u8 = 11;

/// The types that a Pawn promotes to: every type except King and Pawn (CET-PROMOTE).
const PROMOTIONS: [PieceType; 11] = [
    PieceType::AMAZON,
    PieceType::QUEEN,
    PieceType::SISSA,
    PieceType::GRYPHON,
    PieceType::AANCA,
    PieceType::CHANCELLOR,
    PieceType::ARCHBISHOP,
    PieceType::CROWNED_ROOK,
    PieceType::CROWNED_BISHOP,
    PieceType::KNIGHT_WAZIR,
    PieceType::KNIGHT_FERZ,
];

/// Cetran Chess 3 under a rulebook. The ruling `ranks` only chooses the start position: every rule takes the height from the board.
#[derive(Clone, Debug)]
pub struct Cetran3<B> {
    /// The rulebook.
    pub book: B,
}

impl<R> Sealed for Cetran3<R> {}

impl<R: Rulebook> Game for Cetran3<R> {
    const VARIANT: VariantId = VariantId::CETRAN3;
    const COUNTER_LIMIT: u32 = 100;
    const CHECK: Clause = Clause::CET_CHECK;

    fn book(&self) -> &impl Rulebook {
        &self.book
    }

    fn reach(kind: PieceType) -> u8 {
        match kind {
            PieceType::KING | PieceType::PAWN => 1,
            PieceType::KNIGHT_WAZIR | PieceType::KNIGHT_FERZ => 2,
            _ => u8::MAX,
        }
    }

    fn piece_moves<B: Rulebook, S: MoveSink>(&self, mover: &mut Mover<'_, B, S>) {
        match mover.piece.kind {
            PieceType::KING => king(mover),
            PieceType::AMAZON => amazon(mover),
            PieceType::QUEEN => queen(mover),
            PieceType::SISSA => sissa(mover),
            PieceType::GRYPHON => gryphon(mover),
            PieceType::AANCA => aanca(mover),
            PieceType::CHANCELLOR => chancellor(mover),
            PieceType::ARCHBISHOP => archbishop(mover),
            PieceType::CROWNED_ROOK => crowned_rook(mover),
            PieceType::CROWNED_BISHOP => crowned_bishop(mover),
            PieceType::KNIGHT_WAZIR => knight_wazir(mover),
            PieceType::KNIGHT_FERZ => knight_ferz(mover),
            PieceType::PAWN => pawn(mover),
            kind => unreachable!("Cetran Chess 3 has no {kind:?}"),
        }
    }

    fn consequences(&self, parent: &Position, mv: &Move, child: &mut Position) {
        // CET-PAWN-2: the square a double step passed over, until the next move.
        if let (PieceType::PAWN, Some(to)) = (mv.piece.kind, mv.to) {
            child.en_passant = passed_square(parent, mv.piece.color, mv.from, to);
        }
    }

    /// CET-CHECK, CET-DRAW. Checkmate and stalemate come before the draws (GEN-REPEAT).
    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status {
        let end = (!can_move && self.book.applies(Clause::CET_CHECK)).then(|| without_moves(self, position));
        first(self, end, self.draw(position, occurrences), Clause::GEN_REPEAT)
    }
}

impl<R: Rulebook> Cetran3<R> {
    /// CET-DRAW: threefold repetition; fifty moves by each side without Pawn move or capture; a dead position.
    fn draw(&self, position: &Position, occurrences: u32) -> Option<Status> {
        if is_repetition(self, occurrences, Clause::CET_DRAW) {
            Some(Status::DrawRepetition)
        } else if is_counted_out(self, position, Clause::CET_DRAW) {
            Some(Status::DrawCounter)
        } else if self.book.applies(Clause::CET_DRAW) && is_dead(position) {
            Some(Status::DrawDead)
        } else {
            None
        }
    }
}

/// CET-KING: one step in any direction.
fn king<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_KING) {
        mover.leap(&QUEEN);
    }
}

/// CET-AMAZON: Queen or Knight.
fn amazon<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_AMAZON) {
        mover.ride(&QUEEN, ANY);
        mover.leap(&KNIGHT);
    }
}

/// CET-QUEEN: slides in eight directions.
fn queen<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_QUEEN) {
        mover.ride(&QUEEN, ANY);
    }
}

/// CET-CHANCELLOR: Rook or Knight.
fn chancellor<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_CHANCELLOR) {
        mover.ride(&ORTHOGONAL, ANY);
        mover.leap(&KNIGHT);
    }
}

/// CET-ARCHBISHOP: Bishop or Knight.
fn archbishop<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_ARCHBISHOP) {
        mover.ride(&DIAGONAL, ANY);
        mover.leap(&KNIGHT);
    }
}

/// CET-CROWNED-ROOK: Rook or one diagonal step.
fn crowned_rook<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_CROWNED_ROOK) {
        mover.ride(&ORTHOGONAL, ANY);
        mover.leap(&DIAGONAL);
    }
}

/// CET-CROWNED-BISHOP: Bishop or one orthogonal step.
fn crowned_bishop<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_CROWNED_BISHOP) {
        mover.ride(&DIAGONAL, ANY);
        mover.leap(&ORTHOGONAL);
    }
}

/// CET-KNIGHT-WAZIR: Knight or one orthogonal step.
fn knight_wazir<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_KNIGHT_WAZIR) {
        mover.leap(&KNIGHT);
        mover.leap(&ORTHOGONAL);
    }
}

/// CET-KNIGHT-FERZ: Knight or one diagonal step.
fn knight_ferz<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_KNIGHT_FERZ) {
        mover.leap(&KNIGHT);
        mover.leap(&DIAGONAL);
    }
}

/// CET-SISSA: n squares like a Rook then exactly n like a Bishop, or n like a Bishop then exactly n like a
/// Rook. CET-EXAMPLE: the corner between the two legs must be empty like every other square before the last;
/// one open path to a square suffices.
fn sissa<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if !mover.applies(Clause::CET_SISSA) {
        return;
    }
    let mut reached = SquareSet::EMPTY;
    // The squares to which a path is open except for a piece on its corner.
    let mut over_corner = SquareSet::EMPTY;
    for (first_leg, second_leg) in [(ORTHOGONAL, DIAGONAL), (DIAGONAL, ORTHOGONAL)] {
        for first in first_leg {
            let mut at = mover.from;
            for n in 1..=ANY {
                let Some(corner) = mover.step(at, first) else { break };
                let is_open = mover.is_empty(corner);
                for second in second_leg {
                    let Some(to) = exactly(mover, corner, second, n) else { continue };
                    if mover.is_friend(to) {
                        continue;
                    }
                    if !is_open {
                        over_corner.insert(to);
                    } else if !mover.is_repeated(&mut reached, to) {
                        mover.push(mover.to(to));
                    }
                }
                if !is_open && mover.blocks() {
                    break;
                }
                at = corner;
            }
        }
    }
    for to in over_corner - reached {
        if !mover.applies(Clause::CET_EXAMPLE) {
            mover.push(mover.to(to));
        }
    }
}

/// The square exactly `n` steps away, if every square before it is empty.
fn exactly<B: Rulebook, S: MoveSink>(
    mover: &Mover<'_, B, S>,
    start: Square,
    step: Step,
    n: u8,
) -> Option<Square> {
    let mut at = mover.step(start, step)?;
    for _ in 1..n {
        if !mover.is_empty(at) && mover.blocks() {
            return None;
        }
        at = mover.step(at, step)?;
    }
    Some(at)
}

/// CET-GRYPHON: one diagonal step; from that square, if empty, on as a Rook in either of the two outward
/// directions.
fn gryphon<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_GRYPHON) {
        for first in DIAGONAL {
            bent_ride(mover, first, first.components());
        }
    }
}

/// CET-AANCA: one orthogonal step; from that square, if empty, on as a Bishop in either of the two outward
/// directions.
fn aanca<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::CET_AANCA) {
        for first in ORTHOGONAL {
            let [left, right] = cross_steps(first);
            let outward = |side: Step| Step::new(first.files + side.files, first.ranks + side.ranks);
            bent_ride(mover, first, [outward(left), outward(right)]);
        }
    }
}

/// One step, moving or capturing; from that square, if empty, a ride in each of two other directions.
fn bent_ride<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, first: Step, onward: [Step; 2]) {
    let Some(corner) = mover.step(mover.from, first) else { return };
    mover.go(corner);
    if !mover.is_empty(corner) && mover.blocks() {
        return;
    }
    for step in onward {
        mover.ride_from(corner, step, ANY);
    }
}

/// CET-PAWN-1: without capture one square forward, two from its second rank; captures one square diagonally
/// forward. CET-PAWN-2: en passant.
fn pawn<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let clauses = PawnClauses {
        step: Clause::CET_PAWN_1,
        double_step: Clause::CET_PAWN_1,
        en_passant: Clause::CET_PAWN_2,
    };
    let is_on_second_rank = mover.position.rank_for(mover.piece.color, mover.from) == 1;
    pawn_moves(mover, &clauses, is_on_second_rank, promote);
}

/// CET-PROMOTE: on the last rank a Pawn must promote.
fn promote<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, mv: Move, to: Square) {
    let color = mover.piece.color;
    if !mover.position.is_last_rank(color, to) || !mover.applies(Clause::CET_PROMOTE) {
        mover.push(mv);
        return;
    }
    for kind in PROMOTIONS {
        mover.push(mv.placing(to, Piece::new(color, kind)));
    }
}

/// CET-DRAW: K v K, or these and one Knight-Wazir or Aanca of either side.
fn is_dead(position: &Position) -> bool {
    let pieces = Color::BOTH.into_iter().flat_map(|color| position.pieces(color));
    let mut others = pieces.map(|(_, kind)| kind).filter(|&kind| kind != PieceType::KING);
    match (others.next(), others.next()) {
        (None, _) => true,
        (Some(only), None) => matches!(only, PieceType::KNIGHT_WAZIR | PieceType::AANCA),
        (Some(_), Some(_)) => false,
    }
}
