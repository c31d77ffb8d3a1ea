//! A history for Apache Otava, which finds change points.

use super::export::table;
use crate::speed::{Entry, Metric, Series};
use serde_json::{Map, json};
use std::path::Path;
use vperft::inner::support::sanitise::sanitise;

/// The name of the test in Otava's configuration.
const TEST: &str = "speed";

/// The table for Otava and its configuration, which names the file of the table. Otava accepts no gaps: the columns are
/// the series that have a point in the last entry, and the rows are the entries that have a point in each of these
/// series.
pub(crate) fn history_for_otava(entries: &[Entry], all: &[Series], file: &Path) -> (String, String) {
    let last = entries.len().saturating_sub(1);
    let goes_on = |series: &&Series| series.points.last().is_some_and(|(at, _)| *at == last);
    let series: Vec<_> = all.iter().filter(goes_on).collect();
    let has = |series: &Series, entry| series.points.iter().any(|(at, _)| *at == entry);
    let lines: Vec<_> =
        (0..entries.len()).filter(|entry| series.iter().all(|series| has(series, *entry))).collect();
    let (columns, csv) = table(entries, &series, &lines);
    let metrics: Map<_, _> = series
        .iter()
        .zip(columns)
        .map(|(series, column)| {
            let direction = match series.metric {
                Metric::Instructions => -1,
                Metric::Speed => 1,
            };
            // Otava treats the text before a dot as a group.
            let name = sanitise(&format!("{} {}", series.name(), series.metric.name())).replace('.', "_");
            (name, json!({ "column": column, "direction": direction }))
        })
        .collect();
    let test = json!({
        "type": "csv",
        "file": file.display().to_string(),
        "time_column": "time",
        "attributes": ["commit"],
        "metrics": metrics,
    });
    // JSON is valid YAML.
    (csv, format!("{:#}\n", json!({ "tests": { TEST: test } })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::entry;
    use crate::speed::series;
    use pretty_assertions::assert_eq;
    use serde_json::Value;

    #[test]
    fn there_are_no_gaps_and_every_column_is_named() {
        // Another depth and another machine form series without a point in the last entry.
        let entries = [
            entry("a", "one", 2, 100, 1e6),
            entry("b", "two", 2, 100, 1e6),
            entry("c", "one", 3, 100, 1e6),
            entry("d", "one", 2, 100, 2e6),
        ];
        let (csv, config) = history_for_otava(&entries, &series(&entries), Path::new("here/history.csv"));
        let mut lines = csv.lines();
        let head: Vec<_> = lines.next().unwrap().split(',').collect();
        let of: Vec<_> = lines.map(|line| line.split(',').collect::<Vec<_>>()).collect();
        assert_eq!(of.iter().map(|line| line[1]).collect::<Vec<_>>(), ["a", "d"]);
        assert!(of.iter().flatten().all(|field| !field.is_empty()), "{csv}");
        let config: Value = serde_json::from_str(&config).unwrap();
        let metrics = config["tests"][TEST]["metrics"].as_object().unwrap();
        assert_eq!(config["tests"][TEST]["file"], "here/history.csv");
        let columns: Vec<_> = metrics.values().map(|metric| metric["column"].as_str().unwrap()).collect();
        assert_eq!(columns, head[2..]);
        let directions: Vec<_> = metrics.values().map(|metric| metric["direction"].as_i64()).collect();
        assert_eq!(directions, [Some(-1), Some(1)]);
    }
}
