//! Writes a move in its canonical form.

use super::Move;
use crate::variant::Variant;
use std::fmt::Write as _;

/// The canonical text of a move, effects in their order: travels, placings, removals, each by file, then by
/// rank.
#[must_use]
pub fn text(variant: &Variant, mv: &Move) -> String {
    let name = |square| variant.labels.square(square);
    let mut text = format!("{} {}-", variant.label(mv.piece), name(mv.from));
    if let Some(to) = mv.to {
        text.push_str(&name(to));
    }
    let mut effect = |effect: std::fmt::Arguments<'_>| {
        write!(text, "; {effect}").expect("writing to a string cannot fail");
    };
    if let Some(travel) = mv.travel {
        effect(format_args!("{} {}-{}", variant.label(travel.piece), name(travel.from), name(travel.to)));
    }
    if let Some((square, piece)) = mv.placing {
        effect(format_args!("{}-{}", variant.label(piece), name(square)));
    }
    for square in mv.removals {
        effect(format_args!("@-{}", name(square)));
    }
    text
}

/// Whether the mover of a canonical text starts on the square of this name.
#[must_use]
pub fn starts_on(text: &str, square: &str) -> bool {
    let squares = text.split_once(' ').map_or(text, |(_, squares)| squares);
    squares.split_once('-').is_some_and(|(from, _)| from == square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mover_starts_where_its_first_square_says() {
        assert!(starts_on("S d4-; @-d5", "d4"));
        assert!(!starts_on("A d2-d5; @-d6", "d5"));
        assert!(!starts_on("P a15-a16; N-a16", "a1"));
    }
}
