//! Sandbox, beside `suites/sandbox/RULES.md`.

use super::chesslike::{
    between, double_step, is_attacked, is_counted_out, is_repetition, passed_square, without_moves,
};
use super::frame::{Game, king};
use super::{Mover, Sink};
use crate::backend::Status;
use crate::board::{DIAGONAL, KNIGHT, ORTHOGONAL, QUEEN, Square, SquareSet, Step};
use crate::notation::{Move, Travel};
use crate::position::{BROUHAHA, Position, drop_unusable};
use crate::variant::{
    CastleAndInduce, Clause, InducedDiagonal, KnightExchangeTwin, Piece, PieceType, Rulebook, Variant,
    VariantId,
};
use std::cell::LazyCell;

/// No slide is longer than the board.
const ANY: u8 = 9;

/// The lowest rank, seen from its side and counted from 0, on which a Pawn may promote (SBX-PROMOTE-1).
const PROMOTION_RANK: u8 = 7;

/// What a Pawn promotes to, the lowest rank for it as above (SBX-PROMOTE-2), and how many a side starts with if only a lost one can be
/// recouped (SBX-PROMOTE-3).
const PROMOTIONS: [(PieceType, u8, Option<usize>); 6] = [
    (PieceType::Knight, 7, None),
    (PieceType::Vao, 7, None),
    (PieceType::Rook, 8, Some(2)),
    (PieceType::Queen, 9, Some(2)),
    (PieceType::Lion, 9, Some(1)),
    (PieceType::Giraffe, 9, Some(1)),
];

/// Sandbox under a rulebook.
#[derive(Clone, Debug)]
pub struct Sandbox<B> {
    /// The rulebook.
    pub book: B,
}

impl<R: Rulebook> Game for Sandbox<R> {
    const VARIANT: VariantId = VariantId::Sandbox;
    const COUNTER_LIMIT: Option<u32> = Some(100);
    const CHECK: Clause = Clause::SbxKing;

    fn book(&self) -> &impl Rulebook {
        &self.book
    }

    fn reach(kind: PieceType) -> u8 {
        match kind {
            PieceType::King | PieceType::Pawn => 1,
            PieceType::Knight => 2,
            PieceType::Lion => 3,
            _ => u8::MAX,
        }
    }

    fn piece_moves<B: Rulebook, S: Sink>(&self, mover: &mut Mover<'_, B, S>) {
        match mover.piece.kind {
            PieceType::King => king_moves(mover),
            PieceType::Queen => queen(mover),
            PieceType::Rook => rook(mover),
            PieceType::Knight => knight(mover),
            PieceType::Vao => vao(mover),
            PieceType::Giraffe => giraffe(mover),
            PieceType::Lion => lion(mover),
            PieceType::Pawn => pawn(mover),
            kind => unreachable!("Sandbox has no {kind:?}"),
        }
    }

    /// Castling and what Queens induce. Neither captures.
    fn special_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let castled = self.castling(position, moves);
        let queen = Piece::new(position.turn, PieceType::Queen);
        for from in position.squares_of(queen) {
            for step in QUEEN {
                let line = Mover::new(position, queen, from, &self.book, moves);
                if let Some((friend, distance)) = first_friend(&line, step) {
                    self.induced(position, friend, step, distance, castled, moves);
                }
            }
        }
    }

    fn consequences(&self, parent: &Position, mv: &Move, child: &mut Position) {
        if child.unmoved != parent.unmoved {
            drop_unusable(child, Variant::get(VariantId::Sandbox));
        }
        // SBX-PAWN-3: the square a double step passed over, until the next move. SBX-QUEEN-3: the induced slide of a moved Pawn is none.
        if let (PieceType::Pawn, Some(to)) = (mv.piece.kind, mv.to)
            && let Some(passed) = passed_square(parent, mv.piece.color, mv.from, to)
            && (parent.unmoved.contains(mv.from) || !self.book.applies(Clause::SbxQueen3))
        {
            child.en_passant = Some(passed);
        }
        // SBX-BROUHAHA: such a square closes for good once it is empty after a move.
        for square in BROUHAHA {
            if child.is_empty(square) && self.book.applies(Clause::SbxBrouhaha) {
                child.closed.insert(square);
            }
        }
    }

    /// SBX-KING: checkmate and stalemate. SBX-DRAW: the third occurrence, then the counter.
    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status {
        if !can_move && self.book.applies(Clause::SbxKing) {
            without_moves(self, position)
        } else if is_repetition(self, occurrences, Clause::SbxDraw) {
            Status::DrawRepetition
        } else if is_counted_out(self, position, Clause::SbxDraw) {
            Status::DrawCounter
        } else {
            Status::Ongoing
        }
    }
}

