//! Backends whose answers are wrong, or none.

use crate::run::{Hostile, check, check_cases};

#[test]
fn a_wrong_answer_fails_its_check() {
    const MOVES: &[(&str, &str)] = &[("ryugi/ep-two-takers moves", "fail moves")];
    const PERFT: &[(&str, &str)] = &[("ryugi/ep-two-takers perft:1", "fail wrong-count")];
    const AFTER: &[(&str, &str)] = &[("ryugi/ep-two-takers after:*", "fail wrong-child")];
    for (liar, verdicts, says) in [
        ("--ask moves --on 2PpP5 forget", MOVES, "\"extra\":[],\"duplicate\":[]"),
        ("--ask moves --on 2PpP5 invent", MOVES, "\"missing\":[],\"extra\":[\"K a1-a9\"],\"duplicate\":[]"),
        ("--ask moves --on 2PpP5 double", MOVES, "\"missing\":[],\"extra\":[],\"duplicate\":[\""),
        ("--ask perft --on 2PpP5 miscount", PERFT, "wrong-count"),
        (
            "--ask after --on 2PpP5 wrong-child",
            AFTER,
            "\"actual\":\"5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1\"",
        ),
    ] {
        check(&Hostile { liar, flags: "", verdicts, says });
    }
    let status = Hostile {
        liar: "--ask status wrong-status",
        flags: "--check status",
        verdicts: &[("* status", "fail wrong-status")],
        says: "\"expected\":\"checkmate\",\"actual\":\"draw-dead\"",
    };
    check_cases(&status, "ryugi/checkmate-two-rooks", 1);
}

#[test]
fn what_is_no_answer_is_told() {
    const PROTOCOL: &[(&str, &str)] = &[("ryugi/ep-two-takers moves", "error protocol")];
    for (liar, says) in [
        ("--ask moves --on 2PpP5 say nonsense", "answered `nonsense`"),
        ("--ask moves --on 2PpP5 say ''", "answered ``"),
        ("--ask moves --on 2PpP5 not-utf8", "it printed a line that is not UTF-8"),
        ("--ask moves --on 2PpP5 wrong-seq", "the number of the request"),
    ] {
        check(&Hostile { liar, flags: "", verdicts: PROTOCOL, says });
    }
}

#[test]
fn orders_to_a_terminal_are_no_answer_and_do_not_reach_one() {
    const PAINT: &str =
        r"\u{1b}[2J\u{1b}[H\nall checks passed\u{9b}0m`, which has a control or format character";
    const MOVES: &[(&str, &str)] = &[("ryugi/ep-two-takers moves", "error protocol")];
    const AFTER: &[(&str, &str)] = &[("ryugi/ep-two-takers after:*", "error protocol")];
    for (liar, verdicts) in [("--ask moves --on 2PpP5 paint", MOVES), ("--ask after --on 2PpP5 paint", AFTER)]
    {
        // In a document the backslashes are doubled.
        let says = r"\\u{1b}[2J\\u{1b}[H\\nall checks passed";
        check(&Hostile { liar, flags: "", verdicts, says });
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
fn unsupported_is_no_failure() {
    let verdicts = &[("ryugi/ep-two-takers moves", "unsupported")];
    check(&Hostile {
        liar: "--ask moves --on 2PpP5 unsupported",
        flags: "",
        verdicts,
        says: "as it was told",
    });
}

#[test]
fn rules_of_another_variant_pass_nothing() {
    let verdicts = &[("*", "error refused")];
    check(&Hostile {
        liar: "variant cetran3",
        flags: "",
        verdicts,
        says: "Cetran Chess 3 has 12 [board-shape]",
    });
}

/// In each process the third count, the fifth and so on are wrong; asked of a new one they are right.
#[test]
fn an_answer_that_changes_is_told_with_the_second() {
    check(&Hostile {
        liar: "--ask perft --from 1 --every 2 miscount",
        flags: "--jobs 1",
        verdicts: &[
            ("ryugi/ep-two-takers perft:1", "fail wrong-count, then pass"),
            ("ryugi/ep-after-e3-e5 perft:2", "fail wrong-count, then pass"),
            ("ryugi/ep-after-e3-e5 perft:4", "fail wrong-count, then pass"),
        ],
        says: "\"rerun\":{\"verdict\":\"pass\"}",
    });
    // The first of them only, and none.
    check(&Hostile {
        liar: "--ask perft --from 1 --every 2 miscount",
        flags: "--jobs 1 --reruns 1",
        verdicts: &[
            ("ryugi/ep-two-takers perft:1", "fail wrong-count, then pass"),
            ("ryugi/ep-after-e3-e5 perft:2", "fail wrong-count"),
            ("ryugi/ep-after-e3-e5 perft:4", "fail wrong-count"),
        ],
        says: "",
    });
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

/// Every VFEN it prints is right, and so is what it says about any: it is wrong about a position that it has played to.
#[test]
fn state_that_no_vfen_shows_is_noticed_where_moves_are_played_first() {
    let verdicts = &[("* moves_of:e6", "fail moves")];
    let keeps = Hostile { liar: "keep 3 2", flags: "", verdicts, says: "\"extra\":[\"P e6-f7; @-f6\"]" };
    check_cases(&keeps, "ryugi/ep-only-at-once", 2);
    // It does not say that it plays moves before it answers, so that it is asked about positions only.
    check_cases(&Hostile { liar: "--plain keep 3 2", ..Hostile::default() }, "ryugi/ep-only-at-once", 2);
}

/// A position may have several faults.
#[test]
fn another_reason_for_a_right_refusal_fails_no_run() {
    let liar = "--ask after other-reason";
    let verdicts = &[("* rejects:*", "other-reason")];
    let says = "\"verdict\":\"other-reason\",\"expected\":\"board-shape\",\"actual\":\"side\"";
    check_cases(&Hostile { liar, flags: "", verdicts, says }, "ryugi/refused-and-read", 9);
}

/// The harness reads what people write; a program is asked canonical texts.
#[test]
fn a_program_need_read_canonical_texts_only() {
    for liar in ["literal", "--plain literal"] {
        check_cases(&Hostile { liar, ..Hostile::default() }, "ryugi/refused-and-read", 9);
    }
}

#[test]
fn an_honest_backend_passes() {
    check(&Hostile { liar: "--ask nothing silence", ..Hostile::default() });
}
