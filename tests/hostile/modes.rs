//! The modes of the attack: what a program does, what comes of it, and what it may cost. Each is a row of a table; `liar.rs` says
//! what the words mean.
//!
//! Whatever a program does, the checks that it is not about pass, the run ends in time and with little memory, nothing that was
//! started is left, and nothing panics: `run.rs` holds every row to all of that.

use crate::run::{LIMIT, at_once, check};
use std::time::Duration;

/// What a program does, and what is demanded of the run.
#[derive(Clone, Copy)]
pub struct Mode {
    /// The liar's words: when it lies, and how.
    pub liar: &'static str,
    /// What that is.
    pub does: &'static str,
    /// More arguments of the run.
    pub flags: &'static str,
    /// The cases that are run, and the number of their checks; none of those of the embedded corpus, to which cases are added.
    pub cases: &'static str,
    pub checks: Option<usize>,
    /// What comes of which check: a pattern for `CASE CHECK`, and the verdict. The first that fits holds; checks that none
    /// fits pass. Every one has to fit some.
    pub verdicts: &'static [(&'static str, &'static str)],
    /// What the output has to say.
    pub says: &'static str,
    /// The most it may take, on a machine that has other things to do, and the most memory, in MiB. A run of an honest program takes
    /// half of either.
    pub time: Duration,
    pub memory: u64,
}

/// What most have in common: the cases of `tests/corpus`, few, so that nothing here depends on what is added to the embedded ones.
pub const MODE: Mode = Mode {
    liar: "",
    does: "",
    flags: "",
    cases: "ryugi/ep-*",
    checks: Some(56),
    verdicts: &[],
    says: "",
    time: Duration::from_secs(20),
    memory: 120,
};

/// What is asked about one position.
const MOVES: &str = "ryugi/ep-two-takers moves";
const AFTER: &str = "ryugi/ep-two-takers after:*";
const PERFT: &str = "ryugi/ep-two-takers perft:1";

/// Wrong answers.
const WRONG: &[Mode] = &[
    Mode { liar: "--ask nothing silence", does: "answers rightly", ..MODE },
    Mode {
        liar: "--ask after other-reason",
        does: "refuses positions rightly, each for another reason",
        cases: "ryugi/refused-and-read",
        checks: Some(9),
        verdicts: &[("* rejects:*", "other-reason")],
        says: "\"verdict\":\"other-reason\",\"expected\":\"board-shape\",\"actual\":\"side\"",
        ..MODE
    },
    Mode {
        liar: "literal",
        does: "reads canonical texts only, as it may",
        cases: "ryugi/refused-and-read",
        checks: Some(9),
        ..MODE
    },
    Mode {
        liar: "--plain literal",
        does: "the same, and counts nothing itself",
        cases: "ryugi/refused-and-read",
        checks: Some(9),
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 forget",
        does: "leaves a legal move out",
        verdicts: &[(MOVES, "fail moves")],
        says: "\"extra\":[],\"duplicate\":[]",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 invent",
        does: "adds a move that is not legal",
        verdicts: &[(MOVES, "fail moves")],
        says: "\"missing\":[],\"extra\":[\"K a1-a9\"],\"duplicate\":[]",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 double",
        does: "lists a move twice",
        verdicts: &[(MOVES, "fail moves")],
        says: "\"missing\":[],\"extra\":[],\"duplicate\":[\"",
        ..MODE
    },
    Mode {
        liar: "--ask perft --on 2PpP5 miscount",
        does: "counts one too many",
        verdicts: &[(PERFT, "fail wrong-count")],
        says: "wrong-count",
        ..MODE
    },
    Mode {
        liar: "--ask after --on 2PpP5 wrong-child",
        does: "says that a move leads elsewhere",
        verdicts: &[(AFTER, "fail wrong-child")],
        says: "\"actual\":\"5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1\"",
        ..MODE
    },
    Mode {
        liar: "--ask status wrong-status",
        does: "calls a checkmate a draw",
        flags: "--check status",
        cases: "ryugi/checkmate-two-rooks",
        checks: Some(1),
        verdicts: &[("* status", "fail wrong-status")],
        says: "\"expected\":\"checkmate\",\"actual\":\"draw-dead\"",
        ..MODE
    },
    Mode {
        liar: "variant cetran3",
        does: "answers by the rules of another variant",
        verdicts: &[("*", "error refused")],
        says: "Cetran Chess 3 has 12 [board-shape]",
        ..MODE
    },
    Mode {
        liar: "keep 3 2",
        does: "keeps an en passant square for itself that no VFEN shows, where moves are played first",
        cases: "ryugi/ep-only-at-once",
        checks: Some(2),
        verdicts: &[("* moves_of:e6", "fail moves")],
        says: "\"extra\":[\"P e6-f7; @-f6\"]",
        ..MODE
    },
    Mode {
        liar: "--plain keep 3 2",
        does: "the same, and is asked about positions only",
        cases: "ryugi/ep-only-at-once",
        checks: Some(2),
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 unsupported",
        does: "says that it does not do what it is asked",
        verdicts: &[(MOVES, "unsupported")],
        says: "as it was told",
        ..MODE
    },
    // In each process the third count, the fifth and so on are wrong; asked of a new one they are right.
    Mode {
        liar: "--ask perft --from 1 --every 2 miscount",
        does: "counts now rightly and now wrongly",
        flags: "--jobs 1",
        verdicts: &[
            (PERFT, "fail wrong-count, then pass"),
            ("ryugi/ep-after-e3-e5 perft:2", "fail wrong-count, then pass"),
            ("ryugi/ep-after-e3-e5 perft:4", "fail wrong-count, then pass"),
        ],
        says: "\"rerun\":{\"verdict\":\"pass\"}",
        ..MODE
    },
    Mode {
        liar: "--ask perft --from 1 --every 2 miscount",
        does: "the same, and is asked again once only",
        flags: "--jobs 1 --reruns 1",
        verdicts: &[
            (PERFT, "fail wrong-count, then pass"),
            ("ryugi/ep-after-e3-e5 perft:2", "fail wrong-count"),
            ("ryugi/ep-after-e3-e5 perft:4", "fail wrong-count"),
        ],
        ..MODE
    },
];

