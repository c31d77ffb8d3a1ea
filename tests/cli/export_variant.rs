//! `vperft export variant`: the rules of variants for other programs, and what each format refuses.

use crate::tool::{Outcome, check, vperft};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/variants");
const EXPORTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cli/exported");

/// Exports a variant of a folder.
fn export(folder: &str, name: &str, format: &str) -> Outcome {
    vperft(&format!("export variant {name} --format {format} --variant {folder}/{name}"))
}

/// Exports the variant `court` or `gate` after some changes: pointers into `variant.json`, and the new values.
fn changed(name: &str, format: &str, changes: &[(&str, Value)]) -> Outcome {
    let parent = TempDir::new().expect("a folder");
    let folder = parent.path().join(name);
    fs::create_dir(&folder).expect("a folder");
    let source = |file: &str| fs::read_to_string(format!("{EXPORTED}/{name}/{file}")).expect("a file");
    let mut variant: Value = serde_json::from_str(&source("variant.json")).expect("JSON");
    for (pointer, value) in changes {
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        let parent = variant.pointer_mut(parent).expect("the place");
        match parent {
            Value::Array(list) => list[key.parse::<usize>().expect("an index")] = value.clone(),
            object => object[key] = value.clone(),
        }
    }
    fs::write(folder.join("variant.json"), variant.to_string()).expect("a file");
    fs::write(folder.join("RULES.md"), source("RULES.md") + "\n- **COU-X** a clause.\n").expect("a file");
    vperft(&format!("export variant {name} --format {format} --variant {}", folder.display()))
}

#[test]
fn sections_for_fairy_stockfish() {
    for name in ["court", "gate", "letters"] {
        export(EXPORTED, name, "variants-ini").snapshot(&format!("export-{name}-ini"), &[]);
    }
    export(EXAMPLES, "xiangqi", "variants-ini").snapshot("export-xiangqi-ini", &[]);
    let text = export(EXAMPLES, "capablanca", "variants-ini").ends(0);
    assert_eq!(text.stderr, "", "{text}");
    text.says(&[
        "[capablanca]\n",
        "chancellor = c\n",
        "castlingKingFile = f\n",
        "castlingKingsideFile = i\n",
    ]);
    let chess = "export variant chess --format variants-ini --name my-chess";
    check(chess, 0, &["[my-chess]\n", "pawn = p\n", "enPassantTypes = p\n"], &["`dead`"]);
}

#[test]
fn lines_for_xboard() {
    export(EXAMPLES, "griffins", "xboard").snapshot("export-griffins-xboard", &[]);
    export(EXPORTED, "letters", "xboard").says(&["piece K& KisO2\n", "piece P& fmWfceFifmnD\n"]).ends(0);
    let hoppers = export(EXAMPLES, "hoppers", "xboard").ends(0);
    hoppers.says(&["12x12+0_fairy ", "piece C& mRcpR\n", "piece V& mBcpB\n", "piece G& gQ\n"]);
    // A doubled letter would be two pieces.
    let nightrider = [("/pieces/2/moves", json!({"betza": "RNN"}))];
    changed("letters", "xboard", &nightrider).ends(0).says(&["piece M& RN0\n"]);
    let none = [
        ("/promotion", json!([])),
        ("/en_passant", json!(null)),
        ("/pieces/4/initial_right", json!(false)),
        ("/pieces/4/moves", json!("fmWfcF")),
    ];
    changed("letters", "xboard", &none).ends(0).says(&["setup (.SPR....MK.spr....mk) "]);
}

#[test]
fn interactive_diagrams() {
    export(EXAMPLES, "griffins", "diagram").snapshot("export-griffins-diagram", &[]);
    check(
        "export variant chess --format diagram --name board",
        0,
        &["satellite=board\n", "\nKing:K:KisO2::e1\n"],
        &[],
    );
    let optional =
        [("/promotion/0/forced", json!(false)), ("/promotion/0/on", json!(["rank -1", "rank -2"]))];
    let expected = "promoZone=2\nmaxPromote=1\npromoChoice=MSRP\nstalemate=draw\nroyal=2\n";
    changed("letters", "diagram", &optional).ends(0).says(&[expected]);
    let lost = [("/statuses", json!(["checkmate", "lost"])), ("/promotion", json!([]))];
    changed("letters", "diagram", &lost).ends(0).says(&["maxPromote=0\nstalemate=win\nroyal=1\n"]);
}

