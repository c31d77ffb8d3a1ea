//! Finds a position with counts among the other words of a line: a call in a script, a row of a table, a line of source text.

use super::pairs::Pairs;
use super::{Entry, is_board, number};

/// The words for a count behind the depth, in lower case.
const COUNTS: [&str; 5] = ["count", "leaves", "nodes", "perft", "result"];

/// Reads a line with one position and its counts behind it or, as a depth with its count, in front of it.
pub(super) fn entry(line: usize, text: &str, pairs: &mut Pairs<'_>) -> Option<Entry> {
    let (before, fen, behind) = split(text)?;
    let mut entry = Entry::new(line, fen);
    if let Some((depth, count)) = labelled(&format!("{before} {behind}")) {
        entry.counts.insert(depth, count);
        return Some(entry);
    }
    let counts: Vec<_> = words(behind).map_while(number).collect();
    if !counts.is_empty() {
        entry.counts = pairs.counts(fen, &counts);
        return Some(entry);
    }
    let last: Vec<_> = words(before).collect();
    let [.., depth, count] = last[..] else { return None };
    entry.counts.insert(depth.parse().ok()?, number(count)?);
    Some(entry)
}

/// The depth and the count of a line that names them: `depth: 3 nodes: 8902`, `"nodes" = 8902, "depth" = 3`.
pub(super) fn labelled(text: &str) -> Option<(u32, u128)> {
    let words: Vec<_> = words(text).collect();
    let after = |is_label: &dyn Fn(&str) -> bool| {
        let at = words.iter().position(|word| is_label(&word.to_ascii_lowercase()))?;
        number(words.get(at + 1)?)
    };
    let depth = after(&|word| word == "depth")?;
    Some((depth.try_into().ok()?, after(&|word| COUNTS.contains(&word))?))
}

/// The words between punctuation, without calls of methods, such as `.to_owned()`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || "\"'`()[]{}<>,;:|=&".contains(c);
    text.split(is_between).filter(|word| !word.is_empty() && !word.starts_with('.'))
}

/// Whether a line has a position.
pub(super) fn has_position(text: &str) -> bool {
    split(text).is_some()
}

/// The text before the position of a line, the position, and the text behind it.
fn split(text: &str) -> Option<(&str, &str, &str)> {
    const START: &str = "startpos";
    let start = text.find(START).filter(|at| !text[*at..].contains(" moves"));
    if let Some(at) = start {
        return Some((&text[..at], START, &text[at + START.len()..]));
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
