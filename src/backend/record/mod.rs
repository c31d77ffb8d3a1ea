//! Records the questions to backends and their answers in a file, and replays them as a backend.
//!
//! A record is a file of JSON lines, specified by `docs/record.schema.json`: a header, then a line for every opened backend, every
//! question and every answer. It holds [`Question`](crate::backend::Question)s, not the bytes of a pipe, so rules in Rust, programs and
//! scripts are recorded alike.
//!
//! Invariants: recording changes no answer. Every line is complete, however many threads write. A replay gives the recorded answers
//! only; several answers to one question come in their order, and then the last one again. Only the offsets of the answers are kept in
//! memory. This module knows no rule. The records of `docs/records.md` are something else: deep counts, of `src/distributed/deep`.

pub(super) mod answer;
pub(super) mod line;
mod recorder;
mod recording;
pub(super) mod tape;

#[cfg(test)]
mod tests;

pub use recorder::{About, Recorder};
pub(super) use recording::Recording;
