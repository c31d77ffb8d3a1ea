//! Matches a pasted divide table with the legal moves of its position.
//!
//! A table is evidence about another program: an illegal move, a move that occurs twice or a wrong total is a finding,
//! not an error.

use super::given::{GivenRows, UnnamedPromotions};
use super::result::ReportedCounts;
use crate::backend::engine_text::notation::coordinates;
use crate::backend::engine_text::perft_text;
use crate::backend::engine_text::perft_text::{PerftText, Row, Total, Unread};
use crate::game::notation;
use crate::game::notation::{Effect, Entry, NotationError};
use crate::game::position;
use crate::game::position::Position;
use crate::game::variant::{Standard, Variant};
use crate::support::plural::plural;
use std::collections::BTreeSet;

/// Why a divide table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// No line fits, or a count cannot be read.
    #[error("{0}")]
    Text(String),
    /// A text may mean several moves.
    #[error("line {line}: {error}")]
    Move {
        /// The line number, from 1.
        line: usize,
        /// The error.
        error: NotationError,
    },
}

/// A table that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its counts.
    pub counts: ReportedCounts,
    /// Numbers that were not compared, although they are near a count: one sentence each.
    pub unread: Vec<String>,
    /// The assumptions, and the lines that were skipped, one sentence each.
    pub notes: Vec<String>,
}

/// Reads a table about perft `depth` of a position with these legal moves, in any form that engines print and people
/// paste.
///
/// # Errors
/// If no line fits, a count cannot be read, or a text may mean several moves.
pub fn read_table(
    variant: &Variant,
    vfen: &str,
    depth: u32,
    text: &str,
    legal: &[String],
) -> Result<Table, TableError> {
    let is_move =
        |label: &str| notation::is_typed(variant, label) || coordinates::plain(variant, label).is_some();
    let section = section(text, vfen);
    let text = section.as_deref().unwrap_or(text);
    let read =
        perft_text::read(text, Some(depth), &is_move).map_err(|error| TableError::Text(error.to_string()))?;
    let legal: Vec<_> = legal.iter().map(String::as_str).collect();
    let position = position::parse(vfen, variant, &Standard).ok();
    let given = |rows: &[Row]| given(variant, position.as_ref(), rows, &legal);
    let second = read.second.as_ref().map(|second| {
        Ok(ReportedCounts { total: count(&second.total), rows: given(&second.rows)?, second: None })
    });
    let second = second.transpose()?.map(Box::new);
    let counts = ReportedCounts { total: count(&read.total), rows: given(&read.rows)?, second };
    let promotions = counts.rows.as_ref().map_or(0, |given| given.promotions.len());
    let unread = perft_text::unread(text, &read, &is_move).iter().map(sentence).collect();
    let mut notes = notes(&read, depth, promotions);
    notes.extend(section.map(|_| "the text has several positions; read the lines below this one".into()));
    Ok(Table { notes, unread, counts })
}

/// The lines below the position, if the text has it and others; the other lines are empty.
fn section(text: &str, vfen: &str) -> Option<String> {
    const FEWEST_RANKS: usize = 5;
    let is_board = |word: &&str| {
        let ranks = word.split('/').filter(|rank| !rank.is_empty()).count();
        ranks >= FEWEST_RANKS && ranks == word.matches('/').count() + 1 && !word.contains(['.', ':'])
    };
    // The board and the side to move.
    let position = |line: &str| {
        let line = line.replace(['"', '\'', '`', ';', ',', '|'], " ");
        let mut words = line.split_whitespace().skip_while(|word| !is_board(word)).map(str::to_owned);
        words.next().zip(words.next())
    };
    let asked = position(vfen)?;
    let all: BTreeSet<_> = text.lines().filter_map(position).collect();
    if all.len() < 2 || !all.contains(&asked) {
        return None;
    }
    let mut is_asked = false;
    let keep = |line: &str| {
        is_asked = position(line).map_or(is_asked, |found| found == asked);
        if is_asked { line.to_owned() } else { String::new() }
    };
    Some(text.lines().map(keep).collect::<Vec<_>>().join("\n"))
}

fn sentence(unread: &Unread) -> String {
    let Unread { line, label, read, number } = unread;
    let of = label.as_ref().map_or_else(|| "the total".to_owned(), |label| format!("the count of {label}"));
    format!("line {line} has {number}, near {of}, {read}")
}

fn count(total: &Option<Total>) -> Option<u128> {
    total.as_ref().map(|total| total.count)
}

