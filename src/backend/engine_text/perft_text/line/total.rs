//! Reads the numbers that belong to no move: depths and totals.

use super::Scan;
use super::counts::Counts;
use crate::backend::engine_text::perft_text::number;
use crate::backend::engine_text::perft_text::role::Role;
use crate::backend::engine_text::perft_text::spaced::Numbers;
use crate::backend::engine_text::perft_text::tokens::{Token, TokenKind};
use crate::backend::engine_text::perft_text::vocabulary::{
    DEPTHS, MAX_DEPTH, MORE_OR_LESS, NODES, OTHERS, STATES, UNITS_OF_TOTAL,
};
use crate::backend::engine_text::perft_text::{Total, TotalKind};

impl Scan<'_> {
    /// Reads a number that belongs to no move. Returns whether the rest of the line says nothing more.
    pub(super) fn number(&mut self, index: usize) -> bool {
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
        // `perft(board, 3)` names the depth last.
        let is_argument = self.kind(index + 1) == Some(TokenKind::Sign(')'))
            && words.iter().any(|word| word.starts_with("perft"));
        let is_depth = DEPTHS.contains(&last) && !self.is_result(index, count, last) || is_argument;
        if is_depth && count <= MAX_DEPTH {
            self.depth = u32::try_from(count).ok();
            return false;
        }
        if self.role(index) == Some(Role::Expected) {
            self.found.is_told = true;
            return false;
        }
        let Some((kind, wording)) = self.kind_of(index, &words) else { return false };
        let Counts { meant, further, is_versus, .. } = self.counts(index, count);
        let joined = self.numbers(meant.at).joined().filter(|_| kind != TotalKind::Moves);
        let (line, count) = (self.number, joined.unwrap_or(meant.count));
        let parts = if further.is_empty() { further } else { [vec![meant.count], further].concat() };
        let (depth, is_first) = (self.depth, |at: &usize| self.word(*at).is_some());
        let head = (0..self.tokens.len()).find(is_first).and_then(|at| self.word(at));
        let is_expected = head.and_then(|word| Role::of_word(&word)) == Some(Role::Expected);
        self.found.totals.push(Total { line, wording, depth, kind, count, parts, is_versus, is_expected });
        // Behind the total are times and rates.
        kind == TotalKind::Named
    }

    /// The number at an index and those that follow it directly.
    pub(super) fn numbers(&self, index: usize) -> Numbers {
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

    /// The meaning of a number by the words before and after it, and these words.
    fn kind_of(&self, index: usize, words: &[String]) -> Option<(TotalKind, String)> {
        let is_other = |word: &String| OTHERS.contains(&word.as_str()) || word.contains('/');
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        let is_emphasis = |at: &usize| self.kind(*at) == Some(TokenKind::Sign('*'));
        let behind = (index + 1..self.tokens.len()).filter(|at| !is_emphasis(at));
        let after: Vec<_> = behind.map_while(|at| self.word(at)).take(3).collect();
        let next = after.first().map_or("", String::as_str);
        let is_rate = after.iter().any(|word| word == "per" || word == "a") || next.contains('/');
        let last = words.last().map_or("", String::as_str);
        if words.iter().any(is_other) || MORE_OR_LESS.contains(&next) || last == "by" {
            return None;
        }
        let wording = words.join(" ");
        let is_moves = has(&["moves", "move"]) && !has(&["nodes", "leaf", "leaves"]);
        if is_moves {
            return Some((TotalKind::Moves, wording));
        }
        let is_stated = matches!(self.kind(index.wrapping_sub(1)), Some(TokenKind::Sign(':' | '=')));
        let is_named = has(&NODES) && (last != "n" || is_stated)
            || matches!(last, "perft" | "divide")
            || self.depth.is_some()
                && words
                    .iter()
                    .all(|word| STATES.contains(&word.as_str()) || !word.contains(char::is_alphanumeric))
            || self.role(index) == Some(Role::Program) && (next.is_empty() || UNITS_OF_TOTAL.contains(&next));
        if is_named {
            return Some((TotalKind::Named, wording));
        }
        let is_total = next == "total"
            && (index + 2 == self.tokens.len()
                || after.get(1).is_some_and(|word| UNITS_OF_TOTAL.contains(&word.as_str())));
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
