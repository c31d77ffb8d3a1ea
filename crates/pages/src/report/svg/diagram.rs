//! The diagram of a kind of piece as an SVG picture: a board for each panel, cropped to what happens there, and a legend.
//!
//! A panel begins with a group of the class `panel` that has the title as its text, so that two pictures can be compared panel by panel.

use super::layout::Layout;
use super::overlay::{Look, Overlay};
use super::pieces::Drawer;
use super::window::Window;
use super::{FONTS, Pieces, ground, marks, pieces, printable};
use ::svg::Document;
use ::svg::node::element::{Definitions, Group, Path, Rectangle, SVG, Style, Text, Title, Use};
use std::collections::BTreeSet;
use vperft::inner::game::board::{Shape, Square};
use vperft::inner::game::notation;
use vperft::inner::game::notation::{Effect, Entry};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Variant};
use vperft_lab::drawing::diagram::{Diagram, Mark, Panel};

/// The room for coordinates left of a board and below it.
const LABELS: u32 = 18;
/// The least and the greatest width of a picture.
const WIDTH: (u32, u32) = (440, 800);
/// The distance between panels, and to the border.
const GAP: u32 = 18;
/// The height of a line of text.
const LINE: u32 = 16;

/// A panel with its place in the picture.
struct Placed<'d> {
    panel: &'d Panel,
    window: Window,
    caption: Vec<String>,
    title: Vec<String>,
    at: (u32, u32),
}

impl Placed<'_> {
    fn width(&self) -> u32 {
        LABELS + self.window.width()
    }

    fn height(&self) -> u32 {
        LINE * (self.title.len() + self.caption.len()) as u32 + self.window.height() + LABELS + 6
    }
}

/// Draws a diagram as a self-contained SVG document.
#[must_use]
pub fn draw_diagram(diagram: &Diagram) -> String {
    let Some(first) = diagram.panels.first() else { return String::new() };
    let variant = Variant::get(first.position.variant);
    let name = variant.entry(diagram.kind).map_or("", |entry| entry.name.as_str());
    let (placed, bottom) = place(diagram);
    let right = placed.iter().map(|one| one.at.0 + one.width() + GAP).max().unwrap_or_default();
    let width = right.clamp(WIDTH.0, WIDTH.1);
    let drawers = diagram.panels.iter().map(|panel| drawer(&panel.position, variant));
    let mut symbols: BTreeSet<_> = drawers.flat_map(|drawer| drawer.symbols()).collect();
    let own = Piece::new(Color::White, diagram.kind);
    symbols.extend(variant.entry(diagram.kind).map(|entry| crate::report::symbols::name(entry).0));
    let grounds = grounds(diagram);
    let definitions =
        grounds.iter().enumerate().fold(Definitions::new().add(ground::hatch()), |all, (index, position)| {
            let layout = layout(position.shape);
            let squares = ground::squares(position, layout).add(ground::rings(position, layout));
            all.add(squares.set("id", format!("board{index}")))
        });
    let definitions = marks::define(pieces::define(definitions, symbols), used(diagram));
    let definitions = all_pieces(diagram).into_iter().fold(definitions, |all, piece| {
        all.add(drawer(&first.position, variant).piece(piece, 0, 0, "1").set("id", piece_id(piece)))
    });
    let definitions = definitions.add(names(variant, first.position.shape));
    let (legend, legend_height) = legend(diagram, bottom + 4, width);
    let height = bottom + legend_height + GAP;
    let card = Rectangle::new().set("class", "card").set("width", width).set("height", height).set("rx", 10);
    let heading = Group::new().add(drawer(&first.position, variant).piece(own, GAP, 8, "0.6")).add(text(
        "name",
        name,
        GAP + 36,
        28,
    ));
    let document = Document::new()
        .set("role", "img")
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .add(Title::new(format!("{}: {name}", variant.title)))
        .add(Style::new(format!("{FONTS}{}{}", crate::report::symbols::BOARD_STYLE, marks::STYLE)))
        .add(definitions)
        .add(card)
        .add(heading);
    let document = placed.iter().fold(document, |document, one| {
        document.add(panel(one, variant, &grounds, mover(diagram, one.panel)))
    });
    printable(&document.add(legend).to_string())
}

