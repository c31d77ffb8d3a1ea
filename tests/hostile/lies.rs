//! What people are told of answers that are wrong.

#[test]
fn orders_to_a_terminal_are_no_answer_and_do_not_reach_one() {
    const PAINT: &str =
        r"\u{1b}[2J\u{1b}[H\nall checks passed\u{9b}0m`, which has a control or format character";
    for liar in ["--ask moves --on 2PpP5 paint", "--ask after --on 2PpP5 paint"] {
        let outcome = crate::run::end("run ryugi --tier smoke --filter 'ryugi/ep-*'", liar);
        assert!(outcome.stdout.contains(PAINT), "{liar}: {}", outcome.stdout);
        let printed = outcome.stdout + &outcome.stderr;
        assert!(!printed.contains(|c: char| c.is_control() && c != '\n'), "{liar}: {printed}");
        assert!(!printed.lines().any(|line| line.starts_with("all checks passed")), "{liar}: {printed}");
    }
    for (command, liar) in [
        ("moves ryugi", "--ask moves paint"),
        ("divide ryugi 1", "--ask divide paint"),
        ("show ryugi", "--ask after paint"),
    ] {
        let outcome = crate::run::end(command, liar);
        assert_eq!(outcome.code, Some(4), "{command}: {}", outcome.stderr);
        assert_eq!(outcome.stdout, "", "{command}");
        // The command shows what an error says of control characters once more, as it does of all text.
        assert!(outcome.stderr.contains(PAINT), "{command}: {}", outcome.stderr);
    }
}

#[test]
fn people_are_told_of_answers_that_change() {
    let words = "run ryugi --tier smoke --filter 'ryugi/ep-*' --jobs 1";
    let outcome = crate::run::end(words, "--ask perft --from 1 --every 2 miscount");
    for part in ["flaky: the same check, with a program started anew\n", "rerun  passed\n"] {
        assert_eq!(outcome.stdout.matches(part).count(), 3, "{}", outcome.stdout);
    }
    let note = "3 of 56 checks failed, 3 of them only sometimes: the backend is flaky";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
}
