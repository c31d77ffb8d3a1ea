//! Suites that were not written for this program: run, imported and exported again.

use crate::tool::{check, vperft, vperft_with};
use pretty_assertions::assert_eq;
use std::fs;
use tempfile::TempDir;

const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

/// Writes a suite to a folder and returns its path.
fn suite(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a writable folder");
    path.display().to_string()
}

#[test]
fn a_suite_runs_without_being_imported() {
    let folder = TempDir::new().expect("a folder");
    let path =
        suite(&folder, "mine.epd", &format!("{KINGS} ;D1 5 ;D2 26 ;id \"ryugi/kings\"\n{KINGS} ;D1\n"));
    let replay = format!("--suite {path}");
    vperft_with(&["run", "--suite", &path, "--backend", "reference"])
        .ends(1)
        .says(&["ryugi/kings", "expected 26", "got      25", &replay])
        .warns(&[
            ":2: ",
            "`D1`; expected a depth and its count, such as `D1 20`",
            "1 position; 2 numbers became 2 checks; 1 line is refused",
        ]);
    // The variant of the command line is that of positions without a name.
    let path = suite(&folder, "other.epd", &format!("{KINGS} ;D1 5 ;D2 25\n"));
    vperft_with(&["run", "ryugi", "--suite", &path]).ends(0).says(&[" ryugi"]);
    vperft_with(&["cases", "ryugi", "--suite", &path]).ends(0).says(&["ryugi/other-1"]);
}

#[test]
fn a_wrong_count_shows_the_moves_below_which_it_is_wrong() {
    let folder = TempDir::new().expect("a folder");
    let table = vperft(&format!("divide ryugi 2 --vfen '{KINGS}'")).ends(0).lines();
    let [first, rest @ .., total] = &table[..] else { panic!("{table:?}") };
    let (mv, _) = first.split_once(": ").expect("a row");
    assert_eq!(total, "total: 25");
    let text = format!("position fen {KINGS}\ngo perft 2\n{mv}: 7\n{}\ntotal: 27\n", rest.join("\n"));
    let path = suite(&folder, "table.txt", &text);
    vperft_with(&["run", "ryugi", "--suite", &path]).ends(1).says(&[
        "check    perft:2",
        "expected 27",
        &format!("below    {mv}: 5, not 7"),
    ]);
}

#[test]
fn exports_survive_an_import() {
    let folder = TempDir::new().expect("a folder");
    for (variant, format) in [("ryugi", "epd"), ("rococo", "csv"), ("sandbox", "csv")] {
        let first = vperft(&format!("export {variant} --format {format}")).ends(0).stdout;
        let path = suite(&folder, &format!("a.{format}"), &first);
        let out = folder.path().join(variant).display().to_string();
        vperft_with(&["import", "suite", &path, "--out", &out]).ends(0).says(&["to run it: vperft run"]);
        let (suites, positions) = (format!("{out}/suites"), format!("{out}/positions"));
        let words = [
            "export",
            variant,
            "--format",
            format,
            "--suites",
            &suites,
            "--positions",
            &positions,
            "--no-embedded",
        ];
        assert_eq!(vperft_with(&words).ends(0).stdout, first, "{variant} {format}");
    }
}

#[test]
fn an_imported_suite_keeps_its_name() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("mine").display().to_string();
    for version in ["v1", "v2"] {
        let path = suite(&folder, &format!("perft.{version}.epd"), "startpos ;D1 20\n");
        let written = format!("perft.{version}.json");
        vperft_with(&["import", "suite", &path, "--out", &out]).ends(0).says(&[&written]);
    }
}

#[test]
fn imports_of_one_folder_can_be_run_together() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("out").display().to_string();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let [one, other] =
        ["one.epd", "other.epd"].map(|name| suite(&folder, name, &format!("{start} ;D1 44\n")));
    let words = ["--variant", "examples/variants/xiangqi", "--out", &out];
    let run = vperft_with(&[&["import", "suite", &one][..], &words].concat()).ends(0);
    run.says(&["--no-embedded --backend BACKEND --variant /"]);
    vperft_with(&[&["import", "suite", &one, &other][..], &words].concat())
        .ends(3)
        .warns(&["one.json: it has a position `xiangqi/one-1`"]);
}

#[test]
fn an_import_reports_what_it_refuses() {
    let folder = TempDir::new().expect("a folder");
    let text = format!(
        "{KINGS} ;D1 5\n{KINGS} ;D2 25\n{KINGS} ;D1 6\n{} ;D1 5\nin 25 ms\n",
        KINGS.replacen("5k4", "10", 1)
    );
    let path = suite(&folder, "four.epd", &text);
    let words = ["import", "suite", &path, "--variant", "ryugi"];
    let json = vperft_with(&[&words[..], &["--format", "json"]].concat()).ends(3).json();
    assert_eq!((&json["positions"], &json["checks"], &json["duplicates"]), (&1.into(), &2.into(), &1.into()));
    let skipped = serde_json::json!([{ "file": path, "line": 5 }]);
    assert_eq!(json["read"], serde_json::json!({ "numbers": 4, "checks": 2, "skipped": skipped }));
    let lines = |list: &str| -> Vec<_> {
        json[list].as_array().expect("a list").iter().map(|one| one["line"].clone()).collect()
    };
    assert_eq!((lines("refused"), lines("left_out")), (vec![3.into()], vec![4.into()]));
    vperft_with(&[&words[..], &["--refused", "skip"]].concat()).ends(0);
    vperft_with(&[&words[..], &["--invalid", "fail"]].concat())
        .ends(3)
        .warns(&[":4: `10/10/", "board, Black King: no black Kings"]);
    check("import suite missing.epd", 5, &[], &["missing.epd"]);
    for (text, near) in [
        ("1. e4 e5\n", "not a suite of positions with counts: it has no position with counts;"),
        (
            "White to move:\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n",
            ":2: `8/8/8/8/8/8/8/K1k5 w - - 0 1`: a position without a count in a documented place;",
        ),
    ] {
        let path = suite(&folder, "game.txt", text);
        vperft_with(&["import", "suite", &path]).ends(3).warns(&[near]);
        vperft_with(&["run", "--suite", &path]).ends(3).warns(&[near]);
    }
}

