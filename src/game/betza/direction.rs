//! Directions: which of the steps of an atom the letters f, b, l, r, s, v and h select.
//!
//! A set of directions is a byte. Bit 0 is straight forward, or the narrow forward step to the right of an oblique atom, and the others
//! follow clockwise. Letters combine in pairs from the left, as XBoard reads them.

use super::atom::Class;
use super::error::BetzaError;

/// A lower-case letter and its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter.
    pub letter: char,
    /// Its column, counted from 1.
    pub column: usize,
}

/// The letters that name directions.
pub const DIRECTIONS: &str = "fblrsvh";

/// The directions that a letter selects alone, and those it selects together with another one.
fn wide(letter: char) -> u8 {
    match letter {
        'f' => 0x83,
        'b' => 0x38,
        'l' => 0xE0,
        'r' => 0x0E,
        's' => 0xEE,
        'v' => 0xBB,
        _ => 0,
    }
}

/// The single direction of the compass that a letter selects, or two for s and v.
fn straight(letter: char) -> u8 {
    match letter {
        'f' => 0x01,
        'b' => 0x10,
        'l' => 0x40,
        'r' => 0x04,
        's' => 0x44,
        'v' => 0x11,
        _ => 0,
    }
}

/// The half of the oblique steps that a letter selects with `h`.
fn half(letter: char) -> u8 {
    match letter {
        'f' => 0xC3,
        'b' => 0x3C,
        'l' => 0xF0,
        'r' => 0x0F,
        _ => 0,
    }
}

/// The oblique steps that go farthest in the direction of a letter.
fn farthest(letter: char) -> u8 {
    match letter {
        'f' => 0x81,
        'b' => 0x18,
        'l' => 0x60,
        'r' => 0x06,
        's' => 0x66,
        'v' => 0x99,
        _ => 0,
    }
}

/// Whether two letters name directions at a right angle.
fn are_across(one: char, other: char) -> bool {
    let is_along = |letter| matches!(letter, 'f' | 'b' | 'v');
    is_along(one) != is_along(other)
}

/// What a pair of letters selects, if they combine.
fn pair(class: Class, one: char, other: char) -> Option<u8> {
    let leads = matches!(one, 'f' | 'b' | 'l' | 'r');
    match class {
        Class::Orthogonal => None,
        _ if one == 'h' && class != Class::Oblique => None,
        Class::Oblique => match (one, other) {
            ('h', 'r') => Some(0x55),
            ('h', 'l') => Some(0xAA),
            (_, 'h') if leads => Some(half(one)),
            _ if leads && one == other => Some(farthest(one)),
            _ if leads && are_across(one, other) && other != 'h' => Some(half(one) & farthest(other)),
            _ => None,
        },
        Class::Diagonal | Class::Compass if one == other => Some(alone(class, one)),
        Class::Diagonal | Class::Compass => {
            (other != 'h' && are_across(one, other) && (leads || class == Class::Diagonal))
                .then(|| wide(one) & wide(other))
                .map(|set| if class == Class::Diagonal { set & 0xAA } else { set })
        }
    }
}

/// What a letter selects alone.
fn alone(class: Class, letter: char) -> u8 {
    match class {
        Class::Orthogonal | Class::Compass => straight(letter),
        Class::Diagonal => wide(letter) & 0xAA,
        Class::Oblique => farthest(letter),
    }
}

/// The directions that the letters of a leg select, `None` if they have no direction letter. Other letters separate pairs.
///
/// # Errors
/// If `h` does not complete a pair on an atom with eight oblique steps.
pub fn select(class: Class, letters: &[Letter]) -> Result<Option<u8>, BetzaError> {
    let mut set = None;
    let mut index = 0;
    while let Some(&Letter { letter, column }) = letters.get(index) {
        index += 1;
        if !DIRECTIONS.contains(letter) {
            continue;
        }
        let next = letters.get(index).filter(|next| DIRECTIONS.contains(next.letter)).map(|next| next.letter);
        let chosen = match next.and_then(|next| pair(class, letter, next)) {
            Some(chosen) => {
                index += 1;
                chosen
            }
            None if letter == 'h' && class == Class::Oblique => {
                let expected = "`h` after f, b, l or r, or before l or r";
                return Err(BetzaError::new(column, "`h` selects no half", expected));
            }
            None if letter == 'h' => {
                let found = "`h` on an atom without oblique steps";
                return Err(BetzaError::new(column, found, "f, b, l, r, s or v"));
            }
            None => alone(class, letter),
        };
        set = Some(set.unwrap_or(0) | chosen);
    }
    Ok(set)
}

/// The tokens of written directions, in the order in which they are tried.
const TOKENS: [&str; 30] = [
    "f", "b", "l", "r", "v", "s", "fh", "bh", "lh", "rh", "hl", "hr", "ff", "bb", "ll", "rr", "vv", "ss",
    "fs", "bs", "lv", "rv", "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb",
];

/// The shortest letters that select exactly a set, the first in a fixed order. Empty for the set that needs no letters.
#[must_use]
pub fn write(class: Class, set: u8, default: u8) -> String {
    let read = |text: &str| {
        let letters: Vec<_> = text.chars().map(|letter| Letter { letter, column: 1 }).collect();
        select(class, &letters).ok().flatten()
    };
    if set == default { String::new() } else { shortest(set, &read) }
}

/// The fewest tokens that select exactly a set, as `read` reads them.
pub fn shortest(set: u8, read: &dyn Fn(&str) -> Option<u8>) -> String {
    (1..=8).find_map(|tokens| cover(set, 0, tokens, &mut String::new(), read)).unwrap_or_default()
}

/// Adds tokens until exactly the set is selected.
fn cover(
    set: u8,
    first: usize,
    tokens: usize,
    text: &mut String,
    read: &dyn Fn(&str) -> Option<u8>,
) -> Option<String> {
    if tokens == 0 {
        return (read(text) == Some(set)).then(|| text.clone());
    }
    for (index, token) in TOKENS.iter().enumerate().skip(first) {
        if read(token).is_some_and(|one| one != 0 && one & !set == 0) {
            let length = text.len();
            text.push_str(token);
            if let Some(found) = cover(set, index + 1, tokens - 1, text, read) {
                return Some(found);
            }
            text.truncate(length);
        }
    }
    None
}
