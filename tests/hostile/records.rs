//! Records and bug files of faulty backends: a replay without the backend gives the same result.

use crate::harness::faulty_backend;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use tempfile::{TempDir, tempdir};

/// The backend argument for the faulty backend with this fault.
fn backend(fault: &str) -> String {
    let program = faulty_backend();
    let words = shlex::split(fault).expect("balanced quotes");
    let words = std::iter::once(program.to_str().expect("UTF-8")).chain(words.iter().map(String::as_str));
    format!("cmd:{}", shlex::try_join(words).expect("no NUL"))
}

/// Runs `vperft` in a folder. Returns its exit code and its output.
fn vperft(folder: &Path, words: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vperft"));
    let output = command.args(words).current_dir(folder).output().expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{words:?}: {stderr}");
    let code = output.status.code().unwrap_or(-1);
    (code, String::from_utf8(output.stdout).expect("output is UTF-8") + if code > 1 { &stderr } else { "" })
}

/// Every check of a run with its result.
fn verdicts(document: &str) -> Vec<Value> {
    let document: Value =
        serde_json::from_str(document).unwrap_or_else(|error| panic!("{error}: {document}"));
    let cases = document["cases"].as_array().expect("the cases").iter();
    let checks = cases.flat_map(|case| case["checks"].as_array().expect("the checks"));
    checks.map(|one| json!([one["check"], one["result"]])).collect()
}

#[test]
fn a_replayed_run_gives_the_recorded_verdicts() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus");
    let folders = [format!("{corpus}/suites"), format!("{corpus}/positions")];
    for (fault, code) in [
        ("--ask nothing no-answer", 0),
        ("--no-counts --ask nothing no-answer", 0),
        ("--ask moves --on 2PpP5 duplicate-move", 1),
        ("--ask after --on 2PpP5 wrong-child", 1),
        ("--ask perft --on 2PpP5 exit", 1),
        ("--ask moves --on 2PpP5 no-answer", 1),
        ("--ask moves --on 2PpP5 print nonsense", 1),
        ("--ask status unsupported", 0),
    ] {
        let folder = tempdir().expect("a folder");
        let run = |backend: &str, more: &[&str]| {
            let words = [
                "run",
                "ryugi",
                "--tier",
                "smoke",
                "--format",
                "json",
                "--filter",
                "ryugi/ep-*",
                "--backend",
                backend,
            ];
            let limits = [
                "--timeout",
                "2",
                "--reruns",
                "0",
                "--no-embedded",
                "--suites",
                &folders[0],
                "--positions",
                &folders[1],
            ];
            vperft(folder.path(), &[&words[..], &limits, more].concat())
        };
        let (ended, recorded) = run(&backend(fault), &["--record", "record.jsonl", "--jobs", "2"]);
        assert_eq!(ended, code, "{fault}: {recorded}");
        let (ended, replayed) = run("replay:record.jsonl", &["--jobs", "1"]);
        assert_eq!(ended, code, "{fault}: {replayed}");
        assert_eq!(verdicts(&replayed), verdicts(&recorded), "{fault}");
    }
}

/// A position in which a Pawn may be captured en passant.
const EN_PASSANT: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
/// A position that the clock makes a draw after two plies.
const CLOCK: &str = "5k4/10/10/10/10/10/10/10/3R6/5K4 w - - 126 80";

/// Records a `descend` that finds a cause of this kind, and replays it. Returns the folder with the record and `bug.json`.
fn record_descent(fault: &str, kind: &str, from: &[&str]) -> TempDir {
    let folder = tempdir().expect("a folder");
    let words = ["descend", "ryugi", "--depth", "3", "--causes", "1", "--timeout", "5"];
    let words = [&words[..], from, &["--b"]].concat();
    let files = ["--record", "record.jsonl", "--out", "bug.json"];
    let (code, recorded) = vperft(folder.path(), &[&words[..], &[&backend(fault)], &files].concat());
    assert_eq!(code, 1, "{fault}: {recorded}");
    assert!(recorded.contains(&format!("1. {kind}: ")), "{fault}: {recorded}");
    let (code, replayed) =
        vperft(folder.path(), &[&words[..], &["replay:record.jsonl", "--out", "replayed.json"]].concat());
    assert_eq!(code, 1, "{fault}: {replayed}");
    // The specification of the backend stands behind its name.
    let report = |text: &str, specification: &str| {
        let lines = text.lines().filter(|line| !line.contains(" replay "));
        lines.map(|line| line.replace(specification, "BACKEND")).collect::<Vec<_>>()
    };
    assert_eq!(report(&replayed, "replay:record.jsonl"), report(&recorded, &backend(fault)), "{fault}");
    folder
}

/// Checks the exit codes of `repro bug.json` with the backend of the bug, with correct backends, with backends that do not start, and
/// with a backend that has another bug, for which `other` is expected.
#[track_caller]
fn check_repro(folder: &Path, fault: &str, other: i32) {
    let correct = backend("--ask nothing no-answer");
    for (backend, code) in [
        (&backend(fault)[..], 1),
        ("fast", 0),
        (&correct, 0),
        ("cmd:false", 125),
        ("cmd:./missing", 125),
        ("replay:none", 125),
        // This fault affects lists of moves only.
        (&backend("--from 0 duplicate-move"), other),
    ] {
        let (ended, printed) = vperft(folder, &["repro", "bug.json", "--timeout", "5", "--backend", backend]);
        assert_eq!(ended, code, "{fault}, {backend}: {printed}");
    }
}

