//! Puts the lines of a text together: its tables, the numbers that were not read, and the form that is given up, if it has one.

use super::header::Header;
use super::line::{clean, is_current, is_of_search, read_line};
use super::{Column, IsMove, Line, Row, Table, Total, TotalKind, Unread, json};
use crate::support::sanitise::shorten;
use std::collections::BTreeSet;

/// How many of the last lines an error shows, and the most characters of each.
const LAST_LINES: usize = 3;
const MAX_SHOWN: usize = 80;

/// A text that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct PerftText {
    /// The tables, in the order of the text.
    pub tables: Vec<Table>,
    /// The numbers that were not read, although they may be counts.
    pub unread: Vec<Unread>,
    /// The number of lines that hold neither moves nor totals.
    pub skipped: usize,
}

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[doc(hidden)]
pub enum PerftTextError {
    /// The count of a move is missing or cannot be read.
    #[error("line {line}: {}", unread(.label, .text))]
    Count {
        /// The line number, from 1.
        line: usize,
        /// The move.
        label: String,
        /// The text in place of the count.
        text: String,
    },
    /// Blanks separate the thousands of a count.
    #[error("line {line}: `{text}`: a count with blanks, or several counts; write {}, or separate them by commas", .text.replace(' ', ""))]
    Blanks {
        /// The line number, from 1.
        line: usize,
        /// The count as it is written.
        text: String,
    },
    /// A sentence has several numbers that may be counts.
    #[error(
        "line {line}: two counts in a sentence; pass --total, or write `perft 3: 8902` on a line of its own"
    )]
    Sentence {
        /// The line number, from 1.
        line: usize,
    },
    /// The text is HTML.
    #[error("line {line}: HTML; save the page as text")]
    Html {
        /// The line number, from 1.
        line: usize,
    },
    /// The text has counts of other depths only.
    #[error("no count of perft {asked}; the text has those of {}", list_of(.found))]
    Depth {
        /// The depth that is asked about.
        asked: u32,
        /// The depths of the text.
        found: Vec<u32>,
    },
    /// No line fits.
    #[error("no line with a move and its count, such as `e2e4: 20`, and no total{}{}", numbered(.line), shown(.last))]
    Nothing {
        /// The first line with a number and no move, from 1.
        line: Option<usize>,
        /// The last lines of the text.
        last: Vec<String>,
    },
}

fn unread(label: &str, text: &str) -> String {
    let (label, text) = (shorten(label, MAX_SHOWN), shorten(text, MAX_SHOWN));
    match text.is_empty() {
        true => format!("the move `{label}` has no count on its line; expected a line such as `e2e4: 600`"),
        false => format!(
            "the count `{text}` of the move `{label}` cannot be read; expected a whole number below 2^128"
        ),
    }
}

fn numbered(line: &Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!("; line {line} has a number without a move"))
}

fn shown(last: &[String]) -> String {
    match last {
        [] => "; the text is empty".into(),
        [line] => format!("; the last line is `{line}`"),
        lines => format!(
            "; the last lines are {}",
            lines.iter().map(|line| format!("`{line}`")).collect::<Vec<_>>().join(", ")
        ),
    }
}

/// Depths in words, such as `perft 1, perft 2`.
#[doc(hidden)]
pub fn list_of(depths: &[u32]) -> String {
    depths.iter().map(|depth| format!("perft {depth}")).collect::<Vec<_>>().join(", ")
}

impl PerftText {
    /// The tables and totals of a depth and those that name none, and the depths of the others. Columns of other depths stay.
    ///
    /// # Errors
    /// If nothing is left.
    pub fn at_depth(mut self, asked: u32) -> Result<(Self, Vec<u32>), PerftTextError> {
        let mut others = BTreeSet::new();
        let mut is_of = |depth: Option<u32>| {
            let other = depth.filter(|depth| *depth != asked);
            others.extend(other);
            other.is_none()
        };
        self.tables.retain_mut(|table| {
            if !is_of(table.depth) {
                return false;
            }
            table.totals.retain(|total| is_of(total.depth));
            let columns = table.columns.iter().filter(|column| is_of(column.depth)).count();
            columns > 0 && !(table.rows.is_empty() && table.totals.is_empty())
        });
        let others: Vec<_> = others.into_iter().collect();
        match self.tables.is_empty() {
            true => Err(PerftTextError::Depth { asked, found: others }),
            false => Ok((self, others)),
        }
    }
}

