use super::{Entry, ForeignSuite, Form, OnInvalid, Settings, convert, read, read_position, read_suite};
use crate::game::variant::{Variant, VariantId};
use pretty_assertions::assert_eq;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINGS: &str = "8/8/8/8/8/8/8/K1k5 w - -";
const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
const MATE: &str = "7k/5KQ1/8/8/8/8/8/8 b - -";
const TAKEN: Settings = Settings { variant: None, invalid: OnInvalid::Skip, unreachable: OnInvalid::Keep };

fn suite(text: &str) -> Option<ForeignSuite> {
    read_suite(text, Variant::get(VariantId::CHESS))
}

/// A position in a few words: `line id variant fen depth:count ...`.
fn shown(entry: &Entry) -> String {
    let words = [
        entry.line.to_string(),
        entry.id.clone().unwrap_or_default(),
        entry.variant.clone().unwrap_or_default(),
    ];
    let counts = entry.counts.iter().map(|(depth, count)| format!("{depth}:{count}"));
    let words = words.into_iter().filter(|word| !word.is_empty());
    words.chain([entry.fen.clone()]).chain(counts).collect::<Vec<_>>().join(" ")
}

/// Checks the form of a text, its positions and its refusals, each as `LINE REASON`.
#[track_caller]
fn check(text: &str, form: Form, positions: &[&str], refusals: &[&str]) {
    let suite = suite(text).unwrap_or_else(|| panic!("not a suite: {text}"));
    assert_eq!(suite.form, form, "{text}");
    assert_eq!(suite.entries.iter().map(shown).collect::<Vec<_>>(), positions, "{text}");
    let found: Vec<_> =
        suite.refusals.iter().map(|refusal| format!("{} {}", refusal.line, refusal.reason)).collect();
    assert_eq!(found, refusals, "{text}");
}

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
fn json_lines_with_counts_and_divides() {
    let text = format!(
        "{{\"fen\": \"{KINGS}\", \"tags\": [\"x\"], \"d1\": 3, \"d2\": 0, \"divide_d1\": {{\"a1a2\": 1, \"a1b1\": 1, \"a1b2\": 1}}, \"divide_d2\": {{}}}}\n\
         {{\"fen\": \"{KINGS}\", \"d1\": 4, \"divide_d1\": {{\"a1a2\": 1}}}}\n{{\"d1\": 4}}\nnonsense\n"
    );
    check(
        &text,
        Form::JsonLines,
        &[&format!("1 {KINGS} 1:3")],
        &[
            "2 `divide_d1` adds up to 1, and `d1` is 4",
            "3 `{\"d1\": 4}`: expected a field `fen`",
            "4 `nonsense`: expected ident at line 1 column 2",
        ],
    );
}

#[test]
fn arrays_of_json_objects() {
    let counts = r#"[{"DEPTH": 1, "nodes": 20, "FEN": "START"}, {"fen": "START", "results": {"d1": "20", "2": 400}},
        {"epd": "START", "perft": [20, 400]}, {"fen": "START", "counts": {"0": 1, "1": 20}},
        {"fen": "START", "depths": {"0": 30, "1": 400}},
        {"fen": "START", "depths": {"all": 20}}, {"depth": 1, "nodes": 20}]"#;
    check(
        &counts.replace("START", START),
        Form::JsonArray,
        &[
            &format!("1 {START} 1:20"),
            &format!("1 {START} 1:20 2:400"),
            &format!("2 {START} 1:20 2:400"),
            &format!("2 {START} 0:1 1:20"),
        ],
        &[
            "3 the count of depth 0 is 30; expected 1, and legal moves at depth 1",
            "4 `depths`: expected counts by depth",
            "4 `{\"depth\": 1, \"nodes\": 20}`: expected a field `fen`",
        ],
    );
    let mate = "7k/5KQ1/8/8/8/8/8/8 b - -";
    let wrapped =
        format!("{{\"source\": \"x\", \"tests\": [\n{{\"fen\": \"{mate}\", \"perft\": [0, null]}}]}}");
    check(&wrapped, Form::JsonArray, &[&format!("2 {mate} 1:0")], &[]);
    check("[\n{\"fen\": \"", Form::JsonArray, &[], &["2 EOF while parsing a string at line 2 column 9"]);
}

