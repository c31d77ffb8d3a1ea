//! Pages that lead from one command to the next: they are walked in an empty folder, and what is shown is what comes of it.

use crate::tool::PROGRAM;
use pretty_assertions::assert_eq;
use std::ffi::OsString;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, io};
use tempfile::TempDir;

/// A line of a page for lines that it leaves out.
const LEFT_OUT: &str = "...";

/// A step of a page.
enum Step<'p> {
    /// A file to write: the line before its block is its path in backquotes, and a colon.
    File { path: &'p str, text: String },
    /// A command, and what is shown below it.
    Command { words: &'p str, shown: String },
}

/// The steps of a page, in their order.
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

/// The text without the times that a table ends its lines with.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.strip_suffix(" s") {
        Some(rest) => rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end().to_owned(),
        None => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

/// What a command prints in a folder, as a terminal would show it.
fn printed(arguments: &[String], folder: &Path) -> String {
    let (mut reader, writer) = io::pipe().expect("a pipe");
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).env("PATH", path()).stdin(Stdio::null());
    command.stdout(writer.try_clone().expect("a second end")).stderr(writer);
    let mut child = command.spawn().expect("the program starts");
    // It holds ends of the pipe too, and reading would not come to an end.
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("it prints UTF-8");
    child.wait().expect("it ends");
    text
}

/// A PATH on which programs of the page find this one.
fn path() -> OsString {
    let own = Path::new(PROGRAM).parent().expect("it is in a folder").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(own).chain(env::split_paths(&others))).expect("folders of a PATH")
}

/// What is printed as a page that shows it leaves it out: where it says so, up to the next line that it shows.
fn cut(printed: &str, shown: &str) -> String {
    let mut shown = shown.lines().peekable();
    let (mut text, mut is_left_out) = (String::new(), false);
    for line in printed.lines() {
        if !is_left_out && shown.next_if_eq(&LEFT_OUT).is_some() {
            text += &format!("{LEFT_OUT}\n");
            is_left_out = true;
        }
        if is_left_out && shown.peek() != Some(&line) {
            continue;
        }
        is_left_out = false;
        shown.next();
        text += &format!("{line}\n");
    }
    text
}

/// Walks a page, of which so many steps are files and so many are commands.
#[track_caller]
fn walk(page: &str, files: usize, commands: usize) {
    let folder = TempDir::new().expect("a folder");
    let mut walked = (0, 0);
    for step in steps(page) {
        match step {
            Step::File { path, text } => {
                let path = folder.path().join(path);
                fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
                fs::write(path, text).expect("a file");
                walked.0 += 1;
            }
            Step::Command { words, shown } => {
                let arguments = shlex::split(words).expect("the page quotes as a shell does");
                assert_eq!(arguments[0], "vperft", "{words}");
                let printed = without_times(&printed(&arguments[1..], folder.path()));
                let shown = without_times(&shown);
                assert_eq!(cut(&printed, &shown), shown, "{words}");
                walked.1 += 1;
            }
        }
    }
    assert_eq!(walked, (files, commands), "files and commands on the page");
}

#[test]
fn a_case_of_ones_own() {
    walk(include_str!("../../docs/add-a-case.md"), 3, 7);
}

#[test]
#[cfg(unix)]
fn a_game_and_a_program_with_three_bugs() {
    let python = Command::new("python3").arg("--version").output();
    // The page is for those who have it, and a machine that tests for others has.
    if python.is_err() && env::var_os("CI").is_none() {
        return;
    }
    walk(include_str!("../../docs/first-hour.md"), 5, 10);
}

#[test]
#[cfg(unix)]
fn three_reports_to_three_cases() {
    let python = Command::new("python3").arg("--version").output();
    if python.is_err() && env::var_os("CI").is_none() {
        return;
    }
    let page = include_str!("../../docs/reproducing.md");
    let reports = page.split("\n## Three reports\n").nth(1).expect("the page has such a section");
    walk(reports, 2, 12);
}

#[test]
fn what_a_page_leaves_out_is_no_more_than_it_says() {
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
        assert_eq!(cut(printed, shown) == shown, is_same, "{printed:?} as {shown:?}");
    }
}
