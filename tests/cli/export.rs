//! `export`: the corpus in formats for other programs.

use crate::corpus::{Tiny, positions, suite};
use crate::tool::{Outcome, PROGRAM, vperft};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

/// A corpus with checks of every kind, and a line of one move.
fn tiny() -> Tiny {
    let mut suite = suite(json!({
        "perft": { "1": 5, "2": 25 }, "moves": ["K f1-e1", "K f1-f2"], "moves_of": { "a1": [] },
        "illegal": ["K f1-f3, \"x\""], "after": { "K f1-f2": KINGS }, "status": "draw-dead",
        "rejects": [{ "vfen": "5k4", "kind": "field-count" }],
    }));
    let mut case = suite["cases"][0].clone();
    case["id"] = json!("ryugi/line");
    case["line"] = json!(["K f1-f2"]);
    case["checks"] = json!({ "perft": { "1": 5 } });
    suite["cases"].as_array_mut().expect("a list").push(case);
    let corpus = Tiny::of(&positions(), &suite);
    corpus.add("CHANGELOG.md", "# Versions\n\n## 3.1.4\n\nNew.\n\n## 2.0.0\n");
    corpus
}

#[test]
fn epd_has_a_line_for_every_position() {
    let after = "5k4/10/10/10/10/10/10/10/5K4/10 b - - 1 1";
    let king = format!("{KINGS} ;D1 5 ;D2 25 ;id \"ryugi/king-walk\" ;variant \"ryugi\"\n");
    let line = format!("{after} ;D1 5 ;id \"ryugi/line\" ;variant \"ryugi\"\n");
    for (words, expected) in [
        (&[][..], format!("{king}{line}")),
        (&["--filter", "*line"], line),
        (&["--check", "perft:2"], format!("{KINGS} ;D2 25 ;id \"ryugi/king-walk\" ;variant \"ryugi\"\n")),
    ] {
        let outcome = tiny().vperft(&[&["export", "--format", "epd"], words].concat()).ends(0);
        assert_eq!(outcome.stdout, expected, "{outcome}");
        assert_eq!(outcome.stderr, "", "{outcome}");
    }
}

#[test]
fn csv_has_a_row_for_every_check() {
    let expected = format!(
        "variant,case,check,vfen,line,expected
ryugi,ryugi/king-walk,moves,{KINGS},,K f1-e1 | K f1-f2
ryugi,ryugi/king-walk,moves_of:a1,{KINGS},,
ryugi,ryugi/king-walk,\"illegal:K f1-f3, \"\"x\"\"\",{KINGS},,illegal
ryugi,ryugi/king-walk,after:K f1-f2,{KINGS},,{KINGS}
ryugi,ryugi/king-walk,status,{KINGS},,draw-dead
ryugi,ryugi/king-walk,rejects:5k4,{KINGS},,field-count
ryugi,ryugi/king-walk,perft:1,{KINGS},,5
ryugi,ryugi/king-walk,perft:2,{KINGS},,25
ryugi,ryugi/line,perft:1,{KINGS},K f1-f2,5
"
    );
    assert_eq!(tiny().vperft(&["export", "--format", "csv"]).ends(0).stdout, expected);
}

#[test]
fn json_has_everything() {
    let check = |kind: &str, rest: &str, expected: Value| json!({ "check": format!("{kind}{rest}"), "kind": kind, "expected": expected });
    let case = |id: &str, line: Value, checks: Value| {
        json!({
            "variant": "ryugi", "id": id, "title": "A King steps", "position": "ryugi/kings", "vfen": KINGS,
            "line": line, "clauses": ["RYU-KING", "GEN-PERFT"], "bugs": [], "checks": checks,
        })
    };
    let checks = json!([
        check("moves", "", json!(["K f1-e1", "K f1-f2"])),
        check("moves_of", ":a1", json!([])),
        check("illegal", ":K f1-f3, \"x\"", json!("illegal")),
        check("after", ":K f1-f2", json!(KINGS)),
        check("status", "", json!("draw-dead")),
        check("rejects", ":5k4", json!("field-count")),
        check("perft", ":1", json!(5)),
        check("perft", ":2", json!(25)),
    ]);
    let expected = json!({ "format": 1, "suite_version": "3.1.4", "cases": [
        case("ryugi/king-walk", json!([]), checks),
        case("ryugi/line", json!(["K f1-f2"]), json!([check("perft", ":1", json!(5))])),
    ] });
    assert_eq!(tiny().vperft(&["export", "--format", "json"]).ends(0).json(), expected);
    let tagged = Tiny::tagged(json!({ "perft": { "1": 5 } }));
    let answer = tagged.vperft(&["export", "--format", "json"]).ends(0).json();
    assert_eq!(answer["cases"][0]["bugs"], json!(["king-lazy"]));
    assert_eq!(answer["suite_version"], Value::Null);
}

#[test]
fn wrong_arguments_and_changelogs_are_errors() {
    let tiny = tiny();
    for (words, code, warning) in [
        (&["export"][..], 2, "--format"),
        (&["export", "--format", "xml"], 2, "xml"),
        (&["export", "rococo", "--format", "csv"], 2, "no check of the corpus matches the arguments"),
        (
            &["export", "--check", "moves", "--format", "epd"],
            2,
            "no perft count of the corpus matches the arguments",
        ),
    ] {
        let outcome = tiny.vperft(words).ends(code).warns(&[warning]);
        assert_eq!(outcome.stdout, "", "{outcome}");
    }
    tiny.add("CHANGELOG.md", "## 3.1.4\n\n## three\n");
    tiny.vperft(&["export", "--format", "json"])
        .ends(3)
        .warns(&["CHANGELOG.md: line 3: `three` is not a version"]);
    tiny.add("CHANGELOG.md", "# 3.1.4\n");
    tiny.vperft(&["run"]).ends(3).warns(&["CHANGELOG.md: no heading such as `## 1.2.0` names a version"]);
}

