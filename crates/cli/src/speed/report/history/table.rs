//! A history for the terminal: one line per series, and every exact change with its commit.

use super::super::number::{per_leaf, rate};
use crate::speed::{Entry, Metric, Series};
use serde_json::{Value, json};
use std::fmt::Write as _;
use vperft::inner::support::sanitise::sanitise;

/// The most points of a series that are drawn; the last ones are.
const MAX_BARS: usize = 40;
/// Bars of increasing height.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The series as a table with a small plot each.
pub(crate) fn history_table(entries: &[Entry], all: &[Series]) -> String {
    let mut text = String::new();
    let mut machine = None;
    for series in all {
        let on = series.machine.identity();
        if machine.as_ref() != Some(&on) {
            let (processor, system) = (sanitise(&series.machine.processor), sanitise(&series.machine.system));
            let _ = writeln!(text, "machine {on}: {processor}, {} cores, {system}\n", series.machine.cores);
            machine = Some(on);
        }
        let (first, last) = (series.points[0].1, series.points[series.points.len() - 1].1);
        let change = (last / first - 1.0) * 100.0;
        let _ = writeln!(
            text,
            "{:<28} {:<18} {:>4} points {:>10} -> {:>10} {change:>+8.2} %  {}",
            sanitise(&series.name()),
            series.metric.name(),
            series.points.len(),
            value(series.metric, first),
            value(series.metric, last),
            bars(series),
        );
        for change in series.changes() {
            let entry = &entries[change.entry];
            let (from, to) = (value(series.metric, change.from), value(series.metric, change.to));
            let percent = (change.to / change.from - 1.0) * 100.0;
            let (commit, date) = (sanitise(short(&entry.commit)), sanitise(&entry.date));
            let _ = writeln!(text, "    {commit} {date}: {from} -> {to} ({percent:+.3} %)");
        }
    }
    text
}

/// The abbreviated id of a commit.
pub(crate) fn short(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}

fn value(metric: Metric, value: f64) -> String {
    match metric {
        Metric::Instructions => per_leaf(value),
        Metric::Speed => rate(value),
    }
}

/// The last points of a series as bars, scaled from the least to the greatest.
fn bars(series: &Series) -> String {
    let from = series.points.len().saturating_sub(MAX_BARS);
    let values: Vec<_> = series.points[from..].iter().map(|(_, value)| *value).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let height = |value: f64| if greatest > least { (value - least) / (greatest - least) } else { 0.5 };
    let most = (BARS.len() - 1) as f64;
    values.iter().map(|value| BARS[(height(*value) * most).round() as usize]).collect()
}

/// The series as JSON.
pub(crate) fn history_as_json(entries: &[Entry], all: &[Series]) -> Value {
    let commit = |at: usize| &entries[at].commit;
    let series = all.iter().map(|series| {
        let points = series.points.iter().map(|(at, value)| {
            json!({ "commit": commit(*at), "date": entries[*at].date, "value": value })
        });
        let changes = series.changes().into_iter().map(|change| {
            json!({ "commit": commit(change.entry), "from": change.from, "to": change.to })
        });
        json!({
            "backend": series.backend, "variant": series.variant, "position": series.position,
            "metric": series.metric.name(), "machine": series.machine.identity(), "signature": series.signature,
            "points": points.collect::<Vec<_>>(), "changes": changes.collect::<Vec<_>>(),
        })
    });
    json!({ "series": series.collect::<Vec<_>>() })
}
