//! The output of the commands about a single position.

use crate::tool::{check, variants, vperft};
use pretty_assertions::assert_eq;

const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";
const STALEMATE: &str = "9k/7Q2/10/10/10/10/10/10/10/K9 b - - 0 1";
const EN_PASSANT: &str = "5k4/10/10/10/4Pp4/6N3/10/10/10/5K4 w - f7 0 2";
const PROMOTION: &str = "5k4/P9/10/10/10/10/10/10/10/5K4 w - - 0 1";

/// Checks all lines of stdout.
#[track_caller]
fn check_lines(words: &str, expected: &[&str]) {
    assert_eq!(vperft(words).lines(), expected, "vperft {words}");
}

#[test]
fn perft_prints_only_the_count() {
    for (words, count) in [
        ("perft ryugi 0", "1"),
        ("perft ryugi 1", "34"),
        // 34 x 34 - 1: from j7, a Dragon prevents the double step of a Pawn.
        ("perft ryugi 2", "1155"),
        ("perft cetran3 1", "33"),
        ("perft cetran3 1 --ruling ranks=8", "33"),
        ("perft ryugi 1 --id ryugi/start-moves", "34"),
        (&format!("perft ryugi 1 --vfen '{KINGS}'"), "5"),
        (&format!("perft ryugi 2 --vfen '{KINGS}'"), "25"),
        (&format!("perft ryugi 0 --vfen '{STALEMATE}'"), "1"),
        (&format!("perft ryugi 1 --vfen '{STALEMATE}'"), "0"),
        (&format!("perft ryugi 3 --vfen '{STALEMATE}'"), "0"),
    ] {
        let outcome = vperft(words).ends(0).warns(&[" s"]);
        // A count of 0 has no rate.
        assert_eq!(outcome.stderr.contains("nodes/s"), count != "0", "{outcome}");
        assert_eq!(outcome.stdout, format!("{count}\n"), "vperft {words}");
    }
}

#[test]
fn divide_prints_sorted_moves_and_their_total() {
    for (position, depth) in [
        ("ryugi", 1),
        ("ryugi", 2),
        ("cetran3", 2),
        ("rococo", 2),
        ("vanguard", 1),
        ("sandbox", 2),
        ("ryugi --vfen '9k/7Q2/10/10/10/10/10/10/10/K9 b - - 0 1'", 2),
    ] {
        let lines = vperft(&format!("divide {position} {depth}")).lines();
        let (total, rows) = lines.split_last().unwrap_or_else(|| panic!("{position}: nothing"));
        let rows: Vec<_> = rows
            .iter()
            .map(|row| row.rsplit_once(": ").unwrap_or_else(|| panic!("{position}: `{row}`")))
            .collect();
        let texts: Vec<_> = rows.iter().map(|(text, _)| (*text).to_owned()).collect();
        assert_eq!(texts, vperft(&format!("moves {position} --format lines")).lines(), "{position}");
        let sum: u128 = rows.iter().map(|(_, count)| count.parse::<u128>().expect("a count")).sum();
        assert_eq!(*total, format!("total: {sum}"), "{position}");
        assert_eq!(vperft(&format!("perft {position} {depth}")).lines(), [sum.to_string()], "{position}");
    }
}

#[test]
fn divide_of_one_ply_counts_every_move_once() {
    check_lines(
        &format!("divide ryugi 1 --vfen '{KINGS}'"),
        &["K f1-e1: 1", "K f1-e2: 1", "K f1-f2: 1", "K f1-g1: 1", "K f1-g2: 1", "total: 5"],
    );
    check_lines(&format!("divide ryugi 4 --vfen '{STALEMATE}'"), &["total: 0"]);
}

#[test]
fn moves_as_lines_are_canonical_texts() {
    for (words, expected) in [
        (format!("ryugi --vfen '{KINGS}'"), &["K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2"][..]),
        (format!("ryugi --vfen '{STALEMATE}'"), &[]),
        (format!("ryugi --vfen '{EN_PASSANT}' --square e6"), &["P e6-e7", "P e6-f7; @-f6"]),
        (format!("ryugi --vfen '{EN_PASSANT}' --square e6 --without RYU-EP"), &["P e6-e7"]),
        (format!("ryugi --vfen '{EN_PASSANT}' --square a5"), &[]),
        ("ryugi --square f1".into(), &[]),
        ("ryugi --square e3".into(), &["P e3-e4", "P e3-e5"]),
        (
            format!("ryugi --vfen '{PROMOTION}' --square a9"),
            &[
                "P a9-a10; B-a10",
                "P a9-a10; D-a10",
                "P a9-a10; I-a10",
                "P a9-a10; M-a10",
                "P a9-a10; N-a10",
                "P a9-a10; Q-a10",
                "P a9-a10; R-a10",
            ],
        ),
    ] {
        check_lines(&format!("moves --format lines {words}"), expected);
    }
}

#[test]
fn moves_as_lines_are_sorted_bytewise() {
    for variant in variants() {
        let lines = vperft(&format!("moves {variant} --format lines")).lines();
        assert!(lines.len() > 10, "{variant}: {lines:?}");
        assert!(lines.is_sorted(), "{variant}: {lines:?}");
    }
}

