//! Loads the corpus: positions, cases and their checks.
//!
//! Invariants: a loaded corpus is complete, that is, every id resolves and every clause exists; otherwise
//! loading fails with file and place. Entries are in the order of the files, sorted by name, so that every
//! report is deterministic. This module does not know how an answer is computed.

pub mod bug;
pub mod case;
pub mod changelog;
mod check;
pub mod corpus;
pub mod draft;
mod embedded;
pub mod engine_probes;
mod insert;
mod layout;
mod moves;
mod origin;
pub mod smoke;
mod source;
mod tier;

pub use bug::{Bug, BugSymptoms, Bugs, Symptom};
pub use case::{Case, Origin, PositionEntry, Provenance};
pub use check::{Check, Checks, Kind};
pub use corpus::{Corpus, CorpusError};
pub use draft::{Draft, DraftFile, Edit, missing_name};
pub use insert::smoke_file;
pub use insert::{in_order, insert, object};
pub use layout::lay_out;
pub use moves::sort_lists;
pub use origin::OriginKind;
pub use source::{Source, SourceFile};
pub use source::{named, read_text};
pub use tier::{Tier, UnknownTier};

/// The version of the embedded suite.
pub fn version() -> Option<String> {
    changelog::Changelog::version(&Source::default()).ok().flatten()
}

/// Parses a text as every kind of corpus file and formats it if it is JSON; used by fuzz targets.
pub fn read_any(text: &str) {
    let name = "fuzzed".to_owned();
    let file = SourceFile { path: (&name).into(), name, text: text.to_owned().into(), is_embedded: false };
    let _ = draft::read_complete(&file);
    let _ = corpus::read_json::<case::PositionFile>(&file);
    let _ = corpus::read_json::<bug::BugFile>(&file);
    let _ = corpus::read_json::<smoke::SmokeFile>(&file);
    if let Ok(value) = serde_json::from_str::<serde_json::Value>(text) {
        layout::assert_round_trip(&value);
    }
}
