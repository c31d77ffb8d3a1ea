//! `--move` accepts moves in other notations, several to a text.

use crate::tool::vperft;
use pretty_assertions::assert_eq;

/// Checks that a typed text and canonical moves lead to the same position, and that stderr has these notes on interpreted moves.
#[track_caller]
fn check(variant: &str, typed: &str, canonical: &[&str], notes: &[&str]) {
    let moves: Vec<_> = canonical.iter().map(|text| format!("--move '{text}'")).collect();
    let expected = vperft(&format!("after {variant} {}", moves.join(" "))).ends(0);
    assert_eq!(expected.stderr, "", "{canonical:?}: canonical moves need no notes");
    let outcome = vperft(&format!("after {variant} --move '{typed}'")).ends(0).warns(notes);
    assert_eq!(outcome.stdout, expected.stdout, "{typed}");
}

#[test]
fn several_moves_in_one_text() {
    check(
        "ryugi",
        "1. e3-e4 d9d8 2. N2d3 Nf9-g7 3. Dg1xj7",
        &["P e3-e4", "p d9-d8", "N f2-d3", "n f9-g7", "D g1-j7"],
        &["`e3-e4` is taken to mean `P e3-e4`", "`Dg1xj7` is taken to mean `D g1-j7`"],
    );
    // Canonical moves contain spaces and may follow each other in one text.
    check("ryugi", "P e3-e4 p d9-d8 N e2-c3", &["P e3-e4", "p d9-d8", "N e2-c3"], &[]);
}

#[test]
fn castling_and_promotion() {
    let castling = "ryugi --vfen '5k4/10/10/10/10/10/10/10/10/R4K3R w a1,f1,j1 - 0 1'";
    for (typed, message) in [
        ("O-O", "`O-O` is ambiguous: it may mean K f1-h1; R j1-g1 or K f1-i1; R j1-h1"),
        ("0-0-0", "`0-0-0` is ambiguous: it may mean K f1-c1; R a1-d1 or K f1-d1; R a1-e1"),
    ] {
        vperft(&format!("after {castling} --move '{typed}'")).ends(3).warns(&[message]);
    }
    let promotion = "ryugi --vfen '5k4/P9/10/10/10/10/10/10/10/5K4 w - - 0 1'";
    check(promotion, "a10=D", &["P a9-a10; D-a10"], &["`a10=D` is taken to mean `P a9-a10; D-a10`"]);
    vperft(&format!("after {promotion} --move a9a10"))
        .ends(3)
        .warns(&["`a9a10` is ambiguous: it may mean ", "P a9-a10; D-a10"]);
}

#[test]
fn every_command_about_a_position_accepts_typed_moves() {
    let after = vperft("after ryugi --move 'e3-e4 d9d8'").ends(0).stdout;
    let vfen = after.trim_end();
    for (command, rest) in
        [("moves", "--format lines"), ("perft", "2"), ("divide", "1"), ("show", ""), ("status", "")]
    {
        let played = vperft(&format!("{command} ryugi {rest} --move 'e3-e4 d9d8'")).ends(0);
        let given = vperft(&format!("{command} ryugi {rest} --vfen '{vfen}'")).ends(0);
        assert_eq!(played.stdout, given.stdout, "{command}");
    }
    // Repeated positions among the moves count as repetitions.
    let there_and_back = "N e2-c3 n e9-c8 N c3-e2 n c8-e9 ";
    let status = vperft(&format!("status ryugi --move '{}'", there_and_back.repeat(2))).ends(0);
    assert_eq!(status.stdout, "draw-repetition\n");
}

#[test]
fn an_error_names_the_number_of_the_move_and_suggests_others() {
    for (typed, messages) in [
        (
            "1. e3-e4 d9d8 2. Dg1-j6",
            &[
                "move 3: `Dg1-j6` is not a legal move",
                "in the position ",
                "legal from g1: D g1-h3, D g1-i5, D g1-j7",
            ][..],
        ),
        ("e3-e4 Nd9", &["move 2: `Nd9` is not a legal move"]),
        ("Nd3 hello", &["move 2: cannot read `hello`", "expected a move such as"]),
        ("Nd5", &["move 1: `Nd5` is not a legal move"]),
        ("1.", &["cannot read `1.`: expected a move"]),
        ("e3-e4 1-0 d9d8", &["`d9d8` is behind `1-0`, which ends the game"]),
    ] {
        vperft(&format!("show ryugi --move '{typed}'")).ends(3).warns(messages);
    }
}
