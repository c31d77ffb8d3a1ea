//! Reads a move and its count.

use super::Scan;
use super::counts::Counts;
use crate::backend::engine_text::perft_text::number;
use crate::backend::engine_text::perft_text::role::Role;
use crate::backend::engine_text::perft_text::tokens::TokenKind;
use crate::backend::engine_text::perft_text::vocabulary::{CURRENT_NUMBER, UNITS_OF_TOTAL};
use crate::backend::engine_text::perft_text::{Line, Row, TotalKind};

impl<'a> Scan<'a> {
    /// Reads the move that starts at a word, and its count. Returns the index after both; `None` if no move starts here.
    pub(super) fn row(&mut self, index: usize) -> Option<usize> {
        let (label, end) = self.label(index)?;
        let mut at = end;
        let (mut is_separated, mut is_aside, mut has_role) = (false, false, false);
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
                    has_role |= Role::of_word(&word).is_some();
                    let is_filler = word.chars().all(|c| !c.is_alphanumeric())
                        || UNITS_OF_TOTAL.contains(&word.as_str())
                        || matches!(word.as_str(), "count" | "perft" | "has" | "n")
                        || number::is_key(&word)
                        || has_role && (Role::of_word(&word).is_some() || Role::is_between(&word));
                    if !is_filler {
                        if let Some(end) = self.end_of_aside(at).filter(|_| is_aside) {
                            (at, is_aside) = (end, false);
                            continue;
                        }
                        let is_alone = at + 1 == self.tokens.len() && self.starts(index);
                        if is_separated && !is_aside && is_alone && self.label(at).is_none() {
                            self.unread(label, self.text(at));
                        }
                        return Some(self.pass(label, index, end));
                    }
                }
                Some(TokenKind::Number) if self.is_of_unit(at) => {}
                Some(TokenKind::Number) => {
                    let text = self.text(at);
                    match number::count(text) {
                        Some(count) => {
                            let Counts { meant, further, is_told, is_versus, end } = self.counts(at, count);
                            self.found.is_told |= is_told;
                            let (numbers, count) = (self.numbers(meant.at), meant.count);
                            let (line, label) = (self.number, label.to_owned());
                            self.found.rows.push(Row { line, label, count, numbers, further, is_versus });
                            self.words.clear();
                            // `Move 1 : e2e4 : 20` numbers the move.
                            self.found.totals.retain(|total| total.kind == TotalKind::Named);
                            return Some(end);
                        }
                        // A time, a share or a key next to the move.
                        None if is_aside || text.ends_with('%') || number::is_key(text) => {}
                        None => {
                            self.unread(label, text);
                            return Some(at + 1);
                        }
                    }
                }
                Some(TokenKind::Ordinal) => return Some(self.pass(label, index, end)),
                None => {
                    if (is_separated || at == end) && !is_aside && self.starts(index) {
                        let is_number = |at: &usize| self.kind(*at) == Some(TokenKind::Number);
                        let before = (0..index).rfind(is_number).map_or("", |at| self.text(at));
                        self.unread(label, if number::count(before).is_none() { before } else { "" });
                    }
                    return Some(self.pass(label, index, end));
                }
            }
            at += 1;
        }
    }

    /// Leaves a move without a count behind it, and returns the index after it.
    fn pass(&mut self, label: &str, index: usize, end: usize) -> usize {
        if self.found.totals.is_empty() {
            self.passed.push(label.to_owned());
        }
        self.found.has_passed_move |= self.starts(index);
        end
    }

    /// Whether only numbers and signs are before a token.
    fn starts(&self, index: usize) -> bool {
        self.tokens[..index].iter().all(|token| token.kind != TokenKind::Word)
    }

    pub(super) fn unread(&mut self, label: &str, text: &str) {
        self.found.unread.get_or_insert_with(|| (label.to_owned(), text.to_owned()));
    }

    /// The move that starts at a token, and the index after it.
    pub(super) fn label_at(&self, index: usize) -> Option<(&'a str, usize)> {
        (self.kind(index) == Some(TokenKind::Word)).then(|| self.label(index)).flatten()
    }

    /// The move that starts at a word, and the index after it: the longest text that is one.
    pub(super) fn label(&self, index: usize) -> Option<(&'a str, usize)> {
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

    /// Takes the nodes in `e2e4 count=1 nodes=20` and `e2e4 done: 20 nodes` as the count of the move, not as a total.
    pub(super) fn take_nodes(&mut self) {
        let Line { rows, totals, .. } = &mut self.found;
        let [total] = &totals[..] else { return };
        match (&mut rows[..], &self.passed[..]) {
            ([row], _) if total.wording == "nodes" => row.count = total.count,
            ([], [label]) if total.kind == TotalKind::Named => {
                let further = total.parts.iter().skip(1).copied().collect();
                rows.push(Row { further, ..Row::new(self.number, label.clone(), total.count) });
            }
            _ => return,
        }
        totals.clear();
        self.found.has_passed_move = false;
    }
}
