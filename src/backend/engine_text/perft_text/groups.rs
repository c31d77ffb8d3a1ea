//! Joins a move and its count that brackets hold together over several lines, as Rust's `{:#?}` prints them.
//!
//! Invariant: only lines between a bracket that opens at the end of a line and the next one that closes are joined, and only
//! if they hold one move, without its count on the same line.

use super::IsMove;
use super::line::{mentions, read_line};
use super::records::with_whole_moves;

/// The most lines inside a bracket, and the most brackets around each other.
const MAX_LINES: usize = 12;
const MAX_DEPTH: usize = 4;

/// The lines with their numbers in the text. A joined line has that of its first line with a move.
pub(super) fn joined(mut lines: Vec<(usize, String)>, is_move: IsMove<'_>) -> Vec<(usize, String)> {
    for _ in 0..MAX_DEPTH {
        let before = lines.len();
        let mut joined = Vec::with_capacity(before);
        let mut open = None;
        for line in lines {
            let closes = line.1.trim_start().starts_with([')', ']', '}']);
            let opens = line.1.trim_end().ends_with(['(', '[', '{']);
            joined.push(line);
            if closes && let Some(start) = open.take() {
                join(&mut joined, start, is_move);
            }
            if opens {
                open = Some(joined.len() - 1);
            }
        }
        lines = joined;
        if lines.len() == before {
            break;
        }
    }
    lines
}

/// Joins the lines from `start` on if they hold one move between brackets.
fn join(lines: &mut Vec<(usize, String)>, start: usize, is_move: IsMove<'_>) {
    let group = &lines[start..];
    let inside = &group[1..group.len() - 1];
    if inside.is_empty() || inside.len() > MAX_LINES {
        return;
    }
    let text = group.iter().map(|(_, line)| line.trim()).collect::<Vec<_>>().join(" ");
    let text = with_whole_moves(&text, is_move).unwrap_or(text);
    let has_row = |(number, line): &(usize, String)| {
        let line = read_line(*number, line, None, is_move);
        !line.rows.is_empty() || !line.leading.is_empty()
    };
    if mentions(&text, is_move) != 1 || inside.iter().any(has_row) {
        return;
    }
    let first = inside.iter().find(|(_, line)| mentions(line, is_move) > 0).unwrap_or(&inside[0]);
    let joined = (first.0, text);
    lines.truncate(start);
    lines.push(joined);
}
