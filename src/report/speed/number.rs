//! Numbers and names of speeds as people read them.

use crate::support::sanitise::sanitise;

/// The most rows of a table in Markdown: GitHub drops summaries that are too long.
pub(crate) const MOST_ROWS: usize = 1000;

/// The most characters of a cell.
const MOST: usize = 120;

/// A text of somebody's in a table of Markdown: it begins no cell and no markup.
pub(crate) fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in sanitise(text).chars().take(MOST) {
        if c.is_ascii_punctuation() && !matches!(c, '/' | '-' | '.' | ',' | ':' | '(' | ')' | '%' | ' ') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A rate with a unit that fits, such as `12.3 M`.
pub(crate) fn rate(per_second: f64) -> String {
    match per_second {
        ..1e3 => format!("{per_second:.0}"),
        ..1e6 => format!("{:.1} k", per_second / 1e3),
        _ => format!("{:.1} M", per_second / 1e6),
    }
}

/// A difference from 1 in per cent, with its sign: 1.031 is `3.1 %`.
pub(crate) fn percent(logarithm: f64) -> String {
    format!("{:.1} %", logarithm.exp_m1() * 100.0)
}

/// A part of a megabyte, of 2^20 bytes.
pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / f64::from(1 << 20))
}

/// Instructions a leaf.
pub(crate) fn per_leaf(instructions: f64) -> String {
    if instructions < 100.0 { format!("{instructions:.2}") } else { format!("{instructions:.0}") }
}
