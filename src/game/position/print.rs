//! Writes the canonical VFEN of a position.

use super::{Position, rights};
use crate::game::board::Square;
use crate::game::variant::{Color, Rulings, Variant};
use std::fmt::Write as _;

/// The canonical VFEN of a position. `*` depends on where pieces start, which the rulings decide.
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
    let mut run = 0;
    for file in 0..position.shape.files() {
        let square = Square::new(file, rank);
        if position.closed.contains(square) {
            push_run(text, &mut run);
            text.push('-');
        } else if let Some(piece) = position.piece(square) {
            push_run(text, &mut run);
            match variant.label(piece) {
                label if label.len() == 1 => text.push_str(label),
                label => text.extend(["{", label, "}"]),
            }
        } else {
            run += 1;
        }
    }
    push_run(text, &mut run);
}

/// Appends a run of empty squares, of which there are at most 16, and resets it.
fn push_run(text: &mut String, run: &mut u8) {
    if *run >= 10 {
        text.push('1');
    }
    if *run > 0 {
        text.push(char::from(b'0' + *run % 10));
    }
    *run = 0;
}
