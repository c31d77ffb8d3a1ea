//! One path from a question to what is to be thought of its answer.
//!
//! A [`Question`] is asked of a [`VariantBackend`](crate::backend::VariantBackend) at a [`PositionPath`](crate::backend::PositionPath); what comes of it is an [`Answer`]. A check of the
//! corpus is a question with what is [`Expected`], and [`judge()`] compares the two: a run, recomputed values, `bless` and
//! the audit all ask and judge here, so that a new kind of question is told in one file, and everybody can ask it.
//! This layer knows backends and texts; it knows no file, no case and nobody who prints.

mod ask;
mod judge;
mod keep;
mod verdict;

pub use ask::{Answer, CountPlan, Expected, Question};
pub(crate) use judge::compare_moves;
pub use judge::{ask_and_judge, judge};
pub use verdict::{ErrorKind, Failure, More, Row, Verdict};
