//! Lists of texts, a line each.

use crate::support::sanitise::sanitise_within;
use std::fmt::Display;

/// How many texts of a list are shown. A program may answer with a hundred thousand moves, in every position: whoever wants
/// all of them asks for JSON.
const SHOWN: usize = 20;
/// How many characters of a text are shown: more than any move has, or any position of a variant there is.
const LENGTH: usize = 500;

/// The first texts of a list, each behind its name, and how many more there are.
pub(crate) fn lines(name: &str, texts: &[String]) -> Vec<String> {
    lines_and(name, texts, 0)
}

/// The same of a list that names only so many less than there are.
pub(crate) fn lines_and(name: &str, texts: &[String], unnamed: usize) -> Vec<String> {
    let mut lines: Vec<_> =
        texts.iter().take(SHOWN).map(|text| format!("{name:<8} {}", shortened(text))).collect();
    let more = texts.len() - lines.len() + unnamed;
    if more > 0 {
        lines.push(format!("{name:<8} and {more} more"));
    }
    lines
}

/// A text on one line that is not too long.
pub(crate) fn shortened(text: &str) -> String {
    sanitise_within(text, LENGTH)
}

/// What two sides say of something, a line each below it.
pub(crate) fn pair(what: String, a: &dyn Display, b: &dyn Display) -> Vec<String> {
    let side = |name: &str, said: &dyn Display| format!("  {name}      {}", shortened(&said.to_string()));
    vec![what, side("a", a), side("b", b)]
}

/// The first texts of a list on one line, and how many more there are.
pub(crate) fn line(texts: &[String]) -> String {
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
    fn a_long_list_ends_with_how_many_more_there_are() {
        // How many texts there are, how many lines are printed, and the last of them.
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
