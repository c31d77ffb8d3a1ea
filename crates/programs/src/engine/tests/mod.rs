//! Correct and faulty engines as shell scripts.

mod forms;
mod legality;
mod protocols;

use super::Engine;
use super::protocol::PROTOCOLS;
use pretty_assertions::assert_eq;
use std::time::{Duration, Instant};
use vperft::inner::backend::{Backend as _, BackendError, Limits, PositionPath, ProbeSource};
use vperft::inner::corpus::suite::engine_probes::engine_probes;
use vperft::inner::game::position::VfenErrorKind;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Variant, VariantId};

/// An engine that knows one move, `e2e4`. Tests insert their changes between the definitions and the loop.
const DEFINITIONS: &str = "
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
fen=$start
greet() { echo 'id name Fake 7'; echo uciok; }
set_option() { :; }
moved() { fen='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'; }
show() { echo \"Fen: $fen\"; echo 'Checkers: '; }
perft() { echo 'e2e4: 3'; total 3; }
search() { :; }
total() { echo; echo \"Nodes searched: $1\"; echo; }
";
const LOOP: &str = "
while read -r line; do
    case $line in
        uci) greet ;;
        isready) echo readyok ;;
        setoption*) set_option \"$line\" ;;
        'position startpos') fen=$start ;;
        'position fen '*' moves'*' '*e2e4) moved ;;
        'position fen '*) fen=${line#position fen }; fen=${fen% moves} ;;
        d) show ;;
        'go perft '*) perft \"${line#go perft }\" ;;
        'go depth 1'*) search \"${line#go depth 1}\" ;;
    esac
done
";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w * - 0 1";
/// An engine that offers Ryugi and knows its start position, and two moves in every position.
const RYUGI: &str = "
greet() { echo 'id name Fake 7'; echo 'option name UCI_Variant type combo default chess var chess var ryugi'; echo uciok; }
set_option() { case $1 in *ryugi) start='ribmqkdbir/ppppnnpppp/4pp4/10/10/10/10/4PP4/PPPPNNPPPP/RIBMQKDBIR w - - 0 1' ;; *chess) start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' ;; esac; fen=$start; }
perft() { echo 'a2a3: 1'; echo 'a2a4: 1'; total 2; }
";

/// Opens an engine of UCI.
fn open(
    words: &[String],
    limits: &Limits,
    settings: &[(String, String)],
    probes: ProbeSource,
) -> Result<Engine, BackendError> {
    open_as("uci", words, limits, settings, probes)
}

fn open_as(
    scheme: &str,
    words: &[String],
    limits: &Limits,
    settings: &[(String, String)],
    probes: ProbeSource,
) -> Result<Engine, BackendError> {
    let protocol = PROTOCOLS.into_iter().find(|protocol| protocol.scheme() == scheme).expect("it is known");
    Engine::open(words, protocol, limits, settings, probes)
}

fn limits() -> Limits {
    Limits { timeout: Duration::from_secs(20), ..Limits::default() }
}

fn words(changes: &str) -> Vec<String> {
    ["sh".to_owned(), "-c".to_owned(), format!("{DEFINITIONS}{changes}{LOOP}")].to_vec()
}

fn engine(changes: &str) -> Engine {
    open(&words(changes), &limits(), &[], engine_probes).unwrap_or_else(|error| panic!("{changes}: {error}"))
}

#[test]
fn an_engine_is_asked_in_its_words_and_answers_in_ours() {
    let mut engine = engine("");
    assert_eq!(engine.identity(), "fake@7");
    assert_eq!(engine.variants(), [VariantId::CHESS]);
    assert_eq!(engine.of(VariantId::CHESS).and_then(|view| view.read(START)).as_deref(), Ok(START));
    assert_eq!(
        engine.of(VariantId::CHESS).and_then(|view| view.moves(START.into())),
        Ok(vec!["P e2-e4".to_owned()])
    );
    assert_eq!(engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 0)), Ok(1));
    assert_eq!(engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 4)), Ok(3));
    assert_eq!(
        engine.of(VariantId::CHESS).and_then(|view| view.divide(START.into(), 4)),
        Ok(vec![("P e2-e4".to_owned(), 3)])
    );
    let refused = engine
        .of(VariantId::CHESS)
        .and_then(|view| view.after(PositionPath { vfen: START, moves: &["e2-e3".to_owned()] }));
    assert!(matches!(refused, Err(BackendError::Move(_))), "{refused:?}");
}

