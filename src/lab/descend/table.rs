//! Parses pasted divide tables: a count for every move, as engines print it.

use crate::game::notation;
use crate::game::notation::NotationError;
use crate::game::variant::Variant;
use std::collections::BTreeMap;

/// Why a divide table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A line has no move and count.
    #[error("line {line}: `{text}`; expected a move and its count, such as `e2e4: 20` or `P e2-e4: 20`")]
    Line {
        /// The line number, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A move does not belong to the position.
    #[error("line {line}: {error}; does the table belong to this position?")]
    Move {
        /// The line number, from 1.
        line: usize,
        /// The error.
        error: NotationError,
    },
    /// A move has two counts.
    #[error("line {line}: `{text}` already has a count")]
    Twice {
        /// The line number, from 1.
        line: usize,
        /// The canonical move.
        text: String,
    },
    /// The text has no line with a move and its count.
    #[error("no line with a move and its count, such as `e2e4: 20`")]
    Empty,
}

/// A table: the moves with their counts, sorted, and the total if the text has one.
pub type Table = (Vec<(String, u128)>, Option<u128>);

/// Parses a table of a position with these legal moves. It may have lines such as `e2e4: 20`, `e2e4 20` or `1. e2e4 20
/// (…)`, or be the text or JSON output of `vperft divide`. The table ends at the line with the total. Lines that do not
/// end in a number are skipped.
///
/// # Errors
/// If a line with a number has no move, or its move does not belong to the position.
pub fn read_table(variant: &Variant, text: &str, legal: &[String]) -> Result<Table, TableError> {
    let lines = json(text).unwrap_or_else(|| text.lines().map(str::to_owned).collect());
    let legal: Vec<_> = legal.iter().map(String::as_str).collect();
    let mut rows = BTreeMap::new();
    let mut total = None;
    for (line, text) in (1..).zip(&lines) {
        let words = text.split('(').next().unwrap_or_default().trim();
        // Other output of engines.
        if ["info ", "option ", "id ", "bestmove "].iter().any(|word| words.starts_with(word)) {
            continue;
        }
        let Some((left, count)) = words.rsplit_once([' ', '\t', ':', '=']) else { continue };
        let Ok(count) = count.replace([',', '_'], "").parse::<u128>() else { continue };
        let left = left.trim().trim_end_matches([':', '=']).trim();
        let is_total = ["total", "nodes", "perft", "sum", "moves"]
            .iter()
            .any(|word| left.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
        if is_total {
            // Below the total, engines print times and rates.
            total = total.or(Some(count));
            continue;
        }
        let mv = without_number(left);
        if mv.is_empty() || total.is_some() {
            continue;
        }
        let index = notation::typed(variant, mv, &legal).map_err(|error| TableError::Move { line, error })?;
        if rows.insert(legal[index].to_owned(), count).is_some() {
            return Err(TableError::Twice { line, text: legal[index].to_owned() });
        }
    }
    match (rows.is_empty(), lines.iter().position(|line| !line.trim().is_empty())) {
        (true, Some(first)) if total.is_none() => {
            Err(TableError::Line { line: first + 1, text: lines[first].chars().take(60).collect() })
        }
        (true, _) if total.is_none() => Err(TableError::Empty),
        _ => Ok((rows.into_iter().collect(), total)),
    }
}

/// The lines of a JSON document of `vperft divide`.
fn json(text: &str) -> Option<Vec<String>> {
    let document: serde_json::Value = serde_json::from_str(text).ok()?;
    let moves = document["moves"].as_object()?;
    let plain = |value: &serde_json::Value| value.to_string().replace('"', "");
    let mut lines: Vec<_> = moves.iter().map(|(mv, count)| format!("{mv}: {}", plain(count))).collect();
    lines.extend(
        document
            .get("total")
            .filter(|total| !total.is_null())
            .map(|total| format!("total: {}", plain(total))),
    );
    Some(lines)
}

/// Removes a list number such as `12.`, `3)` or `[ 4]` from the start of a text.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(['[', '#', ' ']);
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')', ']']) {
        Some(mv) => mv.trim(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::VariantId;
    use pretty_assertions::assert_eq;

    fn read(text: &str) -> Result<Table, TableError> {
        let legal = ["P e2-e3", "P e2-e4", "K e1-f1", "P b7-b8; Q-b8", "P b7-b8; R-b8"].map(str::to_owned);
        read_table(Variant::get(VariantId::CHESS), text, &legal)
    }

    #[test]
    fn tables_of_many_programs_parse() {
        let rows = vec![("K e1-f1".to_owned(), 7), ("P e2-e4".to_owned(), 20)];
        for (text, total) in [
            ("P e2-e4: 20\nK e1-f1: 7\ntotal: 27\n", Some(27)),
            ("e2e4: 20\ne1f1: 7\n\nNodes searched: 27\n", Some(27)),
            ("e2e4 20\ne1f1 7\n\n27\n", None),
            ("1. e2e4 20 (0.1 s)\n2. Kf1 7 (0.2 s)\n", None),
            ("info string perft 2\n[ 1] e2-e4 = 20\n[ 2] e1-f1 = 7\nTotal 27\nTime: 12\n", Some(27)),
            (r#"{"moves": {"P e2-e4": 20, "K e1-f1": "7"}, "total": 27}"#, Some(27)),
        ] {
            assert_eq!(read(text), Ok((rows.clone(), total)), "{text}");
        }
        assert_eq!(read("b7b8q: 1\n").map(|(rows, _)| rows), Ok(vec![("P b7-b8; Q-b8".to_owned(), 1)]));
    }

    #[test]
    fn malformed_tables_are_rejected_with_their_line() {
        for (text, expected) in [
            ("", "no line with a move"),
            ("\nhello\n", "line 2: `hello`; expected a move and its count"),
            ("e2e4: 20\ne7e5: 20\n", "line 2: `e7e5`"),
            ("e2e4: 20\nP e2-e4: 21\n", "line 2: `P e2-e4` already has a count"),
            ("b7b8: 1\n", "line 1: "),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
