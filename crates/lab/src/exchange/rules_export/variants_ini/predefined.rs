//! The predefined pieces of Fairy-Stockfish that a section may name.

use vperft::inner::game::betza::NAMED;

/// Those with rules of their own, which are chosen elsewhere or not at all: two Cannons of Janggi may neither hop over nor capture one
/// another, and a Banner is written as its notation.
const APART: [&str; 5] = ["pawn", "immobile", "soldier", "janggiCannon", "banner"];

/// The double step of other pieces.
pub const DOUBLE: &str = "ifmnD";

/// The predefined Soldier, and what it may do before `soldierPromotionRank`.
pub const SOLDIER: [&str; 2] = ["fsW", "fW"];

/// The predefined piece that never moves.
pub const IMMOBILE: &str = "immobile";

/// The other pieces. The Pawn, the Lance and the Knight of Shogi have their plain moves, because nothing is dropped.
pub fn predefined() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMED.into_iter().filter(|(name, _)| !APART.contains(name))
}
