//! The classes, their names, and sets of them.

use crate::game::variant::{Status, Variant};
use std::fmt;
use std::ops::BitOr;

/// A class of moves: something that the last move of a sequence does.
///
/// The order is that of published tables, followed by the ends of games and the effects that chess does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LeafClass {
    /// It takes an enemy off the board (GEN-CLOCK), in any way.
    Capture,
    /// It captures in passing.
    EnPassant,
    /// A King castles.
    Castle,
    /// A piece becomes another, by its own move or by an exchange. Each choice is a move.
    Promotion,
    /// The side to move is in check afterwards, checkmate included.
    Check,
    /// The status afterwards is `checkmate`.
    Checkmate,
    /// The status afterwards is `stalemate`.
    Stalemate,
    /// The status afterwards is `lost`: the side to move has lost.
    Lost,
    /// The status afterwards is `won`: the side that moved has lost.
    Won,
    /// The status afterwards is `draw-counter`.
    DrawCounter,
    /// The status afterwards is `draw-dead`.
    DrawDead,
    /// The status afterwards is `draw-goal`.
    DrawGoal,
    /// It captures the piece on its end square.
    EndSquare,
    /// It goes two squares on a Queen line and captures on the square between.
    Over,
    /// It goes more than two squares on a Queen line and captures on squares between.
    Swept,
    /// It captures next to its start square, off the line of the move.
    Beside,
    /// It captures on the square behind its start square.
    Behind,
    /// It captures on the square beyond its end square.
    Beyond,
    /// It captures farther away, whether the piece moves or not.
    AtDistance,
    /// It captures two or more pieces.
    Multiple,
    /// A piece exchanges places with a friend.
    Exchange,
    /// A piece exchanges places with an enemy.
    Swap,
    /// A piece goes straight away from a friend behind it that sends pieces away, by that power or by its own.
    Relocation,
    /// A piece leaves the board and captures nothing.
    Departure,
    /// A piece leaves the board with an enemy.
    MutualDestruction,
    /// A square closes.
    Closing,
    /// A piece succeeds another that its side has lost.
    Succession,
    /// The reply may not take an exchange back.
    Ban,
}

impl LeafClass {
    /// The number of classes.
    pub const COUNT: usize = Self::ALL.len();

