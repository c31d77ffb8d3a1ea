//! `repro`, and the commands that write bug files.

use crate::tool::{SMALL_CORPUS, check, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

const PAWNS: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";

/// Writes a bug file about `reference` without RYU-EP. Returns its path.
fn write_bug(folder: &Path) -> String {
    let path = folder.join("bug.json").display().to_string();
    let words =
        format!("descend ryugi --depth 2 --vfen '{PAWNS}' --b reference --b-without RYU-EP --out {path}");
    vperft(&words).ends(1).warns(&[&format!("wrote {path}; `vperft repro {path}` asks again")]);
    path
}

#[test]
fn a_failure_is_the_same_gone_or_undecided() {
    let folder = tempdir().expect("a folder");
    let path = write_bug(folder.path());
    check(
        &format!("repro {path}"),
        1,
        &["the same failure: ryugi, the legal moves", "missing  p d5-e4; @-e5"],
        &[],
    );
    check(&format!("repro {path} --backend fast"), 0, &["gone: ryugi, the legal moves"], &[]);
    check(
        &format!("repro {path} --backend cmd:false"),
        125,
        &[],
        &["error: the backend `cmd:false` crashed"],
    );
    check(&format!("repro {path} --backend none"), 125, &[], &["unknown backend `none`"]);
    check(&format!("repro {path} --a none"), 125, &[], &["unknown backend `none`"]);
    check(&format!("repro {path} --variant ./nothere"), 125, &[], &["No such file"]);
    let answer = vperft(&format!("repro {path} --format json")).ends(1).json();
    assert_eq!((&answer["again"]["outcome"], &answer["again"]["asked"]), (&json!("same"), &json!(1)));
}

/// A backend is not charged with a number that it has not given.
#[test]
fn a_reported_total_is_of_no_backend() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("bug.json").display().to_string();
    let words = format!("descend ryugi --depth 2 --vfen '{PAWNS}' --total 3 --b reference --out {path}");
    vperft(&words).ends(1).says(&["1. other-program", "the total is 3; the backend itself counts 41"]);
    check(&format!("repro {path}"), 125, &[], &["the file contains counts without a backend"]);
}

#[test]
fn a_program_named_in_a_bug_file_is_not_started() {
    let folder = tempdir().expect("a folder");
    let path = write_bug(folder.path());
    let mut document: Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("the file")).expect("JSON");
    let trace = folder.path().join("trace");
    let program = format!("cmd:touch {}", trace.display());
    for side in ["a", "b"] {
        document[side]["backend"] = json!(program);
        document[side]["without"] = json!([]);
    }
    fs::write(&path, document.to_string()).expect("a file");
    check(
        &format!("repro {path}"),
        125,
        &[],
        &["but only the command line may start a program; expected --backend"],
    );
    check(&format!("repro {path} --backend fast"), 0, &["gone"], &[]);
    vperft(&format!("repro {path} --markdown")).ends(0);
    assert!(!trace.exists());
}

#[test]
fn a_malformed_bug_file_is_an_error_with_its_place() {
    let folder = tempdir().expect("a folder");
    let path = write_bug(folder.path());
    let text = fs::read_to_string(&path).expect("the file");
    for (from, to, expected) in [
        ("{", "", "bug.json: "),
        (
            "\"format\": 1",
            "\"format\": 2",
            "bug.json: `format`: 2; this version of vperft reads only format 1",
        ),
        ("\"ryugi\"", "\"shogi\"", "bug.json: `variant`: unknown variant `shogi`"),
        ("\"kind\"", "\"kindness\"", "bug.json: unknown field `kindness`"),
    ] {
        fs::write(&path, text.replacen(from, to, 1)).expect("a file");
        check(&format!("repro {path}"), 125, &[], &[expected]);
        check(&format!("repro {path} --markdown"), 3, &[], &[expected]);
    }
    check("repro none.json", 125, &[], &["none.json: "]);
    check("repro none.json --markdown", 5, &[], &["none.json: "]);
}

#[test]
fn the_markdown_report_has_the_board_and_the_file() {
    let folder = tempdir().expect("a folder");
    let path = write_bug(folder.path());
    let words = ["repro", &path, "--markdown"];
    let report = vperft_with(&words).ends(0);
    let mut document: Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("the file")).expect("JSON");
    let [suite, version] =
        ["suite", "vperft"].map(|name| document[name].as_str().expect("a version").to_owned());
    report.snapshot("repro-markdown", &[(&path, "bug.json"), (&suite, "SUITE"), (&version, "VERSION")]);
    // A report has a size limit.
    let many: Vec<_> = (0..20_000).map(|number| format!("K a1-a{number} ``` @everyone")).collect();
    document["b"]["answer"] = json!({ "moves": many });
    document["moves"] = json!(many);
    document["b"]["backend"] = json!("x".repeat(100_000));
    fs::write(&path, document.to_string()).expect("a file");
    let report = vperft_with(&words).ends(0).stdout;
    assert!(report.chars().count() <= 60_000, "{} characters", report.chars().count());
    assert!(report.contains("The bug file is too long to be quoted here: attach it."), "{report}");
}

