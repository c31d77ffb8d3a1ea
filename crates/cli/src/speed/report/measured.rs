//! The measurement of a backend. Rows are printed as they are measured, so the columns have fixed widths.

use super::number::{megabytes, per_leaf, rate};
use crate::speed::{FORMAT, Figures, Measurement, VERSION};
use serde_json::{Value, json};
use std::fmt::Write as _;
use vperft::inner::support::sanitise::sanitise;

/// The text above the figures.
pub(crate) fn measured_head(measured: &Measurement, width: usize) -> String {
    let machine = &measured.machine;
    let mut text = format!("signature {}\n", measured.signature);
    let (processor, system) = (sanitise(&machine.processor), sanitise(&machine.system));
    let _ = writeln!(text, "backend   {} ({})", sanitise(&measured.backend), sanitise(&measured.identity));
    let _ =
        writeln!(text, "machine   {processor}, {} cores, {system}, load {:.2}", machine.cores, machine.load);
    text.push('\n');
    let [clock, instructions] =
        if width < WIDE { ["clock", "instr."] } else { ["by the clock", "instructions/leaf"] };
    text += &line(&["position", "depth", "leaves/s", clock, "slowest", "fastest", instructions], width);
    text
}

/// The figures of one position.
pub(crate) fn measured_row(figures: &Figures, width: usize) -> String {
    let none = || "-".to_owned();
    let time = figures.time.as_ref();
    let of = |number: Option<f64>| number.map_or_else(none, rate);
    let depth = time.map(|time| time.depth).or(figures.instructions.as_ref().map(|counted| counted.depth));
    let exact = figures.instructions.as_ref().map(|counted| per_leaf(counted.per_leaf()));
    // The counters of the processor are not exact.
    let by_processor = || Some(format!("~{}", per_leaf(time?.instructions_per_leaf?)));
    let name = format!("{}/{}", figures.variant, figures.position);
    line(
        &[
            &sanitise(&name),
            &depth.map_or_else(none, |depth| depth.to_string()),
            &of(time.and_then(|time| time.per_processor_second)),
            &of(time.map(|time| time.per_second)),
            &of(time.map(|time| time.between.0)),
            &of(time.map(|time| time.between.1)),
            &exact.or_else(by_processor).unwrap_or_else(none),
        ],
        width,
    )
}

/// The text below the figures.
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

/// The width of a line of the table. In a narrower terminal the figures are below the name.
const WIDE: usize = 96;

/// A line of the table, or two lines if it is wider than the terminal.
fn line(cells: &[&str; 7], width: usize) -> String {
    let [name, depth, processor, wall, slowest, fastest, instructions] = cells;
    if width < WIDE {
        return format!(
            "{name}\n{depth:>7} {processor:>9} {wall:>9} {slowest:>9} {fastest:>9} {instructions:>9}\n"
        );
    }
    format!(
        "{name:<24} {depth:>5} {processor:>10} {wall:>13} {slowest:>10} {fastest:>10} {instructions:>18}\n"
    )
}

/// The measurement and the error that ended it early, as in `docs/speed.schema.json`.
pub(crate) fn measured_as_json(measured: &Measurement, error: Option<&str>) -> Value {
    let mut document = json!({ "format": FORMAT, "version": VERSION });
    let Ok(Value::Object(fields)) = serde_json::to_value(measured) else {
        unreachable!("a measurement can be serialized")
    };
    document.as_object_mut().expect("the document is an object").extend(fields);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_a_narrow_terminal() {
        let cells = ["vanguard/random-001", "5", "611.3 M", "380.4 M", "611.3 M", "611.3 M", "~1234"];
        for (width, lines) in [(102, 1), (96, 1), (95, 2), (60, 2)] {
            let text = line(&cells, width);
            assert_eq!(text.lines().count(), lines, "{width}: {text}");
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}: {text}");
        }
    }
}
