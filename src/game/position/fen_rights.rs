//! The castling rights of a FEN.

use super::fen::{FenError, Letters};
use super::{Position, rights};
use crate::game::board::Square;
use crate::game::variant::{Castling, Color, Piece, Rulings, Start, Variant};

/// The castling rights of a FEN on a board.
#[derive(Default)]
pub(super) struct Rights {
    /// The squares of the pieces that hold them.
    pub squares: Vec<Square>,
    /// The letters of rights that no piece can hold, each with the reason.
    pub impossible: Vec<String>,
    /// The letters that name the files of the Rooks, if some of the impossible ones may mean Rooks on both sides of a King.
    pub by_file: Option<String>,
    /// Whether pieces that do not castle hold rights, which no FEN expresses.
    pub other: bool,
    /// Whether a King or a Rook holds a right on a square where it does not start.
    pub is_anywhere: bool,
}

impl Rights {
    /// Reads the letters `KQkq`, or the files of the Rooks.
    pub fn parse(
        variant: &Variant,
        rulings: &Rulings,
        board: &Position,
        letters: &str,
        meaning: Letters,
    ) -> Result<Self, FenError> {
        let start = variant.start_of_height(board.shape.ranks(), rulings);
        let (Some(castling), Some(start)) = (variant.castling, start) else {
            let problem =
                format!("castling rights `{letters}`: {} has no castling; expected -", variant.title);
            return Err(FenError::Malformed(problem));
        };
        let mut rights = Self::default();
        let homes =
            [Color::White, Color::Black].map(|color| Right::home(start, castling, board, color, letters));
        let on_rank = |letter| Right::on_rank(variant, start, castling, board, letter);
        let rook =
            |letter| on_rank(letter).filter(|_| letters.contains(letter)).map(|right| right.rook.0.file());
        let has_same_file = |white: Option<u8>, black| white == black || white.is_none() || black.is_none();
        // In Chess960 both sides start on the same files. If a King or a Rook is on another file than that of the other side, one of them
        // has moved, unless the letters name the files of the Rooks.
        let is_mirrored = has_same_file(homes[0].map(Square::file), homes[1].map(Square::file))
            && has_same_file(rook('K'), rook('k'))
            && has_same_file(rook('Q'), rook('q'));
        // Letters with the same obstacle are named together.
        let mut impossible: Vec<(String, String)> = Vec::new();
        let mut is_on_both_sides = false;
        for letter in letters.chars() {
            let names_file = !"KQkq".contains(letter);
            let may_be_anywhere = is_mirrored && meaning == Letters::AnyFile;
            let any_file = castling.any_file.is_some() && (may_be_anywhere || names_file);
            let is_home = |right: &Right| {
                [right.king, right.rook].iter().all(|(square, piece)| start.piece(*square) == Some(*piece))
            };
            let names_rook = (any_file || names_file).then_some(letter);
            let of_letter = names_rook.and_then(on_rank).filter(|right| any_file || is_home(right));
            let Some(right) = of_letter.or_else(|| Right::from_letter(variant, start, castling, letter))
            else {
                let problem =
                    format!("castling rights `{letters}`: `{letter}` is not a right; expected KQkq or -");
                return Err(FenError::Malformed(problem));
            };
            match right.obstacle(variant, start, board) {
                None => {
                    let (king, rook) = (right.king, right.rook);
                    rights.is_anywhere |=
                        start.piece(king.0) != Some(king.1) || start.piece(rook.0) != Some(rook.1);
                    rights.squares.extend([king.0, rook.0]);
                }
                Some(obstacle) => {
                    let sides = if letter.is_ascii_uppercase() { ['K', 'Q'] } else { ['k', 'q'] };
                    is_on_both_sides |= !names_file && sides.into_iter().all(|side| on_rank(side).is_some());
                    match impossible.last_mut() {
                        Some((letters, last)) if *last == obstacle => letters.push(letter),
                        _ => impossible.push((letter.to_string(), obstacle)),
                    }
                }
            }
        }
        if is_on_both_sides && castling.any_file.is_some() && meaning == Letters::AnyFile {
            let file = |letter: char| {
                let file = variant.labels.file(on_rank(letter)?.rook.0.file());
                Some(if letter.is_ascii_uppercase() { file.to_ascii_uppercase() } else { file })
            };
            rights.by_file = Some(letters.chars().filter_map(file).collect());
        }
        let impossible = impossible.into_iter();
        rights.impossible =
            impossible.map(|(letters, obstacle)| format!("`{letters}`: {obstacle}")).collect();
        if let Some(by_file) = &rights.by_file {
            let reasons = rights.impossible.join("; ");
            rights.impossible =
                vec![format!("{reasons}; in Chess960 the files of the Rooks say which: `{by_file}`")];
        }
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
    /// Whether the two may be on any file of their rank.
    is_anywhere: bool,
}

impl Right {
    /// The square of the King of a color on the rank where it starts, if some letter gives it a right.
    fn home(
        start: &Start,
        castling: Castling,
        board: &Position,
        color: Color,
        letters: &str,
    ) -> Option<Square> {
        let king = Piece::new(color, castling.king);
        let rank = rights::home_rank(start, castling.king, color)?;
        let has_letter = letters.chars().any(|letter| letter.is_ascii_uppercase() == (color == Color::White));
        board.squares_of(king).find(|square| has_letter && square.rank() == rank)
    }

