//! Writes a move in canonical notation.

use super::{Entry, Move};
use crate::game::board::{Shape, Square};
use crate::game::variant::Variant;

/// The canonical text of a move. Its effects are in the order travels, placings, removals, each by file, then by rank.
#[must_use]
pub fn text(variant: &Variant, mv: &Move) -> String {
    let labels = &variant.labels;
    let mut text = String::with_capacity(32);
    text.push_str(variant.label(mv.piece));
    text.push(' ');
    labels.push(mv.from, &mut text);
    text.push('-');
    if let Some(to) = mv.to {
        labels.push(to, &mut text);
    }
    if let Some(travel) = mv.travel {
        text.push_str("; ");
        text.push_str(variant.label(travel.piece));
        text.push(' ');
        labels.push(travel.from, &mut text);
        text.push('-');
        labels.push(travel.to, &mut text);
    }
    if let Some((square, piece)) = mv.placing {
        text.push_str("; ");
        text.push_str(variant.label(piece));
        text.push('-');
        labels.push(square, &mut text);
    }
    for square in mv.removals {
        text.push_str("; @-");
        labels.push(square, &mut text);
    }
    text
}

/// Whether a text is the canonical text of some move, legal or not.
#[must_use]
pub fn is_canonical(variant: &Variant, text: &str) -> bool {
    let Ok(entry) = Entry::parse(variant, text) else { return false };
    let shapes = variant.starts.iter().map(|start| start.shape);
    let mut moves = shapes.filter_map(|shape| entry.to_move(variant, shape));
    moves.any(|mv| self::text(variant, &mv) == text)
}

/// All squares that a text names.
pub fn squares(variant: &Variant, shape: Shape, text: &str) -> impl Iterator<Item = Square> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(move |word| variant.labels.parse(shape, word))
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
    use crate::game::variant::VariantId;

    #[test]
    fn the_mover_starts_where_its_first_square_says() {
        assert!(starts_on("S d4-; @-d5", "d4"));
        assert!(!starts_on("A d2-d5; @-d6", "d5"));
        assert!(!starts_on("P a15-a16; N-a16", "a1"));
    }

    #[test]
    fn texts_that_are_written_as_canonical_ones() {
        for (variant, text, expected) in [
            (VariantId::RYUGI, "N b1-c3", true),
            (VariantId::RYUGI, "N a1-a9", true),
            (VariantId::RYUGI, "P e5-f6; @-f5", true),
            (VariantId::VANGUARD, "BR c2-c2; @-b3; @-c3", true),
            (VariantId::VANGUARD, "BR c2-c2; @-c3; @-b3", false),
            (VariantId::ROCOCO, "S d4-; @-d5", true),
            (VariantId::ROCOCO, "S d4-; d5-", false),
            (VariantId::RYUGI, "L e4-f5; L f5-g6", false),
            (VariantId::RYUGI, "b1-c3", false),
            (VariantId::RYUGI, "N  b1-c3", false),
            (VariantId::RYUGI, "nonsense", false),
        ] {
            assert_eq!(is_canonical(Variant::get(variant), text), expected, "{variant}: {text}");
        }
    }
}
