//! The two symmetries of a board, applied to the texts of positions and moves.
//!
//! They work on text and not on positions, so that a fault in how a position is stored cannot hide itself.

use vperft::board::{Shape, Square};
use vperft::variant::{self as table, Variant};

/// A way to turn a board into another one that is played alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Ranks mirrored and colours swapped: the same game from the other side of the table.
    Flip,
    /// Files mirrored.
    Mirror,
}

impl Symmetry {
    /// What the tables of the variants call it.
    pub const fn in_table(self) -> table::Symmetry {
        match self {
            Self::Flip => table::Symmetry::Colors,
            Self::Mirror => table::Symmetry::Files,
        }
    }

    /// The image of a VFEN. Its unmoved pieces must be listed, because `*` means other squares on another
    /// board.
    pub fn vfen(self, variant: &Variant, vfen: &str) -> String {
        let fields: Vec<&str> = vfen.split(' ').collect();
        let [board, side, unmoved, en_passant, halfmove, fullmove, extra @ ..] = &fields[..] else {
            panic!("`{vfen}` has less than six fields")
        };
        assert_ne!(*unmoved, "*", "the unmoved pieces of `{vfen}` are to be listed");
        let frame = Frame::new(variant, board);
        let side = match (self, *side) {
            (Self::Flip, "w") => "b",
            (Self::Flip, "b") => "w",
            (_, side) => side,
        };
        let mut image = [
            &self.board(board),
            side,
            &self.squares(&frame, unmoved, ','),
            &self.squares(&frame, en_passant, ','),
            halfmove,
            fullmove,
        ]
        .join(" ");
        for field in extra {
            let (name, value) = field.split_once('=').expect("an extra field is name=value");
            image += &format!(" {name}={}", self.squares(&frame, value, '+'));
        }
        image
    }

    /// The image of a canonical move text on a board of this shape, its effects in canonical order again.
    pub fn mv(self, variant: &Variant, shape: Shape, text: &str) -> String {
        let frame = Frame { variant, shape };
        let mut parts = text.split("; ");
        let mover = self.part(&frame, parts.next().unwrap_or_default());
        let mut effects: Vec<_> = parts.map(|part| self.part(&frame, part)).collect();
        effects.sort_by_key(|effect| frame.rank_of(effect));
        effects.insert(0, mover);
        effects.join("; ")
    }

    fn board(self, board: &str) -> String {
        let rows = board.split('/').map(|row| match self {
            Self::Flip => swap_case(row),
            Self::Mirror => cells(row).into_iter().rev().collect(),
        });
        match self {
            Self::Flip => rows.rev().collect::<Vec<_>>().join("/"),
            Self::Mirror => rows.collect::<Vec<_>>().join("/"),
        }
    }

    /// A list of squares, by file, then by rank; `-` stands for none.
    fn squares(self, frame: &Frame<'_>, list: &str, separator: char) -> String {
        if list == "-" {
            return list.to_owned();
        }
        let mut squares: Vec<_> = list.split(separator).map(|name| self.square(frame, name)).collect();
        squares.sort();
        let names: Vec<_> = squares.into_iter().map(|square| frame.variant.labels.square(square)).collect();
        names.join(&separator.to_string())
    }

    fn square(self, frame: &Frame<'_>, name: &str) -> Square {
        let square = frame.square(name);
        match self {
            Self::Flip => Square::new(square.file(), frame.shape.ranks() - 1 - square.rank()),
            Self::Mirror => Square::new(frame.shape.files() - 1 - square.file(), square.rank()),
        }
    }

    /// One part of a move text: `K f1-h1`, `W c3-`, `Q-a8` or `@-f5`.
    fn part(self, frame: &Frame<'_>, part: &str) -> String {
        let label = |label: &str| match self {
            Self::Flip => swap_case(label),
            Self::Mirror => label.to_owned(),
        };
        let name = |square: &str| match square {
            "" => String::new(),
            square => frame.variant.labels.square(self.square(frame, square)),
        };
        let (left, right) = part.split_once('-').unwrap_or_else(|| panic!("`{part}` has no dash"));
        match left.split_once(' ') {
            Some((piece, from)) => format!("{} {}-{}", label(piece), name(from), name(right)),
            None => format!("{}-{}", label(left), name(right)),
        }
    }
}

/// What names the squares of a text.
struct Frame<'a> {
    variant: &'a Variant,
    shape: Shape,
}

impl<'a> Frame<'a> {
    fn new(variant: &'a Variant, board: &str) -> Self {
        let ranks = board.split('/').count() as u8;
        Self { variant, shape: Shape::new(variant.labels.files(), ranks) }
    }

    fn square(&self, name: &str) -> Square {
        let square = self.variant.labels.parse(self.shape, name);
        square.unwrap_or_else(|| panic!("`{name}` is no square of {}", self.variant.title))
    }

