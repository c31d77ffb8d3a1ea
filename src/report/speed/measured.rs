//! What was measured of a backend. Its rows are printed one by one, so that the columns are as wide as they have to be.

use super::number::{megabytes, per_leaf, rate};
use crate::speed::{FORMAT, Figures, Measurement, VERSION};
use crate::support::sanitise::sanitise;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What stands above the figures.
pub(crate) fn measured_head(measured: &Measurement) -> String {
    let machine = &measured.machine;
    let mut text = format!("signature {}\n", measured.signature);
    let (processor, system) = (sanitise(&machine.processor), sanitise(&machine.system));
    let _ = writeln!(text, "backend   {} ({})", sanitise(&measured.backend), sanitise(&measured.identity));
    let _ =
        writeln!(text, "machine   {processor}, {} cores, {system}, load {:.2}", machine.cores, machine.load);
    text.push('\n');
    text +=
        &line(&["position", "depth", "leaves/s", "by the clock", "slowest", "fastest", "instructions/leaf"]);
    text
}

/// One position.
pub(crate) fn measured_row(figures: &Figures) -> String {
    let none = || "-".to_owned();
    let time = figures.time.as_ref();
    let of = |number: Option<f64>| number.map_or_else(none, rate);
    let depth = time.map(|time| time.depth).or(figures.instructions.as_ref().map(|counted| counted.depth));
    let exact = figures.instructions.as_ref().map(|counted| per_leaf(counted.per_leaf()));
    // Those of the processor are not the same each time.
    let by_processor = || Some(format!("~{}", per_leaf(time?.instructions_per_leaf?)));
    line(&[
        &sanitise(&format!("{}/{}", figures.variant, figures.position)),
        &depth.map_or_else(none, |depth| depth.to_string()),
        &of(time.and_then(|time| time.per_processor_second)),
        &of(time.map(|time| time.per_second)),
        &of(time.map(|time| time.between.0)),
        &of(time.map(|time| time.between.1)),
        &exact.or_else(by_processor).unwrap_or_else(none),
    ])
}

/// What stands below the figures.
pub(crate) fn measured_foot(measured: &Measurement) -> String {
    let mut text = format!("\nstart-up  {:.3} s\n", measured.startup_seconds);
    if let Some(peak) = measured.peak_memory {
        let _ = writeln!(text, "memory    {} at the peak", megabytes(peak));
    }
    if let Some(requests) = measured.requests_per_second {
        let _ = writeln!(text, "pipe      {} requests/s, one at a time", rate(requests));
    }
    text
}

/// A line of the table: a name and numbers.
fn line(cells: &[&str; 7]) -> String {
    let [name, depth, processor, wall, slowest, fastest, instructions] = cells;
    format!(
        "{name:<24} {depth:>5} {processor:>10} {wall:>13} {slowest:>10} {fastest:>10} {instructions:>18}\n"
    )
}

/// All of it, with what ended it early, as `docs/speed.schema.json` says.
pub(crate) fn measured_as_json(measured: &Measurement, error: Option<&str>) -> Value {
    let mut document = json!({ "format": FORMAT, "version": VERSION });
    let Ok(Value::Object(fields)) = serde_json::to_value(measured) else {
        unreachable!("what was measured is texts and numbers")
    };
    document.as_object_mut().expect("it was made just now").extend(fields);
    for (row, figures) in document["rows"].as_array_mut().into_iter().flatten().zip(&measured.rows) {
        if let Some(counted) = &figures.instructions {
            row["instructions"]["per_leaf"] = counted.per_leaf().into();
        }
    }
    if let Some(error) = error {
        document["error"] = error.into();
    }
    document
}