#[test]
fn children_come_without_useless_en_passant_squares() {
    let mut engine =
        engine("perft() { case $fen in *' b '*) echo 'e7e5: 1' ;; *) echo 'e2e4: 1' ;; esac; total 1; }");
    let child = engine
        .of(VariantId::CHESS)
        .and_then(|view| view.after(PositionPath { vfen: START, moves: &["e2-e4".to_owned()] }));
    assert_eq!(child.as_deref(), Ok("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b * - 0 1"));
}

#[test]
fn an_engine_that_shows_every_passed_square_is_noted() {
    let without = "moved() { fen='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'; }";
    for (changes, is_noted) in [("", true), (without, false), ("show() { :; }", false)] {
        assert_eq!(engine(changes).translated().is_some(), is_noted, "{changes}");
    }
}

#[test]
fn an_engine_without_positions_is_followed_by_the_texts_of_its_moves() {
    let mut engine = engine(
        "show() { :; }; moved() { fen=moved; }
        perft() { case $fen in moved) echo 'e7e5: 1'; echo 'g8f6: 1'; total 2 ;; *) echo 'e2e4: 3'; total 3 ;; esac; }",
    );
    let view = engine.of(VariantId::CHESS).expect("it plays chess");
    let path = PositionPath { vfen: START, moves: &["e2-e4".to_owned()] };
    assert_eq!(view.moves(path), Ok(vec!["p e7-e5".to_owned(), "n g8-f6".to_owned()]));
    assert_eq!(view.perft(path, 1), Ok(2));
    // A position that the engine does not show is not its answer.
    for shown in [view.after(path), view.read(START)] {
        assert!(matches!(shown, Err(BackendError::Unsupported(_))), "{shown:?}");
    }
}

#[test]
fn mates_differ_from_stalemates_and_the_rest_is_unsupported() {
    let quiet = "8/8/8/8/8/k7/p7/K7 w - - 0 1";
    for (changes, expected) in [
        (
            "show() { echo \"Fen: $fen\"; case $fen in *' w '*) echo 'Checkers: b2 ' ;; *) echo 'Checkers: ' ;; esac; }; perft() { case $fen in rnbq*) echo 'e2e4: 1'; total 1 ;; *) total 0 ;; esac; }",
            Ok(Status::Checkmate),
        ),
        (
            "perft() { case $fen in rnbq*) echo 'e2e4: 1'; total 1 ;; *) total 0 ;; esac; }",
            Ok(Status::Stalemate),
        ),
        ("perft() { echo 'a1b1: 1'; total 1; }", Err("whether a game that can go on is drawn")),
    ] {
        match (engine(changes).of(VariantId::CHESS).and_then(|view| view.status(quiet.into())), expected) {
            (Ok(status), Ok(expected)) => assert_eq!(status, expected, "{changes}"),
            (Err(BackendError::Unsupported(reason)), Err(expected)) => {
                assert!(reason.contains(expected), "{reason}")
            }
            (answer, _) => panic!("{changes}: {answer:?}"),
        }
    }
}

#[test]
fn a_total_that_comes_late_is_waited_for() {
    let mut engine = engine("perft() { echo 'e2e4: 3'; sleep 0.3; total 3; }");
    for _ in 0..3 {
        assert_eq!(engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 5)), Ok(3));
    }
}

