//! Constructs positions in which rules interact.
//!
//! Most positions are valid for one side to move; the backends decide that. One in a hundred ignores where pieces may
//! stand, so that refusals are compared as well.

mod builder;
mod extras;
mod rare;
mod royals;

use super::rng::Rng;
use builder::{PositionBuilder, Zone};
pub(super) use rare::construct_rare;
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Rulings, Variant};

/// Constructs a position of the variant with this generator.
pub(super) fn construct(variant: &'static Variant, rulings: &Rulings, rng: &mut Rng) -> Position {
    let mut builder = PositionBuilder::new(variant, rulings, rng);
    if builder.rng.chance(15) {
        edit_start(&mut builder);
    } else {
        royals::place(&mut builder);
        scatter(&mut builder);
    }
    extras::add(&mut builder);
    builder.position
}

/// The start array with some pieces removed and some moved.
fn edit_start(builder: &mut PositionBuilder<'_>) {
    let gone = builder.rng.from(1, 9) * 10;
    let moved = builder.rng.from(0, 30);
    for square in builder.position.shape.squares() {
        let Some(piece) = builder.start.piece(square) else { continue };
        let is_royal = builder.variant.entry(piece.kind).is_some_and(|entry| entry.royal);
        // An heir without its senior is not a valid position.
        if (is_royal || !builder.rng.chance(gone)) && builder.has_senior(piece) {
            builder.position.put(square, piece);
        }
    }
    for color in Color::BOTH {
        for square in builder.position.occupied(color) {
            let Some(piece) = builder.position.piece(square).filter(|_| builder.rng.chance(moved)) else {
                continue;
            };
            let target = builder.interesting_square(piece);
            if builder.can_place(piece, target) {
                builder.position.take(square);
                builder.position.put(target, piece);
            }
        }
    }
    for color in Color::BOTH {
        builder.drop_heirs(color);
    }
}

/// Scatters pieces of both colours; the types of a random theme are more frequent.
fn scatter(builder: &mut PositionBuilder<'_>) {
    let kinds: Vec<_> = builder.variant.pieces.iter().map(|entry| entry.kind).collect();
    let theme: Vec<_> = (0..builder.rng.from(1, 4)).filter_map(|_| builder.rng.pick(&kinds)).collect();
    let squares = usize::from(builder.position.shape.files()) * usize::from(builder.position.shape.ranks());
    let most = match builder.rng.below(10) {
        0..4 => 8,
        4..8 => 20,
        _ => squares / 3,
    };
    let pieces = builder.rng.from(1, most);
    let white = if builder.rng.chance(70) { 50 } else { builder.rng.from(1, 9) * 10 };
    for _ in 0..pieces {
        let color = if builder.rng.chance(white) { Color::White } else { Color::Black };
        let kind = if builder.rng.chance(50) { builder.rng.pick(&theme) } else { builder.rng.pick(&kinds) };
        if let Some(kind) = kind {
            builder.place(Piece::new(color, kind));
        }
    }
}

impl Zone {
    /// A random part of the board, or the whole board.
    fn draw(builder: &mut PositionBuilder<'_>) -> Self {
        if builder.rng.chance(35) {
            return Self::Board;
        }
        let shape = builder.position.shape;
        let mut centre = builder.any_square();
        if builder.rng.chance(40) {
            // Near an edge, where Pawns also promote.
            let edge = builder.rng.from(0, 1) as u8;
            centre = match builder.rng.below(4) {
                0 => Square::new(edge, centre.rank()),
                1 => shape.mirrored(Square::new(edge, centre.rank())),
                2 => Square::new(centre.file(), edge),
                _ => shape.flipped(Square::new(centre.file(), edge)),
            };
        }
        Self::Around(centre, builder.rng.from(1, 4) as i8)
    }
}
