//! A position as an SVG picture.

mod diagram;
mod ground;
mod layout;
mod marks;
mod overlay;
mod pieces;
mod window;

pub use diagram::{draw_diagram, first_difference};
pub use overlay::{Look, Overlay};

use ::svg::Document;
use ::svg::node::element::{Circle, Definitions, Group, Rectangle, Style, Text, Title};
use layout::{Layout, MARGIN};
use pieces::Drawer;
use vperft::inner::game::drawing::{details, turn};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Variant};
use vperft::inner::support::sanitise::sanitise;

/// The height of a line of text below the board.
const LINE: u32 = 20;

/// The fonts of pictures. The rest of their style is that of boards on pages.
const FONTS: &str = "
text{font-family:system-ui,'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle}
.turn text{font-weight:bold;font-size:15px;fill:#2a251f;text-anchor:start}
.details text{text-anchor:start}
.details .piece text{text-anchor:middle}
";

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    /// As symbols.
    #[default]
    Symbols,
    /// As discs with their labels.
    Letters,
}

/// A picture of a position.
#[derive(Clone, Debug)]
pub struct Picture<'p> {
    /// The position.
    pub position: &'p Position,
    /// How pieces are drawn.
    pub pieces: Pieces,
    /// Whether Black's side is at the bottom.
    pub is_flipped: bool,
    /// Whether the names of the pieces are below the board.
    pub has_legend: bool,
    /// The marks and arrows on top of the board.
    pub overlays: Vec<Overlay>,
}

impl Picture<'_> {
    /// Draws it as a self-contained SVG document.
    ///
    /// Edge squares are tinted, closed squares hatched, and squares that will close have a ring.
    #[must_use]
    pub fn draw(&self) -> String {
        let position = self.position;
        let variant = Variant::get(position.variant);
        let layout = Layout { shape: position.shape, is_flipped: self.is_flipped };
        let (width, _) = layout.size();
        // A letter of the small font is about eight units wide.
        let under = details(position, (width / 8) as usize);
        let drawer = Drawer { position, variant, pieces: self.pieces };
        let legend_top = layout.caption_top() + LINE * (under.len() as u32 + 1) + 8;
        let (legend, legend_height) = match self.has_legend {
            true => drawer.legend(legend_top, width),
            false => (Group::new(), 0),
        };
        let whole = (width + 2 * MARGIN, legend_top + legend_height + 6);
        let card =
            Rectangle::new().set("class", "card").set("width", whole.0).set("height", whole.1).set("rx", 10);
        let document = Document::new()
            .set("role", "img")
            .set("viewBox", (0, 0, whole.0, whole.1))
            .set("width", whole.0)
            .set("height", whole.1)
            .add(Title::new(format!("{}, {}", variant.title, turn(position))))
            .add(Style::new(format!("{FONTS}{}", crate::report::symbols::BOARD_STYLE)))
            .add(pieces::define(Definitions::new().add(ground::hatch()), drawer.symbols()))
            .add(card)
            .add(ground::squares(position, layout))
            .add(ground::coordinates(variant, layout));
        let overlay = |is_below: bool| {
            let some = self.overlays.iter().filter(move |overlay| overlay.is_below() == is_below);
            some.fold(Group::new(), |all, overlay| all.add(overlay.draw(position, layout)))
        };
        let document = document
            .add(overlay(true))
            .add(ground::rings(position, layout))
            .add(drawer.draw(layout))
            .add(overlay(false))
            .add(caption(position, layout, &under))
            .add(legend)
            .to_string();
        printable(&document)
    }
}

/// The text of a document. XML has no control characters, and a title may come from a folder of the user.
fn printable(document: &str) -> String {
    document.split('\n').map(|line| sanitise(line).into_owned() + "\n").collect()
}

/// A text with its baseline at `y`.
fn text(content: impl Into<String>, x: u32, y: u32) -> Text {
    Text::new(content).set("x", x).set("y", y)
}

