//! Runs the program with a hostile backend, and watches both.

use crate::modes::Mode;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};
use wildmatch::WildMatch;

/// The most a run may take, on a machine that has other things to do.
pub const LIMIT: Duration = Duration::from_secs(60);
/// The most memory the harness may take, in MiB. Floods are of more than that.
const MEMORY: u64 = 200;
/// The argument by which runs of the embedded corpus are known.
const EMBEDDED: &str = "--tier=smoke";
/// How long what was killed may take to be gone.
const GONE: Duration = Duration::from_secs(10);

/// The corpus of the tests.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
/// The liar as cargo builds it, beside the tests.
pub fn liar() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a program");
    let built = test.parent().and_then(Path::parent).expect("target/debug/deps").join("examples/liar");
    assert!(built.exists(), "{}: build it with `cargo build --example liar`", built.display());
    built
}

/// A run, and the processes that are of it.
pub struct Running {
    pub child: Child,
    log: tempfile::NamedTempFile,
}

impl Running {
    /// Starts `vperft` with these arguments and the liar as the backend.
    pub fn start(arguments: &str, deed: &str) -> Self {
        Self::launch(Command::new(env!("CARGO_BIN_EXE_vperft")), "cmd", arguments, deed)
    }

    /// Starts `vperft` with a command of its own, and with the liar as a backend of this scheme.
    pub fn launch(mut command: Command, scheme: &str, arguments: &str, deed: &str) -> Self {
        let log = tempfile::NamedTempFile::new().expect("a file");
        let (liar, path) = (liar(), log.path().to_owned());
        let mut words = vec![liar.to_str().expect("UTF-8"), "--log", path.to_str().expect("UTF-8")];
        let deed = shlex::split(deed).expect("balanced quotes");
        words.extend(deed.iter().map(String::as_str));
        let backend = format!("{scheme}:{}", shlex::try_join(words).expect("no NUL"));
        let arguments = shlex::split(arguments).expect("balanced quotes");
        command.args(&arguments);
        let names_the_other = arguments.iter().any(|word| word == "--a" || word == "--backend");
        match &*arguments[0] {
            _ if names_the_other => command.args(["--b", &backend]),
            "fuzz" | "descend" | "shrink" | "bless" => command.args(["--b", &backend]),
            "protocol" => command.arg(&backend),
            _ => command.args(["--backend", &backend]),
        };
        // A small corpus shows no readings.
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

    /// The processes that the liar has told of so far.
    pub fn started(&self) -> BTreeSet<u32> {
        let text = fs::read_to_string(self.log.path()).expect("the log");
        text.lines().map(|line| line.parse().expect("a line is the number of a process")).collect()
    }

    /// Waits until nothing that was started is left.
    #[track_caller]
    pub fn assert_gone(&self, what: &str) {
        let start = Instant::now();
        for id in self.started() {
            while is_alive(id) {
                assert!(start.elapsed() < GONE, "{what}: process {id} is alive");
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

/// Does this for all of them at the same time, where nearly all there is to do is to wait.
pub fn at_once<T: Sync>(all: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for one in all {
            scope.spawn(|| check(one));
        }
    });
}

/// Whether this process is a liar that runs.
pub fn is_alive(id: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{id}/stat")) else { return false };
    let Some((name, rest)) = stat.rsplit_once(") ") else { return false };
    name.ends_with("(liar") && !rest.starts_with(['Z', 'X'])
}

/// The most memory a running process has taken, in KiB.
fn peak(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// What a run printed, and how it ended.
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    /// How long it took, and the most memory, in MiB.
    pub time: Duration,
    pub memory: u64,
}

/// Runs `vperft` to its end: in time, with little memory, and nothing is left.
#[track_caller]
pub fn end(arguments: &str, deed: &str) -> Outcome {
    end_as("cmd", arguments, deed)
}

/// The same with the liar as a backend of another scheme.
#[track_caller]
pub fn end_as(scheme: &str, arguments: &str, deed: &str) -> Outcome {
    fn read(mut stream: impl Read + Send + 'static) -> thread::JoinHandle<String> {
        thread::spawn(move || {
            let mut text = String::new();
            stream.read_to_string(&mut text).expect("output is UTF-8");
            text
        })
    }
    let start = Instant::now();
    let mut running = Running::launch(Command::new(env!("CARGO_BIN_EXE_vperft")), scheme, arguments, deed);
    let stdout = read(running.child.stdout.take().expect("a pipe"));
    let stderr = read(running.child.stderr.take().expect("a pipe"));
    let mut memory = 0;
    let status = loop {
        memory = memory.max(peak(running.child.id()).unwrap_or(0));
        if let Some(status) = running.child.try_wait().expect("it can be waited for") {
            break status;
        }
        assert!(start.elapsed() < LIMIT, "{arguments}, {deed}: runs for {:?}", start.elapsed());
        sleep(Duration::from_millis(5));
    };
    let (time, memory) = (start.elapsed(), memory >> 10);
    // What ends soon may have ended before anybody looked.
    assert!(memory > 0 || time < GONE, "{arguments}, {deed}: its memory was not seen");
    assert!(memory < MEMORY, "{arguments}, {deed}: took {memory} MiB");
    running.assert_gone(deed);
    assert!(!running.started().is_empty(), "{deed}: no liar was started");
    let (stdout, stderr) = (stdout.join().expect("it is read"), stderr.join().expect("it is read"));
    assert!(!stderr.contains("panicked"), "{deed}: {stderr}");
    Outcome { code: status.code(), stdout, stderr, time, memory }
}

/// Runs the cases of a mode.
#[track_caller]
pub fn check(mode: &Mode) {
    let Mode { does, flags, cases, verdicts, says, .. } = *mode;
    let liar = format!("{} ({does})", mode.liar);
    let mut words = format!("run ryugi --format json --filter '{cases}' {flags}");
    if mode.checks.is_some() {
        words += " --tier smoke";
    }
    if !flags.contains("--timeout") {
        words += " --timeout 20";
    }
    let outcome = end(&words, mode.liar);
    let Outcome { code, stdout, stderr, time, memory } = &outcome;
    assert!(*time < mode.time, "{liar}: took {time:?}");
    assert!(*memory < mode.memory, "{liar}: took {memory} MiB");
    let document: Value = serde_json::from_str(stdout)
        .unwrap_or_else(|error| panic!("{liar}: {error}: exit code {code:?}\n{stdout}\n{stderr}"));
    let mut names = BTreeSet::new();
    let mut fitted = BTreeSet::new();
    for case in document["cases"].as_array().expect("the cases") {
        for one in case["checks"].as_array().expect("the checks") {
            let name = format!("{} {}", case["id"], one["check"]).replace('"', "");
            let fits = verdicts.iter().position(|(pattern, _)| WildMatch::new(pattern).matches(&name));
            fitted.extend(fits);
            let expected = fits.map_or("pass", |index| verdicts[index].1);
            assert_eq!(verdict(one), expected, "{liar}: {name}: {one}");
            assert!(names.insert(name.clone()), "{liar}: {name} has two verdicts");
        }
    }
    assert_eq!(names.len(), mode.checks.unwrap_or(names.len()), "{liar}: {names:?}");
    assert_eq!(fitted.len(), verdicts.len(), "{liar}: not all verdicts were given: {fitted:?}");
    let is_clean = verdicts.iter().all(|(_, verdict)| matches!(*verdict, "unsupported" | "other-reason"));
    let expected = if document["unanswered"] == true { 4 } else { i32::from(!is_clean) };
    assert_eq!(*code, Some(expected), "{liar}: {stderr}");
    assert!(stdout.contains(says), "{liar}: no {says} in {stdout}");
}

/// The verdict on a check, and the second if there is one, each in a few words.
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
