//! The values of keys.

use super::file::Section;
use super::kinds::{Kinds, Slot};
use super::region::Region;
use super::settings::{Piece, Sides};
use super::{Fault, keys};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::game::variant::Outcome;

/// The keys of a section, which of them were read, and what is wrong with their values.
pub(super) struct Keys<'a> {
    section: &'a Section,
    read: BTreeSet<String>,
    regions: Vec<(String, usize, Region)>,
    problems: Vec<Fault>,
}

impl<'a> Keys<'a> {
    pub const fn new(section: &'a Section) -> Self {
        Self { section, read: BTreeSet::new(), regions: Vec::new(), problems: Vec::new() }
    }

    /// Whether a setting has asked for a key.
    pub fn was_read(&self, key: &str) -> bool {
        self.read.contains(key)
    }

    /// All keys of the format.
    pub fn known(&self) -> Vec<&str> {
        let mut all: Vec<&str> = keys::all().collect();
        all.extend(self.read.iter().map(String::as_str));
        all
    }

    /// The regions that were read, with their keys and lines.
    pub fn regions(&self) -> &[(String, usize, Region)] {
        &self.regions
    }

    pub fn problem(&mut self, line: usize, problem: String) {
        let fault = Fault { line: Some(line), problem };
        // A key for both sides is read twice.
        if !self.problems.contains(&fault) {
            self.problems.push(fault);
        }
    }

    /// The problems.
    pub fn finish(self) -> Vec<Fault> {
        self.problems
    }

    pub fn take(&mut self, key: &str) -> Option<(&'a str, usize)> {
        self.read.insert(key.to_owned());
        self.section.keys.get(key).map(|(value, line)| (value.as_str(), *line))
    }

    /// Sets what a key says, if it is there. `read` returns what it expected instead.
    pub fn set<T>(&mut self, key: &str, target: &mut T, read: impl FnOnce(&str) -> Result<T, String>) {
        let Some((value, line)) = self.take(key) else { return };
        match read(value) {
            Ok(value) => *target = value,
            Err(expected) => self.problem(line, format!("`{key} = {value}`; expected {expected}")),
        }
    }

    /// Sets what a key says for both sides, and what the keys of each side say.
    pub fn sides<T>(
        &mut self,
        key: &str,
        [white, black]: &mut Sides<T>,
        read: impl Fn(&str) -> Result<T, String>,
    ) {
        self.set(key, white, &read);
        self.set(key, black, &read);
        self.set(&format!("{key}White"), white, &read);
        self.set(&format!("{key}Black"), black, &read);
    }

    /// Sets a region.
    pub fn region<T>(&mut self, key: &str, target: &mut T, wrap: impl Fn(Region) -> T) {
        let mut found = None;
        self.set(key, &mut found, |text| region(text).map(Some));
        if let (Some(region), Some((_, line))) = (found, self.take(key)) {
            self.regions.push((key.to_owned(), line, region.clone()));
            *target = wrap(region);
        }
    }

    /// Sets the regions of both sides.
    pub fn regions_of_sides<T>(
        &mut self,
        key: &str,
        [white, black]: &mut Sides<T>,
        wrap: impl Fn(Region) -> T,
    ) {
        self.region(key, white, &wrap);
        self.region(key, black, &wrap);
        self.region(&format!("{key}White"), white, &wrap);
        self.region(&format!("{key}Black"), black, &wrap);
    }
}

fn region(text: &str) -> Result<Region, String> {
    Region::parse(text).ok_or_else(|| "squares such as e4, ranks such as *8, files such as a*, or -".into())
}

/// A set of pieces by their letters, where `*` is not a letter for Fairy-Stockfish.
pub(super) fn read_letters(pieces: &BTreeMap<Slot, Piece>, text: &str) -> Result<Kinds, String> {
    match read_kinds(pieces, text)? {
        Kinds::All => Err("letters of its pieces, not `*`, which is none of them here".into()),
        kinds => Ok(kinds),
    }
}

/// A set of pieces by their letters: `*` for all, `-` for none.
pub(super) fn read_kinds(pieces: &BTreeMap<Slot, Piece>, text: &str) -> Result<Kinds, String> {
    if text.contains('*') && text.contains(char::is_alphabetic) {
        return Err("letters or `*`, not both".into());
    }
    let mut found = BTreeSet::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            '*' => return Ok(Kinds::All),
            '-' => break,
            letter => {
                let capital = letter.to_ascii_uppercase();
                let piece = pieces.iter().find(|(_, piece)| piece.letter == capital);
                let (slot, _) = piece.ok_or_else(|| format!("letters of its pieces, not `{letter}`"))?;
                found.insert(*slot);
            }
        }
    }
    Ok(Kinds::Only(found))
}

pub(super) fn boolean(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| "true or false".into())
}

pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "a number".into())
}

/// A rank of the board, from 1.
pub(super) fn rank(text: &str, ranks: u8) -> Result<u8, String> {
    let expected = || format!("a rank from 1 to {ranks}");
    number(text).ok().filter(|rank| (1..=ranks).contains(rank)).ok_or_else(expected)
}

/// A file by number or letter, from 1.
pub(super) fn file(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [letter @ b'a'..=b'p'] => Ok(letter - b'a' + 1),
        _ => number(text)
            .ok()
            .filter(|file| (1..=16).contains(file))
            .ok_or_else(|| "a file such as 8 or h".into()),
    }
}

pub(super) fn outcome(text: &str) -> Result<Outcome, String> {
    match text {
        "win" => Ok(Outcome::Won),
        "loss" => Ok(Outcome::Lost),
        "draw" => Ok(Outcome::Draw),
        _ => Err("win, loss or draw".into()),
    }
}
