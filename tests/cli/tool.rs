//! Runs the program.

use pretty_assertions::assert_eq;
use serde_json::Value;
use std::time::Duration;

/// What a command printed and how it ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The command line, for messages.
    pub command: String,
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_vperft");

/// Arguments for a corpus of a few cases of Ryugi, which does not grow with the embedded one.
pub const FEW: [&str; 4] = [
    "--suites",
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/suites"),
    "--positions",
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/positions"),
];

/// Runs `vperft` with words as a shell would split them.
pub fn vperft(words: &str) -> Outcome {
    let words = shlex::split(words).unwrap_or_else(|| panic!("unbalanced quotes: {words}"));
    vperft_with(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Runs `vperft` with these arguments. No command may ever panic.
pub fn vperft_with(arguments: &[&str]) -> Outcome {
    let output = assert_cmd::Command::new(PROGRAM)
        .args(arguments)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .timeout(Duration::from_secs(60))
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let outcome = Outcome {
        command: format!("vperft {}", shlex::try_join(arguments.iter().copied()).unwrap_or_default()),
        code: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    assert!(!outcome.stderr.contains("panicked"), "a panic message: {outcome}");
    outcome
}

/// Runs a command that must end with this exit code and print all of these words to stdout and to stderr.
#[track_caller]
pub fn check(words: &str, code: i32, stdout: &[&str], stderr: &[&str]) {
    vperft(words).ends(code).says(stdout).warns(stderr);
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { command, code, stdout, stderr } = self;
        write!(f, "{command}\nexit code {code}\nstdout:\n{stdout}\nstderr:\n{stderr}")
    }
}

impl Outcome {
    /// It ended with this exit code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self}");
        self
    }

    /// stdout holds all of these.
    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.stdout.contains(part), "no `{part}` on stdout: {self}");
        }
        self
    }

    /// stderr holds all of these.
    #[track_caller]
    pub fn warns(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.stderr.contains(part), "no `{part}` on stderr: {self}");
        }
        self
    }

    /// The lines of stdout of a command that succeeded.
    #[track_caller]
    pub fn lines(self) -> Vec<String> {
        self.ends(0).stdout.lines().map(str::to_owned).collect()
    }

    /// stdout as one JSON document on one line.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.stdout.matches('\n').count(), 1, "not one line: {self}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self}"))
    }
}

/// The strings of a JSON array.
#[track_caller]
pub fn strings(value: &Value) -> Vec<&str> {
    let list = value.as_array().unwrap_or_else(|| panic!("no array: {value}"));
    list.iter().map(|item| item.as_str().unwrap_or_else(|| panic!("no string: {item}"))).collect()
}

/// The checks of a JSON run that did not pass, as the id of the case and the check.
pub fn failed(answer: &Value) -> Vec<(&Value, &Value)> {
    let cases = answer["cases"].as_array().expect("an array").iter();
    let checks = cases.flat_map(|case| {
        let checks = case["checks"].as_array().expect("an array").iter();
        checks.map(move |check| (&case["id"], check))
    });
    checks.filter(|(_, check)| check["result"]["verdict"] != "pass").collect()
}
