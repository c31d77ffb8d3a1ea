//! Finds a position with counts among the other words of a line: a call in a script, a row of a table, a line of source text.

use super::pairs::Pairs;
use super::{Entry, is_board, number};
use std::collections::BTreeMap;

/// The words for a count behind the depth, in lower case.
const COUNTS: [&str; 5] = ["count", "leaves", "nodes", "perft", "result"];

/// The words for a depth.
const DEPTHS: [&str; 3] = ["depth", "plies", "ply"];

/// Reads a line with one position and its counts behind it or, as a depth with its count, in front of it.
pub(super) fn entry(line: usize, text: &str, pairs: &mut Pairs<'_>) -> Option<Entry> {
    let (before, fen, behind) = split(text)?;
    let mut entry = Entry::new(line, fen);
    entry.counts = labelled(&format!("{before} {behind}"));
    if !entry.counts.is_empty() {
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

/// The counts of a text that names their depths: `depth: 3 nodes: 8902`, `"nodes" = 8902, "depth" = 3`, `Depth 1: 20`, `d1: 20`. Empty
/// if they contradict each other.
pub(super) fn labelled(text: &str) -> BTreeMap<u32, u128> {
    /// The meaning of the next number.
    enum Next {
        Depth,
        Count,
        Other,
    }
    let (mut counts, mut depth, mut count, mut next) = (BTreeMap::new(), None, None, Next::Other);
    let text = without_separators(text);
    for word in words(&text) {
        let lower = word.to_ascii_lowercase();
        next = match (number(word), next) {
            (Some(value), Next::Depth) => {
                depth = u32::try_from(value).ok();
                Next::Count
            }
            (Some(value), Next::Count) => {
                count = Some(value);
                Next::Other
            }
            (None, _) if DEPTHS.contains(&lower.as_str()) => Next::Depth,
            (None, _) if COUNTS.contains(&lower.as_str()) => Next::Count,
            (None, _) if depth_of(&lower).is_some() => {
                depth = depth_of(&lower);
                Next::Count
            }
            _ => Next::Other,
        };
        if let (Some(at), Some(value)) = (depth, count) {
            if counts.insert(at, value).is_some_and(|first| first != value) {
                return BTreeMap::new();
            }
            (depth, count, next) = (None, None, Next::Other);
        }
    }
    // A count without a depth may mean that others belong to another depth.
    if count.is_some() { BTreeMap::new() } else { counts }
}

/// A text without the commas in numbers such as `8,902`, which are not those of lists such as `[20,400,8902]`.
fn without_separators(text: &str) -> String {
    let is_of_number = |c: char| c.is_ascii_digit() || c == ',';
    let is_separator = |at: usize| {
        let start = text[..at].trim_end_matches(is_of_number).len();
        let end = text[at..].find(|c| !is_of_number(c)).map_or(text.len(), |length| at + length);
        let mut groups = text[start..end].split(',');
        groups.next().is_some_and(|first| (1..=3).contains(&first.len()))
            && groups.all(|group| group.len() == 3)
    };
    text.char_indices().filter(|(at, c)| *c != ',' || !is_separator(*at)).map(|(_, c)| c).collect()
}

/// The depth of a label such as `d3`, `depth3` or `perft_3`.
fn depth_of(word: &str) -> Option<u32> {
    let rest = ["perft", "depth", "d"].iter().find_map(|label| word.strip_prefix(label))?;
    rest.trim_start_matches(['_', '-']).parse().ok()
}

/// The words between punctuation, without calls of methods, such as `.to_owned()`.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || "\"'`*()[]{}<>,;:|=&".contains(c);
    text.split(is_between).filter(|word| !word.is_empty() && !word.starts_with('.'))
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
