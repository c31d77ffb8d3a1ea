//! The corpus: positions, cases and their checks, loaded and linted.
//!
//! Invariants: what is loaded is whole (every id resolves, every clause exists) or loading fails with the
//! file and the place; the order is the order of the files, which is by name, so that every report is
//! deterministic. This room knows what is expected, never how an answer is computed.

mod bug;
mod case;
mod changelog;
mod check;
mod corpus;
mod count;
mod draft;
mod insert;
mod layout;
pub mod lint;
mod smoke;
mod source;
mod tier;

pub use bug::{Bug, Bugs};
pub use case::{Case, Checks, Kind, Origin, PositionEntry, Reject};
pub use check::Check;
pub use corpus::{Corpus, CorpusError};
pub use count::{Count, serialize_count};
pub use draft::{Draft, DraftFile, Edit, Wanted};
pub use insert::{InsertError, insert};
pub use smoke::smoke_file;
pub use source::{Source, SourceFile};
pub(crate) use source::{named, read};
pub use tier::Tier;
