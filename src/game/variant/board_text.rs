//! Reads the board field of a VFEN, item by item.
//!
//! The only reader of boards: positions, the start positions of the tables and statistics all go through it.

use super::{Piece, Variant};

/// What an item of a rank says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardItem {
    /// So many empty squares.
    Empty(usize),
    /// A closed square.
    Closed,
    /// A square with a piece.
    Piece(Piece),
}

impl BoardItem {
    /// How many squares it fills.
    #[must_use]
    pub const fn squares(self) -> usize {
        match self {
            Self::Empty(squares) => squares,
            Self::Closed | Self::Piece(_) => 1,
        }
    }
}

/// Why there is no item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardItemError {
    /// It cannot be read.
    #[error("{0}")]
    Syntax(String),
    /// The variant has no such piece.
    #[error("`{label}` is no piece of {title}; its labels are {known}")]
    UnknownLabel {
        /// The label that was read.
        label: String,
        /// The variant.
        title: String,
        /// The labels it has.
        known: String,
    },
}

/// The first item of a rank that is not at its end, and its length in bytes.
///
/// # Errors
/// If it cannot be read, or is a piece the variant does not have.
pub fn board_item(variant: &Variant, text: &str) -> Result<(usize, BoardItem), BoardItemError> {
    let syntax = |problem: String| Err(BoardItemError::Syntax(problem));
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let run = &text[..digits];
        return match run.parse() {
            Ok(squares) if !run.starts_with('0') && digits <= 4 => Ok((digits, BoardItem::Empty(squares))),
            _ => syntax(format!(
                "`{run}` is no run of empty squares; expected a number from 1, without leading zeros"
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
            None => return syntax("an opening brace without its closing one".into()),
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
