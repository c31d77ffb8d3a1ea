//! Tables whose header says what their columns are: CSV, tabs, Markdown, frames, and columns between blanks.
//!
//! Invariant: a cell below a known header is read, or its row is refused. A cell that is empty, `-` or `?` has nothing to read.

use super::entry::{Collector, Entry, PLAYED, Place, Row, add_class, add_count, depth_of};
use super::vocabulary::{Label, StartName};
use super::{fen, named_check, number};
use serde_json::Value;
use std::collections::HashMap;
use vperft::inner::corpus::question::BETWEEN_MOVES;

/// What separates the cells of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Char(char),
    /// Two blanks or more.
    Blanks,
    Blank,
}

impl Separator {
    fn cells(self, line: &str) -> Vec<String> {
        let line = line.trim();
        let line = match self {
            Self::Char('|') => line.trim_matches('|'),
            Self::Char(',') => line.trim_end_matches(','),
            _ => line,
        };
        let pieces: Vec<_> = match self {
            Self::Char('|') => line.split(['|', '│']).collect(),
            Self::Char(c) => line.split(c).collect(),
            Self::Blanks => line.split("  ").filter(|cell| !cell.trim().is_empty()).collect(),
            // A position is one cell.
            Self::Blank => {
                let position = fen::find(line).unwrap_or(line.len()..line.len());
                let (before, behind) = (&line[..position.start], &line[position.end..]);
                let position = Some(&line[position]).filter(|position| !position.is_empty());
                before.split_whitespace().chain(position).chain(behind.split_whitespace()).collect()
            }
        };
        pieces.into_iter().map(|cell| bare(cell).to_owned()).collect()
    }
}

/// A cell without its quotes and the emphasis of Markdown.
fn bare(cell: &str) -> &str {
    let cell = cell.trim().trim_matches(['`', '"', '_']).trim();
    if cell.starts_with('*') { cell.trim_matches('*').trim() } else { cell }
}

/// The columns of a table.
#[derive(Clone, Debug)]
pub(super) struct Header {
    separator: Separator,
    names: Vec<String>,
    labels: Vec<Label>,
    /// The columns `check`, `line` and `expected` of `vperft export`.
    named: Option<[usize; 3]>,
    /// The positions of the table, by all that names them.
    known: HashMap<[Option<String>; 4], usize>,
    /// The FENs of the names in the column of positions: `Kiwipete (FEN)`.
    fens: HashMap<String, String>,
}

impl Header {
    /// Reads a line of a text; `None` if it is not a header.
    pub fn parse(line: &str) -> Option<Self> {
        let line = unquoted(line.trim().trim_start_matches(['#', '%']));
        let line = line.replace('│', "|");
        let separators = ['|', '\t', ';', ','].map(Separator::Char).into_iter();
        separators.chain([Separator::Blanks, Separator::Blank]).find_map(|separator| {
            let cells = separator.cells(&line);
            Self::from_names(separator, cells)
        })
    }

