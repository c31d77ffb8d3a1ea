//! Bug files: a query, the answer of the trusted side and the wrong answer of the other side.
//!
//! A bug file is written where a failure is found. It is read to reproduce the failure, perhaps on another machine and with another
//! version of the faulty program. Invariants: the content of a file is a claim and never the truth. A failure is the same only if the
//! wrong answer is the same. No program is started only because a file names it. `docs/bug.schema.json` specifies the format.

mod answered;
mod case;
mod check;
mod detail;
mod file;
mod make;
mod reproduce;
mod walk;

#[cfg(test)]
mod tests;

pub use answered::Answered;
pub use file::{Bug, BugSide};
pub use make::{OpenedSide, ReproContext};
pub use reproduce::{Outcome, Reproduction, reproduce};