#[test]
fn a_case_whose_line_cannot_be_played_is_omitted() {
    let mut suite = suite(json!({ "perft": { "1": 5 } }));
    let mut case = suite["cases"][0].clone();
    case["id"] = json!("ryugi/line");
    case["line"] = json!(["K f1-f3"]);
    suite["cases"].as_array_mut().expect("a list").push(case);
    let outcome = Tiny::of(&positions(), &suite).vperft(&["export", "--format", "epd"]).ends(0);
    assert_eq!(outcome.stdout, format!("{KINGS} ;D1 5 ;id \"ryugi/king-walk\" ;variant \"ryugi\"\n"));
    outcome.warns(&["left out `ryugi/line`: its moves cannot be played: refused the move: "]);
}

#[test]
fn the_suite_version_is_printed_with_results() {
    let tiny = tiny();
    let answer = tiny.vperft(&["run", "--check", "perft:1", "--format", "json"]).ends(0).json();
    assert_eq!(answer["suite_version"], "3.1.4");
    let log = include_str!("../../suites/CHANGELOG.md");
    let newest = log.lines().find_map(|line| line.strip_prefix("## ")).expect("a version");
    vperft("variants").ends(0).says(&[&format!("\nsuite version {newest}\n")]);
}

/// Runs the script exported from a corpus. `program` is the text of the shell script to test; it is passed by path, or by name if
/// `is_on_path`.
#[cfg(unix)]
fn script(corpus: &Tiny, program: Option<&str>, is_on_path: bool) -> Outcome {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::TempDir::with_prefix("a folder").expect("a folder");
    let write = |path: &Path, text: &str| {
        fs::write(path, text).expect("a file");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a program");
    };
    let (suite, perft) = (folder.path().join("suite.sh"), folder.path().join("perft"));
    write(&suite, &corpus.vperft(&["export", "--format", "sh"]).ends(0).stdout);
    let mut command = Command::new(&suite);
    if let Some(text) = program {
        write(&perft, text);
        command.arg(if is_on_path { Path::new("perft") } else { &perft }).arg("an argument");
    }
    if is_on_path {
        let path = std::env::var("PATH").expect("PATH is set");
        command.env("PATH", format!("{}:{path}", folder.path().display()));
    }
    let output = command.output().expect("the script starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let path = perft.display().to_string();
    Outcome {
        command: "suite.sh".into(),
        code: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout).replace(&path, "PERFT"),
        stderr: text(output.stderr),
    }
}

#[cfg(unix)]
#[test]
fn the_script_finds_wrong_counts() {
    let right = format!(
        "#!/bin/sh\n[ \"$1\" = 'an argument' ] || exit 9\nexec '{PROGRAM}' COMMAND \"$VPERFT_VARIANT\" \"$2\" --vfen \"$3\" 2>/dev/null\n"
    );
    let wrong = |id: &str, depth: u32, expected: u32, got: &str, vfen: &str| {
        format!(
            "{id} perft:{depth}: expected {expected}, got {got}\n    VPERFT_VARIANT=ryugi 'PERFT' 'an argument' {depth} '{vfen}'\n"
        )
    };
    let after = "5k4/10/10/10/10/10/10/10/5K4/10 b - - 1 1";
    let all = |got: &str| {
        let lines = [("king-walk", 1, 5, KINGS), ("king-walk", 2, 25, KINGS), ("line", 1, 5, after)];
        lines.map(|(id, depth, count, vfen)| wrong(&format!("ryugi/{id}"), depth, count, got, vfen)).concat()
    };
    // The second corpus expects a wrong count.
    let (good, bad) = (tiny(), tiny());
    let path = format!("{}/ryugi/tiny.json", bad.suites);
    let text = fs::read_to_string(&path).expect("the suite");
    fs::write(&path, text.replace("\"2\":25", "\"2\":24")).expect("the suite");
    let summary = |wrong: u32| format!("{wrong} of 3 counts are wrong\n");
    for (name, corpus, program, code, expected) in [
        ("a count", &good, right.replace("COMMAND", "perft"), 0, summary(0)),
        ("a count below moves", &good, right.replace("COMMAND", "divide"), 0, summary(0)),
        ("blanks after it", &good, "#!/bin/sh\nprintf '12\\n25 \\r\\n\\n'".into(), 1, String::new()),
        (
            "another count",
            &bad,
            right.replace("COMMAND", "perft"),
            1,
            wrong("ryugi/king-walk", 2, 24, "25", KINGS) + &summary(1),
        ),
        ("no count", &good, "#!/bin/sh\necho none".into(), 1, all("no number") + &summary(3)),
        ("a failure", &good, "#!/bin/sh\necho 5\nexit 3".into(), 1, all("exit code 3") + &summary(3)),
    ] {
        let outcome = script(corpus, Some(&program), false).ends(code);
        if name == "blanks after it" {
            outcome.says(&["perft:1: expected 5, got 25\n", "2 of 3 counts are wrong\n"]);
        } else {
            assert_eq!(outcome.stdout, expected, "{name}: {outcome}");
            assert_eq!(outcome.stderr, "", "{name}: {outcome}");
        }
    }
    // A program named `perft` on the PATH does not clash with names in the script.
    let outcome = script(&good, Some(&right.replace("COMMAND", "perft")), true).ends(0);
    assert_eq!(outcome.stdout, summary(0), "{outcome}");
    script(&good, None, false).ends(2).warns(&["usage: ", " PROGRAM [ARGUMENT]..."]);
}
