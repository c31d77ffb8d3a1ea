//! Reads tables whose header says what each column is: Markdown, frames of ASCII, tabs, CSV with `,` or `;`, and columns between blanks.
//!
//! A header decides by documented names alone. A column named like a measure or a class of moves has no counts; one named like a total or
//! a depth has; one of any other name has if its first cell is a count.

use super::line::first_move;
use super::number;
use super::tokens::is_quote;
use super::words::{is_difference, is_index, is_measure_header, is_move_name, is_total, of_depth};
use super::{Column, IsMove, Line, PerftTextError, Row, Total, TotalKind};

/// Headers of columns of depths.
const DEPTHS: [&str; 4] = ["depth", "ply", "plies", "d"];

/// How the cells of a line are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Bars,
    Tabs,
    Commas,
    Semicolons,
    Blanks,
}

/// The meaning of the cells of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Role {
    Move,
    Depth,
    Count(Column),
    /// Counts, if its first cell is one.
    Maybe(Column),
    /// Differences of two counts.
    Difference,
    Measure,
    Text,
}

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    style: Style,
    roles: Vec<Role>,
}

/// The cells of a line.
fn cells(style: Style, line: &str) -> Vec<&str> {
    let line = line.trim();
    let split = |c: char| line.split(c).map(bare).collect();
    match style {
        Style::Bars => {
            line.strip_prefix('|').unwrap_or(line).trim_end_matches('|').split('|').map(bare).collect()
        }
        Style::Tabs => split('\t'),
        Style::Commas => quoted_cells(line),
        Style::Semicolons => split(';'),
        Style::Blanks => line.split_whitespace().collect(),
    }
}

