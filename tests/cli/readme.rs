//! The commands, tables and links in the README and the docs are correct.

use crate::tool::{ROOT, vperft};
use assert_cmd::Command;
use pretty_assertions::assert_eq;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vperft::backend::Backend as _;
use vperft::inner::corpus::check::{CaseResult, CheckResult, Selection};
use vperft::inner::corpus::question::Verdict;
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::variant::{Standard, VariantId};
use vperft_cli::Exit;
use vperft_pages::report::run::summary;

/// The pages whose commands are run, each with the least number of commands that can be run.
const SHOWN: [(&str, usize); 3] = [
    (include_str!("../../README.md"), 1),
    (include_str!("../../docs/positions.md"), 7),
    (include_str!("../../docs/add-a-variant.md"), 4),
];

/// The commands in the console blocks of a page, each with the output below it.
fn commands(page: &'static str) -> Vec<(&'static str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for block in page.split("```console\n").skip(1) {
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

/// The output that a page shows for the command.
fn shown(command: &str) -> String {
    let found = SHOWN.iter().flat_map(|(page, _)| commands(page)).find(|(text, _)| *text == command);
    found.unwrap_or_else(|| panic!("no page shows `{command}`")).1
}

/// Removes the last column, the time, which differs from run to run.
fn without_time(table: &str) -> String {
    table
        .lines()
        .map(|line| {
            format!("{}\n", line.trim_end_matches(" s").trim_end_matches(|c: char| c != ' ').trim_end())
        })
        .collect()
}

#[test]
fn commands_print_the_output_on_the_page() {
    for (page, least) in SHOWN {
        let checked =
            commands(page).iter().filter(|(command, expected)| is_checked(command, expected)).count();
        assert!(
            checked >= least,
            "{checked} commands found, expected at least {least}, on the page {:?}",
            page.lines().next()
        );
    }
}

/// Runs a `vperft` command that needs no other program, and compares its output. Returns false for other commands.
fn is_checked(command: &str, expected: &str) -> bool {
    let needs_other =
        ["uci:", "xboard:", "ucci:", "usi:", "cmd:", "script:"].iter().any(|scheme| command.contains(scheme));
    let Some(arguments) = command.strip_prefix("vperft ").filter(|_| !needs_other) else { return false };
    let arguments = shlex::split(arguments).expect("the page quotes as a shell does");
    let output = Command::cargo_bin("vperft")
        .expect("the program is built")
        .args(arguments)
        .current_dir(ROOT)
        .output()
        .expect("the program starts");
    let printed = String::from_utf8(output.stdout).expect("output is UTF-8");
    if command.contains(" run ") {
        assert_eq!(without_time(&printed), without_time(expected), "{command}");
    } else {
        assert_eq!(printed, expected, "{command}");
    }
    true
}

#[test]
fn the_pages_of_bugs_are_up_to_date() {
    for variant in VariantId::BUILT_IN.map(VariantId::name) {
        let printed = vperft(&format!("bugs {variant} --format markdown")).ends(0).stdout;
        let path = format!("suites/{variant}/BUGS.md");
        let shown = fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(&path))
            .unwrap_or_default();
        let differs = || printed.lines().zip(shown.lines()).position(|(printed, shown)| printed != shown);
        let line = || differs().unwrap_or_else(|| printed.lines().count().min(shown.lines().count())) + 1;
        assert!(
            printed == shown,
            "{path} is out of date from line {} on; update it with `cargo run -- bugs {variant} --format markdown > {path}`",
            line()
        );
    }
}

#[test]
fn the_readme_shows_the_cases_and_nodes_of_the_whole_run() {
    let corpus = Corpus::load(&Source::default()).unwrap();
    let variants = vperft::inner::generators::reference::all(&Standard).variants();
    let selection = Selection { variants, ..Selection::default() };
    let results: Vec<_> = selection
        .select(&corpus)
        .into_iter()
        .map(|selected| {
            let pass = |check| CheckResult::new(check, Verdict::Pass, Duration::ZERO);
            CaseResult::new(&selected, selected.checks.iter().copied().map(pass).collect())
        })
        .collect();
    let columns = |table: &str| -> Vec<Vec<String>> {
        without_time(table).lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    assert_eq!(columns(&summary(&results, usize::MAX)), columns(&shown("cargo run --release -- run")));
}

#[test]
fn the_page_of_exit_codes_equals_the_help() {
    for line in Exit::HELP.lines().skip(1) {
        let (code, meaning) = line.trim().split_once("  ").unwrap();
        let row = format!("| {code} | {meaning} |");
        assert!(include_str!("../../docs/exit-codes.md").contains(&row), "exit code {code}: {meaning}");
    }
}

/// The README and the pages of `docs/`, each with its path and its text without code blocks.
fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let docs = fs::read_dir(root.join("docs"))
        .expect("the folder docs")
        .map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = docs.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    paths.push(root.join("README.md"));
    paths.sort();
    let read =
        |path: PathBuf| {
            let text = fs::read_to_string(&path).expect("a page is text");
            // Every second part is a code block. Its lines are emptied, so that line numbers stay the same.
            let parts = text.split("```").enumerate();
            let prose = parts.map(|(part, text)| {
                if part % 2 == 0 { text.to_owned() } else { "\n".repeat(text.matches('\n').count()) }
            });
            (path, prose.collect())
        };
    paths.into_iter().map(read).collect()
}

/// The anchors of a page: those that GitHub generates from headings, and explicit ones.
fn anchors(text: &str) -> Vec<String> {
    let explicit =
        text.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        title
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .collect::<String>()
            .replace(' ', "-")
    };
    headings.map(anchor).chain(explicit).collect()
}

#[test]
fn every_link_has_a_target() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (path, text) in pages() {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            if link.contains("://") {
                continue;
            }
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            let is_found = match (target.exists(), anchor) {
                (exists, "") => exists,
                (false, _) => false,
                (true, anchor) => anchors(&fs::read_to_string(&target).unwrap()).iter().any(|a| a == anchor),
            };
            if !is_found {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "broken links:\n{}", wrong.join("\n"));
    assert!(count > 50, "{count} links found");
}

#[test]
fn the_index_names_every_page() {
    let pages = pages();
    let index = &pages
        .iter()
        .find(|(path, _)| {
            *path == Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("docs/README.md")
        })
        .expect("docs/README.md")
        .1;
    for (path, _) in &pages {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name == "README.md" || index.contains(&format!("({name})")), "docs/README.md: {name}");
    }
}

/// The maximum width of a line of prose. Tables, headings and images cannot be wrapped.
const WIDTH: usize = 100;

#[test]
fn prose_fits_a_screen() {
    for (path, text) in pages() {
        for (number, line) in text.lines().enumerate() {
            let is_prose = !line.starts_with(['|', '#', '!']);
            assert!(
                !is_prose || line.chars().count() <= WIDTH,
                "{}:{}: more than {WIDTH} columns: {line}",
                path.display(),
                number + 1
            );
        }
    }
}
