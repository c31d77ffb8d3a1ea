//! The parts of a position beyond its board, in words.

use crate::game::board::{Labels, Square, SquareSet};
use crate::game::position::Position;
use crate::game::variant::{Clause, Variant};
use crate::support::sanitise::sanitise;
use std::borrow::Cow;

/// The side to move: `White to move`.
pub fn turn(position: &Position) -> String {
    format!("{} to move", position.turn.name())
}

/// The lines below a board, of at most `width` characters unless a single word is longer.
///
/// The first lines are the counters, the en passant square and the ban; the others are the squares of the unmoved pieces.
pub fn details(position: &Position, width: usize) -> Vec<String> {
    let labels = &Variant::get(position.variant).labels;
    let name = |square| labels.square(square);
    let mut items = vec![format!("move {}", position.fullmove), format!("clock {}", position.halfmove)];
    items.extend(position.en_passant.map(|square| format!("en passant {}", name(square))));
    items.extend(position.ban.map(|(first, second)| format!("ban {}+{}", name(first), name(second))));
    let mut lines = wrap(&items.join(", "), width);
    if !position.unmoved.is_empty() {
        lines.extend(wrap(&format!("unmoved {}", runs(position.unmoved, labels)), width));
    }
    lines
}

/// The names of the squares, rank by rank, with three or more neighbours as a range: `a1 f1 j1 a3–j3`. This is not the order of the
/// notation, because unmoved pieces are next to each other on a rank.
fn runs(squares: SquareSet, labels: &Labels) -> String {
    let mut sorted: Vec<Square> = squares.into_iter().collect();
    sorted.sort_by_key(|square| (square.rank(), square.file()));
    let neighbours =
        |left: &Square, right: &Square| left.rank() == right.rank() && left.file() + 1 == right.file();
    let names = sorted.chunk_by(neighbours).flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{}–{}", labels.square(*first), labels.square(*last))],
        few => few.iter().map(|&square| labels.square(square)).collect(),
    });
    names.collect::<Vec<_>>().join(" ")
}

/// Sanitises a text and wraps it between words. The lines after the first are indented.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width).subsequent_indent("  ").break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(&sanitise(text), options).into_iter().map(Cow::into_owned).collect()
}

/// The text of a clause. Several clauses may share a sentence, such as `**RYU-ROOK**, **RYU-BISHOP** slide as in chess`, which belongs to
/// the last of them.
pub fn words(clause: Clause) -> &'static str {
    let shared = Clause::all()
        .skip_while(|other| *other != clause)
        .take_while(|other| other.variant() == clause.variant());
    let mut texts = shared.map(Clause::text);
    texts.find(|text| text.chars().any(char::is_alphabetic)).unwrap_or_default()
}

/// The labels and names of the pieces of a variant, in lines of at most `width` characters.
#[must_use]
pub fn legend(variant: &Variant, width: usize) -> String {
    let names: Vec<_> = variant
        .pieces
        .iter()
        .map(|entry| format!("{}\u{a0}{}", entry.label, entry.name.replace(' ', "\u{a0}")))
        .collect();
    let lines = wrap(&names.join(", "), width).join("\n");
    format!("{}\n", lines.replace('\u{a0}', " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position::parse;
    use crate::game::variant::{Standard, VariantId};
    use pretty_assertions::assert_eq;

    #[test]
    fn all_details_are_listed() {
        let vfen = "10/10/3s6/10/10/3C6/10/10/10/10 b - - 7 31 ban=c4+c7";
        let position = parse(vfen, Variant::get(VariantId::ROCOCO), &Standard).unwrap();
        assert_eq!(turn(&position), "Black to move");
        assert_eq!(details(&position, 60), ["move 31, clock 7, ban c4+c7"]);
        let start = &Variant::get(VariantId::SANDBOX).starts[0].vfen;
        let mut position = parse(start, Variant::get(VariantId::SANDBOX), &Standard).unwrap();
        position.en_passant = Some(Square::new(4, 3));
        assert_eq!(
            details(&position, 60),
            ["move 1, clock 0, en passant e4", "unmoved a1 f1 j1 a3–j3 a8–j8 a10 f10 j10"]
        );
    }

    #[test]
    fn two_neighbours_are_not_a_range() {
        let labels = &Variant::get(VariantId::RYUGI).labels;
        let set = |files: &[u8]| files.iter().map(|&file| Square::new(file, 0)).collect();
        assert_eq!(runs(set(&[0, 1, 5, 6, 7]), labels), "a1 b1 f1–h1");
    }

    #[test]
    fn clauses_that_share_a_sentence_have_its_text() {
        for clause in [Clause::RYU_QUEEN, Clause::RYU_ROOK, Clause::RYU_BISHOP] {
            assert_eq!(words(clause), "slide as in chess.", "{clause:?}");
        }
        assert_eq!(words(Clause::RYU_KIRIN), Clause::RYU_KIRIN.text());
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(wrap("unmoved a1 b1 c1 d1", 13), ["unmoved a1 b1", "  c1 d1"]);
    }
}