/// The rows with their labels as legal moves; `None` if there are none.
fn given(
    variant: &Variant,
    position: Option<&Position>,
    read: &[Row],
    legal: &[&str],
) -> Result<Option<GivenRows>, TableError> {
    let (mut rows, mut promotions) = (Vec::new(), Vec::<UnnamedPromotions>::new());
    for row in read {
        match meaning(variant, &row.label, legal) {
            Ok(Some(index)) => rows.push((legal[index].to_owned(), row.count)),
            Ok(None) => {
                let written = coordinates::plain(variant, &row.label).unwrap_or_else(|| row.label.clone());
                let canonical = position.and_then(|root| coordinates::text(root, &written).ok());
                rows.push((canonical.unwrap_or(written), row.count));
            }
            Err(NotationError::Ambiguous { candidates, .. }) if are_promotions(variant, &candidates) => {
                match promotions.iter_mut().find(|group| group.moves == candidates) {
                    Some(group) => group.counts.push(row.count),
                    None => promotions.push(UnnamedPromotions { moves: candidates, counts: vec![row.count] }),
                }
            }
            Err(error) => return Err(TableError::Move { line: row.line, error }),
        }
    }
    rows.sort();
    if read.iter().try_fold(0_u128, |sum, row| sum.checked_add(row.count)).is_none() {
        return Err(TableError::Text("the counts of its moves add up to more than 2^128 - 1".into()));
    }
    Ok((!read.is_empty()).then_some(GivenRows { rows, promotions }))
}

/// The index of the legal move that a label means; `None` if it means none of them.
fn meaning(variant: &Variant, label: &str, legal: &[&str]) -> Result<Option<usize>, NotationError> {
    let known = |found: Result<usize, NotationError>| match found {
        Ok(index) => Ok(Some(index)),
        Err(NotationError::Illegal(_) | NotationError::Syntax { .. }) => Ok(None),
        Err(error) => Err(error),
    };
    if let Some(index) = known(notation::typed(variant, label, legal))? {
        return Ok(Some(index));
    }
    let Some(plain) = coordinates::plain(variant, label) else { return Ok(None) };
    if let Some(index) = known(notation::typed(variant, &plain, legal))? {
        return Ok(Some(index));
    }
    // Chess960 writes castling as the King's move to the square of its Rook.
    let castles = |text: &&str| {
        let Ok(entry) = Entry::parse(variant, text) else { return false };
        matches!(entry.effects[..], [Effect::Travel(_, rook, _)] if plain == format!("{}{rook}", entry.from))
    };
    let mut castling = legal.iter().enumerate().filter(|(_, text)| castles(text)).map(|(index, _)| index);
    Ok(castling.next().filter(|_| castling.next().is_none()))
}

/// Whether moves differ only in the piece that a Pawn becomes.
fn are_promotions(variant: &Variant, moves: &[String]) -> bool {
    let parse = |text: &String| {
        let entry = Entry::parse(variant, text).ok()?;
        let to = entry.to?.to_owned();
        let becomes =
            entry.effects.iter().any(|effect| matches!(effect, Effect::Placing(_, at) if *at == to));
        becomes.then(|| (entry.label.map(str::to_owned), entry.from.to_owned(), to))
    };
    let parsed: Vec<_> = moves.iter().map(parse).collect();
    parsed.iter().all(|first| first.is_some() && *first == parsed[0])
}

