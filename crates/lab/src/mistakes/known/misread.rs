//! Misreadings: a program takes a field of a given position for another value.
//!
//! The same position reached by moves is answered right, which tells a misreading from a missing rule. A misreading knows fields and start
//! squares, and no moves. That rights are not read at all is no misreading: it cannot be told from missing castling.

use super::limit::side_words;
use vperft::inner::game::board::{Square, SquareSet};
use vperft::inner::game::position::{Position, drop_unusable};
use vperft::inner::game::variant::{Color, Status, Variant, VariantId};

/// A field of given positions that is misread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mistakes) enum Misreading {
    /// This side is to move, whatever the field says.
    Side(Color),
    /// No capture in passing is possible, if this side or either is to move.
    EnPassantIgnored(Option<Color>),
    /// The files of the en passant square are counted from the other end.
    EnPassantMirrored,
    /// The pieces of this side, or of both, have not moved if they are on their start squares.
    RightsAssumed(Option<Color>),
    /// The rights of this side count for the other side, too.
    RightsOf(Color),
    /// Each side has the rights of the other.
    RightsOfSidesExchanged,
    /// Each of two equal pieces has the right of the other.
    RightsOfPartnersExchanged,
    /// The halfmove clock is 0.
    ClockIgnored,
}

impl Misreading {
    /// Every misreading that is possible in a variant.
    pub fn all(variant: VariantId) -> Vec<Self> {
        let table = Variant::get(variant);
        let sides = [None, Some(Color::White), Some(Color::Black)];
        let mut all: Vec<_> = Color::BOTH.into_iter().map(Self::Side).collect();
        if table.has_en_passant() {
            all.extend(sides.map(Self::EnPassantIgnored));
            all.push(Self::EnPassantMirrored);
        }
        if table.pieces.iter().any(|entry| entry.initial_right) {
            all.extend(sides.map(Self::RightsAssumed));
            all.extend(Color::BOTH.map(Self::RightsOf));
            all.extend([Self::RightsOfSidesExchanged, Self::RightsOfPartnersExchanged]);
        }
        all.extend(table.statuses.contains(&Status::DrawCounter).then_some(Self::ClockIgnored));
        all
    }

    /// The misreading in words.
    pub fn title(self) -> String {
        let field = |what: &str, how: &str| format!("the {what} of a given position {how}");
        match self {
            Self::Side(color) => field("side to move", &format!("is not read: {} moves", color.name())),
            Self::EnPassantIgnored(None) => field("en passant square", "is not read"),
            Self::EnPassantIgnored(Some(color)) => {
                field("en passant square", &format!("is not read if {} is to move", color.name()))
            }
            Self::EnPassantMirrored => field("en passant square", "is read with its file mirrored"),
            Self::RightsAssumed(side) => {
                field("initial rights", "are not read: pieces on their start squares have them")
                    + side_words(side)
            }
            Self::RightsOf(color) => {
                field("initial rights", &format!("are those of {} for both sides", color.name()))
            }
            Self::RightsOfSidesExchanged => field("initial rights", "are read with the sides exchanged"),
            Self::RightsOfPartnersExchanged => {
                field("initial rights", "are read with those of two equal pieces exchanged")
            }
            Self::ClockIgnored => field("halfmove clock", "is not read"),
        }
    }