#[test]
fn invalid_output_is_reported_and_the_engine_restarted() {
    let faults = [
        ("echo 'e2e4: 3'; sleep 100", "gave no answer to go perft 3 within"),
        (
            "echo 'e2e4: 3'; echo 'out of memory' >&2; exit 3",
            "crashed: asked for go perft 3, it ended (exit status: 3); the end of its stderr: out of memory",
        ),
        (
            "echo 'e2e4: 3'; total 4",
            "broke the protocol: `go perft 3` ends with a total of 4, but its moves have 3",
        ),
        (
            "printf 'x%.0s' $(seq 3000); echo; sleep 100",
            "broke the protocol: asked for go perft 3, it printed a line of more than 1000 bytes",
        ),
        (
            "printf 'e2e4\\033[2J: 3\\n'; total 3",
            "broke the protocol: answered `go perft 3` with `e2e4\u{1b}[2J: 3`, which has the control or format character U+001B",
        ),
        (
            "exec yes 'info string x'",
            "broke the protocol: asked for go perft 3, it printed an answer of more than 1048576 bytes; one of its last \
             lines starts `info string x`",
        ),
        (
            "echo 'bestmove e2e4'",
            "does not support this: the engine has no `go perft`: it answers `bestmove e2e4`",
        ),
        (
            "echo 'e2e4: -3'; total 4",
            "broke the protocol: answered `go perft 3` with line 1: the count `-3` of the move",
        ),
        (
            "echo 'a thread'; exit 3",
            "crashed: asked for go perft 3, it ended (exit status: 3); its last line is `a thread`",
        ),
        ("echo 'a thread'; sleep 100", "gave no answer to go perft 3 (its last line is `a thread`) within"),
    ];
    for (fault, expected) in faults {
        let folder = tempfile::tempdir().unwrap();
        // The fault happens once; a restarted engine counts.
        let once = folder.path().join("done");
        let once = once.display();
        let changes = format!(
            "perft() {{ if [ $1 = 3 ] && [ ! -e '{once}' ]; then : > '{once}'; {fault}; else echo 'e2e4: 3'; total 3; fi; }}"
        );
        let limits =
            Limits { timeout: Duration::from_secs(4), max_line: 1000, restarts: 1, ..Limits::default() };
        let mut engine = open(&words(&changes), &limits, &[], engine_probes).unwrap();
        let start = Instant::now();
        let error =
            engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 3)).expect_err(fault);
        assert!(error.to_string().starts_with(expected), "{fault}: {error}");
        assert!(start.elapsed() < Duration::from_secs(15), "{fault}: took {:?}", start.elapsed());
        assert_eq!(
            engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 3)),
            Ok(3),
            "{fault}"
        );
    }
}

#[test]
fn restarts_of_a_crashing_engine_have_a_limit() {
    let limits = Limits { restarts: 2, ..limits() };
    let changes = "perft() { [ $1 = 2 ] && exit 1; echo 'e2e4: 3'; total 3; }";
    let mut engine = open(&words(changes), &limits, &[], engine_probes).unwrap();
    let crashes: Vec<_> = (0..4)
        .map(|_| {
            engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 2)).unwrap_err().to_string()
        })
        .collect();
    assert!(crashes[..3].iter().all(|crash| crash.contains("ended (exit status: 1)")), "{crashes:?}");
    assert!(crashes[3].contains("the limit of 2 restarts; its last error: crashed"), "{crashes:?}");
}

#[test]
fn programs_that_are_not_engines_are_refused() {
    let limits = Limits { timeout: Duration::from_secs(2), ..Limits::default() };
    let open_with = |changes: &str, settings: &[(&str, &str)]| {
        let settings: Vec<_> =
            settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        open(&words(changes), &limits, &settings, engine_probes).err().expect("no engine").to_string()
    };
    for (changes, settings, expected) in [
        ("greet() { :; }", &[][..], "gave no answer to uci within 2s"),
        (
            "greet() { exec yes 'option name Hash type spin'; }",
            &[],
            "broke the protocol: asked for uci, it printed",
        ),
        (
            "greet() { while :; do echo 'option name Hash'; sleep 0.1; done; }",
            &[],
            "gave no answer to uci within 2s",
        ),
        // Each part of the start is within the timeout, but all parts together are not.
        (
            "greet() { echo 'option name Hash type spin'; sleep 1.2; echo uciok; }\nset_option() { sleep 1.2; }",
            &[("Hash", "64")],
            "gave no answer to setoption name Hash within 2s",
        ),
        ("greet() { exit 0; }", &[], "crashed: asked for uci, it ended (exit status: 0)"),
        ("", &[("Hash", "64")], "does not support this: no option `Hash`; the engine has none"),
    ] {
        let error = open_with(changes, settings);
        assert!(error.starts_with(expected), "{changes}: {error}");
    }
}