/// The title of the first panel that two pictures draw differently. `None` if they differ elsewhere, as in the legend or the style.
#[must_use]
pub fn first_difference(one: &str, other: &str) -> Option<String> {
    let panels = |text: &str| {
        let boards = text.split("<g class=\"legend\"").next().unwrap_or_default();
        boards.split("<g class=\"panel\"").skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, other) = (panels(one), panels(other));
    let count = one.len().max(other.len());
    let differing = (0..count).find(|&index| one.get(index) != other.get(index))?;
    let panel = one.get(differing).or(other.get(differing))?;
    let title = panel.split("class=\"title\"").nth(1)?.split_once('>')?.1.split('<').next()?;
    Some(title.trim().to_owned())
}

/// The marks that the panels have.
fn used(diagram: &Diagram) -> BTreeSet<Mark> {
    diagram.panels.iter().flat_map(|panel| panel.marks.values().flatten().copied()).collect()
}

/// The pieces on the boards.
fn all_pieces(diagram: &Diagram) -> BTreeSet<Piece> {
    let positions = diagram.panels.iter().map(|panel| &panel.position);
    let pieces = |position: &Position| {
        position.shape.squares().filter_map(|on| position.piece(on)).collect::<Vec<_>>()
    };
    positions.flat_map(pieces).collect()
}

/// The id of a piece among the definitions.
fn piece_id(piece: Piece) -> String {
    format!("{}-{}", super::side(piece.color), piece.kind.name())
}

/// The square of the piece in a panel: the same as in the first panel if it is there, or else that of the only such piece.
fn mover(diagram: &Diagram, panel: &Panel) -> Option<Square> {
    let own = Piece::new(Color::White, diagram.kind);
    let squares = |panel: &Panel| -> Vec<_> {
        panel.position.squares_of(own).filter(|square| !panel.parked.contains(square)).collect()
    };
    let (first, here) = (squares(diagram.panels.first()?), squares(panel));
    let same = first.into_iter().find(|square| here.contains(square));
    same.or_else(|| here.first().copied().filter(|_| here.len() == 1))
}

/// The boards without pieces that the panels need: squares may be closed in one and open in another.
fn grounds(diagram: &Diagram) -> Vec<Position> {
    let mut all: Vec<Position> = Vec::new();
    for panel in &diagram.panels {
        let mut empty = Position::empty(panel.position.variant, panel.position.shape);
        empty.closed = panel.position.closed;
        if !all.contains(&empty) {
            all.push(empty);
        }
    }
    all
}

fn drawer<'p>(position: &'p Position, variant: &'p Variant) -> Drawer<'p> {
    Drawer { position, variant, pieces: Pieces::Symbols }
}

fn layout(shape: Shape) -> Layout {
    Layout { shape, is_flipped: false }
}

/// Puts the panels into rows, and returns where the last row ends.
fn place(diagram: &Diagram) -> (Vec<Placed<'_>>, u32) {
    let mut placed: Vec<Placed<'_>> = Vec::new();
    let (mut x, mut y, mut row) = (GAP, 44, 0);
    for panel in &diagram.panels {
        let window = Window::around(panel, mover(diagram, panel));
        let columns = |letter: u32| (window.width() * 10 / letter) as usize;
        let caption = panel.caption.iter().flat_map(|text| wrapped(text, columns(63))).collect();
        let mut one =
            Placed { panel, window, caption, title: wrapped(&panel.title, columns(72)), at: (x, y) };
        if x > GAP && x + one.width() + GAP > WIDTH.1 {
            (x, y) = (GAP, y + row + GAP);
            row = 0;
        }
        one.at = (x, y);
        x += one.width() + GAP;
        row = row.max(one.height());
        placed.push(one);
    }
    (placed, y + row)
}

/// The lines of a text.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    textwrap::wrap(text, columns).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// A text of this class with its baseline at `y`.
fn text(class: &str, content: impl Into<String>, x: u32, y: u32) -> Text {
    super::text(content, x, y).set("class", class)
}