#[test]
fn a_cause_of_every_kind_is_replayed_and_reproduced() {
    let played = ["--vfen", EN_PASSANT, "--move", "k f10-e10", "--move", "K f1-e1"];
    let clock = ["--vfen", CLOCK];
    for (fault, kind, from, other) in [
        ("--no-counts --ask moves --on 3P6 omit-move", "set", &[][..], 125),
        ("--no-counts --ask after wrong-child", "child", &[], 0),
        ("--ask status wrong-status", "status", &[], 0),
        ("--no-counts --ask moves no-moves-when-drawn", "convention", &clock, 125),
        ("stale-field 3 2", "route", &played, 125),
        // The harness computes counts from this backend's lists, by playing moves: a VFEN would hide the stale field.
        ("--played stale-field 3 2", "route", &["--vfen", EN_PASSANT], 125),
        ("--no-counts --ask moves --from 1 omit-move", "state-leak", &[], 125),
        ("--no-counts --ask moves --on 3P6 --every 2 omit-move", "flaky", &[], 0),
        ("--ask divide --every 2 omit-move", "flaky", &[], 125),
        ("--ask perft miscount", "sum-only", &[], 0),
        ("--ask moves exit", "no-answer", &[], 125),
    ] {
        let folder = record_descent(fault, kind, from);
        check_repro(folder.path(), fault, other);
    }
}

#[test]
fn perft_prints_what_the_program_counts() {
    let folder = tempdir().expect("a folder");
    let faulty = backend("--ask perft miscount");
    for (command, is_right) in [("perft", false), ("divide", true)] {
        let words = [command, "ryugi", "2", "--backend", &faulty, "--format", "json"];
        let (code, printed) = vperft(folder.path(), &words);
        let total = if command == "perft" { "\"count\":1155," } else { "\"total\":1155," };
        assert_eq!((code, printed.contains(total)), (0, is_right), "{command}: {printed}");
    }
}

#[test]
fn a_broken_relation_of_a_run_has_a_bug_file() {
    let folder = tempdir().expect("a folder");
    let faulty = backend("--ask moves --on ' w ' omit-move");
    let words =
        ["run", "ryugi", "--filter", "ryugi/castle-*", "--max-failures", "1", "--check", "relation:colors"];
    std::fs::create_dir(folder.path().join("bugs")).expect("a folder");
    let (code, printed) =
        vperft(folder.path(), &[&words[..], &["--backend", &faulty, "--out", "bugs"]].concat());
    assert_eq!(code, 1, "{printed}");
    let bug = std::fs::read_dir(folder.path().join("bugs")).expect("a folder").next().expect("a file");
    let bug = bug.expect("an entry").path().display().to_string();
    for (backend, code, message) in [
        (&faulty[..], 1, "the same failure: ryugi, relation:colors"),
        ("fast", 0, "gone: ryugi, relation:colors"),
    ] {
        let (ended, printed) = vperft(folder.path(), &["repro", &bug, "--backend", backend]);
        assert_eq!(ended, code, "{printed}");
        assert!(printed.contains(message), "{printed}");
    }
    let (code, printed) = vperft(folder.path(), &["repro", &bug, "--markdown"]);
    assert!(code == 0 && printed.contains("relation colors is broken"), "{printed}");
}

#[test]
fn a_broken_relation_is_shrunk_and_reproduced() {
    // The duplicate move of the other backend breaks some relations in the same way.
    for (fault, relation, other) in [
        ("--no-counts --ask moves --on ' w ' omit-move", "mirror", 1),
        ("stale-field 3 2", "route", 0),
        ("--ask status wrong-status", "status", 0),
        ("--ask moves --on ' w ' omit-move", "count", 1),
    ] {
        let folder = tempdir().expect("a folder");
        let faulty = backend(fault);
        let words = ["fuzz", "ryugi", "--backend", &faulty, "--relations", "--count", "400", "--jobs", "1"];
        std::fs::create_dir(folder.path().join("bugs")).expect("a folder");
        let causes = ["--causes", "1", "--out", "bugs", "--format", "json"];
        let (code, printed) = vperft(folder.path(), &[&words[..], &causes].concat());
        assert_eq!(code, 1, "{fault}: {printed}");
        let document: Value =
            serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}"));
        let cause = &document["variants"][0]["causes"][0];
        assert_eq!(
            (&cause["kind"], &cause["detail"]["relation"]),
            (&json!("relation"), &json!(relation)),
            "{cause}"
        );
        assert!(cause["men"].as_u64() <= Some(6), "{cause}");
        let replay = shlex::split(cause["replay"].as_str().expect("a command")).expect("balanced quotes");
        let replay: Vec<_> = replay.iter().skip(1).map(String::as_str).collect();
        let (code, printed) = vperft(folder.path(), &replay);
        assert_eq!(code, 1, "{fault}: {printed}");
        let bug = std::fs::read_dir(folder.path().join("bugs")).expect("a folder").next().expect("a file");
        std::fs::rename(bug.expect("an entry").path(), folder.path().join("bug.json")).expect("a file");
        check_repro(folder.path(), fault, other);
    }
}
