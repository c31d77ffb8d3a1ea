//! The part of a board that a panel of a diagram shows.

use super::layout::{Layout, SIDE};
use vperft::inner::game::board::Square;
use vperft::inner::game::notation;
use vperft::inner::game::variant::Variant;
use vperft_lab::drawing::diagram::Panel;

/// The side of a square in the picture.
const SQUARE: u32 = 24;
/// The fewest files and ranks of a board that is shown.
const LEAST: (u8, u8) = (7, 4);

/// The part of a board that a panel shows.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub left: u8,
    pub bottom: u8,
    pub files: u8,
    pub ranks: u8,
}

impl Window {
    /// Everything that happens, with a margin of a square.
    pub fn around(panel: &Panel, mover: Option<Square>) -> Self {
        let shape = panel.position.shape;
        let variant = Variant::get(panel.position.variant);
        let moved = panel.moves.iter().flat_map(|text| notation::squares(variant, shape, text));
        let pieces =
            shape.squares().filter(|&on| panel.position.piece(on).is_some() && !panel.parked.contains(&on));
        let shown: Vec<_> = moved.chain(pieces).chain(panel.marks.keys().copied()).chain(mover).collect();
        let (left, files) = range(shown.iter().map(|square| square.file()), shape.files(), LEAST.0);
        let (bottom, ranks) = range(shown.iter().map(|square| square.rank()), shape.ranks(), LEAST.1);
        Self { left, bottom, files, ranks }
    }

    /// Its part of a picture of the whole board: left, top, width and height.
    pub fn view(self, layout: Layout) -> (u32, u32, u32, u32) {
        let (left, top) = layout.corner(Square::new(self.left, self.bottom + self.ranks - 1));
        (left, top, u32::from(self.files) * SIDE, u32::from(self.ranks) * SIDE)
    }

    /// Whether a square is in it.
    pub fn shows(self, square: Square) -> bool {
        (self.left..self.left + self.files).contains(&square.file())
            && (self.bottom..self.bottom + self.ranks).contains(&square.rank())
    }

    /// The width in the picture.
    pub fn width(self) -> u32 {
        u32::from(self.files) * SQUARE
    }

    /// The height in the picture.
    pub fn height(self) -> u32 {
        u32::from(self.ranks) * SQUARE
    }
}

/// The first file and the number of files, at least `least`, that show these; or the same of ranks.
fn range(shown: impl Iterator<Item = u8> + Clone, all: u8, least: u8) -> (u8, u8) {
    let first = shown.clone().min().unwrap_or(0).saturating_sub(1);
    let last = shown.max().unwrap_or(0).saturating_add(1).min(all - 1);
    let missing = least.saturating_sub(last - first + 1);
    let first = first.saturating_sub(missing / 2);
    let last = (last + missing - missing / 2).max(first + least - 1).min(all - 1);
    let first = first.min((last + 1).saturating_sub(least));
    // Two ranks more show the whole board.
    if last - first + 3 >= all { (0, all) } else { (first, last - first + 1) }
}
