//! Runs `vperft` with the faulty backend, and watches both processes.

use crate::verdicts::FaultCase;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};
use wildmatch::WildMatch;

/// The time limit of a run on a busy machine.
pub const LIMIT: Duration = Duration::from_secs(60);
/// The memory limit of `vperft` in MiB, below the size of the floods.
const MAX_MEMORY: u64 = 200;
/// The argument that marks runs of the embedded corpus.
const EMBEDDED: &str = "--tier=smoke";
/// How long a killed process may take to end.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// The corpus of the tests.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus");

/// The path of the faulty backend, which Cargo builds as an example.
pub fn faulty_backend() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test");
    let built =
        test.parent().and_then(Path::parent).expect("target/debug/deps").join("examples/faulty_backend");
    assert!(built.exists(), "{}: build it with `cargo build --example faulty_backend`", built.display());
    built
}

/// A running `vperft` with its backend processes.
pub struct Running {
    pub child: Child,
    log: tempfile::NamedTempFile,
}

impl Running {
    /// Starts `vperft` with these arguments and the faulty backend.
    pub fn start(arguments: &str, fault: &str) -> Self {
        Self::launch(Command::new(env!("CARGO_BIN_EXE_vperft")), "cmd", arguments, fault)
    }

    /// Starts `vperft` through the given command, with the faulty backend under this scheme (`cmd`, `uci` or `script`).
    pub fn launch(mut command: Command, scheme: &str, arguments: &str, fault: &str) -> Self {
        let log = tempfile::NamedTempFile::new().expect("a file");
        let (program, path) = (faulty_backend(), log.path().to_owned());
        let mut words = vec![program.to_str().expect("UTF-8"), "--log", path.to_str().expect("UTF-8")];
        let fault = shlex::split(fault).expect("balanced quotes");
        words.extend(fault.iter().map(String::as_str));
        let backend = format!("{scheme}:{}", shlex::try_join(words).expect("no NUL"));
        let arguments = shlex::split(arguments).expect("balanced quotes");
        command.args(&arguments);
        let names_other_backend = arguments.iter().any(|word| word == "--a" || word == "--backend");
        match &*arguments[0] {
            _ if names_other_backend => command.args(["--b", &backend]),
            "fuzz" | "descend" | "shrink" | "bless" => command.args(["--b", &backend]),
            "protocol" => command.arg(&backend),
            _ => command.args(["--backend", &backend]),
        };
        // These commands take no corpus, or need a larger one than that of the tests.
        let has_corpus = !matches!(
            &*arguments[0],
            "identify" | "fuzz" | "sample" | "serve" | "protocol" | "repro" | "import" | "speed"
        );
        if has_corpus && !arguments.iter().any(|word| word == EMBEDDED) {
            command.args([
                "--no-embedded",
                "--suites",
                &format!("{CORPUS}/suites"),
                "--positions",
                &format!("{CORPUS}/positions"),
            ]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self { child: command.spawn().expect("the program starts"), log }
    }

    /// The ids of the backend processes logged so far.
    pub fn started(&self) -> BTreeSet<u32> {
        let text = fs::read_to_string(self.log.path()).expect("the log");
        text.lines().map(|line| line.parse().expect("a line is a process id")).collect()
    }

    /// Waits until every backend process has ended.
    #[track_caller]
    pub fn assert_gone(&self, what: &str) {
        let start = Instant::now();
        for id in self.started() {
            while is_alive(id) {
                assert!(start.elapsed() < KILL_TIMEOUT, "{what}: process {id} is alive");
                sleep(Duration::from_millis(10));
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the checks in parallel: they mostly wait.
pub fn in_parallel<T: Sync>(all: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for one in all {
            scope.spawn(|| check(one));
        }
    });
}

/// Whether this process is a faulty backend that has not ended.
pub fn is_alive(id: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{id}/stat")) else { return false };
    let Some((name, rest)) = stat.rsplit_once(") ") else { return false };
    name.ends_with("(faulty_backend") && !rest.starts_with(['Z', 'X'])
}

/// The peak memory of a running process in KiB.
fn peak(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// The output of a finished run, and what it took.
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub time: Duration,
    /// The peak memory in MiB.
    pub memory: u64,
}

/// Runs `vperft` until it ends. It has to keep the limits of time and memory, and to leave no process.
#[track_caller]
pub fn run(arguments: &str, fault: &str) -> Outcome {
    run_as("cmd", arguments, fault)
}

/// Like [`run`], with the faulty backend under another scheme.
#[track_caller]
pub fn run_as(scheme: &str, arguments: &str, fault: &str) -> Outcome {
    fn read_all(mut stream: impl Read + Send + 'static) -> thread::JoinHandle<String> {
        thread::spawn(move || {
            let mut text = String::new();
            stream.read_to_string(&mut text).expect("output is UTF-8");
            text
        })
    }
    let start = Instant::now();
    let mut running = Running::launch(Command::new(env!("CARGO_BIN_EXE_vperft")), scheme, arguments, fault);
    let stdout = read_all(running.child.stdout.take().expect("a pipe"));
    let stderr = read_all(running.child.stderr.take().expect("a pipe"));
    let mut memory = 0;
    let status = loop {
        memory = memory.max(peak(running.child.id()).unwrap_or(0));
        if let Some(status) = running.child.try_wait().expect("the child can be waited for") {
            break status;
        }
        assert!(start.elapsed() < LIMIT, "{arguments}, {fault}: runs for {:?}", start.elapsed());
        sleep(Duration::from_millis(5));
    };
    let (time, memory) = (start.elapsed(), memory >> 10);
    // A short run may end before the first measurement.
    assert!(memory > 0 || time < KILL_TIMEOUT, "{arguments}, {fault}: memory was never measured");
    assert!(memory < MAX_MEMORY, "{arguments}, {fault}: took {memory} MiB");
    running.assert_gone(fault);
    assert!(!running.started().is_empty(), "{fault}: no backend was started");
    let (stdout, stderr) = (
        stdout.join().expect("the reader does not panic"),
        stderr.join().expect("the reader does not panic"),
    );
    assert!(!stderr.contains("panicked"), "{fault}: {stderr}");
    Outcome { code: status.code(), stdout, stderr, time, memory }
}

/// Runs the cases with the fault, and compares verdicts, output and exit code.
#[track_caller]
pub fn check(case: &FaultCase) {
    let FaultCase { summary, flags, cases, verdicts, output, .. } = *case;
    let name = format!("{} ({summary})", case.fault);
    let mut words = format!("run ryugi --format json --filter '{cases}' {flags}");
    if case.checks.is_some() {
        words += " --tier smoke";
    }
    if !flags.contains("--timeout") {
        words += " --timeout 20";
    }
    let outcome = run(&words, case.fault);
    let Outcome { code, stdout, stderr, time, memory } = &outcome;
    assert!(*time < case.time, "{name}: took {time:?}");
    assert!(*memory < case.memory, "{name}: took {memory} MiB");
    let document: Value = serde_json::from_str(stdout)
        .unwrap_or_else(|error| panic!("{name}: {error}: exit code {code:?}\n{stdout}\n{stderr}"));
    let mut ids = BTreeSet::new();
    let mut matched = BTreeSet::new();
    for run_case in document["cases"].as_array().expect("the cases") {
        for one in run_case["checks"].as_array().expect("the checks") {
            let id = format!("{} {}", run_case["id"], one["check"]).replace('"', "");
            let matching = verdicts.iter().position(|(pattern, _)| WildMatch::new(pattern).matches(&id));
            matched.extend(matching);
            let expected = matching.map_or("pass", |index| verdicts[index].1);
            assert_eq!(verdict(one), expected, "{name}: {id}: {one}");
            assert!(ids.insert(id.clone()), "{name}: {id} has two verdicts");
        }
    }
    assert_eq!(ids.len(), case.checks.unwrap_or(ids.len()), "{name}: {ids:?}");
    assert_eq!(matched.len(), verdicts.len(), "{name}: only these verdicts were given: {matched:?}");
    let is_clean = verdicts.iter().all(|(_, verdict)| matches!(*verdict, "unsupported" | "other-reason"));
    let expected = if document["unanswered"] == true { 4 } else { i32::from(!is_clean) };
    assert_eq!(*code, Some(expected), "{name}: {stderr}");
    assert!(stdout.contains(output), "{name}: no {output} in {stdout}");
}

/// The verdict of a check, and that of its rerun if there is one, such as `error crash, then pass`.
fn verdict(one: &Value) -> String {
    let words = |verdict: &Value| {
        let kind = match verdict["verdict"].as_str() {
            Some("fail") => format!("fail {}", verdict["failure"]["kind"]),
            Some("error") => format!("error {}", verdict["kind"]),
            word => word.unwrap_or("none").to_owned(),
        };
        kind.replace('"', "")
    };
    match one.get("rerun") {
        Some(rerun) => format!("{}, then {}", words(&one["result"]), words(rerun)),
        None => words(&one["result"]),
    }
}
