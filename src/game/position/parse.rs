//! Parses a VFEN.

use super::error::{Field, VfenError, VfenErrorKind as Kind};
use super::{Position, fields, validity};
use crate::game::board::{Shape, Square};
use crate::game::variant::{BoardItem, BoardItemError, Rulebook, Variant, board_item};

/// Parses a VFEN and checks every rule of validity that does not depend on how pieces move.
///
/// # Errors
/// If the VFEN is malformed or the position is invalid.
pub fn parse(vfen: &str, variant: &Variant, rulebook: &impl Rulebook) -> Result<Position, VfenError> {
    let reader = Reader { variant, vfen };
    let [board, side, unmoved, en_passant, halfmove, fullmove, extra @ ..] = &reader.split()?[..] else {
        unreachable!("split returns at least six fields")
    };
    let mut position = reader.board(*board)?;
    position.turn = fields::side(&reader, *side)?;
    validity::board(&reader, *board, &position, rulebook)?;
    fields::unmoved(&reader, *unmoved, &mut position, rulebook)?;
    fields::en_passant(&reader, *en_passant, &mut position, rulebook)?;
    position.halfmove = fields::number(&reader, Field::Halfmove, *halfmove, 0)?;
    position.fullmove = fields::number(&reader, Field::Fullmove, *fullmove, 1)?;
    fields::extra(&reader, extra, &mut position, rulebook)?;
    Ok(position)
}

/// The byte offset of a square in the VFEN that was parsed to this position.
#[must_use]
pub fn offset(vfen: &str, position: &Position, square: Square) -> usize {
    let reader = Reader { variant: Variant::get(position.variant), vfen };
    let board = Part { text: vfen.split(' ').next().unwrap_or_default(), offset: 0 };
    reader.find(board, position, square).offset
}

/// A part of the VFEN, and its byte offset.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub text: &'a str,
    pub offset: usize,
}

impl<'a> Part<'a> {
    /// The parts between the separators.
    pub fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut offset = self.offset;
        self.text.split(separator).map(move |text| {
            let part = Part { text, offset };
            offset += text.len() + separator.len_utf8();
            part
        })
    }

    /// This part without its first bytes.
    fn skip(self, bytes: usize) -> Self {
        Self { text: &self.text[bytes..], offset: self.offset + bytes }
    }
}

/// A parser: the table of the variant, and the VFEN for its errors.
pub(super) struct Reader<'a> {
    pub variant: &'a Variant,
    vfen: &'a str,
}

impl<'a> Reader<'a> {
    /// An error about a part of the VFEN.
    pub fn error(
        &self,
        kind: Kind,
        field: Field,
        part: Part<'_>,
        place: impl Into<String>,
        problem: impl Into<String>,
    ) -> VfenError {
        VfenError { kind, field, place: place.into(), problem: problem.into(), offset: part.offset }
    }

    /// The name of a square, for messages.
    pub fn name(&self, square: Square) -> String {
        self.variant.labels.square(square)
    }

    /// The fields, of which there are at least six, separated by single spaces.
    fn split(&self) -> Result<Vec<Part<'a>>, VfenError> {
        let whole = Part { text: self.vfen, offset: 0 };
        let fields: Vec<_> = whole.split(' ').collect();
        let error = |part, place: String, problem: String| {
            Err(self.error(Kind::FieldCount, Field::Line, part, place, problem))
        };
        if let Some(index) = fields.iter().position(|field| field.text.is_empty()) {
            let problem = "is empty; expected fields separated by single spaces";
            return error(fields[index], format!("field {}", index + 1), problem.into());
        }
        if fields.len() < 6 {
            let end = whole.skip(whole.text.len());
            let plural = if fields.len() == 1 { "" } else { "s" };
            let problem = format!("{} field{plural}; expected at least six", fields.len());
            return error(end, "the end".into(), problem);
        }
        Ok(fields)
    }

    /// Parses the board field, which starts with the top rank.
    fn board(&self, field: Part<'a>) -> Result<Position, VfenError> {
        let rows: Vec<_> = field.split('/').collect();
        let heights: Vec<_> = self.variant.starts.iter().map(|start| start.shape.ranks()).collect();
        let height = heights.iter().find(|&&height| usize::from(height) == rows.len());
        let Some(&height) = height else {
            let mut known: Vec<_> = heights.iter().map(u8::to_string).collect();
            known.dedup();
            let problem = format!("has {} ranks; expected {}", rows.len(), known.join(" or "));
            return Err(self.error(Kind::BoardShape, Field::Board, field, "", problem));
        };
        let shape = Shape::new(self.variant.labels.files(), height);
        let mut position = Position::empty(self.variant.id, shape);
        for (row, part) in rows.into_iter().enumerate() {
            self.row(part, height - 1 - row as u8, &mut position)?;
        }
        Ok(position)
    }

    /// Parses one rank of the board, from left to right.
    fn row(&self, row: Part<'a>, rank: u8, position: &mut Position) -> Result<(), VfenError> {
        let files = usize::from(position.shape.files());
        let place = || format!("rank {}", self.variant.labels.rank(rank));
        let mut file = 0;
        let mut rest = row;
        while !rest.text.is_empty() {
            let (length, item) = board_item(self.variant, rest.text).map_err(|error| {
                let kind = match error {
                    BoardItemError::UnknownLabel { .. } => Kind::UnknownLabel,
                    BoardItemError::Syntax(_) => Kind::BoardSyntax,
                };
                self.error(kind, Field::Board, rest, place(), error.to_string())
            })?;
            if file + item.squares() <= files {
                let square = Square::new(file as u8, rank);
                match item {
                    BoardItem::Piece(piece) => position.put(square, piece),
                    BoardItem::Closed => self.close(rest, square, position)?,
                    BoardItem::Empty(_) => {}
                }
            }
            file = file.saturating_add(item.squares());
            rest = rest.skip(length);
        }
        if file == files {
            return Ok(());
        }
        let problem = format!("has {file} squares; expected {files}");
        Err(self.error(Kind::BoardShape, Field::Board, row, place(), problem))
    }

    /// The rest of a rank in the board field, from the item that holds a square.
    pub fn find<'b>(&self, board: Part<'b>, position: &Position, square: Square) -> Part<'b> {
        let row = usize::from(position.shape.ranks() - 1 - square.rank());
        let mut rest = board.split('/').nth(row).unwrap_or(board);
        let mut file = 0;
        while let Ok((length, item)) = board_item(self.variant, rest.text) {
            file += item.squares();
            if file > usize::from(square.file()) {
                break;
            }
            rest = rest.skip(length);
        }
        rest
    }

    /// Closes a square for a `-` on the board, if the square can close.
    fn close(&self, part: Part<'_>, square: Square, position: &mut Position) -> Result<(), VfenError> {
        if !self.variant.closing_squares().contains(&square) {
            let problem = "is closed, but this square never closes";
            let place = format!("square {}", self.name(square));
            return Err(self.error(Kind::ClosedSquare, Field::Board, part, place, problem));
        }
        position.closed.insert(square);
        Ok(())
    }
}
