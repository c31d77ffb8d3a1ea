//! The values of keys.

use super::Refused;
use super::file::Section;
use super::kinds::{Kinds, Slot};
use super::settings::{Piece, Sides};
use crate::game::variant::Outcome;
use std::collections::{BTreeMap, BTreeSet};

/// The keys of a section, and which of them were read.
pub(super) struct Keys<'a> {
    section: &'a Section,
    read: BTreeSet<String>,
}

impl<'a> Keys<'a> {
    pub const fn new(section: &'a Section) -> Self {
        Self { section, read: BTreeSet::new() }
    }

    /// Whether a setting has asked for a key.
    pub fn was_read(&self, key: &str) -> bool {
        self.read.contains(key)
    }

    pub fn take(&mut self, key: &str) -> Option<(&'a str, usize)> {
        self.read.insert(key.to_owned());
        self.section.keys.get(key).map(|(value, line)| (value.as_str(), *line))
    }

    /// Sets what a key says, if it is there.
    pub fn set<T>(
        &mut self,
        key: &str,
        target: &mut T,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<(), Refused> {
        let Some((value, line)) = self.take(key) else { return Ok(()) };
        let wrong = || Refused::line(line, format!("`{key} = {value}` has no meaning"));
        *target = read(value).ok_or_else(wrong)?;
        Ok(())
    }

    /// Sets what a key says for both sides, and what the keys of each side say.
    pub fn sides<T>(
        &mut self,
        key: &str,
        [white, black]: &mut Sides<T>,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<(), Refused> {
        self.set(key, white, &read)?;
        self.set(key, black, &read)?;
        self.set(&format!("{key}White"), white, &read)?;
        self.set(&format!("{key}Black"), black, &read)
    }
}

/// A set of pieces by their letters: `*` for all, `-` for none.
pub(super) fn read_kinds(pieces: &BTreeMap<Slot, Piece>, text: &str) -> Option<Kinds> {
    let mut found = BTreeSet::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            '*' => return Some(Kinds::All),
            '-' => break,
            letter => {
                let letter = letter.to_ascii_uppercase();
                found.insert(pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(slot, _)| *slot)?);
            }
        }
    }
    Some(Kinds::Only(found))
}

pub(super) fn boolean(text: &str) -> Option<bool> {
    text.parse().ok()
}

pub(super) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// A file by number or letter, from 1.
pub(super) fn file(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [letter @ b'a'..=b'p'] => Some(letter - b'a' + 1),
        _ => number(text).filter(|file| *file > 0),
    }
}

pub(super) fn outcome(text: &str) -> Option<Outcome> {
    match text {
        "win" => Some(Outcome::Won),
        "loss" => Some(Outcome::Lost),
        "draw" => Some(Outcome::Draw),
        _ => None,
    }
}
