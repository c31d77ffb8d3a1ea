//! The marks of diagrams: shapes that differ without their colours, and fit together on one square.

use super::Definitions;
use ::svg::node::element::{Circle, Group, Path, Use};
use vperft_lab::drawing::diagram::Mark;

/// The style of the marks and the texts of diagrams.
pub(super) const STYLE: &str = "
#move{fill:#1f6f54;stroke:#fffefa;stroke-width:1.5}
#capture,#take,#removal,#enemy{fill:none;stroke:#c62f2f;stroke-width:4.5}
#friend,#send,#freeze,#held{fill:none;stroke-width:4}
#removal,#enemy,#friend,#send,#freeze,#held{stroke-linecap:round;stroke-linejoin:round}
#friend{stroke:#2563a8}#send{stroke:#6b44b3}#freeze{stroke:#14708f;stroke-width:3.2}#held{stroke:#5b5147}
.parked{opacity:.3}
.name{font-weight:bold;font-size:16px;fill:#2a251f}
.title{font-weight:bold;font-size:12.5px;fill:#2a251f}
.caption,.key{font-size:12px;fill:#4f463b}
.at{font-size:20px;fill:#75695a}
.rim{fill:none;stroke:#6f6250;stroke-width:1.5}.cut{stroke-width:1;stroke-dasharray:2 4}
.name,.title,.caption,.key{text-anchor:start}
";

/// The id of the shape of a mark. A capture on an occupied square is a larger ring.
const fn id(mark: Mark, is_occupied: bool) -> &'static str {
    match mark {
        Mark::Move => "move",
        Mark::Capture if is_occupied => "take",
        Mark::Capture => "capture",
        Mark::Removal => "removal",
        Mark::ExchangeFriend => "friend",
        Mark::ExchangeEnemy => "enemy",
        Mark::Send => "send",
        Mark::Freeze => "freeze",
        Mark::Held => "held",
    }
}

/// How far below the middle of its square a mark is.
const fn below(mark: Mark) -> i32 {
    match mark {
        Mark::ExchangeFriend | Mark::Send => -16,
        Mark::ExchangeEnemy | Mark::Freeze => 16,
        Mark::Held => -4,
        Mark::Move | Mark::Capture | Mark::Removal => 0,
    }
}

/// Adds the shapes of these marks to the definitions of a picture, each with its middle at the origin.
pub(super) fn define(definitions: Definitions, marks: impl IntoIterator<Item = Mark>) -> Definitions {
    let path = |id: &str, d: &str| Group::new().set("id", id).add(Path::new().set("d", d));
    let ring = |id: &str, radius: u32| Circle::new().set("id", id).set("r", radius);
    marks.into_iter().fold(definitions, |all, mark| match mark {
        Mark::Move => all.add(ring("move", 7)),
        Mark::Capture => all.add(ring("capture", 14)).add(ring("take", 21)),
        Mark::Removal => all.add(path("removal", "M-16-16l8 8m16 16l8 8m0-32l-8 8m-16 16l-8 8")),
        Mark::ExchangeFriend => all.add(path("friend", "M-10-5l-5 5l5 5m20-10l5 5l-5 5m5-5h-30")),
        Mark::ExchangeEnemy => all.add(path("enemy", "M-10-5l-5 5l5 5m20-10l5 5l-5 5m5-5h-30")),
        Mark::Send => all.add(path("send", "M-8-6l6 6l-6 6m10-12l6 6l-6 6")),
        Mark::Freeze => all.add(path("freeze", "M-7 0h14m-10.5-6l7 12m0-12l-7 12")),
        Mark::Held => all.add(path("held", "M-11 0a11 11 0 1 1 22 0a11 11 0 1 1-22 0h22")),
    })
}

/// A mark on the square with this middle. On an occupied square, marks leave the piece visible.
pub(super) fn draw(mark: Mark, (x, y): (u32, u32), is_occupied: bool) -> Use {
    let y = y.saturating_add_signed(below(mark));
    centred(mark, (x, y), is_occupied)
}

/// A mark with its middle at a point.
pub(super) fn centred(mark: Mark, (x, y): (u32, u32), is_occupied: bool) -> Use {
    Use::new().set("href", format!("#{}", id(mark, is_occupied))).set("x", x).set("y", y)
}
