//! Calls in scripts: a command, perhaps a variant, a position, and numbers: `expect perft.exp atomic "fen FEN" 3 8902`.

use super::entry::{Collector, Entry, Place, Row};
use super::{fen, number};

/// Reads a line of a script. Returns whether it is a call with a position and numbers behind it.
pub(super) fn read_call(collector: &mut Collector<'_>, place: &Place, line: &str) -> bool {
    let Some((variant, fen, numbers)) = call(line) else { return false };
    let entry = Entry { variant, ..Entry::new(place.clone(), &fen) };
    let index = collector.add(entry);
    collector.suite.entries[index].bare.push(Row::new(place.clone(), numbers));
    true
}

/// Whether a line is such a call.
pub(super) fn is_call(line: &str) -> bool {
    call(line).is_some()
}

/// The variant, the position and the numbers of a call.
fn call(line: &str) -> Option<(Option<String>, String, Vec<u128>)> {
    // Brackets and commas are of source text; `<` writes a file.
    if line.contains(['(', '[', '{', '<', ',']) {
        return None;
    }
    let words = shlex::split(line)?;
    let position = |word: &String| {
        let fen = word.strip_prefix("fen ").unwrap_or(word);
        fen::is_whole(fen).then(|| fen.to_owned())
    };
    let (at, fen) = words.iter().enumerate().find_map(|(at, word)| Some((at, position(word)?)))?;
    if at == 0 {
        return None;
    }
    let before = words[1..at].iter().rev().map_while(|word| number::number(word));
    let mut numbers: Vec<_> = words[at + 1..].iter().map_while(|word| number::number(word)).collect();
    // The depth may be in front of the position, or the depth and the count.
    match (&before.collect::<Vec<_>>()[..], &numbers[..]) {
        ([depth, ..], [_]) => numbers.insert(0, *depth),
        ([count, depth], []) => numbers = vec![*depth, *count],
        _ => {}
    }
    if numbers.is_empty() {
        return None;
    }
    let before = words[1..at].iter().rfind(|word| *word != "fen");
    let is_name = |word: &&String| word.starts_with(char::is_alphabetic) && !word.contains(['.', '/', '=']);
    Some((before.filter(is_name).cloned(), fen, numbers))
}
