//! Splits a text that has every count twice, by one program and by another, into two tables.
//!
//! Invariant: numbers that may be something else, such as times and captures, are not taken for counts. A second number
//! behind a move counts only if it equals the first in most rows, as two programs do that nearly agree, if the totals are
//! the sums of both, or if the text sets them against each other.

use super::block::{Block, are_alike};
use super::spaced::{sum, with_spaces};
use super::{Row, Total};
use std::collections::BTreeMap;

/// The two tables of a table that has every count twice; `None` if it is one table.
pub(super) fn apart(block: &Block) -> Option<[Block; 2]> {
    let alone = || (block.rows.is_empty() && block.totals.iter().any(is_double)).then_some([vec![], vec![]]);
    // One table with a total has no second one.
    let whole = || (!block.has_their_sum()).then_some(&block.rows);
    let rows = whole().and_then(|rows| beside(rows)).or_else(|| columns(&block.rows, &block.totals));
    let rows = rows.or_else(|| halves(whole()?));
    let [first, second] = rows.or_else(alone)?;
    let sums = [sum(&first), sum(&second)];
    let totals = |side: usize| {
        let own = |total: &Total| match total.parts.get(side) {
            Some(count) => Some(Total { count: *count, parts: Vec::new(), ..total.clone() }),
            // A single total belongs to the side that adds up to it.
            None if Some(total.count) == sums[1 - side] && sums[0] != sums[1] => None,
            None => Some(total.clone()),
        };
        block.totals.iter().filter_map(own).collect()
    };
    Some([block.with(first, totals(0)), block.with(second, totals(1))])
}

/// Whether a line has two totals: set against each other, or so near that the second cannot be a time.
fn is_double(total: &Total) -> bool {
    let [first, second] = total.parts[..] else { return false };
    total.is_versus || first.max(second) / 2 < first.min(second)
}

/// The rows of two columns of counts.
fn columns(rows: &[Row], totals: &[Total]) -> Option<[Vec<Row>; 2]> {
    let is_versus = rows.iter().any(|row| row.is_versus);
    // If only the differences are set against each other, the other counts hold for both programs.
    let both = |row: &Row| is_versus.then_some(row.count);
    let count = |row: &Row| row.further.first().copied().or_else(|| both(row));
    let second: Vec<_> = rows
        .iter()
        .filter_map(|row| Some(Row { count: count(row)?, further: Vec::new(), ..row.clone() }))
        .collect();
    let same = rows.iter().filter(|row| row.further.first() == Some(&row.count)).count();
    let are_most = second.len() > 1 && second.len() * 3 >= rows.len() * 2;
    let is_of_thousands = with_spaces(rows, totals).is_some();
    let is_sum = |total: &Total| {
        let parts = total.parts.get(..2).map(|parts| [Some(parts[0]), Some(parts[1])]);
        parts == Some([sum(rows), sum(&second)])
    };
    let is_second = is_versus
        || are_most && (same > 1 && same * 2 > second.len() || totals.iter().any(is_sum) && !is_of_thousands);
    is_second.then(|| [rows.to_vec(), second])
}

/// The rows of two tables side by side: most lines have two moves, and both sides have the same moves.
fn beside(rows: &[Row]) -> Option<[Vec<Row>; 2]> {
    let mut lines = BTreeMap::<usize, Vec<&Row>>::new();
    rows.iter().for_each(|row| lines.entry(row.line).or_default().push(row));
    let twos = lines.values().filter(|line| line.len() == 2).count();
    let is_wide = lines.values().any(|line| line.len() > 2);
    if is_wide || twos * 2 <= lines.len() {
        return None;
    }
    let side = |index: usize| -> Vec<Row> {
        lines.values().filter_map(|line| line.get(index).map(|row| (*row).clone())).collect()
    };
    let sides = [side(0), side(1)];
    are_alike(&sides[0], &sides[1]).then_some(sides)
}

/// The rows of two tables one after the other: both halves have the same moves, and other counts. With the same counts, the
/// program may have every move twice.
fn halves(rows: &[Row]) -> Option<[Vec<Row>; 2]> {
    let (first, second) = rows.split_at(rows.len() / 2);
    let map =
        |rows: &[Row]| rows.iter().map(|row| (row.label.clone(), row.count)).collect::<BTreeMap<_, _>>();
    let (firsts, seconds) = (map(first), map(second));
    let are_tables = firsts.len() == first.len() && firsts.keys().eq(seconds.keys()) && firsts != seconds;
    (first.len() == second.len() && are_tables).then(|| [first.to_vec(), second.to_vec()])
}

