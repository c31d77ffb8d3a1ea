//! Measurements over time: a file with a line for each commit, and the series in it.

mod entry;
mod series;

pub(crate) use entry::Entry;
#[cfg(test)]
pub(crate) use series::tests::entry;
pub(crate) use series::{Metric, Series, series};
