//! Finds the moves with their counts, and the totals, in one line.
//!
//! Invariants: a number next to a word for a measure, in a date or in a share is not a count. Every other number of a row is a count of its
//! move. A number that fits no form is kept, so that the text does not lose it.

use super::number;
use super::tokens::{Token, TokenKind, tokens};
use super::words::{
    COMMANDS, CURRENT, CURRENT_NUMBER, MAX_DEPTH, OF_SEARCH, are_of_measure, is_depth, is_measure,
    is_move_name, is_total, is_unit, leads_to_count,
};
use super::{IsMove, Row, Total, TotalKind};
use crate::support::sanitise::{is_printable, without_escapes};
use std::collections::BTreeMap;

/// What a line holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Line {
    /// The moves with their counts.
    pub rows: Vec<Row>,
    /// The moves with the numbers before them. They are counts only if no line of the table has a count behind its move.
    pub leading: Vec<Row>,
    /// The totals.
    pub totals: Vec<Total>,
    /// The depth that the line names, if it names one.
    pub depth: Option<u32>,
    /// A move whose count is missing or cannot be read, and the text in place of the count.
    pub unread: Option<(String, String)>,
    /// The numbers that have no place in a form; `u128::MAX` for one that is not a count.
    pub(super) loose: Vec<u128>,
    /// Whether one of them is stated: it is behind `:` or `=`, or ends the line.
    pub(super) is_statement: bool,
    /// Whether it has a move in a sentence.
    pub(super) is_sentence: bool,
    /// Whether it is a command, a position or a report of an engine.
    pub(super) is_noise: bool,
}

impl Line {
    /// Takes the numbers before the moves as their counts.
    pub fn take_leading(&mut self) {
        if !self.leading.is_empty() {
            self.rows = std::mem::take(&mut self.leading);
            self.unread = None;
        }
    }

    /// Whether it cannot stand beside a list of moves that ends with this total: it has another total, or more moves.
    pub fn contradicts(&self, depth: u32, total: u128) -> bool {
        let is_row = !self.rows.is_empty() && !self.is_noise;
        is_row || self.totals.iter().any(|other| other.contradicts(depth, total))
    }

    /// Whether it has moves, with a count or without.
    pub(super) fn holds_moves(&self) -> bool {
        !self.rows.is_empty() || !self.leading.is_empty() || self.unread.is_some()
    }
}

/// Reads the line with this number. `asked` is the depth that is asked about: `perft: 3` names it rather than a count.
#[doc(hidden)]
pub fn read_line(number: usize, text: &str, asked: Option<u32>, is_move: IsMove<'_>) -> Line {
    let clean = clean(text);
    let parts = Splitter::new(&clean, asked, is_move).parts();
    let mut reader = Reader { number, line: &clean, found: Line::default(), depths: Vec::new() };
    reader.read_parts(&parts);
    reader.found
}

/// The move at the start of a text.
pub(super) fn first_move(text: &str, is_move: IsMove<'_>) -> Option<String> {
    Splitter::new(text, None, is_move).label(0).map(|(label, _)| label.to_owned())
}

/// The line without escape sequences of terminals, invisible characters, what a log puts before it, and positions.
pub(super) fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in without_escapes(text).chars() {
        match c {
            '\t' => clean.push('\t'),
            // Terminals draw tables with other bars.
            '\u{2502}' | '\u{2503}' | '\u{2551}' => clean.push('|'),
            c if is_printable(c) => clean.push(c),
            _ => {}
        }
    }
    without_position(without_prompt(without_place(&clean)))
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

/// The line without the time and the name of the engine that a program puts before it, such as `14:02:00.123 <Engine(0): `.
fn without_prompt(text: &str) -> &str {
    let is_time = |before: &str| !before.contains(char::is_alphabetic);
    let named = text.split_once(['<', '>']).filter(|(before, _)| is_time(before));
    let behind =
        named.and_then(|(_, rest)| rest.split_once("): ")).map(|(name, rest)| (name, rest.trim_start()));
    behind.filter(|(name, _)| !name.contains(':')).map_or(text, |(_, rest)| rest)
}

