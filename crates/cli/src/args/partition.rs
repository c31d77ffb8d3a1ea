//! `--partition K/N`, and the words of a command line that decide the results.

use crate::exit::CliError;
use crate::output::command::command_line;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Command};
use vperft_pages::report::shell::quoted;
use vperft_run::partition::{Part, PartError, Remake};

/// Which part of its work a command does.
#[derive(Clone, Debug, clap::Args)]
pub struct PartitionArgs {
    /// Do only part K of N, for `vperft merge`
    ///
    /// The parts depend on the other arguments alone. `vperft merge` makes the output of the whole from the JSON documents of all
    /// parts.
    #[arg(id = "partition", long = "partition", value_name = "K/N", help_heading = "Partition options")]
    _partition: Option<Part>,
}

/// The arguments that decide where and how results are printed, or how fast they are made. Parts may differ in them.
const LOCAL: [&str; 8] = ["partition", "format", "reports", "out", "all", "jobs", "record", "help"];

/// The part that a command line asks for.
pub fn part(matches: &ArgMatches) -> Option<Part> {
    matches.try_get_one("partition").ok().flatten().copied()
}

/// The words of a command that decide its results: its name, and the given arguments in the order of its help.
///
/// # Errors
/// If an argument is not Unicode.
pub fn deciding_words(command: &Command, matches: &ArgMatches) -> Result<Vec<String>, CliError> {
    let mut words = vec![command.get_name().to_owned()];
    let given = command.get_arguments().filter(|argument| {
        let id = argument.get_id().as_str();
        !LOCAL.contains(&id) && matches.value_source(id) == Some(ValueSource::CommandLine)
    });
    for argument in given {
        let flag = argument.get_long().map(|long| format!("--{long}"));
        if matches!(argument.get_action(), ArgAction::SetTrue) {
            words.extend(flag);
            continue;
        }
        for value in matches.get_raw(argument.get_id().as_str()).into_iter().flatten() {
            let value = value.to_str().ok_or_else(|| {
                let value = value.to_string_lossy();
                CliError::Usage(format!("--partition: the argument `{value}` is not Unicode text"))
            })?;
            match &flag {
                Some(flag) if value.starts_with('-') => words.push(format!("{flag}={value}")),
                flag => words.extend(flag.iter().cloned().chain([value.to_owned()])),
            }
        }
    }
    Ok(words)
}

/// The error, with the commands that make parts again below it.
pub fn unmergeable(error: PartError) -> CliError {
    let commands = error.remake.iter().map(|Remake { command, part, file }| {
        let part = part.to_string();
        let head = ["vperft"].into_iter().chain(command.iter().map(String::as_str));
        let words: Vec<_> = head.chain(["--partition", &part, "--format", "json"]).collect();
        format!("{} > {}", command_line(&words), quoted(file))
    });
    let context = commands.map(|command| format!("to repair: {command}")).collect();
    CliError::InputAt { message: error.to_string(), context }
}
