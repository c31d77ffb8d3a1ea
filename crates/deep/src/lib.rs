//! Counts that outgrow one machine: the unique positions after some plies, cut into units that any number of workers count, and the
//! sum of their results.
//!
//! Invariants: a plan, a result and a merged count depend on the rules, the position and the depths alone, never on the number of
//! workers or on how often one was killed. A file has its final name only when it is whole and on the disk, and carries a digest of what
//! it says. The files are the only truth: no worker talks to another. This package knows no rules, no command line and no scheduler.
//!
//! `docs/records/` holds what `merge` printed for the deepest counts.

mod again;
mod claim;
mod classes;
mod count;
mod cut;
mod entry;
mod error;
mod estimate;
mod expand;
mod files;
mod manifest;
mod merge;
mod order;
mod plan;
mod result;
mod share;
mod status;
#[cfg(test)]
mod tests;
mod work;

pub use again::{Checked, again};
pub use error::{CountDifference, DeepError};
pub use estimate::{EstimateOptions, estimate};
pub use manifest::{Manifest, Ply};
pub use merge::{Merged, merge, ranges};
pub use plan::{PlanOptions, plan};
pub use share::Share;
pub use status::status;
pub use work::{WorkOptions, Worked, work};

use vperft::inner::backend::Backend;

/// Opens a backend. Every thread opens its own.
pub type Open<'a> = &'a (dyn Fn() -> Box<dyn Backend> + Sync);

/// What happens while a plan is made or units are counted.
#[derive(Clone, Debug)]
pub enum DeepEvent {
    /// A ply of a plan is finished.
    Ply(Ply),
    /// A part of the next ply or of the units is finished: this many of this many.
    Part(usize, usize),
    /// A unit is finished: its number, and how many of how many are.
    Unit(u32, usize, usize),
    /// Something that the user should know; the work goes on.
    Note(String),
}