impl<R: Rulebook> Sandbox<R> {
    /// SBX-CASTLE: the King goes three squares toward a Rook, which lands next to it on the inner side. Returns where the King can end so.
    fn castling(&self, position: &Position, moves: &mut Vec<Move>) -> SquareSet {
        let color = position.turn;
        let mut castled = SquareSet::EMPTY;
        let Some(from) = king(position, color) else { return castled };
        if !position.unmoved.contains(from) {
            return castled;
        }
        for rook in position.squares_of(Piece::new(color, PieceType::Rook)) {
            let far = rook.rank() == from.rank() && rook.file().abs_diff(from.file()) > 3;
            let clear = || between(from, rook).all(|square| position.is_empty(square));
            if !far || !position.unmoved.contains(rook) || !clear() {
                continue;
            }
            let toward = if rook.file() > from.file() { Step::new(1, 0) } else { Step::new(-1, 0) };
            let path: [_; 4] = std::array::from_fn(|n| position.shape.step(from, toward.times(n as i8)));
            let [_, _, Some(inner), Some(to)] = path else { continue };
            // The King's square, the two it crosses and its end square are not attacked.
            let mut crossed = path.into_iter().flatten();
            if crossed.any(|square| is_attacked(self, position, color, square)) {
                continue;
            }
            let travel = Travel { piece: Piece::new(color, PieceType::Rook), from: rook, to: inner };
            if self.book.applies(Clause::SbxCastle) {
                castled.insert(to);
                moves.push(Move::new(Piece::new(color, PieceType::King), from, to).with_travel(travel));
            }
        }
        castled
    }

    /// SBX-QUEEN-2: the first piece on a line from a Queen, a friend so far from her, slides without capture straight on away from her:
    /// orthogonally any number of squares, diagonally exactly as many.
    fn induced(
        &self,
        position: &Position,
        from: Square,
        step: Step,
        distance: u8,
        castled: SquareSet,
        moves: &mut Vec<Move>,
    ) {
        let Some(piece) = position.piece(from) else { return };
        let own = LazyCell::new(|| self.quiet_ends(position, piece, from));
        let mut mover = Mover::new(position, piece, from, &self.book, moves);
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
            if ends && !is_known(&mover, to, *own, castled) && mover.applies(Clause::SbxQueen2) {
                let mv = mover.to(to);
                if piece.kind == PieceType::Pawn { promote(&mut mover, mv, to) } else { mover.push(mv) }
            }
        }
    }

    /// Where the piece's own moves end that change nothing but its place.
    fn quiet_ends(&self, position: &Position, piece: Piece, from: Square) -> SquareSet {
        let mut quiet = QuietEnds { position, ends: SquareSet::EMPTY };
        self.piece_moves(&mut Mover::new(position, piece, from, &self.book, &mut quiet));
        quiet.ends
    }
}

/// Collects the end squares of moves that change nothing but the mover's place and perhaps its type.
struct QuietEnds<'a> {
    position: &'a Position,
    ends: SquareSet,
}

impl Sink for QuietEnds<'_> {
    fn push(&mut self, mv: Move) {
        if let Some(to) = mv.to
            && mv.removals.is_empty()
            && self.position.is_empty(to)
        {
            self.ends.insert(to);
        }
    }
}

