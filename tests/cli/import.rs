//! `import`: games in several notations, and errors in them.

use crate::tool::{check, vperft};
use pretty_assertions::assert_eq;
use std::fs;
use tempfile::tempdir;

/// A file of a report, with the outcome that it must have.
const REPORTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/reports");

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

#[test]
fn reports_have_their_outcomes() {
    let folder = tempdir().expect("a folder");
    let dir = folder.path().display();
    let explained = "nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b KQq - 1 8";
    let mixed = "r1k4r/8/8/8/8/8/8/R2K2R1 w";
    for (command, code, stdout, stderr) in [
        (
            format!("import chess {REPORTS}/11_cutechess15_960.pgn"),
            0,
            &["\n 29  P f2-e3  "][..],
            &["Black makes an illegal move: g8h8", "line 20: `g8h8` is legal there: k g8-g8; r h8-f8"][..],
        ),
        (format!("import chess {REPORTS}/60_sf2784_pylist.txt"), 0, &["\n 14  k e8-e7  "], &[]),
        (
            format!("import chess {REPORTS}/62_rpb86.pgn"),
            0,
            &["\n  3  R g7-g8  "],
            &[
                "note: line 2: castling `Q`: the White King is on g1",
                "note: line 2: castling `q`: the Black King is on g8",
            ],
        ),
        (
            format!("import chess {REPORTS}/66_fics_oldmoves.txt"),
            0,
            &["\n 14  b c8-g4  "],
            &["nor have 3 others"],
        ),
        (format!("import chess {REPORTS}/16_king_takes_rook.txt"), 0, &["\n  7  K e1-g1; R h1-f1  "], &[]),
        (format!("explain chess --move e8d8 --fen '{explained}'"), 0, &["k e8-c8", "legal"], &[]),
        (
            format!("import chess {REPORTS}/17_960.pgn"),
            0,
            &["\n  5  N e1-d3  "],
            &["castling is that of Chess960"],
        ),
        (format!("import chess {REPORTS}/24_dfrc.epd"), 1, &["`GAha`"], &[]),
        (format!("perft chess 3 --fen '{mixed} KQkq -'"), 3, &[], &["`GAha`"]),
        (format!("perft chess 3 --fen '{mixed} GAha -'"), 0, &["13287\n"], &[]),
        (format!("import variant {REPORTS}/19_parent.ini --name my --dir {dir}"), 0, &["wrote "], &[]),
        (format!("perft my 3 --variant {dir}/my"), 0, &["79666\n"], &[]),
        (
            format!("import variant {REPORTS}/20_unplaced.ini --name lopsided --dir {dir}"),
            0,
            &["wrote "],
            &[
                "no White Pawn starts in `doubleStepRegionWhite`",
                "no Black Pawn starts in `doubleStepRegionBlack`",
            ],
        ),
        (
            format!("import variant {REPORTS}/21_two_errors.ini --name odd --dir {dir}"),
            3,
            &[],
            &["the parent `nosuchparent` is neither a section", "line 2: `customPiece1 = z:P`: "],
        ),
    ] {
        check(&command, code, stdout, stderr);
    }
}

/// The cells of a row of a Markdown table, without the backquotes of inline code.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_matches('|').replace("\\|", "\u{1}");
    row.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
}

#[test]
fn every_form_of_the_page_is_read_or_refused() {
    let page = include_str!("../../docs/forms.md");
    let section = page.split("\n## ").find(|section| section.starts_with("Games\n")).expect("a section");
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let (mut variant, mut rows) = (String::new(), 0);
    for line in section.lines() {
        if let Some(title) = line.strip_prefix("### ") {
            variant = title.to_lowercase();
        }
        let cells = cells(line);
        let [form, example, moves] = &cells[..] else { continue };
        let Some(example) = example.strip_prefix('`').and_then(|text| text.strip_suffix('`')) else {
            continue;
        };
        fs::write(&path, example.replace(" ⏎ ", "\n")).expect("a file");
        let outcome = vperft(&format!("import {variant} {} --format json", path.display()));
        rows += 1;
        if let Some(words) = moves.strip_prefix("refused: ") {
            assert!(
                outcome.code == 3 && outcome.stderr.contains(words.trim_matches('`')),
                "{form}: {outcome}"
            );
            continue;
        }
        let answer = outcome.ends(0).json();
        let played = answer["game"]["plies"].as_array().expect("plies").iter();
        let played: Vec<_> = played.map(|ply| ply["move"].as_str().expect("a move")).collect();
        assert_eq!(format!("`{}`", played.join(", ")), *moves, "{form}");
    }
    assert!(rows > 35, "{rows} rows");
}
