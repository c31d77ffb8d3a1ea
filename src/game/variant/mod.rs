//! The variants: one folder each, and the rulebook that says which of its clauses apply.
//!
//! Invariants: what is data about a variant stands in its `variant.json`; clauses and rulings are made from the prose of
//! its `RULES.md`; so neither can drift from what the corpus cites, and no other list of variants exists. Built-in
//! variants are compiled in by the build script, others are loaded from a folder while the program runs; whoever asks
//! need not know which. This module knows names and places, never how a piece moves.

mod board_text;
mod clause;
mod file;
mod grown;
mod id;
mod loaded;
mod piece;
mod prose;
mod rulebook;
mod ruling;
mod sealed;
mod start;
mod status;
mod table;

pub use board_text::{BoardItem, BoardItemError, board_item};
pub use clause::{Clause, ClauseSet, UnknownClause};
pub use file::{
    Ban, Bend, Castling, Closing, Covered, EnPassant, PawnEntry, PieceEntry, RankName, Symmetry, Uci,
    UciRight, Validity,
};
pub use id::{UnknownVariant, VariantId};
pub use loaded::{LoadError, load};
pub use piece::{Color, Piece, PieceType};
pub(crate) use rulebook::Unvalidated;
pub use rulebook::{ModifiedRulebook, Rulebook, Standard};
pub use ruling::*;
pub(crate) use sealed::Sealed;
pub use start::Start;
pub use status::Status;
pub use table::Variant;