/// SBX-QUEEN-3: whether an induced slide is no further move, because the piece's own move makes the same change (GEN-MOVE), or because
/// castling to the same square is held to stand for it.
fn is_known<B: Rulebook, S: Sink>(
    mover: &Mover<'_, B, S>,
    to: Square,
    own: SquareSet,
    castled: SquareSet,
) -> bool {
    let same = own.contains(to) && mover.applies(Clause::GenMove) && mover.applies(Clause::SbxQueen3);
    let castles = mover.piece.kind == PieceType::King && castled.contains(to);
    let castling_wins = mover.rulings().castle_and_induce == CastleAndInduce::CastlingWins;
    same || (castles && (castling_wins || !mover.applies(Clause::SbxQueen3)))
}

/// The first piece on a line, if it is a friend, and how far it is. A closed square ends the line.
fn first_friend<B: Rulebook, S: Sink>(mover: &Mover<'_, B, S>, step: Step) -> Option<(Square, u8)> {
    let mut at = mover.from;
    for distance in 1..=ANY {
        at = mover.step(at, step)?;
        if mover.is_friend(at) {
            return Some((at, distance));
        }
        if mover.is_enemy(at) || (is_closed(mover, at) && mover.applies(Clause::SbxBrouhaha)) {
            return None;
        }
    }
    None
}

/// Whether the square has closed.
fn is_closed<B: Rulebook, S: Sink>(mover: &Mover<'_, B, S>, square: Square) -> bool {
    mover.position.closed.contains(square)
}

/// SBX-KING: one step in any direction.
fn king_moves<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::SbxKing) {
        mover.leap(&QUEEN);
    }
}

/// SBX-ROOK: slides orthogonally.
fn rook<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::SbxRook) {
        mover.ride(&ORTHOGONAL, ANY);
    }
}

/// SBX-PAWN-1: one square forward without capture, captures one square diagonally forward. SBX-PAWN-2: unmoved, two squares forward.
/// SBX-PAWN-3: captures a Pawn that just passed.
fn pawn<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>) {
    let forward = mover.forward();
    let ahead = mover.step(mover.from, forward).filter(|&square| mover.is_empty(square));
    if let Some(to) = ahead
        && mover.applies(Clause::SbxPawn1)
    {
        promote(mover, mover.to(to), to);
    }
    if mover.position.unmoved.contains(mover.from)
        && let Some(to) = double_step(mover)
        && mover.applies(Clause::SbxPawn2)
    {
        mover.push(mover.to(to));
    }
    for aside in [-1, 1] {
        let Some(to) = mover.step(mover.from, Step::new(aside, forward.ranks)) else { continue };
        if mover.is_enemy(to) && mover.applies(Clause::SbxPawn1) {
            promote(mover, mover.to(to), to);
        }
        if mover.position.en_passant == Some(to)
            && let Some(passer) = mover.step(mover.from, Step::new(aside, 0))
            && mover.applies(Clause::SbxPawn3)
        {
            mover.push(mover.to(to).removing(passer));
        }
    }
}

/// Pushes a move after which a Pawn of the mover's side stands on the square. SBX-PROMOTE-1: it may promote there on the last three ranks
/// and must on the last. SBX-PROMOTE-2: each rank has its choices. SBX-PROMOTE-3: R, Q, L and J only recoup a lost piece.
fn promote<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>, mv: Move, square: Square) {
    let color = mover.piece.color;
    let rank = mover.position.rank_for(color, square);
    if rank < PROMOTION_RANK || !mover.applies(Clause::SbxPromote1) {
        mover.push(mv);
        return;
    }
    if !mover.position.is_last_rank(color, square) {
        mover.push(mv);
    }
    for (kind, lowest, start) in PROMOTIONS {
        let piece = Piece::new(color, kind);
        let none_lost = start.is_some_and(|start| mover.position.count(piece) >= start);
        let barred = (rank < lowest && mover.applies(Clause::SbxPromote2))
            || (none_lost && mover.applies(Clause::SbxPromote3));
        if !barred {
            mover.push(mv.placing(square, piece));
        }
    }
}