    /// The right of a letter if Kings and Rooks castle from any file: `K` and `Q` are those of the outermost Rooks, other letters are
    /// files. `None` if the board has no such King and Rook.
    fn on_rank(
        variant: &Variant,
        start: &Start,
        castling: Castling,
        board: &Position,
        letter: char,
    ) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let [king, rook] = [castling.king, castling.rook].map(|kind| Piece::new(color, kind));
        let rank = rights::home_rank(start, castling.king, color)?;
        let home = board.squares_of(king).find(|square| square.rank() == rank)?;
        let files = board.squares_of(rook).filter(|square| square.rank() == rank).map(Square::file);
        let mut files: Vec<_> = files.collect();
        files.sort_unstable();
        let file = match letter.to_ascii_lowercase() {
            'k' => files.into_iter().rfind(|file| *file > home.file())?,
            'q' => files.into_iter().find(|file| *file < home.file())?,
            name => files.into_iter().find(|file| variant.labels.file(*file) == name)?,
        };
        Some(Self { king: (home, king), rook: (Square::new(file, rank), rook), is_anywhere: true })
    }

    /// The right of a letter; `None` if the variant has no such right.
    fn from_letter(variant: &Variant, start: &Start, castling: Castling, letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let [king, rook] = [castling.king, castling.rook].map(|kind| Piece::new(color, kind));
        let known = variant.uci.rights.iter().find(|known| known.letter == letter);
        let square = |name: &str| variant.labels.parse(start.shape, name);
        if let Some(known) = known {
            return Some(Self {
                king: (square(&known.king)?, king),
                rook: (square(&known.rook)?, rook),
                is_anywhere: false,
            });
        }
        let home = start.squares_of(king).into_iter().next()?;
        let rooks = start.squares_of(rook).into_iter().filter(|square| square.rank() == home.rank());
        let file = match letter.to_ascii_lowercase() {
            'k' => rooks.map(Square::file).filter(|file| *file > home.file()).max()?,
            'q' => rooks.map(Square::file).filter(|file| *file < home.file()).min()?,
            name => (0..start.shape.files()).find(|file| variant.labels.file(*file) == name)?,
        };
        Some(Self { king: (home, king), rook: (Square::new(file, home.rank()), rook), is_anywhere: false })
    }

    /// Why nothing on the board can hold the right; `None` if King and Rook are where they start.
    fn obstacle(&self, variant: &Variant, start: &Start, board: &Position) -> Option<String> {
        let name = |square| variant.labels.square(square);
        let ((home, king), (corner, rook)) = (self.king, self.rook);
        if self.is_anywhere {
            return None;
        }
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
