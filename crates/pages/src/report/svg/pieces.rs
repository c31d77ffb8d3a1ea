//! The pieces of a picture: their symbols, or discs with their letters.

use super::layout::{Layout, MARGIN, SIDE};
use super::{Pieces, side, text};
use crate::report::symbols;
use ::svg::node::element::{Circle, Definitions, Group, Path, Use};
use std::collections::BTreeSet;
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Variant};

/// The width and the height of an entry of the legend.
const ENTRY: (u32, u32) = (176, 26);

/// The pieces of a position.
pub(super) struct Drawer<'p> {
    pub position: &'p Position,
    pub variant: &'p Variant,
    pub pieces: Pieces,
}

impl Drawer<'_> {
    /// The pieces on the board, each with its square.
    fn on_board(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let position = self.position;
        position.shape.squares().filter_map(|square| Some((square, position.piece(square)?)))
    }

    /// The names of the symbols that the picture uses.
    pub fn symbols(&self) -> BTreeSet<&'static str> {
        if self.pieces == Pieces::Letters {
            return BTreeSet::new();
        }
        let entries = self.on_board().filter_map(|(_, piece)| self.variant.entry(piece.kind));
        entries.map(|entry| symbols::name(entry).0).collect()
    }

    /// The pieces on their squares.
    pub fn draw(&self, layout: Layout) -> Group {
        self.on_board().fold(Group::new(), |all, (square, piece)| {
            let (x, y) = layout.corner(square);
            all.add(self.piece(piece, x, y, "1"))
        })
    }

    /// A piece in the square with this corner.
    pub fn piece(&self, piece: Piece, x: u32, y: u32, scale: &str) -> Group {
        let group = Group::new()
            .set("class", format!("piece {}", side(piece.color)))
            .set("transform", format!("translate({x} {y}) scale({scale})"));
        let label = self.variant.label(piece);
        let named = self.variant.entry(piece.kind).map(symbols::name);
        match (self.pieces, named) {
            (Pieces::Symbols, Some((name, false))) => group.add(used(name)),
            (Pieces::Symbols, Some((name, true))) => group.add(used(name)).add(letters(label, 31)),
            _ => {
                let disc = Circle::new().set("class", "disc").set("cx", 24).set("cy", 24).set("r", 18);
                group.add(disc).add(letters(label, 31))
            }
        }
    }

    /// The names of the kinds on the board, next to their symbols, and the height of this part.
    pub fn legend(&self, top: u32, width: u32) -> (Group, u32) {
        let on_board: BTreeSet<_> = self.on_board().map(|(_, piece)| piece.kind.index()).collect();
        let listed = self.variant.pieces.iter().filter(|entry| on_board.contains(&entry.kind.index()));
        let columns = (width / ENTRY.0).max(1);
        let (mut group, mut count) = (Group::new().set("class", "details"), 0);
        for entry in listed {
            let (x, y) = (MARGIN + count % columns * ENTRY.0, top + count / columns * ENTRY.1);
            let piece = self.piece(Piece::new(Color::White, entry.kind), x, y, "0.5");
            group = group.add(piece).add(text(format!("{} {}", entry.label, entry.name), x + 32, y + 17));
            count += 1;
        }
        (group, count.div_ceil(columns) * ENTRY.1)
    }
}

/// Adds symbols to the definitions of a picture.
pub(super) fn define(definitions: Definitions, names: BTreeSet<&str>) -> Definitions {
    names.into_iter().fold(definitions, |all, name| {
        let symbol = symbols::symbol(name);
        let group = Group::new().set("id", name).add(Path::new().set("d", symbol.body.as_str()));
        let group = symbol.ink.iter().fold(group, |group, ink| {
            group.add(Path::new().set("d", ink.as_str()).set("fill", "currentColor").set("stroke", "none"))
        });
        all.add(symbol.line.iter().fold(group, |group, line| {
            group.add(Path::new().set("d", line.as_str()).set("fill", "none").set("stroke", "currentColor"))
        }))
    })
}

/// A symbol that is defined in the picture, a little smaller than its square.
fn used(name: &str) -> Use {
    Use::new().set("href", format!("#{name}")).set("transform", "translate(2.4 2.4) scale(.9)")
}

/// The label of a piece, in a smaller font if it is long.
fn letters(label: &str, baseline: u32) -> ::svg::node::element::Text {
    let long = label.len() > 1;
    let text = text(label, SIDE / 2, if long { baseline - 2 } else { baseline });
    if long { text.set("class", "long") } else { text }
}
