//! Sorts the differences of many positions by their causes.
//!
//! Invariants: a difference is shrunk only if nothing that is known explains it, and that is asked of the rules in process before
//! the other side is asked anything; what is shrunk in vain is bounded. What is not known to be of one cause is not taken for it
//! silently, but counted apart.

mod item;
mod sort;
mod suspects;

#[cfg(test)]
mod tests;

pub use sort::{SortedCause, Sorter, SorterSettings};