#[test]
fn options_are_set_by_the_names_of_the_engine() {
    let changes = "
        greet() { echo 'option name Hash type spin default 1'; echo uciok; }
        set_option() { [ \"$1\" = 'setoption name Hash value 64' ] && set=1; }
        perft() { [ $1 = 2 ] && { total ${set-0}; return; }; echo 'e2e4: 1'; total 1; }";
    let settings = [("hash".to_owned(), "64".to_owned())];
    let mut engine = open(&words(changes), &limits(), &settings, engine_probes).unwrap();
    let error =
        engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 2)).unwrap_err().to_string();
    assert!(error.contains("a total of 1, but its moves have 0"), "the option was not set: {error}");
}

#[test]
fn an_engine_that_plays_another_variant_is_found_out_once() {
    let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
    let chess_only = "set_option() { :; }";
    for (changes, expected) in [
        (String::new(), "does not support this: ryugi: the engine has no option `UCI_Variant`"),
        (
            "greet() { echo 'option name UCI_Variant type combo default chess var chess var shogi'; echo uciok; }".into(),
            "does not support this: ryugi: the engine offers no `ryugi` in its option `UCI_Variant`",
        ),
        (
            format!("{RYUGI}{chess_only}"),
            "broke the protocol: it does not play ryugi: after `position startpos`, it shows `rnbqkbnr/",
        ),
        (
            format!("{RYUGI}{chess_only}\nshow() {{ echo \"Unknown command: 'd'\"; }}\nperft() {{ case $fen in ribmqk*) echo 'a2a3: 1' ;; *) echo 'e2e4: 1' ;; esac; total 1; }}"),
            "broke the protocol: it does not play ryugi: its own start position has other moves",
        ),
    ] {
        let mut engine = engine(&changes);
        assert_eq!(engine.variants(), [VariantId::CHESS], "{changes}");
        let error = engine.of(VariantId::RYUGI).and_then(|view| view.moves(start.into())).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{changes}: {error}");
    }
}

#[test]
fn totals_of_misread_pieces_are_not_passed_on() {
    let mut engine = engine(RYUGI);
    assert_eq!(engine.variants(), [VariantId::RYUGI, VariantId::CHESS]);
    let vfen = "5k4/10/10/10/10/10/10/10/P9/5K4 w - - 0 1";
    assert_eq!(engine.of(VariantId::RYUGI).and_then(|view| view.perft(vfen.into(), 1)), Ok(2));
    for answer in [
        engine.of(VariantId::RYUGI).and_then(|view| view.perft(vfen.into(), 2)).map(drop),
        engine.of(VariantId::RYUGI).and_then(|view| view.divide(vfen.into(), 2)).map(drop),
    ] {
        let error = answer.unwrap_err().to_string();
        let expected = "broke the protocol: its totals in ryugi are not used: it counts 2 moves in `";
        assert!(error.starts_with(expected), "{error}");
    }
    let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
    let error =
        engine.of(VariantId::RYUGI).and_then(|view| view.moves(start.into())).unwrap_err().to_string();
    assert!(error.contains("the castling rights of ryugi cannot be written in a form"), "{error}");
    let error =
        engine.of(VariantId::ROCOCO).and_then(|view| view.moves(start.into())).unwrap_err().to_string();
    assert!(error.contains("moves of rococo have effects"), "{error}");
}

