//! The castling rights of a FEN.

use super::Position;
use super::fen::FenError;
use crate::game::board::Square;
use crate::game::variant::{Castling, Color, Piece, Rulings, Start, Variant};

/// The castling rights of a FEN on a board.
#[derive(Default)]
pub(super) struct Rights {
    /// The squares of the pieces that hold them.
    pub squares: Vec<Square>,
    /// The letters of rights that no piece can hold, each with the reason.
    pub impossible: Vec<String>,
    /// Whether pieces that do not castle hold rights, which no FEN expresses.
    pub other: bool,
}

impl Rights {
    /// Reads the letters `KQkq`, or the files of the Rooks.
    pub fn read(
        variant: &Variant,
        rulings: &Rulings,
        board: &Position,
        letters: &str,
    ) -> Result<Self, FenError> {
        let start = variant.start_of_height(board.shape.ranks(), rulings);
        let (Some(castling), Some(start)) = (variant.castling, start) else {
            let problem =
                format!("castling rights `{letters}`: {} has no castling; expected -", variant.title);
            return Err(FenError::Malformed(problem));
        };
        let mut rights = Self::default();
        // Letters with the same obstacle are named together.
        let mut impossible: Vec<(String, String)> = Vec::new();
        for letter in letters.chars() {
            let Some(right) = Right::of(variant, start, castling, letter) else {
                let problem =
                    format!("castling rights `{letters}`: `{letter}` is no right; expected KQkq or -");
                return Err(FenError::Malformed(problem));
            };
            match right.obstacle(variant, start, board) {
                None => rights.squares.extend([right.king.0, right.rook.0]),
                Some(obstacle) => match impossible.last_mut() {
                    Some((letters, last)) if *last == obstacle => letters.push(letter),
                    _ => impossible.push((letter.to_string(), obstacle)),
                },
            }
        }
        let impossible = impossible.into_iter();
        rights.impossible =
            impossible.map(|(letters, obstacle)| format!("`{letters}`: {obstacle}")).collect();
        for &(square, piece) in &start.holders {
            let castles = [castling.king, castling.rook].contains(&piece.kind);
            if !castles && board.piece(square) == Some(piece) {
                rights.squares.push(square);
                rights.other = true;
            }
        }
        rights.squares.sort_unstable();
        rights.squares.dedup();
        Ok(rights)
    }
}

/// A castling right: the King and the Rook, where each of them must be.
struct Right {
    king: (Square, Piece),
    rook: (Square, Piece),
}

impl Right {
    /// The right of a letter; `None` if the variant has no such right.
    fn of(variant: &Variant, start: &Start, castling: Castling, letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let [king, rook] = [castling.king, castling.rook].map(|kind| Piece::new(color, kind));
        let known = variant.uci.rights.iter().find(|known| known.letter == letter);
        let square = |name: &str| variant.labels.parse(start.shape, name);
        if let Some(known) = known {
            return Some(Self { king: (square(&known.king)?, king), rook: (square(&known.rook)?, rook) });
        }
        let home = start.squares_of(king).into_iter().next()?;
        let rooks = start.squares_of(rook).into_iter().filter(|square| square.rank() == home.rank());
        let file = match letter.to_ascii_lowercase() {
            'k' => rooks.map(Square::file).filter(|file| *file > home.file()).max()?,
            'q' => rooks.map(Square::file).filter(|file| *file < home.file()).min()?,
            name => (0..start.shape.files()).find(|file| variant.labels.file(*file) == name)?,
        };
        Some(Self { king: (home, king), rook: (Square::new(file, home.rank()), rook) })
    }

    /// Why nothing on the board can hold the right; `None` if King and Rook are where they start.
    fn obstacle(&self, variant: &Variant, start: &Start, board: &Position) -> Option<String> {
        let name = |square| variant.labels.square(square);
        let ((home, king), (corner, rook)) = (self.king, self.rook);
        let color = king.color.name();
        if board.piece(home) != Some(king) {
            return Some(match board.squares_of(king).next() {
                Some(square) => {
                    format!("the {color} King is on {} and castles only from {}", name(square), name(home))
                }
                None => format!("there is no {color} King"),
            });
        }
        if start.piece(corner) != Some(rook) {
            return Some(format!("no {color} Rook that castles starts on {}", name(corner)));
        }
        (board.piece(corner) != Some(rook)).then(|| format!("there is no {color} Rook on {}", name(corner)))
    }
}
