//! Pasted divide tables and totals below the command that printed them.

use super::is_board;
use super::position::read_position;
use crate::backend::engine_text::notation::coordinates;
use crate::backend::engine_text::perft_text::{self, TotalKind};
use crate::game::notation;
use crate::game::variant::Variant;

/// A table, or a total alone.
pub(super) struct Table {
    /// The depth in plies.
    pub depth: u32,
    /// The sum of the counts.
    pub sum: u128,
    /// The root moves as they are written, each with the count below it.
    pub rows: Vec<(String, u128)>,
    /// The number of further tables, which are not read.
    pub further: usize,
}

/// The position that a line sets: `position fen F`, `position startpos`, `FEN: F` or a FEN alone.
pub(super) fn position(line: &str) -> Option<String> {
    let at = line.find("position ").map(|at| &line[at + "position ".len()..]).unwrap_or(line).trim();
    if at.starts_with("startpos") {
        return Some(at.to_owned());
    }
    let word = at.get(..3).filter(|word| word.eq_ignore_ascii_case("fen"));
    let fen = if word.is_some() { at[3..].trim_start_matches([':', '=', ' ']) } else { at };
    is_board(fen).then(|| fen.to_owned())
}

/// The depth of a command such as `go perft 3`.
pub(super) fn depth(line: &str) -> Option<u32> {
    let mut words = line.split_whitespace().skip_while(|word| !["perft", "divide"].contains(word));
    words.next()?;
    words.next()?.parse().ok().filter(|_| words.next().is_none())
}

/// Whether a label is written as a move of the variant.
pub(super) fn is_move(variant: &Variant, label: &str) -> bool {
    notation::is_typed(variant, label) || coordinates::plain(variant, label).is_some()
}

/// Reads lines as a table of the depth that the command above them names; `None` if they are not one. If the position `is_unnamed`, the
/// table must have moves of the start position.
pub(super) fn read(
    text: &str,
    depth: Option<u32>,
    variant: &Variant,
    is_unnamed: bool,
) -> Option<Result<Table, String>> {
    let text = perft_text::read(text, depth, &|label| is_move(variant, label)).ok()?;
    let text = match depth {
        Some(depth) => text.at_depth(depth).ok()?.0,
        None => text,
    };
    let table = text.first()?;
    let others = || text.tables.iter().filter(|other| !std::ptr::eq(*other, table) && !other.rows.is_empty());
    let is_known = |row: &perft_text::Row| table.rows.iter().any(|known| known.label == row.label);
    if table.columns.len() > 1 || others().any(|other| other.rows.iter().any(is_known)) {
        return Some(Err("a table with two counts of each move; expected those that are right alone".into()));
    }
    let further = others().count();
    let rows: Vec<_> = table.rows.iter().map(|row| (row.label.clone(), row.count())).collect();
    if rows.is_empty() {
        let total = table.total().filter(|total| !is_unnamed && total.kind != TotalKind::Moves)?;
        return Some(Ok(Table { depth: depth?, sum: total.count(), rows, further }));
    }
    if let Some(unread) = text.unread.first() {
        return Some(Err(format!("`{}`: {}", unread.text, unread.reason)));
    }
    if rows.len() == 1 && depth.is_none() {
        return None;
    }
    let illegal = if is_unnamed { illegal_at_start(variant, &rows) } else { None };
    Some(match illegal {
        Some(label) => {
            Err(format!("a table without a position, and `{label}` is not a move of the start position"))
        }
        None => check(depth.or(table.depth), rows, table.total().map(perft_text::Total::count))
            .map(|read| Table { further, ..read }),
    })
}

/// Checks that a table has a depth, and that its counts add up to its total.
fn check(depth: Option<u32>, rows: Vec<(String, u128)>, total: Option<u128>) -> Result<Table, String> {
    let is_of_moves = rows.iter().all(|(_, count)| *count == 1);
    let depth = depth.or(is_of_moves.then_some(1));
    let depth = depth.ok_or("a table without its depth; expected a line such as `go perft 3` above it")?;
    let sum = rows.iter().try_fold(0_u128, |sum, (_, count)| sum.checked_add(*count));
    let sum = sum.ok_or("the counts of a table add up to more than 2^128 - 1")?;
    match total.filter(|total| *total != sum) {
        Some(total) => Err(format!("the counts of the table add up to {sum}, and its total is {total}")),
        None => Ok(Table { depth, sum, rows, further: 0 }),
    }
}

/// The first label that cannot be a move of the start position.
fn illegal_at_start(variant: &Variant, rows: &[(String, u128)]) -> Option<String> {
    let start = read_position(variant, "startpos").ok()?.position;
    let is_move = |label: &&String| coordinates::canonical_text(&start, label).is_ok();
    rows.iter().map(|(label, _)| label).find(|label| !is_move(label)).cloned()
}
