//! Loads the corpus: positions, cases and their checks.
//!
//! Invariants: a loaded corpus is complete, that is, every id resolves and every clause exists; otherwise
//! loading fails with file and place. Entries are in the order of the files, sorted by name, so that every
//! report is deterministic. This module does not know how an answer is computed.

pub(crate) mod bug;
pub(crate) mod case;
pub(crate) mod changelog;
mod check;
pub(crate) mod corpus;
pub(crate) mod draft;
mod embedded;
pub(crate) mod engine_probes;
mod insert;
mod layout;
mod moves;
mod origin;
pub(crate) mod smoke;
mod source;
mod tier;

pub use bug::{Bug, BugSymptoms, Bugs, Symptom};
pub use case::{Case, Origin, PositionEntry, Provenance};
pub use check::{Check, Checks, Kind};
pub use corpus::{Corpus, CorpusError};
pub(crate) use draft::{Draft, DraftFile, Edit, missing_name};
pub(crate) use insert::smoke_file;
pub(crate) use insert::{in_order, insert, object};
pub(crate) use layout::lay_out;
pub(crate) use moves::sort_lists;
pub use origin::OriginKind;
pub use source::{Source, SourceFile};
pub(crate) use source::{named, read};
pub use tier::{Tier, UnknownTier};

/// The version of the embedded suite.
pub(crate) fn version() -> Option<String> {
    changelog::Changelog::version(&Source::default()).ok().flatten()
}

/// Parses a text as every kind of corpus file and formats it if it is JSON; used by fuzz targets.
pub(crate) fn read_any(text: &str) {
    let name = "fuzzed".to_owned();
    let file = SourceFile { path: (&name).into(), name, text: text.to_owned().into(), is_embedded: false };
    let _ = draft::read_complete(&file);
    let _ = corpus::read::<case::PositionFile>(&file);
    let _ = corpus::read::<bug::BugFile>(&file);
    let _ = corpus::read::<smoke::SmokeFile>(&file);
    if let Ok(value) = serde_json::from_str::<serde_json::Value>(text) {
        layout::assert_round_trip(&value);
    }
}
