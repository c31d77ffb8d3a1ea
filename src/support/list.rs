//! Prints lists of texts that may be long.

use crate::support::sanitise::sanitise_within;
use std::fmt::Display;

/// The number of texts of a list that are printed. A program may answer with a hundred thousand moves in every position. JSON output
/// has all of them.
const SHOWN: usize = 20;
/// The number of characters of a text that are printed. No move and no position of a known variant is longer.
const MAX_LENGTH: usize = 500;

/// The first texts of a list, each on a line of its own after `name`, and the number of the others.
pub fn lines(name: &str, texts: &[String]) -> Vec<String> {
    lines_and(name, texts, 0)
}

/// The same for a list that lacks `unnamed` more texts.
pub(crate) fn lines_and(name: &str, texts: &[String], unnamed: usize) -> Vec<String> {
    let mut lines: Vec<_> =
        texts.iter().take(SHOWN).map(|text| format!("{name:<8} {}", shortened(text))).collect();
    let more = texts.len() - lines.len() + unnamed;
    if more > 0 {
        lines.push(format!("{name:<8} and {more} more"));
    }
    lines
}

/// The text on one line, truncated if it is long.
pub fn shortened(text: &str) -> String {
    sanitise_within(text, MAX_LENGTH)
}

/// A heading, and below it the values of side `a` and side `b` on a line each.
pub fn pair(what: String, a: &dyn Display, b: &dyn Display) -> Vec<String> {
    let side = |name: &str, value: &dyn Display| format!("  {name}      {}", shortened(&value.to_string()));
    vec![what, side("a", a), side("b", b)]
}

/// The first texts of a list on one line, and the number of the others.
pub fn line(texts: &[String]) -> String {
    let shown = texts.iter().take(SHOWN).map(|text| shortened(text)).collect::<Vec<_>>().join(" | ");
    match texts.len().checked_sub(SHOWN) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} | and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_long_list_ends_with_the_number_of_omitted_texts() {
        // The number of texts, the number of printed lines, and the last line.
        for (count, printed, last) in [
            (0, 0, None),
            (1, 1, Some("extra    move 1")),
            (SHOWN, SHOWN, Some("extra    move 20")),
            (SHOWN + 1, SHOWN + 1, Some("extra    and 1 more")),
            (125_000, SHOWN + 1, Some("extra    and 124980 more")),
        ] {
            let texts: Vec<_> = (1..=count).map(|number| format!("move {number}")).collect();
            let lines = lines("extra", &texts);
            assert_eq!((lines.len(), lines.last().map(String::as_str)), (printed, last), "{count} texts");
            let parts = line(&texts).split(" | ").filter(|part| !part.is_empty()).count();
            assert_eq!(parts, printed, "{count} texts");
        }
    }
}
