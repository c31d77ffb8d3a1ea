//! The table of faults: what the backend does, the verdicts that a run gives, and the limits that it keeps.
//!
//! `faulty_backend.rs` describes the faults. `harness::check` checks for every row that the unaffected checks pass, that the run
//! ends in time and with little memory, that no process is left, and that nothing panics.

use crate::harness::{LIMIT, check, in_parallel};
use std::time::Duration;

/// A run with a faulty backend, and what is expected of it.
#[derive(Clone, Copy)]
pub struct FaultCase {
    /// The arguments of the faulty backend: conditions and fault.
    pub fault: &'static str,
    /// The fault of the backend.
    pub summary: &'static str,
    /// Further arguments of `run`.
    pub flags: &'static str,
    /// A pattern for the cases of `tests/corpus` to run.
    pub cases: &'static str,
    /// The number of checks of these cases; `None` for cases of the embedded corpus, which grows.
    pub checks: Option<usize>,
    /// Patterns for `CASE CHECK`, each with a verdict. The first match counts; checks without a match pass. Every pattern has to
    /// match a check.
    pub verdicts: &'static [(&'static str, &'static str)],
    /// A text that the output has to contain.
    pub output: &'static str,
    /// The time limit on a busy machine, far above what a run with a correct backend takes.
    pub time: Duration,
    /// The memory limit in MiB, about twice what a run with a correct backend takes.
    pub memory: u64,
}

/// The defaults: the few `ep-*` cases of `tests/corpus`, so that no row depends on additions to the embedded corpus.
pub const BASE: FaultCase = FaultCase {
    fault: "",
    summary: "",
    flags: "",
    cases: "ryugi/ep-*",
    checks: Some(61),
    verdicts: &[],
    output: "",
    time: Duration::from_secs(40),
    memory: 120,
};

/// Checks of a single position.
const MOVES: &str = "ryugi/ep-two-takers moves";
const AFTER: &str = "ryugi/ep-two-takers after:*";
const PERFT: &str = "ryugi/ep-two-takers perft:1";

/// Wrong answers.
const WRONG: &[FaultCase] = &[
    FaultCase { fault: "--ask nothing no-answer", summary: "answers correctly", ..BASE },
    FaultCase {
        fault: "--ask after other-reason",
        summary: "refuses invalid positions, each for a wrong reason",
        cases: "ryugi/refused-and-read",
        checks: Some(9),
        verdicts: &[("* rejects:*", "other-reason")],
        output: "\"verdict\":\"other-reason\",\"expected\":\"board-shape\",\"actual\":\"side\"",
        ..BASE
    },
    FaultCase {
        fault: "--ask after other-reason bad_board",
        summary: "refuses invalid positions with a word that names no fault",
        cases: "ryugi/refused-and-read",
        checks: Some(9),
        verdicts: &[("* rejects:*", "other-reason")],
        output: "\"verdict\":\"other-reason\",\"expected\":\"board-shape\",\"actual\":\"bad_board\"",
        ..BASE
    },
    FaultCase {
        fault: "canonical-only",
        summary: "accepts canonical move texts only, which is allowed",
        cases: "ryugi/refused-and-read",
        checks: Some(9),
        ..BASE
    },
    FaultCase {
        fault: "--no-counts canonical-only",
        summary: "accepts canonical move texts only, and has no `perft`",
        cases: "ryugi/refused-and-read",
        checks: Some(9),
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 omit-move",
        summary: "omits a legal move",
        verdicts: &[(MOVES, "fail moves")],
        output: "\"extra\":[],\"duplicate\":[]",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 add-move",
        summary: "adds an illegal move",
        verdicts: &[(MOVES, "fail moves")],
        output: "\"missing\":[],\"extra\":[\"K a1-a9\"],\"duplicate\":[]",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 duplicate-move",
        summary: "lists a move twice",
        verdicts: &[(MOVES, "fail moves")],
        output: "\"missing\":[],\"extra\":[],\"duplicate\":[\"",
        ..BASE
    },
    FaultCase {
        fault: "--ask perft --on 2PpP5 miscount",
        summary: "counts one too many",
        verdicts: &[(PERFT, "fail wrong-count")],
        output: "wrong-count",
        ..BASE
    },
    FaultCase {
        fault: "--ask after --on 2PpP5 wrong-child",
        summary: "reports a wrong position after a move",
        verdicts: &[(AFTER, "fail wrong-child")],
        output: "\"actual\":\"5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1\"",
        ..BASE
    },
    FaultCase {
        fault: "--ask status wrong-status",
        summary: "reports a checkmate as a draw",
        flags: "--check status",
        cases: "ryugi/checkmate-two-rooks",
        checks: Some(1),
        verdicts: &[("* status", "fail wrong-status")],
        output: "\"expected\":\"checkmate\",\"actual\":\"draw-dead\"",
        ..BASE
    },
    FaultCase {
        fault: "other-variant cetran3",
        summary: "answers by the rules of another variant",
        verdicts: &[("*", "error refused")],
        output: "squares; expected 12 [board-shape]",
        ..BASE
    },
    FaultCase {
        fault: "stale-field 3 2",
        summary: "plays moves with a stale en passant square that no VFEN shows",
        cases: "ryugi/ep-only-at-once",
        checks: Some(3),
        verdicts: &[("* moves_of:e6", "fail moves")],
        output: "\"extra\":[\"P e6-f7; @-f6\"]",
        ..BASE
    },
    FaultCase {
        fault: "--no-counts stale-field 3 2",
        summary: "keeps a stale en passant square, but is asked about positions without moves",
        cases: "ryugi/ep-only-at-once",
        checks: Some(3),
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 unsupported",
        summary: "answers `unsupported`",
        verdicts: &[(MOVES, "unsupported")],
        output: "as configured",
        ..BASE
    },
    // The third, fifth, ... count of each process is wrong, so a rerun in a fresh process is right.
    FaultCase {
        fault: "--ask perft --from 1 --every 2 miscount",
        summary: "counts correctly at times and wrongly at others",
        flags: "--jobs 1",
        verdicts: &[
            (PERFT, "fail wrong-count, then pass"),
            ("ryugi/ep-after-e3-e5 perft:2", "fail wrong-count, then pass"),
            ("ryugi/ep-after-e3-e5 perft:4", "fail wrong-count, then pass"),
        ],
        output: "\"rerun\":{\"verdict\":\"pass\"}",
        ..BASE
    },
    FaultCase {
        fault: "--ask perft --from 1 --every 2 miscount",
        summary: "counts wrongly at times, with a single rerun allowed",
        flags: "--jobs 1 --reruns 1",
        verdicts: &[
            (PERFT, "fail wrong-count, then pass"),
            ("ryugi/ep-after-e3-e5 perft:2", "fail wrong-count"),
            ("ryugi/ep-after-e3-e5 perft:4", "fail wrong-count"),
        ],
        ..BASE
    },
];

