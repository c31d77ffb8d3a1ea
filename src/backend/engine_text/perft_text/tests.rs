//! Texts as public engines, scripts and people write them.

use super::{PerftText, read};
use crate::game::notation::is_typed;
use crate::game::variant::{Variant, VariantId};
use pretty_assertions::assert_eq;

fn parse(text: &str, depth: u32) -> Result<PerftText, String> {
    let chess = Variant::get(VariantId::CHESS);
    read(text, Some(depth), &|label| is_typed(chess, label)).map_err(|error| error.to_string())
}

/// The moves with their counts, and the total, of a text about perft 3.
#[track_caller]
fn check(text: &str, rows: &[(&str, u128)], total: Option<u128>) {
    let found = parse(text, 3).unwrap_or_else(|error| panic!("{text}: {error}"));
    let read: Vec<_> = found.rows.iter().map(|row| (row.label.as_str(), row.count)).collect();
    assert_eq!((read, found.total.map(|total| total.count)), (rows.to_vec(), total), "{text}");
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
        "a2a3 count=1 nodes=380\ne2e4 count=1 nodes=1600\n",
        "move a2a3 nodes 380 time 3 ms\nmove e2e4 nodes 1600 time 4 ms\n",
        "\u{1b}[32ma2a3\u{1b}[0m: 380\n\u{1b}[32me2e4\u{1b}[0m: 1600\n",
        "a2a3\u{200b}: 380\r\ne2e4: 1\u{202f}600\r\n",
        "<table>\n<tr><th>Move</th><th>Nodes</th></tr>\n<tr><td>a2a3</td><td>380</td></tr>\n\
            <tr><td>e2e4</td><td>1,600</td></tr>\n</table>\n",
        "<tr>\n  <td align=right>1</td>\n  <td><code>a2a3</code></td>\n  <td>380</td>\n</tr>\n<tr>\n  <td align=right>2</td>\n  \
            <td><code>e2e4</code></td>\n  <td>1&nbsp;600</td>\n</tr>\n",
        "<ul><li>a2a3: 380</li><li>e2e4: 1600</li></ul>",
        "<pre>a2a3: 380<br>e2e4: 1600</pre>",
        "\u{250c}\u{2500}\u{252c}\u{2500}\u{2510}\n\u{2502} (index) \u{2502} move \u{2502} nodes \u{2502}\n\
            \u{2502} 0 \u{2502} 'a2a3' \u{2502} 380 \u{2502}\n\u{2502} 1 \u{2502} 'e2e4' \u{2502} 1600 \u{2502}\n",
        "{\n    \"a2a3\": 380,\n    \"e2e4\": 1600,\n}\n",
        "[\n    (\n        \"a2a3\",\n        380,\n    ),\n    (\n        \"e2e4\",\n        1600,\n    ),\n]\n",
        "{\n    Move(\n        \"a2a3\",\n    ): 380,\n    Move(\n        \"e2e4\",\n    ): 1600,\n}\n",
        "[\n    Row {\n        mv: \"a2a3\",\n        nodes: 380,\n    },\n    Row {\n        mv: \"e2e4\",\n        nodes: 1600,\n    },\n]\n",
        "[\n    (\n        Move(\n            \"a2a3\",\n        ),\n        380,\n    ),\n    (\n        Move(\n            \"e2e4\",\n        \
            ),\n        1600,\n    ),\n]\n",
        "perft of 3:\n[\n  [\n    \"a2a3\",\n    380\n  ],\n  [\n    \"e2e4\",\n    1600\n  ]\n]\n",
        "[\n    (\n        380,\n        \"a2a3\",\n    ),\n    (\n        1600,\n        \"e2e4\",\n    ),\n]\n",
        "- move: a2a3\n  nodes: 380\n- move: e2e4\n  nodes: 1600\n",
        "- nodes: 380\n  uci: a2a3\n  san: a3\n- nodes: 1600\n  uci: e2e4\n  san: e4\n",
        "[[moves]]\nmove = \"a2a3\"\nnodes = 380\n\n[[moves]]\nmove = \"e2e4\"\nnodes = 1600\n",
        "Move: a2a3\nNodes: 380\nMove: e2e4\nNodes: 1600\n",
        "[(Move { from: A2, to: A3, promotion: None }, 380), (Move { from: E2, to: E4, promotion: None }, 1600)]\n",
        "[\n    (\n        Move {\n            from: A2,\n            to: A3,\n            promotion: None,\n        },\n        \
            380,\n    ),\n    (\n        Move {\n            from: E2,\n            to: E4,\n            promotion: None,\n        },\n        \
            1600,\n    ),\n]\n",
        "{ color: 'w', from: 'a2', to: 'a3', nodes: 380 },\n{ color: 'w', from: 'e2', to: 'e4', nodes: 1600n },\n",
        "[{\"from\": \"a2\", \"to\": \"a3\", \"nodes\": 380}, {\"from\": \"e2\", \"to\": \"e4\", \"nodes\": 1600}]\n",
        "Move  D1  D2  D3\na2a3   1  20  380\ne2e4   1  20  1600\n",
        "| Move | perft(2) | perft(3) |\n|---|---|---|\n| a2a3 | 20 | 380 |\n| e2e4 | 20 | 1600 |\n",
        "380 a2a3\n1600 e2e4\n",
        "    380 a2a3\n  1,600 e2e4\n",
        "380: a2a3\n1 600: e2e4\n",
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
        "a2 -> a3: 380\ne2 -> e4: 1600\n",
        "from a2 to a3: 380\nfrom e2 to e4: 1600\n",
        "('a2', 'a3'): 380\n('e2', 'e4'): 1600\n",
        "from,to,nodes\na2,a3,380\ne2,e4,1600\n",
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
fn promotions_may_be_fields() {
    check(
        "Move { from: A7, to: A8, promotion: Some(Queen) }: 1\nMove { from: A7, to: A8, promotion: Some(Knight) }: 2\n",
        &[("a7a8q", 1), ("a7a8n", 2)],
        None,
    );
    check("{ from: 'a7', to: 'b8', promotion: 'r' } 7\n", &[("a7b8r", 7)], None);
    check(
        "[{\"from\": \"a7\", \"to\": \"a8\", \"promotion\": \"q\", \"nodes\": 20}]",
        &[("a7a8q", 20)],
        None,
    );
    // One record is the heading of a total.
    check("Move: a2a3\nNodes: 380\n", &[], Some(380));
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
        ("(\n    \"a2a3\",\n    -380,\n)\n", "line 2: the count `-380` of the move `a2a3` cannot be read"),
        (
            "<tr><td>a2a3</td><td>380</td></tr>\n<tr><td>e2e4</td><td>1.6e3</td></tr>",
            "line 2: the count `1.6e3` of the move `e2e4`",
        ),
    ] {
        let error = parse(text, 3).expect_err(text);
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn nodes_so_far_are_not_those_of_a_move() {
    let running = "info currmove a2a3 nodes 380\ninfo currmove e2e4 nodes 1980\ninfo string perft 3: 1980\n";
    check(running, TWO, Some(1980));
    let search = "info depth 1 currmove a2a3 currmovenumber 1 nodes 380\ninfo depth 1 score cp 13 nodes 400 pv a2a3\n\
        bestmove a2a3\n";
    let error = parse(search, 3).expect_err("a search");
    assert!(error.starts_with("no line with a move and its count"), "{error}");
}

#[test]
fn the_sums_tell_thousands_from_further_numbers() {
    let two = |a, e| [("a2a3", a), ("e2e4", e)];
    for (text, rows, total) in [
        // One space between thousands.
        ("a2a3: 380\ne2e4: 1 600\n", two(380, 1600), None),
        ("a2a3 1 380\ne2e4 4 865 609\n", two(1380, 4_865_609), None),
        ("a2a3 1 380\ne2e4 4 865 609\n\n4 866 989\n", two(1380, 4_865_609), Some(4_866_989)),
        ("1. a2a3 = 1 380 (22 %)\n2. e2e4 = 4 865 (78 %)\n", two(1380, 4865), None),
        ("| a2a3 | 1 380 |\n| e2e4 | 4 865 |\n", two(1380, 4865), None),
        ("| Move | Nodes |\n|--|--|\n| a2a3 | 1 380 |\n| e2e4 | 4 865 609 |\n", two(1380, 4_865_609), None),
        ("a2a3 20 100\ne2e4 20 200\nTotal: 40 300\n", two(20_100, 20_200), Some(40_300)),
        // A running total equals the sum so far.
        ("a2a3 200 200\ne2e4 380 580\n", two(200, 380), None),
        ("a2a3 380 380\ne2e4 1600 1980\n", two(380, 1600), None),
        ("a2a3 380 380\ne2e4 1 600 1 980\n", two(380, 1600), None),
        ("a2a3 200 200\ne2e4 380 580\nNodes: 580\n", two(200, 380), Some(580)),
        ("a2a3 200 200\ne2e4 380 581\n", two(200_200, 380_581), None),
        // The total says that the second column is something else.
        ("a2a3 20 100\ne2e4 20 200\nTotal: 40\n", two(20, 20), Some(40)),
        // So do numbers of other lengths, and wider gaps.
        ("a2a3 20 3\ne2e4 20 200\n", two(20, 20), None),
        ("a2a3 20  300\ne2e4 20  200\n", two(20, 20), None),
        ("a2a3\t20\t300\ne2e4\t20\t200\n", two(20, 20), None),
    ] {
        check(text, &rows, total);
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
        "Nodes: 1 980",
        "10:01:31.123 Nodes: 1980",
        "12:01:31 nodes 1980",
        "perft(3) -> 1980 (0.01 s, 7.44e5 nps)",
        "perft(3) -  0.000 seconds   -        1980 nodes visited.",
        "//Perft(3) = 1980 nodes.Time taken : 1.13600s",
        "PerftFast(cr,3) = 1980",
        "src/main.rs:12:5: perft(3) = 1980",
        "Rate: 12\nVisited 1,980",
        "=========\nTotal time (ms) : 6670\nNodes searched  : 1980\nNodes/second    : 17850123",
    ] {
        check(&format!("a2a3: 380\ne2e4: 1600\n{text}\n"), TWO, Some(1980));
        if !text.contains("Moves: 2") {
            check(&format!("{text}\n"), &[], Some(1980));
        }
    }
    check(
        "Depth  Nodes  Expected  Status\n2  400  400  is right\n3  1980  8902  is wrong\n",
        &[],
        Some(1980),
    );
    check("a2a3\t 1\t 20\t 380\ne2e4\t 1\t 30\t 1600\nTotal\t 2\t 50\t 1980\n", TWO, Some(1980));
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
    let found = parse("a2a3: 380\ne2e4: 1600\nMoves: 2\nNodes: 1980\n", 3).expect("a table");
    assert_eq!((found.moves, found.total.map(|total| total.count)), (Some(2), Some(1980)));
    let found = parse("a2a3: 380\ne2e4: 1600\nMoves: 2\n", 3).expect("a table");
    assert_eq!((found.moves, found.total), (Some(2), None));
    // At depth 1 it is both.
    let found = parse("a2a3: 1\ne2e4: 1\nMoves: 2\n", 1).expect("a table");
    assert_eq!((found.moves, found.total.map(|total| total.count)), (None, Some(2)));
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
    assert_eq!(parse(text, 3).expect("a table").further, 1);
    check("a2a3: 380\nNodes searched: 380\na2a3: 7\nNodes searched: 7\n", &[("a2a3", 380)], Some(380));
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
        ("('a2a3', 380)\n('e2e4', -3)\n", "line 2: the count `-3` of the move".into()),
    ] {
        let error = parse(text, 3).expect_err(text);
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
        let error = parse(text, 3).expect_err(text);
        assert!(
            error.starts_with("no line with a move and its count") && error.ends_with(expected),
            "{text}: {error}"
        );
    }
    let error = parse("perft 1: 20\nperft 2: 400\nperft 4: 197281\n", 3).expect_err("no perft 3");
    assert_eq!(error, "no count of perft 3; the text has those of perft 1, perft 2, perft 4");
}