#[test]
fn a_case_is_added_to_a_folder_and_blessed() {
    let folder = tempdir().expect("a folder");
    let path = write_bug(folder.path());
    let mine = folder.path().join("mine").display().to_string();
    let add = |more: &str| vperft(&format!("repro {path} --case {mine} {more}"));
    add("--id ryugi/pawn-takes --clause RYU-EP")
        .ends(0)
        .says(&["case `ryugi/pawn-takes` has no expected values yet", "vperft bless ryugi"]);
    add("--id ryugi/pawn-takes")
        .ends(2)
        .warns(&["already has a case `ryugi/pawn-takes`; expected --id with an unused id"]);
    add("--id rococo/pawn-takes").ends(2).warns(&["expected `ryugi/` and words of lower-case letters"]);
    // The position is already in the embedded corpus.
    assert!(!Path::new(&mine).join("positions").exists());
    let folders = format!("--suites {mine}/suites");
    check(&format!("bless ryugi {folders}"), 0, &["1 case confirmed, 3 missing values found"], &[]);
    check(
        &format!("run ryugi --filter ryugi/pawn-takes --backend reference --without RYU-EP {folders}"),
        1,
        &["missing  p d5-e4; @-e5"],
        &[],
    );
    check(&format!("lint {folders}"), 0, &["0 findings"], &[]);
}

#[test]
fn fuzz_writes_a_bug_file() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("bug.json").display().to_string();
    let words = "fuzz ryugi --b reference --b-without RYU-EP --count 20000";
    vperft(&format!("{words} --out {path}")).ends(1).warns(&[&format!("wrote {path}")]);
    check(&format!("repro {path}"), 1, &["the same failure"], &[]);
    check(&format!("fuzz ryugi --count 10 --out {path}x"), 0, &[], &["nothing is written to "]);
    assert!(!Path::new(&format!("{path}x")).exists());
}

#[test]
fn bug_files_go_to_folders_that_exist() {
    let folder = tempdir().expect("a folder");
    let none = folder.path().join("none").display().to_string();
    let differ = "ryugi --b reference --b-without RYU-EP";
    let game = folder.path().join("game.txt");
    fs::write(&game, "e3-e4").expect("a file");
    for words in [
        format!("fuzz {differ} --count 20000 --out {none}/bug.json"),
        format!("descend {differ} --depth 2 --vfen '{PAWNS}' --out {none}/bug.json"),
        format!("shrink {differ} --vfen '{PAWNS}' --out {none}/bug.json"),
        format!("import ryugi {} --b reference --out {none}/bug.json", game.display()),
    ] {
        check(&words, 5, &[], &["cannot write `", &format!("there is no folder `{none}`")]);
    }
    let run = "run ryugi --backend reference --filter 'ryugi/ep-*'";
    for words in [format!("fuzz {differ} --causes 2 --out {none}"), format!("{run} --out {none}")] {
        check(&words, 5, &[], &[&format!("cannot write `{none}`: there is no such folder; make it first")]);
    }
    assert!(!Path::new(&none).exists());
    let file = game.display();
    for words in [format!("fuzz {differ} --causes 2 --out {file}"), format!("{run} --out {file}")] {
        check(&words, 5, &[], &[&format!("cannot write `{file}`: expected a folder")]);
    }
}

#[test]
fn run_writes_bug_files_for_failing_checks() {
    let folder = tempdir().expect("a folder");
    let bugs = folder.path().display().to_string();
    let small_corpus = SMALL_CORPUS.join(" ");
    let words = format!(
        "run ryugi --filter ryugi/ep-black-takes --backend reference --without RYU-EP {small_corpus}"
    );
    vperft(&format!("{words} --out {bugs}")).ends(1).warns(&[" bug files to ", "` asks the first again"]);
    let mut count = 0;
    for entry in fs::read_dir(&bugs).expect("a folder") {
        let path = entry.expect("an entry").path().display().to_string();
        check(&format!("repro {path}"), 1, &["the same failure"], &[]);
        check(&format!("repro {path} --backend fast"), 0, &["gone"], &[]);
        count += 1;
    }
    assert!(count > 1, "{count} bug files");
    // A passing run writes no file and leaves existing ones.
    vperft(&format!("run ryugi --filter ryugi/ep-black-takes {small_corpus} --out {bugs}")).ends(0);
    assert_eq!(fs::read_dir(&bugs).expect("a folder").count(), count);
}

