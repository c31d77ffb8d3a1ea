//! Errors for malformed positions: the message, the VFEN, and a caret under the wrong part.

use crate::tool::vperft_with;
use pretty_assertions::assert_eq;

/// VFENs with `>` before the character that the caret points at, and parts of the message.
const MALFORMED: &[(&str, &[&str])] = &[
    ("xx>", &["line", "1 field;", "six", "[field-count]"]),
    (">", &["line", "[field-count]"]),
    ("5k4/10 > ", &["line", "field 2", "[field-count]"]),
    (">5k4/10/5K4 w - - 0 1", &["board", "3 ranks", "expected 10", "[board-shape]"]),
    ("5k4/>9/10/10/10/10/10/10/10/5K4 w - - 0 1", &["board", "rank 9", "9 squares", "[board-shape]"]),
    ("5k4/10/10/10/>x9/10/10/10/10/5K4 w - - 0 1", &["board", "rank 6", "`x`", "[unknown-label]"]),
    ("5k4/10/10/10/10/10/10/10/10/4>é5 w - - 0 1", &["board", "rank 1", "`é`", "[board-syntax]"]),
    ("5k4/10/10/10/10/10/10/10/>010/5K4 w - - 0 1", &["board", "rank 2", "`010`", "[board-syntax]"]),
    ("5k4/10/10/10/10/10/10/10/2>{qq7/5K4 w - - 0 1", &["board", "rank 2", "brace", "[board-syntax]"]),
    ("5k4/10/10/10/10/10/10/10/3>-6/5K4 w - - 0 1", &["board", "square d2", "[closed-square]"]),
    ("5k3>P/10/10/10/10/10/10/10/10/5K4 w - - 0 1", &["board", "square j10", "Pawn", "[pawn-rank]"]),
    ("5>kK3/10/10/10/10/10/10/10/10/10 w - - 0 1", &["board", "square f10", "King", "[king-capturable]"]),
    ("5K4/10/10/10/10/10/10/10/10/R3>k5 w - - 0 1", &["board", "square e1", "[king-capturable]"]),
    ("5k4/10/10/10/10/10/10/10/10/5K4 >x - - 0 1", &["side to move", "`x`", "[side]"]),
    ("5k4/10/10/10/10/10/10/10/10/5K4 w >a1 - 0 1", &["unmoved", "square a1", "[unmoved]"]),
    ("5k4/10/10/10/10/10/10/10/10/5K4 w - >z9 0 1", &["en passant", "`z9`", "[en-passant]"]),
    ("5k4/10/10/10/10/10/10/10/10/5K4 w - - >01 1", &["halfmove clock", "`01`", "[clock]"]),
    ("5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 >0", &["fullmove number", "`0`", "[clock]"]),
    ("5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1 >ban=a1", &["extra field", "[extra-field]"]),
    ("5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1 >é=1", &["extra field", "[extra-field]"]),
];

#[test]
fn the_caret_points_at_the_wrong_part() {
    for (marked, words) in MALFORMED {
        let column = marked.chars().take_while(|&c| c != '>').count();
        let vfen = marked.replacen('>', "", 1);
        for command in [&["perft", "ryugi", "1"][..], &["moves", "ryugi", "--square", "a1"]] {
            let arguments = [command, &["--vfen", &vfen]].concat();
            let outcome = vperft_with(&arguments).ends(3).warns(words);
            let lines: Vec<_> = outcome.stderr.lines().collect();
            assert_eq!(lines.len(), 3, "{outcome}");
            assert!(lines[0].starts_with("error: "), "{outcome}");
            assert_eq!(lines[1], vfen, "{outcome}");
            assert_eq!(lines[2], format!("{:column$}^", ""), "{outcome}");
            assert_eq!(outcome.stdout, "", "{outcome}");
        }
    }
}

#[test]
fn every_command_about_a_position_refuses_a_malformed_one() {
    for arguments in [
        &["perft", "ryugi", "1"][..],
        &["divide", "ryugi", "1"],
        &["moves", "ryugi"],
        &["moves", "ryugi", "--format", "json"],
        &["after", "ryugi", "--move", "K f1-f2"],
        &["status", "ryugi"],
        &["show", "ryugi"],
    ] {
        let arguments = [arguments, &["--vfen", "5k4/10/10/10/10/10/10/10/10/5K4 x - - 0 1"]].concat();
        vperft_with(&arguments).ends(3).warns(&["side to move", "\n                                ^"]);
    }
}

#[test]
fn line_breaks_and_tabs_do_not_move_the_caret() {
    for vfen in [
        "5k4/10/10\t/10/10 w - - 0 1",
        "5k4/10/10\n/10/10 w - - 0 1",
        "5k4/\r10 w - - 0 1",
        "5k4/10/10/10/10/10/10/1\n9/10/5K4 w - - 0 1",
        "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1\n",
        "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1 x=\u{1b}[31m",
    ] {
        let outcome = vperft_with(&["perft", "ryugi", "1", "--vfen", vfen]).ends(3);
        let lines: Vec<_> = outcome.stderr.lines().collect();
        assert_eq!(lines.len(), 3, "{vfen:?}: {outcome}");
        assert_eq!(lines[1].chars().count(), vfen.chars().count(), "{vfen:?}: {outcome}");
        assert_eq!(lines[2].trim(), "^", "{vfen:?}: {outcome}");
        assert!(!outcome.stderr.contains(['\t', '\r', '\u{1b}']), "{vfen:?}: {outcome}");
    }
}

#[test]
fn the_caret_works_for_a_very_long_line() {
    let vfen = "9".repeat(70_000);
    let outcome = vperft_with(&["status", "ryugi", "--vfen", &vfen]).ends(3).warns(&["[field-count]"]);
    assert_eq!(outcome.stderr.lines().last().map(str::len), Some(vfen.len() + 1));
}
