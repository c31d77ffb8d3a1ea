//! Ctrl-C, SIGTERM and SIGHUP during long commands.

use crate::tool::{PROGRAM, vperft};
use pretty_assertions::assert_eq;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{Read as _, Write as _, pipe};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a command may take to end after an interruption, on a busy machine.
const LIMIT: Duration = Duration::from_secs(30);

/// A running command, which is killed when the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn start(words: &str, stdout: impl Into<Stdio>) -> Self {
        let arguments = shlex::split(words).expect("balanced quotes");
        let mut command = Command::new(PROGRAM);
        command.args(arguments).stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped());
        Self(command.spawn().expect("the program starts"))
    }

    /// Sends SIGINT after this number of seconds.
    fn interrupt(&self, seconds: u64) {
        self.signal(Signal::INT, seconds);
    }

    /// Sends a signal after this number of seconds.
    fn signal(&self, signal: Signal, seconds: u64) {
        thread::sleep(Duration::from_secs(seconds));
        kill_process(Pid::from_child(&self.0), signal).expect("the process runs");
    }

    /// The exit status, or `None` if the command does not end within the limit.
    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < limit {
            if let Some(status) = self.0.try_wait().expect("the child can be waited for") {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(20));
        }
        None
    }

    fn stderr(&mut self) -> String {
        let mut text = String::new();
        let stderr = self.0.stderr.as_mut().expect("stderr is a pipe");
        stderr.read_to_string(&mut text).expect("output is UTF-8");
        text
    }
}

/// Interrupts a command that would run for minutes by each signal, with growing delays until it has finished something. Returns
/// stdout and stderr of the last.
fn interrupted(words: &str, has_finished: impl Fn(&str) -> bool) -> (String, String) {
    let [_, _, last] =
        [Signal::INT, Signal::HUP, Signal::TERM].map(|signal| interrupted_by(signal, words, &has_finished));
    last
}

fn interrupted_by(signal: Signal, words: &str, has_finished: impl Fn(&str) -> bool) -> (String, String) {
    for seconds in [1, 2, 4, 8, 16] {
        let mut running = Running::start(words, Stdio::piped());
        running.signal(signal, seconds);
        let status = running.wait(LIMIT).unwrap_or_else(|| panic!("{words}: the command did not end"));
        let mut stdout = String::new();
        running.0.stdout.as_mut().expect("a pipe").read_to_string(&mut stdout).expect("output is UTF-8");
        let stderr = running.stderr();
        assert_eq!(status.code(), Some(130), "{words}, {signal:?}: {status}\n{stdout}\n{stderr}");
        if has_finished(&stdout) {
            return (stdout, stderr);
        }
    }
    panic!("{words}: no move was finished");
}

/// The perft count of the position after a move.
fn perft_after(mv: &str, depth: u32) -> u128 {
    let child = vperft(&format!("after ryugi --move '{mv}'")).lines().remove(0);
    let counted = vperft(&format!("perft ryugi {depth} --vfen '{child}'")).lines();
    counted[0].parse().expect("a count")
}

#[test]
fn an_interrupted_count_prints_the_finished_moves() {
    for words in
        ["perft ryugi 5 --backend reference", "divide ryugi 5 --backend reference --threads 2 --hash 64"]
    {
        let (stdout, stderr) = interrupted(words, |stdout| stdout.lines().count() > 2);
        let lines: Vec<_> = stdout.lines().collect();
        let (rest, moves) = (&lines[lines.len() - 2..], &lines[..lines.len() - 2]);
        let moves: Vec<(&str, u128)> = moves
            .iter()
            .map(|line| line.rsplit_once(": ").expect("a move and its count"))
            .map(|(mv, count)| (mv, count.parse().expect("a count")))
            .collect();
        assert!(moves.is_sorted(), "{stdout}");
        let sum: u128 = moves.iter().map(|(_, count)| count).sum();
        let unfinished = 34 - moves.len();
        assert_eq!(rest[0], format!("sum of the finished moves: {sum}"), "{stdout}");
        assert_eq!(rest[1], format!("unfinished moves: {unfinished}"), "{stdout}");
        let note = format!("interrupted: {unfinished} of 34 moves unfinished");
        assert!(stderr.contains(&note), "{stderr}");
    }
}

#[test]
fn an_interrupted_comparison_prints_what_was_compared() {
    let backend = format!("'cmd:{PROGRAM} serve ryugi'");
    for words in [format!("fuzz ryugi --count 100000000 --b {backend}"), "fuzz --count 100000000".into()] {
        let (stdout, _) = interrupted(&words, |stdout| stdout.contains("no difference found"));
        assert!(stdout.ends_with("no difference found before the interruption\n"), "{stdout}");
        let json = interrupted(&format!("{words} --format json"), |stdout| !stdout.is_empty()).0;
        let json: Value = serde_json::from_str(&json).expect("a document");
        assert_eq!(json["stopped"], true);
    }
}

