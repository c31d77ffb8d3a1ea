//! Castling: a King and a Rook that have not moved go toward and past each other.

use super::attack::{LegalityMask, is_capturable, is_royal};
use super::compile::Tables;
use super::sink::DataMove;
use crate::game::board::Square;
use crate::game::notation::{Move, Travel};
use crate::game::position::Position;
use crate::game::variant::{Castling, Clause, Piece, RuleName, Rulebook};

/// Sends the castling moves of the side to move.
pub(super) fn castling(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    mask: &LegalityMask,
    moves: &mut Vec<DataMove>,
) {
    let Some(castling) = &tables.ends.castling else { return };
    let color = position.turn;
    let (king, rook) = (Piece::new(color, castling.king), Piece::new(color, castling.rook));
    let may_castle =
        |square: &Square| position.unmoved.contains(*square) || !tables.applies(book, RuleName::CastlingPath);
    for from in position.squares_of(king).filter(may_castle) {
        let rooks = position.squares_of(rook).filter(|square| square.rank() == from.rank());
        for rook_from in rooks.filter(may_castle) {
            for (to, rook_to) in ends(tables, castling, from, rook_from).into_iter().flatten() {
                if (Attempt { tables, book, position, mask, king, from, to, rook_from, rook_to }).is_allowed()
                {
                    let travel = Travel { piece: rook, from: rook_from, to: rook_to };
                    moves.push(Move::new(king, from, to).with_travel(travel).into());
                }
            }
        }
    }
}

/// One way to castle, of a King and a Rook that have not moved.
struct Attempt<'a, B> {
    tables: &'a Tables,
    book: &'a B,
    position: &'a Position,
    mask: &'a LegalityMask,
    king: Piece,
    from: Square,
    to: Square,
    rook_from: Square,
    rook_to: Square,
}

impl<B: Rulebook> Attempt<'_, B> {
    fn is_allowed(&self) -> bool {
        let applies = |rule| self.tables.applies(self.book, rule);
        (self.is_clear() || !applies(RuleName::CastlingPath))
            && !(self.is_attacked() && applies(RuleName::CastlingAttack))
            && applies(RuleName::Castling)
    }

    /// Whether all squares between the four are empty but for the two pieces.
    fn is_clear(&self) -> bool {
        let files = [self.from, self.to, self.rook_from, self.rook_to].map(Square::file);
        let (low, high) = (files.iter().min(), files.iter().max());
        let (Some(&low), Some(&high)) = (low, high) else { return false };
        let is_free =
            |square| square == self.from || square == self.rook_from || self.position.is_empty(square);
        (low..=high).all(|file| is_free(Square::new(file, self.from.rank())))
    }

    /// Whether the King is attacked on its square, on one that it crosses, or on its end square.
    fn is_attacked(&self) -> bool {
        let Self { tables, book, position, mask, king, .. } = *self;
        if !is_royal(tables, position, king) {
            return false;
        }
        let (low, high) = (self.from.file().min(self.to.file()), self.from.file().max(self.to.file()));
        (low..=high).any(|file| {
            let square = Square::new(file, self.from.rank());
            let is_capturable = || {
                let mut probe = position.clone();
                probe.take(self.from);
                probe.put(square, king);
                is_capturable(tables, book, &probe, king.color, square)
            };
            let known =
                mask.royal.filter(|royal| *royal == self.from).and_then(|_| mask.danger.is_on(square));
            known.unwrap_or_else(is_capturable) && book.applies(Clause::GEN_ATTACK)
        })
    }
}

/// Where King and Rook may end.
fn ends(tables: &Tables, castling: &Castling, king: Square, rook: Square) -> [Option<(Square, Square)>; 15] {
    let is_higher = rook.file() > king.file();
    let mut found = [None; 15];
    if let Some(files) = castling.any_file.or(castling.files) {
        let [king_file, rook_file] = if is_higher { files.higher } else { files.lower };
        let square = |name| Some(Square::new(tables.variant.labels.file_named(name)?, king.rank()));
        found[0] = square(king_file).zip(square(rook_file));
        return found;
    }
    let toward: i8 = if is_higher { 1 } else { -1 };
    let gap = rook.file().abs_diff(king.file()) as i8;
    for (slot, distance) in found.iter_mut().zip(castling.distances.unwrap_or_default().iter()) {
        // The Rook lands between the King's squares, and the two do not collide.
        if distance < gap {
            let square = |n: i8| Square::new((king.file() as i8 + toward * n) as u8, king.rank());
            *slot = Some((square(distance), square(distance - 1)));
        }
    }
    found
}
