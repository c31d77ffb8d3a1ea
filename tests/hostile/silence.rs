//! Backends that answer late, by half, or never.

use crate::run::{Hostile, check, check_cases};

const ONE: &[(&str, &str)] = &[("ryugi/ep-two-takers moves", "error timeout")];

/// One question is not answered in time; those after it are.
const SLOW: Hostile =
    Hostile { liar: "", flags: "--timeout 2", verdicts: ONE, says: "gave no answer to `moves` within 2s" };

#[test]
fn an_answer_that_does_not_come_is_no_answer() {
    check(&Hostile { liar: "--ask moves --on 2PpP5 silence", ..SLOW });
}

#[test]
fn an_answer_that_comes_late_is_none_to_the_next_question() {
    check(&Hostile { liar: "--ask moves --on 2PpP5 late 2500", ..SLOW });
}

#[test]
fn half_an_answer_is_none() {
    check(&Hostile { liar: "--ask moves --on 2PpP5 half", ..SLOW });
}

#[test]
fn an_answer_that_trickles_without_an_end_is_none() {
    check(&Hostile { liar: "--ask moves --on 2PpP5 drip", ..SLOW });
}

#[test]
fn a_program_that_stops_reading_is_left() {
    check(&Hostile { liar: "--ask moves --on 2PpP5 deaf", ..SLOW });
}

#[test]
fn a_program_that_never_answers_is_given_up() {
    let hostile = Hostile {
        liar: "silence",
        flags: "--timeout 1.5 --restarts 2 --jobs 1",
        verdicts: &[
            ("ryugi/ep-answers-check moves", "error timeout"),
            ("ryugi/ep-answers-check illegal:*", "error timeout"),
            ("*", "error not-asked"),
        ],
        says: "was not asked: it is started again 2 times at most; last it gave no answer",
    };
    // The run is given up after ten checks.
    check_cases(&hostile, "ryugi/ep-*", 10);
}
