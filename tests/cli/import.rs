//! `import`: games in several notations, and errors in them.

use crate::tool::{check, vperft};
use pretty_assertions::assert_eq;
use std::fs;
use tempfile::tempdir;

const START: &str = "5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1";
const LAST: &str = "5k4/10/10/4p5/3P6/10/10/10/10/5K4 w - - 0 2";

#[test]
fn a_game_is_played_ply_by_ply() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let file = path.display().to_string();
    fs::write(&path, format!("12:00 >engine: position fen {START} moves d5d6 e8e7\n")).expect("a file");
    check(
        &format!("import ryugi {file}"),
        0,
        &[&format!("  0  {START}\n"), &format!("  2  p e8-e7  {LAST}\n")],
        &[],
    );
    for (ply, vfen) in [("0", START), ("2", LAST)] {
        assert_eq!(vperft(&format!("import ryugi {file} --ply {ply}")).ends(0).stdout, format!("{vfen}\n"));
    }
    check(&format!("import ryugi {file} --ply 3"), 2, &[], &["--ply 3: the game has 2 plies"]);
}

#[test]
fn a_log_of_json_objects_is_a_game() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    fs::write(&path, "{\"by\": \"alice\", \"move\": \"e3e5\"}\n{\"by\": \"bob\", \"move\": \"e8e6\"}\n")
        .expect("a file");
    check(&format!("import ryugi {}", path.display()), 0, &["  1  P e3-e5  ", "  2  p e8-e6  "], &[]);
}

#[test]
fn the_first_illegal_move_is_reported_with_its_line() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let file = path.display().to_string();
    fs::write(&path, "1. e3-e5\n1... e8-e6 // so far\n2. e5-e7\n").expect("a file");
    let stderr =
        ["game.txt: line 3, move 3: `e5-e7` is not a legal move\n  in the position ", "\n  nearest: "];
    let stdout = [
        "  2  p e8-e6  ",
        "\nbefore move 3, `e5-e7`\n",
        "\n  no clause or pair of clauses forbids it: no rule describes such a move\n  the rules of that piece:\n    RYU-PAWN-1: without",
    ];
    let outcome = vperft(&format!("import ryugi {file}")).ends(3).says(&stdout).warns(&stderr);
    // Each stream has its own part: what is wrong, and why.
    assert!(!outcome.stdout.contains("legal move") && !outcome.stdout.contains("nearest"), "{outcome}");
    assert_eq!(vperft(&format!("import ryugi {file} --ply 1")).ends(0).stdout.lines().count(), 1);
    fs::write(&path, "1. a1-a9\n").expect("a file");
    check(
        &format!("import ryugi {file}"),
        3,
        &["\n  taken as R a1-a9, ", "\n  forbidden by GEN-PATH\n"],
        &["line 1, move 1"],
    );
    fs::write(&path, "1. e3-e5\n1... e8-e6 // so far\n2. e5-e7\n").expect("a file");
    let answer = vperft(&format!("import ryugi {file} --format json")).ends(3).json();
    assert_eq!(answer["game"]["stop"]["line"], 3);
    fs::write(&path, "[Variant \"chess\"]\n[FEN \"8/8 w\"]\n\n1. e4\n").expect("a file");
    let stderr = ["game.txt: line 2: the position `8/8 w`: it refused the position: "];
    check(&format!("import ryugi {file}"), 3, &[], &stderr);
    fs::write(&path, "// nothing\n").expect("a file");
    check(&format!("import ryugi {file}"), 3, &[], &["game.txt: no move found; expected a move list"]);
    check("import ryugi none.txt", 5, &[], &["none.txt: "]);
}
