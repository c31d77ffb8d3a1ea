//! The variants, and the rulebook that decides which clauses apply.
//!
//! Every variant is a folder. Its data are in `variant.json`; its clauses and rulings are generated from the prose of `RULES.md`. There is
//! no other list of variants, so the code cannot contradict the texts that the corpus cites. The build script embeds the built-in
//! variants; the program loads others at run time, and callers need not know the difference. This module does not know how pieces move.

mod board_text;
mod clause;
mod data_check;
mod doubts;
mod ends;
mod file;
mod grown;
mod id;
mod loaded;
mod mechanics;
mod moves;
mod piece;
mod piece_clauses;
mod prose;
mod rulebook;
mod ruling;
mod sealed;
mod squares;
mod start;
mod status;
mod table;

pub use board_text::{BoardItem, BoardItemError, board_item};
pub use clause::{Clause, ClauseSet, UnknownClause};
pub use ends::{Extinction, Goal, Outcome, Repetition, Results, Wins};
pub use file::{
    Ban, Bend, Castling, CastlingFiles, Closing, Covered, EnPassant, PawnEntry, PieceEntry, RankName,
    Symmetry, Uci, UciRight, Validity,
};
pub use id::{SHARED_RULES_TEXT, UnknownVariant, VariantId};
#[doc(hidden)]
pub use loaded::try_out;
pub use loaded::{LoadError, load};
pub use mechanics::{Arrival, Dead, Distances, Obeys, Promotion, Royalty, RuleName};
pub use piece::{Color, Piece, PieceType};
#[doc(hidden)]
pub use prose::without_pictures;
#[doc(hidden)]
pub use rulebook::Unvalidated;
pub use rulebook::{ModifiedRulebook, Rulebook, Standard};
pub use ruling::*;
#[doc(hidden)]
pub use sealed::Sealed;
pub use start::Start;
pub use status::Status;
pub use table::Variant;
