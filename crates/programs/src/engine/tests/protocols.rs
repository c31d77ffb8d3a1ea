//! Engines of XBoard, UCCI and USI, and programs that speak another protocol than the one asked for.

use super::*;
use pretty_assertions::assert_eq;

/// An XBoard engine that knows two moves at the start. Tests insert their changes between the definitions and the loop.
const XBOARD: &str = "
fen=start
greet() { echo 'feature ping=1 setboard=1 myname=\"Old 2.1\" variants=\"normal,capablanca\"'; echo 'feature done=1'; }
board() { fen=$1; }
perft() { echo 'a2a3: 5'; echo 'e2e4: 7'; echo 'Nodes searched: 12'; }
other() { echo \"Error (unknown command): $1\"; }
";
const XBOARD_LOOP: &str = "
while read -r line; do
    case $line in
        xboard|new|force|accepted*) ;;
        'protover 2') greet ;;
        'ping '*) echo \"pong ${line#ping }\" ;;
        'setboard '*) board \"${line#setboard }\" ;;
        'perft '*) perft \"${line#perft }\" ;;
        *) other \"$line\" ;;
    esac
done
";

fn xboard(changes: &str) -> Result<Engine, BackendError> {
    xboard_with(changes, &[], engine_probes)
}

pub(super) fn xboard_with(
    changes: &str,
    settings: &[(String, String)],
    probes: ProbeSource,
) -> Result<Engine, BackendError> {
    let limits = Limits { timeout: Duration::from_secs(4), restarts: 3, ..Limits::default() };
    let words = ["sh".to_owned(), "-c".to_owned(), format!("{XBOARD}{changes}{XBOARD_LOOP}")];
    open_as("xboard", &words, &limits, settings, probes)
}

#[test]
fn xboard_engines_count_and_list() {
    for changes in [
        "",
        // Without `ping`, silence ends an answer.
        "greet() { echo 'feature setboard=1 done=1'; }",
        // The features come in parts, and without `done`.
        "greet() { echo 'feature done=0'; sleep 2.5; echo 'feature setboard=1 ping=1 done=1'; }",
        "greet() { echo 'feature setboard=1 ping=1'; }",
        // The first version of the protocol: `protover` is refused or ignored.
        "greet() { other 'protover 2'; }",
        "greet() { :; }",
        // A prompt before every line, and noise.
        "perft() { echo 'tellics say counting'; echo 'White (1) : a2a3 5'; echo 'e2e4 7'; echo; echo 'total 12'; }",
        // `perft` prints the total alone, and `divide` the moves.
        "perft() { echo \"Raw nodes for depth $1: 12\"; echo 'Time : 0.00'; }
         other() { case $1 in divide*) echo 'a2a3 5'; echo 'e2e4 7'; echo 'Moves: 2'; echo 'Nodes: 12' ;; *) echo \"Error (unknown command): $1\" ;; esac; }",
    ] {
        let mut engine = xboard(changes).unwrap_or_else(|error| panic!("{changes}: {error}"));
        assert_eq!(engine.variants(), [VariantId::CHESS], "{changes}");
        assert_eq!(counts_of(&mut engine), [Ok(12), Ok(2), Ok(12)], "{changes}");
    }
    assert_eq!(xboard("").map(|engine| engine.identity()), Ok("old@2.1".to_owned()));
}

#[test]
fn xboard_engines_that_print_totals_are_checked_by_them() {
    // `divide` counts one ply more, or ends the engine.
    for other in ["echo 'a2a3 5'; echo 'e2e4 8'; echo 'Nodes: 13'", "exit 3", ":"] {
        let changes = format!("perft() {{ echo \"Raw nodes for depth $1: 12\"; }}\nother() {{ {other}; }}");
        let mut engine = xboard(&changes).unwrap_or_else(|error| panic!("{changes}: {error}"));
        let [perft, moves, divide] = counts_of(&mut engine);
        assert_eq!(perft, Ok(12), "{changes}");
        for answer in [moves, divide] {
            let error = answer.expect_err(&changes);
            assert_eq!(
                error, "does not support this: the engine prints totals only, and no moves",
                "{changes}"
            );
        }
    }
}

#[test]
fn questions_that_xboard_cannot_answer_are_unsupported() {
    let mut engine = xboard("other() { [ \"$1\" = e2e4 ]; }").expect("it opens");
    let read = engine.of(VariantId::CHESS).and_then(|view| view.read(START));
    let after = PositionPath { vfen: START, moves: &["e2-e4".to_owned()] };
    let after = engine.of(VariantId::CHESS).and_then(|view| view.after(after));
    for answer in [read, after] {
        assert!(matches!(answer, Err(BackendError::Unsupported(_))), "{answer:?}");
    }
    let mut engine =
        xboard("board() { case $1 in rnbq*) ;; *) echo 'tellusererror Illegal position' ;; esac; }")
            .expect("it opens");
    let vfen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let error = engine.of(VariantId::CHESS).and_then(|view| view.perft(vfen.into(), 2)).expect_err("refused");
    assert!(
        error.refuses_position() && error.to_string().contains("`tellusererror Illegal position`"),
        "{error}"
    );
}

