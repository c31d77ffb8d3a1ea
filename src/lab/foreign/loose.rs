//! Finds a position among the other words of a line: a call in a script, a row of a table, a line of source text.

use super::pairs::Pairs;
use super::{Entry, is_board, readings};

/// Reads a line with one position and its counts behind it or, as a depth with its count, in front of it.
pub(super) fn entry(line: usize, text: &str, pairs: &mut Pairs<'_>) -> Option<Entry> {
    let (before, fen, behind) = split(text)?;
    if has_position(behind) {
        return None;
    }
    let counts = pairs.choose(fen, readings::candidates(before, behind, true))?;
    Some(Entry { counts, ..Entry::new(line, fen) })
}

/// Whether a line has a position.
pub(super) fn has_position(text: &str) -> bool {
    split(text).is_some()
}

/// The text before the position of a line, the position, and the text behind it.
pub(super) fn split(text: &str) -> Option<(&str, &str, &str)> {
    const START: &str = "startpos";
    let start = text.find(START).filter(|at| !text[*at..].contains(" moves"));
    if let Some(at) = start {
        let end = at + START.len();
        return Some((&text[..at], &text[at..end], &text[end..]));
    }
    let is_between = |c: char| c.is_whitespace() || "\"'`(),;|=".contains(c);
    let mut at = 0;
    let at = text.split(is_between).find_map(|word| {
        let start = at;
        at += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        is_board(word).then_some(start)
    })?;
    let end = text[at..].find(['"', '\'', '`', ';', '|', '\t', ')']).map_or(text.len(), |length| at + length);
    // Only castling rights of a VFEN have commas, which are before its last two fields.
    let fen = &text[at..end];
    let end = match fen.find(',') {
        Some(comma) if fen[..comma].split_whitespace().count() >= 4 => at + comma,
        _ => end,
    };
    Some((&text[..at], text[at..end].trim(), &text[end..]))
}
