//! Constructs positions that are rare in random play: en passant, decided games, a King with few moves, a piece among
//! many enemies.

use super::super::rng::Rng;
use super::builder::{PositionBuilder, Zone};
use super::{extras, royals};
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Piece, PieceType, Rulings, Variant};

/// What a position shows.
#[derive(Clone, Copy)]
enum Theme {
    /// A Pawn that may be captured en passant.
    Passing,
    /// A side without royals.
    Decided,
    /// The King of the side to move in a corner, surrounded by enemies.
    Cornered,
    /// A piece of the side to move among many enemies, so that its moves have several effects at once.
    Crowded,
}

/// Constructs a rare position of the variant with this generator.
pub(in crate::differences::fuzz) fn construct_rare(
    variant: &'static Variant,
    rulings: &Rulings,
    rng: &mut Rng,
) -> Position {
    let mut builder = PositionBuilder::new(variant, rulings, rng);
    builder.may_be_invalid = false;
    let king = variant.king().and_then(|king| variant.entry(king));
    let passing = variant.has_en_passant().then_some(Theme::Passing);
    let themes = [
        // Listed twice, since most of these positions are refused or allow no capture.
        passing,
        passing,
        king.is_some_and(|entry| entry.least.may_be_none()).then_some(Theme::Decided),
        Some(Theme::Cornered),
        Some(Theme::Crowded),
        Some(Theme::Crowded),
    ];
    let themes: Vec<_> = themes.into_iter().flatten().collect();
    match builder.rng.pick(&themes).unwrap_or(Theme::Cornered) {
        Theme::Passing => {
            royals::place(&mut builder);
            few(&mut builder);
            extras::make_double_step(&mut builder);
        }
        Theme::Decided => {
            let color = builder.position.turn;
            let color = if builder.rng.chance(50) { color } else { !color };
            royals::king(&mut builder, color);
            few(&mut builder);
        }
        Theme::Cornered => cornered(&mut builder),
        Theme::Crowded => crowded(&mut builder),
    }
    extras::set_remaining(&mut builder);
    builder.position
}

/// Places a few pieces of either colour.
fn few(builder: &mut PositionBuilder<'_>) {
    let kinds: Vec<_> = builder.variant.pieces.iter().map(|entry| entry.kind).collect();
    for _ in 0..builder.rng.from(1, 8) {
        let color = if builder.rng.chance(50) { builder.position.turn } else { !builder.position.turn };
        // An heir would be royal.
        let kind = builder.rng.pick(&kinds).filter(|&kind| is_common(builder, kind));
        if let Some(kind) = kind {
            builder.place(Piece::new(color, kind));
        }
    }
}

/// Whether a piece type is neither royal nor the heir of a royal.
fn is_common(builder: &PositionBuilder<'_>, kind: PieceType) -> bool {
    builder.variant.entry(kind).is_some_and(|entry| !entry.royal && entry.succeeds.is_none())
}

/// Places a King in a corner, and pieces that attack the squares around it.
fn cornered(builder: &mut PositionBuilder<'_>) {
    let Some(king) = builder.variant.king() else { return };
    let side = builder.position.turn;
    let (files, ranks) = (builder.position.shape.files(), builder.position.shape.ranks());
    let far = |rng: &mut Rng, last: u8| if rng.chance(50) { 0 } else { last };
    let corner = Square::new(far(builder.rng, files - 1), far(builder.rng, ranks - 1));
    builder.position.put(corner, Piece::new(side, king));
    builder.zone = Zone::Around(corner, 4);
    royals::king(builder, !side);
    let kinds: Vec<_> = builder.variant.pieces.iter().map(|entry| entry.kind).collect();
    let kinds: Vec<_> = kinds.into_iter().filter(|&kind| is_common(builder, kind)).collect();
    for _ in 0..builder.rng.from(2, 6) {
        if let Some(kind) = builder.rng.pick(&kinds) {
            builder.place(Piece::new(!side, kind));
        }
    }
    // Sometimes one more piece of its own, which must be blocked for a stalemate.
    if let Some(kind) = builder.rng.pick(&kinds).filter(|_| builder.rng.chance(30)) {
        builder.place(Piece::new(side, kind));
    }
}

/// Places a piece of the side to move, and many enemies around it with gaps between them.
fn crowded(builder: &mut PositionBuilder<'_>) {
    // These positions are nearly always valid, so a few ignore where pieces may stand.
    builder.may_be_invalid = builder.rng.chance(3);
    royals::place(builder);
    let side = builder.position.turn;
    let kinds: Vec<_> = builder.variant.pieces.iter().map(|entry| entry.kind).collect();
    let kinds: Vec<_> = kinds.into_iter().filter(|&kind| is_common(builder, kind)).collect();
    let centre = builder.any_square();
    let Some(kind) = builder.rng.pick(&kinds) else { return };
    if !builder.can_place(Piece::new(side, kind), centre) {
        return;
    }
    builder.position.put(centre, Piece::new(side, kind));
    builder.zone = Zone::Around(centre, 3);
    for _ in 0..builder.rng.from(5, 14) {
        let Some(kind) = builder.rng.pick(&kinds) else { return };
        let color = if builder.rng.chance(85) { !side } else { side };
        let piece = Piece::new(color, kind);
        // Not on the squares that `place` prefers: those near the Kings, and where the type starts.
        let square = builder.zone_square();
        if builder.can_place(piece, square) {
            builder.position.put(square, piece);
        }
    }
}
