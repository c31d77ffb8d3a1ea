//! The pieces that Fairy-Stockfish knows by name, with their moves in its notation.

use std::collections::BTreeSet;

/// The number of a piece in the order in which Fairy-Stockfish reads pieces.
pub(super) type Slot = usize;

/// The names of pieces with their moves. The Pawn is listed without its double step, which is a setting of the variant.
pub(super) const NAMED: [(&str, &str); 36] = [
    ("pawn", "fmWfcF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("janggiCannon", "pR"),
    ("janggiElephant", ""),
];

/// The most pieces of a file's own.
const CUSTOM: usize = 25;

/// The first of them.
pub(super) const FIRST_CUSTOM: Slot = NAMED.len();

/// The royal piece.
pub(super) const KING: Slot = FIRST_CUSTOM + CUSTOM;
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
    pub fn of(slots: &[Slot]) -> Self {
        Self::Only(slots.iter().copied().collect())
    }

    pub fn none() -> Self {
        Self::of(&[])
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
