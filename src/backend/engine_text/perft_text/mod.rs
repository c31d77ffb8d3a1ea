//! Reads the output of perft and divide commands: tables of moves with counts, and totals, as programs print them and people paste them.
//!
//! ```text
//! text  = { table | noise }          noise = a line that is none of the others; skipped and counted
//! table = [heading] row+ [total]     heading = any line of text above it, which names the table and decides nothing
//! row   = [bullet | number "."] MOVE sep COUNT { sep COUNT }      or   COUNT sep MOVE in every row
//! total = [ "perft" [DEPTH] ] WORD sep COUNT | COUNT WORD | COUNT alone below the moves
//! sep   = ":" "=" "," "|" "->" "-" TAB blanks;   COUNT = digits with , _ ' or . between groups of three
//! ```
//! and the same by the names of columns (`header`) and in JSON (`json`).
//!
//! Invariants: this module never chooses between numbers. Two counts of a move are two columns; a number that fits no form is `unread`; a
//! move whose count cannot be read, and a form that is given up, is an error that names the line. Words decide only in a documented place
//! (`words`). This module must not know rules, positions and programs: the caller says which labels are written as moves.

mod header;
mod json;
mod line;
mod number;
mod text;
mod tokens;
mod words;

#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use line::{Line, read_line};
#[doc(hidden)]
pub use text::{PerftTextError, list_of, read_perft_text};

/// Says whether a label is written as a move, legal or not.
#[doc(hidden)]
pub type IsMove<'a> = &'a dyn Fn(&str) -> bool;

/// A table of moves with counts, with the totals below it; or totals alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Table {
    /// The line of text above it.
    pub name: Option<String>,
    /// The columns of counts; one for totals alone.
    pub columns: Vec<Column>,
    /// The moves, in the order of the text. A move that occurs twice is there twice. Each has a count for every column, or `None` if the
    /// column does not list it.
    pub rows: Vec<Row>,
    /// The totals.
    pub totals: Vec<Total>,
    /// The depth that the text names, in plies.
    pub depth: Option<u32>,
    /// Whether the counts are before the moves.
    pub is_leading: bool,
}

/// A column of counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Column {
    /// Its header, or the words beside its counts.
    pub name: Option<String>,
    /// The depth that its header names, in plies.
    pub depth: Option<u32>,
}

/// A move with the counts below it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Row {
    /// The line number, from 1.
    pub line: usize,
    /// The move as it is written.
    pub label: String,
    /// The counts, one for every column.
    pub counts: Vec<Option<u128>>,
    /// The words beside each count.
    names: Vec<Option<String>>,
    /// The numbers before the move.
    before: Vec<u128>,
    /// The numbers together, if they may be one count with blanks between its thousands.
    blanks: Option<String>,
    /// The numbers that are neither counts nor measures.
    odd: Vec<String>,
    /// The depth that the line names, in plies.
    depth: Option<u32>,
}

impl Row {
    /// A move without a count.
    fn new(line: usize, label: &str) -> Self {
        // The words of a move may stand in columns of their own.
        let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
        let (counts, names, before, odd) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { line, label, counts, names, before, blanks: None, odd, depth: None }
    }

    /// Its first count; 0 if it has none.
    pub fn count(&self) -> u128 {
        self.counts.iter().flatten().next().copied().unwrap_or_default()
    }
}

/// A total.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Total {
    /// The line number, from 1.
    pub line: usize,
    /// The words next to it, in lower case, such as `nodes searched`; empty for a number alone.
    pub wording: String,
    /// The depth that the line names, in plies.
    pub depth: Option<u32>,
    /// What the words say that the number is.
    pub kind: TotalKind,
    /// The numbers: one, or one for every column.
    pub counts: Vec<u128>,
    /// The numbers together, if they may be one count with blanks between its thousands.
    blanks: Option<String>,
}

impl Total {
    /// Its first number; 0 if it has none.
    pub fn count(&self) -> u128 {
        self.counts.first().copied().unwrap_or_default()
    }

    /// Whether its words call it a total of this depth, and it is another one.
    pub fn contradicts(&self, depth: u32, total: u128) -> bool {
        let is_of_depth = self.depth.is_none_or(|stated| stated == depth);
        self.kind == TotalKind::Named && is_of_depth && self.count() != total
    }
}

/// What the words next to a number say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[doc(hidden)]
pub enum TotalKind {
    /// Nothing: the number stands alone.
    Bare,
    /// Moves. Most programs mean the number of lines, some the total.
    Moves,
    /// A total.
    Named,
}

/// A number that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Unread {
    /// The line number, from 1.
    pub line: usize,
    /// The line, or the number.
    pub text: String,
    /// Why it was not read.
    pub reason: &'static str,
}
