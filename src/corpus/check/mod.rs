//! One case against one backend: selects the checks, asks and judges each by [`question`](crate::corpus::question).
//!
//! Invariant: every selected check gets exactly one verdict, whatever the backend does. Nothing here makes text for people.

mod judge;
mod likely;
mod make;
mod recompute;
mod result;
mod select;

pub use judge::judge;
pub use likely::{Differing, differing, likely, mover};
pub use make::{Open, make};
pub(crate) use make::{ask, timed};
pub use recompute::{LeftOut, Recomputed, recompute};
pub use result::{CaseResult, CheckResult};
pub use select::{Selected, Selection, SelectionError};