#[test]
fn the_json_of_an_interrupted_count_is_marked_incomplete() {
    for (words, name) in
        [("perft ryugi 5 --backend reference", "count"), ("divide ryugi 5 --backend reference", "total")]
    {
        let words = format!("{words} --format json --threads 1");
        let (stdout, _) = interrupted(&words, |stdout| !stdout.contains("\"moves\":{}"));
        let answer: Value = serde_json::from_str(&stdout).expect("JSON");
        let moves = answer["moves"].as_object().expect("the moves");
        let counts = moves.values().map(|count| count.as_u64().expect("a count"));
        assert_eq!(answer["finished"].as_u64(), Some(counts.sum()), "{answer}");
        let (mv, count) = moves.iter().next().expect("a move");
        assert_eq!(count.as_u64().map(u128::from), Some(perft_after(mv, 4)), "{mv}: {answer}");
        assert_eq!((&answer[name], &answer["complete"]), (&Value::Null, &Value::Bool(false)), "{answer}");
        let unfinished = answer["unfinished"].as_array().expect("the other moves");
        assert!(unfinished.iter().all(|mv| !moves.contains_key(mv.as_str().expect("a move"))), "{answer}");
        assert_eq!(unfinished.len() + moves.len(), 34, "{answer}");
    }
}

#[test]
fn a_second_interruption_ends_the_command_at_once() {
    // The pipe is full and has no reader, so the command cannot write its answer after the first Ctrl-C.
    let (reader, mut writer) = pipe().expect("a pipe");
    let size = rustix::pipe::fcntl_getpipe_size(&writer).expect("its size");
    writer.write_all(&vec![b' '; size]).expect("the pipe takes as much as its size");
    let mut running = Running::start("perft ryugi 9 --backend reference", writer);
    running.interrupt(1);
    assert_eq!(running.wait(Duration::from_secs(3)), None, "the command ended without writing");
    running.interrupt(0);
    let status = running.wait(LIMIT).expect("the command ends");
    assert_eq!(status.code(), Some(130), "{status}");
    drop(reader);
}

/// Sends a signal to a run, with growing delays until it has made some check. Returns stdout and stderr.
fn interrupted_run(words: &str, signal: Signal) -> (String, String) {
    for seconds in [1, 2, 4, 8, 16] {
        let mut running = Running::start(words, Stdio::piped());
        running.signal(signal, seconds);
        let status = running.wait(LIMIT).unwrap_or_else(|| panic!("{words}: the command did not end"));
        let mut stdout = String::new();
        running.0.stdout.as_mut().expect("a pipe").read_to_string(&mut stdout).expect("output is UTF-8");
        let stderr = running.stderr();
        // A run that has not begun prints nothing.
        if !stdout.is_empty() {
            assert_eq!(status.code(), Some(130), "{words}: {status}\n{stdout}\n{stderr}");
            return (stdout, stderr);
        }
    }
    panic!("{words}: no check was made");
}

#[test]
fn an_interrupted_run_reports_what_was_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report").display().to_string();
    let words = format!("run vanguard --tier deep --backend reference --jobs 2 --report json={file}");
    for signal in [Signal::INT, Signal::TERM] {
        let (stdout, stderr) = interrupted_run(&words, signal);
        let text = std::fs::read_to_string(&file).expect("the report");
        let document: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let (total, planned) = (&document["total"], &document["planned"]);
        assert_eq!(
            (&document["interrupted"], &document["complete"]),
            (&true.into(), &false.into()),
            "{text}"
        );
        let line = format!("interrupted: {} of {} checks were made\n", total["checks"], planned["checks"]);
        assert!(stdout.ends_with(&line), "{line}{stdout}");
        let count = |of: &Value| of["checks"].as_u64().expect("a number of checks");
        let note = match count(planned) - count(total) {
            1 => "interrupted: 1 check was not made".to_owned(),
            left => format!("interrupted: {left} checks were not made"),
        };
        assert!(stderr.contains(&note), "{note}: {stderr}");
        let cases = document["cases"].as_array().expect("the cases").iter();
        let checks = cases.map(|case| case["checks"].as_array().expect("the checks").len());
        assert_eq!(total["checks"], checks.sum::<usize>(), "{text}");
        assert_eq!(total["passed"], total["checks"], "{text}");
    }
}

#[test]
fn an_interrupted_update_leaves_the_file_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("known.toml");
    let known = "[[expect]]\ncase = \"vanguard/*\"\nverdict = \"fail\"\nreason = \"none\"\n";
    std::fs::write(&path, known).expect("a file");
    let words = format!("expect update vanguard --tier deep --backend reference --expect {}", path.display());
    let note = format!("interrupted: {} is unchanged", path.display());
    for seconds in [1, 2, 4, 8, 16] {
        let mut running = Running::start(&words, Stdio::piped());
        running.interrupt(seconds);
        let status = running.wait(LIMIT).expect("the command ends");
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), known, "{status}");
        // A run that has not begun prints nothing.
        if running.stderr().contains(&note) {
            assert_eq!(status.code(), Some(130), "{status}");
            return;
        }
    }
    panic!("no run was interrupted");
}

