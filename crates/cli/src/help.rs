//! The grouped list of commands in `vperft --help`, and the errors of a command line that cannot be parsed.
//!
//! Knows the names of the commands, but not what they do.

use super::exit::CliError;
use super::output;
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use vperft::inner::support::embedded;

/// The commands by purpose, in the order of the help. Every command is in one group.
pub const GROUPS: [(&str, &[&str]); 6] = [
    ("Check an implementation", &["run", "merge", "report", "matrix", "expect", "identify"]),
    (
        "Ask about a position",
        &[
            "moves", "after", "status", "perft", "divide", "deep", "explain", "explore", "show", "sample",
            "variants", "rules", "diagrams", "betza",
        ],
    ),
    ("Find the cause", &["diagnose", "fuzz", "exhaust", "descend", "shrink", "repro", "import"]),
    ("Speed", &["speed"]),
    ("The corpus", &["new", "cases", "bugs", "export", "lint", "audit", "suite", "bless"]),
    ("For programs", &["serve", "protocol", "completions", "man"]),
];

/// The pages of `vperft help TOPIC` that describe no command.
const TOPICS: [(&str, &str); 1] = [("agents", embedded::AGENTS)];

/// The page that the words ask for, `vperft help TOPIC`.
pub fn topic(words: &[OsString]) -> Option<&'static str> {
    let [_, help, topic] = words else { return None };
    let page = TOPICS.iter().find(|(name, _)| topic == name)?;
    (help == "help").then_some(page.1)
}

/// The help with the commands in groups instead of one list.
pub fn grouped(command: Command) -> Command {
    let style = *command.get_styles().get_header();
    let mut groups = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(groups, "{style}{title}:{style:#}");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let literal = command.get_styles().get_literal();
            let _ = writeln!(groups, "  {literal}{name:<11}{literal:#}  {about}");
        }
        groups.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\
         `vperft help COMMAND` describes a command and its options, and `vperft help agents` the way from a rules text to a green run by JSON \
         and exit codes.\n\n\
         {style}Options:{style:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template)
}

/// Ends the program because the words could not be parsed, or because they ask for help or the version.
pub fn exit(error: clap::Error, words: &[OsString], command: Command) -> ! {
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| std::io::stdout().flush()).map_err(CliError::Output);
        let exit = output::unless_closed(printed, ()).map_or_else(
            |error| {
                output::error(&error);
                error.exit() as i32
            },
            |()| error.exit_code(),
        );
        std::process::exit(exit)
    }
    let error = without_escape_tips(with_usage(error, words, command));
    let mut text = error.render().ansi().to_string();
    // The error quotes the words, which may contain control characters.
    for word in words.iter().map(|word| word.to_string_lossy()) {
        for typed in [&*word, word.split_once('=').map_or("", |(_, value)| value)] {
            let plain = output::plain(typed);
            if plain != typed {
                text = text.replace(typed, &plain);
            }
        }
    }
    if !output::is_stderr_coloured() {
        text = anstream::adapter::strip_str(&text).to_string();
    }
    output::error_text(text.trim_end());
    std::process::exit(error.exit_code())
}

/// The error without the tip to pass an unknown flag as a value, which no command takes.
fn without_escape_tips(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::StyledStrs(tips)) = error.remove(ContextKind::Suggested) {
        let is_kept = |tip: &StyledStr| !tip.to_string().contains("as a value, use");
        let tips: Vec<_> = tips.into_iter().filter(is_kept).collect();
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    error
}

/// The error with the usage of the command's help. `clap` shows a usage for the given words, in which the given arguments look
/// required, such as `<VARIANTS>...`.
fn with_usage(mut error: clap::Error, words: &[OsString], mut command: Command) -> clap::Error {
    if error.get(ContextKind::Usage).is_some() {
        command.build();
        let mut innermost = &mut command;
        for word in words.iter().skip(1) {
            if innermost.find_subcommand(word).is_some() {
                innermost = innermost.find_subcommand_mut(word).expect("it was found just now");
            }
        }
        let usage = innermost.render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    error
}
