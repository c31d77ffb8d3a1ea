//! Texts as public engines, scripts and people write them.

use super::text::PerftText;
use super::{PerftTextError, Row, Table, Total, read_perft_text};
use crate::game::notation::is_typed;
use crate::game::variant::{Variant, VariantId};
use pretty_assertions::assert_eq;

fn parse(text: &str, depth: u32) -> Result<PerftText, PerftTextError> {
    let chess = Variant::get(VariantId::CHESS);
    let read = read_perft_text(text, Some(depth), &|label| is_typed(chess, label))?;
    Ok(read.at_depth(depth)?.0)
}

/// The moves with their counts, and the total, of a text about perft 3 with one column.
#[track_caller]
fn check(text: &str, rows: &[(&str, u128)], total: Option<u128>) {
    let found = parse(text, 3).unwrap_or_else(|error| panic!("{text}: {error}"));
    let [Table { columns, .. }] = &found.tables[..] else { panic!("{text}: {found:?}") };
    let is_of_depth = |at: &usize| columns[*at].depth.is_none_or(|depth| depth == 3);
    let columns: Vec<_> = (0..columns.len()).filter(is_of_depth).collect();
    assert_eq!((columns.len(), &found.unread[..]), (1, &[][..]), "{text}: {found:?}");
    let count = |row: &Row| row.counts.get(columns[0]).copied().flatten().unwrap_or_default();
    let read: Vec<_> = found.tables[0].rows.iter().map(|row| (row.label.as_str(), count(row))).collect();
    assert_eq!((read, found.tables[0].total().map(Total::count)), (rows.to_vec(), total), "{text}");
}

const TWO: &[(&str, u128)] = &[("a2a3", 380), ("e2e4", 1600)];

#[test]
fn the_words_of_a_move_are_separated_by_one_space() {
    check("P a2 \ta3 380\nP e2\t\te4 1600\n", &[("P a2 a3", 380), ("P e2 e4", 1600)], None);
}

