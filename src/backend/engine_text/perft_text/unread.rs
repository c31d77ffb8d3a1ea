//! Finds numbers that were not read although they may be the counts of a program.
//!
//! Nobody can list every form in which people write two counts. A number near a count on its line is a sign that the
//! text says more than was compared, so a comparison must not end in agreement without it.

use super::line::numbers;
use super::spaced::sum;
use super::text::lines;
use super::{IsMove, PerftText};

/// A number near a count that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unread {
    /// The line number, from 1.
    pub line: usize,
    /// The move, if the count is of one.
    pub label: Option<String>,
    /// The count that was read.
    pub read: u128,
    /// The number.
    pub number: u128,
}

/// Wrong counts are mostly near: a number is near that differs by a quarter at most. Smaller counts are near to anything.
const NEAR: u128 = 4;
const SMALLEST: u128 = 10;

/// The numbers of a text that are near the count of the move on their line, or near the total if no move is on it. There are
/// none if the text says which counts are meant, or if both of its tables were read.
pub(crate) fn unread(text: &str, read: &PerftText, is_move: IsMove<'_>) -> Vec<Unread> {
    let PerftText { rows, total, second, chosen, .. } = read;
    let mut found = Vec::new();
    if second.is_some() || chosen.is_some() {
        return found;
    }
    let total = total.as_ref().map(|total| total.count).or_else(|| sum(rows));
    for (line, text) in lines(text, is_move) {
        let (label, numbers) = numbers(&text, is_move);
        let read = match &label {
            Some(label) => {
                let mut of_move = rows.iter().filter(|row| row.label == *label).peekable();
                let first = of_move.peek().map(|row| row.count);
                of_move.find(|row| row.line == line).map(|row| row.count).or(first)
            }
            None => total,
        };
        let Some(read) = read.filter(|read| *read >= SMALLEST) else { continue };
        let is_near = |number: &u128| *number != read && number.abs_diff(read) <= read / NEAR;
        let near = numbers.into_iter().filter(is_near);
        found.extend(near.map(|number| Unread { line, label: label.clone(), read, number }));
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::backend::engine_text::perft_text::{read, unread};
    use crate::game::notation::is_typed;
    use crate::game::variant::{Variant, VariantId};
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, Option<&str>, u128)]) {
        let chess = Variant::get(VariantId::CHESS);
        let is_move = |label: &str| is_typed(chess, label);
        let found = read(text, Some(3), &is_move).unwrap_or_else(|error| panic!("{text}: {error}"));
        let unread = unread(text, &found, &is_move);
        let found: Vec<_> =
            unread.iter().map(|unread| (unread.line, unread.label.as_deref(), unread.number)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers_near_a_count_are_found() {
        for remark in ["(I get 601)", "// 601", "<-- my engine returns 601", "not 601", "| 601", "(+1)"] {
            check(&format!("a2a3: 380\ne2e4: 600 {remark}\n"), &[(2, Some("e2e4"), 601)]);
        }
        check("a2a3: 380\ne2e4: 600\nbut my engine says that e2e4 is 601\n", &[(3, Some("e2e4"), 601)]);
        check("Nodes searched: 8902\nNodes searched: 8903\n", &[(2, None, 8903)]);
        check("perft 3 = 8902\nbut ours, 8903, is another\n", &[(2, None, 8903)]);
        check("a2a3: 380\ne2e4: 600\nNodes: 980\nMy engine finds 981\n", &[(4, None, 981)]);
    }

    #[test]
    fn other_numbers_are_not() {
        for text in [
            "a2a3: 380, 381 ms\ne2e4: 600, 601 nps\n",
            "a2a3: 380 0 12\ne2e4: 600 1 13\n",
            "a2a3: 380 +0\ne2e4: 600 (+0)\n",
            "Expected: 8903 nodes\nActual: 8902 nodes\n",
            "[19/20] a2a3 20\n[20/20] e2e4 21\n",
            "2024-03-05 Nodes: 2039\nTime: 2040\n",
            "perft 2: 400\nperft 3: 8902\nperft 4: 197281\n",
        ] {
            check(text, &[]);
        }
    }
}
