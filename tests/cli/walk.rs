//! Pages that lead from one command to the next: they are walked in an empty folder, and what is shown is what comes of it.

use crate::tool::PROGRAM;
use assert_cmd::Command;
use pretty_assertions::assert_eq;
use std::fs;
use tempfile::TempDir;

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
                let mut command = Command::new(PROGRAM);
                let output = command.current_dir(folder.path()).args(&arguments[1..]).output();
                let output = output.expect("the program starts");
                let printed = [output.stdout, output.stderr].concat();
                let printed = String::from_utf8(printed).expect("it prints UTF-8");
                assert_eq!(without_times(&printed), without_times(&shown), "{words}");
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
