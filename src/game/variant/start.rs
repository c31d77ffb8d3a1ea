//! The start positions of a variant.

use super::file::StartFile;
use super::table::MAX_QUOTED;
use super::{BoardItem, Piece, Rulings, Variant, board_item};
use crate::game::board::{Shape, Square, SquareSet};
use crate::support::sanitise::shorten;

/// The most bytes of a start position.
const MAX_VFEN: usize = 4096;

/// A start position.
#[derive(Debug)]
#[non_exhaustive]
pub struct Start {
    /// The ruling and the reading under which the game starts from this position. `None` for the default position.
    pub(super) ruling: Option<(String, String)>,
    /// The position as VFEN.
    pub vfen: String,
    /// The size of the board.
    pub shape: Shape,
    pieces: Box<[Option<Piece>; 256]>,
    /// The pieces that hold an initial right, by file, then by rank.
    pub holders: Vec<(Square, Piece)>,
}

impl Start {
    /// Parses the board field of a start position. The parser of positions checks the other fields.
    pub(super) fn from_file(variant: &Variant, start: StartFile) -> Result<Self, String> {
        let board = start.vfen.split(' ').next().unwrap_or_default();
        let rows: Vec<&str> = board.split('/').collect();
        let files = variant.labels.files();
        let wrong =
            |problem: String| format!("start position `{}`: {problem}", shorten(&start.vfen, MAX_QUOTED));
        if start.vfen.len() > MAX_VFEN {
            return Err(wrong(format!("has {} bytes; expected at most {MAX_VFEN}", start.vfen.len())));
        }
        if rows.len() > 16 {
            return Err(wrong(format!("has {} ranks; expected at most 16", rows.len())));
        }
        let mut pieces = Box::new([None; 256]);
        for (row, text) in rows.iter().enumerate() {
            let rank = (rows.len() - 1 - row) as u8;
            let (mut file, mut rest) = (0_usize, *text);
            while !rest.is_empty() {
                let (length, item) = board_item(variant, rest).map_err(|error| wrong(error.to_string()))?;
                if let (BoardItem::Piece(piece), true) = (item, file < usize::from(files)) {
                    pieces[usize::from(Square::new(file as u8, rank).index())] = Some(piece);
                }
                file = file.saturating_add(item.squares());
                rest = &rest[length..];
            }
            if file != usize::from(files) {
                let name = variant.labels.rank(rank);
                return Err(wrong(format!("rank {name} has {file} squares; expected {files}")));
            }
        }
        let shape = Shape::new(files, rows.len() as u8);
        let holders = shape
            .squares()
            .filter_map(|square| Some((square, pieces[usize::from(square.index())]?)))
            .filter(|(_, piece)| variant.has_initial_right(piece.kind))
            .collect();
        Ok(Self { ruling: start.ruling, vfen: start.vfen, shape, pieces, holders })
    }

    /// A board of this size without pieces.
    pub(crate) fn empty(shape: Shape) -> Self {
        let pieces = Box::new([None; 256]);
        Self { ruling: None, vfen: String::new(), shape, pieces, holders: Vec::new() }
    }

    /// The piece that starts on the square.
    #[inline]
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[usize::from(square.index())]
    }

    /// The squares where such a piece starts.
    #[must_use]
    pub fn squares_of(&self, piece: Piece) -> SquareSet {
        self.shape.squares().filter(|&square| self.piece(square) == Some(piece)).collect()
    }

    /// The default rulings, with the reading under which the game starts from this position.
    #[must_use]
    pub fn rulings(&self) -> Rulings {
        let mut rulings = Rulings::DEFAULT;
        if let Some((name, reading)) = &self.ruling {
            rulings.set(name, reading).expect("the names of a table are checked when it is loaded");
        }
        rulings
    }

    /// Whether these rulings choose this start position. The default applies if they choose no other.
    pub(super) fn holds(&self, rulings: &Rulings) -> bool {
        self.ruling.as_ref().is_some_and(|(name, value)| rulings.get(name) == Some(value.as_str()))
    }
}
