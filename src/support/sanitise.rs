//! Makes text from a corpus, a program or a command line safe to print.
//!
//! A control character could forge lines of a report or control the terminal. A format character, such as U+202E, can make a text look
//! like another one. This module does not know what the text means.

use std::borrow::Cow;
use unicode_general_category::{GeneralCategory, get_general_category};

/// Whether a character is visible as itself and does not end the line. U+FFFE, U+FFFF and the other code points that are never
/// characters are not: XML does not allow the first two.
pub fn is_printable(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    let is_noncharacter = || c as u32 & 0xfffe == 0xfffe || ('\u{fdd0}'..='\u{fdef}').contains(&c);
    // Nearly every text passes here, and nearly all of them are ASCII.
    let is_hidden = || {
        is_noncharacter()
            || matches!(get_general_category(c), Control | Format | LineSeparator | ParagraphSeparator)
    };
    matches!(c, ' '..='~') || !is_hidden()
}

/// The text on one line, for people. U+FFFD replaces every character that is not printable.
pub fn sanitise(text: &str) -> Cow<'_, str> {
    replaced(text, |_, out| out.push(char::REPLACEMENT_CHARACTER))
}

/// The same, truncated after `most` characters.
pub fn sanitise_within(text: &str, most: usize) -> String {
    sanitise(&shorten(text, most)).into_owned()
}

/// The unchanged text, truncated after `most` characters.
pub fn shorten(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
    }
}

/// Truncates a text that has more than `most` bytes.
pub fn truncate(text: &mut String, most: usize) {
    if text.len() > most {
        let end = (0..=most).rev().find(|&end| text.is_char_boundary(end));
        text.truncate(end.unwrap_or_default());
        text.push_str("...");
        text.shrink_to_fit();
    }
}

/// A text without the escape sequences by which terminals change colours: `ESC [`, parameters, and a letter.
pub fn without_escapes(text: &str) -> Cow<'_, str> {
    const START: &str = "\u{1b}[";
    let mut pieces = text.split(START);
    let mut plain = Cow::Borrowed(pieces.next().unwrap_or_default());
    for piece in pieces {
        let behind = piece.trim_start_matches(|c| (' '..='?').contains(&c));
        plain += behind.strip_prefix(|c| ('@'..='~').contains(&c)).unwrap_or(behind);
    }
    plain
}

/// The text of a one-line JSON document, with `\\u` escapes in place of the characters that are not printable. It also serves data
/// formats without escapes of their own.
pub fn escape(text: &str) -> Cow<'_, str> {
    replaced(text, |c, out| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    })
}

/// The text, in which `put` writes the replacement of every character that is not printable.
fn replaced(text: &str, put: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| if is_printable(c) { out.push(c) } else { put(c, &mut out) });
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn unprintable_characters_are_replaced() {
        for (text, for_people, for_programs) in [
            ("Pawn a7–a8 ◀ é 将 \u{a0}", "Pawn a7–a8 ◀ é 将 \u{a0}", "Pawn a7–a8 ◀ é 将 \u{a0}"),
            ("\u{1b}[2J\n\t\0", "\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}", "\\u001b[2J\\u000a\\u0009\\u0000"),
            ("\u{7f}\u{9b}1m", "\u{fffd}\u{fffd}1m", "\\u007f\\u009b1m"),
            (
                "\u{202e}\u{2066}\u{200b}\u{feff}",
                "\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
                "\\u202e\\u2066\\u200b\\ufeff",
            ),
            ("\u{2028}\u{2029}\u{ad}", "\u{fffd}\u{fffd}\u{fffd}", "\\u2028\\u2029\\u00ad"),
            ("\u{e0041}", "\u{fffd}", "\\udb40\\udc41"),
            ("\u{fffe}\u{ffff}\u{fffd}", "\u{fffd}\u{fffd}\u{fffd}", "\\ufffe\\uffff\u{fffd}"),
            ("\u{fdd0}\u{1ffff}", "\u{fffd}\u{fffd}", "\\ufdd0\\ud83f\\udfff"),
        ] {
            assert_eq!((&*sanitise(text), &*escape(text)), (for_people, for_programs), "{text:?}");
        }
    }
}
