//! Every form of docs/forms.md with right and wrong numbers, and what becomes of the positions of a suite.

use super::{OnInvalid, Settings, convert, read_position, read_suite};
use crate::differences::fuzz::random_position;
use crate::exchange::suite_text::{Bare, Counts, Hints, SuiteText};
use pretty_assertions::assert_eq;
use vperft::inner::backend::{Backend as _, VariantBackend};
use vperft::inner::corpus::check::judge_check;
use vperft::inner::corpus::suite::Tier;
use vperft::inner::game::variant::{Standard, Variant, VariantId};
use vperft::inner::generators;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINGS: &str = "8/8/8/8/8/8/8/K1k5 w - -";
const TAKEN: Settings =
    Settings { variant: None, overriding: None, invalid: OnInvalid::Skip, unreachable: OnInvalid::Keep };

fn suite(text: &str) -> SuiteText {
    let table = Variant::get(VariantId::CHESS);
    read_suite(text, table, Hints::default()).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"))
}

/// The rows of the tables of docs/forms.md below a heading, without their first cells.
fn rows(from: &str, to: &str) -> Vec<(String, String)> {
    let page = include_str!("../../../../../docs/forms.md");
    let part = page.split(from).nth(1).expect("a heading").split(to).next().expect("a first part");
    let cells = |line: &str| {
        let line = line.replace("\\|", "\u{1}");
        let [_, example, result] = line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{line}: expected three cells")
        };
        let example = example.strip_prefix('`')?.strip_suffix('`')?;
        let lines: Vec<_> = example.split('⏎').map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        let text = lines.join("\n").replace(" \n", "\n").replace('\u{1}', "|").replace('→', "\t");
        Some((text, result.replace('\u{1}', "|")))
    };
    part.lines().filter(|line| line.starts_with('|')).filter_map(cells).collect()
}

/// A position with its counts of depth 1, 2 and 3, and its moves in coordinates.
struct Known {
    fen: String,
    counts: [u128; 3],
    moves: Vec<String>,
}

impl Known {
    fn new(rules: &mut dyn VariantBackend, fen: &str) -> Self {
        let vfen = read_position(Variant::get(VariantId::CHESS), fen).expect(fen).vfen;
        let counts = [1, 2, 3].map(|depth| rules.perft(vfen.as_str().into(), depth).expect("a count"));
        let moves = rules.moves(vfen.as_str().into()).expect("moves");
        // `P e7-e8; Q-e8` is `e7e8q`.
        let plain = |text: &String| {
            let (mv, effect) = text.split_once("; ").unwrap_or((text, ""));
            let squares: String = mv.chars().skip(2).filter(|c| *c != '-').collect();
            let becomes =
                effect.split_once('-').filter(|(_, at)| squares.ends_with(at)).map(|(piece, _)| piece);
            squares + &becomes.filter(|piece| *piece != "@").unwrap_or_default().to_lowercase()
        };
        Self { fen: fen.to_owned(), counts, moves: moves.iter().map(plain).collect() }
    }

    /// An example about this position.
    fn example(&self, example: &str) -> String {
        let mut text = String::new();
        let mut rest = example;
        while let Some(c) = rest.chars().next() {
            let is_of_word = |c: &char| c.is_alphanumeric() || *c == '_';
            let word: String = rest.chars().take_while(is_of_word).collect();
            let grouped: String =
                rest.chars().take_while(|c| c.is_ascii_digit() || *c == '_' || *c == ',').collect();
            let before = text.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
            let digits = grouped.find(|c: char| !c.is_ascii_digit()).unwrap_or(grouped.len());
            let (from, to) = match &grouped[..digits] {
                "8" if !before && grouped.starts_with("8,902") => (5, self.counts[2].to_string()),
                "8" if !before && grouped.starts_with("8_902") => (5, self.counts[2].to_string()),
                "20" if !before => (2, self.counts[0].to_string()),
                "400" if !before => (3, self.counts[1].to_string()),
                "8902" if !before => (4, self.counts[2].to_string()),
                _ if word == "FEN" && !before && !rest.starts_with("FEN:") => (3, self.fen.clone()),
                _ => (c.len_utf8(), c.to_string()),
            };
            text += &to;
            rest = &rest[from..];
        }
        let lines = |of: &dyn Fn(&String) -> String, between: &str| {
            self.moves.iter().map(of).collect::<Vec<_>>().join(between)
        };
        text.replace("MOVES", &lines(&|mv| format!("{mv}: 1"), "\n"))
            .replace("LIST", &lines(&|mv| format!("\"{mv}\""), ", "))
            .replace("DIVIDE", &lines(&|mv| format!("\"{mv}\": 1"), ", "))
    }
}

