//! Counts in English: singular and plural.

use std::fmt::Display;

/// A count and a noun, in the plural unless the count is 1: `1 case`, `2 cases`, `2 entries`.
#[must_use]
pub fn plural<N: Display + From<u8> + PartialEq>(count: N, what: &str) -> String {
    let what = if count == N::from(1) {
        what.to_owned()
    } else {
        what.split(" or ").map(pluralise).collect::<Vec<_>>().join(" or ")
    };
    format!("{count} {what}")
}

/// The plural of a noun, which is the last word of `one`.
fn pluralise(one: &str) -> String {
    let is_vowel = |c: char| "aeiou".contains(c);
    match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(is_vowel) => format!("{stem}ies"),
        _ => format!("{one}s"),
    }
}

/// A number with a comma between groups of three digits.
#[must_use]
pub fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for (index, digit) in digits[first..].char_indices() {
        if index % 3 == 0 && !text.is_empty() {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 check` or `2 checks`, with a comma between groups of three digits.
#[must_use]
pub fn counted(number: usize, word: &str) -> String {
    plural(number, word).replacen(&number.to_string(), &grouped(number), 1)
}

/// The form of a verb that agrees with a count: `one` (`occurs`) or `several` (`occur`).
#[must_use]
pub fn verb(count: usize, one: &'static str, several: &'static str) -> &'static str {
    if count == 1 { one } else { several }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn one_is_singular() {
        for (count, what, expected) in [
            (0_u32, "case", "0 cases"),
            (1, "case", "1 case"),
            (2, "missing value", "2 missing values"),
            (1, "entry", "1 entry"),
            (3, "entry", "3 entries"),
            (2, "ply", "2 plies"),
            (2, "day", "2 days"),
            (2, "case or check", "2 cases or checks"),
        ] {
            assert_eq!(plural(count, what), expected);
        }
    }
}
