//! CSV with a header that names the columns.

use super::{Entry, ForeignSuite, Form, LineCounter, Refusal, depth_behind, named_check, number, quoted};
use crate::corpus::question::BETWEEN_MOVES;
use crate::support::plural::plural;
use serde_json::Value;
use std::collections::HashMap;

/// The separators of cells.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

pub(super) fn read(text: &str) -> Option<ForeignSuite> {
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
    let of_separator = |separator| Some((separator, Columns::of_header(first, separator)?));
    let (separator, columns) = SEPARATORS.into_iter().find_map(of_separator)?;
    let mut suite = ForeignSuite::new(Form::Columns);
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(separator).flexible(true).comment(Some(b'#'));
    let mut indices = HashMap::new();
    let mut lines = LineCounter::new(text);
    let mut line_of =
        |position: Option<&csv::Position>| position.map_or(0, |from| line_from(&mut lines, from));
    for record in reader.from_reader(text.as_bytes()).records() {
        let (line, read) = match record {
            Ok(record) if is_rule(&record) => continue,
            Ok(record) => {
                let line = line_of(record.position());
                (line, columns.row(line, &record.iter().collect::<Vec<_>>()))
            }
            Err(error) => {
                let line = line_of(error.position());
                (line, Err(error.to_string()))
            }
        };
        match read {
            // The checks of a position may be in several rows.
            Ok(entry) => {
                let key = (entry.id.clone(), entry.variant.clone(), entry.fen.clone());
                match indices.get(&key) {
                    Some(index) => merge(&mut suite.entries[*index], entry, &mut suite.refusals),
                    None => {
                        indices.insert(key, suite.entries.len());
                        suite.entries.push(entry);
                    }
                }
            }
            Err(reason) => suite.refusals.push(Refusal::new(line, reason)),
        }
    }
    Some(suite)
}

/// Whether a record is the line below the header of a markdown table.
fn is_rule(record: &csv::StringRecord) -> bool {
    let is_empty = |cell: &str| cell.trim().trim_matches([':', '-']).is_empty();
    record.iter().all(is_empty) && record.iter().any(|cell| cell.contains("--"))
}

/// The line of a record. The reader says where it began to look for it, which may be before empty lines and comments.
fn line_from(lines: &mut LineCounter<'_>, from: &csv::Position) -> usize {
    let offset = usize::try_from(from.byte()).unwrap_or(usize::MAX).min(lines.text.len());
    let is_skipped = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    lines.line_of(offset) + lines.text[offset..].lines().take_while(is_skipped).count()
}

/// Adds the checks of another row to a position.
fn merge(entry: &mut Entry, other: Entry, refusals: &mut Vec<Refusal>) {
    for (depth, count) in other.counts {
        entry.add_count(depth, count, other.line, refusals);
    }
    entry.checks.extend(other.checks);
}

fn cells(line: &str, separator: u8) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader =
        reader.delimiter(separator).has_headers(false).trim(csv::Trim::All).from_reader(line.as_bytes());
    let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
    if record.is_empty() { vec![String::new()] } else { record.iter().map(str::to_owned).collect() }
}

/// The meaning of the columns.
#[derive(Default)]
struct Columns {
    fen: usize,
    id: Option<usize>,
    variant: Option<usize>,
    depth: Option<usize>,
    count: Option<usize>,
    /// The columns `check`, `line` and `expected` of `vperft export`.
    named: Option<[usize; 3]>,
    /// The columns of counts, each with its depth.
    by_depth: Vec<(usize, u32)>,
}

impl Columns {
    /// The columns of a header. `None` if the line is not one.
    fn of_header(line: &str, separator: u8) -> Option<Self> {
        let names: Vec<_> = cells(line, separator).iter().map(|name| name.to_lowercase()).collect();
        let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        let fen = find(&["fen", "vfen", "epd", "position"])?;
        let depth_of = |name: &str| depth_behind(&["perft", "depth", "d"], name);
        let by_depth =
            names.iter().enumerate().filter_map(|(at, name)| Some((at, depth_of(name)?))).collect();
        let named = find(&["check"]).zip(find(&["line"])).zip(find(&["expected"]));
        let mut columns = Self {
            fen,
            id: find(&["id", "case", "name"]),
            variant: find(&["variant"]),
            depth: find(&["depth", "ply", "plies"]),
            count: find(&["count", "nodes", "perft", "leaves", "expected", "result"]),
            named: named.map(|((check, line), expected)| [check, line, expected]),
            by_depth,
        };
        let has_counts = !columns.by_depth.is_empty()
            || columns.named.is_some()
            || columns.depth.is_some() && columns.count.is_some();
        if !has_counts && columns.depth.is_none() {
            // One name, such as `expected`, for the counts of depth 1, 2, and so on.
            columns.by_depth = (fen + 1..fen + 100).zip(1..).collect();
        }
        (names.len() > 1 && (has_counts || columns.depth.is_none())).then_some(columns)
    }

    fn row(&self, line: usize, cells: &[&str]) -> Result<Entry, String> {
        // A VFEN that must be refused may end with a blank.
        let is_exact = self.named.is_some();
        let cell = |at: usize| {
            let text = cells.get(at).map(|text| if is_exact { text } else { text.trim() });
            text.filter(|text| !text.is_empty())
        };
        let shown = || quoted(&cells.join(","));
        let text = |at: Option<usize>| at.and_then(cell).map(str::to_owned);
        let fen = cell(self.fen).ok_or_else(|| format!("{}: expected a position", shown()))?;
        let mut entry = Entry { id: text(self.id), variant: text(self.variant), ..Entry::new(line, fen) };
        if let Some([check, moves, expected]) = self.named {
            let name = cell(check).ok_or_else(|| format!("{}: expected the name of a check", shown()))?;
            let value = Value::from(cell(expected).unwrap_or_default());
            entry.add_checks([named_check::read(name, &value)?]);
            entry.moves = cell(moves)
                .map_or_else(Vec::new, |moves| moves.split(BETWEEN_MOVES).map(str::to_owned).collect());
            return Ok(entry);
        }
        if let (Some(depth), Some(count)) = (self.depth, self.count) {
            let read = cell(depth).and_then(|depth| depth.parse().ok()).zip(cell(count).and_then(number));
            let (depth, count) = read.ok_or_else(|| format!("{}: expected a depth and a count", shown()))?;
            entry.counts.insert(depth, count);
        }
        for (at, depth) in &self.by_depth {
            if let Some(text) = cell(*at) {
                let count =
                    number(text).ok_or_else(|| format!("`{text}` in column {} is not a count", at + 1))?;
                entry.counts.insert(*depth, count);
            }
        }
        if entry.counts.is_empty() {
            return Err(format!("{}: no count in {}", shown(), plural(cells.len(), "cell")));
        }
        Ok(entry)
    }
}
