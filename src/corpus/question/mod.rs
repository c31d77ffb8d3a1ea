//! The checks of the corpus: their questions, their expected values, and the judgement of a reply.
//!
//! A [`Query`] is a [`Question`](crate::backend::Question) to a backend, a text to read, or a relation between several answers. A check
//! is a query with what is [`Expected`], and [`judge()`] compares a [`Reply`] with it. Runs, recomputed values, `bless` and the audit all
//! ask and judge here, so that a new kind of check is written in one place. This module knows no file, no case and no report.

mod judge;
mod query;
mod truncate;
mod verdict;

pub use judge::compare_moves;
pub use judge::{ask_and_judge, judge};
pub use query::BETWEEN_MOVES;
pub use query::{Expected, Query, Reply};
pub use verdict::{DifferingMove, DifferingMoves, ErrorKind, Failure, More, Row, Verdict};
