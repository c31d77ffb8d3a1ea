//! Walks from a wrong count down to the first positions at which two sides differ.
//!
//! Positions are always asked about by the moves that led to them from the root, never by a VFEN of their own: a backend that
//! plays on one board keeps what it keeps. What was found is asked once more in other ways, which tells its kind.

mod cause;
mod classify;
mod side;
mod table;
mod walk;

#[cfg(test)]
mod tests;

pub use cause::{Cause, Detail, Kind};
pub(super) use cause::{fields, kind_of_move, ways};
pub(super) use classify::{classify, is_of_counters};
pub use side::Side;
pub use table::read_table;
pub(super) use walk::lists_differ;
pub use walk::{Descent, DescentResult, ReportedCounts, SearchEvent, SearchObserver, descend};
