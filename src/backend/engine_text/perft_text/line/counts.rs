//! Finds the counts of a move or of a total where a line states several, and says whose they are.

use super::Scan;
use crate::backend::engine_text::perft_text::number;
use crate::backend::engine_text::perft_text::role::Role;
use crate::backend::engine_text::perft_text::tokens::TokenKind;
use crate::backend::engine_text::perft_text::vocabulary::UNITS_OF_TOTAL;

/// A count of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stated {
    /// The index of its token.
    pub at: usize,
    /// The count.
    pub count: u128,
    /// What the words next to it say.
    pub role: Option<Role>,
}

/// The counts that a line states for one move or total.
pub(super) struct Counts {
    /// The one that is meant.
    pub meant: Stated,
    /// Further counts, if no word says whose they are.
    pub further: Vec<u128>,
    /// Whether words say whose counts they are.
    pub is_told: bool,
    /// Whether a word or a sign sets them against each other.
    pub is_versus: bool,
    /// The index behind them.
    pub end: usize,
}

/// Words and signs that set two counts against each other; `!=` is split before the `=`.
const VERSUS: [&str; 5] = ["vs", "versus", "!", "\u{2260}", "/="];

/// The most words in brackets behind a move.
const MAX_ASIDE: usize = 6;

impl Scan<'_> {
    /// The counts from the one at an index on.
    pub(super) fn counts(&self, first: usize, count: u128) -> Counts {
        let first = Stated { at: first, count, role: self.role(first) };
        let (mut all, mut at, mut end) = (vec![first], first.at + 1, first.at + 1);
        // Whether words are before the next number, and whether they say that it is another count of the same thing.
        let (mut has_words, mut is_same, mut is_versus) = (false, false, false);
        loop {
            match self.kind(at) {
                Some(TokenKind::Number) => {
                    let role = self.role(at);
                    if has_words && !is_same && role.is_none() {
                        break;
                    }
                    let count = number::count(self.text(at)).filter(|_| !self.is_of_unit(at));
                    is_versus |= is_same && count.is_some();
                    all.extend(count.map(|count| Stated { at, count, role }));
                    (has_words, is_same, end) = (false, false, at + 1);
                }
                Some(TokenKind::Sign(_)) if !has_words => end = at + 1,
                Some(TokenKind::Sign(_)) => {}
                Some(TokenKind::Word) if self.label_at(at).is_none() => {
                    let Some(word) = self.word(at) else { break };
                    let sets_against = VERSUS.contains(&word.as_str());
                    let may_follow = sets_against
                        || !word.contains(char::is_alphanumeric)
                        || UNITS_OF_TOTAL.contains(&word.as_str())
                        || Role::of_word(&word).is_some()
                        || Role::is_between(&word);
                    if !may_follow {
                        break;
                    }
                    has_words |= word.contains(char::is_alphanumeric);
                    is_same |= sets_against;
                }
                _ => break,
            }
            at += 1;
        }
        let find = |role: Option<Role>| all.iter().find(|stated| stated.role == role).copied();
        let meant = find(Some(Role::Program)).or_else(|| find(None)).unwrap_or(first);
        let is_told = all.iter().any(|stated| stated.role.is_some());
        let others = all.iter().filter(|stated| !is_told && stated.at != meant.at);
        Counts { meant, further: others.map(|stated| stated.count).collect(), is_told, is_versus, end }
    }

    /// What the words before the number at an index say about it, or the word behind it.
    pub(super) fn role(&self, index: usize) -> Option<Role> {
        for at in (0..index).rev() {
            match self.kind(at) {
                Some(TokenKind::Sign(',' | ';')) => break,
                Some(TokenKind::Sign(_)) => {}
                _ => {
                    let Some(word) = self.word(at) else { break };
                    // In a heading, `instead` says nothing.
                    if word == "instead" {
                        return Some(Role::Expected);
                    }
                    if let Some(role) = Role::of_word(&word) {
                        return Some(role);
                    }
                    if word.contains(char::is_alphanumeric) && !Role::is_between(&word) {
                        break;
                    }
                }
            }
        }
        let is_last = !matches!(
            self.kind(index + 2),
            Some(TokenKind::Word | TokenKind::Number | TokenKind::Ordinal | TokenKind::Sign(':' | '='))
        );
        self.word(index + 1).filter(|_| is_last).and_then(|word| Role::of_word(&word))
    }

    /// The index behind the bracket that closes after a remark in brackets without a count, such as `(quiet)`.
    pub(super) fn end_of_aside(&self, word: usize) -> Option<usize> {
        let last = (word + MAX_ASIDE).min(self.tokens.len());
        let inside = (word..last).take_while(|at| self.kind(*at) != Some(TokenKind::Number));
        let is_end = |at: &usize| matches!(self.kind(*at), Some(TokenKind::Sign(')' | ']')));
        inside.into_iter().find(is_end).map(|at| at + 1)
    }
}