/// The number of checks of a text, and of those that the rules fail.
fn judge(text: &str) -> (usize, usize) {
    let converted = convert(vec![("x".to_owned(), suite(text))], &TAKEN).expect("positions may be invalid");
    assert_eq!(converted.refusals, [], "{text}");
    let mut rules = generators::oracle(&Standard);
    let (mut checks, mut failed) = (0, 0);
    for (variant, case) in &converted.corpus.cases {
        let vfen = &converted.corpus.position(case).vfen;
        for check in case.list() {
            checks += 1;
            failed += usize::from(judge_check(&mut rules, *variant, vfen, case, check).is_failure());
        }
    }
    (checks, failed)
}

/// The start position, and positions of random games that have no castling rights and more moves than a depth is taken for.
fn positions() -> Vec<Known> {
    const FEWEST_MOVES: u128 = 13;
    let mut rules = generators::oracle(&Standard);
    let rules = rules.of(VariantId::CHESS).expect("it is built in");
    let start = read_position(Variant::get(VariantId::CHESS), "startpos").expect("a position").vfen;
    let mut known = vec![Known::new(rules, START)];
    let seed: u64 = std::env::var("VPERFT_FUZZ_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    for seed in (seed.saturating_mul(1000)..).take(1000) {
        let vfen = random_position(rules, &start, seed, 60).expect("a game");
        if vfen.split(' ').nth(2) == Some("-") {
            let position = Known::new(rules, &vfen);
            known.extend((position.counts[0] >= FEWEST_MOVES).then_some(position));
        }
        if known.len() == 4 {
            break;
        }
    }
    known
}

#[test]
fn every_form_is_read_and_its_numbers_are_checked() {
    let rows = rows("### Lines", "### Refused");
    assert!(rows.len() > 50, "{} rows", rows.len());
    let positions = positions();
    for (example, checks) in rows {
        let checks: usize = checks.parse().expect("a number of checks");
        let names_position = positions[0].example(&example).contains(START);
        let about: &[Known] = if names_position { &positions } else { &positions[..1] };
        for known in about {
            let right = known.example(&example);
            assert_eq!(judge(&right), (checks, 0), "{right}");
            // One number after the other is wrong by one.
            for index in 0..known.counts.len() {
                let mut wrong = Known { fen: known.fen.clone(), moves: known.moves.clone(), ..*known };
                wrong.counts[index] += 1;
                let wrong = wrong.example(&example);
                if wrong != right {
                    let is_refused = !suite(&wrong).refusals.is_empty();
                    assert!(is_refused || judge(&wrong).1 > 0, "{wrong}");
                }
            }
        }
    }
}

#[test]
fn what_is_refused_says_why() {
    let rows = rows("### Refused", "\n## ");
    assert!(rows.len() > 12, "{} rows", rows.len());
    let start = &positions()[0];
    let table = Variant::get(VariantId::CHESS);
    for (example, message) in rows {
        let text = start.example(&example);
        let reasons: Vec<_> = match read_suite(&text, table, Hints::default()) {
            Err(refusal) => vec![refusal.reason],
            Ok(suite) => {
                let converted =
                    convert(vec![("x".to_owned(), suite)], &TAKEN).expect("no position is invalid");
                converted.refusals.into_iter().map(|(_, refusal)| refusal.reason).collect()
            }
        };
        assert!(reasons.iter().any(|reason| reason.contains(&message)), "{text}: {reasons:?}");
    }
}

