//! Parses the board field of a VFEN, item by item.
//!
//! This is the only parser of boards: for positions, for the start positions of the variants, and for statistics.

use super::{Piece, Variant};

/// One item of a rank in the board field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardItem {
    /// A run of empty squares.
    Empty(usize),
    /// A closed square.
    Closed,
    /// A square with a piece.
    Piece(Piece),
}

impl BoardItem {
    /// The number of squares that the item covers.
    #[must_use]
    pub const fn squares(self) -> usize {
        match self {
            Self::Empty(squares) => squares,
            Self::Closed | Self::Piece(_) => 1,
        }
    }
}

/// The text does not start with an item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardItemError {
    /// The text is malformed.
    #[error("{0}")]
    Syntax(String),
    /// The variant has no such piece.
    #[error("`{label}` is not a piece of {title}; its labels are {known}")]
    UnknownLabel {
        /// The unknown label.
        label: String,
        /// The variant.
        title: String,
        /// The labels of the variant.
        known: String,
    },
}

/// Parses the first item of the rest of a rank. Returns its length in bytes, and the item.
///
/// # Errors
/// If the text is malformed, or the variant has no such piece.
pub fn board_item(variant: &Variant, text: &str) -> Result<(usize, BoardItem), BoardItemError> {
    let syntax = |problem: String| Err(BoardItemError::Syntax(problem));
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let run = &text[..digits];
        return match run.parse() {
            Ok(squares) if !run.starts_with('0') && digits <= 4 => Ok((digits, BoardItem::Empty(squares))),
            _ => syntax(format!(
                "`{run}` is not a run of empty squares; expected a number from 1, without leading zeros"
            )),
        };
    }
    let first = text.chars().next().unwrap_or_default();
    let (label, length) = match first {
        '-' => return Ok((1, BoardItem::Closed)),
        '{' => match text.find('}') {
            Some(end) if end > 2 => (&text[1..end], end + 1),
            Some(end) => {
                let problem =
                    format!("`{}`; expected a label of two or more letters in braces", &text[..=end]);
                return syntax(problem);
            }
            None => return syntax("an opening brace without a closing one".into()),
        },
        _ if first.is_ascii_alphabetic() => (&text[..1], 1),
        _ => {
            return syntax(format!("cannot read `{first}`; expected a label, a run of empty squares or `-`"));
        }
    };
    let Some(piece) = variant.piece(label) else {
        let labels: Vec<_> = variant.pieces.iter().map(|entry| entry.label.as_str()).collect();
        return Err(BoardItemError::UnknownLabel {
            label: label.to_owned(),
            title: variant.title.clone(),
            known: labels.join(" "),
        });
    };
    Ok((length, BoardItem::Piece(piece)))
}
