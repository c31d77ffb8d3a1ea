//! Reads suites that were not written for this program: positions with their perft counts, in the forms that people publish.
//!
//! Invariants: every line that has content becomes a position, part of one, or a [`Refusal`] with its line and the reason; none is
//! dropped in silence. Nothing is assumed about a position: `convert` reads its FEN later, by the rules of the variant.
//!
//! `calls` reads shell scripts that name a variant in every call; `json` objects with positions; `columns` CSV with a header, also that of
//! `vperft export`; `exported` the JSON of `vperft export`; `lines` everything else. For `lines`, `operations` reads the text behind a FEN,
//! `loose` lines that have a position among other words, and `tables` pasted divide tables. `spread` reads positions whose counts are on
//! other lines. `readings` says what the numbers near a position may mean, and `pairs` which of it the rules allow.
//! `named_check` reads the name of a check with its value. `convert` makes a corpus of the positions, `position` reads one FEN, and
//! `conventions` makes other counts those of leaves; `write` writes the corpus as files, and `check` asks a backend for the counts without one.

mod calls;
mod check;
mod columns;
mod conventions;
mod convert;
mod exported;
mod json;
mod lines;
mod loose;
mod named_check;
mod operations;
mod pairs;
mod position;
mod readings;
mod spread;
mod tables;
#[cfg(test)]
mod tests;
mod write;

pub use check::Checked;
pub use conventions::Convention;
pub use convert::{Converted, OnInvalid, Settings, convert};
pub use position::read_position;

use crate::backend::Question;
use crate::corpus::question::{Expected, Query};
use crate::game::variant::{Variant, VariantId};
use crate::support::sanitise::shorten;
use readings::MAX_DEPTH;
use std::collections::BTreeMap;

/// The most characters of a line that a message quotes.
const MAX_QUOTED: usize = 80;

/// The form of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines such as `FEN ;D1 20 ;D2 400`, or blocks of `id`, `epd` and `perft 1 20`.
    Lines,
    /// A shell script with lines such as `expect perft.exp chess startpos 3 8902`.
    Calls,
    /// JSON objects with `fen`, `d1` and `divide_d1`, one a line.
    JsonLines,
    /// The same in an array.
    JsonArray,
    /// CSV with a header.
    Columns,
    /// The JSON of `vperft export`.
    Exported,
    /// Divide tables below the positions that they are about.
    Divides,
    /// Positions with their counts on other lines, such as YAML or source text.
    Spread,
}

/// A suite as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignSuite {
    /// Its form.
    pub form: Form,
    /// Its positions, in their order.
    pub entries: Vec<Entry>,
    /// The lines that were refused, in their order.
    pub refusals: Vec<Refusal>,
    /// The meaning of its counts, if they are not those of leaves by depth. Its entries have those.
    pub convention: Option<Convention>,
}

/// A position of a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The line of the position, from 1.
    pub line: usize,
    /// The name that the suite gives it.
    pub id: Option<String>,
    /// The name of its variant, if the suite names one.
    pub variant: Option<String>,
    /// The position as it is written; `startpos` for the start position.
    pub fen: String,
    /// The moves played from there.
    pub moves: Vec<String>,
    /// The counts by depth in plies. Counts of 0 that mean "not counted" are left out.
    pub counts: BTreeMap<u32, u128>,
    /// Whether the counts are those of depths that the suite does not name.
    pub is_guessed: bool,
    /// For a depth, the root moves as they are written, each with the count below it.
    pub divides: BTreeMap<u32, Vec<(String, u128)>>,
    /// Checks other than counts.
    pub checks: Vec<(Query, Expected)>,
    /// What a case of `vperft export` says about itself.
    pub about: About,
}

/// What a case of `vperft export` says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    pub title: Option<String>,
    pub position: Option<String>,
    pub clauses: Vec<String>,
    pub bugs: Vec<String>,
}

/// A line that is not read, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The line, from 1.
    pub line: usize,
    /// What was expected, or what is wrong.
    pub reason: String,
}

impl Refusal {
    fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

impl ForeignSuite {
    fn new(form: Form) -> Self {
        Self { form, entries: Vec::new(), refusals: Vec::new(), convention: None }
    }

    /// Whether it names positions. A divide table alone is about the start position at best.
    #[must_use]
    pub fn has_positions(&self) -> bool {
        self.form != Form::Divides && !self.entries.is_empty()
    }
}

/// Counts the lines of a text up to ascending places.
struct LineCounter<'t> {
    text: &'t str,
    line: usize,
    offset: usize,
}

impl<'t> LineCounter<'t> {
    const fn new(text: &'t str) -> Self {
        Self { text, line: 1, offset: 0 }
    }

    /// The line of an offset in bytes, which is not below the last one.
    fn line_of(&mut self, offset: usize) -> usize {
        self.line += self.text[self.offset..offset].matches('\n').count();
        self.offset = offset;
        self.line
    }
}

impl Entry {
    fn new(line: usize, fen: &str) -> Self {
        Self { line, fen: fen.trim().to_owned(), ..Self::default() }
    }

    /// Adds a count, or refuses the line if the position has another one for that depth; neither is used then.
    fn add_count(&mut self, depth: u32, count: u128, line: usize, refusals: &mut Vec<Refusal>) {
        if let Some(first) = self.counts.insert(depth, count).filter(|first| *first != count) {
            self.counts.remove(&depth);
            let reason = format!("two counts for depth {depth}, {first} and {count}; neither is used");
            refusals.push(Refusal::new(line, reason));
        }
    }

