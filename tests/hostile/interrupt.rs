//! Ctrl-C, and other requests to end, while a backend does not answer.

use crate::run::{LIMIT, Running};
use rustix::process::{Pid, Signal, kill_process};
use std::os::unix::process::ExitStatusExt as _;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Waits until so many processes have been started.
#[track_caller]
fn wait_for(running: &Running, processes: usize, what: &str) {
    let start = Instant::now();
    while running.started().len() < processes {
        assert!(start.elapsed() < LIMIT, "{what}: only {:?} were started", running.started());
        sleep(Duration::from_millis(10));
    }
}

/// Sends the program a signal and demands that it ends so, with everything it started.
#[track_caller]
fn ends(mut running: Running, signal: Signal, expected: End, what: &str) {
    let start = Instant::now();
    kill_process(Pid::from_child(&running.child), signal).expect("it runs");
    let status = loop {
        if let Some(status) = running.child.try_wait().expect("it can be waited for") {
            break status;
        }
        assert!(start.elapsed() < LIMIT, "{what}: it does not end");
        sleep(Duration::from_millis(10));
    };
    let found = status.code().map(End::Code).or(status.signal().map(End::Signal));
    assert_eq!(found, Some(expected), "{what}: {status}");
    running.assert_gone(what);
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Code(i32),
    Signal(i32),
}

#[test]
fn a_request_to_end_ends_the_program_with_all_it_started() {
    let (interrupted, terminated) = (End::Code(130), End::Signal(Signal::TERM.as_raw()));
    // The command, how many processes there are when it waits for an answer, the signal, and the end. The first start of a
    // run shows whether it can be started.
    for (words, processes, signal, end) in [
        ("run ryugi --filter 'ryugi/ep-*' --jobs 1", 3, Signal::INT, interrupted),
        ("moves ryugi", 2, Signal::INT, interrupted),
        ("run ryugi --filter 'ryugi/ep-*' --jobs 2", 5, Signal::INT, interrupted),
        ("moves ryugi", 2, Signal::TERM, terminated),
        ("run ryugi --filter 'ryugi/ep-*' --jobs 2", 5, Signal::TERM, terminated),
    ] {
        let what = format!("{words}, {signal:?}");
        let running = Running::start(&format!("{words} --timeout 1000"), "brood");
        wait_for(&running, processes, &what);
        ends(running, signal, end, &what);
    }
}

#[test]
fn a_run_that_is_to_outlast_its_terminal_does() {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_vperft")]);
    let mut running = Running::launch(command, "cmd", "moves ryugi --timeout 1000", "silence");
    wait_for(&running, 1, "nohup");
    kill_process(Pid::from_child(&running.child), Signal::HUP).expect("it runs");
    sleep(Duration::from_millis(500));
    let status = running.child.try_wait().expect("it can be waited for");
    assert_eq!(status, None, "it was ended with its terminal");
    ends(running, Signal::TERM, End::Signal(Signal::TERM.as_raw()), "nohup");
}
