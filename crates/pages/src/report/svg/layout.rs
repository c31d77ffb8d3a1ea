//! Where squares are in a picture.

use vperft::inner::game::board::{Shape, Square};

/// The side of a square. Other measures derive from it or were chosen by eye.
pub(super) const SIDE: u32 = 48;
/// The width of the border with the coordinates.
pub(super) const MARGIN: u32 = 30;

/// The board of a picture.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub shape: Shape,
    /// Whether Black's side is at the bottom.
    pub is_flipped: bool,
}

impl Layout {
    /// The width and the height of the board.
    pub fn size(self) -> (u32, u32) {
        (u32::from(self.shape.files()) * SIDE, u32::from(self.shape.ranks()) * SIDE)
    }

    /// The upper left corner of a square.
    pub fn corner(self, square: Square) -> (u32, u32) {
        let (right, down) = (self.shape.files() - 1, self.shape.ranks() - 1);
        let (file, rank) = match self.is_flipped {
            false => (square.file(), down - square.rank()),
            true => (right - square.file(), square.rank()),
        };
        (MARGIN + u32::from(file) * SIDE, MARGIN + u32::from(rank) * SIDE)
    }

    /// The centre of a square.
    pub fn middle(self, square: Square) -> (u32, u32) {
        let (x, y) = self.corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    }

    /// The path of a whole square.
    pub fn path(self, square: Square) -> String {
        let (x, y) = self.corner(square);
        format!("M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")
    }

    /// Where the text below the coordinates begins.
    pub fn caption_top(self) -> u32 {
        2 * MARGIN + self.size().1
    }
}
