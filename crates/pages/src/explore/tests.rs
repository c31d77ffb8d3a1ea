//! Requests and replies.

use super::{Explorer, NamedBackend, Rules};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use vperft::inner::backend::{Options, Registry};
use vperft::inner::game::variant::{Clause, VariantId};

/// A position in which Black may capture en passant on e4.
const PASSING: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";

const START: &str = "ribmqkdbir/ppppnnpppp/4pp4/10/10/10/10/4PP4/PPPPNNPPPP/RIBMQKDBIR w * - 0 1";

/// The first lines of a record with two questions about one position.
const RECORD: &str = r#"{"record":1,"vperft":"0.1.0","began":0,"command":["vperft"]}
{"at":0,"open":0,"name":"fast","identity":"fast@1","variants":{}}
{"at":0,"to":0,"ask":"moves","variant":"ryugi","vfen":"5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1"}
{"at":0,"from":0,"result":["p d5-d4"]}
{"at":0,"to":0,"ask":"status","variant":"ryugi","vfen":"5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1"}
"#;

fn registry() -> Registry {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    vperft_fast::register(&mut registry);
    registry
}

/// An explorer with `fast`, rules without en passant, and a backend that cannot be opened.
fn explorer() -> Explorer {
    let rules = |name: &'static str| -> super::sides::Open {
        Box::new(move |options| registry().open(name, options).ok())
    };
    let named = |name: &str, options: Options| NamedBackend {
        name: name.into(),
        is_program: false,
        open: {
            let name = name.to_owned();
            Box::new(move |rulings| {
                let options = Options { rulings: rulings.clone(), ..options.clone() };
                registry().open(&name, &options).map_err(|error| error.to_string())
            })
        },
    };
    let wrong = Options { off: [Clause::RYU_EP].into_iter().collect(), ..Options::default() };
    let named = vec![
        named("fast", Options::default()),
        named("reference", wrong),
        named("none\u{202e}", Options::default()),
    ];
    Explorer::new(Rules { judge: rules("reference"), counter: rules("fast") }, named)
}

fn ask(explorer: &mut Explorer, request: &Value) -> Value {
    serde_json::from_str(&explorer.answer(&request.to_string(), &|| false)).unwrap()
}

