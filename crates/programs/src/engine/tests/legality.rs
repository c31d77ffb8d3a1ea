//! Engines that do not count, asked which moves are legal.

use super::protocols::xboard_with;
use super::*;
use crate::engine::{FROM_START, PROBE};
use pretty_assertions::assert_eq;
use vperft::inner::backend::EngineProbe;

/// The start position, in which the engines of these tests know two moves.
fn two_moves(_: VariantId) -> Vec<EngineProbe> {
    vec![EngineProbe { title: "the start".into(), vfen: START.into(), count: 2 }]
}

fn settings(names: &[&str]) -> Vec<(String, String)> {
    names.iter().map(|name| ((*name).to_owned(), String::new())).collect()
}

/// The moves and the count of one ply, and then what a count of two plies says.
fn answers(engine: &mut Engine) -> [Result<String, String>; 3] {
    let view = engine.of(VariantId::CHESS).expect("it plays chess");
    let moves = view.moves(START.into()).map(|moves| moves.join(" "));
    let counts = [1, 2].map(|depth| view.perft(START.into(), depth).map(|count| count.to_string()));
    let [one, two] = counts;
    [moves, one, two].map(|answer| answer.map_err(|error| error.to_string()))
}

#[track_caller]
fn check(engine: Result<Engine, BackendError>, what: &str) {
    let mut engine = engine.unwrap_or_else(|error| panic!("{what}: {error}"));
    let two = "does not support this: an engine that is asked with --probe counts one ply";
    let expected = [Ok("P a2-a3 P e2-e4".to_owned()), Ok("2".into()), Err(two.into())];
    assert_eq!(answers(&mut engine), expected, "{what}");
}

/// The message of an engine that cannot be asked so.
#[track_caller]
fn refuses(engine: Result<Engine, BackendError>, message: &str) {
    let error = match engine.map(|mut engine| engine.of(VariantId::CHESS).map(drop)) {
        Ok(answer) => answer.expect_err(message),
        Err(error) => error,
    };
    assert!(error.to_string().contains(message), "{message}: {error}");
}

#[test]
fn uci_engines_show_their_moves_by_searching() {
    let lines = "greet() { echo 'id name Fake 7'; echo 'option name MultiPV type spin default 1 min 1 max 9'; echo uciok; }
        search() { echo 'info depth 1 multipv 1 score cp 3 pv e2e4 e7e5'; echo 'info depth 1 multipv 2 score cp 2 pv a2a3'; echo 'bestmove e2e4'; }";
    let limited = "search() { case $1 in *e2e4) echo 'bestmove e2e4' ;; *a2a3) echo 'bestmove a2a3' ;; *) echo 'bestmove (none)' ;; esac; }";
    for changes in [lines, limited] {
        check(open(&words(changes), &limits(), &settings(&[PROBE]), two_moves), changes);
    }
    for (changes, message) in [
        (
            lines.replace("max 9", "max 2"),
            "`MultiPV`: it does not support this: it shows at most 2 moves; by `go depth 1 searchmoves MOVE` it has 1 moves",
        ),
        (lines.replace("pv e2e4 e7e5", "pv h2h3"), "`bestmove e2e4` is in none of its lines"),
        (
            "search() { echo 'bestmove e2e4'; }".to_owned(),
            "by `go depth 1 searchmoves MOVE` it has 1 moves in",
        ),
    ] {
        refuses(open(&words(&changes), &limits(), &settings(&[PROBE]), two_moves), message);
    }
}

#[test]
fn xboard_engines_refuse_illegal_moves() {
    for (changes, flags) in [
        ("other() { case $1 in e2e4|a2a3) ;; *) echo \"Illegal move: $1\" ;; esac; }", &[PROBE][..]),
        (
            "greet() { echo 'feature ping=1 usermove=1 setboard=1 done=1'; }
             other() { case $1 in *e2e4|*a2a3) ;; *) echo \"Invalid move:${1#usermove }\" ;; esac; }",
            &[PROBE],
        ),
        // Without `setboard`, a new game sets the start position.
        (
            "greet() { echo 'feature ping=1 done=1'; }
             other() { case $1 in e2e4|a2a3) ;; *) echo \"Illegal move: $1\" ;; esac; }",
            &[PROBE],
        ),
        (
            "board() { echo 'Illegal position'; }
             other() { case $1 in e2e4|a2a3) ;; *) echo \"Illegal move: $1\" ;; esac; }",
            &[PROBE, FROM_START],
        ),
    ] {
        check(xboard_with(changes, &settings(flags), two_moves), changes);
    }
    refuses(
        xboard_with("other() { :; }", &settings(&[PROBE]), two_moves),
        "by playing each move it has 960 moves in",
    );
}

#[test]
fn an_engine_that_is_asked_from_the_start_gets_no_other_position() {
    let changes = "greet() { echo 'feature ping=1 done=1'; }
        other() { case $1 in e2e4) perft() { echo 'e7e5: 1'; echo 'Nodes searched: 1'; }; esac; }";
    let mut engine = xboard_with(changes, &[], two_moves).expect("it opens");
    let view = engine.of(VariantId::CHESS).expect("it plays chess");
    let after = PositionPath { vfen: START, moves: &["e2-e4".to_owned()] };
    assert_eq!(view.moves(after), Ok(vec!["p e7-e5".to_owned()]));
    let other = view.perft("4k3/8/8/8/8/8/8/4K3 w - - 0 1".into(), 1);
    let reason = "the engine is asked about positions after moves from the start alone";
    assert_eq!(other, Err(BackendError::Unsupported(reason.into())));
}
