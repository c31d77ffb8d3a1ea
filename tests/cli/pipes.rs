//! Closed pipes and full disks.

use crate::tool::{PROGRAM, ROOT};
use pretty_assertions::assert_eq;
use std::fs::File;
use std::io::pipe;
use std::process::{Command, Stdio};

/// Commands with output, and their exit codes.
const COMMANDS: &[(&str, i32)] = &[
    ("perft ryugi 1", 0),
    ("perft ryugi 1 --format json", 0),
    ("divide ryugi 2", 0),
    ("divide ryugi 1 --format json", 0),
    ("moves ryugi", 0),
    ("moves ryugi --format lines", 0),
    ("moves ryugi --format json", 0),
    ("after ryugi --move e3-e4", 0),
    ("status ryugi", 0),
    ("show ryugi", 0),
    ("variants", 0),
    ("variants --format json", 0),
    ("sample ryugi --seed 1 --ply 3 --count 1000000", 0),
    ("completions bash", 0),
    ("lint --no-embedded --suites tests/corpus/suites --positions tests/corpus/positions", 0),
    ("lint --no-embedded --suites tests/corpus/suites --positions tests/corpus/positions --format json", 0),
    ("run ryugi --filter 'ryugi/ep-*'", 0),
    ("run ryugi --filter 'ryugi/ep-*' --without RYU-EP", 1),
    ("run ryugi --filter 'ryugi/ep-*' --without RYU-EP --format json", 1),
    ("--help", 0),
    ("run --help", 0),
    ("help run", 0),
    ("--version", 0),
];

/// Runs a command with this stdout. Returns its exit code and stderr.
fn run(words: &str, stdout: impl Into<Stdio>) -> (Option<i32>, String) {
    let arguments = shlex::split(words).expect("balanced quotes");
    let output = Command::new(PROGRAM)
        .current_dir(ROOT)
        .args(arguments)
        .stdout(stdout)
        .output()
        .expect("the program starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_closed_stdout_ends_a_command_quietly() {
    for (words, code) in COMMANDS {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let (found, stderr) = run(words, writer);
        assert_eq!(found, Some(*code), "{words}: {stderr}");
        assert!(!stderr.contains("panicked") && !stderr.contains("error"), "{words}: {stderr}");
    }
}

#[test]
fn a_closed_stderr_does_not_change_the_exit_code() {
    for (words, code) in [
        ("perft ryugi 1", 0),
        ("run ryugi --filter 'ryugi/ep-*' --without RYU-EP", 1),
        ("show x", 2),
        ("moves ryugi --square x", 3),
    ] {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let arguments = shlex::split(words).expect("balanced quotes");
        let status = Command::new(PROGRAM)
            .current_dir(ROOT)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(writer)
            .status();
        assert_eq!(status.expect("the program starts").code(), Some(code), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for (words, _) in COMMANDS {
        let full = File::options().write(true).open("/dev/full").expect("a device");
        let (code, stderr) = run(words, full);
        assert_eq!(code, Some(5), "{words}: {stderr}");
        assert!(stderr.contains("error: stdout: ") && !stderr.contains("panicked"), "{words}: {stderr}");
    }
}
