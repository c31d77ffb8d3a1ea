//! The conformance suite of Betza notation: texts with probe boards, and the moves that they describe there.
//!
//! A file has one case a line, as JSON (`suites/betza.schema.json`). A reader is anything that answers which moves a text describes on a
//! board: the compiler of this crate, or a program that speaks the protocol of `docs/betza.md`.
//!
//! Invariants: a case names its source in the published descriptions, and its expected moves come from readers other than the one that
//! is checked. The order of moves does not matter.

mod answer;
mod case;
mod judge;
#[cfg(test)]
mod tests;

pub use answer::{Answer, Request, own_reader};
pub use case::{Case, read_cases};
pub use judge::{Outcome, judge};
