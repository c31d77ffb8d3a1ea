//! Ctrl-C, SIGTERM and SIGHUP while a backend does not answer.

use crate::harness::{LIMIT, Running, is_alive};
use pretty_assertions::assert_eq;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Waits until this number of backend processes has been started.
#[track_caller]
fn wait_for(running: &Running, processes: usize, what: &str) {
    let start = Instant::now();
    while running.started().len() < processes {
        assert!(start.elapsed() < LIMIT, "{what}: only {:?} were started", running.started());
        sleep(Duration::from_millis(10));
    }
}

/// Sends `vperft` a signal. It has to end as interrupted, and all its backend processes with it.
#[track_caller]
fn check_end(mut running: Running, signal: Signal, what: &str) {
    let start = Instant::now();
    kill_process(Pid::from_child(&running.child), signal).expect("the process runs");
    let status = loop {
        if let Some(status) = running.child.try_wait().expect("the child can be waited for") {
            break status;
        }
        assert!(start.elapsed() < LIMIT, "{what}: it does not end");
        sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(130), "{what}: {status}");
    running.assert_gone(what);
}

#[test]
fn a_signal_ends_vperft_and_its_backends() {
    // The second column is the number of processes once the command waits for an answer.
    for (words, processes, signal) in [
        ("run ryugi --filter 'ryugi/ep-*' --jobs 1", 2, Signal::INT),
        ("moves ryugi", 2, Signal::INT),
        ("run ryugi --filter 'ryugi/ep-*' --jobs 2", 4, Signal::INT),
        ("moves ryugi", 2, Signal::TERM),
        ("moves ryugi", 2, Signal::HUP),
        ("run ryugi --filter 'ryugi/ep-*' --jobs 2", 4, Signal::TERM),
    ] {
        let what = format!("{words}, {signal:?}");
        let running = Running::start(&format!("{words} --timeout 1000"), "child-then-hang");
        wait_for(&running, processes, &what);
        check_end(running, signal, &what);
    }
}

#[test]
fn a_signal_also_ends_detached_processes() {
    for (words, signal) in [
        ("moves ryugi", Signal::INT),
        ("moves ryugi", Signal::TERM),
        ("run ryugi --filter 'ryugi/ep-*' --jobs 1", Signal::INT),
        ("run ryugi --filter 'ryugi/ep-*' --jobs 1", Signal::TERM),
    ] {
        let what = format!("{words}, {signal:?}");
        let running = Running::start(&format!("{words} --timeout 1000"), "detached-children no-answer");
        wait_for(&running, 7, &what);
        check_end(running, signal, &what);
    }
}

#[test]
fn a_signal_ends_every_command_that_asks_a_backend() {
    let folder = tempfile::tempdir().expect("a folder");
    let (bug, game) = (folder.path().join("bug.json"), folder.path().join("game"));
    let document = json!({
        "format": 1, "vperft": "0.1.0", "variant": "ryugi", "readings": {}, "moves": [], "kind": "set",
        "root": "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1", "vfen": "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1",
        "question": { "ask": "moves" }, "a": { "backend": "fast", "identity": "fast@0.1.0", "answer": { "moves": ["K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2"] } },
        "b": { "identity": "x@1", "answer": { "moves": ["K f1-f2"] } },
    });
    fs::write(&bug, document.to_string()).expect("a file");
    fs::write(&game, "1. P e3-e4 P e8-e7\n").expect("a file");
    for words in [
        "perft ryugi 2",
        "divide ryugi 2",
        "after ryugi --move 'P e3-e4'",
        "status ryugi",
        "show ryugi",
        "explain ryugi --move 'P e3-e4'",
        "identify rococo",
        "sample ryugi --seed 1 --ply 3",
        "fuzz ryugi --positions 10 --jobs 1",
        "descend ryugi --depth 2",
        "shrink ryugi",
        "diagnose ryugi",
        "bless ryugi --all --dry-run --a fast --jobs 1",
        &format!("expect update ryugi --jobs 1 --expect {}/known.toml", folder.path().display()),
        &format!("repro {}", bug.display()),
        &format!("import ryugi {}", game.display()),
        "protocol check",
        "run ryugi --filter 'ryugi/ep-*' --relations --jobs 1",
        "fuzz ryugi --count 10 --causes 2 --jobs 1",
        "import ryugi {game} --backend fast",
        "speed measure ryugi --position start --samples 1",
        "speed compare ryugi --position start --a fast",
        &format!(
            "speed record ryugi --position start --samples 1 --commit x --date y --history {}/history",
            folder.path().display()
        ),
    ] {
        let words = &words.replace("{game}", &game.display().to_string());
        let running = Running::start(&format!("{words} --timeout 1000"), "detached-children no-answer");
        // `speed` starts one more process to read its `hello`.
        let processes = if words.starts_with("speed") { 8 } else { 7 };
        wait_for(&running, processes, words);
        check_end(running, Signal::INT, words);
    }
}

