//! Ctrl-C, and other requests to end, while a backend does not answer.

use crate::run::{LIMIT, Running};
use rustix::process::{Pid, Signal, kill_process};
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

#[test]
fn a_request_to_end_ends_the_program_with_all_it_started() {
    // The command, how many processes there are when it waits for an answer, and the signal. The first start of a run shows
    // whether it can be started.
    for (words, processes, signal) in [
        ("run ryugi --filter 'ryugi/ep-*' --jobs 1", 3, Signal::INT),
        ("moves ryugi", 2, Signal::INT),
        ("run ryugi --filter 'ryugi/ep-*' --jobs 2", 5, Signal::INT),
        ("moves ryugi", 2, Signal::TERM),
        ("run ryugi --filter 'ryugi/ep-*' --jobs 2", 5, Signal::TERM),
        ("moves ryugi", 2, Signal::HUP),
    ] {
        let what = format!("{words}, {signal:?}");
        let mut running = Running::start(&format!("{words} --timeout 1000"), "brood");
        let start = Instant::now();
        wait_for(&running, processes, &what);
        kill_process(Pid::from_child(&running.child), signal).expect("it runs");
        let status = loop {
            if let Some(status) = running.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(start.elapsed() < LIMIT, "{what}: it does not end");
            sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(130), "{what}: {status}");
        running.assert_gone(&what);
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
    running.child.kill().expect("it runs");
    // The backend sees the end of its stdin.
    running.assert_gone("nohup");
}
