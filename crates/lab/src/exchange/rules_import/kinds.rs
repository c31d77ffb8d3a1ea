//! The pieces of a file: those that Fairy-Stockfish knows by name, those of the file's own, and the King.

use std::collections::BTreeSet;
use vperft::inner::game::betza::{MAX_CUSTOM, NAMED};

/// The number of a piece in the order in which Fairy-Stockfish reads pieces.
pub(super) type Slot = usize;

/// The first piece of a file's own.
pub(super) const FIRST_CUSTOM: Slot = NAMED.len();

/// The royal piece.
pub(super) const KING: Slot = FIRST_CUSTOM + MAX_CUSTOM;
pub(super) const PAWN: Slot = 0;
pub(super) const KNIGHT: Slot = 1;
pub(super) const BISHOP: Slot = 2;
pub(super) const ROOK: Slot = 3;
pub(super) const QUEEN: Slot = 4;

/// All pieces, in the order in which they are read.
pub(super) fn slots() -> impl Iterator<Item = Slot> {
    0..=KING
}

/// The key of a piece in a file.
pub(super) fn key(slot: Slot) -> String {
    match slot {
        KING => "king".into(),
        slot if slot >= FIRST_CUSTOM => format!("customPiece{}", slot - FIRST_CUSTOM + 1),
        slot => NAMED[slot].0.into(),
    }
}

/// The name of a piece as a kind in `variant.json`.
pub(super) fn kind(slot: Slot) -> String {
    let mut name = String::new();
    for letter in key(slot).chars() {
        if letter.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name.replace("piece", "piece-").trim_end_matches('-').to_owned()
}

/// A set of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kinds {
    All,
    Only(BTreeSet<Slot>),
}

impl Kinds {
    pub fn only(slots: &[Slot]) -> Self {
        Self::Only(slots.iter().copied().collect())
    }

    pub fn none() -> Self {
        Self::only(&[])
    }

    pub fn has(&self, slot: Slot) -> bool {
        match self {
            Self::All => true,
            Self::Only(slots) => slots.contains(&slot),
        }
    }

    pub fn remove(&mut self, slot: Slot) {
        if let Self::Only(slots) = self {
            slots.remove(&slot);
        }
    }

    pub fn insert(&mut self, slot: Slot) {
        if let Self::Only(slots) = self {
            slots.insert(slot);
        }
    }
}
