//! Counts as programs print them: digits, and separators of thousands.

/// Parses a count such as `8902`, `8,902`, `8_902`, `8.902`, `8'902`. `None` if it is not a count, such as `-5`, `1.6e3`
/// or a number of more than 128 bits.
pub(super) fn count(text: &str) -> Option<u128> {
    // JavaScript marks whole numbers of any size.
    let text = text.strip_suffix('n').unwrap_or(text);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(text) {
        return text.parse().ok();
    }
    let separator = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| is_separator(*c))?;
    let groups: Vec<_> = text.split(separator).collect();
    let (first, others) = groups.split_first()?;
    let is_whole = |group: &&str| digits(group) && (group.len() == 3 || separator == '_');
    // `0.003` is a time.
    let is_count =
        digits(first) && first.len() <= 3 && !first.starts_with('0') && others.iter().all(is_whole);
    is_count.then(|| groups.concat().parse().ok()).flatten()
}

/// Whether a text is the key of a position in hexadecimal digits.
pub(super) fn is_key(text: &str) -> bool {
    const SHORTEST: usize = 8;
    let digits = text.strip_prefix("0x").unwrap_or(text);
    digits.len() >= SHORTEST
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        && (text.starts_with("0x") || digits.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// The count that groups of digits would be without the blanks between them, such as `4 865 609`. `None` if the text is something else.
pub(super) fn without_blanks(text: &str) -> Option<String> {
    let mut groups = text.split(' ');
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let is_first = |group: &&str| (1..=3).contains(&group.len()) && digits(group) && !group.starts_with('0');
    groups.next().filter(is_first)?;
    let is_count = text.contains(' ') && groups.all(|group| group.len() == 3 && digits(group));
    is_count.then(|| text.replace(' ', ""))
}

/// Whether a character may separate thousands.
pub(super) const fn is_separator(c: char) -> bool {
    matches!(c, ',' | '_' | '.' | '\'' | '\u{2019}' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn counts_may_have_separators() {
        for (text, expected) in [
            ("8902", Some(8902)),
            ("0", Some(0)),
            ("8,902", Some(8902)),
            ("8902n", Some(8902)),
            ("n", None),
            ("8902nn", None),
            ("84,998,978,956", Some(84_998_978_956)),
            ("84_998_978_956", Some(84_998_978_956)),
            ("4.865.609", Some(4_865_609)),
            ("4'865'609", Some(4_865_609)),
            ("4\u{202f}865\u{202f}609", Some(4_865_609)),
            ("340282366920938463463374607431768211455", Some(u128::MAX)),
            ("340282366920938463463374607431768211456", None),
            ("", None),
            ("-5", None),
            ("+5", None),
            ("1.6e3", None),
            ("0.003", None),
            ("0,003", None),
            ("8,90", None),
            ("8,9021", None),
            ("8,902.004", None),
            ("8902x", None),
            (",902", None),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
    }
}
