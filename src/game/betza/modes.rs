//! The letters of a leg that are not directions, each at most once.

use super::direction::{DIRECTIONS, Letter};
use super::error::BetzaError;
use crate::game::paths::{Content, Contents};

/// The most legs of a program that one path may become.
const MAX_LEGS: usize = 2000;

/// Counts the legs that a path becomes, because those after a leg are written once for each way to go on.
#[derive(Default)]
pub struct LegCount(usize);

impl LegCount {
    /// Counts more legs of a path that begins in a column.
    ///
    /// # Errors
    /// If there are too many.
    pub fn add(&mut self, legs: usize, column: usize) -> Result<(), BetzaError> {
        self.0 += legs;
        if self.0 <= MAX_LEGS {
            return Ok(());
        }
        let found = format!("more than {MAX_LEGS} legs, because each goes on in several ways");
        Err(BetzaError::new(column, found, "fewer legs"))
    }
}

/// The letters of one leg without its directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modes(Vec<Letter>);

impl Modes {
    /// The letters of a leg that are neither directions nor in `directions_too`.
    ///
    /// # Errors
    /// If a letter occurs twice.
    pub fn parse(letters: &[Letter], directions_too: &str) -> Result<Self, BetzaError> {
        let is_direction = |letter: char| DIRECTIONS.contains(letter) || directions_too.contains(letter);
        let mut modes: Vec<Letter> = Vec::new();
        for &mode in letters.iter().filter(|mode| !is_direction(mode.letter)) {
            if modes.iter().any(|known| known.letter == mode.letter) {
                let found = format!("`{}` a second time", mode.letter);
                return Err(BetzaError::new(mode.column, found, "each modifier at most once in a leg"));
            }
            modes.push(mode);
        }
        Ok(Self(modes))
    }

    /// Whether a letter is there.
    pub fn has(&self, letter: char) -> bool {
        self.column(letter).is_some()
    }

    /// The column of a letter.
    pub fn column(&self, letter: char) -> Option<usize> {
        self.0.iter().find(|mode| mode.letter == letter).map(|mode| mode.column)
    }

    /// The first letter of these that is there.
    pub fn first_of(&self, letters: &str) -> Option<Letter> {
        self.0.iter().copied().find(|mode| letters.contains(mode.letter))
    }

    /// Checks that no other letters are there. `place` says where they are.
    ///
    /// # Errors
    /// At the first other letter.
    pub fn only(&self, allowed: &str, place: &str) -> Result<(), BetzaError> {
        match self.0.iter().find(|mode| !allowed.contains(mode.letter)) {
            None => Ok(()),
            Some(mode) => {
                let letters: Vec<String> = allowed.chars().map(String::from).collect();
                let found = format!("`{}` {place}", mode.letter);
                Err(BetzaError::new(
                    mode.column,
                    found,
                    format_args!("a direction, or one of {}", letters.join(" ")),
                ))
            }
        }
    }

    /// Checks that at most one of these letters is there.
    ///
    /// # Errors
    /// At the second of them.
    pub fn at_most_one(&self, letters: &str) -> Result<(), BetzaError> {
        let mut found = self.0.iter().filter(|mode| letters.contains(mode.letter));
        match (found.next(), found.next()) {
            (Some(one), Some(other)) => {
                let found = format!("`{}` together with `{}`", other.letter, one.letter);
                Err(BetzaError::new(other.column, found, "one of them"))
            }
            _ => Ok(()),
        }
    }

    /// What `m`, `c` and `d` let the last square hold.
    pub fn targets(&self) -> Contents {
        let modes = [('m', Content::Empty), ('c', Content::Enemy), ('d', Content::Friend)];
        let chosen = modes.into_iter().filter(|(letter, _)| self.has(*letter));
        chosen.fold(Contents::NONE, |set, (_, content)| set.with(content))
    }

    /// The pieces that may be hopped over: friends only with `t`.
    pub fn platform(&self) -> Contents {
        if self.has('t') { Content::Friend.into() } else { Contents::PIECE }
    }
}