#[test]
fn rows_have_many_forms() {
    for text in [
        "a2a3: 380\ne2e4: 1600\n",
        "a2a3 380\ne2e4 1600\n",
        "a2a3:380\ne2e4:1600\n",
        "a2a3=380\ne2e4=1600\n",
        "a2a3 - 380\ne2e4 - 1600\n",
        "a2a3 = 380\ne2e4 = 1600\n",
        "a2a3 -> 380\ne2e4 => 1600\n",
        "a2a3\t380\ne2e4\t1600\n",
        "a2a3 ..... 380\ne2e4 ..... 1,600\n",
        "1. a2a3 380 (0.1 s)\n2. e2e4 1600 (0.2 s)\n",
        "1) a2a3 380\n2) e2e4 1600\n",
        " 1: a2a3 380\n 2: e2e4 1600\n",
        "[ 1] a2a3 = 380\n[ 2] e2e4 = 1600\n",
        "1/20 a2a3 380\n2/20 e2e4 1600\n",
        "| move | nodes |\n|---|---|\n| a2a3 | 380 |\n| e2e4 | 1,600 |\n",
        "| `a2a3` | **380** |\n| `e2e4` | **1600** |\n",
        "move,nodes\na2a3,380\ne2e4,1600\n",
        "move,nodes\na2a3,380\ne2e4,\"1,600\"\n",
        "| # | Move | Time (ms) | Nodes |\n|--:|:--|--:|--:|\n| 1 | a2a3 | 3 | 380 |\n| 2 | e2e4 | 4 | 1600 |\n",
        "\"move\",\"nodes\"\n\"a2a3\",\"380\"\n\"e2e4\",\"1600\"\n",
        "depth,move,time,nodes\n3,a2a3,0.001,380\n3,e2e4,0.002,1600\n",
        "move;nodes\na2a3;380\ne2e4;1600\n",
        "move\ttime\tnodes\na2a3\t12\t380\ne2e4\t14\t1600\n",
        "a2a3,380\ne2e4,1600\n",
        "('a2a3', 380)\n('e2e4', 1600)\n",
        "[('a2a3', 380), ('e2e4', 1600)]\n",
        "[('a2a3',380),('e2e4',1600)]\n",
        "{'a2a3': 380, 'e2e4': 1600}\n",
        "{Move.from_uci('a2a3'): 380, Move.from_uci('e2e4'): 1600}\n",
        "{\n  'a2a3': 380,\n  'e2e4': 1600,\n}\n",
        "[{'move': 'a2a3', 'nodes': 380}, {'move': 'e2e4', 'nodes': 1600}]\n",
        "{\"a2a3\": 380, \"e2e4\": 1600}\n",
        "{\"depth\": 3, \"moves\": {\"a2a3\": 380, \"e2e4\": \"1600\"}}\n",
        "[[\"a2a3\", 380], [\"e2e4\", 1600]]\n",
        "{\"move\": \"a2a3\", \"nodes\": 380}\n{\"move\": \"e2e4\", \"nodes\": 1600}\n",
        "a2a3: 380 380\ne2e4: 1600 1980\n",
        "a2a3: 380 nodes\ne2e4: 1600 nodes\n",
        "a2a3: 380 (19.2%)\ne2e4: 1600 (80.8%)\n",
        "info string a2a3: 380\ninfo string e2e4: 1600\n",
        "> a2a3: 380\n> e2e4: 1600\n",
        "Move 1 : a2a3 : 380\nMove 2 : e2e4 : 1600\n",
        "    move: a2a3  nodes: 380\n    move: e2e4  nodes: 1600\n",
        "Move: a2a3 Nodes: 380\nMove: e2e4 Nodes: 1600\n",
        "move a2a3 nodes 380 time 3 ms\nmove e2e4 nodes 1600 time 4 ms\n",
        "\u{1b}[32ma2a3\u{1b}[0m: 380\n\u{1b}[32me2e4\u{1b}[0m: 1600\n",
        "a2a3\u{200b}: 380\r\ne2e4: 1\u{202f}600\r\n",
        "\u{250c}\u{2500}\u{252c}\u{2500}\u{2510}\n\u{2502} (index) \u{2502} move \u{2502} nodes \u{2502}\n\
            \u{2502} 0 \u{2502} 'a2a3' \u{2502} 380 \u{2502}\n\u{2502} 1 \u{2502} 'e2e4' \u{2502} 1600 \u{2502}\n",
        "{\n    \"a2a3\": 380,\n    \"e2e4\": 1600,\n}\n",
        "Move  D1  D2  D3\na2a3   1  20  380\ne2e4   1  20  1600\n",
        "| Move | perft(2) | perft(3) |\n|---|---|---|\n| a2a3 | 20 | 380 |\n| e2e4 | 20 | 1600 |\n",
        "380 a2a3\n1600 e2e4\n",
        "    380 a2a3\n  1,600 e2e4\n",
        "380 | a2a3\n1600 | e2e4\n",
        "380,a2a3\n1600,e2e4\n",
        "380 nodes: a2a3 (0.1 s)\n1600 nodes: e2e4 (0.2 s)\n",
        "[(380, 'a2a3'), (1600, 'e2e4')]\n",
        "[[380, \"a2a3\"], [1600, \"e2e4\"]]\n",
        "380 a2a3, 1600 e2e4\n",
        "a2a3 (quiet): 380\ne2e4 [P]: 1600\n",
        "[00:00:01.100] thread-0 a2a3 done: 380 nodes in 0.001s\n[00:00:02.100] thread-1 e2e4 done: 1600 nodes in 0.002s\n",
        "a move: a2a3 eval: +0.2 nodes: 380\na move: e2e4 eval: +0.1 nodes: 1600\n",
        "level=info move=a2a3 nodes=380 ms=1\nlevel=info move=e2e4 nodes=1600 ms=2\n",
        "\"a2a3: 380\\ne2e4: 1600\\n\"\n",
        "\"a2a3 380\\r\\ne2e4 1600\"\n",
        "a2a3 B2C3754D70FC4345 380\ne2e4 2A04595450ED3690 1600\n",
        "a2a3: 0xda58af58f2902f2c 380\ne2e4: 0x9303b454d6339274 1600\n",
        "perft_test.go:40: a2a3: 380\nperft_test.go:41: e2e4: 1600\n",
        "info currmove a2a3 currmovenumber 1 nodes 380\ninfo currmove e2e4 currmovenumber 2 nodes 1600 nps 100 time 3\n",
        "info depth 3 currmove a2a3 currmovenumber 1 nodes 380\ninfo depth 3 currmove e2e4 currmovenumber 2 nodes 1600\n",
    ] {
        check(text, TWO, None);
    }
    check("Pa2a3 380\nNb1c3 1600\n", &[("Pa2a3", 380), ("Nb1c3", 1600)], None);
    check(
        "a3 380\nNc3 1600\nO-O 12\ne8=Q+: 7\n",
        &[("a3", 380), ("Nc3", 1600), ("O-O", 12), ("e8=Q+", 7)],
        None,
    );
    check(
        "P e2-e4: 20\nK e1-g1; R h1-f1: 3\nP d5-e6; @-e5: 1\n",
        &[("P e2-e4", 20), ("K e1-g1; R h1-f1", 3), ("P d5-e6; @-e5", 1)],
        None,
    );
    check("e7e8=Q=20\ne7e8=N: 3\n", &[("e7e8=Q", 20), ("e7e8=N", 3)], None);
    check("a7a8q 1\na7a8Q 2\na7a8=N: 3\n", &[("a7a8q", 1), ("a7a8Q", 2), ("a7a8=N", 3)], None);
}

