//! Matches a pasted divide table with the legal moves of its position.
//!
//! A table is evidence about another program: an illegal move, a move that occurs twice or a wrong total is a finding,
//! not an error.

use super::columns::ReportedColumn;
use super::given::{GivenRows, UnnamedPromotions};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::engine_text::notation::coordinates;
use vperft::inner::backend::engine_text::perft_text;
use vperft::inner::backend::engine_text::perft_text::{TotalKind, list_of};
use vperft::inner::game::notation;
use vperft::inner::game::notation::{Effect, Entry, NotationError};
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Standard, Variant};
use vperft::inner::support::plural::plural;

/// Why a divide table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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

/// The tables that were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// Their columns. There is at least one.
    pub columns: Vec<ReportedColumn>,
    /// Numbers that were not read, although they may be counts: one sentence each.
    pub unread: Vec<String>,
    /// The assumptions, and the lines that were skipped, one sentence each.
    pub notes: Vec<String>,
}

/// Reads the tables about perft `depth` of a position with these legal moves, in any form that engines print and people paste.
///
/// # Errors
/// If no line fits, a count cannot be read, or a text may mean several moves.
pub fn read_tables(
    variant: &Variant,
    vfen: &str,
    depth: u32,
    text: &str,
    legal: &[String],
) -> Result<Tables, TableError> {
    let is_move =
        |label: &str| notation::is_typed(variant, label) || coordinates::plain(variant, label).is_some();
    let section = section(text, vfen);
    let text = section.as_deref().unwrap_or(text);
    let read = perft_text::read_perft_text(text, Some(depth), &is_move).and_then(|text| text.at_depth(depth));
    let (read, others) = read.map_err(|error| TableError::Text(error.to_string()))?;
    let legal: Vec<_> = legal.iter().map(String::as_str).collect();
    let root = position::parse(vfen, variant, &Standard).ok();
    let mut tables = Tables::default();
    let is_one = read.tables.len() == 1;
    for (number, table) in (1..).zip(&read.tables) {
        if table.rows.is_empty() {
            let (moves, kept) = numbers_of_moves(table);
            tables.columns.extend(totals(number, &kept));
            let wrong = moves.into_iter().filter(|(_, count)| *count != legal.len() as u128);
            let sentence = |(line, count)| {
                format!("line {line}: `moves {count}`: another number of moves than there are")
            };
            tables.unread.extend(wrong.map(sentence));
            continue;
        }
        let is_of_depth = |at: &usize| table.columns[*at].depth.is_none_or(|of| of == depth);
        for at in (0..table.columns.len()).filter(is_of_depth) {
            let rows: Vec<_> = table
                .rows
                .iter()
                .filter_map(|row| {
                    Some(Written {
                        line: row.line,
                        label: &row.label,
                        count: row.counts.get(at).copied().flatten()?,
                    })
                })
                .collect();
            let (given, labels) = given(variant, root.as_ref(), &rows, &legal)?;
            let (name, is_named) = name(table, number, at, is_one);
            let totals = totals_of(table, at);
            tables.columns.push(ReportedColumn {
                name,
                is_named,
                table: number,
                rows: Some(given),
                totals,
                labels,
            });
        }
    }
    let sentence =
        |unread: &perft_text::Unread| format!("line {}: `{}`: {}", unread.line, unread.text, unread.reason);
    tables.unread.extend(read.unread.iter().map(sentence));
    if read.skipped > 0 {
        let lines = plural(read.skipped as u64, "line");
        tables.notes.push(format!("skipped {lines} with neither a move and its count nor a total"));
    }
    if !others.is_empty() {
        tables.notes.push(format!("not compared, because the depth is {depth}: {}", list_of(&others)));
    }
    if tables
        .columns
        .iter()
        .any(|column| column.rows.as_ref().is_some_and(|rows| !rows.promotions.is_empty()))
    {
        tables.notes.push("promotions without a piece are compared as a group".into());
    }
    if section.is_some() {
        tables.notes.push("the text has several positions; read the lines below this one".into());
    }
    Ok(tables)
}

