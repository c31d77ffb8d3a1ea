//! Writes a VFEN in its one canonical form.

use super::{Position, rights};
use crate::board::Square;
use crate::variant::{Color, Rulings, Variant};
use std::fmt::Write as _;

/// The canonical VFEN of a position. The rulings say where pieces start, which `*` depends on.
#[must_use]
pub fn print(position: &Position, rulings: &Rulings) -> String {
    let variant = Variant::get(position.variant);
    let name = |square| variant.labels.square(square);
    let mut text = board(position, variant);
    text.push_str(match position.turn {
        Color::White => " w ",
        Color::Black => " b ",
    });
    if position.unmoved.is_empty() {
        text.push('-');
    } else if position.unmoved == rights::starred(position, variant, rulings) {
        text.push('*');
    } else {
        let squares: Vec<_> = position.unmoved.into_iter().map(name).collect();
        text.push_str(&squares.join(","));
    }
    text.push(' ');
    text.push_str(&position.en_passant.map_or_else(|| "-".to_owned(), name));
    write!(text, " {} {}", position.halfmove, position.fullmove).expect("writing to a string cannot fail");
    if let Some((first, second)) = position.ban {
        write!(text, " ban={}+{}", name(first), name(second)).expect("writing to a string cannot fail");
    }
    text
}

/// The board field.
fn board(position: &Position, variant: &Variant) -> String {
    let rows: Vec<String> =
        (0..position.shape.ranks()).rev().map(|rank| row(position, variant, rank)).collect();
    rows.join("/")
}

/// One rank, from left to right.
fn row(position: &Position, variant: &Variant, rank: u8) -> String {
    let mut text = String::new();
    let mut run = 0;
    for file in 0..position.shape.files() {
        let square = Square::new(file, rank);
        let item = if position.closed.contains(square) {
            "-".to_owned()
        } else if let Some(piece) = position.piece(square) {
            let label = variant.label(piece);
            if label.len() == 1 { label } else { format!("{{{label}}}") }
        } else {
            run += 1;
            continue;
        };
        push_run(&mut text, &mut run);
        text.push_str(&item);
    }
    push_run(&mut text, &mut run);
    text
}

/// Ends a run of empty squares.
fn push_run(text: &mut String, run: &mut u32) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}
