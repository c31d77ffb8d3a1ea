//! Programs that print too much, whatever protocol they speak, and commands that put many answers together.

use crate::run::{end, end_as};

#[test]
fn an_answer_of_many_lines_has_a_longest_length() {
    const MUCH: &str =
        "it printed an answer of more than 1048576 bytes; one of its last lines starts `option name x";
    for (scheme, words, asked) in
        [("script", "moves ryugi", "asked for 1 ribmqkdbir/"), ("uci", "moves chess", "asked for uci, ")]
    {
        for liar in ["pour 20", "pour 8000000"] {
            let outcome = end_as(scheme, words, liar);
            assert_eq!(outcome.code, Some(4), "{scheme}, {liar}: {}", outcome.stderr);
            for says in [asked, MUCH] {
                assert!(outcome.stderr.contains(says), "{scheme}, {liar}: no {says} in {}", outcome.stderr);
            }
        }
    }
}

#[test]
fn a_count_is_worked_out_with_little_memory() {
    // Every position has many moves: what is still to be asked grows with every ply.
    for command in ["perft ryugi 99", "divide ryugi 99"] {
        let outcome = end(command, "--plain --ask moves --from 1 legal-crowd");
        assert_eq!(outcome.code, Some(4), "{command}: {}", outcome.stderr);
        let says = "was not asked: its answers would take more than 64 MiB of memory";
        assert!(outcome.stderr.contains(says), "{command}: {}", outcome.stderr);
    }
}

#[test]
fn a_report_for_people_is_short_however_long_the_answers_are() {
    for liar in ["--ask moves long-move", "--ask moves crowd", "--ask after long-child", "wordy internal"] {
        let outcome = end("run ryugi --tier smoke --filter 'ryugi/ep-*'", liar);
        let printed = outcome.stdout.len() + outcome.stderr.len();
        assert!(printed < 100_000, "{liar}: {printed} bytes");
        let longest = outcome.stdout.lines().map(str::len).max();
        assert!(longest < Some(6000), "{liar}: a line of {longest:?} bytes");
    }
}

#[test]
fn commands_that_compare_many_answers_do_it_with_little_memory() {
    for (command, liar) in [
        ("fuzz ryugi --positions 20 --a fast", "--ask moves crowd"),
        ("fuzz ryugi --positions 20 --a fast", "--plain --ask moves long-move"),
        ("descend ryugi --depth 2", "--plain --ask moves crowd"),
        ("diagnose ryugi", "--ask moves crowd"),
    ] {
        let outcome = end(command, liar);
        assert!(outcome.code.is_some_and(|code| code > 0), "{command}, {liar}: {:?}", outcome.code);
        let printed = outcome.stdout.len() + outcome.stderr.len();
        assert!(printed < 100_000, "{command}, {liar}: {printed} bytes");
    }
}
