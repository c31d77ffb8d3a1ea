//! A position under construction.

use crate::differences::fuzz::rng::Rng;
use vperft::inner::game::board::{QUEEN, Square, Step};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Rulings, Start, Variant};

/// The region in which pieces are placed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Zone {
    /// The whole board.
    Board,
    /// At most this many King steps from a square.
    Around(Square, i8),
}

/// A position under construction, and the choices that guide it.
pub(super) struct PositionBuilder<'a> {
    pub position: Position,
    pub variant: &'static Variant,
    /// The start array of this board.
    pub start: &'static Start,
    pub rng: &'a mut Rng,
    pub zone: Zone,
    /// Whether pieces may be placed where the rules forbid them.
    pub may_be_invalid: bool,
}

impl<'a> PositionBuilder<'a> {
    /// An empty board of a size that the variant is played on, usually that of the rulings.
    pub fn new(variant: &'static Variant, rulings: &Rulings, rng: &'a mut Rng) -> Self {
        let mut start = variant.start(rulings);
        if rng.chance(40) {
            let index = rng.below(variant.starts.len());
            let ranks = variant.starts[index].shape.ranks();
            start = variant.start_of_height(ranks, rulings).unwrap_or(start);
        }
        let may_be_invalid = rng.chance(1);
        let position = Position::empty(variant.id, start.shape);
        let mut builder = Self { position, variant, start, rng, zone: Zone::Board, may_be_invalid };
        builder.position.turn = if builder.rng.chance(50) { Color::White } else { Color::Black };
        builder.zone = Zone::draw(&mut builder);
        builder
    }

    /// Places a piece; `None` if no suitable square is found after a few attempts.
    pub fn place(&mut self, piece: Piece) -> Option<Square> {
        for _ in 0..4 {
            let square = self.interesting_square(piece);
            if self.can_place(piece, square) {
                self.position.put(square, piece);
                return Some(square);
            }
        }
        None
    }

    /// A random square, preferring those where the rules make a difference for this piece.
    pub fn interesting_square(&mut self, piece: Piece) -> Square {
        let roll = self.rng.below(100);
        let square = self.zone_square();
        if self.variant.is_pawn(piece.kind) && roll < 30 {
            // The last three ranks on which it may be.
            let ranks = self.position.shape.ranks();
            let rank = ranks - 1 - self.rng.below(3) as u8;
            let rank = if piece.color == Color::White { rank } else { ranks - 1 - rank };
            return Square::new(square.file(), rank);
        }
        let homes: Vec<_> = self.start.squares_of(piece).into_iter().collect();
        match roll {
            30..42 => self.rng.pick(&homes).unwrap_or(square),
            42..60 => self.near_king().unwrap_or(square),
            _ => square,
        }
    }

    /// A square of the zone.
    pub fn zone_square(&mut self) -> Square {
        let Zone::Around(centre, radius) = self.zone else { return self.any_square() };
        let reach = 2 * radius as usize;
        let offset = |rng: &mut Rng| rng.from(0, reach) as i8 - radius;
        let step = Step::new(offset(self.rng), offset(self.rng));
        self.position.shape.step(centre, step).unwrap_or(centre)
    }

    pub fn any_square(&mut self) -> Square {
        let shape = self.position.shape;
        let file = self.rng.below(shape.files().into()) as u8;
        Square::new(file, self.rng.below(shape.ranks().into()) as u8)
    }

    /// A square that attacks or defends a King: near it, or on a line with it.
    fn near_king(&mut self) -> Option<Square> {
        let color = if self.rng.chance(50) { Color::White } else { Color::Black };
        let king = self.king(color)?;
        let step = if self.rng.chance(50) {
            self.rng.pick(&QUEEN)?.times(self.rng.from(1, 9) as i8)
        } else {
            Step::new(self.rng.from(0, 6) as i8 - 3, self.rng.from(0, 6) as i8 - 3)
        };
        self.position.shape.step(king, step)
    }

    /// The square of a side's King.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.position.squares_of(Piece::new(color, self.variant.king()?)).next()
    }

    /// Whether the piece may be placed there.
    pub fn can_place(&self, piece: Piece, square: Square) -> bool {
        if self.position.piece(square).is_some() {
            return false;
        }
        if self.may_be_invalid {
            return true;
        }
        let last = self.position.shape.ranks() - 1;
        let rank = self.position.rank_for(piece.color, square);
        !self.variant.keeps_off(piece.kind, rank, last) && self.allows_one_more(piece)
    }

    /// Whether the side may have one more piece of this type.
    fn allows_one_more(&self, piece: Piece) -> bool {
        let most = self.variant.entry(piece.kind).and_then(|entry| entry.most);
        most.is_none_or(|most| self.position.count(piece) < usize::from(most)) && self.has_senior(piece)
    }

    /// Whether the piece is not an heir, or its senior is on the board.
    pub fn has_senior(&self, piece: Piece) -> bool {
        let senior = self.variant.entry(piece.kind).and_then(|entry| entry.succeeds);
        senior.is_none_or(|senior| self.position.count(Piece::new(piece.color, senior)) > 0)
    }

    /// Removes heirs without a senior.
    pub fn drop_heirs(&mut self, color: Color) {
        for (square, kind) in self.position.clone().pieces(color) {
            if !self.has_senior(Piece::new(color, kind)) {
                self.position.take(square);
            }
        }
    }
}
