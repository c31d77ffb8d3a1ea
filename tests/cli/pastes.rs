//! Pasted divide tables, engines, scripts and suites, in the forms in which they are found in public.
//!
//! The trusted side is a record of an engine (`answers.jsonl`), since no built-in rules know chess.

use crate::tool::{Outcome, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The path of a file of this test.
fn paste(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/cli/pastes").join(name)
}

/// Writes the record of the trusted side to a folder, and returns the name of its backend.
fn trusted(folder: &TempDir) -> String {
    let own = folder.path().join("own.jsonl");
    let own = own.to_str().expect("UTF-8");
    // The record holds a digest of the variant, which changes with its data. An own record has the present one.
    vperft_with(&["moves", "chess", "--backend", "script:echo 0", "--record", own]);
    let text = fs::read_to_string(own).expect("a record");
    let mut lines = text.lines().take(2).map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let (head, mut open) = (lines.next().expect("a head"), lines.next().expect("a backend"));
    open["identity"] = "trusted@1".into();
    let answers = fs::read_to_string(paste("answers.jsonl")).expect("the answers");
    let path = folder.path().join("trusted.jsonl");
    fs::write(&path, format!("{head}\n{open}\n{answers}")).expect("a file");
    format!("replay:{}", path.display())
}

/// The root positions of the tables: the default is the start position.
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
const CASTLED: &str = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b a1,e1,h1 - 1 9";
const KING: &str = "8/8/3p4/1K6/8/8/8/k4b2 w - - 0 1";

/// Compares a table with the trusted side.
fn descend(a: &str, name: &str, depth: &str, vfen: Option<&str>, more: &[&str]) -> Outcome {
    let file = paste(name);
    let table = ["--divide", file.to_str().expect("UTF-8")];
    let root = vfen.map_or_else(Vec::new, |vfen| vec!["--vfen", vfen]);
    vperft_with(&[&["descend", "chess", "--a", a, "--depth", depth], &table[..], &root, more].concat())
}

#[test]
fn right_tables_agree_whatever_their_form() {
    let folder = TempDir::new().expect("a folder");
    let a = trusted(&folder);
    for (name, depth, vfen, total, notes) in [
        (
            "promotions-without-piece.txt",
            "5",
            Some(PROMOTIONS),
            "3605103",
            &["skipped 1 line", "compared as a group"][..],
        ),
        ("banner.txt", "3", None, "8902", &["skipped 3 lines with neither a move and its count nor a total"]),
        ("piece-letters.txt", "3", None, "8902", &["skipped 2 lines"]),
        ("moves-and-total.txt", "3", None, "8902", &[]),
        ("prompt.txt", "3", None, "8902", &["skipped 1 line"]),
        ("table.md", "3", None, "8902", &[]),
        ("table.csv", "3", None, "8902", &[]),
        ("utf16-le.txt", "3", None, "8902", &[]),
        ("utf16-be.txt", "3", None, "8902", &[]),
        ("bom.txt", "3", None, "8902", &[]),
        ("dashes.txt", "3", None, "8902", &[]),
        ("equals.txt", "3", None, "8902", &[]),
        ("numbered.txt", "3", None, "8902", &[]),
        ("running-total.txt", "3", None, "8902", &["skipped 1 line"]),
        ("tabs.tsv", "3", None, "8902", &[]),
        ("semicolons.csv", "3", None, "8902", &[]),
        ("tuples.py.txt", "3", None, "8902", &["skipped 2 lines"]),
        ("dict.py.txt", "3", None, "8902", &[]),
        ("lines.jsonl", "3", None, "8902", &[]),
        ("one-line.txt", "3", None, "8902", &[]),
        ("san.txt", "3", None, "8902", &[]),
        ("colours.txt", "3", None, "8902", &["skipped 1 line"]),
        ("gui-log.txt", "3", None, "8902", &["skipped 1 line"]),
        ("counts-first.txt", "3", None, "8902", &["skipped 1 line"]),
        ("current-moves.txt", "3", None, "8902", &["skipped 1 line"]),
        ("wide.md", "3", None, "8902", &["skipped 1 line"]),
        (
            "iterations.txt",
            "3",
            None,
            "8902",
            &["skipped 2 lines", "not compared, because the depth is 3: perft 1"],
        ),
    ] {
        let outcome = descend(&a, name, depth, vfen, &[]);
        let outcome = outcome.ends(0).says(&[&format!("what was counted: {total}\n"), "The backends agree."]);
        let outcome = outcome.warns(notes);
        assert_eq!(outcome.stderr.matches("note: ").count(), notes.len(), "{outcome}");
    }
}

#[test]
fn what_a_table_shows_is_a_finding() {
    let folder = TempDir::new().expect("a folder");
    let a = trusted(&folder);
    for (name, depth, vfen, says) in [
        ("engine-log-twice.txt", "1", Some(CASTLED), &["1 cause\n", "1. set: ", "  twice    k f8-g8\n"][..]),
        ("illegal-move.txt", "1", Some(KING), &["its lines add up to 6", "2. set: ", "  extra    K b5-b3\n"]),
        ("illegal-two.txt", "3", None, &["1 cause\n", "  extra    K e1-g1; R h1-f1\n  extra    P e2-e5\n"]),
        ("illegal-san.txt", "3", None, &["1 cause\n", "  extra    Qh5\n"]),
        ("illegal.csv", "3", None, &["1 cause\n", "  extra    p a7-a6\n"]),
        ("twice-end.txt", "3", None, &["1 cause\n", "  twice    P e2-e4\n"]),
        ("twice-other-count.txt", "3", None, &["1 cause\n", "  twice    N g1-f3\n"]),
        ("twice.md", "3", None, &["1 cause\n", "  twice    P a2-a3\n"]),
        (
            "wrong-total.txt",
            "3",
            None,
            &["1. sum-only: ", "what was counted: 9000\n", "its lines add up to 8902"],
        ),
        (
            "wrong-total-moves.txt",
            "3",
            None,
            &["1. sum-only: ", "what was counted: 9742\n", "its lines add up to 8902"],
        ),
        (
            "wrong-total-perft.txt",
            "3",
            None,
            &["1. sum-only: ", "what was counted: 8901\n", "its lines add up to 8902"],
        ),
        (
            "wrong-total-bare.txt",
            "3",
            None,
            &["1. sum-only: ", "what was counted: 8903\n", "its lines add up to 8902"],
        ),
    ] {
        let outcome = descend(&a, name, depth, vfen, &[]).ends(1).says(says);
        assert!(!outcome.stdout.contains("agree"), "{outcome}");
    }
}

#[test]
fn every_root_move_that_differs_is_listed_and_causes_are_limited() {
    let folder = TempDir::new().expect("a folder");
    let a = trusted(&folder);
    for (causes, found, skipped) in
        [("2", "2 causes", "9 differing moves"), ("10", "10 causes", "1 differing move\n")]
    {
        let outcome = descend(&a, "eleven-wrong.txt", "3", None, &["--causes", causes]).ends(1);
        outcome.says(&[
            "root moves with other counts: 11\n    P a2-a3   a 380, b 381\n",
            "    P c2-c4   a 441, b 442\n",
            &format!("{found}; skipped, since enough was found: {skipped}"),
        ]);
    }
    let all =
        descend(&a, "eleven-wrong.txt", "3", None, &["--causes", "11", "--format", "json"]).ends(1).json();
    let found = &all["found"];
    let lengths = ["differing", "causes"].map(|key| found[key].as_array().map(Vec::len));
    assert_eq!(lengths, [Some(11), Some(11)], "{all}");
}

#[test]
fn counts_and_texts_that_cannot_be_read_are_named() {
    let folder = TempDir::new().expect("a folder");
    let a = trusted(&folder);
    let digits = "9".repeat(60);
    let nothing = "no line with a move and its count, such as `e2e4: 20`, and no total; ";
    for (name, message) in [
        ("negative.txt", "line 13: the count `-1655` of the move `e2e4` cannot be read".to_owned()),
        ("exponent.txt", "line 13: the count `1.6e3` of the move `e2e4` cannot be read".into()),
        ("sixty-digits.txt", format!("line 13: the count `{digits}` of the move `e2e4` cannot be read")),
        ("no-count.txt", "line 13: the move `e2e4` has no count".into()),
        ("page.html", "line 1: HTML; save the page as text".into()),
        (
            "debug.rs.txt",
            "line 3: the move `a2a3` has no count on its line; expected a line such as `e2e4".into(),
        ),
        ("fields.rs.txt", format!("{nothing}line 6 has a number without a move; the last lines are")),
        ("records.yaml", "line 3: the move `a2a3` has no count on its line".into()),
        ("nan.csv", "line 14: the count `NaN` of the move `e2e4` cannot be read".into()),
        (
            "refusal.txt",
            format!("{nothing}the last lines are `Engine 1.0 by A. Author`, `uciok`, `Unknown command"),
        ),
        ("search.txt", format!("{nothing}the last lines are `info depth 1 seldepth 1")),
        ("header.csv", format!("{nothing}the last line is `move,nodes`")),
    ] {
        let outcome = descend(&a, name, "3", None, &[]).ends(3).warns(&[&message]);
        assert_eq!(outcome.stdout, "", "{outcome}");
    }
}

/// Both columns are compared; the walk follows the one that differs.
#[test]
fn both_counts_of_a_move_are_compared() {
    const VFEN: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("two.txt");
    let descend = |text: &str| {
        fs::write(&path, text).expect("a file");
        vperft(&format!("descend ryugi --depth 2 --vfen '{VFEN}' --divide '{}'", path.display()))
    };
    let right = vperft(&format!("divide ryugi 2 --vfen '{VFEN}' --format json")).ends(0).json();
    let right = right["moves"].as_object().expect("moves");
    for wrong in [0, 1] {
        let row = |(mv, count): (&String, &Value)| {
            let mut counts = [count.to_string(), count.to_string()];
            if mv == "p d5-d4" {
                counts[wrong] = "7".into();
            }
            format!("{mv} | {} | {}\n", counts[0], counts[1])
        };
        let outcome = descend(&right.iter().map(row).collect::<String>()).ends(1);
        let differs = format!("  column {}: differs at p d5-d4, 7 for 6\n", wrong + 1);
        let agrees = format!("  column {}: agrees\n", 2 - wrong);
        outcome.says(&[&differs, &agrees, "root moves with other counts: 1\n    p d5-d4   a 6, b 7\n"]);
    }
    let outcome = descend("FAILED perft 2: 41 != 40\n").ends(1);
    outcome.says(&["reported 40"]).warns(&["total 1: agrees", "total 2: differs, 40 for 41"]);
    descend("Nodes searched: 41\nNodes searched: 42\n").ends(1).says(&["reported 42"]);
    descend("Nodes searched: 41\n").ends(0).says(&["Only the totals were compared."]);
}

#[test]
fn moves_of_other_variants_are_read_alike() {
    let vfen = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    let file = paste("ryugi-twice.txt");
    let words = format!("descend ryugi --depth 1 --vfen '{vfen}' --divide '{}'", file.display());
    vperft(&words).ends(1).says(&["1 cause\n", "1. set: ", "  twice    k f10-e10\n"]);
}

#[test]
fn a_backend_that_did_not_print_the_table_is_told_apart() {
    let folder = TempDir::new().expect("a folder");
    let table = folder.path().join("table.txt");
    let rows = vperft("divide ryugi 2 --without RYU-KIRIN").ends(0).stdout;
    fs::write(&table, rows).expect("a file");
    let words = format!("descend ryugi --depth 2 --causes 1 --divide '{}'", table.display());
    // The program of the table: the walk goes on below the root.
    vperft(&format!("{words} --b reference --b-without RYU-KIRIN"))
        .ends(1)
        .says(&["1. set: ", "  missing  I b1-"]);
    // Another program: that is said, and the table alone is compared.
    let outcome = vperft(&format!("{words} --b reference")).ends(1);
    let outcome = outcome.says(&["1. other-program: it counts something else than the table or total says"]);
    assert!(!outcome.stdout.contains("flaky"), "{outcome}");
}

/// Runs the checks of the start position of chess against a backend.
fn run_start(backend: &str, more: &[&str]) -> Outcome {
    let words = ["run", "chess", "--filter", "chess/start", "--backend", backend, "--format", "json"];
    let limits = ["--timeout", "10", "--tier", "smoke"];
    vperft_with(&[&words[..], &limits, more].concat())
}

/// A backend that is a shell script of this test.
fn shell(scheme: &str, name: &str, style: &str) -> String {
    format!("{scheme}:sh '{}' {style}", paste(name).display())
}

#[test]
#[cfg(unix)]
fn engines_pass_in_every_form() {
    for style in [
        "plain",
        "indented",
        "times-below",
        "times-above",
        "total",
        "tabs",
        "one-line",
        "sentence",
        "numbered",
        "dashes",
        "moves",
        "counts-first",
        "current-moves",
        "other-command",
        "starts-search",
        "total-only",
        "total-worded",
        "total-table",
    ] {
        let outcome = run_start(&shell("uci", "engine.sh", style), &[]).ends(0);
        outcome.says(&["\"verdict\":\"pass\""]);
    }
    for style in ["perftree", "engine", "csv", "total-only", "total-worded", "total-logged"] {
        let outcome = run_start(&shell("script", "script.sh", style), &[]).ends(0);
        outcome.says(&["\"verdict\":\"pass\""]);
    }
}

#[test]
#[cfg(unix)]
fn lists_of_programs_that_print_totals_are_unsupported() {
    for (scheme, file, reason) in [
        ("uci", "engine.sh", "the engine prints totals only, and no moves"),
        ("script", "script.sh", "the script prints the total alone, without the moves"),
    ] {
        for style in ["total-only", "total-worded"] {
            let backend = shell(scheme, file, style);
            for command in [&["moves", "chess"][..], &["divide", "chess", "2"]] {
                let outcome = vperft_with(&[command, &["--backend", &backend]].concat());
                outcome.ends(4).warns(&[&format!("does not support this: {reason}")]);
            }
            assert_eq!(
                vperft_with(&["perft", "chess", "3", "--backend", &backend]).ends(0).stdout.trim(),
                "8902"
            );
        }
    }
}

#[test]
#[cfg(unix)]
fn programs_that_do_not_count_say_why() {
    let engine = |style: &str| shell("uci", "engine.sh", style);
    let script = |style: &str| shell("script", "script.sh", style);
    for (backend, message) in [
        (engine("wrong"), "`go perft 1` ends with a total of 201, but its moves have 20"),
        (
            engine("unreadable"),
            "answered `go perft 1`: line 1: the count `-1` of the move `a2a3` cannot be read",
        ),
        (
            engine("silent"),
            "`go perft 1`, `perft 1`, `divide 1`, `perftdiv 1`, `go perftdiv 1` printed nothing; --perft-command names",
        ),
        (engine("dies"), "ended (exit status: 134); its last line is `terminate called`"),
        (
            engine("xboard"),
            "it speaks XBoard (it answers `protover 2`) and not UCI; pass --backend 'xboard:sh ",
        ),
        (engine("usage"), "asked for uci, it ended (exit status: 2); its last line is `usage: engine FILE`"),
        (script("wrong"), "a total of 201, but its moves have 20"),
        (script("no-total"), "no total; expected one below the moves"),
        (script("unreadable"), "line 1: the count `1.6e1` of the move `a2a3` cannot be read"),
        (
            script("usage"),
            "no line with a move and its count, such as `e2e4: 20`, and no total; the last line is `usage: perft",
        ),
    ] {
        vperft_with(&["perft", "chess", "3", "--timeout", "10", "--backend", &backend])
            .ends(4)
            .warns(&[message]);
    }
}

#[test]
#[cfg(unix)]
fn a_definition_that_ends_the_engine_is_named() {
    let option = format!("VariantPath={}", paste("variants.ini").display());
    let backend = shell("uci", "engine.sh", "crashes-at-start");
    let words = ["perft", "chess", "1", "--backend", &backend, "--option", &option];
    vperft_with(&words)
        .ends(4)
        .warns(&["the likely reason is the definition of `chess` in `", "variants.ini`"]);
}

#[test]
fn every_line_of_a_foreign_suite_is_checked() {
    let folder = TempDir::new().expect("a folder");
    let a = trusted(&folder);
    let check = |name: &str, code: i32, says: &[&str]| {
        let file = paste(name);
        vperft_with(&["import", "chess", file.to_str().expect("UTF-8"), "--backend", &a])
            .ends(code)
            .says(says)
    };
    check(
        "suite.epd",
        0,
        &["line 1: right to depth 3\n", "line 3: right to depth 3\n", "3 positions: 3 right, 0 wrong"],
    );
    // The recorded engine captures en passant where that does not end a check.
    let outcome = check(
        "suite.perft",
        1,
        &[
            "line 7 (pos-2): right to depth 3\n",
            "line 134 (ep-unrelated-check): perft 1 is 3; the suite expects 2\n",
            "(xfen-00): ",
            "19 positions: 12 right, 1 wrong, 6 not checked\n",
        ],
    );
    assert!(outcome.stderr.is_empty(), "{outcome}");
    check(
        "suite-wrong.epd",
        1,
        &[
            "line 1: perft 2 is 400; the suite expects 401\n",
            "line 2: not checked: ",
            "line 3: right to depth 1\n",
            "line 4: not checked: `D1`; expected a depth and its count",
            "4 positions: 1 right, 1 wrong, 2 not checked\n",
        ],
    );
}