/// Reads a text. `asked` is the depth that is asked about; `perft: 3` names it rather than a count.
///
/// # Errors
/// If no line fits, the count of a move cannot be read, or the text has a form that is given up.
#[doc(hidden)]
pub fn read_perft_text(
    text: &str,
    asked: Option<u32>,
    is_move: IsMove<'_>,
) -> Result<PerftText, PerftTextError> {
    let (blocks, texts, read) = (Vec::new(), Vec::new(), PerftText::default());
    let (header, above, error) = (None, Above::default(), None);
    let reader = Reader { asked, is_move, blocks, header, above, texts, read, error };
    reader.read_lines(text.trim_start_matches('\u{feff}'))
}

/// Whether a line is of a page in HTML. Issues hide tables in `<details>`, which is text.
fn is_html(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let Some(tag) = line.strip_prefix('<').filter(|tag| tag.contains('>')) else { return false };
    let name = tag.trim_start_matches(['/', '!']);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let ends = name[end..].starts_with(['>', ' ', '/']);
    end > 0
        && ends
        && !["details", "summary"].contains(&&name[..end])
        && (line.contains("</") || name[end..].starts_with(['>', ' ']))
}

/// A table under construction.
#[derive(Default)]
struct Block {
    table: Table,
    leading: Vec<Row>,
    /// Whether a total has followed the rows.
    has_ended: bool,
    /// The first move without a readable count, with its line.
    unread: Option<(usize, String, String)>,
}

impl Block {
    fn holds_moves(&self) -> bool {
        !self.table.rows.is_empty() || !self.leading.is_empty() || self.unread.is_some()
    }
}

/// A line of text with numbers.
struct Text {
    line: usize,
    text: String,
    numbers: Vec<u128>,
    /// Whether it speaks of counts: it has a move, a depth, a word for a total, several numbers or
    /// a stated one, or it is below a table or a total.
    is_of_counts: bool,
    has_move: bool,
}

/// Reads lines into tables.
struct Reader<'a> {
    asked: Option<u32>,
    is_move: IsMove<'a>,
    blocks: Vec<Block>,
    header: Option<Header>,
    /// The lines above the next table.
    above: Above,
    texts: Vec<Text>,
    read: PerftText,
    error: Option<PerftTextError>,
}

/// The lines between the last move and the next table.
#[derive(Default)]
struct Above {
    /// The last line of text.
    heading: Option<String>,
    /// The depth that a line names.
    depth: Option<u32>,
    /// Whether there is a header, or another depth.
    has_head: bool,
}

impl<'a> Reader<'a> {
    fn read_lines(mut self, text: &str) -> Result<PerftText, PerftTextError> {
        let lines: Vec<_> = match json::lines(text, self.is_move) {
            Some(lines) => lines.into_iter().map(|line| (1, line)).collect(),
            None => {
                // A text may be copied from a program, with the signs for the ends of its lines.
                let text = text.replace("\\r\\n", "\\n");
                let lines = (1..).zip(text.lines());
                let parts = |(number, line): (usize, &str)| {
                    let whole =
                        |part: &str| json::lines(part, self.is_move).unwrap_or_else(|| vec![clean(part)]);
                    line.split("\\n").flat_map(whole).map(|part| (number, part)).collect::<Vec<_>>()
                };
                lines.flat_map(parts).collect()
            }
        };
        if let Some((line, _)) = lines.iter().find(|(_, line)| is_html(line)) {
            return Err(PerftTextError::Html { line: *line });
        }
        let is_search = lines.iter().any(|(_, line)| is_of_search(line));
        for (number, line) in &lines {
            self.add_text(*number, line, is_search);
        }
        self.finish(&lines)
    }

    /// Adds a line of the text.
    fn add_text(&mut self, number: usize, text: &str, is_search: bool) {
        // The rules of a table are a part of it.
        if !text.contains(char::is_alphanumeric) {
            return;
        }
        // A search prints all nodes so far, not those below the move.
        if is_search && is_current(text) {
            self.read.skipped += 1;
            return;
        }
        if let Some(header) = Header::parse(text, self.is_move) {
            self.header = Some(header);
            self.above.has_head = true;
            return;
        }
        let of_header = self
            .header
            .as_mut()
            .map(|header| (header.read_row(number, text, self.is_move), header.columns()));
        match of_header {
            Some((Ok(Some(line)), columns)) => self.add(number, text, line, &columns),
            Some((Err(error), _)) => {
                self.error.get_or_insert(error);
            }
            _ => self.add(number, text, read_line(number, text, self.asked, self.is_move), &[]),
        }
    }