    fn from_names(separator: Separator, names: Vec<String>) -> Option<Self> {
        let mut labels: Vec<_> = names.iter().map(|name| Label::parse(name)).collect();
        let has = |label: Label| labels.contains(&label);
        let is_count = |label: &Label| {
            matches!(label, Label::Count | Label::CountOf(_) | Label::Class(_) | Label::Moves)
        };
        let find = |name: &str| names.iter().position(|known| known == name);
        let named = find("check").zip(find("line")).zip(find("expected"));
        let counts = labels.iter().filter(|label| is_count(label)).count();
        let is_header = match (has(Label::Position), has(Label::Depth)) {
            (true, _) if named.is_some() => true,
            // Its rows are refused if no column is one of counts.
            (true, true) => counts > 0 || matches!(separator, Separator::Char(_)),
            // A depth with a number is not a header.
            (false, true) => labels
                .iter()
                .zip(&names)
                .any(|(label, name)| is_count(label) && name.contains(char::is_alphabetic)),
            (true, false) => counts > 0 && names.len() > 1,
            (false, false) => {
                counts > 1
                    && labels.iter().all(|label| matches!(label, Label::CountOf(_)))
                    && names.iter().all(|name| name.contains(char::is_alphabetic))
            }
        };
        let is_blank = matches!(separator, Separator::Blank | Separator::Blanks);
        // Calls and values do not name columns.
        let of_depths = labels.iter().filter(|label| matches!(label, Label::CountOf(_))).count();
        let is_wide = separator == Separator::Blanks && has(Label::Depth) && has(Label::Count);
        let is_clear = has(Label::Position) && of_depths > 1 || is_wide;
        let is_name = |(name, label): (&String, &Label)| {
            name.matches('(').count() == name.matches(')').count()
                && !(is_blank && (*label == Label::Other && !is_clear || !name.contains(char::is_alphabetic)))
        };
        if !is_header || names.len() < 2 || !names.iter().zip(&labels).all(is_name) {
            return None;
        }
        // Tables of chess call the leaves moves.
        if labels.contains(&Label::Depth) && !labels.contains(&Label::Count) {
            labels.iter_mut().filter(|label| **label == Label::Moves).for_each(|label| *label = Label::Count);
        }
        // Of `Position` and `FEN`, the first is a name.
        let has_fen = names.iter().any(|name| name.to_ascii_lowercase().ends_with("fen"));
        for (name, label) in names.iter().zip(&mut labels) {
            if has_fen && *label == Label::Position && !name.to_ascii_lowercase().ends_with("fen") {
                *label = Label::Id;
            }
        }
        let named = named.map(|((check, line), expected)| [check, line, expected]);
        Some(Self { separator, names, labels, named, known: HashMap::new(), fens: HashMap::new() })
    }

    /// Whether its rows name their positions.
    pub fn names_positions(&self) -> bool {
        self.labels.contains(&Label::Position)
    }

    /// Whether it names a column of positions, and a line of the text has one.
    fn heads(&self, text: &str) -> bool {
        let has_position = |line: &str| self.separator.cells(line).iter().any(|cell| fen::is_whole(cell));
        self.named.is_some() || self.names_positions() && text.lines().any(has_position)
    }

    /// The cells of a line; `None` if the line ends the table. A line of dashes has none.
    pub fn cells(&self, line: &str) -> Option<Vec<String>> {
        let line = unquoted(line.trim());
        let is_rule = !line.contains(|c: char| c.is_alphanumeric() || ")]}".contains(c));
        if line.is_empty() {
            return None;
        }
        if is_rule {
            return Some(Vec::new());
        }
        let is_row = match self.separator {
            Separator::Char('|') => line.contains(['|', '│']),
            Separator::Char(c) => line.contains(c),
            _ => line.starts_with(|c: char| c.is_ascii_digit()),
        };
        is_row.then(|| self.separator.cells(line))
    }

    /// Reads a row about a position, or about the one that it names.
    pub fn row(
        &mut self,
        collector: &mut Collector<'_>,
        place: &Place,
        cells: &[String],
        position: Option<usize>,
    ) {
        let text = cells.join(", ");
        let cell = |label: Label| {
            let at = self.labels.iter().position(|known| *known == label)?;
            cells.get(at).map(String::as_str).filter(|cell| !is_empty(cell))
        };
        // Behind blanks, words and measures are remarks.
        let is_remark = |cell: &str| self.separator == Separator::Blank && number::number(cell).is_none();
        // The last column may be that of several counts, `expected*`.
        let is_open = self.names.last().is_some_and(|name| name.ends_with('*'));
        if cells.len() > self.labels.len()
            && !is_open
            && !cells[self.labels.len()..].iter().all(|cell| is_empty(cell) || is_remark(cell))
        {
            let reason = format!("{} cells below a header of {}", cells.len(), self.labels.len());
            return collector.refuse(place, &text, reason);
        }
        // A position in a column of another name is one all the same.
        let other =
            (!self.names_positions()).then(|| cells.iter().find(|cell| fen::is_whole(cell))).flatten();
        let index = if let Some(fen) = other {
            let key = [None, None, None, Some(fen.clone())];
            *self.known.entry(key).or_insert_with(|| collector.add(Entry::new(place.clone(), fen)))
        } else if self.names_positions() {
            let named = |cell| match self.named {
                Some(_) => Some((None, str::to_owned(cell))),
                None => named_position(&mut self.fens, cell),
            };
            let Some((name, fen)) = cell(Label::Position).and_then(named) else {
                return collector.refuse(place, &text, "expected a position in its column");
            };
            let (id, variant) = (cell(Label::Id).map(str::to_owned), cell(Label::Variant).map(str::to_owned));
            // A case of an export may be given with other moves.
            let line = self.named.and_then(|[_, line, _]| cells.get(line).cloned());
            let id = id.or(name);
            let key = [id.clone(), variant.clone(), line, Some(fen.clone())];
            *self
                .known
                .entry(key)
                .or_insert_with(|| collector.add(Entry { id, variant, ..Entry::new(place.clone(), &fen) }))
        } else {
            position.unwrap_or_else(|| collector.unplaced(place.clone(), &text))
        };
        if let Err(reason) = self.add(collector, index, place, cells) {
            collector.refuse(place, &text, reason);
        }
    }

