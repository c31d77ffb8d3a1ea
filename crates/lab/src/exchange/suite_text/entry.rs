//! The result of reading a suite: positions with their checks, and lines that were refused.

use super::counts::{self, Bare};
use super::vocabulary::Class;
use super::{Options, number};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use vperft::inner::backend::Question;
use vperft::inner::corpus::question::{Expected, Query};
use vperft::inner::support::sanitise::shorten;

/// The reason against moves next to a position and its counts.
pub(super) const PLAYED: &str = "moves after the position; expected the FEN of the position itself";

/// The reason for refusing counts at no position.
const NO_POSITION: &str =
    "a count of no position in the text; expected its FEN in front, or above in the same function or part";

/// The most characters of a line that a message quotes.
const MAX_QUOTED: usize = 80;

/// A place in a file: a line, a path such as `tests[3].nodes`, or both for a line of JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1; 0 if only the path is known.
    pub line: usize,
    /// The path of a value; empty in other texts.
    pub path: String,
}

impl Place {
    /// A line, from 1.
    #[must_use]
    pub const fn line(line: usize) -> Self {
        Self { line, path: String::new() }
    }

    /// The place as a sentence names it: `line 12`, `tests[3]` or `line 12: tests[3]`.
    #[must_use]
    pub fn words(&self) -> String {
        if self.line > 0 { format!("line {self}") } else { self.to_string() }
    }
}

/// `12`, `tests[3]` or `12: tests[3]`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.path.as_str()) {
            (0, path) => f.write_str(path),
            (line, "") => write!(f, "{line}"),
            (line, path) => write!(f, "{line}: {path}"),
        }
    }
}

/// A line or a value that is not read, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where it is.
    pub place: Place,
    /// The text, shortened.
    pub text: String,
    /// The fault, and the expected form.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn new(place: Place, text: &str, reason: impl Into<String>) -> Self {
        Self { place, text: shorten(text.trim(), MAX_QUOTED).into_owned(), reason: reason.into() }
    }
}

/// A position of a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Where the position is.
    pub place: Place,
    /// The name that the suite gives it.
    pub id: Option<String>,
    /// The name of its variant, if the suite names one.
    pub variant: Option<String>,
    /// The position as it is written; `startpos` for the start position.
    pub fen: String,
    /// The moves played from there.
    pub moves: Vec<String>,
    /// The counts by depth in plies.
    pub counts: BTreeMap<u32, u128>,
    /// The counts of classes of moves by depth, each with the name of the class.
    pub classes: BTreeMap<u32, Vec<(String, u128)>>,
    /// For a depth, the root moves as they are written, each with the count below it.
    pub divides: BTreeMap<u32, Vec<(String, u128)>>,
    /// The legal moves as they are written.
    pub legal: Option<Vec<String>>,
    /// Checks other than counts.
    pub checks: Vec<(Query, Expected)>,
    /// What a case of `vperft export` says about itself.
    pub about: About,
    /// Whether the text does not name its position.
    pub(super) is_unplaced: bool,
    /// Whether it is only a name of a position, which need not have counts.
    pub(super) is_mention: bool,
    /// The name by which the text calls the start position.
    pub(super) start: Option<String>,
    /// Whether numbers about it were refused.
    pub(super) is_refused: bool,
    /// Numbers without a label, until all rows of the text are known.
    pub(super) bare: Vec<Row>,
}

/// Numbers without a label, with their line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub place: Place,
    pub numbers: Vec<u128>,
    pub brackets: Brackets,
}

/// Whether the numbers of a row are in brackets of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brackets {
    No,
    /// Three or more in source text, among the other arguments of a call or items of a record.
    Arguments,
    /// In source text, with another argument between them.
    Apart,
    Yes,
    /// With a number next to them, perhaps that of the counts.
    Numbered(u128),
}

impl Brackets {
    /// Whether the numbers are a list by themselves.
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Yes | Self::Numbered(_))
    }
}

impl Row {
    pub const fn new(place: Place, numbers: Vec<u128>) -> Self {
        Self { place, numbers, brackets: Brackets::No }
    }
}

/// What a case of `vperft export` says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its title.
    pub title: Option<String>,
    /// The id of its position.
    pub position: Option<String>,
    /// The clauses that it exercises.
    pub clauses: Vec<String>,
}

impl Entry {
    /// A position without counts.
    #[must_use]
    pub fn new(place: Place, fen: &str) -> Self {
        Self { place, fen: fen.trim().to_owned(), ..Self::default() }
    }

    /// Adds a check, counts apart from the others, or says why not.
    pub(super) fn add_check(&mut self, check: (Query, Expected)) -> Result<(), String> {
        match check {
            (Query::Ask(Question::Perft { depth }), Expected::Count(count)) => add_count(self, depth, count),
            check => {
                self.checks.push(check);
                Ok(())
            }
        }
    }