    /// The field, as a wrong answer names it.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Side(_) => "side to move",
            Self::EnPassantIgnored(_) | Self::EnPassantMirrored => "en passant",
            Self::ClockIgnored => "clock",
            _ => "unmoved",
        }
    }

    /// The position that the program takes a given one for.
    pub fn apply(self, given: &Position) -> Position {
        let mut read = given.clone();
        let is_of = |color: Option<Color>, square: Square| {
            color.is_none_or(|color| given.piece(square).is_some_and(|piece| piece.color == color))
        };
        let across = |square: Square| given.shape.flipped(square);
        // The pieces that have their right if the square of each does that is made of its own.
        let holders = |other: &dyn Fn(Square) -> Square| -> SquareSet {
            at_home(given).filter(|&square| given.unmoved.contains(other(square))).collect()
        };
        match self {
            Self::Side(color) => read.turn = color,
            Self::EnPassantIgnored(side) if side.is_none_or(|side| side == given.turn) => {
                read.en_passant = None
            }
            Self::EnPassantIgnored(_) => {}
            Self::EnPassantMirrored => {
                read.en_passant = given.en_passant.map(|square| given.shape.mirrored(square));
            }
            Self::RightsAssumed(side) => {
                read.unmoved = given.unmoved | at_home(given).filter(|&square| is_of(side, square)).collect();
            }
            Self::RightsOf(color) => {
                read.unmoved =
                    holders(&|square| if is_of(Some(color), square) { square } else { across(square) });
            }
            Self::RightsOfSidesExchanged => read.unmoved = holders(&across),
            Self::RightsOfPartnersExchanged => read.unmoved = holders(&|square| partner(given, square)),
            Self::ClockIgnored => read.halfmove = 0,
        }
        drop_unusable(&mut read, Variant::get(given.variant));
        read
    }
}

/// The squares of pieces with rights that are where such a piece starts.
fn at_home(position: &Position) -> impl Iterator<Item = Square> + '_ {
    let table = Variant::get(position.variant);
    let is_start = |square: Square| {
        table
            .starts
            .iter()
            .any(|start| start.shape == position.shape && start.piece(square) == position.piece(square))
    };
    let pieces = Color::BOTH.into_iter().flat_map(|color| position.pieces(color));
    pieces
        .filter(move |(square, kind)| table.has_initial_right(*kind) && is_start(*square))
        .map(|(square, _)| square)
}

/// The start square of the only other equal piece on the same rank; the square itself if there is none.
fn partner(position: &Position, square: Square) -> Square {
    let table = Variant::get(position.variant);
    let is_other = |start: &Square| *start != square && start.rank() == square.rank();
    let start = table.starts.iter().find(|start| start.shape == position.shape);
    let equal = position.shape.squares().filter(is_other);
    let mut equal =
        equal.filter(|other| start.is_some_and(|start| start.piece(*other) == position.piece(square)));
    equal.next().filter(|_| equal.next().is_none()).unwrap_or(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::position;
    use vperft::inner::game::variant::{Rulings, Standard};

    #[test]
    fn a_field_is_taken_for_another_value() {
        let table = Variant::get(VariantId::CHESS);
        let rights = "r3k2r/8/8/8/8/8/8/R3K2R w a1,e1,h8,e8 - 7 9";
        let passed = "4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 9";
        for (misreading, given, expected) in [
            (Misreading::Side(Color::Black), rights, "b a1,e1,e8,h8 - 7 9"),
            (Misreading::RightsAssumed(None), rights, "w * - 7 9"),
            (Misreading::RightsOf(Color::White), rights, "w a1,a8,e1,e8 - 7 9"),
            (Misreading::RightsOfSidesExchanged, rights, "w a8,e1,e8,h1 - 7 9"),
            (Misreading::RightsOfPartnersExchanged, rights, "w a8,e1,e8,h1 - 7 9"),
            (Misreading::ClockIgnored, rights, "w a1,e1,e8,h8 - 0 9"),
            (Misreading::EnPassantIgnored(None), passed, "w - - 0 9"),
            (Misreading::EnPassantIgnored(Some(Color::Black)), passed, "w - b6 0 9"),
            (Misreading::EnPassantMirrored, passed, "w - g6 0 9"),
        ] {
            let given = position::parse(given, table, &Standard).expect("it is valid");
            let read = position::print(&misreading.apply(&given), &Rulings::DEFAULT);
            assert_eq!(read.split_once(' ').map(|(_, fields)| fields), Some(expected), "{misreading:?}");
        }
    }
}
