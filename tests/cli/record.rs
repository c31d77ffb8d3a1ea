//! Recording a backend with `--record`, and replaying it with `replay:`.

use crate::tool::{PROGRAM, SMALL_CORPUS, check, commands, vperft, vperft_with};
use pretty_assertions::assert_eq;
use std::fs;
use std::process::Command;
use tempfile::tempdir;

/// Quick commands without the backend, and their exit codes.
const COMMANDS: &[(&str, i32)] = &[
    ("run ryugi --filter ryugi/ep-black-* --format json --jobs 2 --backend", 0),
    ("perft ryugi 3 --backend", 0),
    ("divide ryugi 2 --backend", 0),
    ("moves ryugi --backend", 0),
    ("after ryugi --move e3-e4 --backend", 0),
    ("after ryugi --move e3-e9 --backend", 3),
    ("status ryugi --backend", 0),
    ("show ryugi --backend", 0),
    ("sample ryugi --seed 1 --ply 3 --backend", 0),
    ("fuzz ryugi --count 40 --jobs 1 --b", 0),
    ("descend ryugi --depth 2 --b", 0),
];

#[test]
fn every_command_that_opens_a_backend_can_record() {
    for command in commands() {
        let help = vperft(&format!("{command} --help")).ends(0).stdout;
        assert_eq!(help.contains("--record <FILE>"), help.contains("--option <NAME=VALUE>"), "{command}");
    }
}

#[test]
fn recording_and_replaying_do_not_change_the_output() {
    let folder = tempdir().expect("a folder");
    let program = format!("cmd:{}", shlex::try_join([PROGRAM, "serve", "ryugi"]).expect("no NUL"));
    let plain = |text: &str, backend: &str| {
        let lines = text
            .lines()
            .map(|line| line.split("\"backend\":").next().unwrap_or_default().replace(backend, "BACKEND"));
        lines.filter(|line| !line.contains(" total ")).collect::<Vec<_>>()
    };
    for (number, (words, code)) in COMMANDS.iter().enumerate() {
        let path = folder.path().join(format!("{number}.jsonl")).display().to_string();
        let replay = format!("replay:{}", shlex::try_quote(&path).expect("no NUL"));
        let words = shlex::split(words).expect("balanced quotes");
        let corpus = if words[0] == "run" { &SMALL_CORPUS[..] } else { &[] };
        let run = |backend: &str, more: &[&str]| {
            let words = words.iter().map(String::as_str).chain([backend]).chain(corpus.iter().copied());
            vperft_with(&words.chain(more.iter().copied()).collect::<Vec<_>>())
        };
        let without = run(&program, &[]).ends(*code);
        let recorded = run(&program, &["--record", &path]).ends(*code);
        let replayed = run(&replay, &[]).ends(*code);
        let expected = plain(&without.stdout, &program);
        assert_eq!(plain(&recorded.stdout, &program), expected, "{words:?}");
        assert_eq!(plain(&replayed.stdout, &replay), expected, "{words:?}");
    }
}

#[test]
fn questions_missing_in_a_record_are_unsupported() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("record.jsonl").display().to_string();
    vperft(&format!("moves ryugi --record {path}")).ends(0);
    let lacks = "does not support this: the record does not hold this question, `perft`";
    check(&format!("perft ryugi 4 --backend replay:{path}"), 4, &[], &[lacks]);
    check(&format!("moves rococo --backend replay:{path}"), 4, &[], &["rococo; the record is one of ryugi"]);
    check(
        &format!("moves ryugi --backend replay:{path} --without RYU-EP"),
        4,
        &[],
        &["cannot switch off a clause"],
    );
    let small_corpus = SMALL_CORPUS.join(" ");
    let words = format!("run ryugi --filter ryugi/ep-black-takes --backend replay:{path} {small_corpus}");
    check(&words, 1, &["the record does not hold this question"], &["no check passed"]);
}

#[test]
fn a_replay_has_the_recorded_readings() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("record.jsonl").display().to_string();
    let words = "run cetran3 --tier smoke --filter cetran3/c* --format json";
    let recorded = vperft(&format!("{words} --ruling ranks=8 --record {path}")).ends(0).json();
    let replayed = vperft(&format!("{words} --backend replay:{path}")).ends(0).json();
    assert_eq!(replayed["signature"], recorded["signature"]);
    // A record is not the built-in backend that it is of.
    let identity = recorded["identity"].as_str().expect("an identity");
    assert_eq!(replayed["identity"], format!("replay-{identity}"));
}

