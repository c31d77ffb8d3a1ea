//! Reads the text behind a FEN on its line: operations of EPD, or counts alone.

use super::pairs::Pairs;
use super::{Entry, Refusal, is_board, number, numbers, quoted};

/// The operations of EPD that say nothing about counts. Those with a digit, `c0` to `c9` and `v0` to `v9`, are not in this list.
const OTHER_OPERATIONS: [&str; 25] = [
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
    "comment",
    "ply",
    "eval",
];

/// A refusal of a part of a line that is not a count.
pub(super) fn unreadable(line: usize, written: &str) -> Refusal {
    Refusal::new(line, format!("{}; expected a depth and its count, such as `D1 20`", quoted(written)))
}

/// Reads a position with the text behind it.
pub(super) fn position(line: usize, text: &str, pairs: &mut Pairs<'_>) -> Result<Entry, Refusal> {
    if let Some(entry) = row(line, text, pairs).or_else(|| spaced(line, text, pairs)) {
        return Ok(entry);
    }
    let (fen, operations) = text.split_at(end_of_fen(text));
    let mut entry = Entry::new(line, fen);
    let operations: Vec<_> = split(operations).collect();
    if let [only] = operations[..]
        && let Some(counts) = numbers(only)
    {
        entry.counts = pairs.counts(fen, &counts);
        entry.is_guessed = true;
        return Ok(entry);
    }
    let (mut depth_of_analysis, mut unlabelled) = (None, 0);
    for written in operations {
        let (depth, count) = match Operation::read(written) {
            Operation::Count(depth, count) => (depth, count),
            // The counts of all depths from 1 on.
            Operation::Number(count) => {
                unlabelled += 1;
                (unlabelled, count)
            }
            Operation::AnalysisDepth(depth) => {
                depth_of_analysis = Some(depth);
                continue;
            }
            Operation::AnalysisNodes(nodes) => match depth_of_analysis {
                Some(depth) => (depth, nodes),
                None => {
                    return Err(Refusal::new(line, "`acn` without the `acd` before it that names the depth"));
                }
            },
            Operation::Id(id) => {
                entry.id = Some(id);
                continue;
            }
            Operation::Variant(name) => {
                entry.variant = Some(name);
                continue;
            }
            Operation::Other => continue,
            Operation::Unreadable => return Err(unreadable(line, written)),
        };
        if let Some(first) = entry.counts.insert(depth, count).filter(|first| *first != count) {
            return Err(Refusal::new(line, format!("two counts for depth {depth}, {first} and {count}")));
        }
    }
    Ok(entry)
}

/// A FEN, a comma or a tab, and counts, perhaps with other cells behind them.
fn row(line: usize, text: &str, pairs: &mut Pairs<'_>) -> Option<Entry> {
    [',', '\t'].into_iter().find_map(|separator| {
        let mut cells = text.split(separator).map(str::trim);
        let fen = cells.next().filter(|fen| is_board(fen) && !fen.contains([';', '|']))?;
        let counts: Vec<_> = cells.map_while(number).collect();
        (!counts.is_empty()).then(|| Entry {
            counts: pairs.counts(fen, &counts),
            is_guessed: true,
            ..Entry::new(line, fen)
        })
    })
}

/// A FEN and counts with only blanks between them. The first two numbers are the counters of the FEN, unless the second is too great.
fn spaced(line: usize, text: &str, pairs: &mut Pairs<'_>) -> Option<Entry> {
    const FIELDS: usize = 4;
    const MAX_MOVE_NUMBER: u128 = 1000;
    let words: Vec<_> = text.split_whitespace().collect();
    let behind: Vec<_> = words.get(FIELDS..)?.iter().map_while(|word| number(word)).collect();
    if FIELDS + behind.len() != words.len() {
        return None;
    }
    let counters = match behind[..] {
        [_, number] if number > MAX_MOVE_NUMBER => 0,
        [_, _, _, ..] => 2,
        _ => return None,
    };
    let fen = words[..FIELDS + counters].join(" ");
    Some(Entry {
        counts: pairs.counts(&fen, &behind[counters..]),
        is_guessed: true,
        ..Entry::new(line, &fen)
    })
}

