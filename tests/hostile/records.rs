//! Backends that lie, hang and crash, from their records: what was seen of them is seen again without them.

use crate::run::liar;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use tempfile::{TempDir, tempdir};

/// A backend that does this.
fn backend(deed: &str) -> String {
    let liar = liar();
    let words = shlex::split(deed).expect("balanced quotes");
    let words = std::iter::once(liar.to_str().expect("UTF-8")).chain(words.iter().map(String::as_str));
    format!("cmd:{}", shlex::try_join(words).expect("no NUL"))
}

/// Runs `vperft` in a folder. Returns how it ended and what it printed.
fn vperft(folder: &Path, words: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vperft"));
    let output = command.args(words).current_dir(folder).output().expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{words:?}: {stderr}");
    let code = output.status.code().unwrap_or(-1);
    (code, String::from_utf8(output.stdout).expect("output is UTF-8") + if code > 1 { &stderr } else { "" })
}

/// What a run says of every check.
fn verdicts(document: &str) -> Vec<Value> {
    let document: Value =
        serde_json::from_str(document).unwrap_or_else(|error| panic!("{error}: {document}"));
    let cases = document["cases"].as_array().expect("the cases").iter();
    let checks = cases.flat_map(|case| case["checks"].as_array().expect("the checks"));
    checks.map(|one| json!([one["check"], one["result"]])).collect()
}

#[test]
fn a_run_from_a_record_has_the_verdicts_of_the_run_that_was_recorded() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let folders = [format!("{corpus}/suites"), format!("{corpus}/positions")];
    for (deed, code) in [
        ("--ask nothing silence", 0),
        ("--plain --ask nothing silence", 0),
        ("--ask moves --on 2PpP5 double", 1),
        ("--ask after --on 2PpP5 wrong-child", 1),
        ("--ask perft --on 2PpP5 exit", 1),
        ("--ask moves --on 2PpP5 silence", 1),
        ("--ask moves --on 2PpP5 say nonsense", 1),
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
        let (ended, recorded) = run(&backend(deed), &["--record", "record.jsonl", "--jobs", "2"]);
        assert_eq!(ended, code, "{deed}: {recorded}");
        let (ended, replayed) = run("replay:record.jsonl", &["--jobs", "1"]);
        assert_eq!(ended, code, "{deed}: {replayed}");
        assert_eq!(verdicts(&replayed), verdicts(&recorded), "{deed}");
    }
}

/// A descent to a cause in a folder, recorded, with a bug file.
fn descent(deed: &str, kind: &str) -> TempDir {
    let folder = tempdir().expect("a folder");
    let words = ["descend", "ryugi", "--depth", "3", "--causes", "1", "--timeout", "5", "--b"];
    let files = ["--record", "record.jsonl", "--out", "bug.json"];
    let (code, recorded) = vperft(folder.path(), &[&words[..], &[&backend(deed)], &files].concat());
    assert_eq!(code, 1, "{deed}: {recorded}");
    assert!(recorded.contains(&format!("1. {kind}: ")), "{deed}: {recorded}");
    let (code, replayed) =
        vperft(folder.path(), &[&words[..], &["replay:record.jsonl", "--out", "again.json"]].concat());
    assert_eq!(code, 1, "{deed}: {replayed}");
    let told = |text: &str| {
        text.lines().filter(|line| !line.contains(" replay ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(told(&replayed), told(&recorded), "{deed}");
    folder
}

#[test]
fn a_descent_from_a_record_finds_the_same_cause_and_its_bug_file_shows_it_again() {
    for (deed, kind, other) in [
        ("--plain --ask moves --on 3P6 forget", "set", 125),
        ("--plain --ask moves --on 3P6 --every 2 forget", "flaky", 0),
        ("--ask divide --every 2 forget", "flaky", 125),
        ("--ask moves exit", "no-answer", 125),
    ] {
        let folder = descent(deed, kind);
        let again = |backend: &str| {
            vperft(folder.path(), &["repro", "bug.json", "--timeout", "5", "--backend", backend])
        };
        for (backend, code) in
            [(&backend(deed)[..], 1), ("fast", 0), ("cmd:false", 125), ("replay:none", 125)]
        {
            let (ended, printed) = again(backend);
            assert_eq!(ended, code, "{deed}, {backend}: {printed}");
        }
        // Another mistake is another failure; counts it leaves as they are.
        let (ended, printed) = again(&backend("--from 0 double"));
        assert_eq!(ended, other, "{deed}: {printed}");
    }
}
