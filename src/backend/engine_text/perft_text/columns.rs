//! Reads tables whose header says in which columns moves, depths and counts are.

use super::line::first_move;
use super::number;
use super::role::Role;
use super::tokens::is_quote;
use super::vocabulary::{FROM, TO};
use super::{IsMove, Line, Row, Total, TotalKind};

/// Headers of columns with moves, depths and counts.
const MOVES: [&str; 6] = ["move", "moves", "root move", "uci", "san", "lan"];
const DEPTHS: [&str; 4] = ["depth", "ply", "plies", "d"];
const COUNTS: [&str; 9] =
    ["nodes", "count", "counts", "perft", "leaves", "leafs", "leaf nodes", "node count", "divide"];
/// Headers of columns that compare counts or say something else about them.
const OTHERS: [&str; 10] =
    ["diff", "difference", "delta", "\u{394}", "\u{3b4}", "ok", "ok?", "match", "status", "result"];
/// Names of the row with the sum.
const TOTALS: [&str; 5] = ["total", "totals", "sum", "all", "nodes"];

/// How the cells of a line are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Bars,
    Tabs,
    Commas,
    Semicolons,
    Spaces,
}

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    style: Style,
    mv: Option<usize>,
    /// The second square of the move, if it has a column of its own.
    to: Option<usize>,
    depth: Option<usize>,
    count: usize,
    /// The number of columns.
    number: usize,
    /// The header of the counts, if it was chosen from several by what they say.
    pub chosen: Option<String>,
}

/// The cells of a line.
fn cells(style: Style, line: &str) -> Vec<&str> {
    let line = line.trim();
    let split = |c: char| line.split(c).map(bare).collect();
    match style {
        Style::Bars => line.trim_matches('|').split('|').map(bare).collect(),
        Style::Tabs => split('\t'),
        Style::Commas => quoted_cells(line),
        Style::Semicolons => split(';'),
        Style::Spaces => line.split_whitespace().collect(),
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

/// The depth of the counts in a column, such as `d3`, `depth 3` or `perft(3)`.
fn of_depth(name: &str) -> Option<u32> {
    let word = name.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
    let number = name[word.len()..].trim_matches([' ', '(', ')', '_']);
    DEPTHS
        .iter()
        .chain(&["perft", "divide"])
        .any(|known| *known == word)
        .then(|| number.parse().ok())
        .flatten()
}

impl Columns {
    /// The columns of a header; `None` if the line is not a header. Of the counts at several depths, those at `depth` are
    /// meant.
    pub fn of_header(line: &str, depth: Option<u32>) -> Option<Self> {
        let style = if line.contains('|') {
            Style::Bars
        } else if line.trim().contains('\t') {
            Style::Tabs
        } else if line.contains(',') {
            Style::Commas
        } else if line.contains(';') {
            Style::Semicolons
        } else {
            Style::Spaces
        };
        let names: Vec<_> = cells(style, line).iter().map(|cell| cell.to_lowercase()).collect();
        let of_depths = names.iter().position(|name| depth.is_some() && of_depth(name) == depth);
        let has_digits =
            |name: &String| name.contains(|c: char| c.is_ascii_digit()) && of_depth(name).is_none();
        if names.len() < 2 || names.iter().any(has_digits) {
            return None;
        }
        let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        let squares = find(&FROM).zip(find(&TO));
        let to = squares.map(|(_, to)| to);
        let (mv, depth) = (squares.map(|(from, _)| from).or_else(|| find(&MOVES)), find(&DEPTHS));
        // Words of a sentence may be taken for a header.
        let is_table = style != Style::Spaces || mv == Some(0) || depth == Some(0);
        let with = |role: Role| {
            let has_role = |name: &String| is_table && Role::of_text(name) == Some(role);
            names.iter().position(has_role).filter(|at| ![mv, to, depth].contains(&Some(*at)))
        };
        let (plain, program, expected) =
            (of_depths.or_else(|| find(&COUNTS)), with(Role::Program), with(Role::Expected));
        let other = || {
            let is_other = |at: &usize| {
                ![mv, to, depth, expected].contains(&Some(*at)) && !OTHERS.contains(&names[*at].as_str())
            };
            (0..names.len()).find(is_other)
        };
        // `my nodes` beside `nodes` is the count of the program, and `my comment` is not.
        let is_count = |at: &usize| COUNTS.iter().any(|count| names[*at].contains(count));
        let program = program.filter(|at| plain.is_none() || expected.is_some() || is_count(at));
        let (count, is_chosen) = match (plain, program, expected) {
            (_, Some(program), _) => (program, true),
            (Some(plain), None, None) => (plain, false),
            (Some(plain), None, Some(expected)) if plain != expected => (plain, true),
            (_, None, Some(expected)) => other().map_or((expected, false), |other| (other, true)),
            (None, None, None) => return None,
        };
        let chosen = is_chosen.then(|| cells(style, line)[count].to_owned());
        (mv.is_some() || depth.is_some()).then_some(Self {
            style,
            mv,
            to,
            depth,
            count,
            number: names.len(),
            chosen,
        })
    }

    /// Whether the cells between spaces stand below their headers: spaces may also be inside the last cells.
    fn fits(&self, cells: &[&str]) -> bool {
        let is_label = |at: usize| Some(at) == self.mv || Some(at) == self.to;
        let is_number = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit());
        let first = cells.iter().take(self.count + 1).enumerate();
        let are_numbers = first.clone().all(|(at, cell)| is_label(at) || is_number(cell));
        cells.len() == self.number || cells.len() > self.number && self.count + 1 < self.number && are_numbers
    }

    /// The move or the total in a line of the table; `None` if the line does not fit the columns.
    pub fn read(&self, number: usize, line: &str, is_move: IsMove<'_>) -> Option<Line> {
        let cells = cells(self.style, line);
        if self.style == Style::Spaces && !self.fits(&cells) {
            return None;
        }
        let text = *cells.get(self.count)?;
        let count = number::of_cell(text);
        let mut found = Line::default();
        let depth = self.depth.and_then(|at| cells.get(at)?.parse().ok());
        let to = self.to.and_then(|at| cells.get(at)).copied().unwrap_or_default();
        let label = self.mv.and_then(|at| cells.get(at)).map(|label| format!("{label}{to}"));
        // A remark may follow the move, such as `e2e4 (quiet)`.
        let label = label
            .map(|label| if is_move(&label) { label } else { first_move(&label, is_move).unwrap_or(label) });
        match label {
            Some(label) if is_move(&label) => match count {
                Some(count) => found.rows.push(Row::new(number, label, count)),
                None => found.unread = Some((label, text.to_owned())),
            },
            label => {
                let is_total = match &label {
                    // The last row of many tables is the sum of the others.
                    Some(label) => TOTALS.contains(&label.to_lowercase().as_str()),
                    None => depth.is_some(),
                };
                let (kind, wording) = (TotalKind::Named, label.unwrap_or_default().to_lowercase());
                let count = count.filter(|_| is_total)?;
                found.totals.push(Total {
                    line: number,
                    wording,
                    depth,
                    kind,
                    count,
                    parts: Vec::new(),
                    is_versus: false,
                    is_expected: false,
                });
            }
        }
        Some(found)
    }
}