#[test]
fn the_meaning_of_counts_can_be_given() {
    let table = Variant::get(VariantId::CHESS);
    let given = |bare, is_tree, is_from_zero, skips_zero| Counts { bare, is_tree, is_from_zero, skips_zero };
    for (text, counts, expected) in [
        ("FEN,20", given(Some(Bare::List), false, false, false), "1:20"),
        ("FEN,3,8902\nFEN,20,400", given(Some(Bare::List), false, false, false), "1:3 2:8902 1:20 2:400"),
        ("FEN,3,8902,2,400", given(Some(Bare::Depth), false, false, false), "2:400 3:8902"),
        ("FEN ;D1 21 ;D2 421", given(None, true, false, false), "1:20 2:400"),
        ("FEN,1,20,400", given(None, false, true, false), "0:1 1:20 2:400"),
        ("FEN ;D0 20 ;D1 400", given(None, false, true, false), "1:20 2:400"),
        // If one position begins with its moves, all do.
        ("FEN ;D0 20\nFEN ;D0 1 ;D1 17\nFEN ;D1 400", given(None, false, true, false), "1:20 1:1 2:17 2:400"),
        ("FEN ;D1 20 ;D2 0", given(None, false, false, true), "1:20"),
        // No counters are so large.
        ("8/8/8/8/8/8/8/K1k5 w - - 9 31415", Counts::default(), "9:31415"),
        // Two numbers in brackets are a list if others are.
        ("(\"FEN\", [20, 400, 8902]), (\"FEN\", [8, 0])", Counts::default(), "1:20 2:400 3:8902 1:8 2:0"),
        // The number next to a list may be its first count, if another list begins with more.
        ("(\"FEN\", 3, [3, 15, 48]), (\"FEN\", 2, [20, 400])", Counts::default(), "1:3 2:15 3:48 1:20 2:400"),
        // As they stand, they are checks.
        ("FEN ;D0 20 ;D1 400", given(None, false, false, false), "0:20 1:400"),
        ("FEN ;D1 20 ;D2 0", given(None, false, false, false), "1:20 2:0"),
    ] {
        let suite =
            read_suite(&text.replace("FEN", START), table, Hints { counts, ..Hints::default() }).expect(text);
        let counts = suite.entries.iter().flat_map(|entry| &entry.counts);
        let found: Vec<_> = counts.map(|(depth, count)| format!("{depth}:{count}")).collect();
        assert_eq!(found.join(" "), expected, "{text}");
    }
    for text in [
        "depth,nodes\n1,20\n2,400\n",
        "test_perft(NULL, 1, 20);\ntest_perft(NULL, 2, 400);\n",
        "run_perft(\"one\", kiwi(), vec![20, 400]);\n",
        "fn start() {\n    let tests = [\n        (1, 20),\n        (2, 400),\n    ];\n    run(perft(&b, depth));\n}\n",
    ] {
        let named = read_suite(text, table, Hints { fen: Some("startpos"), ..Hints::default() }).expect(text);
        let counts = named.entries.iter().flat_map(|entry| entry.counts.clone());
        assert_eq!(counts.collect::<Vec<_>>(), [(1, 20), (2, 400)], "{text}");
        assert_eq!((named.refusals.len(), named.numbers), (0, 2), "{text}");
    }
}

#[test]
fn other_source_text_is_not_read_as_counts() {
    let counts = format!("check(\"{START}\", 3, 8902);\n");
    for text in [
        "test('startpos', () {\n  expect(run(1), 2);\n});\n",
        "@pytest.mark.parametrize(\"fen, depth, expected\", CASES)\ndef test_perft(fen: str, depth: int, expected: int):\n",
        "perftTest(t, position, depth, nodes)\n",
        "nodes += Perft(position.Move(move), depth - 1);\n",
        "struct Case { fen: &'static str, depth: u32, nodes: u64 }\n",
        "print(`\u{1b}[41m\u{1b}[0m`)\n",
    ] {
        let suite = suite(&(text.to_owned() + &counts));
        assert_eq!((suite.refusals, suite.numbers), (vec![], 1), "{text}");
    }
    // Rows of a macro that are comments are noted as others are.
    let rows = format!("tests! {{\n    one: \"{START}\", 3, 8902,\n    // two: \"{START}\", 2, 400,\n}}\n");
    assert_eq!((suite(&rows).numbers, suite(&rows).comments), (1, vec![3]));
    // The arguments of other calls are not counts.
    let text = format!(
        "fn a() {{\n    assert_eq!(\n        b.rights,\n        [Some(Coord::new(0, 1)), Some(Coord::new(1, 7))]\n    );\n    let b = fen(\"{START}\");\n\
         \x20   let rights = [Some(Coord::new(0, 20)), Some(Coord::new(1, 400))];\n}}\n"
    );
    assert_eq!(suite(&text).numbers, 0, "{text}");
}