/// A panel: title, board, coordinates, caption.
fn panel(one: &Placed<'_>, variant: &Variant, grounds: &[Position], mover: Option<Square>) -> Group {
    let (panel, window, (left, top)) = (one.panel, one.window, one.at);
    let board_left = left + LABELS;
    let board_top = top + LINE * one.title.len() as u32;
    let titles = one.title.iter().zip(1..);
    let group = titles.fold(Group::new().set("class", "panel"), |group, (line, number)| {
        group.add(text("title", line, board_left, top + LINE * number - 5))
    });
    let captions = one.caption.iter().zip(1..);
    let below = board_top + window.height() + LABELS - 2;
    captions.fold(
        group
            .add(board(panel, variant, window, grounds, mover, (board_left, board_top)))
            .add(frame(panel.position.shape, window, (board_left, board_top)))
            .add(coordinates(panel.position.shape, window, (board_left, board_top))),
        |group, (line, number)| group.add(text("caption", line, board_left, below + LINE * number)),
    )
}

/// The border: solid at the edge of the board, dashed where the board goes on.
fn frame(shape: Shape, window: Window, (left, top): (u32, u32)) -> Group {
    let (width, height) = (window.width(), window.height());
    let (right, bottom) = (left + width, top + height);
    let sides = [
        (window.bottom + window.ranks == shape.ranks(), format!("M{left} {top}h{width}")),
        (window.bottom == 0, format!("M{left} {bottom}h{width}")),
        (window.left == 0, format!("M{left} {top}v{height}")),
        (window.left + window.files == shape.files(), format!("M{right} {top}v{height}")),
    ];
    sides.into_iter().fold(Group::new(), |group, (is_edge, path)| {
        group.add(Path::new().set("class", if is_edge { "rim" } else { "rim cut" }).set("d", path))
    })
}

/// The names of all files and ranks, as definitions that each board shows a part of.
fn names(variant: &Variant, shape: Shape) -> Group {
    let layout = layout(shape);
    let files = (0..shape.files()).map(|file| {
        let (x, _) = layout.middle(Square::new(file, 0));
        text("at", variant.labels.file(file), x, 22)
    });
    let ranks = (0..shape.ranks()).map(|rank| {
        let (_, y) = layout.middle(Square::new(0, rank));
        text("at", variant.labels.rank(rank).to_string(), 18, y + 7)
    });
    let files = files.fold(Group::new().set("id", "files"), Group::add);
    Group::new().add(files).add(ranks.fold(Group::new().set("id", "ranks"), Group::add))
}

/// The names of the files below a board, and of the ranks left of it.
fn coordinates(shape: Shape, window: Window, (left, top): (u32, u32)) -> Group {
    let (x, y, width, height) = window.view(layout(shape));
    let strip = |id: &str, place: (u32, u32), size: (u32, u32), view: (u32, u32, u32, u32)| {
        let svg = SVG::new().set("x", place.0).set("y", place.1).set("width", size.0).set("height", size.1);
        svg.set("viewBox", view).add(Use::new().set("href", format!("#{id}")))
    };
    Group::new()
        .add(strip("files", (left, top + window.height() + 1), (window.width(), 15), (x, 0, width, 30)))
        .add(strip("ranks", (left - 18, top), (18, window.height()), (0, y, 36, height)))
}

