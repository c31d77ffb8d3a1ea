//! Asks a backend for what a case expects, and says what differs.
//!
//! Invariant: every selected check gets exactly one verdict, in the order of the corpus, whatever the backend
//! does and however many workers ask.

mod again;
pub mod expect;
mod judge;
mod restate;
mod run;
mod select;
mod verdict;
mod workers;

pub use again::make_again;
pub use judge::judge;
pub use restate::{LeftOut, Restated, restate};
pub use run::{CaseResult, CheckResult, Open, Progress, make, run};
pub use select::{Selected, Selection};
pub use verdict::{ErrorKind, Failure, Verdict};
pub(crate) use workers::{spread, spread_while};
