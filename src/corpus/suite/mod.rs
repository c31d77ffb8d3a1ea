//! The corpus: positions, cases and their checks, loaded and linted.
//!
//! Invariants: what is loaded is whole (every id resolves, every clause exists) or loading fails with the
//! file and the place; the order is the order of the files, which is by name, so that every report is
//! deterministic. A check is a question with what is expected; this
//! layer never knows how an answer is computed.

mod bug;
mod case;
mod changelog;
mod check;
mod corpus;
mod draft;
mod embedded;
mod insert;
mod layout;
#[cfg(feature = "cli")]
pub(crate) mod lint;
mod origin;
mod smoke;
mod source;
mod tier;

pub use bug::{Bug, BugSymptoms, Bugs, Symptom};
pub use case::{Case, Origin, PositionEntry, Provenance};
pub use check::{Check, Checks, Kind};
pub use corpus::{Corpus, CorpusError};
pub(crate) use draft::{Draft, DraftFile, Edit, missing_name};
pub(crate) use insert::insert;
pub(crate) use insert::smoke_file;
pub use origin::OriginKind;
pub use source::{Source, SourceFile};
pub(crate) use source::{named, read, read_up_to};
pub use tier::{Tier, UnknownTier};

/// The version of the embedded suite.
pub(crate) fn version() -> Option<String> {
    changelog::Changelog::version(&Source::default()).ok().flatten()
}

/// Reads a text as every kind of file of the corpus, and lays out what is JSON, as fuzzers ask for.
pub(crate) fn read_any(text: &str) {
    let name = "fuzzed".to_owned();
    let file = SourceFile { path: (&name).into(), name, text: text.to_owned().into(), is_embedded: false };
    let _ = draft::read_whole(&file);
    let _ = corpus::read::<case::PositionFile>(&file);
    let _ = corpus::read::<bug::BugFile>(&file);
    let _ = corpus::read::<smoke::SmokeFile>(&file);
    if let Ok(value) = serde_json::from_str::<serde_json::Value>(text) {
        layout::assert_kept(&value);
    }
}