    /// Adds checks, counts apart from the others.
    fn add_checks(&mut self, checks: impl IntoIterator<Item = (Query, Expected)>) {
        for check in checks {
            match check {
                (Query::Ask(Question::Perft { depth }), Expected::Count(count)) => {
                    self.counts.insert(depth, count);
                }
                check => self.checks.push(check),
            }
        }
    }

    /// Drops counts of 0, which suites write for "not counted". A position without a legal move keeps its zeros, and so do cases that
    /// `vperft export` wrote.
    fn drop_uncounted(&mut self) {
        let is_exported = self.id.as_ref().is_some_and(|id| {
            id.split_once('/').is_some_and(|(variant, _)| variant.parse::<VariantId>().is_ok())
        });
        let has_moves = self.counts.iter().any(|(depth, count)| *depth > 0 && *count > 0);
        if has_moves && !is_exported {
            self.counts.retain(|_, count| *count > 0);
        }
    }

    /// The greatest depth with a count.
    #[must_use]
    pub fn deepest(&self) -> u32 {
        self.counts.keys().next_back().copied().unwrap_or_default()
    }
}

/// Reads a text if it is certainly a suite. Divide tables are read with the moves of this variant.
#[must_use]
pub fn read(text: &str, variant: &Variant) -> Option<ForeignSuite> {
    read_text(text, variant, false)
}

/// Reads a text that someone calls a suite: the numbers near a position are its counts then, which may be something else in a log.
#[must_use]
pub fn read_suite(text: &str, variant: &Variant) -> Option<ForeignSuite> {
    read_text(text, variant, true)
}

/// The first line with a position, from 1.
#[must_use]
pub fn first_position(text: &str) -> Option<usize> {
    text.lines().position(loose::has_position).map(|index| index + 1)
}

fn read_text(text: &str, variant: &Variant, is_suite: bool) -> Option<ForeignSuite> {
    let text = text.trim_start_matches('\u{feff}');
    let mut suite = if json::may_be(text) {
        exported::read(text).or_else(|| json::read(text, variant, is_suite))
    } else {
        match calls::read(text).or_else(|| columns::read(text)).or_else(|| lines::read(text, variant)) {
            None if is_suite => spread::read(text, variant),
            read => read,
        }
    }?;
    suite.entries.iter_mut().for_each(Entry::drop_uncounted);
    suite.convention = conventions::settle(&mut suite, variant);
    refuse_depths(&mut suite);
    Some(suite)
}

/// Refuses positions whose depths are not those of counts of leaves.
fn refuse_depths(suite: &mut ForeignSuite) {
    let ForeignSuite { entries, refusals, .. } = suite;
    entries.retain(|entry| {
        let reason = match (entry.counts.get(&0), entry.deepest()) {
            (Some(count @ (0 | 2..)), _) => {
                format!("the count of depth 0 is {count}; expected 1, and legal moves at depth 1")
            }
            (_, depth) if depth > MAX_DEPTH => format!("depth {depth}; expected at most {MAX_DEPTH}"),
            _ => return true,
        };
        refusals.push(Refusal::new(entry.line, reason));
        false
    });
    refusals.sort_by_key(|refusal| refusal.line);
}

/// Whether a text starts with the board of a FEN.
fn is_board(text: &str) -> bool {
    let is_of_board = |c: char| c.is_ascii_alphanumeric() || "/{}[]+~*_-'".contains(c);
    text.split([' ', '\t', ';', '|', ',']).next().is_some_and(|board| {
        board.matches('/').count() >= 2
            && !board.starts_with(['/', '[', '\''])
            && board.chars().all(is_of_board)
    })
}

/// Whether a line is a comment, and not an attribute of Rust.
fn is_comment(line: &str) -> bool {
    line.starts_with("//") || line.starts_with('#') && !line.starts_with("#[")
}

/// The depth in a label, in lower case, that begins with one of these words: `d3`, `depth_3`, `perft(3)`.
fn depth_behind(words: &[&str], label: &str) -> Option<u32> {
    let rest = words.iter().find_map(|word| label.strip_prefix(word))?;
    rest.trim_matches([' ', '_', '-', '(', ')']).parse().ok()
}

/// A count, perhaps with separators: `8,902`, `8_902`, `8.902`.
fn number(text: &str) -> Option<u128> {
    let text = text.trim();
    let is_number =
        text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with(|c: char| c.is_ascii_digit());
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    let is_fraction = text.contains('.') && !text.split('.').skip(1).all(is_group);
    (is_number && !is_fraction).then(|| text.replace([',', '_', '\'', '.'], "").parse().ok()).flatten()
}

/// The counts of a text that consists of counts. `None` if it is empty or has another word.
fn numbers(text: &str) -> Option<Vec<u128>> {
    let words = text.split_whitespace().map(|word| number(word.trim_end_matches(',')));
    words.collect::<Option<Vec<_>>>().filter(|counts| !counts.is_empty())
}

/// A line, to quote it.
fn quoted(line: &str) -> String {
    format!("`{}`", shorten(line.trim(), MAX_QUOTED))
}