    /// Every class.
    pub const ALL: [Self; 28] = [
        Self::Capture,
        Self::EnPassant,
        Self::Castle,
        Self::Promotion,
        Self::Check,
        Self::Checkmate,
        Self::Stalemate,
        Self::Lost,
        Self::Won,
        Self::DrawCounter,
        Self::DrawDead,
        Self::DrawGoal,
        Self::EndSquare,
        Self::Over,
        Self::Swept,
        Self::Beside,
        Self::Behind,
        Self::Beyond,
        Self::AtDistance,
        Self::Multiple,
        Self::Exchange,
        Self::Swap,
        Self::Relocation,
        Self::Departure,
        Self::MutualDestruction,
        Self::Closing,
        Self::Succession,
        Self::Ban,
    ];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Capture => "captures",
            Self::EnPassant => "en-passant",
            Self::Castle => "castles",
            Self::Promotion => "promotions",
            Self::Check => "checks",
            Self::Checkmate => "checkmates",
            Self::Stalemate => "stalemates",
            Self::Lost => "lost",
            Self::Won => "won",
            Self::DrawCounter => "draw-counter",
            Self::DrawDead => "draw-dead",
            Self::DrawGoal => "draw-goal",
            Self::EndSquare => "on-end-square",
            Self::Over => "over",
            Self::Swept => "swept",
            Self::Beside => "beside",
            Self::Behind => "behind",
            Self::Beyond => "beyond",
            Self::AtDistance => "at-distance",
            Self::Multiple => "multiple",
            Self::Exchange => "exchanges",
            Self::Swap => "swaps",
            Self::Relocation => "relocations",
            Self::Departure => "departures",
            Self::MutualDestruction => "mutual-destructions",
            Self::Closing => "closings",
            Self::Succession => "successions",
            Self::Ban => "bans",
        }
    }

    /// The class with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// The class of positions with this status; `None` if the status has none.
    #[must_use]
    pub const fn of_status(status: Status) -> Option<Self> {
        Some(match status {
            Status::Checkmate => Self::Checkmate,
            Status::Stalemate => Self::Stalemate,
            Status::Lost => Self::Lost,
            Status::Won => Self::Won,
            Status::DrawCounter => Self::DrawCounter,
            Status::DrawDead => Self::DrawDead,
            Status::DrawGoal => Self::DrawGoal,
            Status::DrawRepetition | Status::WonRepetition | Status::Ongoing => return None,
        })
    }

    /// Whether the table of a variant says that the class can occur. Effects that only the rules text describes always can.
    #[must_use]
    pub fn is_in(self, variant: &Variant) -> bool {
        match self {
            Self::EnPassant => variant.has_en_passant(),
            Self::Castle => variant.castling.is_some(),
            Self::Check => variant.has_check,
            Self::Closing => variant.closing.is_some(),
            Self::Succession => variant.pieces.iter().any(|entry| entry.succeeds.is_some()),
            Self::Relocation => variant.pieces.iter().any(|entry| entry.relocates),
            Self::Ban => variant.ban.is_some(),
            _ if self.is_end() => {
                variant.statuses.iter().any(|status| Self::of_status(*status) == Some(self))
            }
            _ => true,
        }
    }

    /// Whether it is a column of the tables that are published for chess.
    #[must_use]
    pub const fn is_published(self) -> bool {
        matches!(
            self,
            Self::Capture | Self::EnPassant | Self::Castle | Self::Promotion | Self::Check | Self::Checkmate
        )
    }

    /// Whether it is about the status afterwards.
    #[must_use]
    pub const fn is_end(self) -> bool {
        matches!(
            self,
            Self::Checkmate
                | Self::Stalemate
                | Self::Lost
                | Self::Won
                | Self::DrawCounter
                | Self::DrawDead
                | Self::DrawGoal
        )
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The name with spaces.
impl fmt::Display for LeafClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The words of a status stay one word.
        let name = self.name();
        f.write_str(&if self.is_end() { name.to_owned() } else { name.replace('-', " ") })
    }
}

/// A set of classes. It iterates in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassSet(u32);

impl ClassSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Adds a class.
    #[inline]
    pub const fn insert(&mut self, class: LeafClass) {
        self.0 |= class.bit();
    }

    /// Whether the class is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, class: LeafClass) -> bool {
        self.0 & class.bit() != 0
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitOr for ClassSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Extend<LeafClass> for ClassSet {
    fn extend<I: IntoIterator<Item = LeafClass>>(&mut self, classes: I) {
        classes.into_iter().for_each(|class| self.insert(class));
    }
}

impl FromIterator<LeafClass> for ClassSet {
    fn from_iter<I: IntoIterator<Item = LeafClass>>(classes: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(classes);
        set
    }
}

impl IntoIterator for ClassSet {
    type Item = LeafClass;
    type IntoIter = ClassIter;

    #[inline]
    fn into_iter(self) -> ClassIter {
        ClassIter(self.0)
    }
}

/// The classes of a set.
#[derive(Clone, Debug)]
pub struct ClassIter(u32);

impl Iterator for ClassIter {
    type Item = LeafClass;

    #[inline]
    fn next(&mut self) -> Option<LeafClass> {
        let class = *LeafClass::ALL.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn every_class_has_its_place_and_a_name_of_its_own() {
        for (index, class) in LeafClass::ALL.into_iter().enumerate() {
            assert_eq!(class as usize, index, "{class:?}");
            assert_eq!(LeafClass::named(class.name()), Some(class));
        }
        let all: ClassSet = LeafClass::ALL.into_iter().collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), LeafClass::ALL);
    }
}