/// The end of the fields of a FEN: a semicolon or a bar, or the first operation.
fn end_of_fen(text: &str) -> usize {
    let separator = text.find([';', '|']).unwrap_or(text.len());
    let mut end = 0;
    for (number, word) in text[..separator].split_whitespace().enumerate() {
        let at = end + text[end..].find(word).unwrap_or_default();
        let is_label = |word: &str| {
            let counts = ["acd", "acn", "perft", "id"];
            depth_label(word).is_some() || counts.contains(&word) || OTHER_OPERATIONS.contains(&word)
        };
        if number >= 3 && is_label(word) && !(number == 3 && is_square(word)) {
            return at;
        }
        end = at + word.len();
    }
    separator
}

/// Whether a word is the en passant field of a small board, such as `d3`, which looks like a depth.
fn is_square(word: &str) -> bool {
    word.len() >= 2 && word.starts_with(|c: char| c.is_ascii_lowercase())
}

/// The depth of a label such as `D3` or `perft3`.
fn depth_label(word: &str) -> Option<u32> {
    let word = word.strip_prefix("perft").or_else(|| word.strip_prefix(['D', 'd']))?;
    word.trim_end_matches([':', '=']).parse().ok()
}

/// The operations, which semicolons end or begin. A semicolon in quotes does not.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let pieces = text.split(move |c| {
        is_quoted ^= c == '"';
        !is_quoted && [';', '|'].contains(&c)
    });
    pieces.map(str::trim).filter(|piece| !piece.is_empty())
}

/// An operation of EPD.
pub(super) enum Operation {
    /// The count of a depth.
    Count(u32, u128),
    /// A count alone.
    Number(u128),
    AnalysisDepth(u32),
    AnalysisNodes(u128),
    Id(String),
    Variant(String),
    /// It says nothing about counts.
    Other,
    Unreadable,
}

impl Operation {
    pub fn read(written: &str) -> Self {
        if let Some(count) = number(written) {
            return Self::Number(count);
        }
        let (word, rest) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
        let or_unreadable = |read: Option<Self>| read.unwrap_or(Self::Unreadable);
        match word.to_ascii_lowercase().as_str() {
            "acd" => or_unreadable(rest.trim().parse().ok().map(Self::AnalysisDepth)),
            "acn" => or_unreadable(number(rest).map(Self::AnalysisNodes)),
            "id" => Self::Id(unquoted(rest)),
            "variant" => Self::Variant(unquoted(rest)),
            name if OTHER_OPERATIONS.contains(&name) || is_numbered(name) => Self::Other,
            _ => or_unreadable(count_of_depth(written)),
        }
    }
}

/// Whether an operation is one of `c0` to `c9` or `v0` to `v9`.
fn is_numbered(name: &str) -> bool {
    matches!(name.as_bytes(), [b'c' | b'v', digit] if digit.is_ascii_digit())
}

/// The text of an operand; in quotes it may be written as in JSON.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    serde_json::from_str(text).unwrap_or_else(|_| text.trim_matches('"').to_owned())
}

/// A depth with its count, such as `D1 20`, `1 20`, `perft 1 = 20` or `depth 1: 20`.
fn count_of_depth(written: &str) -> Option<Operation> {
    let lower = written.to_ascii_lowercase();
    let text = ["perft", "depth"].iter().find_map(|word| lower.strip_prefix(word)).unwrap_or(&lower);
    let text = text.trim_start().trim_start_matches('d').replace(['=', ':', '(', ')'], " ");
    let (depth, count) = text.trim().split_once(char::is_whitespace)?;
    Some(Operation::Count(depth.parse().ok()?, number(count)?))
}
