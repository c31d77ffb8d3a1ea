//! A history as an SVG picture: a panel per metric, a line per series, each relative to its first value.

use super::table::short;
use crate::speed::{Entry, Metric, Series};
use svg::Document;
use svg::node::element::{Circle, Line, Polyline, Text, Title};
use vperft::inner::support::sanitise::sanitise;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 240.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 30.0;
/// Colours that colour-blind readers can tell apart.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999933", "#000000"];

/// The picture as SVG.
pub(crate) fn history_plot(entries: &[Entry], all: &[Series]) -> String {
    let metrics: Vec<_> =
        Metric::ALL.into_iter().filter(|metric| all.iter().any(|series| series.metric == *metric)).collect();
    let height = HEIGHT * metrics.len() as f64;
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, WIDTH, height))
        .set("width", WIDTH)
        .set("height", height)
        .set("font-family", "sans-serif")
        .set("font-size", 12);
    for (at, metric) in metrics.into_iter().enumerate() {
        let of: Vec<_> = all.iter().filter(|series| series.metric == metric).collect();
        document = panel(document, entries, &of, metric, HEIGHT * at as f64);
    }
    format!("{document}\n")
}

/// The change of a value from the first one of its series, in percent.
fn relative_to_first(series: &Series, value: f64) -> f64 {
    (value / series.points[0].1 - 1.0) * 100.0
}

fn panel(mut document: Document, entries: &[Entry], all: &[&Series], metric: Metric, top: f64) -> Document {
    let values = || {
        all.iter().flat_map(|series| series.points.iter().map(|(_, value)| relative_to_first(series, *value)))
    };
    let least = values().fold(-1.0, f64::min);
    let greatest = values().fold(1.0, f64::max);
    let last = entries.len().saturating_sub(1).max(1) as f64;
    let x = |entry: usize| LEFT + (WIDTH - LEFT - RIGHT) * entry as f64 / last;
    let y = |value: f64| top + TOP + (HEIGHT - TOP - BOTTOM) * (greatest - value) / (greatest - least);
    let text = |words: String, x: f64, y: f64| Text::new(sanitise(&words)).set("x", x).set("y", y);
    document = document.add(
        text(format!("{}, relative to the first value of each series", metric.name()), LEFT, top + 24.0)
            .set("font-weight", "bold"),
    );
    for value in [least, 0.0, greatest] {
        let line =
            Line::new().set("x1", LEFT).set("x2", WIDTH - RIGHT).set("y1", y(value)).set("y2", y(value));
        document = document.add(line.set("stroke", "#cccccc"));
        document = document
            .add(text(format!("{value:+.1} %"), LEFT - 8.0, y(value) + 4.0).set("text-anchor", "end"));
    }
    for (at, series) in all.iter().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        let point = |(entry, value): &(usize, f64)| (x(*entry), y(relative_to_first(series, *value)));
        let points: Vec<_> = series.points.iter().map(point).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let line = Polyline::new().set("points", points.join(" ")).set("fill", "none");
        document = document.add(line.set("stroke", colour).set("stroke-width", 1.5));
        for one in &series.points {
            let (x, y) = point(one);
            let entry = &entries[one.0];
            let is_change = series.changes().iter().any(|change| change.entry == one.0);
            let words = format!("{} {} {}: {}", series.name(), short(&entry.commit), entry.date, one.1);
            let dot = Circle::new().set("cx", x).set("cy", y).set("r", if is_change { 4.5 } else { 2.0 });
            document = document.add(dot.set("fill", colour).add(Title::new(sanitise(&words))));
        }
        let label = text(series.name(), WIDTH - RIGHT + 12.0, top + TOP + 15.0 * at as f64);
        document = document.add(label.set("fill", colour));
    }
    document
}
