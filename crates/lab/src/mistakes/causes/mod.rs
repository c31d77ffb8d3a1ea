//! Sorts the differences of many positions by their causes.
//!
//! Invariants: a difference is shrunk only if no known cause explains it. The rules in process decide that before the
//! tested side is asked again. The number of shrinks in a row that find nothing new is limited. A difference that
//! cannot be assigned to a cause is counted as unsorted, never as part of a cause.

mod item;
mod known;
mod reach;
mod slips;
mod sort;
mod suspects;

#[cfg(test)]
mod tests;

pub use known::SortedCause;
pub use sort::{Sorter, SorterSettings};
