//! Backends that crash, and how often they are started again.

use crate::run::{Hostile, check, check_cases};

const ONE: &[(&str, &str)] = &[("ryugi/ep-two-takers moves", "error crash")];

#[test]
fn a_crash_on_one_position_is_of_that_position() {
    for (liar, says) in [
        (
            "--ask moves --on 2PpP5 exit",
            "asked for `moves`, it ended (exit status: 3); the end of its stderr: exits as it was told",
        ),
        ("--ask moves --on 2PpP5 abort", "asked for `moves`, it ended (signal: 6 (SIGABRT)"),
        // A child of it keeps the pipes open.
        ("--ask moves --on 2PpP5 orphan", "asked for `moves`, it ended (exit status: 3)"),
    ] {
        check(&Hostile { liar, flags: "", verdicts: ONE, says });
    }
}

#[test]
fn a_crash_that_does_not_come_again_is_told_with_the_second_answer() {
    check(&Hostile {
        liar: "--ask perft --nth 2 exit",
        flags: "--jobs 1",
        verdicts: &[
            ("ryugi/ep-two-takers perft:1", "error crash, then pass"),
            ("ryugi/ep-after-e3-e5 perft:3", "error crash, then pass"),
        ],
        says: "asked for `perft` to depth 1, it ended (exit status: 3)",
    });
}

#[test]
fn of_many_requests_ahead_the_one_that_crashes_is_found() {
    let hostile = Hostile {
        liar: "--plain --ask moves --on 5k4/10/10/10/10/10/4p5/10/10/5K4 exit",
        flags: "",
        verdicts: &[("* perft:1", "pass"), ("*", "error crash")],
        says: "(asked for `moves` of 5k4/10/10/10/10/10/4p5/10/10/5K4 w - - 0 2)",
    };
    check_cases(&hostile, "ryugi/ep-after-e3-e5", 5);
}

#[test]
fn it_is_started_again_as_often_as_it_may_be() {
    check(&Hostile {
        liar: "--ask moves --on 2PpP5 exit",
        flags: "--restarts 0 --jobs 1",
        verdicts: &[
            ("ryugi/ep-two-takers moves", "error crash"),
            ("ryugi/ep-two-takers *", "error not-asked"),
            ("ryugi/ep-white-takes *", "error not-asked"),
            ("ryugi/ep-would-open-*", "error not-asked"),
            ("ryugi/ep-after-e3-e5 *", "error not-asked"),
        ],
        says: "was not asked: it is started again 0 times at most; last it crashed: asked for `moves`",
    });
    check(&Hostile {
        liar: "--ask perft exit",
        flags: "--restarts 2 --jobs 1",
        verdicts: &[
            ("ryugi/ep-answers-check perft:1", "error crash"),
            ("ryugi/ep-black-takes perft:1", "error crash"),
            ("ryugi/ep-two-takers perft:1", "error crash"),
            ("ryugi/ep-white-takes *", "error not-asked"),
            ("ryugi/ep-would-open-*", "error not-asked"),
            ("ryugi/ep-after-e3-e5 *", "error not-asked"),
        ],
        says: "was not asked: it is started again 2 times at most",
    });
}
