//! Lines of any form: EPD, blocks of `id`, `epd` and `perft`, rows of CSV without a header, divide tables, and lines of scripts and source
//! texts that have a position with counts. Forms may be mixed, as they are in files that people keep.

use super::operations::{Operation, position, unreadable};
use super::pairs::Pairs;
use super::tables;
use super::{
    Entry, ForeignSuite, Form, Refusal, is_board, is_comment, loose, number, numbers, quoted, readings,
};
use crate::game::variant::Variant;
use std::collections::{HashMap, HashSet};
use std::mem;

/// The position to which the next counts belong.
enum At {
    /// No position was named. Counts are then about the start position.
    Nothing,
    /// A refused one.
    Refused,
    /// A position that a command set, before it has counts.
    Set { line: usize, fen: String },
    /// An entry, by its index.
    Entry(usize),
}

struct Reader<'v> {
    pairs: Pairs<'v>,
    suite: ForeignSuite,
    /// The first entry of each position.
    by_fen: HashMap<String, usize>,
    id: Option<String>,
    variant: Option<String>,
    at: At,
    /// The depth of the table below a command.
    depth: Option<u32>,
    /// Lines that may be a table.
    unread: Vec<(usize, String)>,
    /// The lines without a position that were not read, such as banners of engines.
    noise: HashSet<usize>,
    /// Whether something other than a table has counts.
    has_other_forms: bool,
    /// Whether a table was refused.
    has_refused_table: bool,
    /// Whether the text is code around positions.
    is_code: bool,
}

pub(super) fn read(text: &str, variant: &Variant) -> Option<ForeignSuite> {
    let suite = ForeignSuite::new(Form::Lines);
    let mut reader = Reader {
        pairs: Pairs::new(variant),
        suite,
        by_fen: HashMap::new(),
        id: None,
        variant: None,
        at: At::Nothing,
        depth: None,
        unread: Vec::new(),
        noise: HashSet::new(),
        has_other_forms: false,
        has_refused_table: false,
        is_code: text.starts_with("#!"),
    };
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim_matches(is_blank);
        let is_comment = is_comment(text) || text.starts_with('%');
        if !is_comment && text.contains(|c: char| c.is_alphanumeric()) {
            reader.line(line, text);
        }
    }
    reader.finish()
}

