//! CSV: a header that names the columns, or behind the FEN the counts of depth 1, 2, ..., or a depth with its count.

use super::position::read_position;
use super::{Entry, ForeignSuite, Form, Refusal, is_board, named_check, number, quoted};
use crate::backend::Backend as _;
use crate::corpus::question::BETWEEN_MOVES;
use crate::game::variant::{Standard, Variant};
use crate::generators;
use crate::support::plural::plural;
use serde_json::Value;
use std::collections::HashMap;

/// The separators of cells.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

pub(super) fn read(text: &str, variant: &Variant) -> Option<ForeignSuite> {
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
    let separator = SEPARATORS.into_iter().find(|separator| Columns::of_header(first, *separator).is_some());
    // Without a header, semicolons and bars are those of EPD.
    let (separator, columns) = match separator {
        Some(separator) => (separator, Columns::of_header(first, separator)?),
        None => [b',', b'\t'].into_iter().find_map(|separator| {
            Some((separator, Columns::without_header(&cells(first, separator), variant)?))
        })?,
    };
    let mut suite = ForeignSuite { form: Form::Columns, entries: Vec::new(), refusals: Vec::new() };
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(separator).has_headers(columns.has_header).flexible(true).comment(Some(b'#'));
    let mut indices = HashMap::new();
    for record in reader.from_reader(text.as_bytes()).records() {
        let (line, read) = match record {
            Ok(record) => {
                let line = record.position().map_or(0, |position| position.line() as usize);
                (line, columns.row(line, &record.iter().collect::<Vec<_>>()))
            }
            Err(error) => {
                let line = error.position().map_or(0, |position| position.line() as usize);
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
    (!suite.entries.is_empty()).then_some(suite)
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
    has_header: bool,
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
        let depth_of = |name: &str| {
            let name = ["perft", "depth", "d"].iter().find_map(|word| name.strip_prefix(word))?;
            name.trim_matches([' ', '_', '-', '(', ')']).parse().ok()
        };
        let by_depth =
            names.iter().enumerate().filter_map(|(at, name)| Some((at, depth_of(name)?))).collect();
        let named = find(&["check"]).zip(find(&["line"])).zip(find(&["expected"]));
        let columns = Self {
            has_header: true,
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
        (names.len() > 1 && has_counts).then_some(columns)
    }

    /// The FEN, then the counts of depth 1, 2, ..., or a depth, its count and other words. `None` if the cells are neither.
    fn without_header(cells: &[String], variant: &Variant) -> Option<Self> {
        let (fen, others) =
            cells.split_first().filter(|(fen, _)| is_board(fen) && !fen.contains([';', '|']))?;
        let numbers: Vec<_> = others.iter().map_while(|cell| number(cell)).collect();
        let is_depth_with_count = match numbers[..] {
            [] => return None,
            [_, _] => others.len() > 2 || legal_moves(fen, variant).is_some_and(|legal| legal != numbers[0]),
            _ => false,
        };
        if is_depth_with_count {
            return Some(Self { depth: Some(1), count: Some(2), ..Self::default() });
        }
        let by_depth = (1..=99).map(|depth| (depth as usize, depth)).collect();
        (numbers.len() == others.len()).then(|| Self { by_depth, ..Self::default() })
    }

    fn row(&self, line: usize, cells: &[&str]) -> Result<Entry, String> {
        // A VFEN that must be refused may end with a blank.
        let trimmed = |text: &'_ str| if self.named.is_some() { text.len() } else { text.trim_end().len() };
        let cell =
            |at: usize| cells.get(at).map(|text| &text[..trimmed(text)]).filter(|text| !text.is_empty());
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

/// The number of legal moves. `None` if the text is not a position of the variant.
fn legal_moves(fen: &str, variant: &Variant) -> Option<u128> {
    let vfen = read_position(variant, fen).ok()?.vfen;
    generators::oracle(&Standard).of(variant.id).ok()?.perft(vfen.as_str().into(), 1).ok()
}
