//! Finds the moves with their counts, and the totals, in one line.
//!
//! Invariants: a number beside a word for a measure, in a date or in a share is no count. Every other number of a row is a count of its
//! move. A number that fits no form is kept, so that the text does not lose it.

use super::number;
use super::tokens::{Token, TokenKind, tokens};
use super::words::{
    COMMANDS, CURRENT, MAX_DEPTH, OF_SEARCH, are_of_measure, is_depth, is_measure, is_move_name, is_total,
    is_unit, leads_to_count,
};
use super::{IsMove, Row, Total, TotalKind};
use crate::support::sanitise::is_printable;

/// What a line holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
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
    /// The numbers that have no place in a form; `u128::MAX` for one that is no count.
    pub(super) loose: Vec<u128>,
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

    /// Whether it has moves, with a count or without.
    pub(super) fn holds_moves(&self) -> bool {
        !self.rows.is_empty() || !self.leading.is_empty() || self.unread.is_some()
    }
}

/// Reads the line with this number. `asked` is the depth that is asked about: `perft: 3` names it rather than a count.
pub(crate) fn read_line(number: usize, text: &str, asked: Option<u32>, is_move: IsMove<'_>) -> Line {
    let clean = clean(text);
    let tokens = tokens(&clean, is_csv(&clean));
    let found = Line::default();
    Scan { number, line: &clean, tokens, asked, is_move, found, depth_at: None, depths: Vec::new() }.run()
}

/// The move at the start of a text.
pub(super) fn first_move(text: &str, is_move: IsMove<'_>) -> Option<String> {
    let (tokens, found) = (tokens(text, false), Line::default());
    let scan = Scan {
        number: 0,
        line: text,
        tokens,
        asked: None,
        is_move,
        found,
        depth_at: None,
        depths: Vec::new(),
    };
    scan.label(0).map(|(label, _)| label.to_owned())
}

/// The line without escape sequences of terminals, invisible characters, what a log puts before it, and positions.
pub(super) fn clean(text: &str) -> String {
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

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Count(u128),
    /// A measure, a share, a time, a date, the key of a position, or a difference of 0.
    Measure,
    /// A number that is no count, such as `-5`, `1.6e3` or one of sixty digits.
    Other,
}

/// The scan of a line from left to right.
struct Scan<'a> {
    number: usize,
    line: &'a str,
    tokens: Vec<Token>,
    asked: Option<u32>,
    is_move: IsMove<'a>,
    found: Line,
    /// The token of the last depth.
    depth_at: Option<usize>,
    depths: Vec<u32>,
}

impl<'a> Scan<'a> {
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
        let words: Vec<_> = (0..self.tokens.len()).filter_map(|index| self.word(index)).take(2).collect();
        let [first, second] = [0, 1].map(|at| words.get(at).map_or("", String::as_str));
        let is_info = first == "info";
        let is_text = |token: &&Token| matches!(token.kind, TokenKind::Word | TokenKind::Number);
        let is_command = first == "go"
            && (second != "perft" || self.tokens.iter().filter(is_text).count() <= 3)
            || [first.to_owned(), format!("{first} {second}")]
                .iter()
                .any(|head| COMMANDS.contains(&head.as_str()));
        if is_command || is_of_search(self.line) {
            let last = self.tokens.last().filter(|_| first == "go" && second == "perft");
            self.found.depth = last.and_then(|last| self.line[last.start..last.end].parse().ok());
            self.found.is_noise = true;
            return self.found;
        }
        let mut moves = Vec::new();
        let mut index = 0;
        while index < self.tokens.len() {
            let label = (self.kind(index) == Some(TokenKind::Word)).then(|| self.label(index)).flatten();
            moves.extend(label.map(|(label, end)| (label, index, end)));
            index = label.map_or(index + 1, |(_, end)| end);
        }
        match &moves[..] {
            [] => self.totals(0, self.tokens.len()),
            moves => self.moves(moves),
        }
        self.depths.dedup();
        if let [depth] = self.depths[..] {
            self.found.depth = Some(depth);
            self.found.totals.iter_mut().for_each(|total| total.depth = total.depth.or(Some(depth)));
        }
        if is_info {
            self.found.loose.clear();
            self.found.is_noise = self.found.totals.is_empty() && !self.found.holds_moves();
        }
        self.found
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

