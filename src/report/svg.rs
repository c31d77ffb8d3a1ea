//! A position as an SVG picture.

use crate::game::board::Square;
use crate::game::drawing::{Ground, is_dark};
use crate::game::drawing::{details, turn};
use crate::game::position::Position;
use crate::game::variant::{Color, Piece, Variant};
use crate::support::sanitise::sanitise;
use ::svg::Document;
use ::svg::node::element::{Circle, Definitions, Group, Path, Pattern, Rectangle, Style, Text, Title};
use std::fmt::Write as _;

/// The side of a square. Other measures derive from it or were chosen by eye.
const SIDE: u32 = 48;
/// The width of the border with the coordinates.
const MARGIN: u32 = 34;
/// The height of a line of text below the board.
const LINE: u32 = 20;

/// Colours and fonts. Classes keep the file small and readable.
const STYLE: &str = "
text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle}
.card{fill:#f8f5ee}
.frame{fill:none;stroke:#4a3f33;stroke-width:2}
.coordinates text{font-size:14px;fill:#6d6152}
.common.light{fill:#eee3cd}.common.dark{fill:#c3aa83}
.edge.light{fill:#cfdde4}.edge.dark{fill:#9bb4c1}
.closed{fill:url(#hatch)}
.ring{fill:none;stroke:#c2410c;stroke-width:2.5;stroke-dasharray:5 3}
.disc{stroke-width:1.5}
.white .disc{fill:#fffdf8;stroke:#3a3128}.white text{fill:#221c16}
.black .disc{fill:#2c2b31;stroke:#0d0d10}.black text{fill:#fff}
.piece text{font-weight:bold;font-size:20px}.piece .long{font-size:15px}
.turn text{font-weight:bold;font-size:15px;fill:#2a231b;text-anchor:start}
.details text{font-size:13px;fill:#5d5244;text-anchor:start}
";

/// Draws a position as a self-contained SVG document.
///
/// Pieces are discs with their labels. Edge squares are tinted, closed squares hatched, and squares that will close
/// have a ring.
#[must_use]
pub fn svg(position: &Position) -> String {
    let variant = Variant::get(position.variant);
    let width = u32::from(position.shape.files()) * SIDE;
    let height = u32::from(position.shape.ranks()) * SIDE;
    // A letter of the small font is about eight units wide.
    let under = details(position, (width / 8) as usize);
    let whole = (width + 2 * MARGIN, caption_top(position) + LINE * (under.len() as u32 + 1) + 14);
    let card =
        Rectangle::new().set("class", "card").set("width", whole.0).set("height", whole.1).set("rx", 10);
    let frame = rectangle(width, height).set("class", "frame");
    let document = Document::new()
        .set("role", "img")
        .set("viewBox", (0, 0, whole.0, whole.1))
        .set("width", whole.0)
        .set("height", whole.1)
        .add(Title::new(format!("{}, {}", variant.title, turn(position))))
        .add(Style::new(STYLE))
        .add(Definitions::new().add(hatch()))
        .add(card);
    let document = square_paths(position).into_iter().fold(document, Document::add).add(frame);
    let document = document.add(coordinates(position, variant));
    let document = rings(position).fold(document, Document::add);
    let pieces = position.shape.squares().filter_map(|square| Some((square, position.piece(square)?)));
    let document =
        pieces.fold(document, |all, (square, piece)| all.add(piece_group(position, variant, square, piece)));
    let document = document.add(caption(position, &under)).to_string();
    // XML has no control characters, and a title may come from a folder of the user.
    document.split('\n').map(|line| sanitise(line).into_owned() + "\n").collect()
}

/// The upper left corner of a square.
fn corner(position: &Position, square: Square) -> (u32, u32) {
    let down = position.shape.ranks() - 1 - square.rank();
    (MARGIN + u32::from(square.file()) * SIDE, MARGIN + u32::from(down) * SIDE)
}

/// The centre of a square.
fn middle(position: &Position, square: Square) -> (u32, u32) {
    let (x, y) = corner(position, square);
    (x + SIDE / 2, y + SIDE / 2)
}

/// Where the text below the coordinates begins.
fn caption_top(position: &Position) -> u32 {
    2 * MARGIN + u32::from(position.shape.ranks()) * SIDE
}

/// A rectangle over the board.
fn rectangle(width: u32, height: u32) -> Rectangle {
    Rectangle::new().set("x", MARGIN).set("y", MARGIN).set("width", width).set("height", height)
}

/// A text with its baseline at `y`.
fn text(content: impl Into<String>, x: u32, y: u32) -> Text {
    Text::new(content).set("x", x).set("y", y)
}

/// The pattern of closed squares.
fn hatch() -> Pattern {
    let back = Rectangle::new().set("width", 8).set("height", 8).set("fill", "#5f574d");
    let stroke = Path::new().set("d", "M0 0V8").set("stroke", "#a59a8a").set("stroke-width", 5);
    Pattern::new()
        .set("id", "hatch")
        .set("width", 8)
        .set("height", 8)
        .set("patternUnits", "userSpaceOnUse")
        .set("patternTransform", "rotate(45)")
        .add(back)
        .add(stroke)
}

/// The squares, one path for each kind.
fn square_paths(position: &Position) -> Vec<Path> {
    let looks = ["common light", "common dark", "edge light", "edge dark", "closed"];
    let mut paths = looks.map(|_| String::new());
    for square in position.shape.squares() {
        let dark = usize::from(is_dark(square));
        let look = match Ground::of(position, square) {
            Ground::Common | Ground::Brouhaha => dark,
            Ground::Edge => 2 + dark,
            Ground::Closed => 4,
        };
        let (x, y) = corner(position, square);
        write!(paths[look], "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z").expect("writing to a string cannot fail");
    }
    let drawn = looks.into_iter().zip(paths).filter(|(_, path)| !path.is_empty());
    drawn.map(|(look, path)| Path::new().set("class", look).set("d", path)).collect()
}

/// The file names above and below the board, and the rank names on both sides.
fn coordinates(position: &Position, variant: &Variant) -> Group {
    let (right, bottom) = (2 * MARGIN + u32::from(position.shape.files()) * SIDE, caption_top(position));
    let files = (0..position.shape.files()).flat_map(|file| {
        let (x, _) = middle(position, Square::new(file, 0));
        [MARGIN - 12, bottom - 12].map(|y| text(variant.labels.file(file), x, y))
    });
    let ranks = (0..position.shape.ranks()).flat_map(|rank| {
        let (_, y) = middle(position, Square::new(0, rank));
        [MARGIN / 2, right - MARGIN / 2].map(|x| text(variant.labels.rank(rank).to_string(), x, y + 5))
    });
    files.chain(ranks).fold(Group::new().set("class", "coordinates"), Group::add)
}

/// A ring in every square that will close.
fn rings(position: &Position) -> impl Iterator<Item = Circle> + '_ {
    let closing = |&square: &Square| Ground::of(position, square) == Ground::Brouhaha;
    position.shape.squares().filter(closing).map(|square| {
        let (x, y) = middle(position, square);
        Circle::new().set("class", "ring").set("cx", x).set("cy", y).set("r", SIDE / 2 - 2)
    })
}

/// The name of a side in documents, and the CSS class of its pieces.
pub(crate) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A piece: a disc with its label, in a smaller font if the label is long.
fn piece_group(position: &Position, variant: &Variant, square: Square, piece: Piece) -> Group {
    let (x, y) = middle(position, square);
    let label = variant.label(piece);
    let long = label.len() > 1;
    let disc = Circle::new().set("class", "disc").set("cx", x).set("cy", y).set("r", 18);
    let text = text(label, x, y + if long { 5 } else { 7 });
    let text = if long { text.set("class", "long") } else { text };
    Group::new().set("class", format!("piece {}", side(piece.color))).add(disc).add(text)
}

/// The side to move, next to a disc of its colour, and the details.
fn caption(position: &Position, details: &[String]) -> Group {
    let top = caption_top(position);
    let disc = Circle::new().set("class", "disc").set("cx", MARGIN + 8).set("cy", top + 9).set("r", 7);
    let disc = Group::new().set("class", side(position.turn)).add(disc);
    let name = text(turn(position), MARGIN + 22, top + 14);
    let turn = Group::new().set("class", "turn").add(disc).add(name);
    let lines = (1..).zip(details).fold(Group::new().set("class", "details"), |group, (line, detail)| {
        group.add(text(detail, MARGIN, top + 14 + line * LINE))
    });
    Group::new().add(turn).add(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position::parse;
    use crate::game::variant::{Standard, VariantId};
    use ::svg::node::Attributes;
    use ::svg::parser::Event;
    use pretty_assertions::assert_eq;

    /// The default start position of a variant.
    fn start(id: VariantId) -> Position {
        let variant = Variant::get(id);
        parse(&variant.starts[0].vfen, variant, &Standard).unwrap()
    }

    /// The class of an element, or an empty text.
    fn class(attributes: &Attributes) -> String {
        attributes.get("class").map(ToString::to_string).unwrap_or_default()
    }

    /// The labels of the pieces in a picture.
    fn labels(picture: &str) -> Vec<String> {
        let (mut labels, mut inside) = (Vec::new(), false);
        for event in ::svg::read(picture).unwrap() {
            match event {
                Event::Tag("g", _, attributes) => inside = class(&attributes).starts_with("piece "),
                Event::Text(text) if inside && !text.trim().is_empty() => labels.push(text.trim().to_owned()),
                Event::Error(error) => panic!("{error}"),
                _ => {}
            }
        }
        labels.sort();
        labels
    }

    /// The number of elements with a class.
    fn count(picture: &str, wanted: &str) -> usize {
        let has = |event: &Event<'_>| matches!(event, Event::Tag(_, _, found) if class(found) == wanted);
        ::svg::read(picture).unwrap().filter(has).count()
    }

    #[test]
    fn every_piece_is_a_disc_with_its_label() {
        for id in VariantId::BUILT_IN {
            let (position, variant) = (start(id), Variant::get(id));
            let picture = svg(&position);
            let pieces = position.shape.squares().filter_map(|square| position.piece(square));
            let mut expected: Vec<_> = pieces.map(|piece| variant.label(piece)).collect();
            expected.sort();
            assert_eq!(labels(&picture), expected, "{id}");
            // One additional disc shows the side to move.
            assert_eq!(count(&picture, "disc"), expected.len() + 1, "{id}");
        }
    }

    #[test]
    fn special_squares_are_marked() {
        let rings = |position: &Position| count(&svg(position), "ring");
        let mut position = start(VariantId::SANDBOX);
        assert_eq!((rings(&position), count(&svg(&position), "closed")), (4, 0));
        let square = Square::new(1, 2);
        position.take(square);
        position.closed.insert(square);
        assert_eq!((rings(&position), count(&svg(&position), "closed")), (3, 1));
        let rococo = svg(&start(VariantId::ROCOCO));
        assert_eq!((count(&rococo, "edge light"), count(&rococo, "edge dark")), (1, 1));
        assert_eq!(count(&svg(&start(VariantId::RYUGI)), "edge light"), 0);
    }

    #[test]
    fn the_title_names_the_variant_and_the_side_to_move() {
        let mut position = start(VariantId::CETRAN3);
        assert!(svg(&position).contains("<title>Cetran Chess 3, White to move</title>"));
        position.turn = Color::Black;
        assert!(svg(&position).contains("Cetran Chess 3, Black to move"));
    }

    #[test]
    fn the_picture_in_the_documentation_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/board.svg");
        assert_eq!(std::fs::read_to_string(path).unwrap(), svg(&start(VariantId::RYUGI)));
    }
}