#[test]
fn positions_anywhere_in_json() {
    for text in [
        r#"{"one": {"FEN": "START", "depths": {"1": 20, "2": 400}}}"#,
        r#"{"tests": {"one": {"fen": "START", "perft1": 20, "perft_2": 400}, "source": "x"}}"#,
        r#"{"one": {"fen": "START", "perft": [{"depth": 1, "nodes": 20, "captures": 0}, {"depth": 2, "nodes": 400}]}}"#,
        r#"{"one": {"fen": "START", "perft": [1, 20, 400]}}"#,
        r#"[{"name": "one", "fen": "START", "results": [[1, 20], [2, 400]]}]"#,
        r#"{"meta": {"tags": [{"x": 1}]}, "list": [{"name": "one", "position": {"fen": "START"}, "depth2": {"nodes": 400}, "d1": 20}]}"#,
    ] {
        let suite = suite(&text.replace("START", START)).unwrap_or_else(|| panic!("not a suite: {text}"));
        let mut entry = suite.entries[0].clone();
        entry.counts.remove(&0);
        assert_eq!(shown(&entry), format!("1 one {START} 1:20 2:400"), "{text}");
        assert_eq!((suite.entries.len(), suite.refusals), (1, Vec::new()), "{text}");
    }
    for text in [
        r#"{"START": {"1": 20, "2": 400}}"#,
        r#"{"START": [20, 400]}"#,
        r#"[["START", 20, 400]]"#,
        r#"[["START", 20, 400], {"fen": "START", "depth": 1, "nodes": 20}]"#,
    ] {
        let suite = suite(&text.replace("START", START)).unwrap_or_else(|| panic!("not a suite: {text}"));
        assert_eq!(shown(&suite.entries[0]), format!("1 {START} 1:20 2:400"), "{text}");
    }
    check(
        &format!(
            "[{{\"fen\": \"{START}\", \"perft\": [[1, 20], [1, 21]]}},\n[\"{START}\", \"x\"],\n{{\"{START}\": 20}},\n{{\"fen\": \"{START}\", \"d1\": 20}}]"
        ),
        Form::JsonArray,
        &[&format!("4 {START} 1:20")],
        &[
            "1 two counts for depth 1, 20 and 21",
            "2 `[\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\", \"x\"]`: expected counts behind the position",
            "3 `20`: expected counts by depth",
        ],
    );
}

