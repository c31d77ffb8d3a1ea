//! Suites with a position on a line, and its counts there or below.

use super::{KINGS, START, check};
use crate::lab::foreign::Form;

#[test]
fn one_position_a_line() {
    for (text, position) in [
        (format!("{START} ;D1 20 ;D2 400"), format!("1 {START} 1:20 2:400")),
        (format!("{START};D1 20;D2 400"), format!("1 {START} 1:20 2:400")),
        (format!("{START} D1 20; D2 400;"), format!("1 {START} 1:20 2:400")),
        (format!("{START} ; 20 ; 400"), format!("1 {START} 1:20 2:400")),
        (format!("{START}|20|400"), format!("1 {START} 1:20 2:400")),
        (format!("{START}; perft 1 = 20; perft(2) = 8,902"), format!("1 {START} 1:20 2:8902")),
        (format!("{START} ;depth 1: 20"), format!("1 {START} 1:20")),
        (format!("{KINGS} acd 2; acn 15; id \"a; b\"; c0 \"x\";"), format!("1 a; b {KINGS} 2:15")),
        (format!("{KINGS} hmvc 0; fmvn 1; D1 3"), format!("1 {KINGS} 1:3")),
        (format!("{KINGS} ;D1 3 ;D2 0 ;D3 5"), format!("1 {KINGS} 1:3 3:5")),
        (format!("{KINGS} ;D1 3 ;D2 0"), format!("1 {KINGS} 1:3")),
        (format!("{KINGS} ;D1 0 ;D2 0"), format!("1 {KINGS} 1:0 2:0")),
        (format!("{KINGS} ;D1 1 ;D2 0 ;id \"chess/mate\""), format!("1 chess/mate {KINGS} 1:1 2:0")),
        ("8/8/8/8/8/8/8/K1k5 w ;D1 3".into(), "1 8/8/8/8/8/8/8/K1k5 w 1:3".into()),
        ("8/8/8/8/8/8/8/K1k5 w - d3 D1 3".into(), "1 8/8/8/8/8/8/8/K1k5 w - d3 1:3".into()),
    ] {
        check(&text, Form::Lines, &[&position], &[]);
    }
    check(
        &format!("# comment\n\n{KINGS} ;D1 3\n{KINGS} ;D1\n{KINGS} ;D1 3 ;D1 4\n{KINGS} ;acn 3\nK1k5 w\n"),
        Form::Lines,
        &[&format!("3 {KINGS} 1:3")],
        &[
            "4 `D1`; expected a depth and its count, such as `D1 20`",
            "5 two counts for depth 1, 3 and 4",
            "6 `acn` without the `acd` before it that names the depth",
            "7 `K1k5 w`: expected a FEN with counts, or `perft DEPTH COUNT`",
        ],
    );
}

#[test]
fn counts_behind_a_position() {
    for (line, counts) in [
        ("START,20", "1:20"),
        ("START,20,400", "1:20 2:400"),
        ("START,20,400,8902", "1:20 2:400 3:8902"),
        ("START , 3, 8902 , opening, 20 , c2c4 ,", "3:8902"),
        ("START\t3\t8902", "3:8902"),
        ("START | 20 400", "1:20 2:400"),
        ("START | 20 400 8902", "1:20 2:400 3:8902"),
        ("START; 3 8902", "3:8902"),
        ("START;3 8902;4 197281", "3:8902 4:197281"),
        ("START perft1 20; perft2 400;", "1:20 2:400"),
        ("START 3 8.902", "3:8902"),
        ("START 20 400 8902", "1:20 2:400 3:8902"),
        ("START,1,20,400", "0:1 1:20 2:400"),
        ("START;D1 20;D2 400\0", "1:20 2:400"),
        ("1;20;START", "1:20"),
        ("run_test \"START\" 3 8902 \"false\"", "3:8902"),
        ("run start 3 8902 'START'", "3:8902"),
        ("first d=3\tposition fen START\t3\t8902", "3:8902"),
        ("    \"START | 20 400\",", "1:20 2:400"),
        ("['first', 'START', [20, 400, 8902]],", "1:20 2:400 3:8902"),
        ("    perft_test(\"START\".to_owned(), 3, 8902); // first", "3:8902"),
        ("{\"nodes\": 8902, \"depth\": 3, \"fen\": \"START\"}, #1", "3:8902"),
        ("name=\"first\" fen=\"START\" depth=3 nodes=8902 captures=34", "3:8902"),
    ] {
        // The first would be read as JSON alone.
        let text = format!("# Positions\n{}\n", line.replace("START", START));
        check(&text, Form::Lines, &[&format!("2 {START} {counts}")], &[]);
    }
    let four = START.strip_suffix(" 0 1").expect("it has counters");
    check(&format!("{four} 3 8902\n"), Form::Lines, &[&format!("1 {four} 3:8902")], &[]);
    check(
        "run_test \"startpos\" 3 8902\nrun_test \"startpos\" 2 400\n",
        Form::Lines,
        &["1 startpos 3:8902", "2 startpos 2:400"],
        &[],
    );
}

#[test]
fn code_around_positions_is_skipped() {
    check(
        &format!(
            "fn first() {{\n    let x = 1;\n    test(\"{START}\", 1, 20);\n    test(\"{KINGS}\");\n}}\n"
        ),
        Form::Lines,
        &[&format!("3 {START} 1:20")],
        &[&format!("4 `test(\"{KINGS}\");`: expected a FEN with counts, or `perft DEPTH COUNT`")],
    );
}

