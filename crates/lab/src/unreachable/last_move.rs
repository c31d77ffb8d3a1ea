//! Proofs from the last move: every move that could have led to a check or an en passant square is taken back, and played again by the
//! rules.
//!
//! A move is taken back in every way in which a piece can have come, with and without a capture, so that rules of particular pieces need
//! not be known backward.

use super::Unreachable;
use super::numbers::Numbers;
use vperft::inner::game::board::{Square, SquareSet};
use vperft::inner::game::paths::Leg;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Rules as _;
use vperft::inner::game::variant::{Piece, PieceType, RuleName, Standard, Start, Variant};
use vperft::inner::generators::data::{Data, has_rules};

/// Takes back the last moves of positions of a variant.
pub(super) struct LastMove {
    variant: &'static Variant,
    rules: Data<Standard>,
}

/// A move to take back: the position before it, and where it begins and ends.
struct Before {
    position: Position,
    from: Square,
    to: Square,
}

impl LastMove {
    /// Takes back the moves of a variant, each of which moves one piece. `None` if it has no check of a single royal kind.
    pub fn new(variant: &'static Variant) -> Option<Self> {
        let royals = variant.pieces.iter().filter(|entry| variant.is_royal(entry.kind));
        (has_rules(variant.id) && variant.has_check && royals.count() == 1)
            .then(|| Self { variant, rules: Data::new(variant.id, Standard) })
    }

    /// Why no move can have led to a position with a check or an en passant square.
    pub fn disproof(&self, numbers: &Numbers, position: &Position) -> Option<Unreachable> {
        // An en passant square on which nothing can be captured says nothing.
        let canonical = match position.en_passant {
            Some(_) => Some(self.rules.parse(&self.rules.print(position)).ok()?),
            None => None,
        };
        let position = canonical.as_ref().unwrap_or(position);
        let kind = self.variant.king()?;
        let mut kings = position.squares_of(Piece::new(position.turn, kind));
        let king = kings.next().filter(|_| kings.next().is_none())?;
        let is_check = self.rules.is_attacked(position, king);
        if !is_check && position.en_passant.is_none() || self.is_start(position) {
            return None;
        }
        let is_last_move = |before: &Before| {
            self.leads_to(before, position, king) && numbers.disproof(&before.position).is_none()
        };
        if self.any_before(position, &is_last_move) {
            return None;
        }
        let checkers = if is_check { self.checkers(position, king) } else { Vec::new() };
        Some(self.words(position, &checkers))
    }

    fn words(&self, position: &Position, checkers: &[String]) -> Unreachable {
        let mover = (!position.turn).name();
        let check = match checkers {
            [] => "give the check".to_owned(),
            [one] => format!("give check by {one}"),
            several => format!("give check by {} at once", several.join(" and ")),
        };
        let passing = self.variant.en_passant.as_ref().and_then(|rule| self.variant.entry(rule.piece));
        let passes =
            |program: &[Leg]| program.iter().find(|leg| leg.passes).and_then(|leg| leg.clause.clone());
        match position.en_passant {
            Some(square) => {
                let and_check = if checkers.is_empty() { String::new() } else { format!(" and {check}") };
                let square = self.variant.labels.square(square);
                Unreachable {
                    reason: format!("no last move of {mover} can pass {square}{and_check}"),
                    clause: passing.and_then(|entry| passes(&entry.program)),
                }
            }
            None => Unreachable {
                reason: format!("no last move of {mover} can {check}"),
                clause: self.variant.rule_clauses.get(&RuleName::Check).cloned(),
            },
        }
    }

    /// The pieces that give check, in words: those that still do if all others of their side are exchanged for Pawns of the other.
    fn checkers(&self, position: &Position, king: Square) -> Vec<String> {
        let (side, mover) = (position.turn, !position.turn);
        let Some(pawn) = self.variant.pieces.iter().find(|entry| entry.pawn.is_some()) else {
            return Vec::new();
        };
        let gives_check = |square: Square| {
            let mut alone = position.clone();
            for (other, _) in position.pieces(mover).filter(|(other, _)| *other != square) {
                alone.put(other, Piece::new(side, pawn.kind));
            }
            self.rules.is_attacked(&alone, king)
        };
        let checking = position.pieces(mover).filter(|(square, _)| gives_check(*square));
        let words = checking.filter_map(|(square, kind)| {
            Some(format!("the {} on {}", self.variant.entry(kind)?.name, self.variant.labels.square(square)))
        });
        words.collect()
    }

    /// Whether the pieces are on the squares of a start position.
    fn is_start(&self, position: &Position) -> bool {
        let is_equal = |square: Square, piece| position.piece(square) == piece;
        self.variant
            .starts
            .iter()
            .filter(|start| start.shape == position.shape)
            .any(|start| position.shape.squares().all(|square| is_equal(square, start.piece(square))))
    }

    /// Whether a move that was taken back is legal and leads to the position.
    fn leads_to(&self, before: &Before, position: &Position, king: Square) -> bool {
        // The King that is in check now was in none while the other side was to move.
        let mut waiting = before.position.clone();
        waiting.turn = position.turn;
        if self.rules.is_attacked(&waiting, king) {
            return false;
        }
        let mut moves = Vec::new();
        self.rules.legal_moves(&before.position, &mut moves);
        moves.iter().filter(|mv| mv.mv.from == before.from && mv.mv.to == Some(before.to)).any(|mv| {
            let after = self.rules.play(&before.position, mv);
            let has_passed = position.en_passant.is_none() || after.en_passant == position.en_passant;
            has_passed
                && (position.unmoved - after.unmoved).is_empty()
                && position.shape.squares().all(|square| after.piece(square) == position.piece(square))
        })
    }

