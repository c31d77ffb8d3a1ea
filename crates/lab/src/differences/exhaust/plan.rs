//! Which pieces are on the board, and every way to place them.

use std::ops::ControlFlow;
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, PieceType, Rulings, Start, Variant, VariantId};
use vperft_run::digest::digest;

/// The positions with the royal pieces and a few more, in units. A unit has all positions with the same pieces and with the first of them
/// on the same square.
#[derive(Debug)]
pub struct Plan {
    pub(super) variant: &'static Variant,
    pub(super) start: &'static Start,
    squares: Vec<Square>,
    /// The pieces of a position, royals first. Equal pieces are next to each other.
    materials: Vec<Vec<Piece>>,
    max_pieces: usize,
}

impl Plan {
    /// All positions with the royal pieces and at most `max_pieces` in all; with `kinds`, those whose other pieces are of these kinds.
    /// `None` if there are more royal pieces.
    #[must_use]
    pub fn new(
        variant: VariantId,
        rulings: &Rulings,
        max_pieces: usize,
        kinds: Option<&[PieceType]>,
    ) -> Option<Self> {
        let variant = Variant::get(variant);
        let start = variant.start(rulings);
        let royals = royals(variant, start);
        let more = max_pieces.checked_sub(royals.len())?;
        let is_asked = |kind: &PieceType| kinds.is_none_or(|kinds| kinds.contains(kind));
        let others = variant.pieces.iter().filter(|entry| !entry.royal).map(|entry| entry.kind);
        let others: Vec<_> = others.filter(is_asked).collect();
        let others =
            Color::BOTH.into_iter().flat_map(|color| others.iter().map(move |kind| Piece::new(color, *kind)));
        let others: Vec<_> = others.collect();
        let mut materials = Vec::new();
        for more in 0..=more {
            extend(&mut royals.clone(), &others, more, &mut materials);
        }
        materials.retain(|material| !material.is_empty() && is_possible(variant, material));
        Some(Self { variant, start, squares: start.shape.squares().collect(), materials, max_pieces })
    }

    /// The number of units.
    #[must_use]
    pub fn units(&self) -> usize {
        self.materials.len() * self.squares.len()
    }

    /// About how many placements a unit has.
    #[must_use]
    pub fn size(&self, unit: usize) -> u64 {
        let (material, _) = self.unit(unit);
        let (mut size, mut equal) = (1, 1);
        for (index, pair) in (1..).zip(material.windows(2)) {
            equal = if pair[0] == pair[1] { equal + 1 } else { 1 };
            size = size * (self.squares.len() as u64).saturating_sub(index) / equal;
        }
        size
    }

    /// The digest of what decides the positions.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(format!("{:?}\n{:?}\n{:?}", self.variant, self.materials, self.start.vfen).as_bytes())
    }

    /// The most pieces of a position.
    #[must_use]
    pub const fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// The square of the first piece in a unit.
    pub(super) fn first(&self, unit: usize) -> Square {
        self.unit(unit).1
    }

    fn unit(&self, unit: usize) -> (&[Piece], Square) {
        (&self.materials[unit / self.squares.len()], self.squares[unit % self.squares.len()])
    }

    /// Passes on every placement of a unit: a position without rights, White to move.
    pub(super) fn placements(
        &self,
        unit: usize,
        take: &mut dyn FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (material, first) = self.unit(unit);
        let mut position = Position::empty(self.variant.id, self.start.shape);
        if !self.may_stand(material[0], first) {
            return ControlFlow::Continue(());
        }
        position.put(first, material[0]);
        self.place(&mut position, material, 1, first, take)
    }

    /// Places the pieces from an index on. `last` is the square of the piece before.
    fn place(
        &self,
        position: &mut Position,
        material: &[Piece],
        index: usize,
        last: Square,
        take: &mut dyn FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(&piece) = material.get(index) else { return take(position) };
        let is_equal = material[index - 1] == piece;
        for &square in &self.squares {
            if is_equal && square <= last
                || position.piece(square).is_some()
                || !self.may_stand(piece, square)
            {
                continue;
            }
            position.put(square, piece);
            let flow = self.place(position, material, index + 1, square, take);
            position.take(square);
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Any placement of a unit; another one for another number. `None` if a piece cannot stand on the square that the number means.
    pub(super) fn sample(&self, unit: usize, number: u64) -> Option<Position> {
        let (material, first) = self.unit(unit);
        let mut position = Position::empty(self.variant.id, self.start.shape);
        let mut mixed = (unit as u64).wrapping_mul(1_000_003).wrapping_add(number);
        for (index, &piece) in material.iter().enumerate() {
            // The numbers of a well-known linear congruential generator.
            mixed = mixed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let square = match index {
                0 => first,
                _ => self.squares[(mixed >> 33) as usize % self.squares.len()],
            };
            if position.piece(square).is_some() || !self.may_stand(piece, square) {
                return None;
            }
            position.put(square, piece);
        }
        Some(position)
    }

    fn may_stand(&self, piece: Piece, square: Square) -> bool {
        let shape = self.start.shape;
        let rank = piece.color.rank_on(shape, square.rank());
        !self.variant.keeps_off(piece.kind, rank, shape.ranks() - 1)
    }
}

/// The royal pieces of both sides: as many of each kind as a side must have, and one where it may lose them all.
fn royals(variant: &Variant, start: &Start) -> Vec<Piece> {
    let mut royals = Vec::new();
    for color in Color::BOTH {
        for entry in variant.pieces.iter().filter(|entry| entry.royal) {
            let piece = Piece::new(color, entry.kind);
            if !start.squares_of(piece).is_empty() {
                let least = usize::from(entry.least.for_color(color)).max(1);
                royals.extend(std::iter::repeat_n(piece, least));
            }
        }
    }
    royals
}

/// Adds this number of pieces, in every way, each combination once.
fn extend(material: &mut Vec<Piece>, others: &[Piece], more: usize, materials: &mut Vec<Vec<Piece>>) {
    if more == 0 {
        materials.push(material.clone());
        return;
    }
    for (index, &piece) in others.iter().enumerate() {
        material.push(piece);
        extend(material, &others[index..], more - 1, materials);
        material.pop();
    }
}

/// Whether a position may have these pieces: neither too few nor too many of a kind, and no heir without its senior.
fn is_possible(variant: &Variant, material: &[Piece]) -> bool {
    let count = |color, kind| material.iter().filter(|piece| **piece == Piece::new(color, kind)).count();
    Color::BOTH.into_iter().all(|color| {
        variant.pieces.iter().all(|entry| {
            let own = count(color, entry.kind);
            own >= usize::from(entry.least.for_color(color))
                && entry.most.is_none_or(|most| own <= usize::from(most))
                && (own == 0 || entry.succeeds.is_none_or(|senior| count(color, senior) > 0))
        })
    })
}
