//! Finds the moves with their counts, and the totals, in one line.

mod counts;
mod leading;
mod row;
mod total;

use super::number;
use super::role::Role;
use super::tokens::{Token, TokenKind, tokens};
use super::vocabulary::{NOISE, OF_SEARCH, OTHERS, UNITS};
use super::{IsMove, Row, Total};
use crate::support::sanitise::is_printable;

/// What a line holds. It is noise if it holds nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    /// The moves with their counts.
    pub rows: Vec<Row>,
    /// The moves with the numbers before them. They are counts only if no line of the table has a count behind its move.
    pub leading: Vec<Row>,
    /// The totals.
    pub totals: Vec<Total>,
    /// The depth that the line names without a count, such as `go perft 3`.
    pub depth: Option<u32>,
    /// A move whose count is missing or cannot be read, and the text in place of the count.
    pub unread: Option<(String, String)>,
    /// Whether words say which counts are those of the program, and which are right.
    pub is_told: bool,
    /// Whether the line begins with a move that was left without a count.
    pub has_passed_move: bool,
}

impl Line {
    /// Takes the numbers before the moves as their counts.
    pub fn take_leading(&mut self) {
        if !self.leading.is_empty() {
            self.rows = std::mem::take(&mut self.leading);
            self.unread = None;
        }
    }
}

/// How many moves the line names.
pub(super) fn mentions(text: &str, is_move: IsMove<'_>) -> usize {
    let clean = clean(text);
    let scan = Scan::new(0, &clean, None, is_move);
    let (mut index, mut count) = (0, 0);
    while index < scan.tokens.len() {
        let label = scan.label_at(index);
        count += usize::from(label.is_some());
        index = label.map_or(index + 1, |(_, end)| end);
    }
    count
}

/// The move at the start of a text.
pub(super) fn first_move(text: &str, is_move: IsMove<'_>) -> Option<String> {
    let scan = Scan::new(0, text, None, is_move);
    scan.label_at(0).map(|(label, _)| label.to_owned())
}

/// The move of a line that has one, and the numbers behind it that may be counts; all such numbers if it has none. Lines
/// with several moves have no such numbers.
pub(super) fn numbers(text: &str, is_move: IsMove<'_>) -> (Option<String>, Vec<u128>) {
    let clean = clean(text);
    let mut scan = Scan::new(0, &clean, None, is_move);
    let (mut label, mut numbers, mut words) = (None, Vec::new(), Vec::new());
    if scan.is_noise() {
        return (label, numbers);
    }
    let mut index = 0;
    while index < scan.tokens.len() {
        let found = scan.label_at(index);
        if let Some((text, end)) = found {
            if label.replace(text.to_owned()).is_some() {
                return (None, Vec::new());
            }
            numbers.clear();
            index = end;
            continue;
        }
        words.extend(scan.word(index));
        if scan.kind(index) == Some(TokenKind::Number) {
            let is_other = words.iter().any(|word| OTHERS.contains(&word.as_str()));
            let is_date = scan
                .tokens
                .get(index + 1)
                .is_some_and(|next| next.start == scan.tokens[index].end && next.kind == TokenKind::Number);
            let is_expected = scan.role(index) == Some(Role::Expected);
            if !is_other && !is_date && !is_expected && !scan.is_of_unit(index) {
                let text = scan.text(index);
                // A difference, such as `600 (+1)`, stands for the other count.
                let other = numbers.last().copied().zip(text.parse::<i64>().ok().filter(|by| *by != 0));
                let signed = other.filter(|_| text.starts_with(['+', '-']));
                let by_difference =
                    signed.and_then(|(count, by): (u128, i64)| count.checked_add_signed(by.into()));
                numbers.extend(number::count(text).or(by_difference));
            }
            words.clear();
        }
        index += 1;
    }
    (label, numbers)
}

/// Reads the line with this number.
pub(crate) fn read_line(number: usize, text: &str, depth: Option<u32>, is_move: IsMove<'_>) -> Line {
    let clean = clean(text);
    Scan::new(number, &clean, depth, is_move).run()
}

/// The line without escape sequences of terminals and invisible characters.
fn clean(text: &str) -> String {
    let text = without_place(text);
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' if chars.clone().next() == Some('[') => {
                chars.next();
                // The sequence ends with a letter.
                let _end = chars.find(|c| ('@'..='~').contains(c));
            }
            '\t' => clean.push('\t'),
            c if is_printable(c) => clean.push(c),
            _ => {}
        }
    }
    clean
}

/// The line without the place in a source text from which a test prints it, such as `perft_test.go:268:`.
fn without_place(text: &str) -> &str {
    let place = text.trim_start().split_once(':').filter(|(file, _)| {
        let ends_in_name = file.rsplit_once('.').is_some_and(|(_, end)| end.starts_with(char::is_alphabetic));
        ends_in_name && !file.contains(char::is_whitespace)
    });
    let behind = place.and_then(|(_, rest)| {
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
        rest[..rest.len() - behind.len()].ends_with(':').then_some(behind)
    });
    behind.unwrap_or(text)
}