#[test]
fn variants_beyond_the_formats_are_refused_by_name() {
    let bends = "has several legs, which the notation cannot say";
    for (name, format, parts) in [
        (
            "griffins",
            "variants-ini",
            &["  board: 12 files and 12 ranks; the format has at most 12 files and 10 ranks", bends][..],
        ),
        ("hoppers", "variants-ini", &["  board: 12 files and 12 ranks"]),
        (
            "xiangqi",
            "xboard",
            &["  statuses: stalemate loses", "`general` (K): is confined to an area (`within`)"],
        ),
        ("xiangqi", "diagram", &["`soldier` (P): begins some of its moves only on certain squares (`from`)"]),
    ] {
        let outcome = export(EXAMPLES, name, format).ends(2).warns(parts);
        assert_eq!(outcome.stdout, "", "{outcome}");
        outcome.warns(&[&format!("error: the format {format} cannot express the rules of {name}:\n")]);
    }
    for (name, parts) in [
        ("ryugi", &["  castling: several numbers of squares that the King may go (`distances`)"][..]),
        ("cetran3", &["  board: 12 files and 12 ranks", "`sissa` (S): has several legs"]),
        (
            "sandbox",
            &["  closing: squares that close once they are empty", "`queen` (Q): sends another piece"],
        ),
        (
            "vanguard",
            &[
                "has a label of more than one letter",
                "royalty: several royal kinds: also `prince`",
                "`archer` (A): captures without moving",
            ],
        ),
        (
            "rococo",
            &[
                "  ban: exchanges",
                "  edge: edge squares",
                "`long-leaper` (L): has moves that only programs know (`code`: ROC-LEAPER-2)",
            ],
        ),
    ] {
        check(&format!("export variant {name} --format variants-ini"), 2, &[], parts);
    }
}

#[test]
fn each_rule_that_a_format_lacks_is_refused() {
    let queen = |more: Value| {
        let mut leg = json!({"steps": "queen"});
        leg.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        leg
    };
    for (format, pointer, value, expected) in [
        (
            "variants-ini",
            "/pieces/1/moves",
            queen(json!({"end": ["enemy"], "finish": "shoot"})),
            "(T): captures without moving",
        ),
        (
            "variants-ini",
            "/pieces/1/moves",
            queen(json!({"end": ["friend"], "finish": "swap"})),
            "(T): captures friends",
        ),
        (
            "variants-ini",
            "/pieces/1/moves",
            queen(json!({"also": [{"at": "start", "turn": 180}]})),
            "(T): captures next to its path",
        ),
        (
            "variants-ini",
            "/pieces/1/moves",
            queen(json!({"from": "rank 1"})),
            "(T): begins some of its moves only on certain squares",
        ),
        (
            "variants-ini",
            "/pieces/1/moves",
            queen(json!({"only": ["pawn"], "end": ["enemy"]})),
            "(T): ends only on certain kinds",
        ),
        (
            "variants-ini",
            "/pieces/1/moves",
            json!([queen(json!({"within": "a1-g5"})), "N"]),
            "(T): has some moves that are confined to an area",
        ),
        (
            "variants-ini",
            "/pieces/1/moves",
            json!({"steps": "camel", "most": "any"}),
            "(T): has other moves than `CC`, which comes closest",
        ),
        (
            "variants-ini",
            "/pieces/1/moves",
            json!(["mR2", "cR"]),
            "(T): moves in one direction with two ranges, which the program joins",
        ),
        (
            "variants-ini",
            "/pieces/1/moves",
            json!({"steps": [[1, 4], [-1, 4]]}),
            "(T): has the atom FX, which the notation does not have",
        ),
        (
            "variants-ini",
            "/pieces/1/moves",
            json!({"steps": [[1, 0]], "most": 3}),
            "(T): moves differently to left and right",
        ),
        ("xboard", "/pieces/0/royal", json!(false), "pieces: 0 royal kinds; expected one"),
        ("xboard", "/pieces/1/royal", json!(true), "pieces: 2 royal kinds; expected one"),
        ("variants-ini", "/pieces/1/succeeds", json!("king"), "(T): succeeds `king`"),
        ("variants-ini", "/check", json!(false), "check: royal pieces that may be left capturable"),
        ("variants-ini", "/edge", json!(true), "edge: edge squares"),
        ("variants-ini", "/files", json!("bcdefgh"), "files: squares have other names"),
        (
            "variants-ini",
            "/counter_limit",
            json!(81),
            "counter_limit: 81 plies; the format counts moves of both sides",
        ),
        (
            "variants-ini",
            "/pieces/8/moves",
            json!("WfcF"),
            "(S): resets `counter_limit` with moves that it could take back",
        ),
        (
            "variants-ini",
            "/promotion/1/forced",
            json!(true),
            "promotion: `sergeant` has another rule than the kinds before",
        ),
        (
            "variants-ini",
            "/promotion/0/by",
            json!(["move", "swap"]),
            "promotion: `pawn` promotes when another piece sends it",
        ),
        ("diagram", "/promotion/0/to", json!(["king"]), "(K): is royal, and promotes or is promoted to"),
        ("xboard", "/promotion", json!([]), "statuses: stalemate loses; the program calls it a draw"),
        ("xboard", "/pieces/1/moves", queen(json!({"within": "a1-g5"})), "(T): is confined to an area"),
        ("xboard", "/pieces/1/moves", json!("zB"), "(T): has moves whose text the program cannot read"),
        (
            "diagram",
            "/starts/0/vfen",
            json!("thekgnc/7/7/7/7/7/7/7/CNGKEHT w - - 0 1"),
            "starts: a start position that is not symmetric",
        ),
        ("diagram", "/pieces/1/name", json!("T:ower"), "(T): has a name that no definition can have"),
    ] {
        let outcome = changed("court", format, &[(pointer, value)]).ends(2).warns(&[expected]);
        assert_eq!(outcome.stdout, "", "{outcome}");
    }
    for (format, pointer, value, expected) in [
        ("variants-ini", "/castling/distances", json!([1, 2]), "castling: several numbers of squares"),
        (
            "variants-ini",
            "/en_passant/unless",
            json!("COU-X"),
            "en_passant: abolished by a clause (`unless`: COU-X)",
        ),
        (
            "variants-ini",
            "/pieces/4/moves",
            json!(["C", {"steps": "orthogonal", "end": ["passed"]}]),
            "(C): captures en passant in other directions than those in which it only captures",
        ),
        (
            "variants-ini",
            "/pieces/6/moves/0",
            json!({"steps": [[0, 1]], "most": 3, "end": ["empty"], "from": "rank 2"}),
            "(P): begins some of its moves only on certain squares (`from`)",
        ),
        (
            "xboard",
            "/promotion/0/to",
            json!(["camel"]),
            "which is wrong for `warder`, `guard`, `knight`, `soldier`",
        ),
        (
            "variants-ini",
            "/promotion/0/on",
            json!(["rank -1", "d6"]),
            "promotion: `pawn` promotes by captures en passant too; in the format none does",
        ),
        (
            "variants-ini",
            "/pieces/6/moves",
            json!([
                {"steps": [[0, 1]], "end": ["empty"], "within": "yard"},
                {"steps": [[-1, 1], [1, 1]], "end": ["enemy"], "within": "yard"},
                {"steps": [[-1, 0], [1, 0]], "end": ["empty"], "within": "yard"},
                {"steps": [[0, 1]], "least": 2, "end": ["empty"], "from": "d2-f3", "within": "yard", "passes": true},
                {"steps": [[-1, 1], [1, 1]], "end": ["passed"]},
            ]),
            "(P): captures en passant beyond the area to which it is confined",
        ),
        ("xboard", "/castling/distances", json!([2]), "castling: a Rook that does not start in a corner"),
    ] {
        changed("gate", format, &[(pointer, value)]).ends(2).warns(&[expected]);
    }
}

