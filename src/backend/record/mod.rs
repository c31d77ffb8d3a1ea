//! What backends were asked and what they answered, in a file: written while they answer, and a backend that answers from it.
//!
//! A record is JSON lines, as `docs/record.schema.json` specifies them: a header, then a line for every backend that is opened, every
//! question and every answer. What is recorded are the questions of the traits, not the bytes of a pipe, so that rules in Rust,
//! programs of any language and scripts are recorded alike.
//!
//! Invariants: to record changes no answer; a line is whole or not there, whatever number of threads writes; a replay answers
//! what was answered and nothing else, several answers to the same question in their order and then the last one for good; of a
//! record no more is held in memory than where each answer stands. This folder knows no rule.

mod answer;
mod line;
mod recorder;
mod recording;
#[cfg(feature = "programs")]
pub(crate) mod replay;
mod tape;

#[cfg(test)]
mod tests;

pub use recorder::{About, Recorder};
pub(super) use recording::Recording;