/// SBX-KNIGHT-1: leaps (1,2). SBX-KNIGHT-2: exchanges places with the first piece on a Queen line if that is a friend.
fn knight<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::SbxKnight1) {
        mover.leap(&KNIGHT);
    }
    for step in QUEEN {
        if let Some((to, _)) = first_friend(mover, step)
            && let Some(friend) = mover.position.piece(to)
            && mover.applies(Clause::SbxKnight2)
        {
            exchange(mover, to, friend);
        }
    }
}

/// SBX-KNIGHT-2: two identical Knights both change their squares (GEN-NULL), so they may exchange. SBX-PROMOTE-4: a Pawn that is moved so
/// does not promote.
fn exchange<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>, to: Square, friend: Piece) {
    let twins = friend == mover.piece;
    let refused = mover.rulings().knight_exchange_twin == KnightExchangeTwin::No;
    if twins && (refused || !mover.applies(Clause::GenNull)) {
        return;
    }
    let mv = mover.to(to).placing(mover.from, friend);
    let promotes = friend.kind == PieceType::Pawn
        && mover.position.rank_for(friend.color, mover.from) >= PROMOTION_RANK
        && !mover.applies(Clause::SbxPromote4);
    if promotes { promote(mover, mv, mover.from) } else { mover.push(mv) }
}

/// SBX-VAO: slides diagonally without capture; captures the first piece behind exactly one hurdle, which a closed square is not.
fn vao<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>) {
    if !mover.applies(Clause::SbxVao) {
        return;
    }
    for step in DIAGONAL {
        let mut at = mover.from;
        let mut behind_hurdle = false;
        while let Some(next) = mover.step(at, step) {
            at = next;
            if mover.is_empty(at) {
                if !behind_hurdle || !mover.blocks() {
                    mover.push(mover.to(at));
                }
            } else if is_closed(mover, at) && mover.applies(Clause::SbxBrouhaha) {
                break;
            } else if behind_hurdle {
                if mover.is_enemy(at) {
                    mover.push(mover.to(at));
                }
                break;
            } else {
                behind_hurdle = true;
            }
        }
    }
}

/// SBX-GIRAFFE: one diagonal step; from that square, if empty, on as a Rook in either of the two outward directions.
fn giraffe<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>) {
    if !mover.applies(Clause::SbxGiraffe) {
        return;
    }
    for step in DIAGONAL {
        let Some(corner) = mover.step(mover.from, step) else { continue };
        mover.go(corner);
        if mover.is_empty(corner) || !mover.blocks() {
            for outward in step.components() {
                mover.ride_from(corner, outward, ANY);
            }
        }
    }
}

/// SBX-LION-1: slides one to three squares. SBX-LION-2: leaps exactly two over anything, which over an empty square is the slide of two
/// (GEN-MOVE). SBX-LION-3: captures an enemy it leaps over as well; SBX-ENTRY: nothing but an enemy falls so.
fn lion<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>) {
    let slides = mover.applies(Clause::SbxLion1);
    if slides {
        mover.ride(&QUEEN, 3);
    }
    for step in QUEEN {
        let (Some(over), Some(to)) = (mover.step(mover.from, step), mover.step(mover.from, step.times(2)))
        else {
            continue;
        };
        if !mover.is_empty(to) && !mover.is_enemy(to) {
            continue;
        }
        let slid = slides && (mover.is_empty(over) || !mover.blocks());
        if !(slid && mover.applies(Clause::GenMove)) && mover.applies(Clause::SbxLion2) {
            mover.push(mover.to(to));
        }
        if (mover.is_enemy(over) || !mover.applies(Clause::SbxEntry)) && mover.applies(Clause::SbxLion3) {
            mover.push(mover.to(to).removing(over));
        }
    }
}

/// SBX-QUEEN-1: slides in eight directions. What she induces is not hers: see `Sandbox::induced`.
fn queen<B: Rulebook, S: Sink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::SbxQueen1) {
        mover.ride(&QUEEN, ANY);
    }
}
