//! Positions and moves mirrored or with the colours exchanged.

use super::text::Text;
use super::{Relation, RelationResult, difference, moves};
use crate::backend::{PositionPath, VariantBackend};
use crate::game::board::{Shape, Square};
use crate::game::variant::{Symmetry, Variant};

/// The image of a VFEN; `None` if the text is not a VFEN. In a mirror image `*` would mean other unmoved pieces, so they have to be
/// listed.
#[must_use]
pub fn image_of_position(variant: &'static Variant, symmetry: Symmetry, vfen: &str) -> Option<String> {
    let fields: Vec<&str> = vfen.split(' ').collect();
    let [board, side, unmoved, en_passant, halfmove, fullmove, extra @ ..] = &fields[..] else { return None };
    let shape = Text::parse(variant, vfen)?.shape;
    let frame = Frame { variant, shape, symmetry };
    let side = match (symmetry, *side) {
        (Symmetry::Colors, "w") => "b",
        (Symmetry::Colors, "b") => "w",
        (_, side) => side,
    };
    let unmoved = match (symmetry, *unmoved) {
        (Symmetry::Colors, "*") => "*".to_owned(),
        (_, list) => frame.squares(list, ',')?,
    };
    let en_passant = frame.squares(en_passant, ',')?;
    let mut image = [&frame.board(board), side, &unmoved, &en_passant, halfmove, fullmove].join(" ");
    for field in extra {
        let (name, value) = field.split_once('=')?;
        image += &format!(" {name}={}", frame.squares(value, '+')?);
    }
    Some(image)
}

/// The image of a canonical move text on a board of this shape, with its effects in canonical order; `None` if it is not one.
#[must_use]
pub fn image_of_move(
    variant: &'static Variant,
    shape: Shape,
    symmetry: Symmetry,
    text: &str,
) -> Option<String> {
    let frame = Frame { variant, shape, symmetry };
    let mut parts = text.split("; ");
    let mover = frame.part(parts.next()?)?;
    let mut effects = parts.map(|part| frame.part(part)).collect::<Option<Vec<_>>>()?;
    effects.sort_by_key(|effect| frame.rank_of(effect));
    effects.insert(0, mover);
    Some(effects.join("; "))
}

/// Compares the moves of the image with the images of the moves, and the two statuses.
pub(super) fn hold(
    view: &mut dyn VariantBackend,
    path: PositionPath<'_>,
    symmetry: Symmetry,
) -> RelationResult {
    let relation = if symmetry == Symmetry::Colors { Relation::Colors } else { Relation::Mirror };
    let variant = Variant::get(view.variant());
    let vfen = path.canonical(view)?;
    let Some(text) = Text::parse(variant, &vfen) else { return Ok(None) };
    let shape = text.shape;
    let vfen = if symmetry == Symmetry::Files { without_castling(&text) } else { vfen.clone() };
    let Some(image) = image_of_position(variant, symmetry, &vfen) else { return Ok(None) };
    let list = moves(view, (&vfen).into())?;
    let what = |about: &str| format!("{about} at {vfen}, and at its image {image}");
    let found = match moves(view, (&image).into()) {
        Err(error) if error.refuses_position() => {
            let rows = vec![("here", vec![vfen.clone()]), ("there", vec![error.to_string()])];
            return Ok(Some(relation.broken(what("the position"), rows)));
        }
        found => found?,
    };
    // A malformed move text stays unchanged, and so differs.
    let back = |text: &String| image_of_move(variant, shape, symmetry, text).unwrap_or_else(|| text.clone());
    let found: Vec<_> = found.iter().map(back).collect();
    let (here, there) = difference(&list, &found);
    if !(here.is_empty() && there.is_empty()) {
        return Ok(Some(
            relation.broken(what("the moves"), vec![("only here", here), ("only there", there)]),
        ));
    }
    let Some(here) = super::known(view.status((&vfen).into()))? else { return Ok(None) };
    let there = view.status((&image).into())?;
    let rows = vec![("here", vec![here.to_string()]), ("there", vec![there.to_string()])];
    Ok((here != there).then(|| relation.broken(what("the status"), rows)))
}