/// The assumptions, and the lines that were skipped.
fn notes(read: &PerftText, depth: u32, promotions: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if read.skipped > 0 {
        let lines = plural(read.skipped as u64, "line");
        notes.push(format!("skipped {lines} with neither a move and its count nor a total"));
    }
    if let Some((line, number)) = &read.passed {
        let lines = plural(*number as u64, "line");
        notes.push(format!("no count that can be read in {lines} that begin with a move, such as `{line}`"));
    }
    if let Some(chosen) = &read.chosen {
        notes.push(format!("compared {chosen}"));
    }
    if read.has_further {
        notes.push("read the first number behind each move, not the others".into());
    }
    if read.further > 0 {
        notes.push(format!(
            "the text has {} tables; read the one of perft {depth}, or the first",
            read.further + 1
        ));
    }
    if let Some(stated) = read.depth.filter(|stated| *stated != depth) {
        notes.push(format!("the text speaks of depth {stated}; it is compared at depth {depth}"));
    }
    let rows = read.rows.len() as u128;
    if let Some(moves) = read.moves.filter(|moves| *moves != rows) {
        notes.push(format!("the text says {moves} moves, and lists {rows}"));
    }
    if promotions > 0 {
        notes.push("promotions without a piece are compared as a group".into());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::VariantId;
    use pretty_assertions::assert_eq;

    /// A position in which a King and Pawns move; the legal moves are a selection.
    const VFEN: &str = "4k3/1P6/8/8/8/8/4P3/R3K2R w * - 0 1";
    const LEGAL: [&str; 9] = [
        "P e2-e3",
        "P e2-e4",
        "K e1-f1",
        "K e1-g1; R h1-f1",
        "P b7-b8; Q-b8",
        "P b7-b8; R-b8",
        "R a1-a3",
        "R h1-h3",
        "R h1-a3",
    ];

    fn read(text: &str) -> Result<Table, String> {
        let table = read_table(Variant::get(VariantId::CHESS), VFEN, 3, text, &LEGAL.map(str::to_owned));
        table.map_err(|error| error.to_string())
    }

    fn rows(text: &str) -> Vec<(String, u128)> {
        read(text).expect(text).counts.rows.expect("rows").rows
    }

    #[test]
    fn labels_become_canonical_moves() {
        for (label, expected) in [
            ("P e2-e4", "P e2-e4"),
            ("e2e4", "P e2-e4"),
            ("E2E4", "P e2-e4"),
            ("Pe2e4", "P e2-e4"),
            ("e4", "P e2-e4"),
            ("Kf1", "K e1-f1"),
            ("e1g1", "K e1-g1; R h1-f1"),
            ("e1h1", "K e1-g1; R h1-f1"),
            ("O-O", "K e1-g1; R h1-f1"),
            ("b7b8q", "P b7-b8; Q-b8"),
            ("b7b8R", "P b7-b8; R-b8"),
            ("b8=R", "P b7-b8; R-b8"),
            // Illegal moves, as the trusted side would write them.
            ("a1b3", "R a1-b3"),
            ("e8e7", "k e8-e7"),
            ("b7b8n", "P b7-b8; N-b8"),
            ("d4d5", "d4d5"),
            ("D4-D5", "d4d5"),
            ("Nf3", "Nf3"),
        ] {
            assert_eq!(rows(&format!("{label}: 20\n")), [(expected.to_owned(), 20)], "{label}");
        }
        // Moves that occur twice stay twice.
        assert_eq!(rows("e2e4: 20\nP e2-e4: 21\n"), [("P e2-e4".to_owned(), 20), ("P e2-e4".to_owned(), 21)]);
    }

    #[test]
    fn promotions_without_a_piece_are_a_group() {
        let table = read("e2e4: 20\nb7b8: 1\nb7b8: 2\n").expect("a table");
        let given = table.counts.rows.expect("rows");
        let moves = ["P b7-b8; Q-b8", "P b7-b8; R-b8"].map(str::to_owned).to_vec();
        assert_eq!(given.promotions, [UnnamedPromotions { moves, counts: vec![1, 2] }]);
        assert_eq!(given.rows, [("P e2-e4".to_owned(), 20)]);
        assert_eq!(table.notes, ["promotions without a piece are compared as a group"]);
    }

    #[test]
    fn other_lines_are_noted() {
        let table = read("engine 1.0\ne2e4: 20\nMoves: 3\nTotal: 20\nNPS: 5\n").expect("a table");
        assert_eq!(table.counts.total, Some(20));
        let skipped = "skipped 2 lines with neither a move and its count nor a total";
        assert_eq!(table.notes, [skipped, "the text says 3 moves, and lists 1"]);
        let table = read("Nodes: 20\n").expect("a total");
        assert_eq!(table.counts, ReportedCounts { total: Some(20), rows: None, second: None });
    }

    #[test]
    fn of_several_positions_the_one_asked_about_is_read() {
        let text = format!(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nperft 3: 8902\n{VFEN}\nperft 3: 20\n"
        );
        let table = read(&text).expect("a total");
        assert_eq!(table.counts.total, Some(20));
        assert_eq!(table.notes[1..], ["the text has several positions; read the lines below this one"]);
    }

    #[test]
    fn unreadable_tables_are_errors() {
        for (text, expected) in [
            ("", "no line with a move and its count, such as `e2e4: 20`, and no total; the text is empty"),
            (
                "\nhello\n",
                "no line with a move and its count, such as `e2e4: 20`, and no total; the last line is `hello`",
            ),
            ("e2e4: 20\ne2e3: -5\n", "line 2: the count `-5` of the move `e2e3` cannot be read"),
            (
                "e2e4: 340282366920938463463374607431768211455\ne2e3: 1\n",
                "the counts of its moves add up to more than 2^128 - 1",
            ),
            ("e2e4: 20\nRa3: 1\n", "line 2: `Ra3` is ambiguous: it may mean R a1-a3 or R h1-a3"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