#[test]
fn pieces_that_could_not_be_tried_are_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let once = folder.path().join("done");
    let once = once.display();
    // The engine crashes at the first probe, and knows two moves after its restart.
    let dies = format!(
        "perft() {{ case $fen in r*) ;; *) [ -e '{once}' ] || {{ : > '{once}'; exit 3; }} ;; esac; echo 'a2a3: 1'; echo 'a2a4: 1'; total 2; }}"
    );
    let mut engine = engine(&format!("{RYUGI}{dies}"));
    let vfen = "5k4/10/10/10/10/10/10/10/P9/5K4 w - - 0 1";
    for expected in ["crashed: asked for go perft 1", "broke the protocol: its totals in ryugi are not used"]
    {
        let error =
            engine.of(VariantId::RYUGI).and_then(|view| view.perft(vfen.into(), 2)).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn no_engine_sees_a_king_that_can_be_captured() {
    let shows = "show() { echo \"Fen: $fen\"; case $fen in 4k*' b '*) echo 'Checkers: e1 ' ;; *) echo 'Checkers: ' ;; esac; }
        perft() { case $fen in 4k*) exit 1 ;; esac; echo 'e2e4: 1'; total 1; }";
    let vfen = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1";
    match engine(shows).of(VariantId::CHESS).and_then(|view| view.perft(vfen.into(), 2)) {
        Err(BackendError::Position(error)) => assert_eq!(error.kind, VfenErrorKind::KingCapturable),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn an_engine_that_shows_no_checks_is_not_given_the_other_side() {
    let shows = "show() { case $fen in 4k*' b '*) exit 1 ;; esac; echo \"Fen: $fen\"; }";
    let vfen = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    assert_eq!(engine(shows).of(VariantId::CHESS).and_then(|view| view.perft(vfen.into(), 2)), Ok(3));
}

#[test]
fn hands_and_counters_are_unsupported_and_no_fault_of_the_engine() {
    let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    for (fen, expected) in [
        (format!("{moved}[P] b KQkq - 0 1"), "pieces in hand (`[P]`) are not supported; the engine shows "),
        (
            format!("{moved} b KQkq - 3+3 0 1"),
            "counters of checks (`3+3`) are not supported; the engine shows ",
        ),
    ] {
        let mut engine = engine(&format!("moved() {{ fen='{fen}'; }}"));
        let view = engine.of(VariantId::CHESS).expect("it plays chess");
        let answer = view.after(PositionPath { vfen: START, moves: &["e2-e4".to_owned()] });
        let Err(BackendError::Unsupported(reason)) = answer else { panic!("{fen}: {answer:?}") };
        assert!(reason.starts_with(expected), "{reason}");
    }
    // An empty hand counts as no hand.
    let engine = engine("show() { echo \"Fen: $(echo \"$fen\" | sed 's/ /[] /')\"; echo 'Checkers: '; }");
    assert_eq!(engine.variants(), [VariantId::CHESS]);
}

#[test]
fn castling_from_any_file_needs_an_engine_with_that_option() {
    let mut plain = engine("");
    let view = plain.of(VariantId::CHESS).expect("it plays chess");
    let vfen = "1k6/8/8/8/8/8/8/1RK5 w b1,c1 - 0 1";
    let reason = "the engine has no option `UCI_Chess960`, so it does not castle from any file".to_owned();
    assert_eq!(view.perft(vfen.into(), 1), Err(BackendError::Unsupported(reason)));
    let option = [("UCI_Chess960".to_owned(), "true".to_owned())];
    let opened = open(&words(""), &limits(), &option, engine_probes).map(|_| ());
    let reason = "no option `UCI_Chess960`; the engine has none".to_owned();
    assert_eq!(opened, Err(BackendError::Unsupported(reason)));
}

/// Asks an engine that prints its counts with these commands for perft 3, a list and a divide.
#[track_caller]
fn counts(perft: &str) -> [Result<u128, String>; 3] {
    counts_of(&mut engine(perft))
}

/// The answers to perft 3, a list and a divide.
fn counts_of(engine: &mut Engine) -> [Result<u128, String>; 3] {
    let mut view =
        |ask: &dyn Fn(&mut dyn vperft::inner::backend::VariantBackend) -> Result<u128, BackendError>| {
            engine.of(VariantId::CHESS).and_then(ask).map_err(|error| error.to_string())
        };
    let sum = |rows: Vec<(String, u128)>| rows.iter().map(|(_, count)| count).sum();
    [
        view(&|view| view.perft(START.into(), 3)),
        view(&|view| view.moves(START.into()).map(|moves| moves.len() as u128)),
        view(&|view| view.divide(START.into(), 3).map(sum)),
    ]
}

#[test]
fn engines_count_in_their_own_words() {
    let list = "echo 'a2a3: 5'; echo 'e2e4: 7'";
    for text in [
        format!("perft() {{ {list}; echo; echo 'Nodes searched: 12'; echo; }}"),
        format!(
            "perft() {{ echo; echo \"Running performance test to depth $1\"; echo; {list}; echo; echo 'Nodes: 12'; echo 'Time: 1ms'; echo 'NPS: 9000'; }}"
        ),
        format!(
            "perft() {{ {list}; echo; echo 'Nodes searched: 12'; echo 'Time (ms)     : 2'; echo 'Nodes/second  : 4451000'; }}"
        ),
        format!(
            "perft() {{ {list}; echo; echo 'Total time (ms) : 2'; echo 'Nodes searched: 12'; echo 'Nodes/second    : 4451000'; }}"
        ),
        format!("perft() {{ {list}; echo 'total: 12'; }}"),
        "perft() { printf 'a2a3\\t5\\ne2e4\\t7\\n\\ntotal 12\\n12000 nps\\n'; }".to_owned(),
        format!("perft() {{ {list}; echo 'nodes 12 nps 100 time 1'; }}"),
        format!("perft() {{ {list}; echo 'Nodes searched: 12 nodes in 3 ms (1000 knps)'; }}"),
        format!("perft() {{ {list}; echo 'Moves       12'; }}"),
        format!("perft() {{ {list}; echo 'Moves: 2'; echo 'Total: 12'; }}"),
        format!("perft() {{ {list}; echo 12; }}"),
        format!("perft() {{ {list}; echo \"Perft($1)=12\"; }}"),
        "perft() { echo 'e2-e4: 7'; echo 'Pa2a3 5'; echo '12 nodes in 0.1 s'; }".to_owned(),
        "perft() { echo 'info string a2a3: 5'; echo 'info string e2e4 7'; echo 'info string nodes 12'; }"
            .to_owned(),
        "perft() { echo '1. a2a3 5 (0.1 s)'; echo '2. e2e4 7 (0.1 s)'; echo 'Leaf nodes: 12'; }".to_owned(),
        format!("perft() {{ {list}; echo 'Nodes searched: 12'; echo 'bestmove e2e4'; }}"),
        format!(
            "perft() {{ {list}; echo; echo 12; echo 'info depth 1 nodes 31 pv e2e4'; echo 'bestmove e2e4'; }}"
        ),
        // An engine that counts in a thread is ready at once.
        format!("perft() {{ {{ sleep 0.2; {list}; echo; echo 'Nodes searched: 12'; }} & }}"),
    ] {
        assert_eq!(counts(&text), [Ok(12), Ok(2), Ok(12)], "{text}");
    }
}

#[test]
fn what_contradicts_a_list_is_no_answer() {
    let list = "echo 'a2a3: 5'; echo 'e2e4: 7'";
    for (text, line) in [
        (format!("{list}; echo 'Nodes searched: 12'; echo 'Total: 13'"), "Total: 13"),
        (format!("{list}; echo 'Total: 13'; echo 'Nodes searched: 12'"), "Total: 13"),
        (format!("{list}; echo 'Nodes searched: 12'; echo 'd2d4: 3'"), "d2d4: 3"),
    ] {
        let [perft3, ..] = counts(&format!("perft() {{ {text}; }}"));
        let error = perft3.expect_err(&text);
        assert!(error.ends_with(&format!("a total of 12, and also `{line}`")), "{text}: {error}");
    }
}

/// A move that an engine lists and does not count is not taken for a legal one.
#[test]
fn a_listed_move_has_a_node_at_depth_1() {
    let perft = "perft() { echo 'a2a3: 0'; echo 'e2e4: 12'; echo; echo 'Nodes searched: 12'; }";
    let [perft3, moves, divide] = counts(perft);
    assert_eq!((perft3, divide), (Ok(12), Ok(12)), "it may mate at depth 3");
    let error = moves.expect_err("an impossible count");
    assert!(error.contains("with the count 0 of `a2a3`; expected 1 for each legal move"), "{error}");
}

#[test]
fn totals_alone_are_used_and_lists_are_unsupported() {
    for perft in [
        "perft() { echo 8902; }",
        "perft() { echo 'Nodes: 8902'; }",
        "perft() { for depth in $(seq $1); do echo \"perft( $depth)= 8902 ( 0.000 sec)\"; done; }",
        "perft() { echo 'info string 8,902 leaf nodes'; }",
        "perft() { for depth in $(seq $1); do [ $depth = $1 ] && echo 8902 || echo 20; done; }",
        "perft() { echo \"info depth $1 nodes 8902 time 3 nps 2967333\"; }",
    ] {
        let [perft3, moves, divide] = counts(perft);
        assert_eq!(perft3, Ok(8902), "{perft}");
        for answer in [moves, divide] {
            let error = answer.expect_err(perft);
            assert_eq!(
                error, "does not support this: the engine prints totals only, and no moves",
                "{perft}"
            );
        }
    }
}

#[test]
fn promotions_without_a_piece_are_moves_that_are_not_legal() {
    let changes = "perft() { case $fen in 4k3*) echo 'b7b8: 1'; echo 'e1d1: 1'; total 2 ;; *) echo 'e2e4: 3'; total 3 ;; esac; }";
    let vfen = "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
    let mut engine = engine(changes);
    assert_eq!(engine.of(VariantId::CHESS).and_then(|view| view.perft(vfen.into(), 1)), Ok(2));
    let moves = engine.of(VariantId::CHESS).and_then(|view| view.moves(vfen.into())).unwrap();
    assert_eq!(moves, ["P b7-b8", "K e1-d1"]);
}

#[test]
fn engines_with_another_command_or_none_are_told_apart() {
    // `perft N` in place of `go perft N`, which is refused, ignored or starts a search.
    let other = "case $line in 'perft '*) perft ${line#perft } ;; esac";
    for go in [
        "echo 'Unknown command: go'",
        ":",
        "echo 'info depth 1 score cp 13 nodes 20 pv e2e4'; echo 'bestmove e2e4'",
        "{ while :; do echo 'info depth 1 score cp 13 nodes 20 pv e2e4'; sleep 0.05; done; } & search=$!",
    ] {
        let text = format!(
            "{DEFINITIONS}go() {{ {go}; }}{}",
            LOOP.replace(
                "'go perft '*) perft \"${line#go perft }\" ;;",
                &format!("go*) go ;; perft*) {other} ;; stop) kill $search; echo 'bestmove e2e4' ;;")
            )
        );
        let words = ["sh".to_owned(), "-c".to_owned(), text.clone()];
        let mut engine = open(&words, &limits(), &[], engine_probes).unwrap();
        let answer = engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 4));
        assert_eq!(answer, Ok(3), "{text}");
    }
    for (changes, expected) in [
        (
            "perft() { echo 'Unknown command: perft'; }",
            "is ready for more after each: `go perft 1` printed `Unknown command: perft`; `perft 1`, `divide 1`, `perftdiv 1`, `go perftdiv 1` printed nothing",
        ),
        ("perft() { :; }", "`go perftdiv 1` printed nothing; --perft-command names another"),
        ("perft() { echo 'e2e4: 1'; }", "`go perft 1` prints moves and no total"),
        (
            "perft() { echo 'out of memory'; exit 3; }",
            "it ended (exit status: 3); its last line is `out of memory`",
        ),
    ] {
        let error = engine(changes).of(VariantId::CHESS).err().expect(changes).to_string();
        assert!(error.contains(expected), "{changes}: {error}");
    }
}

#[test]
fn an_engine_that_ends_at_its_start_position_blames_the_definition() {
    let changes = "greet() { echo 'option name UCI_Variant type combo default chess var chess'; echo 'option name VariantPath type string'; echo uciok; }
        show() { kill -SEGV $$; }";
    let settings = [("VariantPath".to_owned(), "mine.ini".to_owned())];
    let mut engine = open(&words(changes), &limits(), &settings, engine_probes).unwrap();
    let error = engine.of(VariantId::CHESS).err().expect("it ends").to_string();
    let expected = "the likely reason is the definition of `chess` in `mine.ini` (--option VariantPath)";
    assert!(
        error.starts_with("crashed: asked for d, it ended (signal: 11") && error.contains(expected),
        "{error}"
    );
    let mut engine = open(&words(changes), &limits(), &[], engine_probes).unwrap();
    let error = engine.of(VariantId::CHESS).err().expect("it ends").to_string();
    assert!(!error.contains("likely reason"), "{error}");
}
