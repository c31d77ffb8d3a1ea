//! The atoms: the capital letters of the notation and the steps they stand for.
//!
//! The steps of an atom have a fixed order, clockwise from straight forward, so that directions are bits of one byte.

use crate::game::board::Step;

/// A capital letter, alone or with the suffix X or Y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// Four or eight steps of one length: `small` squares in one direction of the board, `large` in the other.
    Leap {
        /// The lesser of the two distances.
        small: i8,
        /// The greater of the two distances.
        large: i8,
    },
    /// `K` and `Q`: one square in each of the eight directions of a Queen.
    Royal,
    /// `U`: a leap to any other square.
    Universal,
}

/// How the directions of an atom are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Four steps along files and ranks.
    Orthogonal,
    /// Four steps along diagonals.
    Diagonal,
    /// Eight steps, neither orthogonal nor diagonal.
    Oblique,
    /// The eight directions of a Queen.
    Compass,
}

/// The eight directions of a Queen, clockwise from straight forward.
const COMPASS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The letters of single atoms with their distances.
const LEAPS: [(char, i8, i8); 11] = [
    ('W', 0, 1),
    ('F', 1, 1),
    ('D', 0, 2),
    ('N', 1, 2),
    ('A', 2, 2),
    ('H', 0, 3),
    ('C', 1, 3),
    ('Z', 2, 3),
    ('G', 3, 3),
    ('L', 1, 3),
    ('J', 2, 3),
];

/// The letters that may have the suffix Y.
const WITH_Y: [char; 5] = ['D', 'N', 'A', 'C', 'Z'];

impl Atom {
    /// One square along files and ranks.
    pub const WAZIR: Self = Self::Leap { small: 0, large: 1 };
    /// One square along diagonals.
    pub const FERZ: Self = Self::Leap { small: 1, large: 1 };

    /// The atom of a letter that is not a slider or a shorthand.
    #[must_use]
    pub fn leap(letter: char) -> Option<Self> {
        let (_, small, large) = LEAPS.into_iter().find(|(known, ..)| *known == letter)?;
        Some(Self::Leap { small, large })
    }

    /// The atom of a letter with the suffix X or Y: three squares farther, or two in both directions.
    #[must_use]
    pub fn extended(letter: char, suffix: char) -> Option<Self> {
        let Self::Leap { small, large } = Self::leap(letter).filter(|_| !matches!(letter, 'L' | 'J'))? else {
            return None;
        };
        match suffix {
            'X' => Some(Self::Leap { small, large: large + 3 }),
            'Y' if WITH_Y.contains(&letter) => Some(Self::Leap { small: small + 2, large: large + 2 }),
            _ => None,
        }
    }

    /// The letters of the atom in canonical text, with a suffix if it has one.
    #[must_use]
    pub fn letters(self) -> String {
        let (small, large) = match self {
            Self::Royal => return "K".into(),
            Self::Universal => return "U".into(),
            Self::Leap { small, large } => (small, large),
        };
        let plain = |small, large| {
            LEAPS.into_iter().find(|(_, s, l)| (*s, *l) == (small, large)).map(|(letter, ..)| letter)
        };
        if let Some(letter) = plain(small, large) {
            return letter.into();
        }
        if let Some(letter) = plain(small, large - 3) {
            return format!("{letter}X");
        }
        plain(small - 2, large - 2).map_or_else(String::new, |letter| format!("{letter}Y"))
    }

    /// How its directions are named.
    #[must_use]
    pub fn class(self) -> Class {
        match self {
            Self::Leap { small: 0, .. } => Class::Orthogonal,
            Self::Leap { small, large } if small == large => Class::Diagonal,
            Self::Leap { .. } => Class::Oblique,
            Self::Royal | Self::Universal => Class::Compass,
        }
    }

    /// Whether one step goes to a neighbouring square, so that its repetition is a slide.
    #[must_use]
    pub fn is_near(self) -> bool {
        matches!(self, Self::Royal | Self::Leap { large: 1, .. })
    }

    /// The bits of all its directions.
    #[must_use]
    pub fn all(self) -> u8 {
        match self.class() {
            Class::Orthogonal => 0x55,
            Class::Diagonal => 0xAA,
            Class::Oblique | Class::Compass => 0xFF,
        }
    }

    /// The step in one of the eight directions. Four-fold atoms have steps in the other directions too: those of the atom of the same
    /// length along the other lines, into which a later leg converts.
    #[must_use]
    pub fn step(self, direction: usize) -> Step {
        let (small, large) = match self {
            Self::Leap { small, large } if self.class() == Class::Oblique => (small, large),
            Self::Leap { large, .. } => return compass(direction).times(large),
            Self::Royal | Self::Universal => return compass(direction),
        };
        let (files, ranks) = match direction % 8 {
            0 => (small, large),
            1 => (large, small),
            2 => (large, -small),
            3 => (small, -large),
            4 => (-small, -large),
            5 => (-large, -small),
            6 => (-large, small),
            _ => (-small, large),
        };
        Step::new(files, ranks)
    }

    /// The steps in a set of directions, clockwise.
    #[must_use]
    pub fn steps(self, directions: u8) -> Vec<Step> {
        if self == Self::Universal {
            return universal();
        }
        (0..8).filter(|bit| directions & (1 << bit) != 0).map(|bit| self.step(bit)).collect()
    }
}

/// One square in a direction, clockwise from straight forward.
#[must_use]
pub fn compass(direction: usize) -> Step {
    let (files, ranks) = COMPASS[direction % 8];
    Step::new(files, ranks)
}

/// All steps that do not leave the largest board.
fn universal() -> Vec<Step> {
    let all = (-15..=15).flat_map(|files| (-15..=15).map(move |ranks| Step::new(files, ranks)));
    all.filter(|step| *step != Step::new(0, 0)).collect()
}