    /// Whether it has anything to check.
    #[must_use]
    pub fn has_checks(&self) -> bool {
        !(self.counts.is_empty()
            && self.checks.is_empty()
            && self.classes.is_empty()
            && self.legal.is_none()
            && self.bare.is_empty())
    }

    /// How many counts it has.
    fn numbers(&self) -> usize {
        self.counts.len() + self.classes.values().map(Vec::len).sum::<usize>()
    }

    /// The greatest depth with a count.
    #[must_use]
    pub fn deepest(&self) -> u32 {
        self.counts.keys().next_back().copied().unwrap_or_default()
    }
}

/// A suite as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuiteText {
    /// Its positions, in their order.
    pub entries: Vec<Entry>,
    /// The refused lines and values, in their order.
    pub refusals: Vec<Refusal>,
    /// How many numbers in documented places were read.
    pub numbers: usize,
    /// The lines that hold neither a position nor a documented form.
    pub skipped: usize,
    /// Those of them below a position, or with the word `perft`, that have a number of two digits or more.
    pub skipped_numbers: Vec<usize>,
    /// The comments that hold a position. They are not read.
    pub comments: Vec<usize>,
    /// How the text was read, where it leaves that open.
    pub notes: Vec<String>,
}

impl SuiteText {
    /// Whether it is certainly a suite: it has a position with something to check.
    #[must_use]
    pub fn is_suite(&self) -> bool {
        self.entries.iter().any(Entry::has_checks)
    }
}

/// Collects the positions of a text.
pub(super) struct Collector<'o> {
    pub options: &'o Options<'o>,
    pub suite: SuiteText,
    /// The names of columns that are not read.
    columns: BTreeSet<String>,
    /// The meaning that unlabelled numbers were given.
    taken: Option<Bare>,
}

impl<'o> Collector<'o> {
    pub fn new(options: &'o Options<'o>) -> Self {
        Self { options, suite: SuiteText::default(), columns: BTreeSet::new(), taken: None }
    }

    pub fn refuse(&mut self, place: &Place, text: &str, reason: impl Into<String>) {
        self.suite.refusals.push(Refusal::new(place.clone(), text, reason));
    }

    /// Adds an entry and returns its index.
    pub fn add(&mut self, entry: Entry) -> usize {
        self.suite.entries.push(entry);
        self.suite.entries.len() - 1
    }

    /// Adds a count to an entry, or refuses its line if the entry has another count of that depth.
    pub fn count(&mut self, index: usize, place: &Place, text: &str, depth: impl Into<u128>, count: u128) {
        if let Some(entry) = self.suite.entries.get_mut(index) {
            self.suite.numbers += 1;
            if let Err(reason) = add_count(entry, depth, count) {
                self.refuse(place, text, reason);
            }
        }
    }

    /// Adds the count of a class to an entry, or refuses its line. The position itself is in no class.
    pub fn class(
        &mut self,
        index: usize,
        place: &Place,
        text: &str,
        depth: u32,
        (class, count): (Class, u128),
    ) {
        self.suite.numbers += usize::from(depth > 0);
        if depth > 0
            && let Err(reason) = add_class(&mut self.suite.entries[index], depth, class, count)
        {
            self.refuse(place, text, reason);
        }
    }

    /// Adds an entry of the position that the text does not name.
    pub fn unplaced(&mut self, place: Place, text: &str) -> usize {
        self.add(Entry { is_unplaced: true, id: Some(text.to_owned()), ..Entry::new(place, "") })
    }

    /// Adds what is read about the position that the text does not name.
    pub fn add_unplaced(&mut self, entry: Entry, text: &str) {
        self.suite.numbers += entry.numbers();
        self.add(Entry { is_unplaced: true, id: Some(text.to_owned()), ..entry });
    }

    /// Gives the counts at no position that of the caller, or refuses them. Those of several positions have none.
    fn settle_unplaced(&mut self) {
        let mut known = BTreeMap::new();
        let unplaced = || self.suite.entries.iter().filter(|entry| entry.is_unplaced);
        let is_one = unplaced()
            .flat_map(|entry| &entry.counts)
            .all(|(depth, count)| known.insert(depth, count).is_none_or(|known| known == count));
        let fen = self.options.hints.fen.filter(|_| is_one);
        for entry in self.suite.entries.iter_mut().filter(|entry| entry.is_unplaced && entry.has_checks()) {
            let text = entry.id.take().unwrap_or_default();
            if let Some(fen) = fen {
                entry.fen = fen.to_owned();
                continue;
            }
            let reason = match is_one {
                true => format!("{NO_POSITION}; if it is that of the start position, pass `--fen startpos`"),
                false => format!("{NO_POSITION}; the counts are of several positions"),
            };
            self.suite.numbers -= entry.numbers();
            self.suite.refusals.push(Refusal::new(entry.place.clone(), &text, reason));
        }
        self.suite.entries.retain(|entry| !entry.fen.is_empty());
    }