/// Lines that are no answer.
const NONE: &[Mode] = &[
    Mode {
        liar: "--ask moves --on 2PpP5 say nonsense",
        does: "prints a line that is no JSON",
        verdicts: &[(MOVES, "error protocol")],
        says: "answered `nonsense`",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 say ''",
        does: "prints an empty line",
        verdicts: &[(MOVES, "error protocol")],
        says: "answered ``",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 not-utf8",
        does: "prints what is not UTF-8",
        verdicts: &[(MOVES, "error protocol")],
        says: "it printed a line that is not UTF-8",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 wrong-seq",
        does: "answers another request",
        verdicts: &[(MOVES, "error protocol")],
        says: "the number of the request",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 paint",
        does: "adds a move that gives orders to a terminal",
        verdicts: &[(MOVES, "error protocol")],
        // In a document the backslashes are doubled.
        says: r"\\u{1b}[2J\\u{1b}[H\\nall checks passed",
        ..MODE
    },
    Mode {
        liar: "--ask after --on 2PpP5 paint",
        does: "adds such orders to a position",
        verdicts: &[(AFTER, "error protocol")],
        says: r"\\u{1b}[2J\\u{1b}[H\\nall checks passed",
        ..MODE
    },
];

/// One question is not answered in time; those after it are.
const SLOW: Mode = Mode {
    flags: "--timeout 2",
    verdicts: &[(MOVES, "error timeout")],
    says: "gave no answer to `moves` within 2s",
    ..MODE
};

/// Answers that come late, by half, or never.
const SILENCE: &[Mode] = &[
    Mode { liar: "--ask moves --on 2PpP5 silence", does: "answers nothing once, and reads on", ..SLOW },
    Mode { liar: "--ask moves --on 2PpP5 late 2500", does: "answers when nobody waits any more", ..SLOW },
    Mode { liar: "--ask moves --on 2PpP5 half", does: "prints half an answer", ..SLOW },
    Mode { liar: "--ask moves --on 2PpP5 drip", does: "prints blanks without an end of the line", ..SLOW },
    Mode { liar: "--ask moves --on 2PpP5 deaf", does: "reads nothing any more", ..SLOW },
    Mode {
        liar: "silence",
        does: "never answers: the run is given up after ten checks",
        flags: "--timeout 1.5 --restarts 2 --jobs 1",
        checks: Some(10),
        verdicts: &[
            ("ryugi/ep-answers-check moves", "error timeout"),
            ("ryugi/ep-answers-check illegal:*", "error timeout"),
            ("*", "error not-asked"),
        ],
        says: "was not asked: it is started again 2 times at most; last it gave no answer",
        ..MODE
    },
];

