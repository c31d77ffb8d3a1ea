//! FEN where a VFEN is expected.

use crate::tool::{check, commands, vperft};
use pretty_assertions::assert_eq;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const RYUGI: &str = "ribmqkdbir/ppppnnpppp/4pp4/10/10/10/10/4PP4/PPPPNNPPPP/RIBMQKDBIR";

#[test]
fn every_command_that_takes_a_vfen_takes_a_fen() {
    let mut count = 0;
    for command in commands() {
        let help = vperft(&format!("{command} --help")).stdout;
        if help.contains("--vfen <") {
            assert!(help.contains("--fen"), "{command}: {help}");
            count += 1;
        }
    }
    assert!(count > 9, "{count} commands");
}

#[test]
fn a_fen_is_read_and_what_was_understood_is_told() {
    let note = format!("note: the FEN is read as `{RYUGI} w * - 0 1`");
    for (fen, more) in
        [("w KQkq - 0 1", ""), ("w JAja -", "; `0 1` is added"), ("w KQkq", "; `- 0 1` is added")]
    {
        let outcome = vperft(&format!("moves ryugi --fen '{RYUGI} {fen}' --format lines")).ends(0);
        assert_eq!(outcome.stderr, format!("{note}{more}\n"));
        assert_eq!(outcome.stdout, vperft("moves ryugi --format lines").stdout);
    }
    // The backend prints the canonical VFEN: no capture is possible on e4.
    check(
        "after ryugi --fen '5k4/10/4p5/10/10/4P5/10/10/10/5K4 b - e4 0' --move e8-e7",
        0,
        &["5k4/10/10/4p5/10/4P5/10/10/10/5K4 w - - 0 2\n"],
        &["note: the FEN is read as `5k4/10/4p5/10/10/4P5/10/10/10/5K4 b - e4 0 1`; `1` is added"],
    );
    check(&format!("perft ryugi 2 --fen '{RYUGI} w KQkq - 0 1'"), 0, &["1155"], &[&note]);
    check(&format!("explain ryugi --fen '{RYUGI} w KQkq - 0 1'"), 0, &["ongoing"], &[&note]);
    check(&format!("fuzz ryugi --fen '{RYUGI} w KQkq - 0 1' --b reference"), 0, &[], &[&note]);
    // A VFEN is not a FEN, so no note is printed.
    let vfen = vperft(&format!("status ryugi --vfen '{RYUGI} w * - 0 1'")).ends(0);
    assert_eq!(vfen.stderr, "");
}

#[test]
fn castling_of_chess960_is_read_in_all_its_letters() {
    let board = "nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR";
    for rights in ["BHbh", "KQkq", "HBhb"] {
        check(
            &format!("show chess --fen '{board} w {rights} - 0 3'"),
            0,
            &[],
            &[&format!("{board} w b1,b8,c1,c8,h1,h8 - 0 3")],
        );
    }
}

#[test]
fn a_fen_of_another_kind_is_refused_in_one_line() {
    for (fen, expected) in [
        (
            "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9",
            "castling rights: `kq`: the Black King is on f8 and castles only from e8".to_owned(),
        ),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "castling rights: `Q`: there is no White Rook on a1".to_owned()),
        (&format!("{START}[Pp] w KQkq - 0 1"), "pieces in hand (`[Pp]`) are not supported".to_owned()),
        (&format!("{START} w KQkq - 3+3 0 1"), "counters of checks (`3+3`) are not supported".to_owned()),
        ("8/8 w KQkq - 0 1", "board: has 2 ranks; expected 8".to_owned()),
    ] {
        let outcome = vperft(&format!("show chess --fen '{fen}'")).ends(3);
        let message = format!("error: the FEN `{fen}`: {expected}");
        assert!(outcome.stderr.starts_with(&message), "{outcome}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome}");
    }
}
