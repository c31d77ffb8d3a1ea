//! The empty board: its squares, its frame and its coordinates.

use super::layout::{Layout, MARGIN, SIDE};
use super::text;
use ::svg::node::element::{Circle, Group, Path, Pattern, Rectangle};
use vperft::inner::game::board::Square;
use vperft::inner::game::drawing::{Ground, is_dark};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::Variant;

/// The pattern of closed squares.
pub(super) fn hatch() -> Pattern {
    let back = Rectangle::new().set("width", 8).set("height", 8).set("fill", "#6a6053");
    let stroke = Path::new().set("d", "M0 0V8").set("stroke", "#a89c8b").set("stroke-width", 5);
    Pattern::new()
        .set("id", "hatch")
        .set("width", 8)
        .set("height", 8)
        .set("patternUnits", "userSpaceOnUse")
        .set("patternTransform", "rotate(45)")
        .add(back)
        .add(stroke)
}

/// The squares, one path for each kind, and the frame around them.
pub(super) fn squares(position: &Position, layout: Layout) -> Group {
    let looks = ["common light", "common dark", "edge light", "edge dark", "closed"];
    let mut paths = looks.map(|_| String::new());
    for square in position.shape.squares() {
        let dark = usize::from(is_dark(square));
        let look = match Ground::at(position, square) {
            Ground::Common | Ground::Brouhaha => dark,
            Ground::Edge => 2 + dark,
            Ground::Closed => 4,
        };
        paths[look] += &layout.path(square);
    }
    let (width, height) = layout.size();
    let frame = Rectangle::new().set("x", MARGIN).set("y", MARGIN).set("width", width).set("height", height);
    let drawn = looks.into_iter().zip(paths).filter(|(_, path)| !path.is_empty());
    let drawn = drawn.map(|(look, path)| Path::new().set("class", look).set("d", path));
    drawn.fold(Group::new(), Group::add).add(frame.set("class", "frame"))
}

/// The file names above and below the board, and the rank names on both sides.
pub(super) fn coordinates(variant: &Variant, layout: Layout) -> Group {
    let (right, bottom) = (2 * MARGIN + layout.size().0, layout.caption_top());
    let files = (0..layout.shape.files()).flat_map(|file| {
        let (x, _) = layout.middle(Square::new(file, 0));
        [MARGIN - 10, bottom - 11].map(|y| text(variant.labels.file(file), x, y))
    });
    let ranks = (0..layout.shape.ranks()).flat_map(|rank| {
        let (_, y) = layout.middle(Square::new(0, rank));
        [MARGIN / 2, right - MARGIN / 2].map(|x| text(variant.labels.rank(rank).to_string(), x, y + 5))
    });
    files.chain(ranks).fold(Group::new().set("class", "coordinates"), Group::add)
}

/// A ring in every square that will close.
pub(super) fn rings(position: &Position, layout: Layout) -> Group {
    let closing = |&square: &Square| Ground::at(position, square) == Ground::Brouhaha;
    let rings = position.shape.squares().filter(closing).map(|square| {
        let (x, y) = layout.middle(square);
        Circle::new().set("class", "ring").set("cx", x).set("cy", y).set("r", SIDE / 2 - 2)
    });
    rings.fold(Group::new(), Group::add)
}