#[test]
fn numbers_without_a_position_are_refused_with_their_lines() {
    let kiwi = "TEST_F(Perft, Kiwi) {\n    Board b(\"FEN\");\n    u64 nodes[] = {20, 400};\n    check(perft(b, 2), nodes[1]);\n}\n";
    let start = "TEST_F(Perft, Start) {\n    Board b;\n    u64 nodes[] = {20, 400};\n    for (int d = 1; d < 3; d++) {\n        \
                 check(perft(b, d), nodes[d - 1]);\n    }\n}\n";
    for (text, lines, numbers) in [
        (format!("{kiwi}{start}{kiwi}"), vec![8], 4),
        (format!("{kiwi}{}{kiwi}", start.replace("nodes[]", "answers[]")), vec![8], 4),
        (format!("{kiwi}{}", start.replace("{20, 400}", "{{1, 20}, {2, 400}}")), vec![8], 2),
        // Of alike records, all are.
        (
            "{\n  \"one\", \"FEN\", 2,\n  {0, 20, 400}\n},\n{\n  \"two\", KIWI, 2,\n  {0, 48, 0}\n},\n{ \"three\", ONE, 2, {0, 1, 2} },\n"
                .to_owned(),
            vec![2, 5, 9],
            3,
        ),
        ("[\n  {fen: \"FEN\",\n   answers: [20, 400]},\n]\n".to_owned(), vec![3], 0),
        ("def test():\n    answers = [20, 400]\n    b = Board(\"FEN\")\n    check(b, answers)\n".to_owned(), vec![2], 0),
        // A group with a position of its own is not of the one above.
        ("const A: &str = \"8/8/8/8/8/8/8/K1k5 w - -\";\nconst CASES: &[Case] = &[\n    Case { fen: \"FEN\", depths: &[(1, 20), (2, 400)] },\n];\n".to_owned(), vec![1], 2),
        (
            "class T:\n    def a():\n        b = Board(\"FEN\")\n    def b():\n        t = [(1, 20), (2, 400)]\n    def c():\n        if 1:\n            \
             b = Board(\"FEN\")\n            assert perft(b, 2) == 400\n".to_owned(),
            vec![3],
            1,
        ),
        // What another form reads is not refused.
        ("FEN\nperft(1) = 20 (20 moves)\nperft(2) = 400\n".to_owned(), vec![], 2),
        // The arguments of a call are no header.
        ("def test():\n    b = Board(\"FEN\")\n    print(\n        depth, count\n    )\n    assert perft(b, 2) == 400\n    log(b, \"x\", depth)\n".to_owned(), vec![], 1),
        // A board that a function sets up is not the start position in another.
        (
            "class T:\n    def setup():\n        self.board = Board()\n    def a():\n        self.board.load(\"FEN\")\n        assert \
             perft(self.board, 2) == 400\n    def b():\n        assert perft(self.board, 3) == 8902\n"
                .to_owned(),
            vec![8],
            1,
        ),
        // Numbers that are calculated with are not counts.
        ("b = Board(\"FEN\")\nassert perft(b, 2) == <u64>400\nassert perft(b, 3) < 9000\n".to_owned(), vec![], 1),
        ("b = Board(\"FEN\")\nn = perft(b, 2)\nnps = n / 1000\nassert n == 400\n".to_owned(), vec![], 1),
        ("b = Board(\"FEN\")\nn = perft(b, 2)\nn = perft(b, 3)\nassert n == 8902\n".to_owned(), vec![], 1),
    ] {
        let suite = suite(&text.replace("FEN", START));
        let refused: Vec<_> = suite.refusals.iter().map(|refusal| refusal.place.line).collect();
        assert_eq!((refused, suite.numbers), (lines, numbers), "{text}");
    }
}