/// The VFEN without castling rights, because castling is not symmetric.
fn without_castling(text: &Text<'_>) -> String {
    let (own, others) = text.rights();
    let castles = |square: &Square| {
        let kind = text.piece(*square).map(|piece| piece.kind);
        text.variant
            .castling
            .as_ref()
            .is_some_and(|castling| kind == Some(castling.king) || kind == Some(castling.rook))
    };
    text.with_rights(own.into_iter().chain(others).filter(|square| !castles(square)).collect())
}

/// A board and a symmetry.
struct Frame<'v> {
    variant: &'v Variant,
    shape: Shape,
    symmetry: Symmetry,
}

impl Frame<'_> {
    fn is_of_colors(&self) -> bool {
        self.symmetry == Symmetry::Colors
    }

    fn board(&self, board: &str) -> String {
        let rows = board.split('/');
        if self.is_of_colors() {
            rows.rev().map(swap_case).collect::<Vec<_>>().join("/")
        } else {
            let mirrored = |row| cells(row).into_iter().rev().collect::<String>();
            rows.map(mirrored).collect::<Vec<_>>().join("/")
        }
    }

    /// A list of squares, sorted by file, then rank; `-` if it is empty.
    fn squares(&self, list: &str, separator: char) -> Option<String> {
        if list == "-" {
            return Some(list.to_owned());
        }
        let mut squares = list.split(separator).map(|name| self.square(name)).collect::<Option<Vec<_>>>()?;
        squares.sort();
        let names: Vec<_> = squares.into_iter().map(|square| self.variant.labels.square(square)).collect();
        Some(names.join(&separator.to_string()))
    }

    fn square(&self, name: &str) -> Option<Square> {
        let square = self.variant.labels.parse(self.shape, name)?;
        Some(if self.is_of_colors() { self.shape.flipped(square) } else { self.shape.mirrored(square) })
    }

    /// One part of a move text: `K f1-h1`, `W c3-`, `Q-a8` or `@-f5`.
    fn part(&self, part: &str) -> Option<String> {
        let label = |label: &str| if self.is_of_colors() { swap_case(label) } else { label.to_owned() };
        let name = |square: &str| match square {
            "" => Some(String::new()),
            square => Some(self.variant.labels.square(self.square(square)?)),
        };
        let (left, right) = part.split_once('-')?;
        Some(match left.split_once(' ') {
            Some((piece, from)) => format!("{} {}-{}", label(piece), name(from)?, name(right)?),
            None => format!("{}-{}", label(left), name(right)?),
        })
    }

    /// The sort key of an effect in a canonical text: travels, placings, then removals, each by file, then rank.
    fn rank_of(&self, effect: &str) -> (u8, Option<Square>) {
        let (left, right) = effect.split_once('-').unwrap_or((effect, ""));
        let square = |name: &str| self.variant.labels.parse(self.shape, name);
        match (left, left.split_once(' ')) {
            ("@", _) => (2, square(right)),
            (_, Some((_, from))) => (0, square(from)),
            (_, None) => (1, square(right)),
        }
    }
}

