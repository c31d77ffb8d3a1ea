//! Finds the moves with their counts, and the totals, in one line.

mod leading;

use super::number;
use super::spaced::Numbers;
use super::tokens::{Token, TokenKind, tokens};
use super::vocabulary::{
    CURRENT_NUMBER, DEPTHS, MAX_DEPTH, NODES, NOISE, OF_SEARCH, OTHERS, UNITS, UNITS_OF_TOTAL,
};
use super::{IsMove, Row, Total, TotalKind};
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

/// Reads the line with this number.
pub(crate) fn read_line(number: usize, text: &str, depth: Option<u32>, is_move: IsMove<'_>) -> Line {
    let clean = clean(text);
    Scan::new(number, &clean, depth, is_move).run()
}

/// The line without escape sequences of terminals and invisible characters.
fn clean(text: &str) -> String {
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
    /// The depth that the line names.
    depth: Option<u32>,
}

impl<'a> Scan<'a> {
    fn new(number: usize, line: &'a str, asked: Option<u32>, is_move: IsMove<'a>) -> Self {
        let tokens = tokens(line, is_csv(line));
        let found = Line::default();
        Self { number, line, tokens, asked, is_move, found, words: Vec::new(), depth: None }
    }

    fn text(&self, index: usize) -> &'a str {
        let Token { start, end, .. } = self.tokens[index];
        &self.line[start..end]
    }

    fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The word at an index, in lower case.
    fn word(&self, index: usize) -> Option<String> {
        (self.kind(index) == Some(TokenKind::Word)).then(|| self.text(index).to_lowercase())
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
                        let word = self.text(index).to_lowercase();
                        let parts = word.split('_').filter(|part| !part.is_empty());
                        self.words.extend(parts.map(str::to_owned));
                        index + 1
                    }
                },
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

    /// Takes the nodes in `e2e4 count=1 nodes=20` as the count of the move, not as a total.
    fn take_nodes(&mut self) {
        let Line { rows, totals, .. } = &mut self.found;
        if let ([row], [total]) = (&mut rows[..], &totals[..])
            && total.wording == "nodes"
        {
            row.count = total.count;
            totals.clear();
        }
    }

    /// Whether the line is a command, a position or a report of a search.
    fn is_noise(&mut self) -> bool {
        let has_fen = (0..self.tokens.len()).any(|index| {
            self.kind(index) != Some(TokenKind::Ordinal)
                && self.text(index).matches('/').count() >= 2
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

    /// Reads the move that starts at a word, and its count. Returns the index after both; `None` if no move starts here.
    fn row(&mut self, index: usize) -> Option<usize> {
        let (label, end) = self.label(index)?;
        let mut at = end;
        let (mut is_separated, mut is_aside) = (false, false);
        loop {
            match self.kind(at) {
                Some(TokenKind::Sign(sign)) => {
                    is_separated |= matches!(sign, ':' | '=' | '|' | ',' | '>');
                    is_aside |= matches!(sign, '(' | '[');
                }
                Some(TokenKind::Word) => {
                    let word = self.text(at).to_lowercase();
                    if word == CURRENT_NUMBER && self.kind(at + 1) == Some(TokenKind::Number) {
                        at += 2;
                        continue;
                    }
                    let is_filler = word.chars().all(|c| !c.is_alphanumeric())
                        || UNITS_OF_TOTAL.contains(&word.as_str())
                        || matches!(word.as_str(), "count" | "perft" | "has" | "n");
                    if !is_filler {
                        let is_alone = at + 1 == self.tokens.len() && self.starts(index);
                        if is_separated && !is_aside && is_alone && self.label(at).is_none() {
                            self.unread(label, self.text(at));
                        }
                        return Some(end);
                    }
                }
                Some(TokenKind::Number) if self.is_of_unit(at) => {}
                Some(TokenKind::Number) => {
                    let text = self.text(at);
                    match number::count(text) {
                        Some(count) => {
                            let numbers = self.numbers(at);
                            let row = Row { line: self.number, label: label.to_owned(), count, numbers };
                            self.found.rows.push(row);
                            self.words.clear();
                            // `Move 1 : e2e4 : 20` numbers the move.
                            self.found.totals.retain(|total| total.kind == TotalKind::Named);
                            return Some(self.after_numbers(at + 1));
                        }
                        // A time or a share next to the move.
                        None if is_aside || text.ends_with('%') => {}
                        None => {
                            self.unread(label, text);
                            return Some(at + 1);
                        }
                    }
                }
                Some(TokenKind::Ordinal) => return Some(end),
                None => {
                    if (is_separated || at == end) && !is_aside && self.starts(index) {
                        let is_number = |at: &usize| self.kind(*at) == Some(TokenKind::Number);
                        let before = (0..index).rfind(is_number).map_or("", |at| self.text(at));
                        self.unread(label, if number::count(before).is_none() { before } else { "" });
                    }
                    return Some(end);
                }
            }
            at += 1;
        }
    }

    /// Whether only numbers and signs are before a token.
    fn starts(&self, index: usize) -> bool {
        self.tokens[..index].iter().all(|token| token.kind != TokenKind::Word)
    }

    fn unread(&mut self, label: &str, text: &str) {
        self.found.unread.get_or_insert_with(|| (label.to_owned(), text.to_owned()));
    }

    /// The index after further numbers of a row, such as a running total or a share.
    fn after_numbers(&self, mut index: usize) -> usize {
        while matches!(self.kind(index), Some(TokenKind::Number | TokenKind::Sign(_))) {
            index += 1;
        }
        index
    }

    /// Whether a unit of time, rate or size follows the number.
    fn is_of_unit(&self, index: usize) -> bool {
        // In `nodes 1980 nps 100`, the word belongs to the next number.
        let leads = self.kind(index + 2) == Some(TokenKind::Number);
        self.word(index + 1)
            .is_some_and(|word| UNITS.contains(&word.as_str()) && !(leads && word.contains("nps")))
            || ["ms", "s", "%", "us", "ns"].iter().any(|unit| {
                self.text(index)
                    .strip_suffix(unit)
                    .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
            })
    }

    /// The move that starts at a token, and the index after it.
    fn label_at(&self, index: usize) -> Option<(&'a str, usize)> {
        (self.kind(index) == Some(TokenKind::Word)).then(|| self.label(index)).flatten()
    }

    /// The move that starts at a word, and the index after it: the longest text that is one.
    fn label(&self, index: usize) -> Option<(&'a str, usize)> {
        /// The label of the piece, and two squares with a sign between.
        const MAX_TOKENS: usize = 4;
        /// More effects than any move has.
        const MAX_EFFECTS: usize = 64;
        let start = self.tokens[index].start;
        let upto = |end: usize| {
            let text = &self.line[start..self.tokens[end - 1].end];
            let is_whole = self.tokens[index..end].iter().all(|token| token.kind != TokenKind::Number)
                && self.tokens[end - 1].kind == TokenKind::Word;
            let has_squares = text.contains(|c: char| c.is_ascii_digit()) || text.contains("O-O");
            (is_whole && has_squares && (self.is_move)(text)).then_some((text, end))
        };
        let last = (index + MAX_TOKENS).min(self.tokens.len());
        let mut found = (index + 1..=last).rev().find_map(upto)?;
        // Effects follow after semicolons, such as `K e1-g1; R h1-f1`.
        for _ in 0..MAX_EFFECTS {
            if self.kind(found.1) != Some(TokenKind::Sign(';')) {
                break;
            }
            let last = (found.1 + 3).min(self.tokens.len());
            match (found.1 + 2..=last).rev().find_map(upto) {
                Some(longer) => found = longer,
                None => break,
            }
        }
        Some(found)
    }

    /// Reads a number that belongs to no move. Returns whether the rest of the line says nothing more.
    fn number(&mut self, index: usize) -> bool {
        let Some(count) = number::count(self.text(index)) else {
            self.words.clear();
            return false;
        };
        if self.is_of_unit(index) {
            self.words.clear();
            return false;
        }
        let words = std::mem::take(&mut self.words);
        let last = words.last().map_or("", String::as_str);
        if DEPTHS.contains(&last) && count <= MAX_DEPTH && !self.is_result(index, count, last) {
            self.depth = u32::try_from(count).ok();
            return false;
        }
        let Some((kind, wording)) = self.kind_of(index, &words) else { return false };
        let count =
            if kind == TotalKind::Moves { count } else { self.numbers(index).joined().unwrap_or(count) };
        self.found.totals.push(Total { line: self.number, wording, depth: self.depth, kind, count });
        // Behind the total are times and rates.
        kind == TotalKind::Named
    }

    /// The number at an index and those that follow it directly.
    fn numbers(&self, index: usize) -> Numbers {
        let gap = |at: usize| &self.line[self.tokens[at - 1].end..self.tokens[at].start];
        let is_next = |at: &usize| self.kind(*at) == Some(TokenKind::Number) && !self.is_of_unit(*at);
        let further = (index + 1..).take_while(is_next).map(|at| (gap(at), self.text(at)));
        Numbers::new(self.text(index), further)
    }

    /// Whether the number after a word such as `perft` is a count rather than the depth.
    fn is_result(&self, index: usize, count: u128, word: &str) -> bool {
        let has_more = self.tokens[index + 1..].iter().any(|token| token.kind == TokenKind::Number);
        let is_stated = matches!(self.kind(index.wrapping_sub(1)), Some(TokenKind::Sign(':' | '=')));
        let is_asked = self.asked.is_some_and(|asked| u128::from(asked) == count);
        matches!(word, "perft" | "divide") && !has_more && is_stated && !is_asked
    }

    /// What a number is by the words before and after it, and these words.
    fn kind_of(&self, index: usize, words: &[String]) -> Option<(TotalKind, String)> {
        let is_other = |word: &String| OTHERS.contains(&word.as_str()) || word.contains('/');
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        let after: Vec<_> = (index + 1..self.tokens.len()).map_while(|at| self.word(at)).take(3).collect();
        let next = after.first().map_or("", String::as_str);
        let is_rate = after.iter().any(|word| word == "per" || word == "a") || next.contains('/');
        if words.iter().any(is_other) {
            return None;
        }
        let wording = words.join(" ");
        let last = words.last().map_or("", String::as_str);
        let is_moves = has(&["moves", "move"]) && !has(&["nodes", "leaf", "leaves"]);
        if is_moves {
            return Some((TotalKind::Moves, wording));
        }
        let is_stated = matches!(self.kind(index.wrapping_sub(1)), Some(TokenKind::Sign(':' | '=')));
        let is_named = has(&NODES) && (last != "n" || is_stated)
            || matches!(last, "perft" | "divide")
            || self.depth.is_some() && words.iter().all(|word| matches!(word.as_str(), "is" | "at" | "->"));
        if is_named {
            return Some((TotalKind::Named, wording));
        }
        let is_total = next == "total" && index + 2 == self.tokens.len();
        if (UNITS_OF_TOTAL.contains(&next) || is_total) && !is_rate {
            return Some((TotalKind::Named, format!("{wording} # {next}").trim().to_owned()));
        }
        if next == "moves" && !is_rate {
            return Some((TotalKind::Moves, format!("{wording} # {next}").trim().to_owned()));
        }
        let is_kind = |kind: TokenKind| move |token: &&Token| token.kind == kind;
        let numbers = self.tokens.iter().filter(is_kind(TokenKind::Number)).count();
        let is_alone =
            self.tokens.iter().all(|token| !matches!(token.kind, TokenKind::Word | TokenKind::Ordinal))
                && self.numbers(index).is_one(numbers);
        is_alone.then_some((TotalKind::Bare, String::new()))
    }
}