/// Programs that end.
const DEATHS: &[Mode] = &[
    Mode {
        liar: "--ask moves --on 2PpP5 exit",
        does: "ends with an exit code and some words",
        verdicts: &[(MOVES, "error crash")],
        says: "asked for `moves`, it ended (exit status: 3); the end of its stderr: exits as it was told",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 abort",
        does: "ends by a signal",
        verdicts: &[(MOVES, "error crash")],
        says: "asked for `moves`, it ended (signal: 6 (SIGABRT)",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 orphan",
        does: "ends and leaves a child that keeps its pipes open",
        verdicts: &[(MOVES, "error crash")],
        says: "asked for `moves`, it ended (exit status: 3)",
        ..MODE
    },
    Mode {
        liar: "--ask perft --nth 2 exit",
        does: "ends at the third count of each process",
        flags: "--jobs 1",
        verdicts: &[
            (PERFT, "error crash, then pass"),
            ("ryugi/ep-after-e3-e5 perft:3", "error crash, then pass"),
        ],
        says: "asked for `perft` to depth 1, it ended (exit status: 3)",
        ..MODE
    },
    Mode {
        liar: "--plain --ask moves --on 5k4/10/10/10/10/10/4p5/10/10/5K4 exit",
        does: "ends at one of many requests ahead",
        cases: "ryugi/ep-after-e3-e5",
        checks: Some(5),
        verdicts: &[("* perft:1", "pass"), ("*", "error crash")],
        says: "(asked for `moves` of 5k4/10/10/10/10/10/4p5/10/10/5K4 w - - 0 2)",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 exit",
        does: "ends, and may not be started again",
        flags: "--restarts 0 --jobs 1",
        verdicts: &[
            (MOVES, "error crash"),
            ("ryugi/ep-two-takers *", "error not-asked"),
            ("ryugi/ep-white-takes *", "error not-asked"),
            ("ryugi/ep-would-open-*", "error not-asked"),
            ("ryugi/ep-after-e3-e5 *", "error not-asked"),
        ],
        says: "was not asked: it is started again 0 times at most; last it crashed: asked for `moves`",
        ..MODE
    },
    Mode {
        liar: "--ask perft exit",
        does: "ends more often than it may be started again",
        flags: "--restarts 2 --jobs 1",
        verdicts: &[
            ("ryugi/ep-answers-check perft:1", "error crash"),
            ("ryugi/ep-black-takes perft:1", "error crash"),
            (PERFT, "error crash"),
            ("ryugi/ep-white-takes *", "error not-asked"),
            ("ryugi/ep-would-open-*", "error not-asked"),
            ("ryugi/ep-after-e3-e5 *", "error not-asked"),
        ],
        says: "was not asked: it is started again 2 times at most",
        ..MODE
    },
];

/// Single answers that are too long, and what nobody has asked for.
const FLOODS: &[Mode] = &[
    Mode {
        liar: "--ask moves --on 2PpP5 long-line 300",
        does: "prints a line of 300 MB",
        verdicts: &[(MOVES, "error protocol")],
        says: "it printed a line of more than 16777216 bytes, which starts `xxxx",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 long-line 1",
        does: "prints a line that is longer than it is told",
        flags: "--max-line 5000",
        verdicts: &[(MOVES, "error protocol")],
        says: "it printed a line of more than 5000 bytes, which starts `xxxx",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 many-moves",
        does: "lists 15 MB of moves",
        verdicts: &[(MOVES, "error protocol")],
        says: "answered `moves` with a result of 15000001 bytes, which starts `[",
        memory: 200,
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 swarm",
        does: "lists 20,001 moves without a text",
        verdicts: &[(MOVES, "error protocol")],
        says: "answered `moves` with 20001 moves; expected at most 20000",
        ..MODE
    },
    Mode {
        liar: "--ask after --on 2PpP5 huge-child",
        does: "prints a position of 10 MB",
        verdicts: &[(AFTER, "error protocol")],
        says: "answered `after` with a result of 10000002 bytes, which starts `",
        memory: 200,
        ..MODE
    },
    Mode { liar: "--ask moves --on 2PpP5 loud 300", does: "prints 300 MB on stderr, and answers", ..MODE },
    Mode {
        liar: "--ask perft --on 2PpP5 chatter 300",
        does: "answers, and prints 300 MB that nobody has asked for",
        flags: "--jobs 1",
        verdicts: &[("ryugi/ep-white-takes moves_of:e6", "error protocol, then pass")],
        says: "answered `nobody has asked for this`",
        ..MODE
    },
];