/// The old and the new text of a unified diff, each with the line that names it; `None` if the text is not a diff. Lines
/// keep their numbers.
pub(super) fn of_diff(text: &str) -> Option<[(String, String); 2]> {
    let has = |start: &str| text.lines().any(|line| line.starts_with(start));
    if !(has("@@ ") && has("-") && has("+")) {
        return None;
    }
    let side = |own: char, other: char| {
        let is_head = |line: &&str| line.starts_with(&[own; 3].iter().collect::<String>());
        let head = text.lines().find(is_head).unwrap_or_default();
        let line = |line: &str| match line.chars().next() {
            Some(c) if c == other || line.starts_with("@@ ") || is_head(&line) => String::new(),
            Some(c) if c == own => line[1..].to_owned(),
            _ => line.to_owned(),
        };
        (head.trim_matches([own, ' ']).to_owned(), text.lines().map(line).collect::<Vec<_>>().join("\n"))
    };
    Some([side('-', '+'), side('+', '-')])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::engine_text::perft_text::{PerftText, read};
    use crate::game::notation::is_typed;
    use crate::game::variant::{Variant, VariantId};
    use pretty_assertions::assert_eq;

    fn parse(text: &str) -> PerftText {
        let chess = Variant::get(VariantId::CHESS);
        read(text, Some(3), &|label| is_typed(chess, label)).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn counts(rows: &[Row]) -> Vec<u128> {
        rows.iter().map(|row| row.count).collect()
    }

    /// The counts of a text about three moves that are read, and the others.
    #[track_caller]
    fn check(text: &str, expected: [u128; 3], second: Option<[u128; 3]>) {
        let found = parse(text);
        assert_eq!(counts(&found.rows), expected, "{text}");
        let others = found.second.map(|second| counts(&second.rows));
        assert_eq!(others, second.map(|second| second.to_vec()), "{text}");
    }

    const RIGHT: [u128; 3] = [380, 440, 600];
    const WRONG: [u128; 3] = [380, 440, 601];

    #[test]
    fn words_say_whose_counts_they_are() {
        for text in [
            "| Move | Expected | Actual | Diff |\n|--|--|--|--|\n| a2a3 | 380 | 380 | 0 |\n| b1c3 | 440 | 440 | 0 |\n| e2e4 | 600 | 601 | 1 |\n",
            "move,mine,stockfish\na2a3,380,380\nb1c3,440,440\ne2e4,601,600\n",
            "Move   SF   Ours\na2a3  380  380\nb1c3  440  440\ne2e4  600  601\n",
            "move;reference;engine\na2a3;380;380\nb1c3;440;440\ne2e4;600;601\n",
            "a2a3: expected 380, got 380\nb1c3: expected 440, got 440\ne2e4: expected 600, got 601\n",
            "a2a3: 380 (expected 380)\nb1c3: 440 (expected 440)\ne2e4: 601 (expected 600)\n",
            "a2a3: 380\nb1c3: 440\ne2e4: 601, should be 600\n",
            "Stockfish:\na2a3: 380\nb1c3: 440\ne2e4: 600\nMine:\na2a3: 380\nb1c3: 440\ne2e4: 601\n",
            "Mine:\na2a3: 380\nb1c3: 440\ne2e4: 601\n\nStockfish:\na2a3: 380\nb1c3: 440\ne2e4: 600\n",
            "I get this instead:\na2a3: 380\nb1c3: 440\ne2e4: 601\nStockfish:\na2a3: 380\nb1c3: 440\ne2e4: 600\n",
            "move | expected | got\na2a3 | 380 | 380\nb1c3 (quiet) | 440 | 440\ne2e4 | 600 | 601\n",
            "move,nodes,my nodes\na2a3,380,380\nb1c3,440,440\ne2e4,600,601\n",
            "[{\"move\": \"a2a3\", \"expected\": 380, \"actual\": 380}, {\"move\": \"b1c3\", \"expected\": 440, \"actual\": 440},\
                {\"move\": \"e2e4\", \"expected\": 600, \"actual\": 601}]",
            "{\"a2a3\": {\"expected\": 380, \"actual\": 380}, \"b1c3\": {\"expected\": 440, \"actual\": 440},\
                \"e2e4\": {\"expected\": 600, \"actual\": 601}}",
            "--- sf.txt\n+++ mine.txt\n@@ -1,3 +1,3 @@\n a2a3: 380\n b1c3: 440\n-e2e4: 600\n+e2e4: 601\n",
        ] {
            check(text, WRONG, None);
        }
        for text in [
            "Expected: 8902 Got: 8000",
            "Depth: 3 Expected: 8902 Got: 8000",
            "expected 8902 but got 8000",
            "perft(3) = 8000, expected 8902",
            "perft 3: 8000 (correct: 8902)",
            "My perft(3) returns 8000 instead of 8902",
            "I get **8000** total nodes, whereas it is supposed to be **8902**",
            "I get 8000 nodes at depth 3, but it should be 8902 nodes",
            "Stockfish perft(3): 8902\nMy perft(3): 8000",
            "Stockfish: 8902\nMine: 8000",
            "move_test.go:268: Depth: 3 Expected: 8902 Got: 8000",
        ] {
            let found = parse(text);
            assert_eq!(found.total.map(|total| total.count), Some(8000), "{text}");
            assert!(found.second.is_none(), "{text}");
        }
    }

    #[test]
    fn without_words_both_are_read() {
        for text in [
            "a2a3  380  380\nb1c3  440  440\ne2e4  600  601\n",
            "a2a3 380 380\nb1c3 440 440\ne2e4 600 601\ntotal 1420 1421\n",
            "| a2a3 | 380 | 380 |\n| b1c3 | 440 | 440 |\n| e2e4 | 600 | 601 |\n",
            "a2a3: 380\nb1c3: 440\ne2e4: 600 != 601\n",
            "a2a3: 380 vs 380\nb1c3: 440 vs 440\ne2e4: 600 vs 601\n",
            "a2a3: 380    a2a3: 380\nb1c3: 440    b1c3: 440\ne2e4: 600    e2e4: 601\n",
            "a2a3: 380 vs a2a3: 380\nb1c3: 440 vs b1c3: 440\ne2e4: 600 vs e2e4: 601\n",
            "a2a3: 380\nb1c3: 440\ne2e4: 600\nNodes: 1420\na2a3: 380\nb1c3: 440\ne2e4: 601\nNodes: 1421\n",
            "*** sf.txt\n--- mine.txt\n***************\n*** 1,3 ****\n  a2a3: 380\n  b1c3: 440\n! e2e4: 600\n--- 1,3 ----\n\
                a2a3: 380\n  b1c3: 440\n! e2e4: 601\n",
            "Crafty\na2a3: 380\nb1c3: 440\ne2e4: 600\nFruitfly\na2a3: 380\nb1c3: 440\ne2e4: 601\n",
            "a2a3: 380, b1c3: 440, e2e4: 600 != a2a3: 380, b1c3: 440, e2e4: 601\n",
        ] {
            check(text, RIGHT, Some(WRONG));
        }
        // Tables that agree are one.
        check("a2a3  380  380\nb1c3  440  440\ne2e4  600  600\n", RIGHT, None);
        let found = parse("perft 3: 8902 != 8000\n");
        let second = found.second.and_then(|second| second.total).map(|total| total.count);
        assert_eq!((found.total.map(|total| total.count), second), (Some(8902), Some(8000)));
    }

    #[test]
    fn other_numbers_are_no_counts() {
        for text in [
            "a2a3 380 0 0\nb1c3 440 2 1\ne2e4 601 3 0\n",
            "a2a3: 380, 3 ms\nb1c3: 440, 4 ms\ne2e4: 601, 5 ms\n",
            "1. a2a3 380 (total 380)\n2. b1c3 440 (total 820)\n3. e2e4 601 (total 1421)\n",
            "a2a3\t1\t20\t380\nb1c3\t1\t22\t440\ne2e4\t1\t30\t601\n",
            "move stockfish diff\na2a3 380 0\nb1c3 440 0\ne2e4 601 0\n",
            "a2a3 380 (380 nps)\nb1c3 440 (440 nps)\ne2e4 601 (600 nps)\n",
            "a2a3: 380\nb1c3: 440\ne2e4: 601\nNodes: 1421\n\na2a3: 20\nb1c3: 22\nd2d4: 28\nd2d3: 27\nc2c4: 22\n",
        ] {
            check(text, WRONG, None);
        }
        assert!(parse("a2a3 380 0 0\nb1c3 440 2 1\n").has_further);
        assert_eq!(parse("perft 3: 8902 (12)\n").second, None);
    }

    #[test]
    fn a_diff_has_two_texts() {
        let text = "--- sf.txt\n+++ mine.txt\n@@ -1,2 +1,2 @@\n a2a3: 380\n-e2e4: 600\n+e2e4: 601\n";
        let [old, new] = of_diff(text).expect("a diff");
        assert_eq!(old, ("sf.txt".into(), "\n\n\n a2a3: 380\ne2e4: 600\n".into()));
        assert_eq!(new, ("mine.txt".into(), "\n\n\n a2a3: 380\n\ne2e4: 601".into()));
        assert_eq!(of_diff("- e2e4: 600\n+ e2e4: 601\n"), None);
    }
}