    /// Where an effect comes in a canonical text: travels, placings, removals; each by file, then by rank.
    fn rank_of(&self, effect: &str) -> (u8, Square) {
        let (left, right) = effect.split_once('-').unwrap_or_else(|| panic!("`{effect}` has no dash"));
        match (left, left.split_once(' ')) {
            ("@", _) => (2, self.square(right)),
            (_, Some((_, from))) => (0, self.square(from)),
            (_, None) => (1, self.square(right)),
        }
    }
}

/// The runs, labels and closed squares of a rank, from left to right.
fn cells(row: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let mut rest = row;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = match rest.find('}') {
            Some(end) if rest.starts_with('{') => end + 1,
            _ => digits.max(1),
        };
        let (cell, after) = rest.split_at(length);
        cells.push(cell);
        rest = after;
    }
    cells
}

fn swap_case(text: &str) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    text.chars().map(swap).collect()
}

#[cfg(test)]
mod tests {
    use super::Symmetry::{self, Flip, Mirror};
    use pretty_assertions::assert_eq;
    use vperft::variant::{Rulings, Variant, VariantId};

    /// The image of the text is as written, and the image of the image is the text.
    fn check(id: &str, variant: VariantId, symmetry: Symmetry, text: &str, image: &str) {
        let variant = Variant::get(variant);
        let shape = variant.start(&Rulings::DEFAULT).shape;
        let apply = |text: &str| match text.contains('/') {
            true => symmetry.vfen(variant, text),
            false => symmetry.mv(variant, shape, text),
        };
        assert_eq!(apply(text), image, "{id}: image");
        assert_eq!(apply(image), text, "{id}: back again");
    }

    #[test]
    fn positions_have_the_images_written_here() {
        check(
            "rights-and-en-passant-flipped",
            VariantId::RYUGI,
            Flip,
            "r4k4/10/10/10/10/3Pp5/10/10/10/5K3R b f1,j1 d4 3 9",
            "5k3r/10/10/10/3pP5/10/10/10/10/R4K4 w f10,j10 d7 3 9",
        );
        check(
            "files-mirrored",
            VariantId::CETRAN3,
            Mirror,
            "12/12/12/12/6p5/4q7/6k5/2b9/12/2S9/2KP8/12 w - - 0 1",
            "12/12/12/12/5p6/7q4/5k6/9b2/12/9S2/8PK2/12 w - - 0 1",
        );
        check(
            "ban-put-in-order-by-file",
            VariantId::ROCOCO,
            Mirror,
            "10/10/10/10/10/10/10/1S1s6/10/10 b - - 0 1 ban=a2+c2",
            "10/10/10/10/10/10/10/6s1S1/10/10 b - - 0 1 ban=f2+h2",
        );
        check(
            "ban-put-in-order-by-rank",
            VariantId::ROCOCO,
            Flip,
            "10/10/10/s9/10/10/10/S9/10/10 b - - 0 1 ban=x2+x6",
            "10/10/s9/10/10/10/S9/10/10/10 w - - 0 1 ban=x3+x7",
        );
        check(
            "closed-squares",
            VariantId::SANDBOX,
            Flip,
            "5k4/10/1-6L1/10/10/10/10/1-6-1/10/5K4 w - - 0 1",
            "5k4/10/1-6-1/10/10/10/10/1-6l1/10/5K4 b - - 0 1",
        );
        let sixteen = "16/".repeat(14);
        check(
            "labels-in-braces",
            VariantId::VANGUARD,
            Mirror,
            &format!("14{{nr}}k/{sixteen}K14{{SL}} w - - 0 1"),
            &format!("k{{nr}}14/{sixteen}{{SL}}14K w - - 0 1"),
        );
    }

    #[test]
    fn moves_have_the_images_written_here() {
        check("castling-flipped", VariantId::RYUGI, Flip, "K f1-h1; R j1-g1", "k f10-h10; r j10-g10");
        check("castling-mirrored", VariantId::RYUGI, Mirror, "K f1-h1; R j1-g1", "K e1-c1; R a1-d1");
        check("promotion", VariantId::CETRAN3, Flip, "P a11-b12; Z-b12", "p a2-b1; z-b1");
        check("leaving", VariantId::ROCOCO, Mirror, "S x4-; @-a5", "S z4-; @-h5");
        check("long-label", VariantId::VANGUARD, Mirror, "BR c2-c2; @-c3", "BR n2-n2; @-n3");
        check("removals-by-file", VariantId::ROCOCO, Mirror, "L c3-h3; @-d3; @-f3", "L f3-a3; @-c3; @-e3");
        check("removals-by-rank", VariantId::ROCOCO, Flip, "l c3-c8; @-c4; @-c6", "L c6-c1; @-c3; @-c5");
    }
}
