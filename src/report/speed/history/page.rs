//! A history as one page for a browser, which needs nothing else: it is drawn by a script in the page, with the values where
//! the pointer is, and can be zoomed.

use super::table::history_as_json;
use crate::speed::{Entry, Series};
use crate::support::sanitise::escape;

/// The page, with a place for the data.
const PAGE: &str = include_str!("page.html");
/// That place.
const DATA: &str = "/*DATA*/null";

/// The page about these series.
pub(crate) fn history_page(entries: &[Entry], all: &[Series]) -> String {
    let mut data = history_as_json(entries, all);
    data["commits"] = entries.iter().map(|entry| entry.commit.as_str()).collect();
    // No text of a history ends the script it stands in, or shows as another.
    let data = escape(&data.to_string()).replace('<', "\\u003c");
    PAGE.replacen(DATA, &data, 1)
}