#[test]
fn positions_become_cases() {
    let text = format!(
        "{KINGS} ;D1 3 ;id \"Two Kings!\"\n{KINGS} ;D1 3 ;D2 15\n{KINGS} ;D2 16\n8/8/8 w - - ;D1 1\n8/8/8/8/8/8/8/K7 w - - ;D1 1\n\
         {} ;D1 20\n8/8/8/8/8/8/8/Kk6 w - - ;D1 0\n",
        START.replace("RNBQKBNR w", "QNBQKBNR w").replace("KQkq", "-")
    );
    let suites = || vec![("my suite.epd".to_owned(), suite(&text))];
    let converted = convert(suites(), &TAKEN).expect("invalid positions are skipped");
    let cases = converted.corpus.cases.iter().map(|(_, case)| {
        format!("{} {}", case.id, case.list().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    });
    assert_eq!(cases.collect::<Vec<_>>(), ["chess/two-kings perft:1 perft:2", "chess/my-suite-6 perft:1"]);
    let lines = |list: &[(String, crate::exchange::suite_text::Refusal)]| {
        list.iter().map(|(_, refusal)| (refusal.place.line, refusal.reason.clone())).collect::<Vec<_>>()
    };
    let two = "depth 2 is 16 here and 15 in `chess/two-kings`, the same position";
    assert_eq!(
        lines(&converted.refusals),
        [(3, two.to_owned()), (4, "board: has 3 ranks; expected 8 [board-shape]".to_owned())]
    );
    let left_out: Vec<_> = lines(&converted.left_out).into_iter().map(|(line, _)| line).collect();
    assert_eq!((left_out, converted.duplicates, converted.invalid), (vec![5, 7], 1, 3));
    for (invalid, unreachable, expected) in [
        (OnInvalid::Keep, OnInvalid::Keep, Ok(3)),
        (OnInvalid::Skip, OnInvalid::Skip, Ok(1)),
        (OnInvalid::Skip, OnInvalid::Fail, Err(6)),
        (OnInvalid::Fail, OnInvalid::Keep, Err(5)),
    ] {
        let settings = Settings { invalid, unreachable, ..TAKEN };
        let found = convert(suites(), &settings);
        let found = found.map(|converted| converted.corpus.cases.len());
        assert_eq!(found.map_err(|(_, refusal)| refusal.place.line), expected, "{invalid:?} {unreachable:?}");
    }
}

#[test]
fn divides_become_canonical_lists_of_moves() {
    let text = "{\"fen\": \"4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1\", \"d1\": 4, \"divide_d1\": {\"d5c6\": 1, \"e1g1\": 1, \"h1h2\": 1, \"d5d6\": 1}}";
    let listed = "{\"tests\": [{\"start\": {\"fen\": \"4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1\"}, \"expected\": [
        {\"move\": \"dxc6\"}, {\"move\": \"O-O\"}, {\"move\": \"Rh2\"}, {\"move\": \"d6\"}]}]}";
    for text in [text, listed] {
        let converted = convert(vec![("x.json".to_owned(), suite(text))], &TAKEN).expect("a valid position");
        let (_, case) = &converted.corpus.cases[0];
        let expected =
            case.list().find(|check| check.to_string() == "moves").map(|check| check.expected.to_string());
        let moves = "K e1-g1; R h1-f1 | P d5-c6; @-c5 | P d5-d6 | R h1-h2";
        assert_eq!(expected.as_deref(), Some(moves), "{text}");
    }
}

#[test]
fn divides_that_cannot_be_used_are_reported() {
    for (rows, reason) in [
        ("\"e2e4\": 10, \"e3e4\": 10", "`e3e4` is not a move of the position"),
        ("\"e2e4\": 10, \"e4\": 10", "two rows for `e4`"),
    ] {
        let text = format!("{{\"fen\": \"{START}\", \"divide_d1\": {{{rows}}}}}");
        let converted =
            convert(vec![("x.jsonl".to_owned(), suite(&text))], &TAKEN).expect("a valid position");
        let expected = format!("depth 1: {reason}; only the sum of the table is used");
        let reasons: Vec<_> = converted.refusals.iter().map(|(_, refusal)| &refusal.reason).collect();
        assert_eq!(reasons, [&expected]);
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

#[test]
fn a_count_of_0_whose_cost_is_not_known_is_not_cheap() {
    let suites = vec![("x".to_owned(), suite(&format!("{KINGS} ;D1 3 ;D7 0")))];
    let converted = convert(suites, &TAKEN).expect("a valid position");
    let case = &converted.corpus.cases[0].1;
    let tiers: Vec<_> = case.list().map(|check| case.tier(check)).collect();
    assert_eq!(tiers, [Tier::Ci, Tier::Deep]);
}