/// The name of a column, and whether it is of the text.
fn name(table: &perft_text::Table, number: usize, at: usize, is_one: bool) -> (String, bool) {
    let is_wide = table.columns.len() > 1;
    let header = table.columns[at].name.as_ref().filter(|_| is_wide);
    let heading = table.name.as_ref().filter(|_| !is_one || !is_wide);
    let (table, column) = (format!("table {number}"), format!("column {}", at + 1));
    match (heading, header) {
        (Some(heading), Some(header)) => (format!("{heading}: {header}"), true),
        (Some(heading), None) if is_wide => (format!("{heading}: {column}"), true),
        (Some(heading), None) => (heading.clone(), true),
        (None, Some(header)) if is_one => (header.clone(), true),
        (None, Some(header)) => (format!("{table}: {header}"), true),
        (None, None) if is_wide && is_one => (column, false),
        (None, None) if is_wide => (format!("{table}, {column}"), false),
        (None, None) => (table, false),
    }
}

/// The numbers of moves of a table that has other totals too, each with its line, and the table without them.
fn numbers_of_moves(table: &perft_text::Table) -> (Vec<(usize, u128)>, perft_text::Table) {
    let is_number = |total: &perft_text::Total| total.kind == TotalKind::Moves;
    let mut kept = table.clone();
    if table.totals.iter().all(is_number) {
        return (Vec::new(), kept);
    }
    kept.totals.retain(|total| !is_number(total));
    let numbers = table.totals.iter().filter(|total| is_number(total));
    (numbers.map(|total| (total.line, total.count())).collect(), kept)
}

/// Totals without moves, each of which is compared.
fn totals(number: usize, table: &perft_text::Table) -> Vec<ReportedColumn> {
    let (mut columns, mut known) = (Vec::new(), BTreeSet::new());
    for total in &table.totals {
        for (at, count) in total.counts.iter().enumerate() {
            let header = table.columns.get(at).and_then(|column| column.name.clone());
            let wording = total.wording.trim_start_matches(['#', ' ']);
            let worded = (!wording.is_empty() && total.counts.len() == 1).then(|| wording.to_owned());
            let name = header.or(worded);
            if !known.insert((name.clone(), *count)) {
                continue;
            }
            let is_named = name.is_some();
            let name = name.unwrap_or_else(|| format!("total {}", columns.len() + 1));
            let totals = vec![*count];
            columns.push(ReportedColumn {
                name,
                is_named,
                table: number,
                totals,
                ..ReportedColumn::default()
            });
        }
    }
    columns
}

/// The totals of a column. A total for several columns belongs to those that add up to it, or else to all.
fn totals_of(table: &perft_text::Table, at: usize) -> Vec<u128> {
    let width = table.columns.len();
    let is_sum = |column: usize, count: u128| table.sum(column) == Some(count);
    let of = |total: &perft_text::Total| match total.counts[..] {
        [count] if width > 1 && (0..width).any(|column| is_sum(column, count)) => {
            is_sum(at, count).then_some(count)
        }
        [count] => Some(count),
        _ => total.counts.get(at).copied(),
    };
    table.totals.iter().filter_map(of).collect()
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

/// A move with its count, as a text writes it.
struct Written<'t> {
    line: usize,
    label: &'t str,
    count: u128,
}