/// Each row is a request, a place in the reply, and what is there.
#[test]
fn requests_are_answered() {
    let mut explorer = explorer();
    let start = json!({ "variant": "ryugi" });
    let passing = json!({ "variant": "ryugi", "root": PASSING });
    let played = json!({ "variant": "ryugi", "moves": ["P e3-e5", "p e8-e6"] });
    let without = json!({ "variant": "ryugi", "root": PASSING, "without": ["RYU-EP"] });
    for (request, place, expected) in [
        (json!({ "ask": "position", "at": start }), "/ok/moves/0/0", json!("D g1-h3")),
        (json!({ "ask": "position", "at": start }), "/ok/status", json!("ongoing")),
        (json!({ "ask": "position", "at": start }), "/ok/check", json!(false)),
        (json!({ "ask": "compare", "at": start }), "/ok/sides/0/count", json!(34)),
        (
            json!({ "ask": "position", "at": played }),
            "/ok/vfen",
            json!("ribmqkdbir/ppppnnpppp/5p4/10/4p5/4P5/10/5P4/PPPPNNPPPP/RIBMQKDBIR w * - 0 2"),
        ),
        // What the backends answer differently.
        (json!({ "ask": "compare", "at": passing }), "/ok/sides/0/missing/moves", json!([])),
        (json!({ "ask": "compare", "at": passing }), "/ok/sides/1/missing/moves", json!(["p d5-e4; @-e5"])),
        (json!({ "ask": "compare", "at": passing }), "/ok/sides/1/extra/moves", json!([])),
        (json!({ "ask": "compare", "at": without }), "/ok/sides/0/extra/moves", json!(["p d5-e4; @-e5"])),
        (json!({ "ask": "compare", "at": without }), "/ok/sides/1/missing/moves", json!([])),
        (
            json!({ "ask": "compare", "at": start }),
            "/ok/sides/2/error",
            json!("was not asked: unknown backend `none\u{fffd}`: expected fast, reference"),
        ),
        // The clauses behind moves.
        (
            json!({ "ask": "explain", "at": passing, "about": { "move": "p d5-e4" } }),
            "/ok/possible_by/0/clauses",
            json!(["RYU-EP"]),
        ),
        (
            json!({ "ask": "explain", "at": without, "about": { "move": "p d5-e4" } }),
            "/ok/legal",
            json!(false),
        ),
        (
            json!({ "ask": "explain", "at": start, "about": { "move": "D g1-e5" } }),
            "/ok/forbidden_by/0/clauses",
            json!(["GEN-PATH"]),
        ),
        (
            json!({ "ask": "explain", "at": start, "about": { "move": "P a2-a9" } }),
            "/ok/rules/0",
            json!("RYU-PAWN-1"),
        ),
        (
            json!({ "ask": "explain", "at": start, "about": { "square": "g1" } }),
            "/ok/moves/0/possible_by/0/clauses",
            json!(["RYU-DRAGON"]),
        ),
        (
            json!({ "ask": "explain", "at": start, "about": { "status": null } }),
            "/ok/status",
            json!("ongoing"),
        ),
        // Counts.
        (
            json!({ "ask": "count", "at": start, "depth": 2, "moves": ["D g1-h3", "P a2-a3"] }),
            "/ok/counts",
            json!(["34", "34"]),
        ),
        (
            json!({ "ask": "count", "at": passing, "depth": 1, "moves": ["p d5-d4"], "side": 1 }),
            "/ok/counts",
            json!(["1"]),
        ),
        (
            json!({ "ask": "count", "at": start, "depth": 99, "moves": [] }),
            "/error/message",
            json!("expected a depth from 1 to 12 and at most 1000 moves"),
        ),
        (
            json!({ "ask": "count", "at": start, "depth": 1, "moves": [], "side": 3 }),
            "/error/message",
            json!("expected the number of a backend, below 3"),
        ),
        // Pasted positions.
        (
            json!({ "ask": "read", "at": { "variant": "ryugi", "root": format!("  {PASSING}\n") } }),
            "/ok/vfen",
            json!(PASSING),
        ),
        (
            json!({ "ask": "read", "at": { "variant": "ryugi", "root": "5k4/10/10/10/10/10/10/10/10/5K4 w" } }),
            "/ok/notes/0",
            json!("the FEN is read as a VFEN"),
        ),
        (
            json!({ "ask": "read", "at": { "variant": "ryugi", "root": "5k4/10 w - - 0 1" } }),
            "/error/context/1",
            json!("^"),
        ),
        // Copies that users take along.
        (
            json!({ "ask": "copies", "at": played }),
            "/ok/command",
            json!(format!("vperft moves ryugi --vfen '{START}' --move 'P e3-e5' --move 'p e8-e6'")),
        ),
        (
            json!({ "ask": "copies", "at": without }),
            "/ok/command",
            json!(format!("vperft moves ryugi --vfen '{PASSING}' --without RYU-EP")),
        ),
        (
            json!({ "ask": "copies", "at": passing }),
            "/ok/compare/1",
            json!(format!("vperft moves ryugi --vfen '{PASSING}' --backend reference --against reference")),
        ),
        (
            json!({ "ask": "bug", "at": passing, "side": 0 }),
            "/error/message",
            json!("the backend answers as the rules do, so there is no bug to write"),
        ),
        (
            json!({ "ask": "bug", "at": passing, "side": 3 }),
            "/error/message",
            json!("expected the number of a backend, below 3"),
        ),
        // What people open.
        (
            json!({ "ask": "open", "at": start, "depth": 2, "text": "1. e3e5 e8e6 2. Dh3" }),
            "/ok/moves",
            json!(["P e3-e5", "p e8-e6", "D g1-h3"]),
        ),
        (
            json!({ "ask": "open", "at": start, "depth": 2, "text": "1. e3e5 a9a4" }),
            "/ok/stop/problem",
            json!("ply 2, line 1: `a9a4` is not a legal move"),
        ),
        // A second game starts where the first did, not at the position on the board.
        (
            json!({ "ask": "open", "at": played, "depth": 2, "text": "1. e3e5 e8e6 2. Dh3" }),
            "/ok/moves",
            json!(["P e3-e5", "p e8-e6", "D g1-h3"]),
        ),
        (
            json!({ "ask": "open", "at": start, "depth": 2, "text": "e3e4: 34\ne3e5: 35" }),
            "/ok/rows",
            json!([["P e3-e4", "34"], ["P e3-e5", "35"]]),
        ),
        (
            json!({ "ask": "open", "at": start, "depth": 2, "text": format!("{PASSING} ;D1 7") }),
            "/ok/positions/0/root",
            json!(PASSING),
        ),
        (
            json!({ "ask": "open", "at": start, "depth": 2, "text": RECORD }),
            "/ok/positions/0/root",
            json!(PASSING),
        ),
        (json!({ "ask": "open", "at": start, "depth": 2, "text": RECORD }), "/ok/positions/1", json!(null)),
        (
            json!({ "ask": "open", "at": start, "depth": 2, "text": "{\"format\": 99}" }),
            "/error/message",
            json!("`format`: 99; this version of vperft reads only format 1"),
        ),
        (
            json!({ "ask": "open", "at": start, "depth": 2, "text": "<b>" }),
            "/error/message",
            json!(
                "expected a bug file, a game, a divide table, a suite of positions or a record: no move found; expected a move list, PGN, or a log with `position fen ... moves ...`"
            ),
        ),
        // Questions that cannot be answered.
        (
            json!({ "ask": "position", "at": { "variant": "nothing" } }),
            "/error/message",
            json!("unknown variant `nothing`"),
        ),
        (
            json!({ "ask": "position", "at": { "variant": "ryugi", "without": ["NO-CLAUSE"] } }),
            "/error/message",
            json!("unknown clause `NO-CLAUSE`: it is in no RULES.md"),
        ),
        (
            json!({ "ask": "position", "at": { "variant": "ryugi", "moves": ["P e3-e4", "P e3-e4"] } }),
            "/error/index",
            json!(1),
        ),
        (
            json!({ "ask": "position", "at": { "variant": "chess" } }),
            "/error/message",
            json!("no backend has rules of chess; expected --backend with one that has"),
        ),
        (json!({ "ask": "open", "at": start, "path": "/etc/passwd" }), "/error/context", json!([])),
    ] {
        let reply = ask(&mut explorer, &request);
        assert_eq!(reply.pointer(place).unwrap_or(&Value::Null), &expected, "{request}\n{place}\n{reply:#}");
    }
}