/// Inputs of kinds that public files have, with their outcome.
#[test]
fn public_kinds_of_suites_have_their_outcome() {
    let at = |name: &str| format!("{}/tests/reports/{name}", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for (name, options, code, said) in [
        ("01_classes.md", &[][..], 0, "1 position; 12 numbers became 6 checks"),
        ("02_tabs.txt", &[], 0, "1 position; 6 numbers became 6 checks"),
        (
            "03_strings.csv",
            &[],
            3,
            ":2: `\"1,20,0,0\"`: a count of no position in the text; expected its FEN in front",
        ),
        ("03_strings.csv", &["--fen", "startpos"], 0, "1 position; 9 numbers became 6 checks"),
        ("04_variants.sh", &[], 3, ":1: `startpos`: `atomic` is not a variant that vperft knows"),
        ("04_variants.sh", &[], 3, "1 position; 3 numbers became 1 check; 2 lines are refused"),
        ("04_variants.sh", &["--refused", "skip"], 0, "2 lines are refused"),
        ("04_variants.sh", &["--variant-of-suite", "chess"], 1, "3 numbers became 2 checks"),
        ("05_variant_rows.ts", &[], 3, "`atomic` is not a variant that vperft knows"),
        ("06_variant_words.rs", &[], 3, ":1: `startpos`: `atomic` is not a variant that vperft knows"),
        ("06_variant_words.rs", &[], 3, "1 position; 8 numbers became 4 checks"),
        ("07_wrong.yaml", &[], 1, "2 numbers became 2 checks"),
        ("08_wrong.rs", &[], 1, "2 numbers became 2 checks"),
        ("09_wrong.toml", &[], 1, "1 number became 1 check"),
        ("10_depth_is_count.cpp", &["--check", "perft:5"], 0, "1 number became 1 check"),
        ("11_attributes.cs", &[], 0, "2 numbers became 2 checks"),
        ("12_attributes.java", &[], 0, "3 numbers became 3 checks"),
        ("18_two_counts.epd", &[], 3, "a second count of depth 1: 21, after 20"),
        ("22_moves.jsonl", &[], 0, "1 number became 1 check"),
        ("40_perftsuite.epd", &[], 0, "3 positions; 9 numbers became 9 checks"),
        ("41_tricky.perft", &["--max-nodes", "100000"], 0, "18 positions"),
    ] {
        let path = at(name);
        let words = [&["run", "--suite", &path][..], options].concat();
        vperft_with(&words).ends(code).warns(&[said]);
    }
}

#[test]
fn a_limit_of_nodes_leaves_out_checks_of_unknown_cost() {
    let folder = TempDir::new().expect("a folder");
    let path = suite(
        &folder,
        "zero.txt",
        "startpos ;D1 20 ;D7 0\n\n8/8/8/8/8/8/8/K1k5 w - - 0 1\ndepth,captures\n9,0\n",
    );
    let args = ["run", "chess", "--suite", &path, "--max-nodes", "1000", "--format", "json"];
    let run = vperft_with(&args).ends(0).json();
    let left_out = run["left_out"].as_array().expect("a list");
    let checks: Vec<_> = left_out.iter().map(|one| one["check"].as_str().unwrap_or_default()).collect();
    assert_eq!(checks, ["perft:7", "classes:9"]);
    assert_eq!(run["total"]["checks"], 1);
    vperft_with(&args[..6])
        .ends(0)
        .says(&["left out: 2 cases or checks: no other count says how many nodes"]);
}

#[test]
fn counts_of_another_convention_are_named_after_the_run() {
    let folder = TempDir::new().expect("a folder");
    for (name, text, flag) in [
        ("tree.epd", format!("{KINGS} ;D1 6 ;D2 31\n"), "--counts tree"),
        ("zero.epd", format!("{KINGS} ;D0 5 ;D1 25\n"), "--counts from-zero"),
        ("none.epd", format!("{KINGS} ;D1 5 ;D2 0\n"), "--counts skip-zero"),
    ] {
        let path = suite(&folder, name, &text);
        vperft_with(&["run", "ryugi", "--suite", &path]).ends(1).warns(&[flag]);
        let words = [&["run", "ryugi", "--suite", &path][..], &flag.split(' ').collect::<Vec<_>>()].concat();
        vperft_with(&words).ends(0);
    }
}
