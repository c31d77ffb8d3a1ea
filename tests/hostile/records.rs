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

/// A position in which a Pawn may be taken in passing, and one that is drawn by the clock two plies on.
const PASSING: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
const CLOCK: &str = "5k4/10/10/10/10/10/10/10/3R6/5K4 w - - 126 80";

/// A descent to a cause in a folder, recorded, with a bug file.
fn descent(deed: &str, kind: &str, from: &[&str]) -> TempDir {
    let folder = tempdir().expect("a folder");
    let words = ["descend", "ryugi", "--depth", "3", "--causes", "1", "--timeout", "5"];
    let words = [&words[..], from, &["--b"]].concat();
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

/// The bug file of a kind is asked again: of the program that lies, of an honest one, of one that does not start, of none, and of one
/// with another mistake.
#[track_caller]
fn repro(folder: &Path, deed: &str, other: i32) {
    let honest = backend("--ask nothing silence");
    for (backend, code) in [
        (&backend(deed)[..], 1),
        ("fast", 0),
        (&honest, 0),
        ("cmd:false", 125),
        ("cmd:./there-is-none", 125),
        ("replay:none", 125),
        // Another mistake is another failure; what is not a list of moves it leaves as it is.
        (&backend("--from 0 double"), other),
    ] {
        let (ended, printed) = vperft(folder, &["repro", "bug.json", "--timeout", "5", "--backend", backend]);
        assert_eq!(ended, code, "{deed}, {backend}: {printed}");
    }
}

#[test]
fn a_mistake_of_every_kind_is_descended_to_from_a_record_and_its_bug_file_shows_it_again() {
    let played = ["--vfen", PASSING, "--move", "k f10-e10", "--move", "K f1-e1"];
    let clock = ["--vfen", CLOCK];
    for (deed, kind, from, other) in [
        ("--plain --ask moves --on 3P6 forget", "set", &[][..], 125),
        ("--plain --ask after wrong-child", "child", &[], 0),
        ("--ask status wrong-status", "status", &[], 0),
        ("--plain --ask moves stop", "convention", &clock, 125),
        ("keep 3 2", "route", &played, 125),
        // Its counts are put together of its lists, and the VFEN of the position on the way would hide what it keeps.
        ("--plays keep 3 2", "route", &["--vfen", PASSING], 125),
        ("--plain --ask moves --from 1 forget", "state-leak", &[], 125),
        ("--plain --ask moves --on 3P6 --every 2 forget", "flaky", &[], 0),
        ("--ask divide --every 2 forget", "flaky", &[], 125),
        ("--ask perft miscount", "sum-only", &[], 0),
        ("--ask moves exit", "no-answer", &[], 125),
    ] {
        let folder = descent(deed, kind, from);
        repro(folder.path(), deed, other);
    }
}

#[test]
fn a_broken_relation_of_a_run_has_a_bug_file() {
    let folder = tempdir().expect("a folder");
    let liar = backend("--ask moves --on ' w ' forget");
    let words =
        ["run", "ryugi", "--filter", "ryugi/castle-*", "--max-failures", "1", "--check", "relation:colors"];
    let (code, printed) =
        vperft(folder.path(), &[&words[..], &["--backend", &liar, "--out", "bugs"]].concat());
    assert_eq!(code, 1, "{printed}");
    let bug = std::fs::read_dir(folder.path().join("bugs")).expect("a folder").next().expect("a file");
    let bug = bug.expect("it can be read").path().display().to_string();
    for (backend, code, says) in [
        (&liar[..], 1, "the same failure: ryugi, relation:colors"),
        ("fast", 0, "gone: ryugi, relation:colors"),
    ] {
        let (ended, printed) = vperft(folder.path(), &["repro", &bug, "--backend", backend]);
        assert_eq!(ended, code, "{printed}");
        assert!(printed.contains(says), "{printed}");
    }
    let (code, printed) = vperft(folder.path(), &["repro", &bug, "--markdown"]);
    assert!(code == 0 && printed.contains("relation colors is broken"), "{printed}");
}

#[test]
fn a_broken_relation_is_made_small_and_its_bug_file_shows_it_again() {
    // A move that is listed twice breaks some of them in the same way.
    for (deed, relation, other) in [
        ("--plain --ask moves --on ' w ' forget", "mirror", 1),
        ("keep 3 2", "route", 0),
        ("--ask status wrong-status", "status", 0),
        ("--ask moves --on ' w ' forget", "count", 1),
    ] {
        let folder = tempdir().expect("a folder");
        let liar = backend(deed);
        let words = ["fuzz", "ryugi", "--backend", &liar, "--relations", "--count", "400", "--jobs", "1"];
        let causes = ["--causes", "1", "--out", "bugs", "--format", "json"];
        let (code, printed) = vperft(folder.path(), &[&words[..], &causes].concat());
        assert_eq!(code, 1, "{deed}: {printed}");
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
        assert_eq!(code, 1, "{deed}: {printed}");
        let bug = std::fs::read_dir(folder.path().join("bugs")).expect("a folder").next().expect("a file");
        std::fs::rename(bug.expect("it can be read").path(), folder.path().join("bug.json")).expect("a file");
        repro(folder.path(), deed, other);
    }
}