#[test]
fn a_bug_file_leads_to_its_position() {
    let mut explorer = explorer();
    let at = json!({ "variant": "ryugi", "root": PASSING });
    let reply = ask(&mut explorer, &json!({ "ask": "bug", "at": at, "side": 1, "clauses": ["RYU-EP"] }));
    let text = reply.pointer("/ok/bug").and_then(Value::as_str).unwrap();
    let opened = ask(
        &mut explorer,
        &json!({ "ask": "open", "at": { "variant": "rococo" }, "text": text, "depth": 1 }),
    );
    for (place, expected) in [
        ("/ok/variant", json!("ryugi")),
        ("/ok/root", json!(PASSING)),
        ("/ok/notes/1", json!("reference answers 7 moves.")),
        ("/ok/notes/3", json!("Missing: p d5-e4; @-e5")),
    ] {
        assert_eq!(opened.pointer(place), Some(&expected), "{place}\n{opened:#}");
    }
}

#[test]
fn a_case_and_a_picture_are_of_the_position() {
    let at = json!({ "variant": "ryugi", "root": PASSING });
    let reply = ask(
        &mut explorer(),
        &json!({ "ask": "copies", "at": at, "view": { "square": "d5" }, "clauses": ["RYU-EP"] }),
    );
    let text = |place: &str| reply.pointer(place).and_then(Value::as_str).unwrap();
    let [positions, cases]: [Value; 2] =
        ["/ok/position", "/ok/case"].map(|place| serde_json::from_str(text(place)).unwrap());
    assert_eq!(positions.pointer("/positions/0/vfen"), Some(&json!(PASSING)));
    assert_eq!(positions.pointer("/positions/0/id"), cases.pointer("/cases/0/position"));
    assert_eq!(cases.pointer("/cases/0/clauses"), Some(&json!(["RYU-EP"])));
    let svg = text("/ok/svg");
    assert_eq!(
        (svg.matches("class=\"dot\"").count(), svg.matches("class=\"mark\"").count()),
        (2, 1),
        "{svg}"
    );
}

#[test]
fn a_repetition_is_seen_along_the_moves() {
    let mut explorer = explorer();
    let there_and_back = ["D g1-h3", "d g10-h8", "D h3-g1", "d h8-g10"];
    let moves: Vec<_> = there_and_back.iter().cycle().take(8).collect();
    for (length, status) in [(4, "ongoing"), (7, "ongoing"), (8, "draw-repetition"), (4, "ongoing")] {
        let at = json!({ "variant": "ryugi", "moves": moves[..length] });
        let reply = ask(&mut explorer, &json!({ "ask": "position", "at": at }));
        assert_eq!(reply.pointer("/ok/status"), Some(&json!(status)), "after {length} moves");
    }
}

#[test]
fn a_count_ends_when_the_page_does_not_wait() {
    let request = json!({ "ask": "count", "at": { "variant": "ryugi" }, "depth": 12, "moves": ["D g1-h3"] });
    let reply: Value = serde_json::from_str(&explorer().answer(&request.to_string(), &|| true)).unwrap();
    assert_eq!(
        reply.pointer("/error/message"),
        Some(&json!("the backend was not asked: the count was ended"))
    );
}

#[test]
fn only_variants_with_rules_are_offered() {
    // A backend that cannot be opened has none.
    let variants = explorer().variants();
    assert!(variants.contains(&VariantId::RYUGI) && !variants.contains(&VariantId::CHESS), "{variants:?}");
}

#[test]
fn malformed_requests_are_refused() {
    let mut explorer = explorer();
    for request in [
        "",
        "{}",
        "[]",
        "{\"ask\":\"position\"}",
        "{\"ask\":\"count\",\"at\":{\"variant\":\"ryugi\"},\"depth\":-1,\"moves\":[]}",
    ] {
        let reply: Value = serde_json::from_str(&explorer.answer(request, &|| false)).unwrap();
        let message = reply["error"]["message"].as_str().unwrap_or_default();
        assert!(message.starts_with("the request: "), "{request}: {message}");
    }
}