    /// The words before a number, back to the number or the separator before it.
    fn key(&self, index: usize, from: usize) -> Vec<String> {
        let ends = |at: &usize| {
            matches!(
                self.tokens[*at].kind,
                TokenKind::Number | TokenKind::Ordinal | TokenKind::Sign(',' | ';' | '|')
            )
        };
        // The unit of the number before says nothing about this one.
        let behind = |at: usize| {
            let is_unit = self.kind(at) == Some(TokenKind::Number) && self.has_unit(at);
            at + 1 + usize::from(is_unit)
        };
        let start = (from..index).rfind(ends).map_or(from, behind);
        let words = (start..index).filter_map(|at| self.word(at));
        let parts = words.flat_map(|word| word.split('_').map(str::to_owned).collect::<Vec<_>>());
        parts.filter(|word| word.contains(char::is_alphanumeric)).collect()
    }

    /// What the number at an index is, by the words next to it. In a line `of_text`, words before `:` say more.
    fn class(&self, index: usize, key: &[String], of_text: bool) -> Number {
        let text = self.text(index);
        // A date has three parts without blanks between.
        let touches = |at: usize| {
            at > 0
                && self.kind(at) == Some(TokenKind::Number)
                && self.kind(at - 1) == Some(TokenKind::Number)
                && self.tokens[at - 1].end == self.tokens[at].start
        };
        let parts = (index + 1..).take_while(|at| touches(*at)).count()
            + (0..=index).rev().take_while(|at| touches(*at)).count();
        let is_of_date = parts > 1;
        let end = text.trim_start_matches(|c: char| !c.is_alphabetic() && c != '%').to_lowercase();
        let digits = &text[..text.len() - end.len()];
        let value = digits.parse::<f64>().ok();
        // A number with a fraction is no count, and `601.0` may be one.
        let is_fraction = end.is_empty()
            && value.is_some_and(|value| value.fract() != 0.0 || digits.contains('.') && value == 0.0);
        let is_signed_zero = text.starts_with(['+', '-']) && value == Some(0.0);
        let is_measure = is_of_date
            || value.is_some() && is_measure(&end)
            || text.contains(':')
            || self.has_unit(index)
            || are_of_measure(key, of_text && self.is_stated(index))
            || number::is_key(text)
            || is_signed_zero;
        match number::count(text) {
            _ if is_measure => Number::Measure,
            Some(count) => Number::Count(count),
            None if is_fraction => Number::Measure,
            None => Number::Other,
        }
    }

    /// Whether `:` or `=` is directly before a token.
    fn is_stated(&self, index: usize) -> bool {
        matches!(self.kind(index.wrapping_sub(1)), Some(TokenKind::Sign(':' | '=')))
    }

    /// Whether the word behind the number is a unit or the name of a measure. In `nodes 1980 nps 100` it belongs to the next number.
    fn has_unit(&self, index: usize) -> bool {
        let leads = |word: &str| match self.kind(index + 2) {
            Some(TokenKind::Sign(':' | '=')) => true,
            Some(TokenKind::Number) => !is_unit(word),
            _ => false,
        };
        self.word(index + 1).is_some_and(|word| is_measure(&word) && !leads(&word))
    }

    /// Whether a number is the depth that its line names, rather than a count.
    fn is_depth(&self, index: usize, count: u128, key: &[String]) -> bool {
        let last = key.last().map_or("", String::as_str);
        let has_more = self.tokens[index + 1..].iter().any(|token| token.kind == TokenKind::Number);
        let is_stated = self.is_stated(index);
        let is_asked = self.asked.is_some_and(|asked| u128::from(asked) == count);
        let is_result = is_total(last) && !has_more && is_stated && !is_asked;
        // `perft(board, 3)` names the depth last.
        let is_call = |at: usize| self.word(at).is_some_and(|word| word.starts_with("perft"));
        let is_argument = self.kind(index + 1) == Some(TokenKind::Sign(')')) && (0..index).any(is_call);
        count <= MAX_DEPTH && (is_depth(last) && !is_result || is_argument)
    }

    fn set_depth(&mut self, index: usize, count: u128) {
        self.depth_at = Some(index);
        self.depths.extend(u32::try_from(count).ok());
    }

    /// Whether a token is inside brackets that open behind another.
    fn is_aside(&self, from: usize, index: usize) -> bool {
        let of = |signs: [char; 2]| {
            let is = |token: &&Token| matches!(token.kind, TokenKind::Sign(sign) if signs.contains(&sign));
            self.tokens[from..index].iter().filter(is).count()
        };
        of(['(', '[']) > of([')', ']'])
    }

