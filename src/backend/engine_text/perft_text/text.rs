//! Puts the lines of a text together: the table that is meant, and its total.

use super::block::{Block, Blocks, Chosen};
use super::columns::Columns;
use super::line::read_line;
use super::role::Role;
use super::vocabulary::{CURRENT, OF_SEARCH};
use super::{IsMove, Line, Row, Total, double, groups, html, json, records, spaced};
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
    /// The first line that begins with a move and has no count that can be read, and the number of such lines.
    pub passed: Option<(String, usize)>,
    /// Other counts of the same moves, if the text has every count twice and does not say whose they are.
    pub second: Option<SecondCounts>,
    /// The counts that were read, in words, if the text also has others and says which are those of the program.
    pub chosen: Option<String>,
    /// Whether words beside a count say that it is right, or that it is the count of the program.
    is_told: bool,
    /// Whether most moves have further numbers that were not read.
    pub has_further: bool,
}

/// The other counts of a text that has every count twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SecondCounts {
    /// The moves with their counts.
    pub rows: Vec<Row>,
    /// The total.
    pub total: Option<Total>,
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
    /// The text has totals of other depths only.
    #[error("no count of perft {asked}; the text has those of {}", list_of(.found))]
    Depth {
        /// The depth that is asked about.
        asked: u32,
        /// The depths of the text.
        found: Vec<u32>,
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

fn list_of(depths: &[u32]) -> String {
    depths.iter().map(|depth| format!("perft {depth}")).collect::<Vec<_>>().join(", ")
}

/// Reads a text about perft `depth`. If it holds several tables, the first of that depth counts, or else the first.
///
/// # Errors
/// If no line fits, or the count of a move cannot be read.
pub(crate) fn read(text: &str, depth: Option<u32>, is_move: IsMove<'_>) -> Result<PerftText, PerftTextError> {
    let text = text.trim_start_matches('\u{feff}');
    let Some([old, new]) = double::of_diff(text) else {
        let (read, block, second) = read_tables(text, depth, is_move)?;
        return Ok(read.with(block, second, depth));
    };
    let (read, block, _) = read_tables(&old.1, depth, is_move)?;
    let (_, second, _) = read_tables(&new.1, depth, is_move)?;
    Ok(read.with(block.below(old.0), Some(second.below(new.0)), depth))
}

/// Reads the tables of a text: what else it says, the table that is meant, and another one of the same moves.
fn read_tables(
    text: &str,
    depth: Option<u32>,
    is_move: IsMove<'_>,
) -> Result<(PerftText, Block, Option<Block>), PerftTextError> {
    let lines = lines(text, is_move);
    let (mut blocks, mut columns) = (Blocks::default(), None::<Columns>);
    let mut read = PerftText::default();
    let is_search = lines.iter().any(|(_, line)| is_of_search(line));
    for (number, text) in &lines {
        let number = *number;
        if text.trim().is_empty() {
            continue;
        }
        // A search prints all nodes so far, not those below the move.
        if is_search && is_current(text) {
            read.skipped += 1;
            continue;
        }
        let header = Columns::of_header(text, depth);
        // The header and the rules of a table are a part of it.
        let is_layout = header.is_some() || !text.contains(char::is_alphanumeric);
        let mut line = Line::default();
        match (header, &columns, json::lines(text)) {
            (Some(header), ..) => columns = Some(header),
            (_, _, Some(entries)) => {
                for entry in entries {
                    line.add(read_line(number, &entry, depth, is_move));
                }
            }
            (_, Some(columns), _) => {
                let fitting = columns.read(number, text, is_move);
                if fitting.is_some() {
                    read.chosen = columns.chosen.as_ref().map(|name| format!("the column `{name}`"));
                }
                line = fitting.unwrap_or_else(|| read_line(number, text, depth, is_move));
            }
            _ => line = read_line(number, text, depth, is_move),
        }
        read.is_told |= line.is_told;
        let is_noise = line.rows.is_empty() && line.totals.is_empty() && line.unread.is_none();
        if is_noise && !is_layout {
            read.skipped += 1;
            blocks.add_text(text);
        }
        if line.has_passed_move && is_noise {
            read.passed.get_or_insert_with(|| (shorten(text.trim(), MAX_SHOWN).into_owned(), 0)).1 += 1;
        }
        blocks.add(number, line);
    }
    let depths = blocks.depths();
    let Chosen { mut block, second, further } = blocks.choose(depth);
    let is_current = |row: &Row| lines.iter().any(|(number, line)| *number == row.line && is_current(line));
    let is_leading = block.settle_leading(depth);
    let (block, beside) = settle(block, depth, is_current)?;
    if block.rows.is_empty() && block.total(depth).0.is_none() {
        return Err(match depth.filter(|depth| !depths.is_empty() && !depths.contains(depth)) {
            Some(asked) => PerftTextError::Depth { asked, found: depths },
            None => PerftTextError::Nothing { last: last(&lines) },
        });
    }
    let second = match beside {
        Some(beside) => Some(beside),
        None => second.map(|second| settle(second, depth, is_current)).transpose()?.map(|(second, _)| second),
    };
    Ok((PerftText { is_leading, further, ..read }, block, second))
}

/// Decides what the numbers behind the moves of a table are. Returns the table, and the other one if it has every count twice.
fn settle(
    mut block: Block,
    depth: Option<u32>,
    is_current: impl Fn(&Row) -> bool,
) -> Result<(Block, Option<Block>), PerftTextError> {
    if let Some((line, label, text)) = block.unread.take() {
        return Err(PerftTextError::Count { line, label, text });
    }
    if block.rows.first().is_some_and(is_current) {
        spaced::settle_running(&mut block.rows, &block.totals);
    } else if block.rows.is_empty() || !spaced::settle_running_totals(&mut block.rows) {
        if let Some(counts) = spaced::of_plies(&block.rows, depth) {
            spaced::set(&mut block.rows, counts);
            let ply = depth.map_or(0, |depth| depth.saturating_sub(1) as usize);
            for total in &mut block.totals {
                total.count = total.parts.get(ply).copied().unwrap_or(total.count);
                total.parts.clear();
            }
        }
        if let Some([first, second]) = double::apart(&block) {
            return Ok((first, Some(second)));
        }
        spaced::settle_spaces(&mut block.rows, &block.totals);
    }
    block.sum_up();
    Ok((block, None))
}

impl PerftText {
    /// Whether the text has two counts of the same, right or not.
    pub fn has_two_counts(&self) -> bool {
        self.second.is_some() || self.chosen.is_some() || self.is_told
    }

    /// The text with the table that is meant. Of two tables with the same moves, that of the program is, if the text names it.
    fn with(mut self, block: Block, second: Option<Block>, depth: Option<u32>) -> Self {
        let (mut meant, mut other) = (block, second);
        if let Some(second) = other.take() {
            let role = |block: &Block| block.heading.as_ref().map(|(role, _)| *role);
            let name = |block: &Block| block.heading.clone().map_or_else(String::new, |(_, name)| name);
            let (of_meant, of_second) = (role(&meant), role(&second));
            if of_meant == of_second {
                other = Some(second);
            } else {
                let is_second = match of_meant {
                    Some(role) => role == Role::Expected,
                    None => of_second == Some(Role::Program),
                };
                let (program, expected) = if is_second { (second, meant) } else { (meant, second) };
                self.chosen = Some(match role(&program) {
                    Some(_) => format!("the counts of `{}`", name(&program)),
                    None => format!("the counts that are not of `{}`", name(&expected)),
                });
                meant = program;
            }
        }
        let (total, moves) = meant.total(depth);
        let further = meant.rows.iter().filter(|row| !row.further.is_empty()).count();
        let has_further = other.is_none() && further * 2 > meant.rows.len();
        let second = other.map(|other| SecondCounts { total: other.total(depth).0, rows: other.rows });
        let is_other = |second: &SecondCounts| {
            let pairs = |rows: &[Row]| {
                let mut pairs: Vec<_> = rows.iter().map(|row| (row.label.clone(), row.count)).collect();
                pairs.sort();
                pairs
            };
            let count = |total: &Option<Total>| total.as_ref().map(|total| total.count);
            pairs(&second.rows) != pairs(&meant.rows) || count(&second.total) != count(&total)
        };
        let stated = total.as_ref().and_then(|total| total.depth).or(meant.depth);
        let second = second.filter(is_other);
        Self { total, moves, has_further, second, depth: stated, rows: meant.rows, ..self }
    }
}

/// The lines of a text with their numbers, from 1.
pub(super) fn lines(text: &str, is_move: IsMove<'_>) -> Vec<(usize, String)> {
    if let Some(lines) = json::lines(text) {
        return (1..).zip(lines).collect();
    }
    // A text may be copied from a program, with the signs for the ends of its lines.
    let text = &text.replace("\\r\\n", "\\n");
    // Terminals draw tables with other bars.
    let text = &text.replace(['\u{2502}', '\u{2503}', '\u{2551}'], "|");
    let plain = || {
        let parts = |(number, line): (usize, &str)| {
            line.split("\\n").map(|part| (number, part.to_owned())).collect::<Vec<_>>()
        };
        (1..).zip(text.lines()).flat_map(parts).collect()
    };
    let lines = html::lines(text).unwrap_or_else(plain);
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

impl Line {
    /// Adds what another part of the line holds.
    fn add(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.leading.extend(other.leading);
        self.totals.extend(other.totals);
        self.depth = self.depth.or(other.depth);
        self.unread = self.unread.take().or(other.unread);
        self.has_passed_move |= other.has_passed_move;
        self.is_told |= other.is_told;
    }
}

/// The last lines of a text.
fn last(lines: &[(usize, String)]) -> Vec<String> {
    let full = lines.iter().rev().map(|(_, line)| line.trim()).filter(|line| !line.is_empty());
    let mut last: Vec<_> = full.take(LAST_LINES).map(|line| shorten(line, MAX_SHOWN).into_owned()).collect();
    last.reverse();
    last
}