#[test]
fn numbers_before_moves_are_counts_unless_they_number_them() {
    check("1 a2a3\n1 e2e4\n", &[("a2a3", 1), ("e2e4", 1)], None);
    check("380 a2a3\n1600 e2e4\n1980 total\n", TWO, Some(1980));
    check("380 a2a3\n1600 e2e4\n\nNodes: 1980\n", TWO, Some(1980));
    check("1 a2a3\n2 e2e4\nTotal: 3\n", &[("a2a3", 1), ("e2e4", 2)], Some(3));
    check("1 a2a3 380\n2 e2e4 1600\n", TWO, None);
    let first = "line 1: the move `a2a3` has no count";
    for (text, expected) in [
        ("1 a2a3\n2 e2e4\n", first),
        ("0: a2a3\n1: e2e4\n", first),
        ("1. a2a3\n2. e2e4\n", first),
        ("a2a3 380\n1600 e2e4\n", "line 2: the move `e2e4` has no count"),
        ("380 a2a3\ne2e4: -1\n", first),
        ("380 a2a3\n-1600 e2e4\n", "line 1: the move `a2a3`"),
        ("-380 a2a3\n-1600 e2e4\n", "line 1: the count `-380` of the move `a2a3` cannot be read"),
    ] {
        let error = parse(text, 3).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn nodes_of_a_search_are_not_counts() {
    let search = "info depth 1 currmove a2a3 currmovenumber 1 nodes 380\ninfo depth 1 score cp 13 nodes 400 pv a2a3\n\
        bestmove a2a3\n";
    let error = parse(search, 3).expect_err("a search").to_string();
    assert!(error.starts_with("no line with a move and its count"), "{error}");
}

/// The columns of a text about perft 3 in the order of its tables: the name, the counts, and the totals.
#[track_caller]
fn check_columns(text: &str, expected: &[(&str, &[u128], &[u128])]) {
    let found = parse(text, 3).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(found.unread, [], "{text}");
    let mut columns = Vec::new();
    for table in &found.tables {
        for (at, column) in table.columns.iter().enumerate() {
            let name = column.name.clone().or_else(|| table.name.clone()).unwrap_or_default();
            let counts: Vec<_> = table.rows.iter().filter_map(|row| row.counts[at]).collect();
            let totals: Vec<_> =
                table.totals.iter().filter_map(|total| total.counts.get(at).copied()).collect();
            columns.push((name, counts, totals));
        }
    }
    let expected: Vec<_> = expected
        .iter()
        .map(|(name, counts, totals)| ((*name).to_owned(), counts.to_vec(), totals.to_vec()))
        .collect();
    assert_eq!(columns, expected, "{text}");
}

#[test]
fn every_count_of_a_move_is_a_column() {
    const RIGHT: &[u128] = &[380, 600];
    const WRONG: &[u128] = &[380, 601];
    for (text, names) in [
        ("a2a3 380 380\ne2e4 600 601\n", ["", ""]),
        ("a2a3: 380 vs 380\ne2e4: 600 vs 601\n", ["", "vs"]),
        ("a2a3: 380 != 380\ne2e4: 600 != 601\n", ["", ""]),
        ("a2a3: expected 380, got 380\ne2e4: expected 600, got 601\n", ["expected", "got"]),
        ("a2a3: 380 (380)\ne2e4: 600 (601)\n", ["", ""]),
        ("a2a3: 380 (I get 380)\ne2e4: 600 (I get 601)\n", ["", "i get"]),
        ("| a2a3 | 380 | 380 |\n| e2e4 | 600 | 601 |\n", ["", ""]),
        ("move,stockfish,mine\na2a3,380,380\ne2e4,600,601\n", ["stockfish", "mine"]),
        ("move,stockfish,mine,diff\na2a3,380,380,0\ne2e4,600,601,\n", ["stockfish", "mine"]),
        ("Move   SF   Ours\na2a3  380  380\ne2e4  600  601\n", ["SF", "Ours"]),
        (
            "| Move | Nodes | ms | Stockfish 17 | Captures | OK |\n|-|-|-|-|-|-|\n| a2a3 | 380 | 1 | 380 | 5 | yes |\n\
                | e2e4 | 600 | 2 | 601 | 6 | no |\n",
            ["Nodes", "Stockfish 17"],
        ),
        (
            "[{\"move\": \"a2a3\", \"old\": 380, \"new\": 380}, {\"move\": \"e2e4\", \"old\": 600, \"new\": 601}]",
            ["old", "new"],
        ),
        ("{\"a2a3\": {\"old\": 380, \"new\": 380}, \"e2e4\": {\"old\": 600, \"new\": 601}}", ["old", "new"]),
        (
            "{\"Old\": {\"a2a3\": 380, \"e2e4\": 600}, \"New\": {\"a2a3\": 380, \"e2e4\": 601}}",
            ["Old", "New"],
        ),
        ("a2a3: 380    a2a3: 380\ne2e4: 600    e2e4: 601\n", ["", ""]),
        ("Crafty\na2a3: 380\ne2e4: 600\nFruitfly:\na2a3: 380\ne2e4: 601\n", ["Crafty", "Fruitfly"]),
    ] {
        check_columns(text, &[(names[0], RIGHT, &[]), (names[1], WRONG, &[])]);
    }
    check_columns(
        "a2a3: 380\ne2e4: 600\nNodes: 980\na2a3: 380\ne2e4: 601\nNodes: 981\n",
        &[("", RIGHT, &[980]), ("", WRONG, &[981])],
    );
    check_columns("a2a3 380 380\ne2e4 600 601\ntotal 980 981\n", &[("", RIGHT, &[980]), ("", WRONG, &[981])]);
    check_columns("move;a;b\na2a3;380;380\ne2e4;600;\n", &[("a", RIGHT, &[]), ("b", &[380], &[])]);
    check_columns("perft 3: 8902 != 8000\n", &[("", &[], &[8902]), ("", &[], &[8000])]);
    check_columns(
        "Depth  Nodes  Expected  Status\n2  400  400  is right\n3  1980  8902  is wrong\n",
        &[("Nodes", &[], &[1980]), ("Expected", &[], &[8902])],
    );
    // A running total says nothing more, and only if it is the sum so far in every row.
    check_columns("a2a3 380 380\ne2e4 600 980\n", &[("", RIGHT, &[])]);
    check_columns("a2a3 380 (total 380)\ne2e4 600 (total 980)\n", &[("", RIGHT, &[])]);
    check_columns("a2a3 380 380\ne2e4 600 981\n", &[("", RIGHT, &[]), ("", &[380, 981], &[])]);
}

/// The lines of a text with numbers that were not read.
#[test]
fn numbers_without_a_place_are_not_lost() {
    for (text, expected) in [
        ("a2a3: 380\ne2e4: 600 // 601\n", &[2][..]),
        ("a2a3: 380\ne2e4: 600 <-- my engine returns 601\n", &[2]),
        ("a2a3: 380\ne2e4: 600 (+1)\n", &[2]),
        ("a2a3: 380 (+0)\ne2e4: 600 (+1)\n", &[2]),
        ("a2a3: 380\n601 e2e4: 600\n", &[2]),
        ("a2a3: 380\n601 for e2e4: 600\n", &[2]),
        ("a2a3: 380\ne2e4: 600\nbut my engine says that e2e4 is 601\n", &[3]),
        ("a2a3: 380\ne2e4: 600\nNodes: 980\nMy engine finds 981\n", &[4]),
        ("perft 3 should be 981\na2a3: 380\ne2e4: 600\n", &[1]),
        ("perft 3 = 8902\nbut ours, 8903, is another\n", &[2]),
        ("a2a3: 380\ne2e4: 600\nMoves: 3\nNodes: 980\n", &[3]),
        ("move,nodes,diff\na2a3,380,0\ne2e4,600,1\n", &[3]),
        ("move,nodes,note\na2a3,380,\ne2e4,600,601\n", &[3]),
        ("move,nodes,note\na2a3,380,\ne2e4,600,mine: 601\n", &[3]),
        ("a2a3: 380\ne2e4: ~~601~~ 600\n", &[2]),
        ("position startpos: 981 at perft 3\na2a3: 380\ne2e4: 600\n", &[1]),
        ("My engine: 981\na2a3: 380\ne2e4: 600\n", &[1]),
        ("I get 981:\na2a3: 380\ne2e4: 600\n", &[1]),
        ("a2a3: 380\ne2e4: 600 (this time 601)\n", &[2]),
        ("a2a3: 380\ne2e4: 600, 601 on the second run\n", &[2]),
        ("a2a3: 380\ne2e4: 600-601\n", &[2]),
        ("a2a3: 380\ne2e4: 600 or 601.0\n", &[2]),
        ("a2a3: 380\ne2e4 is 600/601\n", &[2]),
        ("a2a3: 380\ne2e4: 600\nThis time I get 981\n", &[3]),
        ("a2a3: 380\ne2e4: 600\nMy engine says that e2e4 is 380\n", &[3]),
        // These are no counts.
        ("2 a2a3 380 0.5\n1 e2e4 600 0.00\n", &[]),
        ("a2a3: 380\ne2e4: 600\nSearch time: 981\n", &[]),
        ("a2a3: 380, 381 ms\ne2e4: 600, 601 nps\n", &[]),
        ("a2a3: 380 +0\ne2e4: 600 (+0)\n", &[]),
        ("[19/20] a2a3 20\n[20/20] e2e4 21\n", &[]),
        ("2024-03-05 Nodes: 2039\nTime: 2040\n", &[]),
        ("Fruitfly 150724 by A. Author\na2a3: 380\ne2e4: 600\n", &[]),
        ("a2a3: 380\ne2e4: 600\nCopyright (C) 1999 B. Author\n", &[]),
        ("move,nodes,note\na2a3,380,\ne2e4,600,3 captures\n", &[]),
        ("2034 <Fruitfly(0): a2a3: 380\n2035 <Fruitfly(0): e2e4: 600\n", &[]),
    ] {
        let found = parse(text, 3).unwrap_or_else(|error| panic!("{text}: {error}"));
        let lines: Vec<_> = found.unread.iter().map(|unread| unread.line).collect();
        assert_eq!(lines, expected, "{text}: {:?}", found.unread);
    }
}

#[test]
fn forms_that_are_given_up_are_named_with_their_line() {
    let blanks = "a count with blanks, or several counts; write";
    for (text, expected) in [
        (
            "<table>\n<tr><td>a2a3</td><td>380</td></tr>\n</table>\n",
            "line 1: HTML; save the page as text".to_owned(),
        ),
        ("Perft\n<pre>a2a3: 380<br>e2e4: 1600</pre>", "line 2: HTML; save the page as text".into()),
        (
            "[\n    (\n        \"a2a3\",\n        380,\n    ),\n]\n",
            "line 3: the move `a2a3` has no count on its line; expected a line such as `e2e4: 600`".into(),
        ),
        (
            "- move: a2a3\n  nodes: 380\n- move: e2e4\n  nodes: 1600\n",
            "line 1: the move `a2a3` has no count on its line".into(),
        ),
        (
            "[[moves]]\nmove = \"a2a3\"\nnodes = 380\n",
            "line 2: the move `a2a3` has no count on its line".into(),
        ),
        (
            "{\n    Move {\n        from: A2,\n        to: A3,\n    }: 380,\n}\n",
            "no line with a move and its count, such as `e2e4: 20`, and no total; line 5 has a number without a move".into(),
        ),
        ("a2a3: 380\ne2e4: 1 600\n", format!("line 2: `1 600`: {blanks} 1600")),
        ("a2a3: 4 865 609\n", format!("line 1: `4 865 609`: {blanks} 4865609")),
        ("| Move | Nodes |\n|--|--|\n| a2a3 | 1 380 |\n", format!("line 3: `1 380`: {blanks} 1380")),
        ("380 a2a3\n1 600 e2e4\n", format!("line 2: `1 600`: {blanks} 1600")),
        ("a2a3: 380\nNodes: 1 980\n", format!("line 2: `1 980`: {blanks} 1980")),
        ("4 866 989\n", format!("line 1: `4 866 989`: {blanks} 4866989")),
        ("instead of 8902 I get 8000", "line 1: two counts in a sentence; pass --total".into()),
        ("Hello.\nMy perft(3) returns 8000 instead of 8902", "line 2: two counts in a sentence".into()),
        ("perft(3) = 8000, expected 8902", "line 1: two counts in a sentence".into()),
        ("perft 3: 8902 (+1)", "line 1: two counts in a sentence".into()),
        ("Depth: 3 Expected: 8902 Got: 8000", "line 1: two counts in a sentence".into()),
        (
            "I get **8000** total nodes, whereas it is supposed to be **8902**",
            "line 1: two counts in a sentence".into(),
        ),
    ] {
        let error = parse(text, 3).expect_err(text).to_string();
        assert!(error.starts_with(&expected), "{text}: {error}");
    }
}

#[test]
fn totals_have_many_wordings() {
    for text in [
        "Nodes: 1980",
        "Nodes searched: 1980",
        "Nodes searched : 1980",
        "Nodes searched  : 1,980",
        "Nodes searched: 1980 nodes in 3 ms (1000 knps)",
        "Total: 1980",
        "total 1980",
        "total: 1980 nodes",
        "Total nodes: 1980\nTotal time: 12",
        "Total time (ms) : 2\nNodes searched: 1980\nNodes/second    : 4451000",
        "Nodes searched: 1980\nTime (ms)     : 2\nNodes/second  : 4451000",
        "Perft(3)=1980",
        "Perft(3) = 1,980",
        "perft( 3)=         1980 ( 0.000 sec)",
        "perft 3 = 1980",
        "Perft 3: 1980",
        "perft 3 1980",
        "perft depth 3: 1980",
        "Perft 3 leaf nodes: 1980",
        "Perft at depth 3 is 1980",
        "Depth 3: 1980",
        "depth=3 nodes=1980 time=12",
        "nodes 1980",
        "nodes 1980 nps 100 time 1",
        "Leaf nodes: 1980",
        "Leaves: 1980",
        "n = 1,980\nt = 0.003\np = 464,443,497",
        "1980 nodes in 0.2 s",
        "1,980 leaf nodes",
        "Searched 1980 nodes",
        "Sum: 1980",
        "Moves       1,980",
        "Moves: 2\nNodes: 1980",
        "Moves: 2\nTotal: 1980",
        "1980",
        "\n1,980\n",
        "Perft(1)=20\nPerft(2)=400\nPerft(3)=1980",
        "1980\nNPS: 8902000\nTime: 1ms",
        "Nodes: 1980\nTime: 1ms\nNPS: 8902000",
        "Time taken: 0.1s\nNodes searched: 1980\nNodes per second: 8902000",
        "Result: 1980",
        "info string nodes 1980",
        "info depth 3 nodes 1980 time 5 nps 1780",
        "Test Complete : 1980 nodes visited in 5ms",
        "total moves=1980  time=0.00",
        "nodes_searched: 1980",
        "10:01:31.123 Nodes: 1980",
        "12:01:31 nodes 1980",
        "perft(3) -> 1980 (0.01 s, 7.44e5 nps)",
        "perft(3) -  0.000 seconds   -        1980 nodes visited.",
        "//Perft(3) = 1980 nodes.Time taken : 1.13600s",
        "PerftFast(cr,3) = 1980",
        "src/main.rs:12:5: perft(3) = 1980",
        "=========\nTotal time (ms) : 6670\nNodes searched  : 1980\nNodes/second    : 17850123",
    ] {
        check(&format!("a2a3: 380\ne2e4: 1600\n{text}\n"), TWO, Some(1980));
        if !text.contains("Moves: 2") {
            check(&format!("{text}\n"), &[], Some(1980));
        }
    }
    check("Depth Nodes Captures\n1 20 0\n2 400 0\n3 8902 34\n", &[], Some(8902));
    check(
        "| Move | ms | Nodes |\n|--|--|--|\n| a2a3 | 3 | 380 |\n| **Total** | 9 | **380** |\n",
        &TWO[..1],
        Some(380),
    );
    check("| Depth | Nodes | Captures |\n| --- | --- | --- |\n| 3 | 8,902 | 34 |\n", &[], Some(8902));
    check("{\"a2a3\": 380, \"total\": 380, \"depth\": 3}", &[("a2a3", 380)], Some(380));
    // Words that are no total.
    for text in [
        "NPS: 8902000",
        "Time: 12",
        "Nodes per second: 9000",
        "Total captures: 34",
        "Threads: 2",
        "Hash 64 MB",
        "depth 3",
    ] {
        check(&format!("a2a3: 380\n{text}\n"), &[("a2a3", 380)], None);
    }
}

#[test]
fn the_number_of_moves_is_not_the_total() {
    check("a2a3: 380\ne2e4: 1600\nMoves: 2\nNodes: 1980\n", TWO, Some(1980));
    check("a2a3: 380\ne2e4: 1600\nMoves: 2\n", TWO, None);
    check("a2a3: 380\ne2e4: 1600\nMoves: 1980\n", TWO, Some(1980));
    // At depth 1 it is both.
    check("a2a3: 1\ne2e4: 1\nMoves: 2\n", &[("a2a3", 1), ("e2e4", 1)], Some(2));
}

#[test]
fn noise_is_skipped_and_counted() {
    let text = "Stockfish 17 by the Stockfish developers (see AUTHORS file)\n\
        info string Available processors: 0-31\n\
        info string NNUE evaluation using nn-1c0000000000.nnue (133MiB, (22528, 3072, 15, 32, 1))\n\
        position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n\
        Fen: 8/8/8/8/4P3/8/8/8 b - e3 0 1\nCheckers: e1\n+---+---+\n| r | n | 8\n  a   b\n\
        > go perft 3\n\nRunning performance test to depth 3\na2a3: 380\ninfo depth 3 nodes 12 pv e2e4 e7e5\n\
        e2e4: 1600\nbestmove e2e4 ponder e7e5\n\nNodes: 1980\nTime: 1ms\nNPS: 8902000\n";
    check(text, TWO, Some(1980));
    assert_eq!(parse(text, 3).expect("a table").skipped, 14);
    check("roce: divide 3 a2a3 380 e2e4 1600 Moves: 2 Nodes: 1980", TWO, Some(1980));
}

#[test]
fn the_table_of_the_depth_is_read() {
    let text = "go perft 1\na2a3: 1\n\nNodes searched: 1\n\ngo perft 3\na2a3: 380\n\nNodes searched: 380\n";
    check(text, &[("a2a3", 380)], Some(380));
    check("perft 1: 20\nperft 2: 400\nperft 3: 8902\n", &[], Some(8902));
    check("  1         20  0.00   909090.91nps\n  3       8902  0.01  1112750.00nps\n", &[], Some(8902));
    check("depth;move;nodes\n2;a2a3;20\n3;a2a3;380\n", &[("a2a3", 380)], None);
    // A move twice without a total between is a duplicate, not another table.
    check("a2a3: 1\n\na2a3: 1\n", &[("a2a3", 1), ("a2a3", 1)], None);
}

#[test]
fn counts_that_cannot_be_read_are_errors_with_their_line() {
    let digits = "9".repeat(60);
    for (text, expected) in [
        (
            "a2a3: 380\ne2e4: -1655\n",
            "line 2: the count `-1655` of the move `e2e4` cannot be read".to_owned(),
        ),
        ("a2a3: 380\ne2e4: 1.6e3\n", "line 2: the count `1.6e3` of the move".into()),
        ("e2e4 1.6e3\na2a3 380\n", "line 1: the count `1.6e3` of the move".into()),
        (&format!("e2e4: {digits}\n"), format!("line 1: the count `{digits}` of the move")),
        ("a2a3: 380\ne2e4: NaN\n", "line 2: the count `NaN` of the move".into()),
        ("a2a3: 380\ne2e4:\n", "line 2: the move `e2e4` has no count".into()),
        ("e2e4\n1\n", "line 1: the move `e2e4` has no count".into()),
        ("move,nodes\na2a3,380\ne2e4,-1\n", "line 3: the count `-1` of the move `e2e4`".into()),
        ("| a2a3 | 380 |\n| e2e4 | 12k |\n", "line 2: the count `12k` of the move".into()),
        ("move,nodes\na2a3,380\ntotal,-1\n", "line 3: the count `-1` of the move `total`".into()),
        ("('a2a3', 380)\n('e2e4', -3)\n", "line 2: the count `-3` of the move".into()),
    ] {
        let error = parse(text, 3).expect_err(text).to_string();
        assert!(error.starts_with(&expected), "{text}: {error}");
    }
}

#[test]
fn a_text_without_a_line_that_fits_shows_its_end() {
    for (text, expected) in [
        ("", "; the text is empty"),
        ("hello\n", "; the last line is `hello`"),
        (
            "one\ntwo\n\nthree\nUnknown command: 'go perft 3'\n",
            "; the last lines are `two`, `three`, `Unknown command: 'go perft 3'`",
        ),
        ("position startpos moves e2e4\nbestmove e7e5\n", "`bestmove e7e5`"),
    ] {
        let error = parse(text, 3).expect_err(text).to_string();
        assert!(
            error.starts_with("no line with a move and its count") && error.ends_with(expected),
            "{text}: {error}"
        );
    }
    let error = parse("perft 1: 20\nperft 2: 400\nperft 4: 197281\n", 3).expect_err("no perft 3").to_string();
    assert_eq!(error, "no count of perft 3; the text has those of perft 1, perft 2, perft 4");
}
