//! Ctrl-C while a backend does not answer.

use crate::run::{LIMIT, Running};
use rustix::process::{Pid, Signal, kill_process};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn ctrl_c_ends_the_program_with_all_it_started() {
    // The command, and how many processes there are when it waits for an answer.
    for (words, processes) in [
        // The first start shows whether it can be started.
        ("run ryugi --filter 'ryugi/ep-*' --jobs 1", 3),
        ("moves ryugi", 2),
        ("run ryugi --filter 'ryugi/ep-*' --jobs 2", 5),
    ] {
        let mut running = Running::start(&format!("{words} --timeout 1000"), "brood");
        let start = Instant::now();
        while running.started().len() < processes {
            assert!(start.elapsed() < LIMIT, "{words}: only {:?} were started", running.started());
            sleep(Duration::from_millis(10));
        }
        kill_process(Pid::from_child(&running.child), Signal::INT).expect("it runs");
        let status = loop {
            if let Some(status) = running.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(start.elapsed() < LIMIT, "{words}: it does not end");
            sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(130), "{words}: {status}");
        running.assert_gone(words);
    }
}