#[test]
fn counts_by_engines_and_scripts_can_be_interrupted() {
    let engine = "while read line; do case $line in uci) echo uciok ;; isready) echo readyok ;; \
                  'go perft 1') echo 'e2e4: 1'; echo 'd2d4: 1'; echo 'Nodes searched: 2' ;; \
                  go*) echo 'e2e4: 20'; sleep 1000 ;; esac; done";
    let script = "[ $0 = 1 ] || sleep 1000; echo 'e2e4 1'; echo 'd2d4 1'; echo; echo 2";
    for (scheme, program, finished) in [("uci", engine, 20), ("script", script, 0)] {
        let backend = format!("{scheme}:{}", shlex::try_join(["sh", "-c", program]).expect("no NUL"));
        let backend = shlex::try_quote(&backend).expect("no NUL");
        for command in ["perft", "divide"] {
            let words = format!("{command} chess 3 --timeout 1000 --backend {backend}");
            let left = if finished > 0 { 1 } else { 2 };
            let expected = format!("sum of the finished moves: {finished}\nunfinished moves: {left}\n");
            let note = format!("interrupted: {left} of 2 moves unfinished");
            // The command prints nothing before it counts, and a busy machine starts late.
            let is_reported = [2, 4, 8, 16].into_iter().any(|seconds| {
                let mut running = Running::start(&words, Stdio::piped());
                running.interrupt(seconds);
                let status =
                    running.wait(LIMIT).unwrap_or_else(|| panic!("{words}: the command did not end"));
                let mut stdout = String::new();
                let pipe = running.0.stdout.as_mut().expect("a pipe");
                pipe.read_to_string(&mut stdout).expect("output is UTF-8");
                assert_eq!(status.code(), Some(130), "{words}: {stdout}");
                stdout.ends_with(&expected) && running.stderr().contains(&note)
            });
            assert!(is_reported, "{words}");
        }
    }
}

/// The count of the root by the built-in rules would take hours.
#[test]
fn a_descent_can_be_interrupted_during_the_first_count() {
    for words in [
        "descend ryugi --depth 9 --a reference --b reference --b-without RYU-EP",
        "descend vanguard --depth 9 --total 5 --a reference",
    ] {
        let mut running = Running::start(words, Stdio::null());
        running.interrupt(1);
        let status = running.wait(LIMIT).unwrap_or_else(|| panic!("{words}: the command did not end"));
        let stderr = running.stderr();
        assert_eq!(status.code(), Some(130), "{words}: {stderr}");
        assert!(stderr.contains("interrupted: nothing was found so far"), "{words}: {stderr}");
    }
}

#[test]
fn an_interrupted_shrink_prints_the_smallest_position_so_far() {
    // Slow answers, as of a large program.
    let slow = r#"while IFS= read -r line; do sleep 0.3; echo "$line"; done"#;
    let serve = format!("{PROGRAM} serve ryugi --backend reference --without RYU-KNIGHT | {slow}");
    let program = format!("cmd:sh -c {}", shlex::try_quote(&serve).expect("no null byte"));
    let words = ["shrink", "ryugi", "--b", &program];
    let words = shlex::try_join(words).expect("no null byte");
    let (stdout, stderr) = interrupted(&words, |stdout| stdout.contains(" pieces instead of 44"));
    assert!(stdout.contains("stopped") && stdout.contains("missing  N "), "{stdout}\n{stderr}");
}

#[test]
fn an_interrupted_fuzz_prints_the_causes_so_far() {
    let serve = format!("{PROGRAM} serve ryugi --backend reference --without RYU-KNIGHT");
    let words = ["fuzz", "ryugi", "--b", &format!("cmd:{serve}"), "--causes", "9", "--count", "10000000"];
    let words = shlex::try_join(words).expect("no null byte");
    let (stdout, stderr) = interrupted(&words, |stdout| stdout.contains("set        seen"));
    assert!(
        stdout.contains("stopped before all were compared") && stdout.contains("RYU-KNIGHT"),
        "{stdout}\n{stderr}"
    );
}

#[test]
fn an_interrupted_estimate_and_audit_print_what_is_finished() {
    let words = "deep estimate ryugi --depth 6 --games 900000000 --format json";
    let (stdout, stderr) = interrupted(words, |stdout| !stdout.is_empty());
    let estimate: Value = serde_json::from_str(&stdout).expect("JSON");
    let games = estimate["games"].as_u64().unwrap_or_default();
    assert!(estimate["interrupted"] == true && (100..900_000_000).contains(&games), "{stdout}{stderr}");
    let words = "audit ryugi rococo --sample 100000000 --format json";
    let (stdout, stderr) = interrupted(words, |stdout| !stdout.is_empty());
    assert_eq!(stdout, "{\"audit\":[]}\n");
    assert!(stderr.contains("interrupted: the variant that was measured is left out"), "{stderr}");
}