/// The line without a FEN: a board and the fields behind it.
fn without_position(text: &str) -> String {
    /// Side, castling, en passant, and two counters.
    const MAX_FIELDS: usize = 5;
    if text.matches('/').count() < 2 {
        return text.to_owned();
    }
    let is_board = |word: &str| {
        let inside = word.trim_start_matches('/');
        inside.matches('/').count() >= 2 && word.contains(char::is_alphabetic) && !word.contains([':', '('])
    };
    let is_field = |word: &&str| {
        word.len() <= 8
            && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | ',' | '*' | '+'))
    };
    let mut words = text.split(' ').peekable();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if is_board(word) {
            (0..MAX_FIELDS).map_while(|_| words.next_if(is_field)).for_each(drop);
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// Whether commas separate the cells of a line: the first comma follows a text, and no space follows it.
pub(super) fn is_csv(line: &str) -> bool {
    let Some((left, right)) = line.split_once(',') else { return false };
    let last = left.rsplit([' ', '\t', '(', '[', '{']).next().unwrap_or_default();
    let is_text = last.ends_with(['"', '\'']) || last.chars().any(char::is_alphabetic);
    is_text && right.starts_with(|c: char| !c.is_whitespace())
}

/// The words of a report in UCI.
fn info(line: &str) -> Option<impl Iterator<Item = &str>> {
    line.trim_start().strip_prefix("info ").map(str::split_whitespace)
}

/// Whether the line is of a search.
pub(super) fn is_of_search(line: &str) -> bool {
    let is_report = || {
        let words = info(line).filter(|_| !line.trim_start().starts_with("info string"));
        words.is_some_and(|mut words| words.any(|word| OF_SEARCH.contains(&word)))
    };
    line.trim_start().starts_with("bestmove") || is_report()
}

/// Whether the line reports the move that is counted or searched.
pub(super) fn is_current(line: &str) -> bool {
    info(line).is_some_and(|mut words| words.any(|word| word == CURRENT))
}

/// A part of a line.
enum Part<'a> {
    Move(&'a str),
    Number(Number<'a>),
    /// A word in lower case, without signs around it.
    Word(String),
    /// A sign, or a word of signs.
    Sign(char),
    Ordinal,
}

/// A number, and what is next to it.
struct Number<'a> {
    text: &'a str,
    what: What,
    /// The words before it, back to the number or the separator before.
    key: Vec<String>,
    /// The word behind it.
    next: String,
    /// Whether `:` or `=` is directly before it.
    is_stated: bool,
    /// How many brackets are open.
    brackets: usize,
    /// Its start and its end in the line.
    start: usize,
    end: usize,
}

/// The meaning of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Count(u128),
    Depth(u32),
    /// A measure, a share, a time, a date, the key of a position, or a difference of 0.
    Measure,
    /// A number that is not a count, such as `-5`, `1.6e3` or one of sixty digits.
    Other,
}

/// Splits a line into its parts.
struct Splitter<'a> {
    line: &'a str,
    tokens: Vec<Token>,
    asked: Option<u32>,
    is_move: IsMove<'a>,
}

impl<'a> Splitter<'a> {
    fn new(line: &'a str, asked: Option<u32>, is_move: IsMove<'a>) -> Self {
        Self { line, tokens: tokens(line, is_csv(line)), asked, is_move }
    }

    fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    fn text(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| &self.line[token.start..token.end])
    }

    /// The word at an index, in lower case and without signs around it; empty if it is not a word.
    fn word(&self, index: usize) -> String {
        let is_word = self.kind(index) == Some(TokenKind::Word);
        let word = if is_word { self.text(index).to_lowercase() } else { String::new() };
        let inside = word.trim_matches(|c: char| !c.is_alphanumeric());
        if inside.is_empty() { word } else { inside.to_owned() }
    }

    fn parts(&self) -> Vec<Part<'a>> {
        let (mut parts, mut key, mut brackets, mut index) = (Vec::new(), Vec::<String>::new(), 0_usize, 0);
        let mut has_move = false;
        while index < self.tokens.len() {
            let at = index;
            index += 1;
            match self.tokens[at].kind {
                TokenKind::Word => match self.label(at) {
                    Some((label, end)) => {
                        key.clear();
                        index = end;
                        has_move = true;
                        parts.push(Part::Move(label));
                    }
                    None => {
                        let word = self.word(at);
                        if !word.contains(char::is_alphanumeric) {
                            parts.push(Part::Sign('-'));
                            continue;
                        }
                        // A number between other signs, such as `~~601~~`.
                        if word.bytes().all(|byte| byte.is_ascii_digit()) {
                            let what = number::count(&word).map_or(What::Other, What::Count);
                            parts.push(self.number(at, what, std::mem::take(&mut key), brackets));
                            continue;
                        }
                        // The unit of the number before says nothing about the next.
                        if !(at > 0 && self.kind(at - 1) == Some(TokenKind::Number) && self.has_unit(at - 1))
                        {
                            key.extend(word.split('_').filter(|word| !word.is_empty()).map(str::to_owned));
                        }
                        parts.push(Part::Word(word));
                    }
                },
                TokenKind::Sign(sign) => {
                    match sign {
                        ',' | ';' | '|' => key.clear(),
                        '(' | '[' => brackets += 1,
                        ')' | ']' => brackets = brackets.saturating_sub(1),
                        _ => {}
                    }
                    parts.push(Part::Sign(sign));
                }
                TokenKind::Ordinal => {
                    key.clear();
                    parts.push(Part::Ordinal);
                }
                TokenKind::Number => {
                    let what = self.what(at, &key, !has_move);
                    parts.push(self.number(at, what, std::mem::take(&mut key), brackets));
                }
            }
        }
        parts
    }

    fn number(&self, at: usize, what: What, key: Vec<String>, brackets: usize) -> Part<'a> {
        let Token { start, end, .. } = self.tokens[at];
        let (text, next, is_stated) = (self.text(at), self.word(at + 1), self.is_stated(at));
        Part::Number(Number { text, what, key, next, is_stated, brackets, start, end })
    }

    /// The move that starts at a word, and the index after it: the longest text that is one.
    fn label(&self, index: usize) -> Option<(&'a str, usize)> {
        /// The label of the piece, and two squares with a sign between.
        const MAX_TOKENS: usize = 4;
        /// More effects than any move has.
        const MAX_EFFECTS: usize = 64;
        let start = self.tokens.get(index)?.start;
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

    /// The meaning of the number at an index, by the words next to it. In a line `of_text`, words before `:` say more.
    fn what(&self, index: usize, key: &[String], of_text: bool) -> What {
        let text = self.text(index);
        // A date has three parts without blanks between.
        let touches = |at: &usize| {
            let is_number = |at: usize| self.kind(at) == Some(TokenKind::Number);
            *at > 0
                && is_number(*at)
                && is_number(at - 1)
                && self.tokens[at - 1].end == self.tokens[*at].start
        };
        let behind = (index + 1..).take(2).take_while(touches).count();
        let parts = behind + (0..=index).rev().take(2).take_while(touches).count();
        let end = text.trim_start_matches(|c: char| !c.is_alphabetic() && c != '%');
        let value = text[..text.len() - end.len()].parse::<f64>().ok();
        let end = end.to_lowercase();
        let is_signed_zero = text.starts_with(['+', '-']) && value == Some(0.0);
        let is_measure = parts > 1
            || value.is_some() && is_measure(&end)
            || text.contains(':')
            || self.has_unit(index)
            || are_of_measure(key, of_text && self.is_stated(index))
            || number::is_key(text)
            || is_signed_zero;
        // A number with a fraction is not a count, and `601.0` may be one.
        let is_fraction = end.is_empty() && value.is_some_and(|value| value.fract() != 0.0 || value == 0.0);
        match number::count(text) {
            _ if is_measure => What::Measure,
            Some(count) if self.is_depth(index, count, key) => What::Depth(count as u32),
            Some(count) => What::Count(count),
            None if is_fraction => What::Measure,
            None => What::Other,
        }
    }

    fn is_stated(&self, index: usize) -> bool {
        matches!(self.kind(index.wrapping_sub(1)), Some(TokenKind::Sign(':' | '=')))
    }

    /// Whether the word behind the number is a unit or the name of a measure. In `nodes 1980 nps 100` it belongs to the next number.
    fn has_unit(&self, index: usize) -> bool {
        let word = self.word(index + 1);
        let leads = match self.kind(index + 2) {
            Some(TokenKind::Sign(':' | '=')) => true,
            Some(TokenKind::Number) => !is_unit(&word),
            _ => false,
        };
        is_measure(&word) && !leads
    }

    /// Whether a number is the depth that its line names, rather than a count.
    fn is_depth(&self, index: usize, count: u128, key: &[String]) -> bool {
        /// The most words and signs of a call before its depth.
        const MAX_ARGUMENTS: usize = 8;
        let last = key.last().map_or("", String::as_str);
        let has_more = || self.tokens[index + 1..].iter().any(|token| token.kind == TokenKind::Number);
        let is_asked = self.asked.is_some_and(|asked| u128::from(asked) == count);
        let is_result = is_total(last) && self.is_stated(index) && !is_asked && !has_more();
        // `perft(board, 3)` names the depth last.
        let is_call = |at: usize| self.word(at).starts_with("perft");
        let is_argument = self.kind(index + 1) == Some(TokenKind::Sign(')'))
            && (index.saturating_sub(MAX_ARGUMENTS)..index).any(is_call);
        count <= MAX_DEPTH && (is_depth(last) && !is_result || is_argument)
    }
}

