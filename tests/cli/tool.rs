//! Runs the program and checks its output.

use pretty_assertions::assert_eq;
use serde_json::Value;
use std::time::Duration;
use vperft::backend::Backend as _;
use vperft::inner::game::variant::{Standard, VariantId};

/// The exit code and the output of a command.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The command line, for assertion messages.
    pub command: String,
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The folder of the repository, in which commands run.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_vperft");

/// A backend that answers perft 2 with the count of depth 1. Its `divide` is correct.
pub fn miscounting(variant: &str) -> String {
    let script = format!("sed -u '/\"perft\"/s/\"depth\":2/\"depth\":1/' | {PROGRAM} serve {variant}");
    format!("cmd:sh -c {}", shlex::try_quote(&script).expect("no NUL"))
}

/// Arguments that select a small fixed corpus of Ryugi instead of the embedded one, which grows.
pub const SMALL_CORPUS: [&str; 5] = [
    "--no-embedded",
    "--suites",
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/suites"),
    "--positions",
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/positions"),
];

/// Runs `vperft` with a command line that is split as in a shell.
pub fn vperft(words: &str) -> Outcome {
    let words = shlex::split(words).unwrap_or_else(|| panic!("unbalanced quotes: {words}"));
    vperft_with(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Runs `vperft` with these arguments. Fails if it panics.
pub fn vperft_with(arguments: &[&str]) -> Outcome {
    let output = assert_cmd::Command::new(PROGRAM)
        .args(arguments)
        .current_dir(ROOT)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        // Ten times what the longest takes on an idle machine.
        .timeout(Duration::from_secs(300))
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

/// The commands that `--help` lists.
pub fn commands() -> Vec<String> {
    let help = vperft("--help").ends(0).stdout;
    // The groups of commands are between the usage and the options; a command is indented by two spaces.
    let list = help.lines().skip_while(|line| !line.starts_with("Usage:"));
    let list = list.take_while(|line| !line.starts_with("Options:")).filter(|line| line.starts_with("  "));
    let names: Vec<_> = list.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    assert!(names.len() > 10, "{help}");
    names
}

/// The variants that the built-in backends have.
pub fn variants() -> Vec<&'static str> {
    vperft::inner::generators::reference::all(&Standard).variants().into_iter().map(VariantId::name).collect()
}

/// Runs a command and checks its exit code and parts of its stdout and stderr.
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
    /// Asserts the exit code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self}");
        self
    }

    /// Asserts that stdout contains every part.
    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.stdout.contains(part), "no `{part}` on stdout: {self}");
        }
        self
    }

    /// Asserts that stderr contains every part.
    #[track_caller]
    pub fn warns(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.stderr.contains(part), "no `{part}` on stderr: {self}");
        }
        self
    }

    /// Asserts that exit code and output equal the snapshot of this name. Versions and times are normalised. `named` are pairs of a
    /// text and the placeholder that replaces it.
    #[track_caller]
    pub fn snapshot(self, name: &str, named: &[(&str, &str)]) -> Self {
        let mut text = format!("exit code {}\n", self.code);
        for (stream, printed) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            for line in printed.lines() {
                text.push_str(format!("{stream} │ {}", without_time(line)).trim_end());
                text.push('\n');
            }
        }
        let everywhere = [(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "REPOSITORY")];
        for (value, name) in everywhere.iter().chain(named) {
            text = text.replace(value, name);
        }
        text = text.replace(concat!("@", env!("CARGO_PKG_VERSION")), "@VERSION");
        text = text.replace(&VariantId::BUILT_IN.map(VariantId::name).join(", "), "VARIANTS");
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, text));
        self
    }

    /// Asserts success and returns the lines of stdout.
    #[track_caller]
    pub fn lines(self) -> Vec<String> {
        self.ends(0).stdout.lines().map(str::to_owned).collect()
    }

    /// Parses stdout, which is one JSON document on one line.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.stdout.matches('\n').count(), 1, "not one line: {self}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self}"))
    }
}

/// The line with its final seconds, if any, replaced by 0.00.
fn without_time(line: &str) -> String {
    let Some(front) = line.strip_suffix(" s") else { return line.to_owned() };
    let rest = front.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if rest.len() == front.len() { line.to_owned() } else { format!("{rest}0.00 s") }
}

/// The strings of a JSON array.
#[track_caller]
pub fn strings(value: &Value) -> Vec<&str> {
    let list = value.as_array().unwrap_or_else(|| panic!("not an array: {value}"));
    list.iter().map(|item| item.as_str().unwrap_or_else(|| panic!("not a string: {item}"))).collect()
}

/// The checks of a JSON run that did not pass, each with the id of its case.
pub fn failed(answer: &Value) -> Vec<(&Value, &Value)> {
    let cases = answer["cases"].as_array().expect("an array").iter();
    let checks = cases.flat_map(|case| {
        let checks = case["checks"].as_array().expect("an array").iter();
        checks.map(move |check| (&case["id"], check))
    });
    checks.filter(|(_, check)| check["result"]["verdict"] != "pass").collect()
}
