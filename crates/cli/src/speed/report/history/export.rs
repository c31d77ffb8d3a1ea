//! A history in the formats of other programs.

use super::table::short;
use crate::speed::{Entry, Metric, Series};
use serde_json::{Map, Value, json};
use vperft::inner::support::sanitise::escape;

/// A table with one row per commit and one column per series. Missing values are empty.
pub(crate) fn history_as_csv(entries: &[Entry], all: &[Series]) -> String {
    let (all, lines): (Vec<_>, Vec<_>) = (all.iter().collect(), (0..entries.len()).collect());
    table(entries, &all, &lines).1
}

/// A table of some series and entries, and the names of its columns.
pub(crate) fn table(entries: &[Entry], all: &[&Series], lines: &[usize]) -> (Vec<String>, String) {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names: Vec<_> = all.iter().map(|series| column(series)).collect();
    let head = ["time".to_owned(), "commit".to_owned()].into_iter().chain(names.iter().cloned());
    let mut table: Vec<Vec<_>> = vec![head.collect()];
    for &at in lines {
        let values = all.iter().map(|series| {
            let point = series.points.iter().find(|(of, _)| *of == at);
            point.map_or_else(String::new, |(_, value)| value.to_string())
        });
        let entry = &entries[at];
        let of_entry = [&entry.date, &entry.commit].map(|text| escape(text).into_owned());
        table.push(of_entry.into_iter().chain(values).collect());
    }
    for line in table {
        writer.write_record(&line).expect("writing to memory cannot fail");
    }
    let bytes = writer.into_inner().expect("writing to memory cannot fail");
    (names, String::from_utf8(bytes).expect("the fields are UTF-8"))
}

/// The name of a column. Series of other machines or other work have columns of their own.
fn column(series: &Series) -> String {
    let metric = match series.metric {
        Metric::Instructions => "instructions",
        Metric::Speed => "speed",
    };
    let signature = series.signature.to_string();
    let (machine, work) = (series.machine.identity(), &signature[..6]);
    let name = format!("{metric}/{}/{}/{}/{machine}/{work}", series.backend, series.variant, series.position);
    escape(&name).into_owned()
}

/// The last entry for github-action-benchmark, as `customSmallerIsBetter`: instructions, or nanoseconds if there are
/// none.
pub(crate) fn history_for_benchmark_action(entries: &[Entry], all: &[Series]) -> Value {
    let last = entries.len().saturating_sub(1);
    let rows = all.iter().filter_map(|series| {
        let (_, value) = series.points.last().filter(|(at, _)| *at == last)?;
        let (value, unit) = match series.metric {
            Metric::Instructions => (*value, "instructions/leaf"),
            Metric::Speed => (1e9 / value, "ns/leaf"),
        };
        let extra = format!("commit {}, signature {}", short(&entries[last].commit), series.signature);
        Some(json!({ "name": series.name(), "unit": unit, "value": value, "extra": extra }))
    });
    rows.collect()
}

/// The last entry in Bencher's metric format.
pub(crate) fn history_for_bencher(entries: &[Entry], all: &[Series]) -> Value {
    let last = entries.len().saturating_sub(1);
    let mut benchmarks = Map::new();
    for series in all {
        let Some((_, value)) = series.points.last().filter(|(at, _)| *at == last) else { continue };
        let measure = match series.metric {
            Metric::Instructions => "instructions",
            Metric::Speed => "throughput",
        };
        let benchmark = benchmarks.entry(series.name()).or_insert_with(|| json!({}));
        benchmark[measure] = json!({ "value": value });
    }
    benchmarks.into()
}
