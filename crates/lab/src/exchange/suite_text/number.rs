//! Numbers as people and languages write them.

/// The types that languages write behind a number.
const SUFFIXES: [&str; 14] =
    ["l", "n", "u", "ul", "lu", "ll", "ull", "llu", "u32", "u64", "u128", "usize", "i32", "i64"];

/// A whole number, perhaps with separators of thousands: `8902`, `8,902`, `8_902`, `8.902`, `8'902`. `None` for anything else, such as
/// `0.003` and numbers of more than 128 bits.
pub(super) fn number(text: &str) -> Option<u128> {
    let text = text.trim();
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_digits(text) {
        return text.parse().ok();
    }
    let separator =
        text.chars().find(|c| !c.is_ascii_digit()).filter(|c| [',', '_', '.', '\''].contains(c))?;
    let (first, groups) = text.split_once(separator)?;
    let is_group = |group: &str| is_digits(group) && (group.len() == 3 || separator == '_');
    let is_grouped = is_digits(first) && !first.starts_with('0') && groups.split(separator).all(is_group);
    (is_grouped && (first.len() <= 3 || separator == '_'))
        .then(|| text.replace(separator, "").parse().ok())
        .flatten()
}

/// A number of source text, perhaps with the suffix of its type: `8902L`, `8_902_u64`.
pub(super) fn literal(word: &str) -> Option<u128> {
    let end = word.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(word.len());
    let suffix = word[end..].to_ascii_lowercase();
    let is_number = suffix.is_empty() || SUFFIXES.contains(&suffix.as_str());
    is_number.then(|| number(word[..end].trim_end_matches('_'))).flatten()
}

/// The numbers of a text that consists of numbers, between blanks, commas, bars or semicolons, or of three or more between slashes. `None`
/// if it is empty or has another word.
/// A text with commas and blanks may have either as separator; `1,380` between blanks is one number.
pub(super) fn numbers(text: &str) -> Option<Vec<u128>> {
    let text = text.trim().trim_matches([',', ';', '|']).trim();
    let separators: &[char] = match text {
        text if text.contains([';', '|', '\t']) => &[';', '|', '\t'],
        text if text.contains(", ") => &[','],
        // `3/4` may be a share.
        text if text.matches('/').count() > 1 && !text.contains(' ') => &['/'],
        text if text.contains(' ') => &[' '],
        _ => &[','],
    };
    let words =
        text.split(separators).map(str::trim).filter(|word| !word.is_empty() || !separators.contains(&' '));
    words.map(number).collect::<Option<Vec<_>>>().filter(|numbers| !numbers.is_empty())
}