/// The name of a side in documents, and the CSS class of its pieces.
pub(crate) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The side to move, next to a disc of its colour, and the details.
fn caption(position: &Position, layout: Layout, details: &[String]) -> Group {
    let top = layout.caption_top();
    let disc = Circle::new().set("cx", MARGIN + 8).set("cy", top + 9).set("r", 7);
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
    use ::svg::node::Attributes;
    use ::svg::parser::Event;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::board::Square;
    use vperft::inner::game::position::parse;
    use vperft::inner::game::variant::{Standard, VariantId};

    /// The default start position of a variant.
    fn start(id: VariantId) -> Position {
        let variant = Variant::get(id);
        parse(&variant.starts[0].vfen, variant, &Standard).unwrap()
    }

    /// A picture of the position alone.
    fn plain(position: &Position) -> Picture<'_> {
        let pieces = Pieces::default();
        Picture { position, pieces, is_flipped: false, has_legend: false, overlays: Vec::new() }
    }

    /// The text of that picture.
    fn svg(position: &Position) -> String {
        plain(position).draw()
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
    fn every_piece_is_drawn_as_its_symbol_or_with_its_label() {
        for id in VariantId::BUILT_IN {
            let (position, variant) = (start(id), Variant::get(id));
            let pieces: Vec<_> =
                position.shape.squares().filter_map(|square| position.piece(square)).collect();
            let letters = Picture { pieces: Pieces::Letters, ..plain(&position) }.draw();
            let mut expected: Vec<_> = pieces.iter().map(|&piece| variant.label(piece)).collect();
            expected.sort();
            assert_eq!(labels(&letters), expected, "{id}");
            assert_eq!(count(&letters, "disc"), expected.len(), "{id}");
            let picture = svg(&position);
            assert_eq!(labels(&picture), [""; 0], "{id}");
            let used = |kind: &str| picture.matches(&format!("<use href=\"#{kind}\"")).count();
            for entry in &variant.pieces {
                let expected = pieces.iter().filter(|piece| piece.kind == entry.kind).count();
                assert_eq!(used(entry.kind.name()), expected, "{id}: {}", entry.name);
            }
        }
    }

    #[test]
    fn moves_are_arrows_and_captures_elsewhere_are_crosses() {
        let position = start(VariantId::SANDBOX);
        let of = |text: &str| {
            let overlays = Overlay::of_move(&position, text, Look::Bad);
            let picture = Picture { overlays, ..plain(&position) }.draw();
            (count(&picture, "arrow bad"), count(&picture, "fall bad"))
        };
        assert_eq!(of("K f1-i1; R j1-h1"), (2, 0));
        assert_eq!(of("L e4-g6; @-f5"), (1, 1));
        assert_eq!(of("N b2-"), (0, 1));
        assert_eq!(of("<script>"), (0, 0));
    }

    #[test]
    fn a_flipped_board_has_the_first_rank_on_top() {
        let position = start(VariantId::CHESS);
        let shape = position.shape;
        let top = |is_flipped| Layout { shape, is_flipped }.corner(Square::new(0, 0));
        assert_eq!((top(false), top(true)), ((30, 366), (366, 30)));
    }

    #[test]
    fn the_legend_names_the_pieces_on_the_board() {
        let variant = Variant::get(VariantId::VANGUARD);
        let position =
            parse("16/16/4k11/16/16/16/16/16/16/16/16/16/16/16/16/K3{SP}11 w - - 0 1", variant, &Standard);
        let position = position.unwrap();
        let picture = Picture { has_legend: true, ..plain(&position) }.draw();
        assert!(picture.contains("\nSP Spy\n") && !picture.contains("Nightrider"), "{picture}");
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
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/board.svg");
        assert_eq!(std::fs::read_to_string(path).unwrap(), svg(&start(VariantId::RYUGI)));
    }
}
