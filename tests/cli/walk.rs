//! Runs the commands of tutorial pages in an empty folder, and compares their output with the pages.

use crate::tool::PROGRAM;
use pretty_assertions::assert_eq;
use std::ffi::OsString;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, io};
use tempfile::TempDir;

/// The line that a page shows in place of omitted lines.
const ELLIPSIS: &str = "...";

/// A step of a page.
enum Step<'p> {
    /// A file to write. The line before its code block ends with its path in backquotes and a colon.
    File { path: &'p str, text: String },
    /// A command, and the output that the page shows.
    Command { words: &'p str, shown: String },
}

/// The steps of a page, in order.
fn steps(page: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let mut lines = page.lines();
    let mut last = "";
    while let Some(line) = lines.next() {
        if !line.starts_with("```") {
            last = if line.is_empty() { last } else { line };
            continue;
        }
        let block = lines.by_ref().take_while(|line| *line != "```");
        if line == "```console" {
            for line in block {
                match (line.strip_prefix("$ "), steps.last_mut()) {
                    (Some(words), _) => steps.push(Step::Command { words, shown: String::new() }),
                    (None, Some(Step::Command { shown, .. })) => *shown += &format!("{line}\n"),
                    _ => panic!("a block starts with a command, not with `{line}`"),
                }
            }
        } else {
            let path = last.rsplit('`').nth(1).filter(|_| last.ends_with("`:"));
            let path = path.unwrap_or_else(|| panic!("no path before the block: {last}"));
            steps.push(Step::File { path, text: block.map(|line| format!("{line}\n")).collect() });
        }
    }
    steps
}

/// The text without the times at the ends of lines, and without the header of their column, which is wider on a slow machine.
fn without_times(text: &str) -> String {
    let line = |line: &str| match (line.strip_suffix(" s"), line.strip_suffix("  time")) {
        (Some(rest), _) => {
            rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end().to_owned()
        }
        (None, Some(rest)) => rest.trim_end().to_owned(),
        (None, None) => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

/// Runs `vperft` in a folder and returns stdout and stderr interleaved, as on a terminal.
fn run(arguments: &[String], folder: &Path) -> String {
    let (mut reader, writer) = io::pipe().expect("a pipe");
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).env("PATH", path()).stdin(Stdio::null());
    command.stdout(writer.try_clone().expect("a second end")).stderr(writer);
    let mut child = command.spawn().expect("the program starts");
    // The command holds write ends of the pipe, which would keep the reader waiting.
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("output is UTF-8");
    child.wait().expect("the program ends");
    text
}

/// A PATH on which the programs of a page find `vperft`.
fn path() -> OsString {
    let own = Path::new(PROGRAM).parent().expect("the folder of the program").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(own).chain(env::split_paths(&others))).expect("folders of a PATH")
}

/// The output with lines omitted where the page omits them: from an ellipsis up to the next line that the page shows.
fn omit_lines(printed: &str, shown: &str) -> String {
    let mut shown = shown.lines().peekable();
    let (mut text, mut is_omitting) = (String::new(), false);
    for line in printed.lines() {
        if !is_omitting && shown.next_if_eq(&ELLIPSIS).is_some() {
            text += &format!("{ELLIPSIS}\n");
            is_omitting = true;
        }
        if is_omitting && shown.peek() != Some(&line) {
            continue;
        }
        is_omitting = false;
        shown.next();
        text += &format!("{line}\n");
    }
    text
}

/// Performs the steps of a page, which has these numbers of files and commands.
#[track_caller]
fn walk(page: &str, files: usize, commands: usize) {
    let folder = TempDir::new().expect("a folder");
    let mut done = (0, 0);
    for step in steps(page) {
        match step {
            Step::File { path, text } => {
                let path = folder.path().join(path);
                fs::create_dir_all(path.parent().expect("the folder of the file")).expect("a folder");
                fs::write(path, text).expect("a file");
                done.0 += 1;
            }
            Step::Command { words, shown } => {
                let arguments = shlex::split(words).expect("the page quotes as a shell does");
                assert_eq!(arguments[0], "vperft", "{words}");
                let printed = without_times(&run(&arguments[1..], folder.path()));
                let shown = without_times(&shown);
                assert_eq!(omit_lines(&printed, &shown), shown, "{words}");
                done.1 += 1;
            }
        }
    }
    assert_eq!(done, (files, commands), "files and commands on the page");
}

#[test]
fn the_page_add_a_case() {
    walk(include_str!("../../docs/add-a-case.md"), 3, 7);
}

#[test]
fn the_page_your_variant() {
    walk(include_str!("../../docs/your-variant.md"), 3, 14);
}

#[test]
#[cfg(unix)]
fn the_page_first_hour() {
    let python = Command::new("python3").arg("--version").output();
    // The page needs Python. Only CI machines are required to have it.
    if python.is_err() && env::var_os("CI").is_none() {
        return;
    }
    walk(include_str!("../../docs/first-hour.md"), 5, 10);
}

#[test]
#[cfg(unix)]
fn the_three_reports_on_the_page_reproducing() {
    let python = Command::new("python3").arg("--version").output();
    if python.is_err() && env::var_os("CI").is_none() {
        return;
    }
    let page = include_str!("../../docs/reproducing.md");
    let reports = page.split("\n## Three reports\n").nth(1).expect("the section exists");
    walk(reports, 2, 12);
}

#[test]
fn the_game_on_the_page_reproducing() {
    let page = include_str!("../../docs/reproducing.md");
    let game = page.split("\n## A game\n").nth(1).and_then(|rest| rest.split("\n## ").next());
    walk(game.expect("the section exists"), 1, 1);
}

#[test]
fn the_counts_from_elsewhere_on_the_page_reproducing() {
    let page = include_str!("../../docs/reproducing.md");
    let section = page.split("\n### Counts from elsewhere\n").nth(1).expect("the section exists");
    walk(section.split("\n### Cost\n").next().unwrap_or_default(), 1, 1);
}

#[test]
#[cfg(unix)]
fn the_scripts_and_suites_on_the_page_uci() {
    let page = include_str!("../../docs/uci.md");
    let section = page.split("\n### A script of two lines\n").nth(1).expect("the section exists");
    walk(section.split("\n## Tested with\n").next().unwrap_or_default(), 3, 4);
}

#[test]
fn short_sections_on_the_page_reproducing() {
    let page = include_str!("../../docs/reproducing.md");
    for (title, commands) in [("You have a total only", 3), ("One question", 2)] {
        let section = page.split(&format!("\n## {title}\n")).nth(1).expect("the section exists");
        walk(section.split("\n## ").next().expect("a part"), 0, commands);
    }
}

#[test]
fn only_an_ellipsis_omits_lines() {
    for (printed, shown, is_same) in [
        ("a\nb\nc\n", "a\nb\nc\n", true),
        ("a\nb\nc\n", "a\n...\nc\n", true),
        ("a\nb\nc\n", "a\n...\n", true),
        ("a\nb\nc\n", "...\nb\n...\n", true),
        ("a\nb\nc\n", "a\nc\n", false),
        ("a\nb\nc\n", "a\n...\nd\n", false),
        ("a\nb\nc\n", "a\nb\n", false),
        ("a\nb\n", "a\nb\n...\n", false),
        ("a\nb\n", "a\nb\nc\n", false),
    ] {
        assert_eq!(omit_lines(printed, shown) == shown, is_same, "{printed:?} as {shown:?}");
    }
}