/// Lines that are not answers.
const INVALID: &[FaultCase] = &[
    FaultCase {
        fault: "--ask moves --on 2PpP5 print nonsense",
        summary: "prints a line that is not JSON",
        verdicts: &[(MOVES, "error protocol")],
        output: "answered `nonsense`",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 print ''",
        summary: "prints an empty line",
        verdicts: &[(MOVES, "error protocol")],
        output: "answered ``",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 not-utf8",
        summary: "prints a line that is not UTF-8",
        verdicts: &[(MOVES, "error protocol")],
        output: "it printed a line that is not UTF-8",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 wrong-seq",
        summary: "answers with the number of another request",
        verdicts: &[(MOVES, "error protocol")],
        output: "the number of the request",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 escape-codes",
        summary: "adds a move with escape codes",
        verdicts: &[(MOVES, "error protocol")],
        output: r"\u001b[2J\u001b[H\nall checks passed",
        ..BASE
    },
    FaultCase {
        fault: "--ask after --on 2PpP5 escape-codes",
        summary: "adds escape codes to a position",
        verdicts: &[(AFTER, "error protocol")],
        output: r"\u001b[2J\u001b[H\nall checks passed",
        ..BASE
    },
];

/// One request times out; later ones are answered.
const SLOW: FaultCase = FaultCase {
    flags: "--timeout 2",
    verdicts: &[(MOVES, "error timeout")],
    output: "gave no answer to `moves` within 2s",
    ..BASE
};

/// Answers that are late, incomplete or missing.
const TIMEOUTS: &[FaultCase] = &[
    FaultCase { fault: "--ask moves --on 2PpP5 no-answer", summary: "does not answer one request", ..SLOW },
    FaultCase { fault: "--ask moves --on 2PpP5 delay 2500", summary: "answers after the timeout", ..SLOW },
    FaultCase { fault: "--ask moves --on 2PpP5 half-line", summary: "prints half an answer", ..SLOW },
    FaultCase {
        fault: "--ask moves --on 2PpP5 trickle",
        summary: "prints spaces without ending the line",
        ..SLOW
    },
    FaultCase { fault: "--ask moves --on 2PpP5 hang", summary: "stops reading", ..SLOW },
    FaultCase {
        fault: "no-answer",
        summary: "never answers, so that the run ends after ten checks",
        flags: "--timeout 1.5 --restarts 2 --jobs 1",
        checks: Some(10),
        verdicts: &[
            ("ryugi/ep-answers-check moves", "error timeout"),
            ("ryugi/ep-answers-check illegal:*", "error timeout"),
            ("*", "error not-asked"),
        ],
        output: "was not asked: it reached the limit of 2 restarts; its last error: gave no answer",
        ..BASE
    },
];

