//! Suites in JSON, and those whose counts are on other lines than their position.

use super::{BARE, KINGS, MATE, START, TAKEN, check, shown, suite};
use crate::game::variant::{Variant, VariantId};
use crate::lab::foreign::{Convention, Entry, Form, convert, read};
use pretty_assertions::assert_eq;

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
    for (text, convention) in [(all_nodes, Convention::AllNodes), (from_zero, Convention::DepthsFromZero)] {
        let suite = suite(&text).expect("a suite");
        assert_eq!(suite.convention, Some(convention), "{text}");
        let counts = suite.entries.iter().map(|entry| (entry.counts[&1], entry.counts[&2]));
        assert_eq!(counts.collect::<Vec<_>>(), [(20, 400), (5, 25)], "{text}");
        let converted = convert(&[("x".to_owned(), suite)], &TAKEN).expect("valid positions");
        assert_eq!(converted.assumptions.get(&convention.to_string()), Some(&2), "{text}");
    }
    // One position contradicts it, or a depth is missing.
    let plain = suite(&format!("fen;d1;d2\n{START};21;421\n{BARE};5;25\n")).expect("a suite");
    assert_eq!(plain.convention, None);
    check(
        &format!("fen;d1;d2;d4\n{START};21;421;206604\n"),
        Form::Columns,
        &[&format!("2 {START} 1:20 2:400")],
        &["2 the count of depth 4 includes all nodes above; expected that of the depth before too"],
    );
}
