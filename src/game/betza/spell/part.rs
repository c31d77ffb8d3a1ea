//! The alternatives of a text, and how they are joined.

use super::super::atom::{Atom, Class};
use super::super::canonical::Joined;
use super::super::direction::write;
use super::super::{Dialect, fairy};
use super::modes;
use crate::game::paths::{Content, Contents};

/// How a piece gets to the last square, if it does not slide or leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// It can be blocked.
    Lame,
    /// It exchanges places.
    Swap,
    /// It hops over one piece.
    Hop {
        /// Whether it lands right behind it.
        lands: bool,
        /// Whether only friends can be hopped over.
        friends: bool,
    },
}

/// One alternative.
pub enum Part {
    /// A path of one leg.
    Single {
        /// The atom.
        atom: Atom,
        /// The directions, a bit for each.
        set: u8,
        /// The contents that the last square may have.
        ends: Contents,
        /// How it gets there.
        manner: Option<Manner>,
        /// Whether it is a first move.
        initial: bool,
        /// The most steps.
        most: Option<u8>,
    },
    /// The text of a path of several legs.
    Chain(String),
}

/// The text of all alternatives.
pub fn joined(parts: Vec<Part>, dialect: Dialect) -> Result<String, String> {
    let mut merged: Vec<Part> = Vec::new();
    for part in parts {
        if !merged.iter_mut().any(|known| known.takes_ends(&part)) {
            merged.push(part);
        }
    }
    let mut whole: Vec<Part> = Vec::new();
    for part in merged {
        if !whole.iter_mut().any(|known| known.takes_diagonals(&part)) {
            whole.push(part);
        }
    }
    let mut text = Joined::default();
    for part in &whole {
        text.add(part.text(dialect)?);
    }
    Ok(text.text)
}

impl Part {
    /// Adds the ends of another alternative that differs only in them. Returns whether it does.
    fn takes_ends(&mut self, other: &Self) -> bool {
        let (
            Self::Single { atom, set, ends, manner, initial, most },
            Self::Single { atom: a, set: s, ends: e, manner: m, initial: i, most: n },
        ) = (self, other)
        else {
            return false;
        };
        let is_same = (*atom, *set, *manner, *initial, *most) == (*a, *s, *m, *i, *n);
        if is_same && *manner != Some(Manner::Swap) {
            ends.0 |= e.0;
        }
        is_same && *manner != Some(Manner::Swap)
    }

    /// Makes a King or Queen of orthogonal and diagonal steps in all directions. Returns whether it does.
    fn takes_diagonals(&mut self, other: &Self) -> bool {
        let (
            Self::Single { atom, set, ends, manner, initial, most },
            Self::Single { atom: a, set: s, ends: e, manner: m, initial: i, most: n },
        ) = (self, other)
        else {
            return false;
        };
        let are_both =
            (*atom == Atom::WAZIR && *a == Atom::FERZ) || (*atom == Atom::FERZ && *a == Atom::WAZIR);
        let are_all = *set == atom.all() && *s == a.all();
        let are_like = (*ends, *manner, *initial, *most) == (*e, *m, *i, *n);
        if are_both && are_all && are_like {
            (*atom, *set) = (Atom::Royal, Atom::Royal.all());
            return true;
        }
        false
    }

    fn text(&self, dialect: Dialect) -> Result<String, String> {
        let Self::Single { atom, set, ends, manner, initial, most } = self else {
            let Self::Chain(text) = self else { return Ok(String::new()) };
            return Ok(text.clone());
        };
        let manner = match manner {
            None => "",
            Some(Manner::Lame) => "n",
            Some(Manner::Swap) => "u",
            Some(Manner::Hop { lands: false, friends: false }) => "p",
            Some(Manner::Hop { lands: true, friends: false }) => "g",
            Some(Manner::Hop { lands: false, friends: true }) => "tp",
            Some(Manner::Hop { lands: true, friends: true }) => "tg",
        };
        let initial = if *initial { "i" } else { "" };
        let modes = modes(*ends);
        match dialect {
            Dialect::XBetza => {
                let directions = write(atom.class(), *set, atom.all());
                Ok(format!("{initial}{directions}{modes}{manner}{}", ranged(*atom, *most)))
            }
            Dialect::FairyStockfish => {
                for (content, what) in [(Content::Friend, "friends"), (Content::Passed, "en passant")] {
                    if ends.has(content) {
                        return Err(format!("captures {what}, which the notation cannot say"));
                    }
                }
                let directions = fairy::written_directions(*atom, *set);
                let atom = fairy::written(*atom, most.is_none_or(|most| most > 1), most.unwrap_or(0));
                Ok(format!("{modes}{manner}{directions}{atom}"))
            }
        }
    }
}

/// An atom with its range, as XBoard reads it too: it takes a doubled letter as two pieces.
pub fn ranged(atom: Atom, most: Option<u8>) -> String {
    match (atom, most) {
        (Atom::WAZIR, None) => "R".into(),
        (Atom::FERZ, None) => "B".into(),
        (Atom::Royal, None) => "Q".into(),
        (atom, Some(1)) => atom.letters(),
        (atom, Some(most)) => format!("{}{most}", atom.letters()),
        (atom, None) => format!("{}0", atom.letters()),
    }
}

/// The directions of a later leg, seen from the leg before.
pub fn turns(set: u8, default: u8) -> String {
    write(Class::Compass, set, default)
}
