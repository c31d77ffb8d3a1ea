//! The words of the grammar: what a number next to them is. Every other word only names a column or a table.

use super::number::is_key;

/// Words for a total, before or behind it.
pub(super) const TOTALS: [&str; 11] =
    ["nodes", "node", "total", "sum", "leaves", "leaf", "positions", "perft", "count", "result", "n"];

/// Units, which follow a number that is not a count.
const UNITS: [&str; 9] = ["ms", "s", "sec", "secs", "seconds", "us", "ns", "mb", "%"];

/// Names of numbers that do not count nodes: measures, and classes of moves.
const MEASURES: [&str; 17] = [
    "time",
    "nps",
    "share",
    "speed",
    "rate",
    "hash",
    "threads",
    "score",
    "eval",
    "captures",
    "checks",
    "mates",
    "checkmates",
    "ep",
    "castles",
    "promotions",
    "elapsed",
];

/// Words before a depth.
const DEPTHS: [&str; 7] = ["perft", "divide", "depth", "ply", "plies", "level", "d"];

/// Words before a move, and headers of columns of moves.
const MOVES: [&str; 6] = ["move", "mv", "root move", "uci", "san", "lan"];

/// Headers of columns that number the rows.
const INDEXES: [&str; 5] = ["#", "no", "nr", "index", "(index)"];

/// Headers of columns of differences, in which only 0 says nothing.
const DIFFERENCES: [&str; 4] = ["diff", "difference", "delta", "\u{3b4}"];

/// The first words of commands, and of answers of engines that hold neither counts nor totals.
pub(super) const COMMANDS: [&str; 14] = [
    "uci",
    "uciok",
    "isready",
    "readyok",
    "ucinewgame",
    "xboard",
    "position fen",
    "position startpos",
    "id name",
    "id author",
    "option name",
    "setoption name",
    "bestmove",
    "checkers",
];

/// The words of reports of a search.
pub(super) const OF_SEARCH: [&str; 6] = ["pv", "score", "multipv", "seldepth", "hashfull", "refutation"];

/// The word of UCI for the move that is counted.
pub(super) const CURRENT: &str = "currmove";
/// The word before its number in the list.
pub(super) const CURRENT_NUMBER: &str = "currmovenumber";

/// The most plies that a number can mean.
pub(super) const MAX_DEPTH: u128 = 99;

/// Whether a word in lower case is a unit.
pub(super) fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

/// Whether a word in lower case says that a number does not count nodes. Two of the classes end in `s` in the plural alone.
pub(super) fn is_measure(word: &str) -> bool {
    let bare: String = word.chars().filter(|c| *c != '.').collect();
    let plural = format!("{bare}s");
    let is_plural = !["check", "mate"].contains(&bare.as_str()) && MEASURES.contains(&plural.as_str());
    is_unit(&bare)
        || MEASURES.contains(&bare.as_str())
        || is_plural
        || bare.ends_with("nps")
        || bare.contains('/')
}

/// Whether the words before a number, in lower case, say that it does not count nodes: they begin with a measure, have no other words, or
/// name a rate. In a line `of_text`, a measure before `:` says it too (`is_stated`).
pub(super) fn are_of_measure(words: &[String], is_stated: bool) -> bool {
    let is_known = |word: &String| is_measure(word) || is_total(word);
    let has = words.iter().any(|word| is_measure(word));
    let is_rate = words.iter().any(|word| word == "per");
    is_rate || has && (is_stated || is_measure(&words[0]) || words.iter().all(is_known))
}

/// Whether a header in lower case is of a column of measures. Nodes are nodes, with a hash table or without, but not their rate.
pub(super) fn is_measure_header(words: &[String]) -> bool {
    let is_rate = words.iter().any(|word| word == "per" || word.contains('/'));
    let are_nodes = words
        .iter()
        .any(|word| ["node", "nodes", "leaf", "leaves", "positions", "count"].contains(&word.as_str()));
    is_rate || !are_nodes && words.iter().any(|word| is_measure(word))
}

/// Whether a word in lower case is one for a total.
pub(super) fn is_total(word: &str) -> bool {
    TOTALS.contains(&word) || word.strip_suffix('s').is_some_and(|word| TOTALS.contains(&word))
}

/// Whether a word in lower case may be between a move and its count: it says that a count follows, or is the key of the position.
pub(super) fn leads_to_count(word: &str) -> bool {
    is_total(word) || word == "has" || is_key(word)
}

/// Whether a word in lower case is followed by a depth.
pub(super) fn is_depth(word: &str) -> bool {
    DEPTHS.contains(&word)
}

/// The depth in a name such as `d3`, `depth 3` or `perft(3)`.
pub(super) fn of_depth(name: &str) -> Option<u32> {
    let word = name.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
    let number = name[word.len()..].trim_matches([' ', '(', ')', '_']);
    is_depth(word).then(|| number.parse().ok()).flatten()
}

/// Whether a word in lower case is followed by a move, or by the number of one.
pub(super) fn is_move_name(word: &str) -> bool {
    MOVES.contains(&word.strip_suffix('s').unwrap_or(word))
}

/// Whether a header in lower case is of a column that numbers the rows.
pub(super) fn is_index(name: &str) -> bool {
    name.is_empty() || INDEXES.contains(&name)
}

/// Whether a header in lower case is of a column of differences.
pub(super) fn is_difference(name: &str) -> bool {
    DIFFERENCES.contains(&name)
}
