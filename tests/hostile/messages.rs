//! The messages about wrong answers.

#[test]
fn escape_codes_are_rejected_and_never_printed() {
    const SANITISED: &str = "\u{fffd}[2J\u{fffd}[H\u{fffd}all checks passed\u{fffd}0m`, which has the control or format character U+001B";
    for fault in ["--ask moves --on 2PpP5 escape-codes", "--ask after --on 2PpP5 escape-codes"] {
        let outcome = crate::harness::run("run ryugi --tier smoke --filter 'ryugi/ep-*'", fault);
        assert!(outcome.stdout.contains(SANITISED), "{fault}: {}", outcome.stdout);
        let printed = outcome.stdout + &outcome.stderr;
        assert!(!printed.contains(|c: char| c.is_control() && c != '\n'), "{fault}: {printed}");
        assert!(!printed.lines().any(|line| line.starts_with("all checks passed")), "{fault}: {printed}");
    }
    for (command, fault) in [
        ("moves ryugi", "--ask moves escape-codes"),
        ("divide ryugi 1", "--ask divide escape-codes"),
        ("show ryugi", "--ask after escape-codes"),
    ] {
        let outcome = crate::harness::run(command, fault);
        assert_eq!(outcome.code, Some(4), "{command}: {}", outcome.stderr);
        assert_eq!(outcome.stdout, "", "{command}");
        // The command sanitises the text of the error like all other text.
        assert!(outcome.stderr.contains(SANITISED), "{command}: {}", outcome.stderr);
    }
}

#[test]
fn answers_that_change_are_reported_as_flaky() {
    let words = "run ryugi --tier smoke --filter 'ryugi/ep-*' --jobs 1";
    let outcome = crate::harness::run(words, "--ask perft --from 1 --every 2 miscount");
    for part in ["flaky: a rerun with a fresh backend differs\n", "rerun  passed\n"] {
        assert_eq!(outcome.stdout.matches(part).count(), 3, "{}", outcome.stdout);
    }
    let note = "3 of 61 checks failed, 3 of them only sometimes: the backend is flaky";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
}

#[test]
fn no_mistake_is_named_from_answers_that_change() {
    for (command, fault) in [
        ("diagnose ryugi --count 60", "--ask moves --from 1 --every 7 omit-move"),
        ("diagnose ryugi --count 60", "--ask status --from 1 --every 7 wrong-status"),
        // More answers are wrong than a run repeats.
        ("run ryugi --tier smoke --jobs 1 --check moves", "--ask moves --from 1 --every 3 omit-move"),
    ] {
        let outcome = crate::harness::run(command, fault);
        let found = &outcome.stdout;
        assert_eq!(outcome.code, Some(1), "{fault}: {found}");
        let none = "no mistake found that explains ";
        assert!(found.contains(none) && found.contains(" when asked again\n"), "{fault}: {found}");
        let is_replayed = found.contains("The answers of the backend change when it is asked again: ");
        assert_eq!(is_replayed, command.starts_with("diagnose"), "{fault}: {found}");
    }
    // A count that is right when it is asked again was wrong all the same.
    let outcome = crate::harness::run("diagnose ryugi", "--ask perft --nth 3 miscount");
    let flaky = " is wrong: its answer to the same question changes\n";
    assert!(outcome.code == Some(1) && outcome.stdout.contains(flaky), "{}", outcome.stdout);
}