    /// Adds a line to the current table, or begins the next one.
    fn add(&mut self, number: usize, text: &str, line: Line, columns: &[Column]) {
        let holds_moves = line.holds_moves();
        if line.is_noise || !holds_moves && line.totals.is_empty() {
            if line.depth.is_some() {
                self.above.depth = line.depth;
                self.above.has_head |= self.blocks.last().is_none_or(|block| block.table.depth != line.depth);
            }
            self.read.skipped += 1;
            if !line.is_noise {
                self.add_words(number, text, &line);
            }
            return;
        }
        if !line.loose.is_empty() {
            if line.totals.is_empty() {
                self.not_read(number, text, "a number next to a move that is not its count");
            } else {
                self.error.get_or_insert(PerftTextError::Sentence { line: number });
            }
        }
        let depth = line.rows.first().and_then(|row| row.depth);
        let is_next = self.blocks.last().is_none_or(|block| {
            // A move that comes again below a text begins another table.
            let is_known = |row: &Row| {
                block.table.rows.iter().chain(&block.leading).any(|known| known.label == row.label)
            };
            let is_again = self.above.heading.is_some()
                && line.rows.iter().chain(&line.leading).next().is_some_and(is_known);
            let is_deeper =
                |depth: Option<u32>| depth.zip(block.table.depth).is_some_and(|(new, old)| new != old);
            let is_other_total = !holds_moves && line.totals.iter().any(|total| is_deeper(total.depth));
            block.holds_moves()
                && (holds_moves && (block.has_ended || self.above.has_head || is_again || is_deeper(depth))
                    || is_other_total)
        });
        if is_next {
            self.blocks.push(Block::default());
        }
        let Some(block) = self.blocks.last_mut() else { return };
        if holds_moves {
            let above = std::mem::take(&mut self.above);
            if !block.holds_moves() {
                block.table.name = above.heading;
                block.table.columns = columns.to_vec();
                block.table.depth = depth.or(above.depth);
            }
        } else if !block.holds_moves() && block.table.columns.is_empty() {
            block.table.columns = columns.to_vec();
        }
        let is_running = line.rows.len() == 1;
        block.has_ended |= block.holds_moves()
            && !is_running
            && line.totals.iter().any(|total| total.kind != TotalKind::Moves);
        let is_leading = !line.leading.is_empty();
        block.table.rows.extend(line.rows);
        block.leading.extend(line.leading);
        let above = self.above.depth.filter(|_| !block.holds_moves());
        block
            .table
            .totals
            .extend(line.totals.into_iter().map(|total| Total { depth: total.depth.or(above), ..total }));
        if let Some((label, text)) = line.unread.filter(|_| !is_leading) {
            block.unread.get_or_insert((number, label, text));
        }
    }

