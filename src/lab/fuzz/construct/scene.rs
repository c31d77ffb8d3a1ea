//! A position in the making.

use crate::game::board::{QUEEN, Square, Step};
use crate::game::position::Position;
use crate::game::variant::{Color, Piece, Rulings, Start, Variant};
use crate::lab::fuzz::rng::Rng;

/// Where pieces are put.
#[derive(Clone, Copy, Debug)]
pub(super) enum Zone {
    /// Anywhere.
    Board,
    /// At most so many King steps from a square.
    Around(Square, i8),
}

/// A position in the making, and what decides how it is made.
pub(super) struct Scene<'a> {
    pub position: Position,
    pub variant: &'static Variant,
    /// The array that belongs to the board.
    pub start: &'static Start,
    pub rng: &'a mut Rng,
    pub zone: Zone,
    /// Whether pieces are put where they may not stand.
    pub may_be_invalid: bool,
}

impl<'a> Scene<'a> {
    /// An empty board, one of those the variant is played on, that of the rulings most often.
    pub fn new(variant: &'static Variant, rulings: &Rulings, rng: &'a mut Rng) -> Self {
        let mut start = variant.start(rulings);
        if rng.chance(40) {
            let index = rng.below(variant.starts.len());
            let ranks = variant.starts[index].shape.ranks();
            start = variant.start_of_height(ranks, rulings).unwrap_or(start);
        }
        let may_be_invalid = rng.chance(1);
        let position = Position::empty(variant.id, start.shape);
        let mut scene = Self { position, variant, start, rng, zone: Zone::Board, may_be_invalid };
        scene.position.turn = if scene.rng.chance(50) { Color::White } else { Color::Black };
        scene.zone = Zone::draw(&mut scene);
        scene
    }

    /// Puts a piece somewhere, unless no fitting place is soon found.
    pub fn place(&mut self, piece: Piece) -> Option<Square> {
        for _ in 0..4 {
            let square = self.spot(piece);
            if self.admits(piece, square) {
                self.position.put(square, piece);
                return Some(square);
            }
        }
        None
    }

    /// A square where such a piece might be of interest.
    pub fn spot(&mut self, piece: Piece) -> Square {
        let roll = self.rng.below(100);
        let square = self.zone_square();
        if self.variant.is_pawn(piece.kind) && roll < 30 {
            // The last three ranks it may stand on.
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

    /// Any square.
    pub fn any_square(&mut self) -> Square {
        let shape = self.position.shape;
        let file = self.rng.below(shape.files().into()) as u8;
        Square::new(file, self.rng.below(shape.ranks().into()) as u8)
    }

    /// A square from which a King may be attacked, or defended: near it, or on a line with it.
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

    /// Whether the piece may be put there.
    pub fn admits(&self, piece: Piece, square: Square) -> bool {
        if self.position.piece(square).is_some() {
            return false;
        }
        if self.may_be_invalid {
            return true;
        }
        let last = self.position.shape.ranks() - 1;
        let rank = self.position.rank_for(piece.color, square);
        !self.variant.keeps_off(piece.kind, rank, last) && self.admits_one_more(piece)
    }

    /// Whether the side may have one more of this type, as far as their number is limited.
    fn admits_one_more(&self, piece: Piece) -> bool {
        let most = self.variant.entry(piece.kind).and_then(|entry| entry.most);
        most.is_none_or(|most| self.position.count(piece) < usize::from(most)) && self.has_senior(piece)
    }

    /// Whether the piece is nobody's heir, or the one it would succeed stands on the board.
    pub fn has_senior(&self, piece: Piece) -> bool {
        let senior = self.variant.entry(piece.kind).and_then(|entry| entry.succeeds);
        senior.is_none_or(|senior| self.position.count(Piece::new(piece.color, senior)) > 0)
    }

    /// Takes heirs without seniors off the board.
    pub fn drop_heirs(&mut self, color: Color) {
        for (square, kind) in self.position.clone().pieces(color) {
            if !self.has_senior(Piece::new(color, kind)) {
                self.position.take(square);
            }
        }
    }
}
