//! The squares of names and of areas, which are parts of the board on a board of one size.

use super::{Color, Piece, Start, Variant};
use crate::game::board::{Square, SquareSet};
use crate::game::paths::Area;

impl Variant {
    /// Whether the text is the name of a square on the largest board of the variant.
    #[must_use]
    pub fn names_square(&self, text: &str) -> bool {
        self.labels.parse(self.starts[0].shape, text).is_some()
    }

    /// The square of this name on the largest board of the variant.
    ///
    /// # Errors
    /// Says which squares there are, if there is none of this name.
    #[doc(hidden)]
    pub fn find_square(&self, name: &str) -> Result<Square, String> {
        self.labels.find(self.starts[0].shape, name)
    }

    /// The squares of areas on the board of a start position, as the side of the piece sees them.
    #[doc(hidden)]
    pub fn squares_of(&self, areas: &[Area], start: &Start, piece: Piece) -> SquareSet {
        areas.iter().fold(SquareSet::EMPTY, |all, area| all | self.squares_of_area(area, start, piece))
    }

    fn squares_of_area(&self, area: &Area, start: &Start, piece: Piece) -> SquareSet {
        let (shape, labels) = (start.shape, &self.labels);
        let rank_of = |rank: u8| piece.color.rank_on(shape, rank);
        let all = shape.squares();
        match area {
            Area::Rank(number) => {
                let rank = if *number > 0 { number - 1 } else { shape.ranks() as i8 + number };
                all.filter(|square| rank_of(square.rank()) as i8 == rank).collect()
            }
            Area::File(name) => {
                let file = labels.file_named(*name);
                all.filter(|square| Some(square.file()) == file).collect()
            }
            Area::Rectangle(one, other) => {
                // The corners may be on the largest board only.
                let corners = [one, other].map(|name| labels.parse(self.starts[0].shape, name));
                let [Some(one), Some(other)] = corners else { return SquareSet::EMPTY };
                let files = one.file().min(other.file())..=one.file().max(other.file());
                let ranks = one.rank().min(other.rank())..=one.rank().max(other.rank());
                all.filter(|square| files.contains(&square.file()) && ranks.contains(&rank_of(square.rank())))
                    .collect()
            }
            Area::Start => start.squares_of(piece),
            Area::Named(name) => match self.regions.get(name) {
                Some(areas) => self.squares_of(&areas.0, start, piece),
                None => SquareSet::EMPTY,
            },
            Area::BySide(areas) => areas[piece.color as usize].iter().fold(SquareSet::EMPTY, |all, area| {
                // Only where a piece starts depends on its side here: the rest is as White sees it.
                let seen_by = if *area == Area::Start { piece.color } else { Color::White };
                all | self.squares_of_area(area, start, Piece::new(seen_by, piece.kind))
            }),
        }
    }

    /// Whether a piece that is captured en passant may make its double step from a square: one where such a piece starts, or one that a
    /// leg names.
    #[doc(hidden)]
    #[must_use]
    pub fn may_double_step(&self, start: &Start, pawn: Piece, from: Square) -> bool {
        let legs = self.entry(pawn.kind).map(|entry| &entry.program);
        let mut legs = legs.into_iter().flatten().filter(|leg| leg.passes);
        start.squares_of(pawn).contains(from)
            || legs.any(|leg| match &leg.from {
                Some(areas) => self.squares_of(areas, start, pawn).contains(from),
                None => !leg.unmoved,
            })
    }
}