    /// Adds a line of text, which may be the heading of the next table.
    fn add_words(&mut self, number: usize, text: &str, line: &Line) {
        let words = text.to_lowercase();
        let mut words = words.split(|c: char| !c.is_alphanumeric());
        let has_table = !self.blocks.is_empty();
        let is_of_counts = line.is_sentence
            || line.loose.len() > 1
            || line.is_statement
            || line.depth.is_some()
            || has_table
            || words.clone().any(super::words::is_total);
        let is_year = |number: &u128| (1900..2100).contains(number);
        let is_notice = words.any(|word| word == "copyright") && line.loose.iter().all(is_year);
        if !line.loose.is_empty() && !is_notice {
            let (text, numbers, has_move) = (text.trim().to_owned(), line.loose.clone(), line.is_sentence);
            self.texts.push(Text { line: number, text, numbers, is_of_counts, has_move });
        }
        let heading = text.replace(['*', '`', '"'], "");
        let heading =
            heading.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '#' | '=' | '-' | '>'));
        if !heading.is_empty() {
            self.above.heading = Some(heading.to_owned());
        }
    }

    fn not_read(&mut self, line: usize, text: &str, reason: &'static str) {
        let text = shorten(text.trim(), MAX_SHOWN).into_owned();
        self.read.unread.push(Unread { line, text, reason });
    }

    fn finish(mut self, lines: &[(usize, String)]) -> Result<PerftText, PerftTextError> {
        for block in std::mem::take(&mut self.blocks) {
            let table = self.table(block)?;
            if !table.rows.is_empty() || !table.totals.is_empty() {
                self.read.tables.push(table);
            }
        }
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.read.tables.is_empty() {
            let sentence = self.texts.iter().find(|text| text.numbers.len() > 1);
            return Err(match sentence {
                Some(text) => PerftTextError::Sentence { line: text.line },
                None => {
                    let line = self.texts.first().map(|text| text.line);
                    PerftTextError::Nothing { line, last: last(lines) }
                }
            });
        }
        self.find_counts();
        self.read.unread.sort_by_key(|unread| unread.line);
        Ok(self.read)
    }

    /// Finds the lines of text with numbers of the size of the counts.
    fn find_counts(&mut self) {
        let tables = &self.read.tables;
        let counts: Vec<_> = tables
            .iter()
            .flat_map(|table| &table.rows)
            .flat_map(|row| row.counts.iter().flatten())
            .copied()
            .collect();
        let totals = tables.iter().flat_map(|table| &table.totals).flat_map(|total| &total.counts).copied();
        let columns =
            tables.iter().flat_map(|table| (0..table.columns.len()).filter_map(|column| table.sum(column)));
        let known: BTreeSet<_> = totals.chain(columns).collect();
        let all = || known.iter().chain(&counts).copied();
        let (Some(least), Some(most)) = (all().min(), all().max()) else { return };
        let may_be = |number: &u128| !known.contains(number) && *number >= least / 2 && *number / 2 <= most;
        for text in std::mem::take(&mut self.texts) {
            if text.is_of_counts && (text.has_move || text.numbers.iter().any(may_be)) {
                self.not_read(text.line, &text.text, "a number in a sentence");
            }
        }
    }

    /// The table of a block.
    fn table(&mut self, block: Block) -> Result<Table, PerftTextError> {
        let Block { mut table, leading, unread, .. } = block;
        // Numbers before the moves are their counts if no move has one behind it, and they do not only number the moves.
        if let Some(first) = leading.first() {
            let is_next = |pair: &[Row]| pair[1].count() == pair[0].count().saturating_add(1);
            let sum = leading.iter().try_fold(0_u128, |sum, row| sum.checked_add(row.count()));
            let is_sum = table.totals.iter().any(|total| Some(total.count()) == sum);
            let are_numbers =
                leading.len() > 1 && leading[0].count() <= 1 && leading.windows(2).all(is_next) && !is_sum;
            if !table.rows.is_empty() || unread.is_some() || are_numbers {
                let (line, label, text) = (first.line, first.label.clone(), String::new());
                let first = unread.filter(|(other, ..)| *other < line).unwrap_or((line, label, text));
                return Err(PerftTextError::Count { line: first.0, label: first.1, text: first.2 });
            }
            table.rows = leading;
            table.is_leading = true;
        } else if let Some((line, label, text)) = unread {
            return Err(PerftTextError::Count { line, label, text });
        }
        self.settle_numbers(&mut table.rows)?;
        let of_totals = || table.totals.iter().map(|total| total.counts.len()).max().unwrap_or_default();
        let width = table.rows.first().map_or_else(of_totals, |row| row.counts.len());
        table.columns.truncate(width);
        let named = table.columns.len()..width;
        table.columns.extend(named.map(|at| Column { name: name(&table.rows, at), depth: None }));
        table.drop_running_totals();
        self.settle_totals(&mut table)?;
        let depths: BTreeSet<_> = table.totals.iter().filter_map(|total| total.depth).collect();
        if !table.rows.is_empty() && depths.len() == 1 {
            table.depth = table.depth.or(depths.first().copied());
        }
        Ok(table)
    }

    /// Cuts all rows to the same number of counts. The other numbers are not read.
    fn settle_numbers(&mut self, rows: &mut [Row]) -> Result<(), PerftTextError> {
        let width = rows.iter().map(|row| row.counts.len()).min().unwrap_or_default();
        let are_alike = rows.iter().all(|row| row.counts.len() == width);
        let are_grouped = rows.iter().all(|row| row.blanks.is_some()) && width > 2;
        // Numbers before the moves number them if they follow one another, or are different and at most as many as the rows.
        let numbers: Vec<_> = rows.iter().filter_map(|row| row.before.first().copied()).collect();
        let are_next =
            numbers.len() > 1 && numbers.windows(2).all(|pair| pair[1] == pair[0].saturating_add(1));
        let are_small = numbers.iter().all(|number| *number <= rows.len() as u128);
        let are_other = numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len();
        let are_single = rows.iter().all(|row| row.before.len() < 2);
        let are_numbered = are_single && (are_next || are_small && are_other);
        for row in rows {
            if let Some(text) =
                row.blanks.clone().filter(|_| are_grouped || !are_alike && row.counts.len() > width)
            {
                return Err(PerftTextError::Blanks { line: row.line, text });
            }
            if !row.before.is_empty() && !are_numbered {
                self.not_read(row.line, &row.label, "a number before the move and one behind it");
            }
            for odd in std::mem::take(&mut row.odd) {
                self.not_read(row.line, &odd, "neither a count nor a measure");
            }
            if row.counts.len() > width {
                self.not_read(row.line, &row.label, "more counts than other rows have");
                row.counts.truncate(width);
            }
        }
        Ok(())
    }

    /// Checks that the totals have one number for every column, and removes the numbers of moves.
    fn settle_totals(&mut self, table: &mut Table) -> Result<(), PerftTextError> {
        let (width, rows) = (table.columns.len(), table.rows.len());
        let sum = table.sum(0);
        let has_named = table.totals.iter().any(|total| total.kind != TotalKind::Moves);
        // A number alone above the moves is none of them.
        let last = table.rows.last().map_or(0, |row| row.line);
        let totals = std::mem::take(&mut table.totals);
        for mut total in totals {
            if let Some(text) = total.blanks.clone().filter(|_| rows == 0 || total.counts.len() != width) {
                return Err(PerftTextError::Blanks { line: total.line, text });
            }
            if total.kind == TotalKind::Moves && rows > 0 {
                let is_number = total.count() == rows as u128;
                if is_number && (has_named || sum != Some(total.count())) {
                    continue;
                }
                if has_named {
                    self.not_read(
                        total.line,
                        &format!("{} {}", total.wording, total.count()),
                        "another number of moves than listed",
                    );
                    continue;
                }
            }
            if total.kind == TotalKind::Bare && rows > 0 && total.line < last {
                self.not_read(total.line, &total.count().to_string(), "a number alone above the moves");
                continue;
            }
            if rows > 0 && total.counts.len() > 1 && total.counts.len() != width {
                self.not_read(total.line, &total.wording, "other totals than columns");
                total.counts.truncate(1);
            }
            table.totals.push(total);
        }
        Ok(())
    }
}

