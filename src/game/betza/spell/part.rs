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
    Single(Single),
    /// The text of a path of several legs.
    Chain(String),
}

/// A path of one leg.
#[derive(Clone, Copy, PartialEq)]
pub struct Single {
    /// The atom.
    pub atom: Atom,
    /// The directions, a bit for each.
    pub set: u8,
    /// The contents that the last square may have.
    pub ends: Contents,
    /// How it gets there.
    pub manner: Option<Manner>,
    /// Whether it is a first move.
    pub initial: bool,
    /// The most steps.
    pub most: Option<u8>,
}

/// The text of all alternatives.
pub fn joined(parts: Vec<Part>, dialect: Dialect) -> Result<String, String> {
    let mut merged: Vec<Part> = Vec::new();
    for part in parts {
        if !merged.iter_mut().any(|known| known.takes(&part, Single::takes_ends)) {
            merged.push(part);
        }
    }
    let mut whole: Vec<Part> = Vec::new();
    for part in merged {
        if !whole.iter_mut().any(|known| known.takes(&part, Single::takes_diagonals)) {
            whole.push(part);
        }
    }
    let mut text = Joined::default();
    for part in whole {
        text.add(part.text(dialect)?);
    }
    Ok(text.text)
}

impl Part {
    /// Joins another alternative to this one in a way. Returns whether that can be done.
    fn takes(&mut self, other: &Self, take: impl FnOnce(&mut Single, &Single) -> bool) -> bool {
        match (self, other) {
            (Self::Single(own), Self::Single(other)) => take(own, other),
            _ => false,
        }
    }

    fn text(self, dialect: Dialect) -> Result<String, String> {
        match self {
            Self::Single(single) => single.text(dialect),
            Self::Chain(text) => Ok(text),
        }
    }
}

impl Single {
    /// Adds the ends of another alternative that differs only in them. Returns whether it does.
    fn takes_ends(&mut self, other: &Self) -> bool {
        let is_same = self.manner != Some(Manner::Swap) && *self == (Self { ends: self.ends, ..*other });
        if is_same {
            self.ends.0 |= other.ends.0;
        }
        is_same
    }

    /// Makes a King or Queen of orthogonal and diagonal steps in all directions. Returns whether it does.
    fn takes_diagonals(&mut self, other: &Self) -> bool {
        let are_both =
            [(Atom::WAZIR, Atom::FERZ), (Atom::FERZ, Atom::WAZIR)].contains(&(self.atom, other.atom));
        let are_all = self.set == self.atom.all() && other.set == other.atom.all();
        let are_like = *self == (Self { atom: self.atom, set: self.set, ..*other });
        if are_both && are_all && are_like {
            (self.atom, self.set) = (Atom::Royal, Atom::Royal.all());
            return true;
        }
        false
    }

    fn text(&self, dialect: Dialect) -> Result<String, String> {
        let Self { atom, set, ends, manner, initial, most } = self;
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
