//! Puts the lines of a text together: the table that is meant, and its total.

use super::columns::Columns;
use super::line::read_line;
use super::spaced::{self, sum};
use super::vocabulary::{CURRENT, OF_SEARCH};
use super::{IsMove, Line, Row, Total, TotalKind, groups, html, json, records};
use crate::support::sanitise::shorten;

/// How many of the last lines an error shows, and the most characters of each.
const LAST_LINES: usize = 3;
const MAX_SHOWN: usize = 80;

/// A text that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PerftText {
    /// The moves with their counts, in the order of the text. A move that occurs twice is there twice.
    pub rows: Vec<Row>,
    /// Whether the counts are before the moves.
    pub is_leading: bool,
    /// The total.
    pub total: Option<Total>,
    /// The number of moves that the text states.
    pub moves: Option<u128>,
    /// The depth that the text names, in plies.
    pub depth: Option<u32>,
    /// The number of lines that hold neither moves nor totals.
    pub skipped: usize,
    /// The number of further tables, which are not read.
    pub further: usize,
}

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PerftTextError {
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
    /// No line fits.
    #[error("no line with a move and its count, such as `e2e4: 20`, and no total{}", shown(.last))]
    Nothing {
        /// The last lines of the text.
        last: Vec<String>,
    },
}