    /// Whether a move that may have led to the position has a property.
    fn any_before(&self, position: &Position, has_property: &dyn Fn(&Before) -> bool) -> bool {
        let mover = !position.turn;
        let captured = self.variant.pieces.iter().filter(|entry| !self.variant.is_royal(entry.kind));
        let captured: Vec<_> = std::iter::once(None).chain(captured.map(|entry| Some(entry.kind))).collect();
        let empty = self.empty_squares(position);
        for (to, kind) in position.pieces(mover) {
            let kinds = self.kinds_before(kind);
            for &from in &empty {
                for &was in &kinds {
                    let mover = Piece::new(mover, was);
                    let of_capture =
                        captured.iter().filter_map(|kind| self.ordinary(position, (mover, from), to, *kind));
                    if of_capture
                        .chain(self.passing(position, (mover, from), to))
                        .any(|before| has_property(&before))
                    {
                        return true;
                    }
                }
            }
        }
        self.castling(position).iter().any(has_property)
    }

    /// The kinds that a piece may have been before the move: its own, and those that promote to it.
    fn kinds_before(&self, kind: PieceType) -> Vec<PieceType> {
        let promotes =
            self.variant.promotion.iter().filter(|rule| rule.to.contains(&kind)).map(|rule| rule.piece);
        let mut kinds: Vec<_> = std::iter::once(kind).chain(promotes).collect();
        kinds.dedup();
        kinds
    }

    fn empty_squares(&self, position: &Position) -> Vec<Square> {
        position.shape.squares().filter(|square| position.is_empty(*square)).collect()
    }

    /// The position with the other side to move, before its last move.
    fn earlier(&self, position: &Position) -> Position {
        let mut before = position.clone();
        (before.turn, before.en_passant, before.halfmove) = (!position.turn, None, 0);
        before
    }

    /// The position before a move that captured a piece of this kind, or nothing. `None` if a Pawn cannot be on its square.
    fn ordinary(
        &self,
        position: &Position,
        (mover, from): (Piece, Square),
        to: Square,
        captured: Option<PieceType>,
    ) -> Option<Before> {
        let mut before = self.earlier(position);
        before.take(to);
        if let Some(kind) = captured {
            self.put(&mut before, Piece::new(position.turn, kind), to)?;
        }
        self.put(&mut before, mover, from)?;
        Some(Before { position: before, from, to })
    }

    /// The positions before an en passant capture.
    fn passing<'s>(
        &'s self,
        position: &'s Position,
        (mover, from): (Piece, Square),
        to: Square,
    ) -> impl Iterator<Item = Before> + 's {
        let rule = self.variant.en_passant.as_ref().filter(|_| self.variant.is_pawn(mover.kind));
        let squares = rule.map(|_| self.empty_squares(position)).unwrap_or_default();
        squares.into_iter().filter(move |square| square.file() == to.file() && *square != from).filter_map(
            move |square| {
                let mut before = self.ordinary(position, (mover, from), to, None)?;
                self.put(&mut before.position, Piece::new(position.turn, rule?.piece), square)?;
                before.position.en_passant = Some(to);
                Some(before)
            },
        )
    }

    /// The positions before the other side castled.
    fn castling(&self, position: &Position) -> Vec<Before> {
        let Some(rule) = self.variant.castling else { return Vec::new() };
        let mover = !position.turn;
        let [king, rook] = [rule.king, rule.rook].map(|kind| Piece::new(mover, kind));
        let mut found = Vec::new();
        for to in position.squares_of(king) {
            for rook_to in position.squares_of(rook).filter(|square| square.rank() == to.rank()) {
                let mut cleared = self.earlier(position);
                for square in [to, rook_to] {
                    cleared.take(square);
                }
                let rank: Vec<_> = self
                    .empty_squares(&cleared)
                    .into_iter()
                    .filter(|square| square.rank() == to.rank())
                    .collect();
                let pairs =
                    rank.iter().flat_map(|from| rank.iter().map(move |rook_from| (*from, *rook_from)));
                for (from, rook_from) in pairs.filter(|(from, rook_from)| from != rook_from) {
                    let mut before = cleared.clone();
                    before.put(from, king);
                    before.put(rook_from, rook);
                    before.unmoved = before.unmoved | SquareSet::EMPTY.with(from).with(rook_from);
                    found.push(Before { position: before, from, to });
                }
            }
        }
        found
    }

    /// Puts a piece on a square, with its initial right if such a piece starts there. `None` if such a Pawn is never there.
    fn put(&self, position: &mut Position, piece: Piece, square: Square) -> Option<()> {
        let rank = position.rank_for(piece.color, square);
        if self.variant.keeps_off(piece.kind, rank, position.shape.ranks() - 1) {
            return None;
        }
        position.put(square, piece);
        let is_home = |start: &Start| start.shape == position.shape && start.piece(square) == Some(piece);
        if self.variant.has_initial_right(piece.kind) && self.variant.starts.iter().any(is_home) {
            position.unmoved.insert(square);
        }
        Some(())
    }
}