/// A run of many checks, in every one of which the program says as much as it may.
const MUCH: Mode = Mode {
    flags: "--tier=smoke --jobs 2",
    cases: "ryugi/*",
    checks: None,
    time: LIMIT,
    // An honest program takes 60.
    memory: 150,
    ..MODE
};

/// Answers that are each as long as they may be.
const CROWDS: &[Mode] = &[
    Mode {
        liar: "--ask moves crowd",
        does: "lists 19,000 moves of 50 bytes each, in every position",
        flags: "--tier=smoke --jobs 2 --check moves",
        verdicts: &[("* moves", "fail moves")],
        says: "\"more\":{\"extra\":1",
        ..MUCH
    },
    Mode {
        liar: "--ask moves empty-crowd",
        does: "lists 20,000 moves without a text, in every position",
        flags: "--tier=smoke --jobs 2 --check moves",
        verdicts: &[("* moves", "fail moves")],
        ..MUCH
    },
    Mode {
        liar: "--ask moves long-move",
        does: "lists one move of 1 MB, in every position",
        flags: "--tier=smoke --jobs 2 --check moves",
        verdicts: &[("* moves", "fail moves")],
        says: "xxx...\"",
        ..MUCH
    },
    Mode {
        liar: "--ask after long-child",
        does: "prints a position of 16 kB, after every move",
        verdicts: &[("* after:*", "fail wrong-child")],
        says: "999...\"",
        ..MUCH
    },
    Mode {
        liar: "--ask moves wordy unsupported",
        does: "says with a megabyte of words that it does not list moves",
        // What a text that is not canonical means is asked of the moves.
        verdicts: &[("* moves*", "unsupported"), ("* illegal:??-??", "unsupported")],
        says: "é...\"",
        ..MUCH
    },
    Mode {
        liar: "--ask moves wordy move",
        does: "refuses every position with a megabyte of words",
        verdicts: &[("* moves*", "error refused")],
        says: "é...\"",
        ..MUCH
    },
];

/// Programs with children.
const CHILDREN: &[Mode] = &[
    Mode {
        liar: "--ask moves --on 2PpP5 nursery",
        does: "starts a child that keeps its pipes open, and answers",
        ..MODE
    },
    Mode {
        liar: "--ask moves brood",
        does: "starts such a child, and answers nothing",
        flags: "--timeout 2 --check moves",
        cases: "ryugi/ep-two-takers",
        checks: Some(1),
        verdicts: &[("*", "error timeout")],
        says: "gave no answer to `moves`",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 runaways answer",
        does: "starts children that leave its session, ignore SIGTERM and have children, parents or no parents; and answers",
        ..MODE
    },
    Mode {
        liar: "--ask moves --on 2PpP5 runaways answer",
        does: "the same, and is not the only one",
        flags: "--jobs 2",
        ..MODE
    },
    Mode {
        liar: "--ask moves runaways silence",
        does: "starts such children, and answers nothing",
        flags: "--timeout 2 --check moves",
        cases: "ryugi/ep-two-takers",
        checks: Some(1),
        verdicts: &[("*", "error timeout")],
        says: "gave no answer to `moves`",
        ..MODE
    },
    Mode {
        liar: "--ask moves runaways exit",
        does: "starts such children, and ends",
        flags: "--check moves",
        cases: "ryugi/ep-two-takers",
        checks: Some(1),
        verdicts: &[("*", "error crash")],
        says: "it ended (exit status: 3)",
        ..MODE
    },
];

#[test]
fn a_wrong_answer_fails_its_check() {
    WRONG.iter().for_each(check);
}

#[test]
fn what_is_no_answer_is_told() {
    NONE.iter().for_each(check);
}

#[test]
fn an_answer_that_does_not_come_is_no_answer() {
    at_once(SILENCE, check);
}

#[test]
fn a_crash_on_one_position_is_of_that_position() {
    DEATHS.iter().for_each(check);
}

#[test]
fn an_answer_has_a_longest_length() {
    FLOODS.iter().for_each(check);
}

#[test]
fn of_many_long_answers_little_is_kept() {
    CROWDS.iter().for_each(check);
}

#[test]
fn children_do_not_outlive_a_program() {
    CHILDREN.iter().for_each(check);
}

#[test]
fn every_mode_is_told_in_words() {
    let all = [WRONG, NONE, SILENCE, DEATHS, FLOODS, CROWDS, CHILDREN].concat();
    assert!(all.iter().all(|mode| !mode.does.is_empty() && mode.time <= LIMIT && mode.memory <= 300));
}
