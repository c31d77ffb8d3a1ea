//! Backends that print too much, and leave children behind.

use crate::run::{Hostile, check, check_cases, end_as};

/// One answer breaks the protocol.
const ONE: Hostile =
    Hostile { liar: "", flags: "", verdicts: &[("ryugi/ep-two-takers moves", "error protocol")], says: "" };

#[test]
fn a_line_has_a_longest_length() {
    check(&Hostile {
        liar: "--ask moves --on 2PpP5 long-line 300",
        says: "it printed a line of more than 16777216 bytes, which starts `xxxx",
        ..ONE
    });
    check(&Hostile {
        liar: "--ask moves --on 2PpP5 long-line 1",
        flags: "--max-line 5000",
        says: "it printed a line of more than 5000 bytes, which starts `xxxx",
        ..ONE
    });
}

#[test]
fn a_result_has_a_longest_length() {
    check(&Hostile {
        liar: "--ask moves --on 2PpP5 many-moves",
        says: "answered `moves` with a result of 15000001 bytes, which starts `[",
        ..ONE
    });
    let verdicts = &[("ryugi/ep-two-takers after:*", "error protocol")];
    let says = "answered `after` with a result of 10000002 bytes, which starts `";
    check(&Hostile { liar: "--ask after --on 2PpP5 huge-child", verdicts, says, ..ONE });
}

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
fn stderr_may_be_flooded() {
    check(&Hostile { liar: "--ask moves --on 2PpP5 loud 300", verdicts: &[], ..ONE });
}

#[test]
fn lines_nobody_asked_for_are_no_answer_to_the_next_question() {
    check(&Hostile {
        liar: "--ask perft --on 2PpP5 chatter 300",
        flags: "--jobs 1",
        verdicts: &[("ryugi/ep-white-takes moves_of:e6", "error protocol, then pass")],
        says: "answered `nobody has asked for this`",
    });
}

#[test]
fn children_do_not_outlive_it() {
    check(&Hostile { liar: "--ask moves --on 2PpP5 nursery", verdicts: &[], ..ONE });
    let killed = Hostile {
        liar: "--ask moves brood",
        flags: "--timeout 2 --check moves",
        verdicts: &[("*", "error timeout")],
        says: "gave no answer to `moves`",
    };
    check_cases(&killed, "ryugi/ep-two-takers", 1);
}

#[test]
fn neither_do_those_that_have_left_its_session() {
    let end = Hostile { liar: "--ask moves --on 2PpP5 runaways answer", verdicts: &[], ..ONE };
    check(&end);
    check(&Hostile { flags: "--jobs 2", ..end });
    let timeout = Hostile {
        liar: "--ask moves runaways silence",
        flags: "--timeout 2 --check moves",
        verdicts: &[("*", "error timeout")],
        says: "gave no answer to `moves`",
    };
    check_cases(&timeout, "ryugi/ep-two-takers", 1);
    let crash = Hostile {
        liar: "--ask moves runaways exit",
        flags: "--check moves",
        verdicts: &[("*", "error crash")],
        says: "it ended (exit status: 3)",
    };
    check_cases(&crash, "ryugi/ep-two-takers", 1);
}