#[test]
fn moves_as_text_show_the_board_and_the_count() {
    for (words, count, last) in [
        ("--square a2", "2 legal moves", "  P a2-a4"),
        ("--square b1", "1 legal move\n", "  I b1-b3"),
        ("--square f1", "0 legal moves", "0 legal moves"),
    ] {
        let outcome = vperft(&format!("moves ryugi {words}")).ends(0).says(&["White to move", count]);
        assert_eq!(outcome.stdout.lines().last(), Some(last), "{words}");
    }
}

#[test]
fn after_plays_moves_in_order() {
    for (words, expected) in [
        ("--move 'P e3-e5'", "ribmqkdbir/ppppnnpppp/4pp4/10/10/4P5/10/5P4/PPPPNNPPPP/RIBMQKDBIR b * - 0 1"),
        (
            "--move e3-e5 --move 'P f8-f6'",
            "ribmqkdbir/ppppnnpppp/4p5/10/5p4/4P5/10/5P4/PPPPNNPPPP/RIBMQKDBIR w * - 0 2",
        ),
        (&format!("--vfen '{EN_PASSANT}' --move 'P e6-f7'"), "5k4/10/10/5P4/10/6N3/10/10/10/5K4 b - - 0 2"),
        (
            &format!("--vfen '{PROMOTION}' --move 'a9-a10; M-a10'"),
            "M4k4/10/10/10/10/10/10/10/10/5K4 b - - 0 1",
        ),
        (
            &format!("--vfen '{KINGS}' --move 'K f1-f2' --move 'k f10-e10' --move 'K f2-f1'"),
            "4k5/10/10/10/10/10/10/10/10/5K4 b - - 3 2",
        ),
    ] {
        check_lines(&format!("after ryugi {words}"), &[expected]);
    }
}

/// Arguments that play a line twice, so that the position occurs for the third time.
fn twice(line: &str) -> String {
    let flags: String = line.split(", ").map(|text| format!(" --move '{text}'")).collect();
    flags.repeat(2)
}

#[test]
fn status_is_one_word() {
    let rook = "9k/10/10/10/10/10/10/10/1R8/K9 w - - 0 1";
    let shuffle = twice("R b2-b3, k j10-j9, R b3-b2, k j9-j10");
    let kings = "10/8k1/10/10/10/10/10/10/1K8/10 w - - 0 1";
    for (words, expected) in [
        ("ryugi".to_owned(), "ongoing"),
        ("ryugi --vfen '1R7k/R9/10/10/10/10/10/10/10/K9 b - - 0 1'".into(), "checkmate"),
        (format!("ryugi --vfen '{STALEMATE}'"), "stalemate"),
        (format!("ryugi --vfen '{KINGS}'"), "draw-dead"),
        (format!("ryugi --vfen '{rook}'"), "ongoing"),
        (format!("ryugi --vfen '{rook}' --move 'R b2-b10'"), "ongoing"),
        (format!("ryugi --vfen '{rook}'{shuffle}"), "draw-repetition"),
        (format!("ryugi --vfen '{}'", rook.replace(" 0 1", " 127 90")), "ongoing"),
        (format!("ryugi --vfen '{}' --move 'R b2-b3'", rook.replace(" 0 1", " 127 90")), "draw-counter"),
        ("rococo --vfen '10/3k6/10/10/10/4A5/10/10/10/10 w - - 0 1'".into(), "lost"),
        ("rococo --vfen '10/10/3p6/10/10/4A5/10/8K1/10/10 w - - 0 1'".into(), "won"),
        (format!("rococo --vfen '{kings}'"), "ongoing"),
        (format!("rococo --vfen '{kings}'{}", twice("K a1-b1, k h8-g8, K b1-a1, k g8-h8")), "won-repetition"),
    ] {
        check_lines(&format!("status {words}"), &[expected]);
    }
    let shorter = shuffle.rsplit_once(" --move").map_or("", |(front, _)| front);
    check_lines(&format!("status ryugi --vfen '{rook}'{shorter}"), &["ongoing"]);
}

#[test]
fn without_and_ruling_change_the_answer() {
    check(
        "moves rococo --vfen '10/8k1/10/10/10/10/10/10/1KK7/10 w - - 0 1' --format lines",
        3,
        &[],
        &["King"],
    );
    check(
        "moves rococo --vfen '10/8k1/10/10/10/10/10/10/1KK7/10 w - - 0 1' --without ROC-VALID",
        0,
        &["legal moves"],
        &[],
    );
    let eight = vperft("show cetran3 --ruling ranks=8").ends(0).stdout.lines().count();
    let twelve = vperft("show cetran3").ends(0).stdout.lines().count();
    assert_eq!(twelve - eight, 4);
}

#[test]
fn a_finished_game_is_said_to_be_over() {
    for (vfen, status) in
        [(STALEMATE, "stalemate"), ("1R7k/R9/10/10/10/10/10/10/10/K9 b - - 0 1", "checkmate")]
    {
        let over = format!("the game is over: {status}");
        check(&format!("moves ryugi --vfen '{vfen}'"), 0, &["0 legal moves", &over], &[]);
        check(&format!("after ryugi --vfen '{vfen}' --move j10j9"), 3, &[], &["not a legal move", &over]);
    }
    let going_on = vperft("after ryugi --move e3e6").ends(3);
    assert!(!going_on.stderr.contains("over"), "{going_on}");
}