fn unread(label: &str, text: &str) -> String {
    let (label, text) = (shorten(label, MAX_SHOWN), shorten(text, MAX_SHOWN));
    match text.is_empty() {
        true => format!("the move `{label}` has no count"),
        false => format!(
            "the count `{text}` of the move `{label}` cannot be read; expected a whole number below 2^128"
        ),
    }
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

/// A table of the text, with its totals.
struct Block {
    rows: Vec<Row>,
    /// The moves with numbers before them.
    leading: Vec<Row>,
    /// The sum of the rows; `None` if it overflows.
    sum: Option<u128>,
    /// Whether a total has followed the rows.
    has_ended: bool,
    totals: Vec<Total>,
    depth: Option<u32>,
    /// The first move without a readable count, with its line.
    unread: Option<(usize, String, String)>,
}

impl Default for Block {
    fn default() -> Self {
        let (rows, leading, totals) = (Vec::new(), Vec::new(), Vec::new());
        Self { rows, leading, sum: Some(0), has_ended: false, totals, depth: None, unread: None }
    }
}

impl Block {
    const fn holds_moves(&self) -> bool {
        !self.rows.is_empty() || !self.leading.is_empty()
    }
}

/// Reads a text about perft `depth`. If it holds several tables, the first of that depth counts, or else the first.
///
/// # Errors
/// If no line fits, or the count of a move cannot be read.
pub(crate) fn read(text: &str, depth: Option<u32>, is_move: IsMove<'_>) -> Result<PerftText, PerftTextError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = lines(text, is_move);
    let (mut blocks, mut skipped, mut columns) = (vec![Block::default()], 0, None);
    let is_search = lines.iter().any(|(_, line)| is_of_search(line));
    for (number, text) in &lines {
        let number = *number;
        if text.trim().is_empty() {
            continue;
        }
        // A search prints all nodes so far, not those below the move.
        if is_search && is_current(text) {
            skipped += 1;
            continue;
        }
        let header = Columns::of_header(text, depth);
        let mut line = Line::default();
        match (header, &columns, json::lines(text)) {
            (Some(header), ..) => columns = Some(header),
            (_, _, Some(entries)) => {
                for entry in entries {
                    line.add(read_line(number, &entry, depth, is_move));
                }
            }
            (_, Some(columns), _) => {
                let read = columns.read(number, text, is_move);
                line = read.unwrap_or_else(|| read_line(number, text, depth, is_move));
            }
            _ => line = read_line(number, text, depth, is_move),
        }
        // The header and the rules of a table are a part of it.
        let is_layout = header.is_some() || !text.contains(char::is_alphanumeric);
        let is_noise = line.rows.is_empty() && line.totals.is_empty() && line.unread.is_none();
        skipped += usize::from(is_noise && !is_layout);
        add(&mut blocks, number, line);
    }
    let (mut block, further) = choose(blocks, depth);
    let is_leading = settle_leading(&mut block, depth);
    let is_running = |row: &Row| lines.iter().any(|(number, line)| *number == row.line && is_current(line));
    if block.rows.first().is_some_and(is_running) {
        spaced::settle_running(&mut block.rows, &block.totals);
    } else {
        spaced::settle(&mut block.rows, &block.totals);
    }
    block.sum = sum(&block.rows);
    if let Some((line, label, text)) = block.unread {
        return Err(PerftTextError::Count { line, label, text });
    }
    let (total, moves) = total(&block, depth);
    if block.rows.is_empty() && total.is_none() {
        return Err(PerftTextError::Nothing { last: last(&lines) });
    }
    Ok(PerftText { rows: block.rows, is_leading, total, moves, depth: block.depth, skipped, further })
}

/// The lines of a text with their numbers, from 1.
fn lines(text: &str, is_move: IsMove<'_>) -> Vec<(usize, String)> {
    if let Some(lines) = json::lines(text) {
        return (1..).zip(lines).collect();
    }
    // Terminals draw tables with other bars.
    let text = &text.replace(['\u{2502}', '\u{2503}', '\u{2551}'], "|");
    let lines = html::lines(text).unwrap_or_else(|| (1..).zip(text.lines().map(str::to_owned)).collect());
    let mut lines = groups::joined(records::joined(lines, is_move), is_move);
    for (_, line) in &mut lines {
        if let Some(whole) = records::with_whole_moves(line, is_move) {
            *line = whole;
        }
    }
    lines
}

/// The words of a report in UCI.
fn info(line: &str) -> Option<impl Iterator<Item = &str>> {
    line.trim_start().strip_prefix("info ").map(str::split_whitespace)
}

/// Whether the line is of a search.
fn is_of_search(line: &str) -> bool {
    let is_report = || info(line).is_some_and(|mut words| words.any(|word| OF_SEARCH.contains(&word)));
    line.trim_start().starts_with("bestmove") || is_report()
}

/// Whether the line reports the move that is counted or searched.
fn is_current(line: &str) -> bool {
    info(line).is_some_and(|mut words| words.any(|word| word == CURRENT))
}

/// Takes the numbers before the moves as their counts if no move has one behind it and they do not only number the moves.
/// Returns whether they are.
fn settle_leading(block: &mut Block, depth: Option<u32>) -> bool {
    let Some(first) = block.leading.first() else { return false };
    let is_sum = |total: &Total| Some(total.count) == sum(&block.leading);
    let numbers = |from: u128| block.leading.iter().zip(from..).all(|(row, number)| row.count == number);
    let is_single = block.leading.len() == 1 && depth == Some(1);
    let is_numbering = (numbers(0) || numbers(1)) && !is_single && !block.totals.iter().any(is_sum);
    if block.rows.is_empty() && block.unread.is_none() && !is_numbering {
        block.rows = std::mem::take(&mut block.leading);
        return true;
    }
    let unread = (first.line, first.label.clone(), String::new());
    if block.unread.as_ref().is_none_or(|(line, ..)| *line > unread.0) {
        block.unread = Some(unread);
    }
    false
}

impl Line {
    /// Adds what another part of the line holds.
    fn add(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.leading.extend(other.leading);
        self.totals.extend(other.totals);
        self.depth = self.depth.or(other.depth);
        self.unread = self.unread.take().or(other.unread);
    }
}

/// Adds a line to the current table, or begins the next one.
fn add(blocks: &mut Vec<Block>, number: usize, line: Line) {
    let holds_moves = !line.rows.is_empty() || line.unread.is_some();
    let is_next = blocks.last().is_none_or(|block| {
        let begins =
            line.totals.is_empty() && line.depth.is_some() && !(holds_moves && line.depth == block.depth);
        block.has_ended && holds_moves || begins && block.holds_moves()
    });
    if is_next {
        blocks.push(Block::default());
    }
    let Some(block) = blocks.last_mut() else { return };
    let counts = || line.rows.iter().chain(&line.leading).map(|row| row.count);
    block.sum = block.sum.and_then(|sum| counts().try_fold(sum, |sum, count| sum.checked_add(count)));
    // The words of a move may stand in columns of their own.
    let single = |label: &str| label.split_whitespace().collect::<Vec<_>>().join(" ");
    let whole = |row: Row| Row { label: single(&row.label), ..row };
    let is_leading = !line.leading.is_empty();
    block.rows.extend(line.rows.into_iter().map(whole));
    block.leading.extend(line.leading.into_iter().map(whole));
    let ends = |total: &Total| total.kind == TotalKind::Named || block.sum == Some(total.count);
    block.has_ended |= block.holds_moves() && line.totals.iter().any(ends);
    block.totals.extend(line.totals);
    block.depth = block.depth.or(line.depth);
    if let Some((label, text)) = line.unread.filter(|_| !is_leading) {
        block.unread.get_or_insert((number, label, text));
    }
}

/// The table that is meant, and the number of the others. Without a table, all lines count.
fn choose(blocks: Vec<Block>, depth: Option<u32>) -> (Block, usize) {
    let is_table = |block: &&Block| block.holds_moves() || block.unread.is_some();
    let tables = blocks.iter().filter(is_table).count();
    let find =
        |test: &dyn Fn(&Block) -> bool| blocks.iter().position(|block| is_table(&block) && test(block));
    let chosen = find(&|block| depth.is_some() && block.depth == depth)
        .or_else(|| find(&|block| block.depth.is_none()))
        .or_else(|| find(&|_| true));
    match chosen {
        Some(index) => (blocks.into_iter().nth(index).unwrap_or_default(), tables - 1),
        None => {
            let mut whole = Block::default();
            for block in blocks {
                whole.totals.extend(block.totals);
                whole.depth = whole.depth.or(block.depth);
            }
            (whole, 0)
        }
    }
}

/// The total of a table, and the number of moves that it states.
fn total(block: &Block, depth: Option<u32>) -> (Option<Total>, Option<u128>) {
    let (sum, rows) = (block.sum, block.rows.len() as u128);
    let last = block.rows.last().map_or(0, |row| row.line);
    let is_meant = |total: &&Total| total.depth.is_none() || depth.is_none() || total.depth == depth;
    let of = |kind: TotalKind| block.totals.iter().filter(is_meant).filter(move |total| total.kind == kind);
    let best = |kind: TotalKind| {
        let of_depth = || of(kind).find(|total| total.depth.is_some() && total.depth == depth);
        let is_sum = |total: &&Total| rows > 0 && Some(total.count) == sum;
        of(kind).find(is_sum).or_else(of_depth).or_else(|| of(kind).next())
    };
    let is_number = |total: &&Total| rows > 0 && total.count == rows && Some(total.count) != sum;
    let named = best(TotalKind::Named);
    let moves = of(TotalKind::Moves).find(|total| named.is_some() || is_number(total));
    let counted = || best(TotalKind::Moves).filter(|total| !is_number(total));
    // A number alone is the total only below the moves.
    let bare = || {
        let below = |total: &&Total| total.line > last;
        let is_sum = |total: &&Total| rows > 0 && Some(total.count) == sum;
        let found = of(TotalKind::Bare).filter(below).find(is_sum);
        found.or_else(|| of(TotalKind::Bare).rfind(below))
    };
    let total = named.or_else(bare).or_else(counted);
    (total.cloned(), moves.map(|total| total.count))
}

/// The last lines of a text.
fn last(lines: &[(usize, String)]) -> Vec<String> {
    let full = lines.iter().rev().map(|(_, line)| line.trim()).filter(|line| !line.is_empty());
    let mut last: Vec<_> = full.take(LAST_LINES).map(|line| shorten(line, MAX_SHOWN).into_owned()).collect();
    last.reverse();
    last
}
