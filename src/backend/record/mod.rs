//! Records the questions to backends and their answers in a file, and replays them as a backend.
//!
//! A record is a file of JSON lines, specified by `docs/record.schema.json`: a header, then a line for every opened backend, every
//! question and every answer. It holds [`Question`](crate::backend::Question)s, not the bytes of a pipe, so rules in Rust, programs and
//! scripts are recorded alike. `docs/records.md` describes a different kind of record: the deep counts of `crates/deep/src`.
//!
//! Invariants: recording does not change answers. Every line is complete, however many threads write. A replay gives only recorded
//! answers: if a question has several, it gives them in order and then repeats the last. Only the offsets of the answers are kept in
//! memory. This module does not depend on the rules of any variant.

mod answer;
mod line;
mod recorder;
mod recording;
mod replay;
mod tape;

#[cfg(test)]
mod tests;

pub use recorder::{About, Recorder};
pub(super) use recording::Recording;
#[doc(hidden)]
pub use replay::{SCHEME, opener};
