//! What the README and the other documents show is what the program prints.

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use std::time::Duration;
use vperft::backend::Backend as _;
use vperft::check::{CaseResult, CheckResult, Selection, Verdict};
use vperft::cli::Exit;
use vperft::report;
use vperft::suite::{Corpus, Source, Tier};
use vperft::variant::Standard;

const README: &str = include_str!("../README.md");

/// The commands of the console blocks, each with the output that is shown below it.
fn commands() -> Vec<(&'static str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for block in README.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => commands.push((command, String::new())),
                None => {
                    let (_, output) = commands.last_mut().expect("a block starts with a command");
                    output.push_str(line);
                    output.push('\n');
                }
            }
        }
    }
    commands
}

/// The shown output of the command.
fn shown(command: &str) -> String {
    let found = commands().into_iter().find(|(text, _)| *text == command);
    found.unwrap_or_else(|| panic!("the README does not show `{command}`")).1
}

/// Cuts off the last column, the time, which differs from run to run.
fn without_time(table: &str) -> String {
    table
        .lines()
        .map(|line| {
            format!("{}\n", line.trim_end_matches(" s").trim_end_matches(|c: char| c != ' ').trim_end())
        })
        .collect()
}

#[test]
fn commands_print_what_is_shown() {
    let mut checked = 0;
    for (command, expected) in commands() {
        let Some(arguments) = command.strip_prefix("vperft ") else { continue };
        let arguments = shlex::split(arguments).unwrap();
        let output = Command::cargo_bin("vperft").unwrap().args(arguments).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        if command.contains(" run ") {
            assert_eq!(without_time(&printed), without_time(&expected), "{command}");
        } else {
            assert_eq!(printed, expected, "{command}");
        }
        checked += 1;
    }
    assert!(checked >= 6, "{checked} commands found");
}

#[test]
fn the_document_of_bugs_is_what_the_command_prints() {
    let output =
        Command::cargo_bin("vperft").unwrap().args(["bugs", "--format", "markdown"]).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let shown = include_str!("../docs/bugs.md");
    let differs = || printed.lines().zip(shown.lines()).position(|(printed, shown)| printed != shown);
    let line = || differs().unwrap_or_else(|| printed.lines().count().min(shown.lines().count())) + 1;
    assert!(
        printed == shown,
        "docs/bugs.md is not what the dictionaries say from line {} on; `cargo run -- bugs --format markdown > docs/bugs.md` writes it",
        line()
    );
}

#[test]
fn the_whole_run_has_the_cases_and_nodes_that_are_shown() {
    let corpus = Corpus::load(&Source::default()).unwrap();
    let variants = vperft::reference::all(&Standard).variants();
    let selection = Selection { variants, tier: Tier::Ci, filter: None, check: None };
    let results: Vec<_> = selection
        .of(&corpus)
        .into_iter()
        .map(|selected| {
            let pass = |check| CheckResult::new(check, Verdict::Pass, Duration::ZERO);
            CaseResult::new(&selected, selected.checks.iter().copied().map(pass).collect())
        })
        .collect();
    let columns = |table: &str| -> Vec<Vec<String>> {
        without_time(table).lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    assert_eq!(columns(&report::summary(&results)), columns(&shown("cargo run --release -- run")));
}

#[test]
fn the_exit_codes_are_those_of_the_help() {
    for line in Exit::HELP.lines().skip(1) {
        let (code, meaning) = line.trim().split_once("  ").unwrap();
        assert!(README.contains(&format!("| {code} | {meaning} |")), "exit code {code}: {meaning}");
    }
}