    /// Notes that a column is not read.
    pub fn unread_column(&mut self, name: &str) {
        self.columns.insert(shorten(name.trim(), MAX_QUOTED).into_owned());
    }

    /// Settles what is left open, and returns the suite.
    pub fn finish(mut self) -> SuiteText {
        self.taken = counts::settle(&mut self);
        self.settle_unplaced();
        if let Some(taken) = self.taken {
            self.suite.notes.push(taken.note().to_owned());
        }
        if let Some(first) = self.suite.comments.first() {
            let number = self.suite.comments.len();
            self.suite.notes.push(format!(
                "comments with a position or a count of perft are not read: {number}, the first is line {first}"
            ));
        }
        if !self.columns.is_empty() {
            let names: Vec<_> = self.columns.iter().map(|name| format!("`{name}`")).collect();
            self.suite.notes.push(format!("columns that are not read: {}", names.join(", ")));
        }
        for entry in self.suite.entries.iter_mut().filter(|entry| is_board(&entry.fen) && entry.has_checks())
        {
            let reason = "a board without a side to move and castling rights; expected a whole FEN";
            self.suite.refusals.push(Refusal::new(entry.place.clone(), &entry.fen, reason));
            self.suite.numbers -= entry.numbers();
            *entry = Entry::new(entry.place.clone(), &entry.fen);
        }
        let refused: BTreeSet<_> = self.suite.refusals.iter().map(|refusal| refusal.place.clone()).collect();
        let mut kept = Vec::new();
        for entry in std::mem::take(&mut self.suite.entries) {
            if entry.has_checks() {
                kept.push(entry);
            } else if !entry.is_mention && !entry.is_refused && !refused.contains(&entry.place) {
                let reason = "a position without a count in a documented place; docs/forms.md lists the forms, such as `FEN ;D1 20`";
                self.suite.refusals.push(Refusal::new(entry.place.clone(), &entry.fen, reason));
            }
        }
        kept.sort_by_key(|entry| entry.place.line);
        let mut starts = kept.iter().filter_map(|entry| Some((entry.start.as_ref()?, &entry.place)));
        if let Some((name, place)) = starts.next() {
            let more = match starts.count() {
                0 => String::new(),
                more => format!(", and so are {more} more"),
            };
            self.suite.notes.push(format!(
                "`{name}` ({}) is read as the start position{more}; `--fen FEN` names another",
                place.words()
            ));
        }
        self.suite.refusals.sort_by_key(|refusal| refusal.place.line);
        SuiteText { entries: kept, ..self.suite }
    }
}

/// Whether a position is a board alone.
fn is_board(fen: &str) -> bool {
    fen.contains('/') && !fen.contains(' ')
}

/// The greatest depth of a count. A greater one is mostly a count in the place of a depth.
pub(super) const MAX_DEPTH: u32 = 20;

/// Adds a count, or says why not.
pub(super) fn add_count(entry: &mut Entry, depth: impl Into<u128>, count: u128) -> Result<(), String> {
    let depth = depth.into();
    let Some(depth) = u32::try_from(depth).ok().filter(|depth| *depth <= MAX_DEPTH) else {
        return Err(format!("depth {depth}; expected at most {MAX_DEPTH}"));
    };
    match entry.counts.get(&depth) {
        Some(first) if *first != count => {
            Err(format!("a second count of depth {depth}: {count}, after {first}"))
        }
        _ => {
            entry.counts.insert(depth, count);
            Ok(())
        }
    }
}

/// Adds the count of a class, or says why not.
pub(super) fn add_class(entry: &mut Entry, depth: u32, class: Class, count: u128) -> Result<(), String> {
    let (name, row) = (class.to_string(), entry.classes.entry(depth).or_default());
    match row.iter().find(|(known, _)| *known == name) {
        Some((_, first)) if *first != count => {
            Err(format!("a second count of {name} at depth {depth}: {count}, after {first}"))
        }
        Some(_) => Ok(()),
        None => {
            row.push((name, count));
            Ok(())
        }
    }
}

/// A depth, as a text has it.
pub(super) fn depth_of(text: &str) -> Option<u32> {
    u32::try_from(number::number(text)?).ok().filter(|depth| *depth <= MAX_DEPTH)
}

/// A text, to quote it.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", shorten(text.trim(), MAX_QUOTED))
}