#[test]
fn counts_on_other_lines_than_their_position() {
    for text in [
        "- fen: START\n  depths:\n    1: 20\n    2: 400\n- fen: BARE\n  depths:\n    1: 5\n    2: 25\n",
        "tests:\n  - depth: 1 # First\n    nodes: 20\n    depth: 2\n    nodes: 400\n    fen: \"START\"\n  - depths: [5, 25]\n    fen: \"BARE\"\n",
        "[[test]]\nperft = [20, 400]\nfen = \"START\"\n[[test]]\nperft = [5, 25]\nfen = \"BARE\"\n",
        "**FEN:** `START`\n- Depth 1: **20** moves\n- Depth 2: **400** nodes\n\n## Kings\n**FEN:** `BARE`\n- Depth 1: 5\n- Depth 2: 25\n",
        "fn start() {\n    let board = read(\"START\");\n    assert_eq!(perft(&board, 1), 20);\n    assert_eq!(perft(&board, 2), 400);\n}\n\n\
         fn kings() {\n    check(\n        // The first two.\n        \"BARE\",\n        &[5, 25],\n    );\n}\n",
        "[\n  {\n    \"nodes\": 20,\n    \"depth\": 1, \"d2\": 400, # Leaves\n    \"fen\": \"START\",\n  },\n  {\"fen\": \"BARE\",\n   \"d1\": 5, \"d2\": 25},\n]\n",
    ] {
        let text = text.replace("START", START).replace("BARE", BARE);
        let suite = suite(&text).unwrap_or_else(|| panic!("not a suite: {text}"));
        let positions = suite.entries.iter().map(|entry| shown(&Entry { line: 0, ..entry.clone() }));
        let expected = [format!("0 {START} 1:20 2:400"), format!("0 {BARE} 1:5 2:25")];
        assert_eq!(positions.collect::<Vec<_>>(), expected, "{text}");
        assert_eq!((suite.form, suite.refusals), (Form::Spread, Vec::new()), "{text}");
    }
    check(
        &format!("{START}\nperft:\n  depth 3: 8,902\n  depth 4: 197,281\n"),
        Form::Spread,
        &[&format!("1 {START} 3:8902 4:197281")],
        &[],
    );
    // A number may be broken off.
    check(
        &format!("[{{\"fen\": \"{START}\",\n\"d1\": 20}},\n{{\"fen\": \"{BARE}\",\n\"d1\": "),
        Form::JsonArray,
        &[],
        &["4 EOF while parsing a value at line 4 column 6"],
    );
    for (text, positions) in [
        // Depths with their counts, lists with other numbers, types and separators.
        ("x: { 'START': {1: 20, 2: 400, 3: 8902} },", vec!["1 START 1:20 2:400 3:8902"]),
        ("(\"START\", &[(2, 400), (3, 8902)]),", vec!["1 START 2:400 3:8902"]),
        ("(\"START\", [20, 400, 8902], 3),", vec!["1 START 1:20 2:400 3:8902"]),
        ("\"START\": [0, 20, 400],", vec!["1 START 1:20 2:400"]),
        ("(\"START\", 3, 8902, 34, 0, 0, 12),", vec!["1 START 3:8902"]),
        ("test(\"START\", 3, 8902L);", vec!["1 START 3:8902"]),
        ("(\"START\", &[20u64, 400, 8_902_u64][..]),", vec!["1 START 1:20 2:400 3:8902"]),
        ("| 2 | `START` | 4 | 197,281 |", vec!["1 START 4:197281"]),
        ("{ .name = \"start d3\", .fen = \"START\", .depth = 3, .nodes = 8902 },", vec!["1 START 3:8902"]),
        ("['START', 3, 8902],", vec!["1 START 3:8902"]),
        ("#[case(\"START\", 3, 8902)]", vec!["1 START 3:8902"]),
        ("test(\"MATE\", 0);", vec!["1 MATE 1:0"]),
        ("pos = \"MATE\"\ncounts = {\n1: 0,\n2: 0,\n}\n", vec!["1 MATE 1:0 2:0"]),
        // Two positions on a line.
        (
            "[{fen:\"START\",depth:3,nodes:8902},{fen:\"BARE\",depth:2,nodes:25}]",
            vec!["1 START 3:8902", "1 BARE 2:25"],
        ),
        ("t = [(\"START\", [20, 400]), (\"BARE\", [5, 25])]", vec!["1 START 1:20 2:400", "1 BARE 1:5 2:25"]),
        // Calls, with the count in front of them or behind.
        (
            "b = read(\"START\")\nassert perft(b, 1) == 20\nassert perft(b, 2) == 400\n",
            vec!["1 START 1:20 2:400"],
        ),
        (
            "{\nb = read(\"START\");\nassertEquals(20, b.perft(1));\nassertEquals(400L, b.perft(2));\n}",
            vec!["2 START 1:20 2:400"],
        ),
        ("{\nb = read(\"START\");\nlet n = perft(&b, 3);\nassert_eq!(n, 8902);\n}", vec!["2 START 3:8902"]),
        // The counts of another position behind it.
        (
            "def bare():\n    b = read(\"BARE\")\n    assert perft(b, 1) == 5\n\ndef start():\n    assert perft(Board(), 3) == 8902\n",
            vec!["2 BARE 1:5"],
        ),
    ] {
        let full = |text: &str| text.replace("START", START).replace("BARE", BARE).replace("MATE", MATE);
        let found = suite(&full(text)).unwrap_or_else(|| panic!("not a suite: {text}"));
        let expected: Vec<_> = positions.into_iter().map(full).collect();
        assert_eq!(found.entries.iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
    }
    // Another text is not a suite unless someone says so.
    let code = format!("check(\"{START}\",\n    1,\n    20);\nlet x = 1;\n");
    assert_eq!(read(&code, Variant::get(VariantId::CHESS)), None);
    assert_eq!(suite(&code).map(|suite| suite.form), Some(Form::Spread));
    // Most counts are wrong, so the numbers are something else.
    assert_eq!(suite(&format!("search(\"{START}\",\n    2,\n    1000);\nlet x = 1;\nlet y = 2;\n")), None);
}

#[test]
fn other_conventions_are_recognised() {
    let all_nodes = format!("fen;depth 0;depth 1;depth 2\n{START};1;21;421\n{BARE};1;6;31\n");
    let from_zero = format!(
        "[{{\"fen\": \"{START}\", \"depths\": {{\"0\": 20, \"1\": 400}}}},\n{{\"fen\": \"{BARE}\", \"perft0\": 5, \"perft1\": 25}}]"
    );
    for (text, convention) in
        [(all_nodes, super::Convention::AllNodes), (from_zero, super::Convention::DepthsFromZero)]
    {
        let suite = suite(&text).expect("a suite");
        assert_eq!(suite.convention, Some(convention), "{text}");
        let counts = suite.entries.iter().map(|entry| (entry.counts[&1], entry.counts[&2]));
        assert_eq!(counts.collect::<Vec<_>>(), [(20, 400), (5, 25)], "{text}");
        let converted = convert(&[("x".to_owned(), suite)], &TAKEN).expect("valid positions");
        assert_eq!(converted.assumptions.get(&convention.to_string()), Some(&2), "{text}");
    }
    // One position says otherwise, or a depth is missing.
    let plain = suite(&format!("fen;d1;d2\n{START};21;421\n{BARE};5;25\n")).expect("a suite");
    assert_eq!(plain.convention, None);
    check(
        &format!("fen;d1;d2;d4\n{START};21;421;206604\n"),
        Form::Columns,
        &[&format!("2 {START} 1:20 2:400")],
        &["2 the count of depth 4 includes all nodes above; expected that of the depth before too"],
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
fn other_texts_are_not_suites() {
    for text in [
        "",
        "1. e4 e5\n2. Nf3\n",
        "position fen 8/8/8/8/8/8/8/K1k5 w - - moves a1a2\n",
        "id x\nepd 8/8/8 w\n",
        "{\"format\": 1}\n",
        "[Event \"x\"]\n\n1. e4 *\n",
    ] {
        assert_eq!(suite(text), None, "{text}");
    }
}

#[test]
fn positions_become_cases() {
    let text = format!(
        "{KINGS} ;D1 3 ;id \"Two Kings!\"\n{KINGS} ;D1 3 ;D2 15\n{KINGS} ;D2 16\n8/8/8 w - - ;D1 1\n8/8/8/8/8/8/8/K7 w - - ;D1 1\n\
         {} ;D1 20\n8/8/8/8/8/8/8/Kk6 w - - ;D1 0\n",
        START.replace("RNBQKBNR w", "QNBQKBNR w").replace("KQkq", "-")
    );
    let suites = [("my suite.epd".to_owned(), suite(&text).expect("a suite"))];
    let converted = convert(&suites, &TAKEN).expect("invalid positions are skipped");
    let cases = converted.corpus.cases.iter().map(|(_, case)| {
        format!("{} {}", case.id, case.list().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    });
    assert_eq!(cases.collect::<Vec<_>>(), ["chess/two-kings perft:1 perft:2", "chess/my-suite-6 perft:1"]);
    let refusals: Vec<_> =
        converted.refusals.iter().map(|(_, refusal)| (refusal.line, refusal.reason.as_str())).collect();
    assert_eq!(
        refusals,
        [
            (3, "depth 2 is 16 here and 15 in `chess/two-kings`, the same position"),
            (4, "board: has 3 ranks; expected 8 [board-shape]"),
            (5, "board, Black King: no black Kings; expected exactly one [piece-count]"),
            (
                7,
                "the position is invalid: board, square b1: the Black King could be captured, but it is not Black's turn \
                 [king-capturable]"
            ),
        ]
    );
    assert_eq!((converted.duplicates, converted.invalid), (1, 3));
    for (invalid, unreachable, expected) in [
        (OnInvalid::Keep, OnInvalid::Keep, Ok(3)),
        (OnInvalid::Skip, OnInvalid::Skip, Ok(1)),
        (OnInvalid::Skip, OnInvalid::Fail, Err(6)),
        (OnInvalid::Fail, OnInvalid::Keep, Err(5)),
    ] {
        let settings = Settings { variant: None, invalid, unreachable };
        let found = convert(&suites, &settings);
        let found = found.map(|converted| converted.corpus.cases.len()).map_err(|(_, refusal)| refusal.line);
        assert_eq!(found, expected, "{invalid:?} {unreachable:?}");
    }
}

#[test]
fn numbers_that_are_not_counts_are_refused() {
    for (text, reason) in [
        (format!("{START},3,2812\n{START},20,400\n{BARE},5,25\n"), "2 400: not the counts from depth 20 on"),
        (
            format!("[{{\"fen\": \"{START}\", \"perft\": [3, 2812]}}]"),
            "1 3, 2812: not the counts from depth 1 on",
        ),
        (format!("{START} ;D1 20 ;D60 2812\n{BARE} ;D1 5\n"), "1 depth 60; expected at most 50"),
    ] {
        let suites = [("x".to_owned(), suite(&text).expect("a suite"))];
        let converted = convert(&suites, &TAKEN).expect("valid positions");
        let refusals: Vec<_> = converted
            .refusals
            .iter()
            .map(|(_, refusal)| format!("{} {}", refusal.line, refusal.reason))
            .collect();
        assert!(refusals.iter().any(|refusal| refusal.starts_with(reason)), "{text}: {refusals:?}");
    }
}

#[test]
fn divides_become_canonical_lists_of_moves() {
    let text = "{\"fen\": \"4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1\", \"d1\": 4, \"divide_d1\": {\"d5c6\": 1, \"e1g1\": 1, \"h1h2\": 1, \"d5d6\": 1}}";
    let listed = "{\"tests\": [{\"start\": {\"fen\": \"4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1\"}, \"expected\": [
        {\"move\": \"dxc6\"}, {\"move\": \"O-O\"}, {\"move\": \"Rh2\"}, {\"move\": \"d6\"}]}]}";
    for text in [text, listed] {
        let suites = [("x.json".to_owned(), suite(text).expect("a suite"))];
        let converted = convert(&suites, &TAKEN).expect("a valid position");
        let (_, case) = &converted.corpus.cases[0];
        let moves: Vec<_> = case.divides[&1].keys().collect();
        assert_eq!(moves, ["K e1-g1; R h1-f1", "P d5-c6; @-c5", "P d5-d6", "R h1-h2"], "{text}");
        assert_eq!(case.list().map(ToString::to_string).collect::<Vec<_>>(), ["moves", "perft:1"], "{text}");
    }
}

#[test]
fn divides_that_cannot_be_used_are_reported() {
    for (rows, reason) in [
        ("\"e2e4\": 10, \"e3e4\": 10", "`e3e4` is not a move of the position"),
        ("\"e2e4\": 10, \"e4\": 10", "two rows for `e4`"),
    ] {
        let text = format!("{{\"fen\": \"{START}\", \"divide_d1\": {{{rows}}}}}");
        let suites = [("x.jsonl".to_owned(), suite(&text).expect("a suite"))];
        let converted = convert(&suites, &TAKEN).expect("a valid position");
        let expected = format!("depth 1: {reason}; only the sum of the table is used");
        assert_eq!(converted.refusals, [("x.jsonl".to_owned(), super::Refusal::new(1, expected))]);
        let checks = converted.corpus.cases[0].1.list().map(ToString::to_string);
        assert_eq!(checks.collect::<Vec<_>>(), ["perft:1"]);
    }
}

#[test]
fn a_fen_becomes_a_vfen_or_says_why_not() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Ok("4k3/8/8/8/8/8/8/4K2R w * - 0 1")),
        ("4k3/8/8/8/8/8/8/R3K2R w K -", Ok("4k3/8/8/8/8/8/8/R3K2R w e1,h1 - 0 1")),
        ("4k3/8/8/8/8/8/8/4K3 w", Ok("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        ("4k3/8/8/8/8/8/8/4K2R w * - 0 1", Ok("4k3/8/8/8/8/8/8/4K2R w * - 0 1")),
        ("startpos", Ok("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w * - 0 1")),
        // Chess960.
        (
            "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -",
            Ok("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w a1,a8,c1,c8,e1,e8 - 0 1"),
        ),
        (
            "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAe -",
            Ok("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w a1,c1,c8,e1,e8 - 0 1"),
        ),
        ("1k6/8/8/8/8/8/8/1RKR3R w KQ - 0 1", Ok("1k6/8/8/8/8/8/8/1RKR3R w b1,c1,h1 - 0 1")),
        ("2r5/8/8/8/8/8/6PP/k2KR3 w K -", Ok("2r5/8/8/8/8/8/6PP/k2KR3 w d1,e1 - 0 1")),
        (
            "2r5/8/8/8/8/8/6PP/k2KR3 w Q -",
            Err("castling rights `Q`: the White King is on d1 and castles only from e1"),
        ),
        (
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            Err("board, White King: no white Kings; expected exactly one [piece-count]"),
        ),
        ("4k3/8/8 w - - 0 1", Err("board: has 3 ranks; expected 8 [board-shape]")),
    ] {
        let read = read_position(Variant::get(VariantId::CHESS), fen).map_err(|error| error.to_string());
        let found = read.and_then(|read| read.invalid.map_or(Ok(read.vfen), Err));
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{fen}");
    }
}
