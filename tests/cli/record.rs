//! `--record` and `replay:`.

use crate::tool::{FEW, PROGRAM, check, commands, vperft, vperft_with};
use pretty_assertions::assert_eq;
use std::fs;
use std::process::Command;
use tempfile::tempdir;

/// Commands that are quick, each but for its backend, and how they end.
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
fn every_command_that_opens_a_backend_records_it() {
    for command in commands() {
        let help = vperft(&format!("{command} --help")).ends(0).stdout;
        assert_eq!(help.contains("--record <FILE>"), help.contains("--option <NAME=VALUE>"), "{command}");
    }
}

#[test]
fn a_record_changes_nothing_and_a_replay_prints_the_same() {
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
        let few = if words[0] == "run" { &FEW[..] } else { &[] };
        let run = |backend: &str, more: &[&str]| {
            let words = words.iter().map(String::as_str).chain([backend]).chain(few.iter().copied());
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
fn what_a_record_lacks_is_unsupported() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("record.jsonl").display().to_string();
    vperft(&format!("moves ryugi --record {path}")).ends(0);
    let lacks = "does not support this: the record does not hold this question, `divide`";
    check(&format!("perft ryugi 4 --backend replay:{path}"), 4, &[], &[lacks]);
    check(&format!("moves rococo --backend replay:{path}"), 4, &[], &["rococo; the record is one of ryugi"]);
    check(
        &format!("moves ryugi --backend replay:{path} --without RYU-EP"),
        4,
        &[],
        &["cannot be told to leave a clause out"],
    );
    let few = FEW.join(" ");
    let words = format!("run ryugi --filter ryugi/ep-black-takes --backend replay:{path} {few}");
    check(&words, 1, &["the record does not hold this question"], &["no check passed"]);
}

#[test]
fn the_readings_of_a_record_are_those_that_were_recorded() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("record.jsonl").display().to_string();
    let words = "run cetran3 --tier smoke --filter cetran3/c* --format json";
    let recorded = vperft(&format!("{words} --ruling ranks=8 --record {path}")).ends(0).json();
    let replayed = vperft(&format!("{words} --backend replay:{path}")).ends(0).json();
    assert_eq!(replayed["signature"], recorded["signature"]);
    assert_eq!(replayed["identity"], recorded["identity"]);
}

#[test]
fn what_cannot_be_recorded_or_replayed_is_an_error() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("record.jsonl");
    let record = path.display().to_string();
    vperft(&format!("moves ryugi --record {record}")).ends(0);
    let text = fs::read_to_string(&path).expect("it was written");
    check(
        &format!("moves ryugi --backend replay:{record} --record {record}"),
        2,
        &[],
        &["it is the record that is replayed"],
    );
    assert_eq!(fs::read_to_string(&path).expect("it is left"), text);
    check(&format!("moves ryugi --record {}/none/x", folder.path().display()), 5, &[], &["none/x: "]);
    check("moves ryugi --backend replay:", 2, &[], &["expected replay:FILE"]);
    check(
        "moves ryugi --backend replay:none.jsonl",
        4,
        &[],
        &["`replay:none.jsonl` cannot be replayed: none.jsonl: "],
    );
    fs::write(&path, &text[..text.len() - 9]).expect("it can be written");
    let cut = ": is cut in the middle; expected a line that ends";
    check(&format!("moves ryugi --backend replay:{record}"), 4, &[], &[cut]);
    fs::write(&path, &text).expect("it can be written");
    let other = "rococo; the record is one of ryugi";
    for command in ["moves rococo --backend", "descend rococo --depth 2 --b", "shrink rococo --b"] {
        check(&format!("{command} replay:{record}"), 4, &[], &[other]);
    }
    fs::write(&path, text.replacen("\"record\":1", "\"record\":2", 1)).expect("it can be written");
    let later = "line 1: format 2; this program reads format 1";
    check(&format!("moves ryugi --backend replay:{record}"), 4, &[], &[later]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_changes_no_answer() {
    let answer = vperft("moves ryugi --format lines").ends(0).stdout;
    // It is full at once, so that the command does not begin.
    check("moves ryugi --record /dev/full", 5, &[], &["/dev/full: "]);
    assert!(!answer.is_empty());
}

/// A disk that fills while a command records: here a file that may not become longer.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_fills_is_told_and_what_was_found_is_printed_and_written() {
    let folder = tempdir().expect("a folder");
    for (words, found, file) in [
        (
            "descend ryugi --depth 3 --vfen '5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1' --b reference --b-without RYU-EP \
             --out bug.json",
            "b      5k4/10/10/10/3Pp5/10/10/10/10/5K4 w - - 0 2",
            "bug.json",
        ),
        (
            "run ryugi --filter 'ryugi/ep-*' --backend reference --without RYU-EP --out bugs",
            "missing  p d5-e4; @-e5",
            "bugs",
        ),
        ("fuzz ryugi --b reference --b-without RYU-EP --count 3000 --causes 1 --out bugs", "RYU-EP", "bugs"),
        ("diagnose ryugi --backend reference --without RYU-EP", "without RYU-EP", ""),
        (
            "shrink ryugi --vfen '5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1' --b reference --b-without RYU-EP",
            "RYU-EP",
            "",
        ),
    ] {
        // In units of 512 bytes or of 1024, as the shell has it; the files of what was found are shorter.
        let script = format!("ulimit -f 8; exec '{PROGRAM}' {words} --record record.jsonl");
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output();
        let output = output.expect("there is a shell");
        let [stdout, stderr] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(output.status.code(), Some(5), "{words}: {}\n{stderr}", output.status);
        assert!(
            stderr.contains("error: record.jsonl: ") && stderr.contains("File too large"),
            "{words}: {stderr}"
        );
        assert!(stdout.contains(found), "{words}: {stdout}\n{stderr}");
        assert!(folder.path().join(file).exists(), "{words}: no {file}\n{stderr}");
        // The lines before the one that did not fit are a record, or are told to be.
        let words = ["moves", "ryugi", "--backend", "replay:record.jsonl"];
        let replayed = Command::new(PROGRAM).args(words).current_dir(folder.path()).output();
        let stderr = String::from_utf8_lossy(&replayed.expect("it starts").stderr).into_owned();
        assert!(!stderr.contains("panicked"), "{stderr}");
    }
}
