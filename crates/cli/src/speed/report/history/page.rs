//! A history as a self-contained HTML page. Its script draws the series, shows values under the pointer, and zooms.

use super::table::history_as_json;
use crate::speed::{Entry, Series};
use vperft::inner::support::sanitise::escape;

/// The page, with a placeholder for the data.
const PAGE: &str = include_str!("page.html");
/// The placeholder.
const DATA: &str = "/*DATA*/null";

/// The page for these series.
pub(crate) fn history_page(entries: &[Entry], all: &[Series]) -> String {
    let mut data = history_as_json(entries, all);
    data["commits"] = entries.iter().map(|entry| entry.commit.as_str()).collect();
    // No text of a history may end the script element.
    let data = escape(&data.to_string()).replace('<', "\\u003c");
    PAGE.replacen(DATA, &data, 1)
}
