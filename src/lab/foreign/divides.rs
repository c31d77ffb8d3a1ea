//! Pasted divide tables, each below the position and the depth that it is about.

use super::{Entry, ForeignSuite, Form, Refusal, is_board, quoted};
use crate::backend::engine_text::notation::coordinates;
use crate::backend::engine_text::perft_text;
use crate::game::notation;
use crate::game::variant::Variant;

/// The lines in which a text with tables has the first rows.
const FIRST_LINES: usize = 200;

pub(super) fn read(text: &str, variant: &Variant) -> Option<ForeignSuite> {
    let is_move =
        |label: &str| notation::is_typed(variant, label) || coordinates::plain(variant, label).is_some();
    let first: Vec<_> = text.lines().take(FIRST_LINES).collect();
    if perft_text::read(&first.join("\n"), None, &is_move).map_or(0, |table| table.rows.len()) < 2 {
        return None;
    }
    let mut suite = ForeignSuite { form: Form::Divides, entries: Vec::new(), refusals: Vec::new() };
    for part in parts(text) {
        // The banner of a program is before its first table.
        let Ok(table) = perft_text::read(&part.text, part.depth, &is_move) else { continue };
        if table.rows.is_empty() {
            continue;
        }
        match entry(&part, table) {
            Ok(entry) => match suite.entries.iter_mut().find(|known| known.fen == entry.fen) {
                Some(known) => {
                    known.counts.extend(entry.counts);
                    known.divides.extend(entry.divides);
                }
                None => suite.entries.push(entry),
            },
            Err(reason) => suite.refusals.push(Refusal::new(part.line, reason)),
        }
    }
    Some(suite)
}

/// A part of a text with at most one table.
struct Part {
    line: usize,
    /// The line that sets the position; `None` for the start position.
    position: Option<String>,
    /// The depth that the command above the table names.
    depth: Option<u32>,
    text: String,
}

/// The text cut at the lines that set a position or a depth.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = vec![Part { line: 1, position: None, depth: None, text: String::new() }];
    for (line, text) in (1..).zip(text.lines()) {
        let last = parts.last().expect("there is a first part");
        if let Some(position) = position(text) {
            parts.push(Part { line, position: Some(position), depth: None, text: String::new() });
        } else if let Some(depth) = depth(text) {
            let position = last.position.clone();
            parts.push(Part { line, position, depth: Some(depth), text: String::new() });
        }
        let last = parts.last_mut().expect("there is a first part");
        last.text.push_str(text);
        last.text.push('\n');
    }
    parts
}

/// The position that a line sets: `position fen F`, `position startpos`, `FEN: F` or a FEN alone.
fn position(line: &str) -> Option<String> {
    let at = line.find("position ").map(|at| &line[at + "position ".len()..]).unwrap_or(line).trim();
    if at.starts_with("startpos") {
        return Some(at.to_owned());
    }
    let word = at.get(..3).filter(|word| word.eq_ignore_ascii_case("fen"));
    let fen = if word.is_some() { at[3..].trim_start_matches([':', '=', ' ']) } else { at };
    is_board(fen).then(|| fen.to_owned())
}

/// The depth of a command such as `go perft 3`.
fn depth(line: &str) -> Option<u32> {
    let mut words = line.split_whitespace().skip_while(|word| !["perft", "divide"].contains(word));
    words.next()?;
    words.next()?.parse().ok().filter(|_| words.next().is_none())
}

fn entry(part: &Part, table: perft_text::PerftText) -> Result<Entry, String> {
    let fen = part.position.as_deref().unwrap_or("startpos");
    if let Some((fen, moves)) = fen.split_once(" moves ") {
        return Err(format!(
            "moves after {}: {}; expected the FEN of the position itself",
            quoted(fen),
            quoted(moves)
        ));
    }
    let rows: Vec<_> = table.rows.into_iter().map(|row| (row.label, row.count)).collect();
    let is_of_moves = rows.iter().all(|(_, count)| *count == 1);
    let depth = part.depth.or(table.depth).or(is_of_moves.then_some(1));
    let depth = depth.ok_or("a table without its depth; expected a line such as `go perft 3` above it")?;
    let sum = rows.iter().try_fold(0_u128, |sum, (_, count)| sum.checked_add(*count));
    let sum = sum.ok_or("the counts of a table add up to more than 2^128 - 1")?;
    if let Some(total) = table.total.filter(|total| total.count != sum) {
        return Err(format!("the counts of the table add up to {sum}, and its total is {}", total.count));
    }
    let mut entry = Entry::new(part.line, fen);
    entry.counts.insert(depth, sum);
    entry.divides.insert(depth, rows);
    Ok(entry)
}
