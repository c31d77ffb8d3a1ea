//! Numbers and names in reports of speeds.

use vperft::inner::support::sanitise::sanitise;

/// The most rows of a Markdown table, since GitHub drops long summaries.
pub(crate) const MAX_ROWS: usize = 1000;

/// The most characters of a table cell.
const MAX_CELL_CHARS: usize = 120;

/// Escapes a text for a cell of a Markdown table.
pub(crate) fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in sanitise(text).chars().take(MAX_CELL_CHARS) {
        if c.is_ascii_punctuation() && !matches!(c, '/' | '-' | '.' | ',' | ':' | '(' | ')' | '%' | ' ') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A rate with a suitable unit, such as `12.3 M`.
pub(crate) fn rate(per_second: f64) -> String {
    match per_second {
        ..1e3 => format!("{per_second:.0}"),
        ..1e6 => format!("{:.1} k", per_second / 1e3),
        _ => format!("{:.1} M", per_second / 1e6),
    }
}

/// The change in percent for the logarithm of a ratio: `3.1 %` for the logarithm of 1.031.
pub(crate) fn percent(logarithm: f64) -> String {
    format!("{:.1} %", logarithm.exp_m1() * 100.0)
}

/// A size in megabytes of 2^20 bytes.
pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / f64::from(1 << 20))
}

/// Instructions per leaf.
pub(crate) fn per_leaf(instructions: f64) -> String {
    if instructions < 100.0 { format!("{instructions:.2}") } else { format!("{instructions:.0}") }
}
