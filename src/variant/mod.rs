//! The variants: one table each, their clauses and rulings, and the rulebook that says which of them apply.
//!
//! Invariants: the tables are the data in `suites/<variant>/variant.json`; clauses are made from the prose in
//! `suites/<variant>/RULES.md`, so neither can drift from what the corpus cites. This room knows names and
//! places, never how a piece moves.

mod clause;
mod id;
mod piece;
mod rulebook;
mod ruling;
mod table;

pub use clause::{Clause, ClauseSet, UnknownClause};
pub use id::{UnknownVariant, VariantId};
pub use piece::{Color, Piece, PieceType};
pub use rulebook::{Amended, Rulebook, Standard};
pub use ruling::*;
pub use table::{PieceEntry, Start, Variant};