#[test]
fn xboard_engines_without_perft_differ_from_those_that_hang() {
    for (changes, expected) in [
        (
            "perft() { other perft; }",
            "is ready for more after each: `perft 1` printed `Error (unknown command): perft`; `divide 1` printed `Error (unknown \
             command): divide 1`; ",
        ),
        ("perft() { echo 'Illegal move: perft 1'; }", "`perft 1` printed `Illegal move: perft 1`"),
        ("perft() { :; }; other() { :; }", "`perft 1`, `divide 1`, `perftdiv 1` printed nothing"),
        (
            "greet() { echo 'feature setboard=1 done=1'; }\nperft() { :; }; other() { :; }",
            "whether it hangs cannot be seen, because it has no `ping`: `perft 1`",
        ),
        (
            "perft() { echo thinking; sleep 100; }",
            "gave no answer to perft 1, nor to the question whether it is ready (its last line is `thinking`) within 4s",
        ),
        (
            "perft() { other perft; exit 1; }; other() { echo \"Error (unknown command): $1\"; exit 1; }",
            "crashed: asked for perft 1, it ended",
        ),
    ] {
        let mut engine = xboard(changes).unwrap_or_else(|error| panic!("{changes}: {error}"));
        let error = engine.of(VariantId::CHESS).err().expect(changes).to_string();
        assert!(error.contains(expected), "{changes}: {error}");
    }
}

#[test]
fn programs_that_speak_another_protocol_are_named() {
    let limits = Limits { timeout: Duration::from_secs(2), ..Limits::default() };
    let speaker = |greeting: &str, answer: &str, other: &str| {
        format!("while read -r line; do case $line in '{greeting}') {answer} ;; *) {other} ;; esac; done")
    };
    let features = "echo 'feature myname=\"Old 1.0\" done=1'";
    for (scheme, program, seconds, expected) in [
        (
            "uci",
            speaker("protover 2", features, "echo 'Error (unknown command): uci'"),
            2,
            "it speaks XBoard (it answers `protover 2`) and not UCI; pass --backend ",
        ),
        ("uci", speaker("protover 2", features, ":"), 10, "it speaks XBoard"),
        (
            "xboard",
            speaker("uci", "echo 'option name Hash'; echo uciok", "echo \"Unknown command: $line\""),
            2,
            "it speaks UCI (it answers `uci`) and not XBoard; pass --backend ",
        ),
        ("uci", speaker("ucci", "echo ucciok", ":"), 10, "it speaks UCCI (it answers `ucci`) and not UCI"),
        ("usi", speaker("uci", "echo uciok", ":"), 10, "it speaks UCI (it answers `uci`) and not USI"),
    ] {
        let words = ["sh".to_owned(), "-c".to_owned(), program.clone()];
        let start = Instant::now();
        let opened = open_as(scheme, &words, &limits, &[], engine_probes);
        let error = opened.err().expect("no engine").to_string();
        assert!(
            error.starts_with(&format!("does not support this: {expected}")),
            "{scheme} {program}: {error}"
        );
        assert!(start.elapsed() < Duration::from_secs(seconds), "{program}: {:?}", start.elapsed());
    }
    let words = ["sh".to_owned(), "-c".to_owned(), "echo 'usage: engine FILE'; exit 2".to_owned()];
    for (scheme, request) in [("uci", "uci"), ("xboard", "protover 2"), ("usi", "usi"), ("ucci", "ucci")] {
        let error =
            open_as(scheme, &words, &limits, &[], engine_probes).err().expect("no engine").to_string();
        let end = "it ended (exit status: 2); its last line is `usage: engine FILE`";
        assert_eq!(error, format!("crashed: asked for {request}, {end}"));
    }
}

#[test]
fn engines_of_shogi_and_xiangqi_use_their_own_words() {
    // Chess, as the one variant that is built in and that such an engine may offer.
    let engine = |protocol: &str, position: &str, list: &str, moved: &str| {
        format!(
            "start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'; fen=$start
            while read -r line; do case $line in
                {protocol}) echo 'id name Other 3'; echo 'option UCI_Variant type combo default chess var chess'; echo {protocol}ok ;;
                isready) echo readyok ;;
                'position startpos') fen=$start ;;
                'position {position}') fen='4k3/8/8/8/8/8/8/4K3 w - - 0 1' ;;
                'position {position} moves {moved}') fen='4k3/8/8/8/8/8/4K3/8 b - - 1 1' ;;
                'position '*) fen=$start ;;
                d) echo \"Fen: $fen\"; echo 'Checkers:' ;;
                'go perft '*) echo '{list}: 7'; echo; echo 'Nodes searched: 7' ;;
            esac; done"
        )
    };
    let vfen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (scheme, text) in [
        ("ucci", engine("ucci", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", "e1e2")),
        ("usi", engine("usi", "sfen 4k3/8/8/8/8/8/8/4K3 b - 1", "4h4g", "4h4g")),
    ] {
        let words = ["sh".to_owned(), "-c".to_owned(), text];
        let mut engine = open_as(scheme, &words, &limits(), &[], engine_probes).unwrap();
        if scheme == "usi" {
            // The start position has castling rights, which USI cannot express.
            let error = engine.of(VariantId::CHESS).err().expect("castling rights").to_string();
            assert!(error.contains("positions of USI have no castling rights (`KQkq`)"), "{error}");
            continue;
        }
        let view = engine.of(VariantId::CHESS).unwrap_or_else(|error| panic!("{scheme}: {error}"));
        assert_eq!(view.moves(vfen.into()), Ok(vec!["K e1-e2".to_owned()]), "{scheme}");
        let after = PositionPath { vfen, moves: &["K e1-e2".to_owned()] };
        assert_eq!(view.after(after).as_deref(), Ok("4k3/8/8/8/8/8/4K3/8 b - - 1 1"), "{scheme}");
    }
}