/// The runs, labels and closed squares of a rank, from left to right.
fn cells(row: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = match rest.find('}') {
            Some(end) if first == '{' => end + 1,
            _ => digits.max(first.len_utf8()),
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
    use super::{image_of_move, image_of_position};
    use crate::game::variant::Symmetry;
    use crate::game::variant::Symmetry::{Colors, Files};
    use crate::game::variant::{Rulings, Variant, VariantId};
    use pretty_assertions::assert_eq;

    /// Checks the image of a text, and that the image of the image is the text.
    fn check(id: &str, variant: VariantId, symmetry: Symmetry, text: &str, image: &str) {
        let variant = Variant::get(variant);
        let shape = variant.start(&Rulings::DEFAULT).shape;
        let apply = |text: &str| match text.contains('/') {
            true => image_of_position(variant, symmetry, text),
            false => image_of_move(variant, shape, symmetry, text),
        };
        let apply = |text: &str| apply(text).expect(text);
        assert_eq!(apply(text), image, "{id}: image");
        assert_eq!(apply(image), text, "{id}: back again");
    }

    #[test]
    fn positions_have_the_images_written_here() {
        check(
            "rights-and-en-passant-flipped",
            VariantId::RYUGI,
            Colors,
            "r4k4/10/10/10/10/3Pp5/10/10/10/5K3R b f1,j1 d4 3 9",
            "5k3r/10/10/10/3pP5/10/10/10/10/R4K4 w f10,j10 d7 3 9",
        );
        check(
            "files-mirrored",
            VariantId::CETRAN3,
            Files,
            "12/12/12/12/6p5/4q7/6k5/2b9/12/2S9/2KP8/12 w - - 0 1",
            "12/12/12/12/5p6/7q4/5k6/9b2/12/9S2/8PK2/12 w - - 0 1",
        );
        check(
            "ban-put-in-order-by-file",
            VariantId::ROCOCO,
            Files,
            "10/10/10/10/10/10/10/1S1s6/10/10 b - - 0 1 ban=a2+c2",
            "10/10/10/10/10/10/10/6s1S1/10/10 b - - 0 1 ban=f2+h2",
        );
        check(
            "ban-put-in-order-by-rank",
            VariantId::ROCOCO,
            Colors,
            "10/10/10/s9/10/10/10/S9/10/10 b - - 0 1 ban=x2+x6",
            "10/10/s9/10/10/10/S9/10/10/10 w - - 0 1 ban=x3+x7",
        );
        check(
            "closed-squares",
            VariantId::SANDBOX,
            Colors,
            "5k4/10/1-6L1/10/10/10/10/1-6-1/10/5K4 w - - 0 1",
            "5k4/10/1-6-1/10/10/10/10/1-6l1/10/5K4 b - - 0 1",
        );
        let sixteen = "16/".repeat(14);
        check(
            "labels-in-braces",
            VariantId::VANGUARD,
            Files,
            &format!("14{{nr}}k/{sixteen}K14{{SL}} w - - 0 1"),
            &format!("k{{nr}}14/{sixteen}{{SL}}14K w - - 0 1"),
        );
    }

    #[test]
    fn moves_have_the_images_written_here() {
        check("castling-flipped", VariantId::RYUGI, Colors, "K f1-h1; R j1-g1", "k f10-h10; r j10-g10");
        check("castling-mirrored", VariantId::RYUGI, Files, "K f1-h1; R j1-g1", "K e1-c1; R a1-d1");
        check("promotion", VariantId::CETRAN3, Colors, "P a11-b12; Z-b12", "p a2-b1; z-b1");
        check("leaving", VariantId::ROCOCO, Files, "S x4-; @-a5", "S z4-; @-h5");
        check("long-label", VariantId::VANGUARD, Files, "BR c2-c2; @-c3", "BR n2-n2; @-n3");
        check("removals-by-file", VariantId::ROCOCO, Files, "L c3-h3; @-d3; @-f3", "L f3-a3; @-c3; @-e3");
        check("removals-by-rank", VariantId::ROCOCO, Colors, "l c3-c8; @-c4; @-c6", "L c6-c1; @-c3; @-c5");
    }

    #[test]
    fn invalid_positions_and_moves_have_no_image() {
        let variant = Variant::get(VariantId::RYUGI);
        let shape = variant.start(&Rulings::DEFAULT).shape;
        for text in ["", "x", "10 w - - 0", "é/10 w - - 0 1", "{/10 w - - 0 1", "10/10 w z9 - 0 1"] {
            for symmetry in [Files, Colors] {
                assert_eq!(image_of_position(variant, symmetry, text), None, "{text}");
            }
        }
        for text in ["", "K", "K f1", "K f1-z9", "K f1-f2; é"] {
            assert_eq!(image_of_move(variant, shape, Colors, text), None, "{text}");
        }
    }
}
