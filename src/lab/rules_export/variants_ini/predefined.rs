//! The predefined pieces of Fairy-Stockfish, with the notation that its `variants.ini` gives for them.
//!
//! `pawn`, `soldier` and `king` have rules of their own and are chosen elsewhere. `janggiCannon` is left out: two of them may neither
//! hop over nor capture one another. `shogiPawn`, `lance` and `shogiKnight` are the plain moves here, because nothing is dropped.

/// The names and the notation.
pub const PREDEFINED: [(&str, &str); 31] = [
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
    ("cannon", "mRcpR"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// The predefined Pawn without its double step and en passant.
pub const PAWN: &str = "fmWfcF";

/// The double step of other pieces.
pub const DOUBLE: &str = "ifmnD";

/// The predefined Soldier, and what it may do before `soldierPromotionRank`.
pub const SOLDIER: [&str; 2] = ["fsW", "fW"];

/// The predefined piece that never moves.
pub const IMMOBILE: &str = "immobile";

/// The most custom pieces.
pub const MAX_CUSTOM: usize = 25;
