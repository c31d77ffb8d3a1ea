//! EPD, one position a line, and blocks of `id`, `epd` and `perft`.

use super::{Entry, ForeignSuite, Form, Refusal, is_board, number, quoted};

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

pub(super) fn read(text: &str) -> Option<ForeignSuite> {
    let mut suite = ForeignSuite { form: Form::Lines, entries: Vec::new(), refusals: Vec::new() };
    let (mut id, mut variant) = (None, None);
    // Whether the counts of a block belong to a position that was refused.
    let mut is_refused = false;
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with(['#', '%']) || text.starts_with("//") {
            continue;
        }
        if let Some(name) = keyword(text, &["id"]) {
            id = Some(name.trim_matches('"').to_owned());
        } else if let Some(name) = keyword(text, &["variant"]) {
            variant = Some(name.trim_matches('"').to_owned());
        } else if let Some(count) = keyword(text, &["perft"])
            && (is_refused || !suite.entries.is_empty())
        {
            match (Operation::read(count), suite.entries.last_mut()) {
                _ if is_refused => {}
                (Operation::Count(depth, count), Some(entry)) => {
                    entry.add_count(depth, count, line, &mut suite.refusals)
                }
                _ => suite.refusals.push(unreadable(line, text)),
            }
        } else if let Some(fen) = keyword(text, &["epd", "fen"]).or_else(|| is_board(text).then_some(text)) {
            let read = position(line, fen);
            is_refused = read.is_err();
            match read {
                Ok(entry) => {
                    let (id, variant) = (id.take().or(entry.id), variant.clone().or(entry.variant));
                    suite.entries.push(Entry { id, variant, ..entry });
                }
                Err(refusal) => suite.refusals.push(refusal),
            }
        } else {
            suite.refusals.push(Refusal::new(
                line,
                format!("{}: expected a FEN with counts, or `perft DEPTH COUNT`", quoted(text)),
            ));
        }
    }
    let has_counts = suite.entries.iter().any(|entry| !entry.counts.is_empty());
    let are_most_read = suite.refusals.len() <= 4 * suite.entries.len();
    (has_counts && are_most_read).then_some(suite)
}

/// The text after one of these words.
fn keyword<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    let (word, rest) = text.split_once(char::is_whitespace)?;
    words.iter().any(|known| word.trim_end_matches(':').eq_ignore_ascii_case(known)).then(|| rest.trim())
}

fn unreadable(line: usize, written: &str) -> Refusal {
    Refusal::new(line, format!("{}; expected a depth and its count, such as `D1 20`", quoted(written)))
}

/// Reads a position with the operations behind it.
fn position(line: usize, text: &str) -> Result<Entry, Refusal> {
    let (fen, operations) = text.split_at(end_of_fen(text));
    let mut entry = Entry::new(line, fen);
    let (mut depth_of_analysis, mut unlabelled) = (None, 0);
    for written in split(operations) {
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

/// The depth of a label such as `D3`.
fn depth_label(word: &str) -> Option<u32> {
    word.strip_prefix(['D', 'd'])?.trim_end_matches([':', '=']).parse().ok()
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
enum Operation {
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
    fn read(written: &str) -> Self {
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
