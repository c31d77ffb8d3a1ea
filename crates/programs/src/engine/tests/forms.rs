//! The commands by which engines of UCI count, beyond `go perft N`.

use super::*;
use crate::engine::PERFT_COMMAND;
use pretty_assertions::assert_eq;

/// An engine whose command begins with this word, which may be several, and that ignores other commands.
fn engine_with(command: &str, answer: &str) -> Vec<String> {
    let other = format!("'{command} '*) rest=${{line#{command} }}; {answer} ;;");
    let text = LOOP.replace("'go perft '*) perft \"${line#go perft }\" ;;", &other);
    ["sh".to_owned(), "-c".to_owned(), format!("{DEFINITIONS}{text}")].to_vec()
}

#[test]
fn commands_of_public_engines_are_tried() {
    for command in ["go perft", "perft", "divide", "perftdiv", "go perftdiv"] {
        let mut engine = open(&engine_with(command, "perft $rest"), &limits(), &[], engine_probes).unwrap();
        let answer = engine.of(VariantId::CHESS).and_then(|view| view.divide(START.into(), 4));
        assert_eq!(answer, Ok(vec![("P e2-e4".to_owned(), 3)]), "{command}");
    }
}

#[test]
fn the_user_may_name_a_command() {
    let with = |command: &str| [(PERFT_COMMAND.to_owned(), command.to_owned())];
    let counts = |words: &[String], command: &str| {
        let mut engine = open(words, &limits(), &with(command), engine_probes)?;
        engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 4))
    };
    let words = engine_with("debug count", "perft $rest");
    assert_eq!(counts(&words, "debug count {depth}"), Ok(3));
    // The position may be part of the command.
    let words = engine_with("bench perft", "case $rest in '1 rnbq'*|'4 rnbq'*) perft 1 ;; esac");
    assert_eq!(counts(&words, "bench perft {depth} {fen}"), Ok(3));
    let error = counts(&words, "bench {depth}").expect_err("unknown").to_string();
    assert!(error.contains("is ready for more after each: `bench 1` printed nothing"), "{error}");
    let error = counts(&words, "bench").expect_err("no depth").to_string();
    assert!(
        error.contains("the command `bench` has no place for the depth; expected `{depth}` in it"),
        "{error}"
    );
}

#[test]
fn an_engine_that_ends_at_an_unknown_command_is_asked_for_another() {
    let text =
        LOOP.replace("'go perft '*) perft \"${line#go perft }\" ;;", "'perft '*) perft 1 ;; *) exit 1 ;;");
    let words = ["sh".to_owned(), "-c".to_owned(), format!("{DEFINITIONS}{text}")];
    let mut engine = open(&words, &limits(), &[], engine_probes).unwrap();
    assert_eq!(engine.of(VariantId::CHESS).and_then(|view| view.perft(START.into(), 4)), Ok(3));
}

#[test]
fn an_engine_that_hangs_at_its_first_count_is_no_engine_without_the_command() {
    let limits = Limits { timeout: Duration::from_secs(2), ..Limits::default() };
    let mut engine = open(&engine_with("go perft", "sleep 100"), &limits, &[], engine_probes).unwrap();
    let error = engine.of(VariantId::CHESS).err().expect("it hangs").to_string();
    assert_eq!(error, "gave no answer to go perft 1, nor to the question whether it is ready within 2s");
}

#[test]
fn repeated_words_of_a_refused_command_are_no_total() {
    let words = engine_with("go perft", "echo \"Unknown command: go perft\"; echo 1");
    let mut engine = open(&words, &limits(), &[], engine_probes).unwrap();
    let error = engine.of(VariantId::CHESS).err().expect("it does not count").to_string();
    assert!(error.contains("`go perft 1` printed `Unknown command: go perft`"), "{error}");
}
