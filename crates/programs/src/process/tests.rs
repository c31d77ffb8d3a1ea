//! Misbehaving programs.

use super::{PipeError, Process};
#[cfg(target_os = "linux")]
use std::fs;
use vperft::inner::backend::Limits;

use std::thread;
use std::time::{Duration, Instant};

/// The time limit of each test, for a busy machine.
const SOON: Duration = Duration::from_secs(10);

fn limits() -> Limits {
    Limits { timeout: Duration::from_millis(300), max_line: 1000, ..Limits::default() }
}

fn shell(script: &str) -> Process {
    Process::spawn(&["sh", "-c", script].map(str::to_owned), &limits()).expect("sh is there")
}

fn soon() -> Instant {
    Instant::now() + SOON
}

/// The second answer of a script, after `ready`.
fn second(script: &str) -> (Process, Result<String, PipeError>) {
    let mut process = shell(script);
    assert_eq!(process.receive(soon()).as_deref(), Ok("ready"), "{script}");
    let start = Instant::now();
    let answer = process.receive(limits().deadline());
    assert!(start.elapsed() < SOON, "{script}: took {:?}", start.elapsed());
    (process, answer)
}

#[cfg(target_os = "linux")]
/// Waits until a process is gone or a zombie.
fn assert_gone(id: &str, what: &str) {
    let start = Instant::now();
    while let Ok(stat) = fs::read_to_string(format!("/proc/{}/stat", id.trim())) {
        if stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with(['Z', 'X'])) {
            return;
        }
        assert!(start.elapsed() < SOON, "{what}: process {id} is alive");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn lines_are_answered_in_order() {
    let mut process = shell("while read -r line; do echo \"<$line>\"; done");
    process.send("one", soon()).unwrap();
    process.send("two\nthree", soon()).unwrap();
    for expected in ["<one>", "<two>", "<three>"] {
        assert_eq!(process.receive(soon()).as_deref(), Ok(expected));
    }
    process.close();
    assert!(process.wait(SOON).expect("it ends with its stdin").success());
}

#[test]
fn a_line_may_end_as_on_windows_and_be_as_long_as_the_limit() {
    let mut process = shell("printf 'a\\r\\n'; printf '%01000d\\n' 0; printf '%01001d\\n' 0");
    assert_eq!(process.receive(soon()).as_deref(), Ok("a"));
    assert_eq!(process.receive(soon()), Ok("0".repeat(1000)));
    match process.receive(soon()) {
        Err(PipeError::LineTooLong { limit: 1000, start }) => assert!(start.starts_with("000")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_abnormal_exit_is_reported() {
    let cases = [
        ("echo ready; sleep 100", "gave no answer in time"),
        ("echo ready; printf half; sleep 100", "gave no answer in time"),
        ("echo ready; echo why >&2; exit 3", "ended (exit status: 3); the end of its stderr: why"),
        ("echo ready; kill -9 $$", "ended (signal: 9 (SIGKILL))"),
        // A child keeps the pipes open after the program has ended.
        ("echo ready; sleep 100 & exit 4", "ended (exit status: 4)"),
        ("echo ready; exec >&-; sleep 100", "closed its stdout"),
        ("echo ready; printf '\\377\\n'; sleep 100", "printed a line that is not UTF-8: `\u{fffd}`"),
        ("echo ready; exec yes | tr -d '\\n'", "printed a line of more than 1000 bytes, which starts `yyyyy"),
        ("echo ready; yes >&2", "gave no answer in time"),
    ];
    for (script, expected) in cases {
        let (_process, answer) = second(script);
        let error = answer.expect_err(script).to_string();
        assert!(error.starts_with(expected), "{script}: {error}");
    }
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let error = Process::spawn(&["/no/such/program".to_owned()], &limits()).err().expect("there is none");
    assert!(error.to_string().starts_with("cannot be started: /no/such/program: No such file"), "{error}");
    assert!(matches!(Process::spawn(&[], &limits()), Err(PipeError::Spawn { .. })));
}

#[test]
fn a_program_that_does_not_read_blocks_nothing() {
    let (mut process, _) = second("echo ready; sleep 100");
    let start = Instant::now();
    let line = "x".repeat(30_000);
    let sent = (0..100).try_for_each(|_| process.send(&line, limits().deadline()));
    assert_eq!(sent, Err(PipeError::Timeout));
    drop(process);
    assert!(start.elapsed() < SOON, "took {:?}", start.elapsed());
}

#[test]
fn answers_of_an_exited_program_are_still_received() {
    let mut process = shell("echo one; echo two");
    assert!(process.wait(SOON).is_some());
    process.send("anything", soon()).unwrap();
    assert_eq!(process.receive(soon()).as_deref(), Ok("one"));
    assert_eq!(process.receive(soon()).as_deref(), Ok("two"));
    assert!(matches!(process.receive(soon()), Err(PipeError::Closed { status: Some(_), .. })));
}

#[test]
fn a_flood_of_stderr_blocks_nothing_and_its_end_is_shown() {
    let mut process = shell("yes loud | head -c 3000000 >&2; echo done; echo last words >&2; exit 1");
    assert_eq!(process.receive(soon()).as_deref(), Ok("done"));
    let error = process.receive(soon()).unwrap_err();
    assert!(error.to_string().ends_with("loud | last words"), "{error}");
    match error {
        PipeError::Closed { stderr, .. } => assert_eq!(stderr.len(), 4096),
        other => panic!("{other:?}"),
    }
}

#[test]
#[cfg(target_os = "linux")]
fn children_of_a_program_are_killed_with_it() {
    for script in ["sleep 100 & echo $!; sleep 100", "sleep 100 & echo $!; exit 0"] {
        let mut process = shell(script);
        let grandchild = process.receive(soon()).unwrap();
        let id = process.id().to_string();
        drop(process);
        assert_gone(&id, script);
        assert_gone(&grandchild, script);
    }
}
