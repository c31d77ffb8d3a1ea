//! Output limits: backends of every protocol that print too much, and commands that collect many long answers.

use crate::harness::{run, run_as};

#[test]
fn an_answer_of_many_lines_has_a_size_limit() {
    const TOO_LONG: &str =
        "it printed an answer of more than 1048576 bytes; one of its last lines starts `option name x";
    for (scheme, words, request) in [
        ("script", "moves ryugi", "asked for 1 ribmqkdbir/"),
        ("uci", "moves chess", "asked for uci, "),
        ("xboard", "moves chess", "asked for protover 2, "),
    ] {
        for fault in ["flood 20", "flood 8000000"] {
            let outcome = run_as(scheme, words, fault);
            assert_eq!(outcome.code, Some(4), "{scheme}, {fault}: {}", outcome.stderr);
            for part in [request, TOO_LONG] {
                assert!(outcome.stderr.contains(part), "{scheme}, {fault}: no {part} in {}", outcome.stderr);
            }
        }
    }
}

#[test]
fn a_count_has_a_memory_limit() {
    // Every position has thousands of moves, so the list of pending requests grows with every ply.
    for command in ["perft ryugi 99", "divide ryugi 99"] {
        let outcome = run(command, "--no-counts --ask moves --from 1 repeat-moves");
        assert_eq!(outcome.code, Some(4), "{command}: {}", outcome.stderr);
        let message = "was not asked: its answers would take more than 64 MiB of memory";
        assert!(outcome.stderr.contains(message), "{command}: {}", outcome.stderr);
    }
}

#[test]
fn a_text_report_stays_short_if_answers_are_long() {
    for fault in
        ["--ask moves long-move", "--ask moves max-moves", "--ask after long-child", "long-error internal"]
    {
        let outcome = run("run ryugi --tier smoke --filter 'ryugi/ep-*'", fault);
        let printed = outcome.stdout.len() + outcome.stderr.len();
        assert!(printed < 100_000, "{fault}: {printed} bytes");
        let longest = outcome.stdout.lines().map(str::len).max();
        assert!(longest < Some(6000), "{fault}: a line of {longest:?} bytes");
    }
}

#[test]
fn commands_that_compare_long_answers_stay_within_the_memory_limit() {
    for (command, fault) in [
        ("fuzz ryugi --positions 20 --a fast", "--ask moves max-moves"),
        ("fuzz ryugi --positions 20 --a fast", "--no-counts --ask moves long-move"),
        ("descend ryugi --depth 2", "--no-counts --ask moves max-moves"),
        ("diagnose ryugi", "--ask moves max-moves"),
    ] {
        let outcome = run(command, fault);
        assert!(outcome.code.is_some_and(|code| code > 0), "{command}, {fault}: {:?}", outcome.code);
        let printed = outcome.stdout.len() + outcome.stderr.len();
        assert!(printed < 100_000, "{command}, {fault}: {printed} bytes");
    }
}
