//! A position as JSON, for programs that cannot parse VFEN.

use crate::report::svg::side;
use serde_json::{Value, json};
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Variant};

/// The content of a position: file labels and rank numbers from White's lower left corner, the side to move, the
/// counters, special squares, and all pieces, White's first, by file, then by rank.
#[must_use]
pub fn squares(position: &Position) -> Value {
    let variant = Variant::get(position.variant);
    let (labels, shape) = (&variant.labels, position.shape);
    let name = |square: Square| labels.square(square);
    let files: Vec<_> = (0..shape.files()).map(|file| labels.file(file)).collect();
    let ranks: Vec<_> = (0..shape.ranks()).map(|rank| labels.rank(rank)).collect();
    let pieces = [Color::White, Color::Black].into_iter().flat_map(|color| {
        position.pieces(color).map(move |(square, kind)| {
            let piece = Piece::new(color, kind);
            json!({
                "square": name(square),
                "piece": variant.label(piece),
                "name": variant.entry(kind).map(|entry| &entry.name),
                "color": side(color),
                "unmoved": position.unmoved.contains(square),
            })
        })
    });
    json!({
        "files": files,
        "ranks": ranks,
        "turn": side(position.turn),
        "fullmove": position.fullmove,
        "halfmove": position.halfmove,
        "en_passant": position.en_passant.map(name),
        "closed": position.closed.into_iter().map(name).collect::<Vec<_>>(),
        "ban": position.ban.map(|(first, second)| [name(first), name(second)]),
        "pieces": pieces.collect::<Vec<_>>(),
    })
}