/// Reads the parts of a line.
struct Reader<'a> {
    number: usize,
    line: &'a str,
    found: Line,
    depths: Vec<u32>,
}

fn number<'p, 'a>(part: &'p Part<'a>) -> Option<&'p Number<'a>> {
    match part {
        Part::Number(number) => Some(number),
        _ => None,
    }
}

fn word<'p>(part: &'p Part<'_>) -> Option<&'p str> {
    match part {
        Part::Word(word) => Some(word),
        _ => None,
    }
}

impl Reader<'_> {
    fn read_parts(&mut self, parts: &[Part<'_>]) {
        let words: Vec<_> = parts.iter().filter_map(word).take(2).collect();
        let [first, second] = [0, 1].map(|at| words.get(at).copied().unwrap_or_default());
        let is_text = |part: &&Part<'_>| matches!(part, Part::Word(_) | Part::Number(_));
        let is_perft = first == "go" && second == "perft";
        let has_number = parts.iter().any(|part| number(part).is_some());
        let is_command = first == "go" && !is_perft
            || is_perft && parts.iter().filter(is_text).count() <= 3
            || !(first == "position" && has_number)
                && [first.to_owned(), format!("{first} {second}")]
                    .iter()
                    .any(|head| COMMANDS.contains(&head.as_str()));
        if is_command || is_of_search(self.line) {
            let depth = parts.iter().rev().find_map(number).filter(|_| is_perft);
            self.found.depth = depth.and_then(|number| number.text.parse().ok());
            self.found.is_noise = true;
            return;
        }
        let moves: Vec<_> = (0..parts.len()).filter(|at| matches!(parts[*at], Part::Move(_))).collect();
        if moves.is_empty() {
            self.totals(parts);
        } else {
            self.moves(parts, &moves);
        }
        self.depths.dedup();
        if let [depth] = self.depths[..] {
            self.found.depth = Some(depth);
            self.found.totals.iter_mut().for_each(|total| total.depth = total.depth.or(Some(depth)));
        }
        if first == "info" {
            self.found.loose.clear();
            self.found.is_noise = self.found.totals.is_empty() && !self.found.holds_moves();
        }
    }

    /// The text of numbers, if blanks may be between the thousands of one.
    fn blanks(&self, numbers: &[&Number<'_>]) -> Option<String> {
        let text = &self.line[numbers.first()?.start..numbers.last()?.end];
        number::without_blanks(text).is_some().then(|| text.to_owned())
    }

    /// Reads the numbers of a part of the line without moves: depths and totals.
    fn totals(&mut self, parts: &[Part<'_>]) {
        if self.by_depth(parts) {
            return;
        }
        let (mut is_after_depth, mut index) = (false, 0);
        while index < parts.len() {
            let at = index;
            index += 1;
            let Part::Number(found) = &parts[at] else {
                is_after_depth &= !matches!(parts[at], Part::Ordinal);
                continue;
            };
            let was_after_depth = std::mem::replace(&mut is_after_depth, false);
            let count = match found.what {
                What::Depth(depth) => {
                    self.depths.push(depth);
                    is_after_depth = true;
                    continue;
                }
                What::Count(count) => count,
                // A difference from the total.
                What::Other if !self.found.totals.is_empty() && found.text.starts_with(['+', '-']) => {
                    self.found.loose.push(u128::MAX);
                    continue;
                }
                What::Measure | What::Other => continue,
            };
            let Some(kind) = self.total_kind(parts, at, found, was_after_depth) else {
                // Numbers in brackets in a line of text are remarks.
                if found.brackets == 0 || !self.found.totals.is_empty() || !self.depths.is_empty() {
                    self.found.loose.push(count);
                    let is_last = parts[index..].iter().all(|part| matches!(part, Part::Sign(_)));
                    self.found.is_statement |= found.is_stated || is_last;
                }
                continue;
            };
            let (mut counts, mut numbers) = (vec![count], vec![found]);
            while let Some(part) = parts.get(index) {
                match part {
                    Part::Number(Number { what: What::Measure, .. }) | Part::Sign(_) => {}
                    Part::Number(next @ Number { what: What::Count(count), .. }) => {
                        counts.push(*count);
                        numbers.push(next);
                    }
                    Part::Word(word) if word == "vs" => {}
                    _ => break,
                }
                index += 1;
            }
            let behind = is_total(&found.next).then(|| format!("# {}", found.next));
            let wording = found.key.iter().cloned().chain(behind).collect::<Vec<_>>().join(" ");
            let (line, depth, blanks) = (self.number, self.depths.last().copied(), self.blanks(&numbers));
            self.found.totals.push(Total { line, wording, depth, kind, counts, blanks });
        }
    }

    /// Reads a line such as `3  8902  0.01  1112750.00nps`: a depth, its count, and measures, without a word. Returns whether it is one.
    fn by_depth(&mut self, parts: &[Part<'_>]) -> bool {
        let numbers: Vec<_> = parts.iter().filter_map(number).collect();
        let is_measure = |found: &&&Number<'_>| found.what == What::Measure && found.text.contains('.');
        let [Number { what: What::Count(depth), .. }, Number { what: What::Count(count), .. }, others @ ..] =
            &numbers[..]
        else {
            return false;
        };
        let are_measures = !others.is_empty() && others.iter().filter(is_measure).count() == others.len();
        if numbers.len() < parts.len() || !are_measures || *depth > MAX_DEPTH {
            return false;
        }
        let (line, wording, depth) = (self.number, String::new(), u32::try_from(*depth).ok());
        let (kind, counts, blanks) = (TotalKind::Named, vec![*count], None);
        self.depths.extend(depth);
        self.found.totals.push(Total { line, wording, depth, kind, counts, blanks });
        true
    }

    /// The meaning of a number by the words before and behind it; `None` if they do not say that it is a total.
    fn total_kind(
        &self,
        parts: &[Part<'_>],
        at: usize,
        found: &Number<'_>,
        is_after_depth: bool,
    ) -> Option<TotalKind> {
        let has = |word: &str| found.key.iter().any(|known| known == word);
        let behind = parts[at + 1..].iter().filter(|part| !matches!(part, Part::Sign('*')));
        let is_rate = behind.map_while(word).take(3).any(|word| is_measure(word) || word == "per");
        let last = found.key.last().map_or("", String::as_str);
        let is_of_moves = has("move") || has("moves");
        if is_of_moves && !has("nodes") && !has("leaf") && !has("leaves") || found.next == "moves" && !is_rate
        {
            return Some(TotalKind::Moves);
        }
        let is_keyed = found.key.iter().any(|word| is_total(word)) && (last != "n" || found.is_stated);
        let is_of_depth = is_after_depth && found.key.iter().all(|word| word == "is" || is_depth(word));
        if is_keyed || is_of_depth || is_total(&found.next) && found.next != "n" && !is_rate {
            return Some(TotalKind::Named);
        }
        let is_mark = |part: &Part<'_>| matches!(part, Part::Sign('*' | '"' | '\'' | '`'));
        let is_alone = |parts: &[Part<'_>]| parts.iter().all(is_mark);
        let are_blanks = || number::without_blanks(self.line.trim()).is_some();
        (is_alone(&parts[..at]) && (is_alone(&parts[at + 1..]) || are_blanks())).then_some(TotalKind::Bare)
    }

    /// Reads the moves of a line, each with what follows it up to the next.
    fn moves(&mut self, parts: &[Part<'_>], moves: &[usize]) {
        let (prefix, rest) = parts.split_at(moves[0]);
        let before = self.prefix(prefix);
        let segments: Vec<_> = rest.chunk_by(|_, next| !matches!(next, Part::Move(_))).collect();
        let is_count = |found: &&Number<'_>| matches!(found.what, What::Count(_) | What::Other);
        let counts = |segment: &[Part<'_>]| segment.iter().filter_map(number).filter(is_count).count();
        let (last, others) = segments.split_last().expect("a move");
        // Every move has a number before it, and the last none behind it.
        let has_words = last.iter().filter_map(word).any(|word| !is_measure(word));
        let is_leading = counts(last) == 0 && !has_words && !before.is_empty();
        let is_leading = is_leading && others.iter().all(|segment| counts(segment) == 1);
        if is_leading {
            let mut counts = before.iter().map(|found| found.count()).collect::<Vec<_>>();
            let mut blanks = self.blanks(&before);
            for segment in &segments {
                let Part::Move(label) = segment[0] else { continue };
                let next = segment.iter().filter_map(number).filter(is_count).map(Number::count).collect();
                let counts = std::mem::replace(&mut counts, next).into_iter().map(Some).collect();
                self.found.leading.push(Row {
                    counts,
                    blanks: blanks.take(),
                    ..Row::new(self.number, label)
                });
                self.found.unread.get_or_insert_with(|| (label.to_owned(), String::new()));
            }
            return;
        }
        for segment in &segments {
            self.row(prefix, segment, moves.len() == 1);
        }
        if let Some(row) = self.found.rows.first_mut() {
            row.before = before.iter().map(|found| found.count()).collect();
        }
        // A move that comes again in its line has another count of it.
        let (rows, mut places) = (std::mem::take(&mut self.found.rows), BTreeMap::new());
        for row in rows {
            let place = *places.entry(row.label.clone()).or_insert(self.found.rows.len());
            match self.found.rows.get_mut(place) {
                Some(known) => {
                    known.counts.extend(row.counts);
                    known.names.extend(row.names);
                    known.odd.extend(row.odd);
                }
                None => self.found.rows.push(row),
            }
        }
    }

    /// Reads the part of the line before its first move. Returns the numbers that may be counts.
    fn prefix<'p, 'a>(&mut self, parts: &'p [Part<'a>]) -> Vec<&'p Number<'a>> {
        let mut counts = Vec::new();
        let is_log = matches!(parts.last(), Some(Part::Sign(':' | '>')));
        for (at, found) in parts.iter().enumerate().filter_map(|(at, part)| Some((at, number(part)?))) {
            match found.what {
                What::Depth(depth) => self.depths.push(depth),
                What::Count(_) => {
                    let has_words = parts[at..].iter().filter_map(word).any(|word| !leads_to_count(word));
                    let is_index = found.key.last().is_some_and(|word| is_move_name(word));
                    let is_of_log = is_log && (has_words || found.brackets > 0 && !found.key.is_empty());
                    if !(is_index || is_of_log) {
                        counts.push(found);
                    }
                }
                // A signed number before the move takes the place of its count.
                What::Other if at + 1 == parts.len() && !found.text.contains('/') => {
                    self.found.loose.push(u128::MAX)
                }
                What::Other | What::Measure => {}
            }
        }
        counts
    }

    /// Reads a move and what follows it up to the next move.
    fn row(&mut self, prefix: &[Part<'_>], segment: &[Part<'_>], is_one: bool) {
        let Some((Part::Move(label), parts)) = segment.split_first() else { return };
        let mut row = Row::new(self.number, label);
        let brackets = prefix.iter().fold(0_usize, |open, part| match part {
            Part::Sign('(' | '[') => open + 1,
            Part::Sign(')' | ']') => open.saturating_sub(1),
            _ => open,
        });
        let (mut is_separated, mut numbers, mut words) = (false, Vec::new(), Vec::new());
        let mut is_remark = true;
        for (at, part) in parts.iter().enumerate() {
            // Remarks in brackets, such as `a2a3 (quiet): 380`.
            is_remark &= !matches!(part, Part::Number(_));
            match part {
                Part::Sign(sign) => {
                    is_separated |= matches!(sign, ':' | '=' | '|' | ',' | '>' | ';') && words.is_empty();
                    if is_remark && matches!(sign, ')' | ']') {
                        words.clear();
                    }
                }
                Part::Word(word) => words.push(word.as_str()),
                Part::Number(found) => {
                    let is_aside = found.brackets > brackets;
                    let is_count = is_separated
                        || found.is_stated
                        || is_total(&found.next)
                        || found.key.iter().all(|word| leads_to_count(word));
                    let has_counts = !row.counts.is_empty();
                    match found.what {
                        What::Measure => {}
                        What::Depth(depth) => self.depths.push(depth),
                        What::Count(_) if found.key.last().is_some_and(|word| word == CURRENT_NUMBER) => {}
                        What::Count(_) if has_counts && !is_aside && ends_rows(&found.key, is_one) => {
                            // The words before the number are a part of the total.
                            let last = parts[..at].iter().rposition(|part| matches!(part, Part::Number(_)));
                            self.push(row, &numbers);
                            self.totals(&parts[last.map_or(0, |last| last + 1)..]);
                            return;
                        }
                        What::Count(count) if is_count || has_counts => {
                            numbers.push(found);
                            row.counts.push(Some(count));
                            row.names.push((!found.key.is_empty()).then(|| found.key.join(" ")));
                        }
                        What::Count(count) => self.found.loose.push(count),
                        What::Other if has_counts => row.odd.push(found.text.to_owned()),
                        What::Other if is_aside => {}
                        What::Other if is_count => return self.unread(label, found.text),
                        What::Other => self.found.loose.push(u128::MAX),
                    }
                }
                Part::Move(_) | Part::Ordinal => {}
            }
        }
        if !row.counts.is_empty() {
            self.push(row, &numbers);
            return;
        }
        let begins = prefix.iter().filter_map(word).all(is_move_name);
        let before = prefix.iter().filter_map(number).next_back().map_or("", |found| found.text);
        match (&words[..], parts.last()) {
            ([], _) if begins && is_one => {
                self.unread(label, if number::count(before).is_none() { before } else { "" });
            }
            ([word], Some(Part::Word(_))) if begins && is_one && is_separated => {
                // As it is written.
                let line = self.line.trim_end_matches(|c: char| !c.is_alphanumeric());
                let start = line.len().saturating_sub(word.len());
                self.unread(label, line.get(start..).unwrap_or(word));
            }
            _ => self.found.is_sentence = true,
        }
    }

    fn push(&mut self, row: Row, numbers: &[&Number<'_>]) {
        let (blanks, depth) = (self.blanks(numbers), self.depths.last().copied());
        self.found.rows.push(Row { blanks, depth, ..row });
    }

    fn unread(&mut self, label: &str, text: &str) {
        self.found.unread.get_or_insert_with(|| (label.to_owned(), text.to_owned()));
    }
}

impl Number<'_> {
    const fn count(&self) -> u128 {
        match self.what {
            What::Count(count) => count,
            _ => u128::MAX,
        }
    }
}

/// Whether the words before a number say that the totals of the line begin with it. Behind a single move they name a running total.
fn ends_rows(key: &[String], is_one: bool) -> bool {
    key.iter().any(|word| word == "moves" || !is_one && is_total(word))
}