#[test]
fn detached_processes_are_killed_before_the_backend_restarts() {
    let words = "run ryugi --filter 'ryugi/ep-*' --check moves --jobs 1 --reruns 0 --timeout 2";
    let running = Running::start(words, "detached-children no-answer");
    let mut first = BTreeSet::new();
    // Each generation is a backend and its six detached processes.
    for generation in 1..3 {
        wait_for(&running, 7 * generation, words);
        let all = running.started();
        for id in &first {
            assert!(!is_alive(*id), "process {id} of an earlier generation is alive: {all:?}");
        }
        first = all;
    }
    check_end(running, Signal::INT, words);
}

#[test]
fn an_ignored_sighup_does_not_end_vperft() {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_vperft")]);
    let mut running = Running::launch(command, "cmd", "moves ryugi --timeout 1000", "no-answer");
    wait_for(&running, 1, "nohup");
    kill_process(Pid::from_child(&running.child), Signal::HUP).expect("the process runs");
    sleep(Duration::from_millis(500));
    let status = running.child.try_wait().expect("the child can be waited for");
    assert_eq!(status, None, "it ended with its terminal");
    check_end(running, Signal::TERM, "nohup");
}

#[test]
fn an_interrupted_run_reports_only_finished_checks() {
    for (signal, jobs) in [(Signal::INT, 1), (Signal::TERM, 2)] {
        let what = format!("{signal:?}, {jobs} jobs");
        let words = format!(
            "run ryugi --filter 'ryugi/ep-*' --tier smoke --timeout 1000 --jobs {jobs} --format json"
        );
        // Every worker ends up waiting for a `perft`.
        let mut running = Running::start(&words, "--ask perft child-then-hang");
        wait_for(&running, 2 * jobs, &what);
        let mut stdout = running.child.stdout.take().expect("a pipe");
        check_end(running, signal, &what);
        let mut text = String::new();
        stdout.read_to_string(&mut text).expect("output is UTF-8");
        let document: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{what}: {error}: {text}"));
        assert_eq!(
            (&document["interrupted"], &document["complete"]),
            (&json!(true), &json!(false)),
            "{what}"
        );
        let cases = document["cases"].as_array().expect("the cases");
        let checks: Vec<_> =
            cases.iter().flat_map(|case| case["checks"].as_array().expect("the checks")).collect();
        assert!(!checks.is_empty(), "{what}: {document}");
        assert_eq!(document["total"]["checks"], checks.len(), "{what}");
        for check in checks {
            assert_eq!(check["result"]["verdict"], "pass", "{what}: {check}");
            assert!(!check["check"].as_str().expect("a name").starts_with("perft"), "{what}: {check}");
        }
    }
}

#[test]
fn a_run_starts_one_backend_per_worker() {
    for jobs in [1, 2] {
        let words = format!("run ryugi --filter 'ryugi/ep-*' --tier smoke --jobs {jobs}");
        let mut running = Running::start(&words, "--ask nothing no-answer");
        let start = Instant::now();
        while running.child.try_wait().expect("the child can be waited for").is_none() {
            assert!(start.elapsed() < LIMIT, "{jobs} jobs: it does not end");
            sleep(Duration::from_millis(10));
        }
        assert_eq!(running.started().len(), jobs, "{jobs} jobs");
    }
}

#[test]
fn an_interrupted_count_reports_the_finished_moves() {
    // Without `divide`, the harness counts move by move, so that some moves are finished. A program that counts is asked for its total.
    let by_move = "--no-counts --ask moves --nth 20 hang";
    for (command, fault, is_split) in
        [("perft", by_move, true), ("divide", by_move, true), ("divide", "--ask divide no-answer", false)]
    {
        let what = format!("{command}, {fault}");
        let mut running = Running::start(&format!("{command} ryugi 2 --timeout 1000 --format json"), fault);
        wait_for(&running, 1, &what);
        sleep(Duration::from_secs(2));
        let mut stdout = running.child.stdout.take().expect("a pipe");
        check_end(running, Signal::INT, &what);
        let mut text = String::new();
        stdout.read_to_string(&mut text).expect("output is UTF-8");
        let answer: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{what}: {error}: {text}"));
        let finished = answer["moves"].as_object().expect("the moves");
        let unfinished = answer["unfinished"].as_array().expect("the unfinished moves");
        assert_eq!(finished.len() + unfinished.len(), 34, "{what}: {answer}");
        assert_eq!(!finished.is_empty(), is_split, "{what}: {answer}");
        let sum: u64 = finished.values().map(|count| count.as_u64().expect("a count")).sum();
        assert_eq!((&answer["complete"], &answer["finished"]), (&json!(false), &json!(sum)), "{what}");
    }
}