    /// Reads the numbers of a part of the line without moves: depths and totals.
    fn totals(&mut self, from: usize, to: usize) {
        if self.of_depth() {
            return;
        }
        let mut index = from;
        while index < to {
            let at = index;
            index += 1;
            if self.kind(at) != Some(TokenKind::Number) {
                continue;
            }
            let key = self.key(at, from);
            let Number::Count(count) = self.class(at, &key, true) else { continue };
            if self.is_depth(at, count, &key) {
                self.set_depth(at, count);
                continue;
            }
            let Some(kind) = self.total_kind(at, &key) else {
                self.loose(at, count);
                continue;
            };
            let mut counts = vec![count];
            while index < to {
                match self.kind(index) {
                    Some(TokenKind::Sign(_)) => {}
                    Some(TokenKind::Number) => match self.class(index, &[], true) {
                        Number::Count(count) => counts.push(count),
                        Number::Measure => {}
                        Number::Other => break,
                    },
                    _ if self
                        .word(index)
                        .is_some_and(|word| !word.contains(char::is_alphanumeric) || word == "vs") => {}
                    _ => break,
                }
                index += 1;
            }
            let depth = self.depths.last().copied();
            let behind = self.word(at + 1).filter(|word| is_total(word));
            let wording = key.into_iter().chain(behind.map(|word| format!("# {word}")));
            let wording = wording.collect::<Vec<_>>().join(" ");
            let blanks = self.blanks(at, at + counts.len());
            self.found.totals.push(Total { line: self.number, wording, depth, kind, counts, blanks });
        }
    }

    /// Reads a line such as `3  8902  0.01  1112750.00nps`: a depth, its count, and measures, without a word. Returns whether it is one.
    fn of_depth(&mut self) -> bool {
        let is_number = |token: &Token| token.kind == TokenKind::Number;
        if self.tokens.len() < 3 || !self.tokens.iter().all(is_number) {
            return false;
        }
        let counts: Vec<_> = (0..self.tokens.len()).map(|at| number::count(self.text(at))).collect();
        let is_measure = |at: usize| {
            let text = self.text(at);
            counts[at].is_none() && text.contains('.') && text.starts_with(|c: char| c.is_ascii_digit())
        };
        let ([Some(depth), Some(count)], true) = (&counts[..2], (2..counts.len()).all(is_measure)) else {
            return false;
        };
        if *depth > MAX_DEPTH {
            return false;
        }
        let (depth, counts) = (u32::try_from(*depth).ok(), vec![*count]);
        let (line, wording, kind, blanks) = (self.number, String::new(), TotalKind::Named, None);
        self.depths.extend(depth);
        self.found.totals.push(Total { line, wording, depth, kind, counts, blanks });
        true
    }

    /// Keeps a number that has no place in a form, unless it is in brackets in a line of text.
    fn loose(&mut self, index: usize, count: u128) {
        if !self.is_aside(0, index) || !self.found.totals.is_empty() || self.depth_at.is_some() {
            self.found.loose.push(count);
        }
    }

    /// The meaning of a number by the words before and behind it; `None` if they do not say that it is a total.
    fn total_kind(&self, index: usize, key: &[String]) -> Option<TotalKind> {
        let has = |word: &str| key.iter().any(|known| known == word);
        let is_stated = self.is_stated(index);
        let behind = (index + 1..self.tokens.len()).filter(|at| self.kind(*at) != Some(TokenKind::Sign('*')));
        let behind: Vec<_> = behind.map_while(|at| self.word(at)).take(3).collect();
        let next = behind.first().map_or("", String::as_str);
        let is_rate = behind.iter().any(|word| is_measure(word));
        if (has("move") || has("moves")) && !has("nodes") && !has("leaf") && !has("leaves") {
            return Some(TotalKind::Moves);
        }
        let last = key.last().map_or("", String::as_str);
        let is_keyed = key.iter().any(|word| is_total(word)) && (last != "n" || is_stated);
        let is_ended = next != "total" || behind.len() == 1 || is_total(&behind[1]);
        let follows = |at: usize| {
            let is_between = |token: &Token| matches!(token.kind, TokenKind::Number | TokenKind::Ordinal);
            !self.tokens[at + 1..index].iter().any(is_between)
        };
        let is_of_depth =
            self.depth_at.is_some_and(follows) && key.iter().all(|word| word == "is" || is_depth(word));
        if is_keyed || is_of_depth || is_total(next) && next != "n" && is_ended && !is_rate {
            return Some(TotalKind::Named);
        }
        if next == "moves" && !is_rate {
            return Some(TotalKind::Moves);
        }
        let is_mark = |kind: TokenKind| matches!(kind, TokenKind::Sign('*' | '"' | '\'' | '`'));
        let is_number = |token: &&Token| token.kind == TokenKind::Number;
        let are_marks = self.tokens.iter().all(|token| is_number(&token) || is_mark(token.kind));
        let is_one = self.tokens.iter().filter(is_number).count() == 1
            || number::without_blanks(self.line.trim()).is_some();
        (are_marks && is_one).then_some(TotalKind::Bare)
    }