impl Reader<'_> {
    fn line(&mut self, line: usize, text: &str) {
        if let Some(name) = keyword(text, &["id"]).filter(|rest| !is_of_engine(rest)) {
            self.end_part();
            self.id = Some(name.trim_matches('"').to_owned());
        } else if let Some(name) = keyword(text, &["variant"]) {
            self.end_part();
            self.variant = Some(name.trim_matches('"').to_owned());
        } else if let Some(depth) = tables::depth(text) {
            self.end_part();
            self.depth = Some(depth);
        } else if let Some(count) = keyword(text, &["perft"]).filter(|_| !matches!(self.at, At::Nothing)) {
            self.end_part();
            match Operation::read(count) {
                Operation::Count(depth, count) => self.count(line, depth, count),
                _ => self.suite.refusals.push(unreadable(line, text)),
            }
        } else if let Some(fen) = fen(text) {
            self.name_by_line_above();
            self.end_part();
            let read = position(line, fen, &mut self.pairs);
            self.add(read);
        } else if let Some(entry) = loose::entry(line, text, &mut self.pairs) {
            self.end_part();
            self.is_code = true;
            self.add(Ok(entry));
        } else if let Some(fen) = tables::position(text) {
            self.end_part();
            self.at = At::Set { line, fen };
        } else if let Some((depth, count)) = self.bare_count(text) {
            self.count(line, depth, count);
        } else {
            self.unread.push((line, text.to_owned()));
        }
    }

    /// Adds the position of a line.
    fn add(&mut self, read: Result<Entry, Refusal>) {
        self.depth = None;
        match read {
            Ok(entry) => {
                let (id, variant) = (self.id.take().or(entry.id), self.variant.clone().or(entry.variant));
                self.has_other_forms |= !entry.counts.is_empty();
                self.at = At::Entry(self.push(Entry { id, variant, ..entry }));
            }
            Err(refusal) => {
                self.at = At::Refused;
                self.suite.refusals.push(refusal);
            }
        }
    }

    /// Adds an entry, and returns its index.
    fn push(&mut self, entry: Entry) -> usize {
        let index = self.suite.entries.len();
        self.by_fen.entry(entry.fen.clone()).or_insert(index);
        self.suite.entries.push(entry);
        index
    }

    /// Adds a count to the position above it.
    fn count(&mut self, line: usize, depth: u32, count: u128) {
        self.has_other_forms = true;
        if let Some(index) = self.entry() {
            self.suite.entries[index].add_count(depth, count, line, &mut self.suite.refusals);
        }
    }

    /// The entry that counts are added to; `None` if its position is refused.
    fn entry(&mut self) -> Option<usize> {
        let (line, fen) = match mem::replace(&mut self.at, At::Refused) {
            At::Entry(index) => {
                self.at = At::Entry(index);
                return Some(index);
            }
            At::Refused => return None,
            At::Nothing => (1, "startpos".to_owned()),
            At::Set { line, fen } => (line, fen),
        };
        if let Some((fen, moves)) = fen.split_once(" moves ") {
            let reason = format!("moves after {}: {}", quoted(fen), quoted(moves));
            let reason = format!("{reason}; expected the FEN of the position itself");
            self.suite.refusals.push(Refusal::new(line, reason));
            return None;
        }
        let known = self.by_fen.get(&fen).copied();
        let index = known.unwrap_or_else(|| {
            let (id, variant) = (self.id.take(), self.variant.clone());
            self.push(Entry { id, variant, ..Entry::new(line, &fen) })
        });
        self.at = At::Entry(index);
        Some(index)
    }

    /// The depth and the count of a line below a position and outside a table: `2 400`, `depth: 2 nodes: 400`, or the next count alone.
    fn bare_count(&mut self, text: &str) -> Option<(u32, u128)> {
        if matches!(self.at, At::Nothing) || self.depth.is_some() || !self.unread.is_empty() {
            return None;
        }
        match numbers(text).as_deref() {
            Some([depth, count]) => Some(((*depth).try_into().ok()?, *count)),
            Some([count]) => {
                let At::Entry(index) = self.at else { return None };
                let entry = &self.suite.entries[index];
                let next = match entry.counts.keys().next_back() {
                    Some(depth) => depth + 1,
                    None => self.pairs.first_depth(&entry.fen, *count),
                };
                Some((next, *count))
            }
            _ => {
                let mut counts = readings::named(text).into_iter();
                counts.next().filter(|_| counts.len() == 0)
            }
        }
    }

    /// Takes a word on the line above a position as its name.
    fn name_by_line_above(&mut self) {
        let is_word = |text: &str| !text.contains(char::is_whitespace) && number(text).is_none();
        if self.depth.is_none()
            && let [(_, word)] = &self.unread[..]
            && is_word(word)
            && !tables::is_move(self.pairs.variant, word)
        {
            self.id = Some(word.clone());
            self.unread.clear();
        }
    }

    /// Reads the lines since the last position or depth as a table, or refuses them.
    fn end_part(&mut self) {
        let unread = mem::take(&mut self.unread);
        let depth = self.depth.take();
        let Some((line, _)) = unread.first() else { return };
        let texts: Vec<_> = unread.iter().map(|(_, text)| text.as_str()).collect();
        let is_unnamed = matches!(self.at, At::Nothing);
        match tables::read(&texts.join("\n"), depth, self.pairs.variant, is_unnamed) {
            Some(Ok(table)) => {
                if let Some(index) = self.entry() {
                    let entry = &mut self.suite.entries[index];
                    entry.add_count(table.depth, table.sum, *line, &mut self.suite.refusals);
                    if !table.rows.is_empty() {
                        entry.divides.insert(table.depth, table.rows);
                    }
                }
                if table.further > 0 {
                    let reason = "more than one table; expected a position or a depth above each";
                    self.suite.refusals.push(Refusal::new(*line, reason));
                }
            }
            Some(Err(reason)) => {
                self.has_refused_table = true;
                self.suite.refusals.push(Refusal::new(*line, reason));
            }
            None => {
                for (line, text) in unread {
                    let reason =
                        format!("{}: expected a FEN with counts, or `perft DEPTH COUNT`", quoted(&text));
                    self.suite.refusals.push(Refusal::new(line, reason));
                    if !loose::has_position(&text) {
                        self.noise.insert(line);
                    }
                }
            }
        }
    }

    /// The suite; `None` if the text is not a suite. Code, and the lines that engines print around their tables, are not refused.
    fn finish(mut self) -> Option<ForeignSuite> {
        self.end_part();
        let has_counts = self.suite.entries.iter().any(|entry| !entry.counts.is_empty());
        if self.is_code || !self.has_other_forms {
            self.suite.refusals.retain(|refusal| !self.noise.contains(&refusal.line));
        }
        let are_most_read = self.suite.refusals.len() <= 4 * self.suite.entries.len();
        if !self.has_other_forms {
            self.suite.form = Form::Divides;
        }
        let is_read = has_counts && are_most_read || !self.has_other_forms && self.has_refused_table;
        is_read.then_some(self.suite)
    }
}

/// The text after one of these words.
fn keyword<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    let (word, rest) = text.split_once(char::is_whitespace)?;
    words.iter().any(|known| word.trim_end_matches(':').eq_ignore_ascii_case(known)).then(|| rest.trim())
}

/// Whether an `id` is that of the UCI protocol.
fn is_of_engine(id: &str) -> bool {
    keyword(id, &["name", "author"]).is_some()
}

/// A line that begins with a position, without the word before the position.
fn fen(text: &str) -> Option<&str> {
    let rest = keyword(text, &["epd", "fen"]).unwrap_or(text);
    is_board(rest).then_some(rest)
}