/// Backends that crash.
const CRASHES: &[FaultCase] = &[
    FaultCase {
        fault: "--ask moves --on 2PpP5 exit",
        summary: "exits with a code and a message on stderr",
        verdicts: &[(MOVES, "error crash")],
        output: "asked for `moves`, it ended (exit status: 3); the end of its stderr: exits as configured",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 abort",
        summary: "is killed by a signal",
        verdicts: &[(MOVES, "error crash")],
        output: "asked for `moves`, it ended (signal: 6 (SIGABRT)",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 child-then-exit",
        summary: "exits and leaves a child that keeps its pipes open",
        verdicts: &[(MOVES, "error crash")],
        output: "asked for `moves`, it ended (exit status: 3)",
        ..BASE
    },
    FaultCase {
        fault: "--ask perft --nth 2 exit",
        summary: "exits at the third count of each process",
        flags: "--jobs 1",
        verdicts: &[
            (PERFT, "error crash, then pass"),
            ("ryugi/ep-after-e3-e5 perft:3", "error crash, then pass"),
        ],
        output: "asked for `perft` to depth 1, it ended (exit status: 3)",
        ..BASE
    },
    FaultCase {
        fault: "--no-counts --ask moves --on 5k4/10/10/10/10/10/4p5/10/10/5K4 exit",
        summary: "exits at one of several pipelined requests",
        cases: "ryugi/ep-after-e3-e5",
        checks: Some(5),
        verdicts: &[("* perft:1", "pass"), ("*", "error crash")],
        output: "(asked for `moves` of 5k4/10/10/10/10/10/4p5/10/10/5K4 w - - 0 2)",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 exit",
        summary: "exits, with no restart allowed",
        flags: "--restarts 0 --jobs 1",
        verdicts: &[
            (MOVES, "error crash"),
            ("ryugi/ep-two-takers *", "error not-asked"),
            ("ryugi/ep-white-takes *", "error not-asked"),
            ("ryugi/ep-would-open-*", "error not-asked"),
            ("ryugi/ep-after-e3-e5 *", "error not-asked"),
        ],
        output: "was not asked: it reached the limit of 0 restarts; its last error: crashed: asked for `moves`",
        ..BASE
    },
    FaultCase {
        fault: "--ask perft exit",
        summary: "exits more often than it may be restarted",
        flags: "--restarts 2 --jobs 1",
        verdicts: &[
            ("ryugi/ep-answers-check perft:1", "error crash"),
            ("ryugi/ep-black-takes perft:1", "error crash"),
            (PERFT, "error crash"),
            ("ryugi/ep-white-takes *", "error not-asked"),
            ("ryugi/ep-would-open-*", "error not-asked"),
            ("ryugi/ep-after-e3-e5 *", "error not-asked"),
        ],
        output: "was not asked: it reached the limit of 2 restarts",
        ..BASE
    },
];

/// Answers that are too long, and unsolicited output.
const FLOODS: &[FaultCase] = &[
    FaultCase {
        fault: "--ask moves --on 2PpP5 long-line 300",
        summary: "prints a line of 300 MB",
        verdicts: &[(MOVES, "error protocol")],
        output: "it printed a line of more than 16777216 bytes, which starts `xxxx",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 long-line 1",
        summary: "prints a line that is longer than `--max-line` allows",
        flags: "--max-line 5000",
        verdicts: &[(MOVES, "error protocol")],
        output: "it printed a line of more than 5000 bytes, which starts `xxxx",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 many-moves",
        summary: "lists 15 MB of moves",
        verdicts: &[(MOVES, "error protocol")],
        output: "answered `moves` with a result of 15000001 bytes, which starts `[",
        memory: 200,
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 too-many-moves",
        summary: "lists 20,001 empty moves",
        verdicts: &[(MOVES, "error protocol")],
        output: "answered `moves` with 20001 moves; expected at most 20000",
        ..BASE
    },
    FaultCase {
        fault: "--ask after --on 2PpP5 huge-child",
        summary: "prints a position of 10 MB",
        verdicts: &[(AFTER, "error protocol")],
        output: "answered `after` with a result of 10000002 bytes, which starts `",
        memory: 200,
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 flood-stderr 300",
        summary: "prints 300 MB on stderr, and answers",
        ..BASE
    },
    FaultCase {
        fault: "--ask perft --on 2PpP5 flood-stdout 300",
        summary: "answers, and prints 300 MB of unsolicited lines",
        flags: "--jobs 1",
        verdicts: &[("ryugi/ep-white-takes position", "error protocol, then pass")],
        output: "answered `unsolicited line of text.`",
        ..BASE
    },
];