    /// Adds the numbers of a row to an entry.
    fn add(
        &self,
        collector: &mut Collector<'_>,
        index: usize,
        place: &Place,
        cells: &[String],
    ) -> Result<(), String> {
        if let Some(named) = self.named {
            let [check, line, expected] =
                named.map(|at| cells.get(at).map(String::as_str).unwrap_or_default());
            let check = named_check::parse_check(check, &Value::from(expected))?;
            collector.suite.numbers += usize::from(check.0.is_count());
            let entry = &mut collector.suite.entries[index];
            entry.add_check(check)?;
            entry.moves = line.split(BETWEEN_MOVES).filter(|mv| !mv.is_empty()).map(str::to_owned).collect();
            return Ok(());
        }
        let filled: Vec<_> = (0..cells.len().min(self.labels.len()))
            .filter(|at| !is_empty(&cells[*at]))
            .map(|at| (self.labels[at], self.names[at].as_str(), cells[at].as_str()))
            .collect();
        let depth = match filled.iter().find(|(label, ..)| *label == Label::Depth) {
            Some((_, name, cell)) => {
                Some(depth_of(cell).ok_or_else(|| format!("`{cell}` in column `{name}`: expected a depth"))?)
            }
            None => None,
        };
        let has_depth_column = self.labels.contains(&Label::Depth);
        let mut is_read = false;
        for (label, name, cell) in filled {
            let count = || {
                number::number(cell).ok_or_else(|| format!("`{cell}` in column `{name}`: expected a count"))
            };
            let at =
                || depth.ok_or_else(|| format!("`{cell}` in column `{name}` without a depth in its row"));
            let entry = &mut collector.suite.entries[index];
            match label {
                Label::Count if !has_depth_column => {
                    let is_last = name.ends_with('*');
                    let more = if is_last { cells[self.labels.len() - 1..].join(" ") } else { String::new() };
                    let row = number::numbers(if is_last { &more } else { cell })
                        .ok_or_else(|| format!("`{cell}` in column `{name}`: expected counts"))?;
                    entry.bare.push(Row::new(place.clone(), row));
                }
                Label::Count => {
                    add_count(entry, at()?, count()?)?;
                    collector.suite.numbers += 1;
                }
                Label::CountOf(depth) => {
                    add_count(entry, depth, count()?)?;
                    collector.suite.numbers += 1;
                }
                // The position itself is in no class.
                Label::Class(_) if depth == Some(0) => {}
                Label::Class(class) => {
                    add_class(entry, at()?, class, count()?)?;
                    collector.suite.numbers += 1;
                }
                Label::Moves if number::number(cell).is_none() => {
                    return Err(format!("`{cell}` in column `{name}`: {PLAYED}"));
                }
                Label::Other | Label::Moves if cell.contains(|c: char| c.is_ascii_digit()) => {
                    collector.unread_column(name);
                    continue;
                }
                _ => continue,
            }
            is_read = true;
        }
        if is_read { Ok(()) } else { Err("a row without a count".into()) }
    }
}

