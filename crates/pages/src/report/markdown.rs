//! Markdown of texts that may contain anything: code spans and code blocks.

/// A code span, delimited by more backquotes than the text contains in a row.
pub(crate) fn code(text: &str) -> String {
    let ticks = "`".repeat(longest_ticks(text) + 1);
    let space = if ticks.len() > 1 { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// A code block, whose fences are longer than any in `lines`. The lines end in a line break.
pub(crate) fn fenced(language: &str, lines: &str) -> String {
    let fence = "`".repeat(longest_ticks(lines).max(2) + 1);
    format!("{fence}{language}\n{lines}{fence}\n")
}

/// A text as the content of an HTML element.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The length of the longest run of backquotes.
fn longest_ticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