/// Whether commas separate the cells of a line: the first comma follows a text, and no space follows it.
pub(super) fn is_csv(line: &str) -> bool {
    let Some((left, right)) = line.split_once(',') else { return false };
    let last = left.rsplit([' ', '\t', '(', '[', '{']).next().unwrap_or_default();
    let is_text = last.ends_with(['"', '\'']) || last.chars().any(char::is_alphabetic);
    is_text && right.starts_with(|c: char| !c.is_whitespace())
}

/// The scan of a line from left to right.
struct Scan<'a> {
    number: usize,
    line: &'a str,
    tokens: Vec<Token>,
    /// The depth that is asked about.
    asked: Option<u32>,
    is_move: IsMove<'a>,
    found: Line,
    /// The words since the last number, in lower case.
    words: Vec<String>,
    /// The moves without a count before the first total.
    passed: Vec<String>,
    /// The depth that the line names.
    depth: Option<u32>,
}

impl<'a> Scan<'a> {
    fn new(number: usize, line: &'a str, asked: Option<u32>, is_move: IsMove<'a>) -> Self {
        let tokens = tokens(line, is_csv(line));
        let (found, words, passed) = (Line::default(), Vec::new(), Vec::new());
        Self { number, line, tokens, asked, is_move, found, words, passed, depth: None }
    }

    fn text(&self, index: usize) -> &'a str {
        let Token { start, end, .. } = self.tokens[index];
        &self.line[start..end]
    }

    fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The word at an index, in lower case and without signs around it, if it is more than signs.
    fn word(&self, index: usize) -> Option<String> {
        let word = (self.kind(index) == Some(TokenKind::Word)).then(|| self.text(index).to_lowercase())?;
        let inside = word.trim_matches(|c: char| !c.is_alphanumeric());
        Some(if inside.is_empty() { word } else { inside.to_owned() })
    }

    fn run(mut self) -> Line {
        if self.is_noise() {
            return self.found;
        }
        if let Some(leading) = self.leading() {
            self.unread(&leading[0].label, "");
            self.found.leading = leading;
            return self.found;
        }
        let mut index = 0;
        while index < self.tokens.len() {
            index = match self.tokens[index].kind {
                TokenKind::Word => match self.row(index) {
                    Some(next) => next,
                    None => {
                        let word = self.word(index).unwrap_or_default();
                        let parts = word.split('_').filter(|part| !part.is_empty());
                        self.words.extend(parts.map(str::to_owned));
                        index + 1
                    }
                },
                TokenKind::Number if self.has_unit(index) => {
                    self.words.clear();
                    index + 2
                }
                TokenKind::Number => {
                    if self.number(index) {
                        break;
                    }
                    index + 1
                }
                TokenKind::Ordinal | TokenKind::Sign(_) => index + 1,
            };
        }
        self.found.depth = self.depth;
        self.take_nodes();
        self.found
    }

    /// Whether the line is a command, a position or a report of a search.
    fn is_noise(&mut self) -> bool {
        let has_fen = (0..self.tokens.len()).any(|index| {
            self.kind(index) != Some(TokenKind::Ordinal)
                && self.text(index).trim_start_matches('/').matches('/').count() >= 2
                && self.text(index).contains(char::is_alphabetic)
        });
        let words: Vec<_> = (0..self.tokens.len()).filter_map(|index| self.word(index)).take(2).collect();
        let first = words.first().map_or("", String::as_str);
        let second = words.get(1).map_or("", String::as_str);
        if first == "go" {
            let last = self.tokens.len().saturating_sub(1);
            let is_depth = self.kind(last) == Some(TokenKind::Number) && second == "perft";
            self.found.depth = is_depth.then(|| self.text(last).parse().ok()).flatten();
        }
        // A search reports nodes too, but with a score or moves.
        let is_search = first == "info"
            && second != "string"
            && (0..self.tokens.len())
                .filter_map(|index| self.word(index))
                .any(|word| OF_SEARCH.contains(&word.as_str()));
        has_fen || first == "go" || is_search || NOISE.contains(&first)
    }

    /// Whether a unit of time, rate or size follows the number.
    fn is_of_unit(&self, index: usize) -> bool {
        self.has_unit(index)
            || ["ms", "s", "%", "us", "ns"].iter().any(|unit| {
                self.text(index)
                    .strip_suffix(unit)
                    .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
            })
    }

    /// Whether the word behind the number is a unit of time, rate or size.
    fn has_unit(&self, index: usize) -> bool {
        // In `nodes 1980 nps 100` and `nodes=1980 ms=3`, the word belongs to the next number.
        let leads = |word: &str| match self.kind(index + 2) {
            Some(TokenKind::Number) => word.contains("nps"),
            next => matches!(next, Some(TokenKind::Sign(':' | '='))),
        };
        self.word(index + 1).is_some_and(|word| UNITS.contains(&word.as_str()) && !leads(&word))
    }
}