/// The rows with their labels as legal moves, and how the text writes each.
fn given(
    variant: &Variant,
    position: Option<&Position>,
    read: &[Written<'_>],
    legal: &[&str],
) -> Result<(GivenRows, BTreeMap<String, String>), TableError> {
    let (mut rows, mut promotions, mut labels) =
        (Vec::new(), Vec::<UnnamedPromotions>::new(), BTreeMap::new());
    for row in read {
        let text = match meaning(variant, row.label, legal) {
            Ok(Some(index)) => legal[index].to_owned(),
            Ok(None) => {
                let written = coordinates::plain(variant, row.label).unwrap_or_else(|| row.label.to_owned());
                let canonical = position.and_then(|root| coordinates::text(root, &written).ok());
                canonical.unwrap_or(written)
            }
            Err(NotationError::Ambiguous { candidates, .. }) if are_promotions(variant, &candidates) => {
                match promotions.iter_mut().find(|group| group.moves == candidates) {
                    Some(group) => group.counts.push(row.count),
                    None => promotions.push(UnnamedPromotions { moves: candidates, counts: vec![row.count] }),
                }
                continue;
            }
            Err(error) => return Err(TableError::Move { line: row.line, error }),
        };
        labels.insert(text.clone(), row.label.to_owned());
        rows.push((text, row.count));
    }
    rows.sort();
    if read.iter().try_fold(0_u128, |sum, row| sum.checked_add(row.count)).is_none() {
        return Err(TableError::Text("the counts of its moves add up to more than 2^128 - 1".into()));
    }
    Ok((GivenRows { rows, promotions }, labels))
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

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::variant::VariantId;

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

    fn tables(text: &str) -> Result<Tables, String> {
        let table = read_tables(Variant::get(VariantId::CHESS), VFEN, 3, text, &LEGAL.map(str::to_owned));
        table.map_err(|error| error.to_string())
    }

    fn rows(text: &str) -> Vec<(String, u128)> {
        tables(text).expect(text).columns.remove(0).rows.expect("rows").rows
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
        let mut table = tables("e2e4: 20\nb7b8: 1\nb7b8: 2\n").expect("a table");
        let given = table.columns.remove(0).rows.expect("rows");
        let moves = ["P b7-b8; Q-b8", "P b7-b8; R-b8"].map(str::to_owned).to_vec();
        assert_eq!(given.promotions, [UnnamedPromotions { moves, counts: vec![1, 2] }]);
        assert_eq!(given.rows, [("P e2-e4".to_owned(), 20)]);
        assert_eq!(table.notes, ["promotions without a piece are compared as a group"]);
    }

    #[test]
    fn other_lines_are_noted() {
        let table = tables("engine 1.0\ne2e4: 20\nMoves: 3\nTotal: 20\nNPS: 5\n").expect("a table");
        assert_eq!(table.columns[0].totals, [20]);
        assert_eq!(table.notes, ["skipped 2 lines with neither a move and its count nor a total"]);
        assert_eq!(table.unread, ["line 3: `moves 3`: another number of moves than listed"]);
        let table = tables("Nodes: 20\n").expect("a total");
        assert_eq!((&table.columns[0].totals[..], &table.columns[0].rows), (&[20][..], &None));
        let table = tables("go perft 2\ne2e4: 3\ngo perft 3\ne2e4: 20\n").expect("a table");
        assert_eq!(table.columns.len(), 1);
        assert_eq!(table.notes[1], "not compared, because the depth is 3: perft 2");
    }

    #[test]
    fn columns_have_the_names_of_the_text() {
        for (text, expected) in [
            ("e2e4: 20\n", &["table 1"][..]),
            ("Mine:\ne2e4: 20\n", &["Mine"]),
            ("Mine:\ne2e4: 20\n## Theirs\ne2e4: 20\n", &["Mine", "Theirs"]),
            ("e2e4: 20\nNodes: 20\ne2e4: 20\n", &["table 1", "table 2"]),
            ("Table\ne2e4: 20 21\n", &["column 1", "column 2"]),
            ("e2e4: expected 20, got 21\n", &["expected", "got"]),
            ("move,Old,nps,New build\ne2e4,20,5,20\n", &["Old", "New build"]),
            (
                "e2e4 20 21\nOther\ne2e4 20 21\n",
                &["table 1, column 1", "table 1, column 2", "Other: column 1", "Other: column 2"],
            ),
            ("Nodes: 20\nLeaves: 21\n", &["nodes", "leaves"]),
            ("perft 3: 20 != 21\n", &["total 1", "total 2"]),
            ("Moves: 9\nNodes: 20\n", &["nodes"]),
        ] {
            let columns = tables(text).expect(text).columns;
            let names: Vec<_> = columns.iter().map(|column| column.name.as_str()).collect();
            assert_eq!(names, expected, "{text}");
        }
    }

    #[test]
    fn of_several_positions_the_one_asked_about_is_read() {
        let text = format!(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nperft 3: 8902\n{VFEN}\nperft 3: 20\n"
        );
        let table = tables(&text).expect("a total");
        assert_eq!(table.columns[0].totals, [20]);
        assert_eq!(table.notes, ["the text has several positions; read the lines below this one"]);
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
            let error = tables(text).expect_err(text);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