#[test]
fn invalid_records_are_errors() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("record.jsonl");
    let record = path.display().to_string();
    vperft(&format!("moves ryugi --record {record}")).ends(0);
    let text = fs::read_to_string(&path).expect("the record");
    check(
        &format!("moves ryugi --backend replay:{record} --record {record}"),
        2,
        &[],
        &["the backend replays this file"],
    );
    assert_eq!(fs::read_to_string(&path).expect("the record"), text);
    check(&format!("moves ryugi --record {}/none/x", folder.path().display()), 5, &[], &["none/x: "]);
    check("moves ryugi --backend replay:", 2, &[], &["expected replay:FILE"]);
    check(
        "moves ryugi --backend replay:none.jsonl",
        4,
        &[],
        &["`replay:none.jsonl` cannot be replayed: none.jsonl: "],
    );
    fs::write(&path, &text[..text.len() - 9]).expect("a file");
    let truncated = ": is truncated; the ";
    check(&format!("moves ryugi --backend replay:{record}"), 4, &[], &[truncated]);
    fs::write(&path, &text).expect("a file");
    let other = "rococo; the record is one of ryugi";
    for command in ["moves rococo --backend", "descend rococo --depth 2 --b", "shrink rococo --b"] {
        check(&format!("{command} replay:{record}"), 4, &[], &[other]);
    }
    fs::write(&path, text.replacen("\"record\":1", "\"record\":2", 1)).expect("a file");
    let later = "line 1: format 2; this program reads format 1";
    check(&format!("moves ryugi --backend replay:{record}"), 4, &[], &[later]);
}

#[test]
#[cfg(target_os = "linux")]
fn recording_to_a_full_disk_is_an_error() {
    let answer = vperft("moves ryugi --format lines").ends(0).stdout;
    // The disk is full from the start, so the command does not begin.
    check("moves ryugi --record /dev/full", 5, &[], &["/dev/full: "]);
    assert!(!answer.is_empty());
}

/// A limit on the file size has the effect of a disk that fills up during the command.
#[test]
#[cfg(target_os = "linux")]
fn results_survive_a_disk_that_fills_up() {
    let folder = tempdir().expect("a folder");
    for name in ["of-run", "of-fuzz"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    for (words, found, file) in [
        (
            "descend ryugi --depth 3 --vfen '5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1' --b reference --b-without RYU-EP \
             --out bug.json",
            "b      5k4/10/10/10/3Pp5/10/10/10/10/5K4 w - - 0 2",
            "bug.json",
        ),
        (
            "run ryugi --filter 'ryugi/ep-*' --backend reference --without RYU-EP --out of-run",
            "missing  p d5-e4; @-e5",
            "of-run",
        ),
        (
            "fuzz ryugi --b reference --b-without RYU-EP --count 3000 --causes 1 --out of-fuzz",
            "RYU-EP",
            "of-fuzz",
        ),
        ("diagnose ryugi --backend reference --without RYU-EP", "without RYU-EP", ""),
        (
            "shrink ryugi --vfen '5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1' --b reference --b-without RYU-EP",
            "RYU-EP",
            "",
        ),
    ] {
        // The unit is 512 or 1024 bytes, depending on the shell. Bug files are shorter than the limit.
        let script = format!("ulimit -f 8; exec '{PROGRAM}' {words} --record record.jsonl");
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output();
        let output = output.expect("a shell");
        let [stdout, stderr] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(output.status.code(), Some(5), "{words}: {}\n{stderr}", output.status);
        assert!(
            stderr.contains("error: record.jsonl: ") && stderr.contains("File too large"),
            "{words}: {stderr}"
        );
        assert!(stdout.contains(found), "{words}: {stdout}\n{stderr}");
        let path = folder.path().join(file);
        let is_written = path.is_file() || fs::read_dir(&path).expect("a folder").count() > 0;
        assert!(is_written, "{words}: no {file}\n{stderr}");
        // Replaying the truncated record works or is an error, but does not panic.
        let words = ["moves", "ryugi", "--backend", "replay:record.jsonl"];
        let replayed = Command::new(PROGRAM).args(words).current_dir(folder.path()).output();
        let stderr = String::from_utf8_lossy(&replayed.expect("the program starts").stderr).into_owned();
        assert!(!stderr.contains("panicked"), "{stderr}");
    }
}

#[test]
fn a_record_of_another_variant_names_what_it_has() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("record.jsonl").display().to_string();
    vperft(&format!("moves ryugi --backend 'cmd:{PROGRAM} serve ryugi' --record {path}")).ends(0);
    for words in [
        format!("moves rococo --backend replay:{path}"),
        format!("run rococo --backend replay:{path}"),
        format!("descend rococo --depth 2 --b replay:{path}"),
    ] {
        check(&words, 4, &[], &["rococo; the record is one of ryugi"]);
    }
    let problem =
        format!("no rules of rococo in both reference and replay:{path}; `replay:{path}` has ryugi");
    check(&format!("fuzz rococo --b replay:{path}"), 4, &[], &[&problem]);
}
