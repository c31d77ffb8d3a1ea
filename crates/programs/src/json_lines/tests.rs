//! Programs of a few lines of shell.

use super::Client;
use pretty_assertions::assert_eq;
use std::time::{Duration, Instant};
use vperft::inner::backend::{Backend as _, BackendError, Limits, Options};
use vperft::inner::game::variant::{ArcherSlide, BowmanPath, Clause, Rulings, VariantId};

const HELLO: &str = r#"{"protocol":1,"name":"sh","version":"2","variants":["ryugi"]}"#;

/// A shell program that answers `hello` with this result, and other lines by the `case` branches. `$s` is the number of the request.
fn program(hello: &str, cases: &str) -> Vec<String> {
    let script = format!(
        r#"answer() {{ printf '{{"seq":%s,"result":%s}}\n' "$s" "$1"; }}
        while read -r l; do
            s=${{l#*:}}; s=${{s%%,*}}
            case $l in *'"hello"'*) answer '{hello}' ;; {cases} esac
        done"#
    );
    ["sh", "-c", &script].map(str::to_owned).to_vec()
}

fn options() -> Options {
    let limits =
        Limits { timeout: Duration::from_secs(20), max_line: 10_000, restarts: 2, ..Limits::default() };
    Options { limits, ..Options::default() }
}

fn client(cases: &str) -> Client {
    Client::open(&program(HELLO, cases), &options()).unwrap_or_else(|error| panic!("{cases}: {error}"))
}

/// Every position has the same two moves.
const TWO_MOVES: &str =
    r#"*'"moves","variant"'*) answer '["K a1-a2","K a1-b1"]' ;; *'"after"'*) answer '"child"' ;;"#;

#[test]
fn counts_are_derived_from_moves_and_children() {
    let mut client = client(TWO_MOVES);
    assert_eq!(client.identity(), "sh@2");
    for (depth, count) in [(0, 1), (1, 2), (2, 4), (5, 32)] {
        assert_eq!(
            client.of(VariantId::RYUGI).and_then(|view| view.perft("x".into(), depth)),
            Ok(count),
            "depth {depth}"
        );
    }
    for (depth, count) in [(1, 1), (2, 2), (5, 16)] {
        let rows = ["K a1-a2", "K a1-b1"].map(|text| (text.to_owned(), count)).to_vec();
        assert_eq!(
            client.of(VariantId::RYUGI).and_then(|view| view.divide("x".into(), depth)),
            Ok(rows),
            "depth {depth}"
        );
    }
    let unsupported = |error: &str| BackendError::Unsupported(error.into());
    assert_eq!(
        client.of(VariantId::RYUGI).and_then(|view| view.status("x".into())),
        Err(unsupported("it does not answer `status`"))
    );
    assert_eq!(
        client.of(VariantId::ROCOCO).and_then(|view| view.moves("x".into())),
        Err(unsupported("rococo; it has ryugi"))
    );
}

#[test]
fn counts_that_are_far_too_large_are_given_up() {
    // The second program has no moves after some positions, so no sequence is complete.
    let barren = r#"*'child"'*) answer '[]' ;; *'"moves","variant"'*) answer '["K a1-a2","K a1-b1"]' ;; *'"after"'*) answer '"child"' ;;"#;
    let given_up =
        || Err(BackendError::NotAsked("the count was given up after 1 positions on the way".into()));
    for (cases, depth, most, expected) in [
        (TWO_MOVES, 5, 32, Ok(Some(32))),
        (TWO_MOVES, 5, 31, Ok(None)),
        (barren, 2, 2, Ok(Some(0))),
        (barren, 2, 1, given_up()),
    ] {
        let found =
            client(cases).of(VariantId::RYUGI).and_then(|view| view.perft_within("x".into(), depth, most));
        assert_eq!(found, expected, "{cases}: at most {most} to depth {depth}");
    }
}

#[test]
fn counts_are_derived_from_other_counts() {
    for (native, cases) in [
        ("perft", r#"*'"perft"'*) answer 5 ;;"#),
        ("divide", r#"*'"divide"'*) answer '[["K a1-a2","3"],["K a1-b1",2]]' ;;"#),
    ] {
        let hello = HELLO.replace('}', &format!(r#","native":["{native}"]}}"#));
        let mut client = Client::open(&program(&hello, &format!("{cases} {TWO_MOVES}")), &options()).unwrap();
        assert_eq!(client.of(VariantId::RYUGI).and_then(|view| view.perft("x".into(), 3)), Ok(5), "{native}");
        let counts = if native == "perft" { [5, 5] } else { [3, 2] };
        let rows: Vec<_> = ["K a1-a2", "K a1-b1"].map(str::to_owned).into_iter().zip(counts).collect();
        assert_eq!(
            client.of(VariantId::RYUGI).and_then(|view| view.divide("x".into(), 3)),
            Ok(rows),
            "{native}"
        );
    }
}

#[test]
fn invalid_answers_are_reported() {
    for (answer, expected) in [
        (r#"{"seq":1,"result":["K a1-a2"]}"#, "Ok([\"K a1-a2\"])"),
        (r#"{"seq":1,"result":[],"mood":"good"}"#, "Ok([])"),
        (r#"{"seq":1,"unsupported":"why"}"#, "does not support this: why"),
        (r#"{"seq":1,"error":{"kind":"move","message":"why"}}"#, "refused the move: why"),
        (r#"{"seq":1,"error":{"kind":"move","message":"why\nthat"}}"#, "refused the move: why | that"),
        (r#"{"seq":1,"error":{"kind":"position","message":"why"}}"#, "refused the position: why"),
        (
            r#"{"seq":1,"error":{"kind":"internal","message":"why"}}"#,
            "crashed: reported an error of its own: why",
        ),
        (
            r#"{"seq":1,"error":{"kind":"else","message":"why"}}"#,
            "`else`; expected `position`, `move` or `internal`",
        ),
        (r#"{"seq":2,"result":[]}"#, "`seq` is 2; expected 1"),
        (r#"{"seq":"1","result":[]}"#, "expected 1, the number of the request"),
        (r#"{"result":[]}"#, "there is no `seq`"),
        (r#"{"seq":1}"#, "exactly one of `result`, `unsupported` and `error`"),
        (r#"{"seq":1,"result":[],"unsupported":"why"}"#, "exactly one of"),
        (r#"{"seq":1,"seq":1,"result":[]}"#, "duplicate field `seq`"),
        (r#"{"seq":1,"result":null}"#, "with the result `null`; expected an array of move texts"),
        (r#"{"seq":1,"result":[],"unsupported":null,"error":null}"#, "Ok([])"),
        (r#"{"seq":1,"result":null,"unsupported":"why","error":null}"#, "does not support this: why"),
        (r#"{"seq":1,"result":null,"error":{"kind":"move","message":"why"}}"#, "refused the move: why"),
        (r#"{"seq":1,"unsupported":null,"error":null}"#, "exactly one of"),
        (
            r#"{"seq":1,"error":{"kind":"\u001b[2J","message":"why"}}"#,
            "the kind of the error is `\u{1b}[2J`; expected",
        ),
        (
            r#"{"seq":1,"error":{"kind":"position","message":"why","reason":"any\nword"}}"#,
            "refused the position: why",
        ),
        (
            r#"{"seq":1,"result":["K\u001b[2J"]}"#,
            "with `K\u{1b}[2J`, which has the control or format character U+001B",
        ),
        (r#"{"seq":1,"result":["K\n"]}"#, "with `K\n`, which has the control or format character U+000A"),
        (r#"{"seq":1,"result":[1]}"#, "with the result `[1]`; expected an array of move texts"),
        ("moves: none", "broke the protocol: answered `moves: none`: expected value"),
        (r#"["#, "broke the protocol: answered `[`"),
        ("", "broke the protocol: answered ``"),
    ] {
        let reply = client(&format!("*) printf '%s\\n' '{answer}' ;;"))
            .of(VariantId::RYUGI)
            .and_then(|view| view.moves("x".into()));
        let reply = reply.map_or_else(|error| error.to_string(), |moves| format!("Ok({moves:?})"));
        assert!(reply.contains(expected), "{answer}: {reply}");
    }
}

/// A VFEN and a move of a count that no other test uses.
#[test]
fn texts_that_are_passed_on_have_no_control_characters() {
    let hello = HELLO.replace('}', r#","native":["divide"]}"#);
    let cases = r#"*'"after"'*) answer '"8/8\u009b2J"' ;; *) answer '[["K\u0007",1]]' ;;"#;
    let mut client = Client::open(&program(&hello, cases), &options()).unwrap();
    let vfen = client.of(VariantId::RYUGI).and_then(|view| view.read("x")).map(drop);
    let rows = client.of(VariantId::RYUGI).and_then(|view| view.divide("x".into(), 1)).map(drop);
    for (reply, expected, code) in [
        (vfen, "`after` with `8/8\u{9b}2J`", "U+009B"),
        (rows, "`divide` to depth 1 with `K\u{7}`", "U+0007"),
    ] {
        let expected = format!("answered {expected}, which has the control or format character {code}");
        assert_eq!(reply, Err(BackendError::Protocol(expected)));
    }
}

#[test]
fn a_legal_move_has_one_node_at_depth_1() {
    let hello = HELLO.replace('}', r#","native":["divide"]}"#);
    for count in [0, 2] {
        let answer = format!(r#"*) answer '[["K a1-a2",1],["K a1-b1",{count}]]' ;;"#);
        let mut client = Client::open(&program(&hello, &answer), &options()).unwrap();
        let mut divide = |depth| client.of(VariantId::RYUGI).and_then(|view| view.divide("x".into(), depth));
        let problem = format!(
            "answered `divide` to depth 1 with the count {count} of `K a1-b1`; expected 1 for each legal move"
        );
        assert_eq!(divide(1), Err(BackendError::Protocol(problem)));
        assert_eq!(divide(2).map(|rows| rows.len()), Ok(2));
    }
}

#[test]
fn counts_are_integers_or_digits() {
    let hello = HELLO.replace('}', r#","native":["perft"]}"#);
    for (answer, expected) in [
        ("7", Some(7)),
        ("\"7\"", Some(7)),
        ("340282366920938463463374607431768211455", Some(u128::MAX)),
        ("\"340282366920938463463374607431768211455\"", Some(u128::MAX)),
        ("340282366920938463463374607431768211456", None),
        ("-1", None),
        ("1.0", None),
        ("1e3", None),
        ("\"+1\"", None),
        ("\"\"", None),
        ("true", None),
    ] {
        let words = program(&hello, &format!("*) answer '{answer}' ;;"));
        let counted = Client::open(&words, &options())
            .unwrap()
            .of(VariantId::RYUGI)
            .and_then(|view| view.perft("x".into(), 1));
        assert_eq!(counted.clone().ok(), expected, "{answer}: {counted:?}");
        assert!(
            expected.is_some() || matches!(counted, Err(BackendError::Protocol(_))),
            "{answer}: {counted:?}"
        );
    }
}

#[test]
fn programs_that_cannot_be_asked_are_not_opened() {
    for (hello, expected) in [
        ("{}", "missing field `protocol`"),
        (
            r#"{"protocol":2,"name":"a","version":"1","variants":["ryugi"]}"#,
            "version 2 of the protocol; expected 1",
        ),
        (r#"{"protocol":1,"name":"a@b","version":"1","variants":["ryugi"]}"#, "`name` is `a@b`"),
        (r#"{"protocol":1,"name":"a","version":"","variants":["ryugi"]}"#, "`version` is ``"),
        (r#"{"protocol":1,"name":"a","version":"1","variants":["go"]}"#, "has no variant that vperft knows"),
        (
            r#"{"protocol":1,"name":"a","version":"1","variants":["ryugi"],"rulings":{"x":"y"}}"#,
            "unknown ruling `x`",
        ),
        (
            r#"{"protocol":1,"name":"a","version":"1","variants":["vanguard"],"rulings":{"initial":"y"}}"#,
            "no reading `y`",
        ),
    ] {
        let error = Client::open(&program(hello, ""), &options()).err();
        let error = error.unwrap_or_else(|| panic!("{hello}: was opened"));
        assert!(error.contains(expected), "{hello}: {error}");
    }
    let error = Client::open(&["/no/such/program".to_owned()], &options()).err().expect("there is none");
    assert!(error.contains("cannot be started: /no/such/program"), "{error}");
}

#[test]
fn a_program_has_to_follow_the_rulings_that_are_asked_for() {
    let plain = r#"{"protocol":1,"name":"a","version":"1","variants":["vanguard"]}"#;
    let declared = plain.replace('}', r#","rulings":{"archer-slide":"move-only"}}"#);
    let standard = Rulings::default();
    let mut archer = Rulings::default();
    archer.archer_slide = ArcherSlide::MoveOnly;
    let mut bowman = archer.clone();
    bowman.bowman_path = BowmanPath::Both;
    let refused = |text: &'static str| Some(text.to_owned());
    for (hello, rulings, expected) in [
        (plain, &standard, None),
        (&*declared, &standard, None),
        (&*declared, &archer, None),
        (&*declared, &bowman, refused("declares bowman-path=either, not bowman-path=both")),
        (
            plain,
            &archer,
            refused("declares no rulings, which means archer-slide=both, not archer-slide=move-only"),
        ),
    ] {
        let options = Options { rulings: rulings.clone(), ..options() };
        let opened = Client::open(&program(hello, ""), &options);
        assert_eq!(opened.as_ref().err(), expected.as_ref(), "{hello}");
        if let Ok(client) = opened {
            assert_eq!(client.declared(), (hello != plain).then(|| archer.clone()), "{hello}");
        }
    }
    let clause = Clause::all().next().expect("there are clauses");
    let options = Options { off: [clause].into_iter().collect(), ..options() };
    let error = Client::open(&program(HELLO, ""), &options).err().expect("it cannot");
    assert!(error.contains(clause.id()), "{error}");
}

#[test]
fn restarts_have_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts");
    // The program crashes at every position but one.
    let cases = format!("*good*) answer '[]' ;; *bad*) echo x >> '{}'; exit 3 ;;", starts.display());
    let mut client = client(&cases);
    let died = |client: &mut Client| {
        client.of(VariantId::RYUGI).and_then(|view| view.moves("bad".into())).unwrap_err().to_string()
    };
    assert_eq!(died(&mut client), "crashed: asked for `moves`, it ended (exit status: 3)");
    assert_eq!(client.of(VariantId::RYUGI).and_then(|view| view.moves("good".into())), Ok(vec![]));
    assert_eq!(died(&mut client), "crashed: asked for `moves`, it ended (exit status: 3)");
    assert_eq!(died(&mut client), "crashed: asked for `moves`, it ended (exit status: 3)");
    let over =
        client.of(VariantId::RYUGI).and_then(|view| view.moves("good".into())).unwrap_err().to_string();
    assert_eq!(over, died(&mut client));
    let expected = "was not asked: it reached the limit of 2 restarts; its last error: crashed";
    assert!(over.starts_with(expected), "{over}");
    assert_eq!(std::fs::read_to_string(starts).unwrap(), "x\nx\nx\n");
}

#[test]
fn a_request_that_is_behind_another_does_not_suffer_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let died = folder.path().join("died");
    let many: Vec<_> = (0..40).map(|index| format!("\"K a1-{index}\"")).collect();
    // The program crashes once with many open requests, and then answers the same request.
    let cases = format!(
        "*a1-7'\"'*) mkdir '{}' 2>&- && exit 3; answer '\"child\"' ;; *'\"moves\",\"variant\"'*) answer '[{}]' ;; *'\"after\"'*) answer '\"child\"' ;;",
        died.display(),
        many.join(",")
    );
    assert_eq!(client(&cases).of(VariantId::RYUGI).and_then(|view| view.perft("x".into(), 2)), Ok(1600));
    assert!(died.exists(), "it did not die");
}

#[test]
fn the_request_that_a_program_dies_of_is_named() {
    let many: Vec<_> = (0..40).map(|index| format!("\"K a1-{index}\"")).collect();
    let cases = format!(
        "*a1-7'\"'*) exit 3 ;; *'\"moves\",\"variant\"'*) answer '[{}]' ;; *'\"after\"'*) answer '\"child\"' ;;",
        many.join(",")
    );
    let error = client(&cases)
        .of(VariantId::RYUGI)
        .and_then(|view| view.perft("x".into(), 2))
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "crashed: asked for `after`, it ended (exit status: 3) (asked for `after` `K a1-7` of x)"
    );
}

#[test]
fn a_refusal_in_the_middle_of_a_count_leaves_the_program_as_it_is() {
    let many: Vec<_> = (0..40).map(|index| format!("\"K a1-{index}\"")).collect();
    let cases = format!(
        r#"*a1-7'"'*) echo "{{\"seq\":$s,\"unsupported\":\"why\"}}" ;; *'"moves","variant"'*) answer '[{}]' ;; *'"after"'*) answer '"child"' ;;"#,
        many.join(",")
    );
    let mut client = client(&cases);
    let error = client.of(VariantId::RYUGI).and_then(|view| view.perft("x".into(), 2)).unwrap_err();
    assert_eq!(error, BackendError::Unsupported("why".into()));
    assert_eq!(
        client.of(VariantId::RYUGI).and_then(|view| view.moves("x".into())).map(|moves| moves.len()),
        Ok(40)
    );
}

#[test]
fn silence_ends_with_the_time_limit() {
    let limits = Limits { timeout: Duration::from_millis(300), ..options().limits };
    let options = Options { limits, ..options() };
    let mut client = Client::open(&program(HELLO, "*good*) answer '[]' ;;"), &options).unwrap();
    let start = Instant::now();
    let error = client.of(VariantId::RYUGI).and_then(|view| view.moves("bad".into())).unwrap_err();
    assert_eq!(error, BackendError::Timeout { request: "`moves`".into(), after: limits.timeout });
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
    assert_eq!(client.of(VariantId::RYUGI).and_then(|view| view.moves("good".into())), Ok(vec![]));
}
