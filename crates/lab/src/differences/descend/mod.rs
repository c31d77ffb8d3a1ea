//! Walks from a wrong count down to the first positions at which two sides differ.
//!
//! A position is always asked about by the moves from the root, never by its own VFEN, so that state which a backend
//! keeps while it plays stays visible. Each difference is then asked about in other ways, which determines its kind.
//! This module must not know the rules: the trusted side decides what is right.

mod cause;
mod classify;
mod columns;
mod given;
mod result;
mod rows;
mod side;
mod table;
mod walk;
mod walk_given;

#[cfg(test)]
mod tests;

pub use cause::{Cause, Detail, Kind, PathStep};
pub(crate) use cause::{fields, kind_of_move, ways};
pub(crate) use classify::classify;
pub use columns::{ComparedColumn, ReportedColumn};
pub use result::{Descent, DescentResult, ReportedCounts};
pub use rows::lists_differ;
pub use side::Side;
pub use table::{Tables, read_tables};
pub use walk::descend;