#[test]
fn a_text_never_has_more_moves_than_the_data() {
    // Back and forth is a move of the notation, and none of the rules.
    let back = [("/pieces/3/moves", json!("KmabK"))];
    changed("letters", "xboard", &back).ends(2).warns(&["(S): may return to its square"]);
    // A first move is not a move from rank 2 if a black Pawn starts elsewhere.
    let pawn = json!([
        {"steps": [[0, 1]], "end": ["empty"]}, {"steps": [[-1, 1], [1, 1]], "end": ["enemy"]},
        {"steps": [[0, 1]], "least": 2, "end": ["empty"], "from": "rank 2", "passes": true},
        {"steps": [[-1, 1], [1, 1]], "end": ["passed"]},
    ]);
    let vfen = |rows: &str| json!(format!("rsssksmr/{rows}/8/8/8/PPPPPPPP/RSSSKSMR w * - 0 1"));
    let no_right = || ("/pieces/4/initial_right", json!(false));
    let by_rank = |rows| [no_right(), ("/pieces/4/moves", pawn.clone()), ("/starts/0/vfen", vfen(rows))];
    changed("letters", "xboard", &by_rank("pppppppp/8")).ends(0).says(&["piece P& fmWfceFifmnD\n"]);
    changed("letters", "xboard", &by_rank("ppppppp1/7p"))
        .ends(2)
        .warns(&["`from`), and Black starts on others"]);
    let by_start = [("/pieces/4/moves/2/from", json!("start")), ("/starts/0/vfen", vfen("ppppppp1/7p"))];
    let both = [&by_rank("pppppppp/8")[..], &by_start].concat();
    changed("letters", "variants-ini", &both)
        .ends(2)
        .warns(&["(`start`), and Black starts on other squares"]);
    changed("letters", "variants-ini", &by_rank("ppppppp1/7p"))
        .ends(0)
        .says(&["doubleStepRegionBlack = *7\n"]);
}

#[test]
fn wrong_arguments_are_errors() {
    for (words, part) in [
        ("", "--format <FORMAT>"),
        ("--format epd", "possible values: variants-ini, xboard, diagram"),
        ("--format xboard --name 'a b'", "expected letters, digits, `-` and `_`"),
    ] {
        check(&format!("export variant chess {words}"), 2, &[], &[part]);
    }
    check("export variant shatranj --format xboard", 2, &[], &["shatranj"]);
}
