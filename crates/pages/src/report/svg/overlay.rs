//! What a picture shows on top of the board: marked squares, the last move, legal moves and arrows.

use super::layout::{Layout, SIDE};
use ::svg::node::element::{Circle, Group, Path};
use vperft::inner::game::board::Square;
use vperft::inner::game::notation::{self, Effect, Entry};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::Variant;

/// Whether an arrow shows a legal move, an illegal one, or just a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Plain,
    Good,
    Bad,
}

impl Look {
    /// The class of the style sheet.
    const fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Good => " good",
            Self::Bad => " bad",
        }
    }
}

/// Something on top of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// A marked square.
    Mark(Square),
    /// A square of the last move.
    Last(Square),
    /// The end of a legal move.
    Dot(Square),
    /// An arrow between two squares.
    Arrow(Square, Square, Look),
    /// The removal of a piece.
    Fall(Square, Look),
}

impl Overlay {
    /// Whether it belongs below the pieces.
    pub const fn is_below(self) -> bool {
        matches!(self, Self::Mark(_) | Self::Last(_))
    }

    /// The arrows of a move in canonical notation, one for each piece that travels, and the removals. Empty if the text is not a move.
    pub fn of_move(position: &Position, text: &str, look: Look) -> Vec<Self> {
        let variant = Variant::get(position.variant);
        let Ok(entry) = Entry::parse(variant, text) else { return Vec::new() };
        let square = |name: &str| variant.labels.parse(position.shape, name);
        let arrow = |from, to| Some(Self::Arrow(square(from)?, square(to)?, look));
        let mover = match entry.to {
            Some(to) => arrow(entry.from, to),
            None => square(entry.from).map(|from| Self::Fall(from, look)),
        };
        let effects = entry.effects.iter().filter_map(|effect| match *effect {
            Effect::Travel(_, from, to) => arrow(from, to),
            Effect::Removal(name) => square(name).map(|on| Self::Fall(on, look)),
            Effect::Placing(..) => None,
        });
        mover.into_iter().chain(effects).collect()
    }

    /// The squares of the last move.
    pub fn of_last_move(position: &Position, text: Option<&str>) -> Vec<Self> {
        let variant = Variant::get(position.variant);
        let squares = text.into_iter().flat_map(|text| notation::squares(variant, position.shape, text));
        squares.map(Self::Last).collect()
    }

    /// The ends of legal moves. With the square of one piece, that square is marked too.
    pub fn of_legal_moves(position: &Position, moves: &[String], of: Option<&str>) -> Vec<Self> {
        let variant = Variant::get(position.variant);
        let parse = |name: &str| variant.labels.parse(position.shape, name);
        let mut overlays: Vec<_> = of.and_then(parse).map(Self::Mark).into_iter().collect();
        for text in moves {
            let Ok(entry) = Entry::parse(variant, text) else { continue };
            let end = entry.to.and_then(parse).map(Self::Dot).filter(|end| !overlays.contains(end));
            overlays.extend(end);
        }
        overlays
    }

    /// Its place in the picture.
    pub(super) fn draw(self, position: &Position, layout: Layout) -> Group {
        let group = Group::new();
        match self {
            Self::Mark(square) => group.add(inset(layout, square).set("class", "mark")),
            Self::Last(square) => group.add(Path::new().set("class", "last").set("d", layout.path(square))),
            Self::Dot(square) => {
                let (x, y) = layout.middle(square);
                let (class, radius) =
                    if position.piece(square).is_some() { ("take", 21) } else { ("dot", 7) };
                group.add(Circle::new().set("class", class).set("cx", x).set("cy", y).set("r", radius))
            }
            Self::Arrow(from, to, look) => {
                let class = format!("arrow{}", look.class());
                group.add(Path::new().set("class", class).set("d", arrow(layout, from, to)))
            }
            Self::Fall(square, look) => {
                let (x, y) = layout.corner(square);
                let (x, y) = (x + 12, y + 12);
                let path = format!("M{x} {y}l24 24m0-24l-24 24");
                group.add(Path::new().set("class", format!("fall{}", look.class())).set("d", path))
            }
        }
    }
}

/// The path of a square without its rim.
fn inset(layout: Layout, square: Square) -> Path {
    let (x, y) = layout.corner(square);
    let side = SIDE - 3;
    Path::new().set("d", format!("M{}.5 {}.5h{side}v{side}h-{side}z", x + 1, y + 1))
}

/// The outline of an arrow; a ring if it ends where it begins.
fn arrow(layout: Layout, from: Square, to: Square) -> String {
    let ((x, y), (to_x, to_y)) = (layout.middle(from), layout.middle(to));
    if from == to {
        return format!(
            "M{} {y}a20 20 0 1 1 40 0a20 20 0 1 1 -40 0zm5 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0z",
            x - 20
        );
    }
    let (across, down) = (f64::from(to_x) - f64::from(x), f64::from(to_y) - f64::from(y));
    let length = across.hypot(down);
    let (across, down) = (across / length, down / length);
    // Points given along the arrow and to its side, with the tip in the middle of the end square.
    let tip = length - 5.0;
    let outline = [
        (9.0, 3.0),
        (tip - 14.0, 3.0),
        (tip - 16.0, 9.5),
        (tip, 0.0),
        (tip - 16.0, -9.5),
        (tip - 14.0, -3.0),
        (9.0, -3.0),
    ];
    let points = outline.map(|(along, aside): (f64, f64)| {
        let place = |start: u32, first: f64, second: f64| f64::from(start) + along * first + aside * second;
        format!("{:.1} {:.1}", place(x, across, -down), place(y, down, across))
    });
    format!("M{}z", points.join("L"))
}
