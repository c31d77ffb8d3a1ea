//! The help texts.

use crate::tool::{check, commands, variants, vperft};
use pretty_assertions::assert_eq;

#[test]
fn help_lists_the_commands_and_the_exit_codes() {
    let outcome = vperft("--help").snapshot("help", &[]);
    let codes: Vec<_> = outcome
        .stdout
        .lines()
        .skip_while(|line| !line.starts_with("Exit codes:"))
        .filter_map(|line| line.trim_start().split_once("  ")?.0.parse::<u8>().ok())
        .collect();
    assert_eq!(codes, [0, 1, 2, 3, 4, 5, 125, 130]);
    check("--version", 0, &[&format!("vperft {}\n", env!("CARGO_PKG_VERSION"))], &[]);
}

#[test]
fn every_command_has_a_help_text() {
    for command in commands() {
        let outcome = vperft(&format!("{command} --help")).ends(0);
        let text = outcome.says(&[&format!("Usage: vperft {command}")]).stdout;
        let summary = text.lines().next().unwrap_or_default();
        let listed = summary.split([':', ';']).next().unwrap_or_default();
        check("--help", 0, &[listed], &[]);
        assert!(summary.split_whitespace().count() > 2, "{command}: {summary}");
    }
}

#[test]
fn every_option_has_a_description() {
    for command in commands() {
        // The short help describes an option on its own line or on the next one.
        let text = vperft(&format!("{command} -h")).ends(0).stdout;
        let lines: Vec<_> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            if !line.trim_start().starts_with("--") {
                continue;
            }
            let described =
                line.trim_start().split_once("  ").is_some_and(|(_, words)| !words.trim().is_empty());
            let next = lines.get(index + 1).is_some_and(|next| next.starts_with("          "));
            assert!(described || next, "{command}: {line}");
        }
    }
}

#[test]
fn commands_with_a_variant_argument_list_the_variants() {
    let mut about = Vec::new();
    for command in commands() {
        let text = vperft(&format!("{command} --help")).ends(0).stdout;
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if ["<VARIANT>", "[VARIANT]", "[VARIANTS]"].iter().any(|argument| words.contains(argument)) {
            assert!(variants().iter().all(|variant| words.contains(variant)), "{command}: {words}");
            about.push(command);
        }
    }
    assert!(about.len() > 10, "{about:?}");
}

#[test]
fn every_command_that_opens_a_program_has_all_backend_options() {
    let mut takes = Vec::new();
    for command in commands() {
        let text = vperft(&format!("{command} --help")).ends(0).stdout;
        let has = |option: &str| text.contains(&format!("  --{option} <"));
        if has("backend") || has("a") || has("b") {
            for option in ["timeout", "max-line", "restarts", "option", "record"] {
                assert!(has(option), "{command}: no --{option} in {text}");
            }
            takes.push(command);
        }
    }
    assert!(takes.len() > 15, "{takes:?}");
}

#[test]
fn the_help_of_run() {
    vperft("run --help").snapshot("help-run", &[]);
}
