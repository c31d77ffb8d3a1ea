//! Which errors count as the same.

use pretty_assertions::assert_eq;
use vperft_run::{error_core, error_key};

#[test]
fn the_core_of_an_error_leaves_out_the_question() {
    for (message, expected) in [
        (
            "crashed: asked for `moves`, it ended (exit status: 1); the end of its stderr: no",
            "ended (exit status: 1); the end of its stderr: no",
        ),
        (
            "crashed: asked for 2 8/8 w - - 0 1, it cannot be started: x: no such file",
            "cannot be started: x: no such file",
        ),
        ("gave no answer to `moves` within 2s", "2s"),
        ("refused the move: no, it is none", "refused the move: no, it is none"),
    ] {
        assert_eq!(error_core(message), expected);
    }
}

#[test]
fn the_key_of_an_error_leaves_out_positions_moves_and_numbers_but_no_places_in_a_source() {
    for (message, expected) in [
        ("panicked: no piece on e4 of 5k4/10/5K4 w - e6 0 1", "panicked: no piece on # of #"),
        (
            "panicked: no piece on f10 of '5k4/3p6/5K4 b h10,a1 - 12 7 ban=a1b2'",
            "panicked: no piece on # of #",
        ),
        (
            "thread 'main' (4711) panicked at src/a.rs:10:5: index 12",
            "thread 'main' (#) panicked at src/a.rs:10:5: index #",
        ),
        ("ValueError: line 12, move \"K f10-e10\"", "ValueError: line 12, move \"K #"),
        ("File \"/home/me/rules.py\", line 7, in d5xe4", "File \"/home/me/rules.py\", line 7, in #"),
    ] {
        assert_eq!(error_key(message), expected);
    }
}
