//! Reads the output of perft and divide commands: a count for every move, and a total, as programs print them and people
//! paste them.
//!
//! Invariants: a label counts as a move only if the caller says that it is one, so that no banner, prompt or time adds to
//! the counts. Everything that is neither a move with its count nor a total is skipped and counted. A count that cannot
//! be read is an error that names the line, never a move left out. This module knows no rule, no position and no program.
//!
//! `tokens` splits a line, `line` finds moves and totals in it by the words of `vocabulary` and `role`, `columns` reads
//! tables by their header, `json` and `html` turn these formats into lines, `groups` and `records` join what is on several
//! lines. `text` reads a whole text into tables (`block`), `spaced` joins thousands that spaces separate, `double` splits a
//! text that has every count twice, and `unread` finds further numbers that may be counts. A count of an engine is read line
//! by line as it comes, by `line` alone; the rest serves complete texts.

mod block;
mod columns;
mod double;
mod groups;
mod html;
mod json;
mod line;
mod number;
mod records;
mod role;
mod spaced;
mod text;
mod tokens;
mod unread;
mod vocabulary;

#[cfg(test)]
mod tests;

pub(crate) use line::{Line, read_line};
pub(crate) use text::{PerftText, PerftTextError, read};
pub(crate) use unread::{Unread, unread};

/// Says whether a label is written as a move, legal or not.
pub(crate) type IsMove<'a> = &'a dyn Fn(&str) -> bool;

/// A move with the count below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The line number, from 1.
    pub line: usize,
    /// The move as it is written.
    pub label: String,
    /// The count.
    pub count: u128,
    /// The texts of the count and of the numbers behind it.
    numbers: spaced::Numbers,
    /// Further counts of the line, if no word says whose they are.
    further: Vec<u128>,
    /// Whether a word or a sign sets them against the count, such as `vs` and `!=`.
    is_versus: bool,
}

impl Row {
    /// A move with one number.
    fn new(line: usize, label: String, count: u128) -> Self {
        let (numbers, further) = (spaced::Numbers::default(), Vec::new());
        Self { line, label, count, numbers, further, is_versus: false }
    }
}

/// A number that may be the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Total {
    /// The line number, from 1.
    pub line: usize,
    /// The words next to it, in lower case, such as `nodes searched`; empty for a number alone.
    pub wording: String,
    /// The depth that the line names, in plies.
    pub depth: Option<u32>,
    /// What the words say that the number is.
    pub kind: TotalKind,
    /// The number.
    pub count: u128,
    /// The counts of the line, if they are several and no word says whose they are.
    parts: Vec<u128>,
    /// Whether a word or a sign sets them against each other.
    is_versus: bool,
    /// Whether the line begins with words that say that the count is the right one.
    is_expected: bool,
}

/// What the words next to a number say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TotalKind {
    /// Nothing: the number stands alone.
    Bare,
    /// Moves. Most programs mean the number of lines, some the total.
    Moves,
    /// A total.
    Named,
}
