//! The board: one letter per square, the side to move, castling rights, the en passant square and the counters.

use vperft::board::{Shape, Square};
use vperft::position::{self, Position};
use vperft::variant::{Color, Rulings, Variant, VariantId};

/// The letter of an empty square.
pub const EMPTY: u8 = b'.';

/// A step: files to the right, ranks up.
pub type Step = (i8, i8);

/// A position of Ryugi. Squares are numbered rank by rank: a1 is 0, j10 is 99.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The letter of the piece on every square, upper case for White.
    pub pieces: [u8; 100],
    /// Whether White is to move.
    pub white: bool,
    /// Whether neither the Rook of [`CORNERS`] nor its King has moved.
    pub rights: [bool; 4],
    /// The square a Pawn has just passed over, if it can be captured there.
    pub passed: Option<usize>,
    /// Plies since the last capture or Pawn move.
    pub clock: u32,
    /// The number of the move.
    pub number: u32,
}

/// The squares on which the Rooks start.
pub const CORNERS: [usize; 4] = [0, 9, 90, 99];

/// The square on which the King of the Rook on a corner starts.
pub const fn king_home(corner: usize) -> usize {
    corner / 10 * 10 + 5
}

/// The square one step away; `None` beyond the edge.
pub fn step(from: usize, (files, ranks): Step) -> Option<usize> {
    let (file, rank) = ((from % 10) as i8 + files, (from / 10) as i8 + ranks);
    ((0..10).contains(&file) && (0..10).contains(&rank)).then_some((rank * 10 + file) as usize)
}

/// Whether the piece with this letter is White's; `None` for an empty square.
pub const fn is_white(letter: u8) -> Option<bool> {
    if letter == EMPTY { None } else { Some(letter.is_ascii_uppercase()) }
}

/// Converts a square to vperft.
pub fn outward(square: usize) -> Square {
    Square::new((square % 10) as u8, (square / 10) as u8)
}

impl Board {
    /// Converts a position that vperft has parsed.
    pub fn from_position(position: &Position) -> Self {
        let variant = Variant::get(VariantId::RYUGI);
        let mut pieces = [EMPTY; 100];
        for (square, letter) in pieces.iter_mut().enumerate() {
            if let Some(piece) = position.piece(outward(square)) {
                *letter = variant.label(piece).as_bytes()[0];
            }
        }
        Self {
            pieces,
            white: position.turn == Color::White,
            rights: CORNERS.map(|corner| position.unmoved.contains(outward(corner))),
            passed: position.en_passant.map(|it| usize::from(it.rank()) * 10 + usize::from(it.file())),
            clock: position.halfmove,
            number: position.fullmove,
        }
    }

    /// The canonical VFEN, as vperft prints it.
    pub fn vfen(&self) -> String {
        let variant = Variant::get(VariantId::RYUGI);
        let mut position = Position::empty(VariantId::RYUGI, Shape::new(10, 10));
        for (square, &letter) in self.pieces.iter().enumerate() {
            let label = char::from(letter).to_string();
            if let Some(piece) = variant.piece(&label) {
                position.put(outward(square), piece);
            }
        }
        for (corner, right) in CORNERS.into_iter().zip(self.rights) {
            if right {
                position.unmoved.insert(outward(corner));
                position.unmoved.insert(outward(king_home(corner)));
            }
        }
        position.turn = if self.white { Color::White } else { Color::Black };
        position.en_passant = self.passed.map(outward);
        position.halfmove = self.clock;
        position.fullmove = self.number;
        position::print(&position, &Rulings::default())
    }

    /// The letter of a piece of one side.
    pub const fn letter(white: bool, letter: u8) -> u8 {
        if white { letter } else { letter.to_ascii_lowercase() }
    }

    /// The square of a side's King.
    pub fn king(&self, white: bool) -> Option<usize> {
        self.pieces.iter().position(|&letter| letter == Self::letter(white, b'K'))
    }
}