    /// The text of the numbers of a count, if blanks may be between its thousands.
    fn blanks(&self, from: usize, to: usize) -> Option<String> {
        let last = self.tokens.get(to.checked_sub(1)?)?;
        let text = &self.line[self.tokens[from].start..last.end];
        number::without_blanks(text).is_some().then(|| text.to_owned())
    }

    /// Reads the moves of a line, each with what follows it up to the next.
    fn moves(&mut self, moves: &[(&'a str, usize, usize)]) {
        let before = self.prefix(moves[0].1);
        let end_of = |number: usize| moves.get(number + 1).map_or(self.tokens.len(), |(_, start, _)| *start);
        let numbers = |from: usize, to: usize| -> Vec<u128> {
            let counts = (from..to).filter(|at| self.kind(*at) == Some(TokenKind::Number));
            let counts = counts.filter_map(|at| match self.class(at, &self.key(at, from), false) {
                Number::Count(count) => Some(count),
                Number::Other => Some(0),
                Number::Measure => None,
            });
            counts.collect()
        };
        let behind: Vec<_> =
            moves.iter().enumerate().map(|(at, (_, _, end))| numbers(*end, end_of(at))).collect();
        // Every move has a number before it, and the last none behind it.
        let Some((last, others)) = behind.split_last() else { return };
        let are_leading =
            last.is_empty() && !before.is_empty() && others.iter().all(|numbers| numbers.len() == 1);
        let has_words = (moves[moves.len() - 1].2..self.tokens.len()).any(|at| {
            self.word(at).is_some_and(|word| word.contains(char::is_alphanumeric) && !is_measure(&word))
        });
        if are_leading && !has_words {
            let blanks = self.blanks_before(moves[0].1, before.len());
            let counts = std::iter::once(before).chain(others.iter().cloned());
            let leading = moves.iter().zip(counts).map(|((label, ..), counts)| Row {
                counts: counts.into_iter().map(Some).collect(),
                blanks: blanks.clone(),
                ..Row::new(self.number, label)
            });
            self.found.leading = leading.collect();
            self.found.unread = Some((moves[0].0.to_owned(), String::new()));
            return;
        }
        let is_one = moves.len() == 1;
        for (at, (label, start, end)) in moves.iter().enumerate() {
            let to = moves.get(at + 1).map_or(self.tokens.len(), |(_, start, _)| *start);
            self.row(label, *start, *end, to, is_one);
        }
        if let Some(row) = self.found.rows.first_mut() {
            row.before = before;
        }
        // A move that comes again in its line has another count of it.
        let rows = std::mem::take(&mut self.found.rows);
        for row in rows {
            match self.found.rows.iter_mut().find(|known| known.label == row.label) {
                Some(known) => {
                    known.counts.extend(row.counts);
                    known.names.extend(row.names);
                }
                None => self.found.rows.push(row),
            }
        }
    }

    /// The text of the numbers directly before a move, if blanks may be between their thousands.
    fn blanks_before(&self, to: usize, count: usize) -> Option<String> {
        let last = (0..to).rfind(|at| self.kind(*at) == Some(TokenKind::Number))?;
        self.blanks((last + 1).checked_sub(count)?, last + 1)
    }

    /// Reads the part of the line before its first move. Returns the numbers that may be counts.
    fn prefix(&mut self, to: usize) -> Vec<u128> {
        let mut counts = Vec::new();
        let is_log = matches!(self.kind(to.wrapping_sub(1)), Some(TokenKind::Sign(':' | '>')));
        for at in (0..to).filter(|at| self.kind(*at) == Some(TokenKind::Number)).collect::<Vec<_>>() {
            let key = self.key(at, 0);
            match self.class(at, &key, true) {
                Number::Count(count) if self.is_depth(at, count, &key) => self.set_depth(at, count),
                Number::Count(count) => {
                    let is_word = |at: usize| {
                        self.word(at).is_some_and(|word| {
                            word.contains(char::is_alphanumeric) && !leads_to_count(&word)
                        })
                    };
                    let has_words = (at + 1..to).any(is_word);
                    let is_index = key.last().is_some_and(|word| is_move_name(word));
                    let is_of_log = is_log && (has_words || self.is_aside(0, at) && !key.is_empty());
                    if !(is_index || is_of_log) {
                        counts.push(count);
                    }
                }
                // A signed number before the move stands in the place of its count.
                Number::Other if at + 1 == to && !self.text(at).contains('/') => {
                    self.found.loose.push(u128::MAX)
                }
                _ => {}
            }
        }
        counts
    }

    /// Reads the numbers between the end of a move and the next move.
    fn row(&mut self, label: &str, start: usize, end: usize, to: usize, is_one: bool) {
        let mut row = Row::new(self.number, label);
        let (mut is_separated, mut at, mut places) = (false, end, Vec::new());
        let mut words = Vec::new();
        // Remarks in brackets, such as `a2a3 (quiet): 380`.
        while matches!(self.kind(at), Some(TokenKind::Sign('(' | '['))) {
            let closes = |at: &usize| matches!(self.kind(*at), Some(TokenKind::Sign(')' | ']')));
            let Some(close) = (at..to).find(closes) else { break };
            if (at..close).any(|at| self.kind(at) == Some(TokenKind::Number)) {
                break;
            }
            at = close + 1;
        }
        while at < to {
            let index = at;
            at += 1;
            match self.tokens[index].kind {
                TokenKind::Sign(sign) if row.counts.is_empty() => {
                    is_separated |= matches!(sign, ':' | '=' | '|' | ',' | '>' | ';') && words.is_empty();
                }
                TokenKind::Word => {
                    words.extend(self.word(index).filter(|word| word.contains(char::is_alphanumeric)))
                }
                TokenKind::Number => {
                    let key = self.key(index, end);
                    let class = self.class(index, &key, false);
                    let last = key.last().map_or("", String::as_str);
                    if last == "currmovenumber" || class == Number::Measure {
                        continue;
                    }
                    let is_stated = self.is_stated(index);
                    let next = self.word(index + 1).unwrap_or_default();
                    let is_count = is_separated
                        || is_stated
                        || is_total(&next)
                        || key.iter().all(|word| leads_to_count(word));
                    match class {
                        Number::Count(count)
                            if self.is_depth(index, count, &key)
                                && index + 1 < to
                                && row.counts.is_empty() =>
                        {
                            self.set_depth(index, count);
                        }
                        Number::Count(_)
                            if !row.counts.is_empty()
                                && !self.is_aside(end, index)
                                && ends_rows(&key, is_one) =>
                        {
                            let first = (end..index).rfind(|at| self.kind(*at) == Some(TokenKind::Number));
                            self.push(row, &places);
                            self.totals(first.map_or(end, |at| at + 1), to);
                            return;
                        }
                        Number::Count(count) if is_count || !row.counts.is_empty() => {
                            places.push(index);
                            row.counts.push(Some(count));
                            row.names.push((!key.is_empty()).then(|| key.join(" ")));
                        }
                        Number::Count(count) => self.found.loose.push(count),
                        _ if !row.counts.is_empty() => row.odd.push(self.text(index).to_owned()),
                        _ if self.is_aside(end, index) => {}
                        _ if is_count => {
                            self.unread(label, self.text(index));
                            return;
                        }
                        _ => self.found.loose.push(u128::MAX),
                    }
                }
                _ => {}
            }
        }
        if !row.counts.is_empty() {
            self.push(row, &places);
            return;
        }
        let is_head = |at: usize| {
            self.word(at).is_none_or(|word| is_move_name(&word) || !word.contains(char::is_alphanumeric))
        };
        let begins = (0..start).all(is_head);
        let text = match &words[..] {
            [] => {
                let is_number = |at: &usize| self.kind(*at) == Some(TokenKind::Number);
                let before = (0..start).rfind(is_number).map_or("", |at| self.text(at));
                Some(if number::count(before).is_none() { before } else { "" })
            }
            [_] if is_separated && self.kind(to - 1) == Some(TokenKind::Word) => Some(self.text(to - 1)),
            _ => None,
        };
        match text.filter(|_| begins && is_one) {
            Some(text) => self.unread(label, text),
            None => self.found.is_sentence = true,
        }
    }

    fn push(&mut self, mut row: Row, places: &[usize]) {
        let are_next = places.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        row.blanks = places
            .first()
            .zip(places.last())
            .filter(|_| are_next)
            .and_then(|(first, last)| self.blanks(*first, last + 1));
        row.depth = self.depths.last().copied();
        self.found.rows.push(row);
    }

    fn unread(&mut self, label: &str, text: &str) {
        self.found.unread.get_or_insert_with(|| (label.to_owned(), text.to_owned()));
    }
}

/// Whether the words before a number say that the totals of the line begin with it. Behind a single move they name a running total.
fn ends_rows(key: &[String], is_one: bool) -> bool {
    let has_moves = key.iter().any(|word| word == "moves");
    has_moves || !is_one && key.iter().any(|word| is_total(word))
}