#[test]
fn wrong_counts_of_a_run_are_walked_down_to_a_small_position_and_its_clause() {
    let folder = tempdir().expect("a folder");
    let bugs = folder.path().display().to_string();
    let words = "run ryugi --max-nodes 2000 --check 'perft:*' --filter 'ryugi/ep-*' --backend reference --without RYU-EP";
    vperft(&format!("{words} --out {bugs}")).ends(1);
    let files = fs::read_dir(&bugs).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files: Vec<_> = files.collect();
    assert!(!files.is_empty());
    for path in files {
        let bug: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a file")).expect("JSON");
        assert_eq!(bug["question"]["ask"], "moves", "{bug}");
        // The other kind is a line that the backend refuses to play.
        if bug["kind"] == "set" {
            assert_eq!(bug["clauses"], json!(["RYU-EP"]), "{bug}");
        }
        let board = bug["root"].as_str().and_then(|vfen| vfen.split(' ').next()).expect("a position");
        assert!(board.chars().filter(|c| c.is_alphabetic()).count() <= 5, "{board}");
        check(&format!("repro {}", path.display()), 1, &["the same failure"], &[]);
    }
}

#[test]
fn shrink_writes_a_bug_file_with_its_clause() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("bug.json").display().to_string();
    let words = format!("shrink ryugi --vfen '{PAWNS}' --b reference --b-without RYU-EP --out {path}");
    vperft(&words).ends(1).warns(&[&format!("wrote {path}; `vperft repro {path}` asks again")]);
    check(&format!("repro {path}"), 1, &["the same failure"], &[]);
    let mine = folder.path().join("mine").display().to_string();
    vperft(&format!("repro {path} --case {mine} --id ryugi/small")).ends(0);
    let case = fs::read_to_string(format!("{mine}/suites/ryugi/bugs-found.json")).expect("the file");
    assert!(case.contains("\"clauses\": [\"RYU-EP\"]"), "{case}");
}

#[test]
fn a_position_that_was_not_asked_about_is_refused() {
    let folder = tempdir().expect("a folder");
    let path = write_bug(folder.path());
    let text = fs::read_to_string(&path).expect("the file");
    let bug: Value = serde_json::from_str(&text).expect("JSON");
    let other = "4k5/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    let case = folder.path().join("corpus").display().to_string();
    for (field, value, problem) in [
        ("vfen", json!(other), format!("`vfen`: `{other}`; `root` and `moves` lead to `{PAWNS}`")),
        (
            "vfen",
            json!("\u{202e}x"),
            "`vfen`: `\u{fffd}x`; expected at most 4096 bytes of printable".to_owned(),
        ),
        ("vfen", json!("x".repeat(5_000_000)), "`vfen`: `xxx".to_owned()),
        ("root", json!("x".repeat(5_000_000)), "`root`: `xxx".to_owned()),
        ("moves", json!(["\u{1b}[2J"]), "`moves`: `\u{fffd}[2J`; expected".to_owned()),
    ] {
        let mut bug = bug.clone();
        bug[field] = value;
        fs::write(&path, bug.to_string()).expect("a file");
        for (words, code) in [
            (format!("repro {path}"), 125),
            (format!("repro {path} --markdown"), 3),
            (format!("repro {path} --case {case}"), 3),
        ] {
            let outcome = vperft(&words).ends(code).warns(&[&problem]);
            assert!(outcome.stdout.is_empty() && outcome.stderr.len() < 1000, "{outcome}");
        }
    }
    assert!(!Path::new(&case).exists());
    fs::write(&path, format!("\u{feff}{text}")).expect("a file");
    check(&format!("repro {path}"), 1, &["the same failure"], &[]);
}

#[test]
fn a_case_holds_no_hidden_characters() {
    let folder = tempdir().expect("a folder");
    let path = write_bug(folder.path());
    let mut bug: Value = serde_json::from_str(&fs::read_to_string(&path).expect("the file")).expect("JSON");
    bug["question"] = json!({"ask": "after", "move": "K f1-\u{202e}f2"});
    bug["a"]["answer"] = json!({"error": {"kind": "refused", "message": "no"}});
    bug["b"]["answer"] = json!({"vfen": PAWNS});
    fs::write(&path, bug.to_string()).expect("a file");
    let case = folder.path().join("corpus").display().to_string();
    check(&format!("repro {path} --case {case}"), 3, &[], &["the case would hold U+202E"]);
    assert!(!Path::new(&case).exists());
}
