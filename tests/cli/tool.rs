//! Runs the program.

use pretty_assertions::assert_eq;
use serde_json::Value;
use std::time::Duration;
use vperft::backend::Backend as _;
use vperft::variant::{Standard, VariantId};

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

/// The name of a backend, a program that counts only one ply where it is to count two, and splits counts rightly.
pub fn miscounting(variant: &str) -> String {
    let script = format!("sed -u '/\"perft\"/s/\"depth\":2/\"depth\":1/' | {PROGRAM} serve {variant}");
    format!("cmd:sh -c {}", shlex::try_quote(&script).expect("no NUL"))
}

/// Arguments for a corpus of a few cases of Ryugi, which does not grow with the embedded one.
pub const FEW: [&str; 5] = [
    "--no-embedded",
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

/// The commands, as the program lists them.
pub fn commands() -> Vec<String> {
    let help = vperft("--help").ends(0).stdout;
    let list =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // What goes on from the line above stands further in.
    let names =
        list.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let names: Vec<_> = names.filter(|name| *name != "help").map(str::to_owned).collect();
    assert!(names.len() > 10, "{help}");
    names
}

/// The variants that the built-in backends have rules of.
pub fn variants() -> Vec<&'static str> {
    vperft::reference::all(&Standard).variants().into_iter().map(VariantId::name).collect()
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

    /// The exit code and all that was printed are those of the snapshot of this name, but for the version of the
    /// program, the times it took, and these texts, which stand there by their names.
    #[track_caller]
    pub fn snapshot(self, name: &str, named: &[(&str, &str)]) -> Self {
        let mut text = format!("exit code {}\n", self.code);
        for (stream, printed) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            for line in printed.lines() {
                text.push_str(format!("{stream} │ {}", without_time(line)).trim_end());
                text.push('\n');
            }
        }
        let everywhere = [(env!("CARGO_MANIFEST_DIR"), "REPOSITORY")];
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

/// A line with 0.00 for the seconds that it ends with, if it does.
fn without_time(line: &str) -> String {
    let Some(front) = line.strip_suffix(" s") else { return line.to_owned() };
    let words = front.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if words.len() == front.len() { line.to_owned() } else { format!("{words}0.00 s") }
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