/// The board of a panel with its pieces and marks, cropped.
fn board(
    panel: &Panel,
    variant: &Variant,
    window: Window,
    grounds: &[Position],
    mover: Option<Square>,
    (x, y): (u32, u32),
) -> SVG {
    let position = &panel.position;
    let layout = layout(position.shape);
    let ground = grounds.iter().position(|ground| ground.closed == position.closed).unwrap_or_default();
    let starts =
        panel.moves.iter().filter_map(|text| notation::squares(variant, position.shape, text).next());
    let mut starts: BTreeSet<_> = starts.collect();
    if panel.moves.is_empty() {
        starts.extend(mover);
    }
    let below =
        starts.into_iter().filter(|square| window.shows(*square)).fold(Group::new(), |group, square| {
            group.add(Path::new().set("class", "last").set("d", layout.path(square)))
        });
    let on_board = position.shape.squares().filter(|square| window.shows(*square));
    let pieces = on_board.filter_map(|square| Some((square, position.piece(square)?)));
    let pieces = pieces.fold(Group::new(), |group, (square, piece)| {
        let (x, y) = layout.corner(square);
        let one = Use::new().set("href", format!("#{}", piece_id(piece))).set("x", x).set("y", y);
        group.add(if panel.parked.contains(&square) { one.set("class", "parked") } else { one })
    });
    let marked =
        panel.marks.iter().flat_map(|(square, marks)| marks.iter().map(move |mark| (*square, *mark)));
    let above = marked.fold(Group::new(), |group, (square, mark)| {
        group.add(marks::draw(mark, layout.middle(square), position.piece(square).is_some()))
    });
    let above = panel.moves.iter().fold(above, |group, text| group.add(arrows(position, text, layout)));
    SVG::new()
        .set("x", x)
        .set("y", y)
        .set("width", window.width())
        .set("height", window.height())
        .set("viewBox", window.view(layout))
        .add(Use::new().set("href", format!("#board{ground}")))
        .add(below)
        .add(pieces)
        .add(above)
}

/// The arrows and removals of a move. Two arrows along one line, as in castling and exchanges, are drawn next to each other: each to its
/// own left.
fn arrows(position: &Position, text: &str, layout: Layout) -> Group {
    let variant = Variant::get(position.variant);
    let mut overlays = Overlay::of_move(position, text, Look::Plain);
    if let Ok(entry) = Entry::parse(variant, text)
        && let [Overlay::Arrow(from, to, look)] = overlays[..]
        && from != to
        && entry.effects.iter().any(|effect| matches!(effect, Effect::Placing(_, on) if *on == entry.from))
    {
        overlays.push(Overlay::Arrow(to, from, look));
    }
    let is_arrow = |one: &&Overlay| matches!(one, Overlay::Arrow(..));
    let has_two = overlays.iter().filter(is_arrow).count() > 1;
    overlays.into_iter().fold(Group::new(), |group, overlay| {
        let drawn = overlay.draw(position, layout);
        let Overlay::Arrow(from, to, _) = overlay else { return group.add(drawn) };
        let ((x, y), (to_x, to_y)) = (layout.middle(from), layout.middle(to));
        let (across, down) = (f64::from(to_x) - f64::from(x), f64::from(to_y) - f64::from(y));
        let length = across.hypot(down).max(1.0);
        let (right, below) = (down / length * 9.0, -across / length * 9.0);
        group.add(if has_two {
            drawn.set("transform", format!("translate({right:.1} {below:.1})"))
        } else {
            drawn
        })
    })
}

/// The meaning of the marks, and the height of this part.
fn legend(diagram: &Diagram, top: u32, right: u32) -> (Group, u32) {
    let used = used(diagram);
    let (mut group, mut x, mut y) = (Group::new().set("class", "legend"), GAP, top + 14);
    let mut entry = |sign: Group, words: &str| {
        let width = 34 + words.len() as u32 * 7;
        if x > GAP && x + width > right {
            (x, y) = (GAP, y + 24);
        }
        let placed = sign.set("transform", format!("translate({x} {}) scale(.5)", y - 12));
        group = std::mem::take(&mut group).add(placed).add(text("key", words, x + 28, y + 4));
        x += width + 8;
    };
    for mark in Mark::ALL.into_iter().filter(|mark| used.contains(mark)) {
        entry(Group::new().add(marks::centred(mark, (24, 24), false)), mark.words());
    }
    let overlays = diagram.panels.iter().flat_map(|panel| {
        panel.moves.iter().flat_map(|text| Overlay::of_move(&panel.position, text, Look::Plain))
    });
    if overlays.into_iter().any(|one| matches!(one, Overlay::Fall(..))) {
        let fall = Path::new().set("class", "fall").set("d", "M12 12l24 24m0-24l-24 24");
        entry(Group::new().add(fall), "leaves the board");
    }
    let has_parked = diagram.panels.iter().any(|panel| !panel.parked.is_empty());
    if has_parked {
        entry(Group::new(), "Pale pieces only make a position legal.");
    }
    (group, y + 14 - top)
}