/// A run of many checks, each with a maximal answer.
const MANY_CHECKS: FaultCase = FaultCase {
    flags: "--tier=smoke --jobs 2",
    cases: "ryugi/*",
    checks: None,
    time: LIMIT,
    // A run with a correct backend takes 60 MiB.
    memory: 150,
    ..BASE
};

/// Answers of nearly the maximal length.
const LONG_ANSWERS: &[FaultCase] = &[
    FaultCase {
        fault: "--ask moves max-moves",
        summary: "lists 19,000 moves of 50 bytes in every position",
        flags: "--tier=smoke --jobs 2 --check moves",
        verdicts: &[("* moves", "fail moves")],
        output: "\"more\":{\"extra\":1",
        ..MANY_CHECKS
    },
    FaultCase {
        fault: "--ask moves max-empty-moves",
        summary: "lists 20,000 empty moves in every position",
        flags: "--tier=smoke --jobs 2 --check moves",
        verdicts: &[("* moves", "fail moves")],
        ..MANY_CHECKS
    },
    FaultCase {
        fault: "--ask moves long-move",
        summary: "lists one move of 1 MB in every position",
        flags: "--tier=smoke --jobs 2 --check moves",
        verdicts: &[("* moves", "fail moves")],
        output: "xxx...\"",
        ..MANY_CHECKS
    },
    FaultCase {
        fault: "--ask after long-child",
        summary: "prints a position of 16 kB after every move",
        verdicts: &[("* after:*", "fail wrong-child"), ("* position", "fail wrong-child")],
        output: "999...\"",
        ..MANY_CHECKS
    },
    FaultCase {
        fault: "--ask moves long-error unsupported",
        summary: "answers `moves` with `unsupported` and a message of more than 1 MB",
        // The harness needs the list of moves to resolve a move text that is not canonical.
        verdicts: &[("* moves*", "unsupported"), ("* illegal:??-??", "unsupported")],
        output: "é...\"",
        ..MANY_CHECKS
    },
    FaultCase {
        fault: "--ask moves long-error move",
        summary: "refuses every position with a message of more than 1 MB",
        verdicts: &[("* moves*", "error refused")],
        output: "é...\"",
        ..MANY_CHECKS
    },
];

/// Backends with children.
const CHILDREN: &[FaultCase] = &[
    FaultCase {
        fault: "--ask moves --on 2PpP5 child-then-answer",
        summary: "starts a child that keeps its pipes open, and answers",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves child-then-hang",
        summary: "starts a child that keeps its pipes open, and hangs",
        flags: "--timeout 2 --check moves",
        cases: "ryugi/ep-two-takers",
        checks: Some(1),
        verdicts: &[("*", "error timeout")],
        output: "gave no answer to `moves`",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 detached-children answer",
        summary: "starts detached children that ignore SIGTERM, and answers",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves --on 2PpP5 detached-children answer",
        summary: "starts detached children next to a second backend process",
        flags: "--jobs 2",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves detached-children no-answer",
        summary: "starts detached children, and does not answer",
        flags: "--timeout 2 --check moves",
        cases: "ryugi/ep-two-takers",
        checks: Some(1),
        verdicts: &[("*", "error timeout")],
        output: "gave no answer to `moves`",
        ..BASE
    },
    FaultCase {
        fault: "--ask moves detached-children exit",
        summary: "starts detached children, and exits",
        flags: "--check moves",
        cases: "ryugi/ep-two-takers",
        checks: Some(1),
        verdicts: &[("*", "error crash")],
        output: "it ended (exit status: 3)",
        ..BASE
    },
];

#[test]
fn a_wrong_answer_fails_only_its_check() {
    WRONG.iter().for_each(check);
}

#[test]
fn a_malformed_answer_is_a_protocol_error() {
    INVALID.iter().for_each(check);
}

#[test]
fn a_missing_answer_is_a_timeout() {
    in_parallel(TIMEOUTS, check);
}

#[test]
fn a_crash_affects_only_the_check_that_caused_it() {
    CRASHES.iter().for_each(check);
}

#[test]
fn answers_have_size_limits() {
    FLOODS.iter().for_each(check);
}

#[test]
fn long_answers_are_truncated_in_reports() {
    LONG_ANSWERS.iter().for_each(check);
}

#[test]
fn children_are_killed_with_their_backend() {
    CHILDREN.iter().for_each(check);
}

#[test]
fn every_case_has_a_summary_and_tight_limits() {
    let all = [WRONG, INVALID, TIMEOUTS, CRASHES, FLOODS, LONG_ANSWERS, CHILDREN].concat();
    assert!(all.iter().all(|case| !case.summary.is_empty() && case.time <= LIMIT && case.memory <= 300));
}