impl PerftText {
    /// The first table with moves, else the first with totals.
    pub fn first(&self) -> Option<&Table> {
        self.tables.iter().find(|table| !table.rows.is_empty()).or(self.tables.first())
    }
}

impl Table {
    /// The sum of a column; `None` if it overflows.
    pub fn sum(&self, column: usize) -> Option<u128> {
        let mut counts = self.rows.iter().filter_map(|row| row.counts.get(column).copied().flatten());
        counts.try_fold(0_u128, |sum, count| sum.checked_add(count))
    }

    /// The total that a program means: one that is the sum of the rows, else one with words, a number alone, or a number of moves.
    pub fn total(&self) -> Option<&Total> {
        let sum = self.sum(0).filter(|_| !self.rows.is_empty());
        let of = |kind: TotalKind| self.totals.iter().filter(move |total| total.kind == kind);
        let best = |kind: TotalKind| {
            of(kind).find(|total| Some(total.count()) == sum).or_else(|| of(kind).next_back())
        };
        [TotalKind::Named, TotalKind::Bare, TotalKind::Moves].into_iter().find_map(best)
    }

    /// Removes the columns that are the sum of the first one so far in every row: they say nothing more.
    fn drop_running_totals(&mut self) {
        let columns = if self.rows.len() < 2 { 0 } else { self.columns.len() };
        for at in (1..columns).rev() {
            let mut sum = Some(0_u128);
            let is_running = self.rows.iter().all(|row| {
                sum = sum.and_then(|sum| sum.checked_add(row.counts[0]?));
                sum.is_some() && sum == row.counts[at]
            });
            if is_running {
                self.columns.remove(at);
                for row in &mut self.rows {
                    let _running = row.counts.remove(at);
                }
            }
        }
    }
}

/// The words next to every count of a column.
fn name(rows: &[Row], at: usize) -> Option<String> {
    let name = |row: &Row| row.names.get(at).cloned().flatten();
    let first = rows.first().and_then(name)?;
    rows.iter().all(|row| name(row).as_ref() == Some(&first)).then_some(first)
}

/// The last lines of a text.
fn last(lines: &[(usize, String)]) -> Vec<String> {
    let full = lines.iter().rev().map(|(_, line)| line.trim()).filter(|line| !line.is_empty());
    let mut last: Vec<_> = full.take(LAST_LINES).map(|line| shorten(line, MAX_SHOWN).into_owned()).collect();
    last.reverse();
    last
}