#[test]
fn counts_below_a_position() {
    for below in [
        "perft 1 20\nperft 2 400",
        "1 20\n2 400",
        "20\n400",
        "depth: 1 nodes: 20 time: 0ms\ndepth: 2 nodes: 400",
    ] {
        check(&format!("{START}\n{below}\n"), Form::Lines, &[&format!("1 {START} 1:20 2:400")], &[]);
    }
    check(
        &format!("test-1\n{START}\n20\n400\ntest-2\n{KINGS}\n3\n"),
        Form::Lines,
        &[&format!("2 test-1 {START} 1:20 2:400"), &format!("6 test-2 {KINGS} 1:3")],
        &[],
    );
    check("position startpos\ndepth: 1 nodes: 20 time: 0ms\n", Form::Lines, &["1 startpos 1:20"], &[]);
}

#[test]
fn blocks_of_a_position_and_its_counts() {
    check(
        &format!("# Source\nid one\nepd {KINGS}\nperft 1 3\nperft 2 1,500\n\nfen {KINGS}\nperft 1 x\n"),
        Form::Lines,
        &[&format!("3 one {KINGS} 1:3 2:1500"), &format!("7 {KINGS}")],
        &["8 `perft 1 x`; expected a depth and its count, such as `D1 20`"],
    );
}

#[test]
fn scripts_that_call_a_checker() {
    let text = format!(
        "cat << EOF > perft.exp\nEOF\nexpect perft.exp chess startpos 4 197281 > /dev/null\n  expect perft.exp chess \"fen {KINGS}\" 1 3\n\
         expect perft.exp chess startpos 5 4865609\nexpect perft.exp chess startpos x\nrm perft.exp\n"
    );
    check(
        &text,
        Form::Calls,
        &["3 chess startpos 4:197281 5:4865609", &format!("4 chess {KINGS} 1:3")],
        &["6 `expect perft.exp chess startpos x`: expected `perft.exp VARIANT POSITION DEPTH COUNT`"],
    );
}

#[test]
fn columns() {
    for text in [
        format!("name,fen,expected*\n,{KINGS},3,15\n"),
        format!("fen, depth, nodes\n{KINGS}, 1, 3\n{KINGS}, 2, 15\n"),
        format!("fen,depth,nodes\n{KINGS},1,3\n{KINGS},2,15\n"),
        format!("name;fen;d1;d2\n;{KINGS};3;15\n"),
        format!("FEN\tperft 1\tperft 2\n{KINGS}\t3\t15\n"),
        format!("| FEN | D1 | D2 |\n| {KINGS} | 3 | 15 |\n| :-- | --: | --- |\n"),
    ] {
        check(&text, Form::Columns, &[&format!("2 {KINGS} 1:3 2:15")], &[]);
    }
    check(
        &format!(
            "# Source\r\n\r\nfen,depth,nodes\r\n{KINGS},1,x\r\n# Right\r\n{KINGS},1,3\r\n{KINGS},1,4\r\n"
        ),
        Form::Columns,
        &[&format!("6 {KINGS}")],
        &[
            &format!("4 `{KINGS},1,x`: expected a depth and a count"),
            "7 two counts for depth 1, 3 and 4; neither is used",
        ],
    );
}

#[test]
fn divide_tables_below_their_positions() {
    let text = format!(
        "engine 1.0\nposition fen {KINGS}\ngo perft 1\na1a2: 1\na1b1: 1\na1b2: 1\n\nNodes searched: 3\n\
         go perft 2\na1a2: 5\na1b1: 5\na1b2: 6\nNodes searched: 15\n"
    );
    check(
        &text,
        Form::Divides,
        &[&format!("2 {KINGS} 1:3")],
        &["10 the counts of the table add up to 16, and its total is 15"],
    );
    check(
        &format!(
            "position fen {KINGS}\ngo perft 2\na1a2: 5 (expected 5)\na1b1: 5 (expected 5)\na1b2: 7 (expected 6)\n"
        ),
        Form::Divides,
        &[],
        &["3 a table with two counts of each move; expected those that are right alone"],
    );
    check(
        "g3-f4: 5\ng3-h4: 6\n",
        Form::Divides,
        &[],
        &["1 a table without a position, and `g3-f4` is not a move of the start position"],
    );
    check(
        "position startpos\ngo perft 3\nNodes searched: 8902\n",
        Form::Divides,
        &["1 startpos 3:8902"],
        &[],
    );
    check("e2e4: 1\ne2e3: 1\n", Form::Divides, &["1 startpos 1:2"], &[]);
}

#[test]
fn forms_may_be_mixed() {
    check(
        &format!(
            "{KINGS};D1 3\n{START},20,400\n{KINGS} w\nposition startpos\ngo perft 1\ne2e4: 1\ne2e3: 1\n\n{START} ;D3 8902\n"
        ),
        Form::Lines,
        &[
            &format!("1 {KINGS} 1:3"),
            &format!("2 {START} 1:20 2:400"),
            &format!("3 {KINGS} w"),
            "4 startpos 1:2",
            &format!("9 {START} 3:8902"),
        ],
        &[],
    );
}
