//! Writes a VFEN in its one canonical form.

use super::{Position, rights};
use crate::board::Square;
use crate::variant::{Color, Rulings, Variant};
use std::fmt::Write as _;

/// The canonical VFEN of a position. The rulings say where pieces start, which `*` depends on.
#[must_use]
pub fn print(position: &Position, rulings: &Rulings) -> String {
    let variant = Variant::get(position.variant);
    let labels = &variant.labels;
    let mut text = String::with_capacity(160);
    board(position, variant, &mut text);
    text.push_str(match position.turn {
        Color::White => " w ",
        Color::Black => " b ",
    });
    if position.unmoved.is_empty() {
        text.push('-');
    } else if position.unmoved == rights::starred(position, variant, rulings) {
        text.push('*');
    } else {
        for (index, square) in position.unmoved.into_iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            labels.push(square, &mut text);
        }
    }
    text.push(' ');
    match position.en_passant {
        Some(square) => labels.push(square, &mut text),
        None => text.push('-'),
    }
    write!(text, " {} {}", position.halfmove, position.fullmove).expect("writing to a string cannot fail");
    if let Some((first, second)) = position.ban {
        text.push_str(" ban=");
        labels.push(first, &mut text);
        text.push('+');
        labels.push(second, &mut text);
    }
    text
}

/// Appends the board field.
fn board(position: &Position, variant: &Variant, text: &mut String) {
    for rank in (0..position.shape.ranks()).rev() {
        row(position, variant, rank, text);
        if rank > 0 {
            text.push('/');
        }
    }
}

/// Appends one rank, from left to right.
fn row(position: &Position, variant: &Variant, rank: u8, text: &mut String) {
    let mut row = Row { bytes: [0; Row::LONGEST], length: 0, run: 0 };
    for file in 0..position.shape.files() {
        let square = Square::new(file, rank);
        if position.closed.contains(square) {
            row.end_run();
            row.push(b'-');
        } else if let Some(piece) = position.piece(square) {
            row.end_run();
            match variant.label(piece).as_bytes() {
                [letter] => row.push(*letter),
                letters => {
                    row.push(b'{');
                    letters.iter().for_each(|&letter| row.push(letter));
                    row.push(b'}');
                }
            }
        } else {
            row.run += 1;
        }
    }
    row.end_run();
    text.push_str(str::from_utf8(&row.bytes[..row.length]).expect("labels are ASCII letters"));
}

/// A rank as it is written. Positions are printed for every move that is looked at, so nothing here is allocated, and the text
/// grows once a rank.
struct Row {
    bytes: [u8; Self::LONGEST],
    length: usize,
    /// The empty squares since the last item.
    run: u8,
}

impl Row {
    /// Sixteen labels of two letters in braces.
    const LONGEST: usize = 16 * 4;

    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// Ends a run of empty squares, at most 16.
    fn end_run(&mut self) {
        if self.run >= 10 {
            self.push(b'1');
        }
        if self.run > 0 {
            self.push(b'0' + self.run % 10);
        }
        self.run = 0;
    }
}