/// The name and the FEN of a cell in the column of positions: a FEN, one behind its name, or a name that had one in a row above or is that
/// of the start position.
fn named_position(fens: &mut HashMap<String, String>, cell: &str) -> Option<(Option<String>, String)> {
    if fen::is_whole(cell) {
        return Some((None, cell.to_owned()));
    }
    let Some(at) = fen::find(cell) else {
        let is_start = StartName::parse(&cell.replace([' ', '-'], "_")).is_start();
        let fen = fens.get(cell).cloned().or(is_start.then(|| fen::START.to_owned()))?;
        return Some((Some(cell.to_owned()), fen));
    };
    let name = cell[..at.start].trim_end_matches(['(', '`', ':', ' ']);
    let is_last = cell[at.end..].trim_matches([')', '`', ' ']).is_empty();
    if !name.contains(char::is_alphanumeric) || !is_last {
        return None;
    }
    fens.insert(name.to_owned(), cell[at.clone()].to_owned());
    Some((Some(name.to_owned()), cell[at].to_owned()))
}

/// A line without the quotes around the whole of it.
fn unquoted(line: &str) -> &str {
    let line = line.trim().trim_end_matches(',');
    match line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) if !inside.contains('"') => inside,
        _ => line,
    }
}

/// Whether a cell has nothing to read.
fn is_empty(cell: &str) -> bool {
    matches!(cell.trim(), "" | "-" | "?" | "n/a" | "N/A" | "None" | "–" | "—")
}

/// Reads a text whose first line is a header with a column of positions. Returns whether it is one.
pub(super) fn read_table(text: &str, collector: &mut Collector<'_>) -> bool {
    let is_comment = |line: &str| line.trim().is_empty() || line.starts_with('#');
    let Some(first) = text.lines().find(|line| !is_comment(line)) else { return false };
    let Some(mut header) = Header::parse(first).filter(|header| header.heads(text)) else { return false };
    let Separator::Char(separator @ (',' | ';' | '\t')) = header.separator else { return false };
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(separator as u8).flexible(true).comment(Some(b'#'));
    let comments =
        (1..).zip(text.lines()).filter(|(_, text)| text.starts_with('#') && fen::find(text).is_some());
    collector.suite.comments.extend(comments.map(|(line, _)| line));
    let mut lines = Lines { text, line: 1, offset: 0 };
    for record in reader.from_reader(text.as_bytes()).records() {
        match record {
            Ok(record) => {
                let place = Place::line(record.position().map_or(0, |from| lines.line_at(from)));
                // A VFEN that must be refused may end with a blank.
                let is_exact = header.named.is_some();
                let cell = |cell: &str| if is_exact { cell.to_owned() } else { bare(cell).to_owned() };
                let cells: Vec<_> = record.iter().map(cell).collect();
                if !cells.iter().all(|cell| is_empty(cell)) {
                    header.row(collector, &place, &cells, None);
                }
            }
            Err(error) => {
                let place = Place::line(error.position().map_or(0, |from| lines.line_at(from)));
                collector.refuse(&place, "", error.to_string());
            }
        }
    }
    true
}

/// Counts the lines of a text up to ascending places.
struct Lines<'t> {
    text: &'t str,
    line: usize,
    offset: usize,
}

impl Lines<'_> {
    /// The line of a record. The reader says where it began to look for it, which may be before empty lines and comments.
    fn line_at(&mut self, from: &csv::Position) -> usize {
        let offset = usize::try_from(from.byte()).unwrap_or(usize::MAX).clamp(self.offset, self.text.len());
        self.line += self.text.as_bytes()[self.offset..offset].iter().filter(|byte| **byte == b'\n').count();
        self.offset = offset;
        let is_skipped = |line: &&str| line.trim().is_empty() || line.starts_with('#');
        let rest = self.text.get(offset..).unwrap_or_default();
        self.line + rest.lines().take_while(is_skipped).count()
    }
}