/// The cells of a line whose commas may be quoted.
fn quoted_cells(line: &str) -> Vec<&str> {
    let (mut cells, mut start, mut is_quoted) = (Vec::new(), 0, false);
    for (at, c) in line.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                cells.push(bare(&line[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    cells.push(bare(&line[start..]));
    cells
}

/// A cell without spaces, quotes and signs of emphasis around it.
fn bare(cell: &str) -> &str {
    cell.trim_matches(|c: char| c.is_whitespace() || is_quote(c) || c == '*')
}

/// The role of a column by its header.
fn role(header: &str) -> Role {
    let name = header.to_lowercase();
    let words = || {
        name.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '%' && c != '/')
            .filter(|word| !word.is_empty())
    };
    let column = Column { name: Some(header.to_owned()), depth: of_depth(&name) };
    match name.as_str() {
        name if is_move_name(name) => Role::Move,
        name if DEPTHS.contains(&name) => Role::Depth,
        name if is_index(name) => Role::Text,
        name if is_difference(name) => Role::Difference,
        _ if is_measure_header(&words().map(str::to_owned).collect::<Vec<_>>()) => Role::Measure,
        _ if column.depth.is_some() || words().any(is_total) => Role::Count(column),
        _ => Role::Maybe(column),
    }
}

impl Header {
    /// The columns of a header; `None` if the line is not a header.
    pub fn parse(line: &str, is_move: IsMove<'_>) -> Option<Self> {
        let style = [(Style::Bars, '|'), (Style::Tabs, '\t'), (Style::Commas, ','), (Style::Semicolons, ';')];
        let found = style.into_iter().find(|(_, sign)| line.trim().contains(*sign));
        let style = found.map_or(Style::Blanks, |(style, _)| style);
        let names = cells(style, line);
        let roles: Vec<_> = names.iter().map(|name| role(name)).collect();
        let find = |test: fn(&Role) -> bool| roles.iter().position(test);
        let (mv, depth) = (find(|role| *role == Role::Move), find(|role| *role == Role::Depth));
        let has_counts = roles.iter().any(|role| matches!(role, Role::Count(_)));
        let has_columns =
            has_counts || mv.is_some() && roles.iter().any(|role| matches!(role, Role::Maybe(_)));
        // The words of a sentence may look like a header.
        let is_digit = |c: char| c.is_ascii_digit();
        let begins = mv == Some(0) || depth == Some(0) || is_index(&names[0].to_lowercase());
        let is_row = begins
            && names.iter().all(|name| !name.contains(is_digit) || of_depth(&name.to_lowercase()).is_some());
        let is_table = style != Style::Blanks || is_row;
        let is_data = names.iter().any(|name| is_move(name) || number::count(name).is_some());
        let is_header =
            names.len() > 1 && (mv.is_some() || depth.is_some()) && has_columns && is_table && !is_data;
        is_header.then_some(Self { style, roles })
    }

    /// The columns of counts.
    pub fn columns(&self) -> Vec<Column> {
        let column = |role: &Role| match role {
            Role::Count(column) => Some(column.clone()),
            _ => None,
        };
        self.roles.iter().filter_map(column).collect()
    }

    /// The move or the total in a line of the table; `None` if the line does not fit the columns.
    ///
    /// # Errors
    /// If a cell has a count with blanks.
    pub fn read_row(
        &mut self,
        number: usize,
        line: &str,
        is_move: IsMove<'_>,
    ) -> Result<Option<Line>, PerftTextError> {
        let cells = cells(self.style, line);
        if cells.len() < 2 || self.style == Style::Blanks && !self.fits(&cells) {
            return Ok(None);
        }
        let of = |roles: &[Role], wanted: &Role| roles.iter().position(|role| role == wanted);
        let cell = |at: Option<usize>| at.and_then(|at| cells.get(at)).copied();
        let has_moves = of(&self.roles, &Role::Move).is_some();
        let label = cell(of(&self.roles, &Role::Move));
        // A remark may follow the move, such as `e2e4 (quiet)`.
        let first =
            |label: &str| if is_move(label) { Some(label.to_owned()) } else { first_move(label, is_move) };
        let mv = label.and_then(first);
        let depth = cell(of(&self.roles, &Role::Depth)).and_then(|cell| cell.parse().ok());
        let word = label.unwrap_or_default().to_lowercase();
        let is_total = !has_moves && depth.is_some() || !word.is_empty() && word.split(' ').all(is_total);
        if mv.is_none() && !is_total {
            return Ok(None);
        }
        let mut row = Row::new(number, mv.as_deref().unwrap_or_default());
        row.depth = depth;
        let mut found = Line::default();
        for (at, role) in self.roles.iter_mut().enumerate() {
            let text = cells.get(at).copied().unwrap_or_default();
            let count = number::count(text);
            if let Role::Maybe(column) = role {
                *role = if count.is_some() { Role::Count(column.clone()) } else { Role::Text };
            }
            match role {
                Role::Count(_) if number::without_blanks(text).is_some() => {
                    return Err(PerftTextError::Blanks { line: number, text: text.to_owned() });
                }
                Role::Count(_) => {
                    let is_empty = text.chars().all(|c| !c.is_alphanumeric());
                    if count.is_none() && !is_empty {
                        let label = if mv.is_some() { &row.label } else { &word };
                        found.unread.get_or_insert_with(|| (label.clone(), text.to_owned()));
                    }
                    row.counts.push(count);
                }
                Role::Difference
                    if !text.trim_start_matches(['+', '-', '\u{b1}']).chars().all(|c| c == '0') =>
                {
                    row.odd.push(text.to_owned());
                }
                Role::Text if !is_index_cell(at, &cells) => {
                    // A number of the size of the count in a remark.
                    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ':' | '(' | ')' | '='));
                    let first = row.count();
                    let is_near =
                        |number: &u128| *number != first && *number >= first / 2 && *number / 2 <= first;
                    let is_other =
                        count.is_some() || words.filter_map(number::count).any(|number| is_near(&number));
                    row.odd.extend(is_other.then(|| text.to_owned()));
                }
                _ => {}
            }
        }
        row.odd.extend(
            cells
                .iter()
                .skip(self.roles.len())
                .filter(|cell| number::count(cell).is_some())
                .map(|cell| (*cell).to_owned()),
        );
        let is_empty = row.counts.iter().all(Option::is_none) && found.unread.is_none();
        if is_empty && mv.is_none() {
            return Ok(None);
        }
        if is_empty {
            found.unread = Some((row.label, String::new()));
            return Ok(Some(found));
        }
        if found.unread.is_some() {
            return Ok(Some(found));
        }
        if mv.is_some() {
            found.rows.push(row);
        } else {
            let counts = row.counts.into_iter().flatten().collect();
            let (kind, blanks) = (TotalKind::Named, None);
            found.totals.push(Total { line: number, wording: word, depth, kind, counts, blanks });
        }
        Ok(Some(found))
    }

    /// Whether the cells between blanks stand below their headers: blanks may also be inside the last cells, if these are text.
    fn fits(&self, cells: &[&str]) -> bool {
        let last =
            self.roles.iter().rposition(|role| !matches!(role, Role::Text | Role::Measure | Role::Maybe(_)));
        let is_number = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit());
        let of_numbers =
            self.roles.iter().zip(cells).filter(|(role, _)| matches!(role, Role::Count(_) | Role::Depth));
        let are_numbers = of_numbers.clone().all(|(_, cell)| is_number(cell));
        cells.len() == self.roles.len()
            || cells.len() > self.roles.len()
                && last.is_some_and(|last| last + 1 < self.roles.len())
                && are_numbers
    }
}

/// Whether a cell is before all others: a number there numbers the row.
fn is_index_cell(at: usize, cells: &[&str]) -> bool {
    cells.iter().take(at).all(|cell| cell.is_empty() || number::count(cell).is_some())
}
