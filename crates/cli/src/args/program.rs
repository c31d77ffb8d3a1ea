//! The arguments about backends that are programs: engine options, the record file and the limits.

use super::value::number;
use crate::exit::CliError;
use crate::output::record;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vperft::inner::backend::{Limits, Options};
use vperft_programs::{engine, script};

/// How to set up a backend that is a program, and its limits.
#[derive(Clone, Debug, Args)]
pub struct ProgramArgs {
    /// Set an option of an engine, such as VariantPath=variants.ini (repeatable)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting, hide_short_help = true, help_heading = "Backend options")]
    settings: Vec<(String, String)>,
    /// The command by which an engine counts, such as 'go perft {depth}'
    ///
    /// Without it, the commands of known engines are tried. {depth} stands for the depth, and {fen} for the position of engines that
    /// expect it there.
    #[arg(long, value_name = "COMMAND", value_parser = perft_command, hide_short_help = true, help_heading = "Backend options")]
    perft_command: Option<String>,
    /// Ask an engine that does not count which moves are legal
    ///
    /// It answers moves and counts of one ply, if it shows in known positions that it can be asked so.
    #[arg(long, conflicts_with = "perft_command", hide_short_help = true, help_heading = "Backend options")]
    probe: bool,
    /// Ask an engine only about positions after moves from the start, because it cannot be set to others
    #[arg(long, hide_short_help = true, help_heading = "Backend options")]
    from_start: bool,
    /// Record requests and answers in a file, for the backend 'replay:FILE'
    #[arg(long, value_name = "FILE", help_heading = "Backend options")]
    record: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Parses an engine option and its value.
fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    // The engine receives both on one line.
    if name.trim().is_empty() || text.contains(char::is_control) {
        return Err("expected NAME=VALUE on one line, the name not empty".into());
    }
    Ok((name.trim().to_owned(), value.to_owned()))
}

/// Parses the command by which an engine counts.
fn perft_command(text: &str) -> Result<String, String> {
    if !text.contains("{depth}") || text.contains(char::is_control) {
        return Err("expected a command on one line with {depth} in it".into());
    }
    Ok(text.to_owned())
}

/// The limits of a backend that is a program.
#[derive(Clone, Debug, Args)]
pub struct LimitArgs {
    /// The time a program may take to start, and for each answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, help_heading = "Backend options")]
    timeout: Duration,
    /// The longest line a program may print, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_line, value_parser = number::<usize>(1, usize::MAX as u64), hide_short_help = true, help_heading = "Backend options")]
    max_line: usize,
    /// How often to restart a program that crashed, hung or broke the protocol
    #[arg(long, value_name = "N", default_value_t = Limits::default().restarts, value_parser = number::<u32>(0, u32::MAX.into()), hide_short_help = true, help_heading = "Backend options")]
    restarts: u32,
}

impl LimitArgs {
    /// The limits.
    pub fn limits(&self) -> Limits {
        let (timeout, max_line, restarts) = (self.timeout, self.max_line, self.restarts);
        Limits { timeout, max_line, restarts, ..Limits::default() }
    }

    /// The arguments that differ from their defaults, as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let default = Limits::default();
        let mut words = Vec::new();
        if self.timeout != default.timeout {
            words.extend(["--timeout".to_owned(), self.timeout.as_secs_f64().to_string()]);
        }
        if self.max_line != default.max_line {
            words.extend(["--max-line".to_owned(), self.max_line.to_string()]);
        }
        if self.restarts != default.restarts {
            words.extend(["--restarts".to_owned(), self.restarts.to_string()]);
        }
        words
    }
}

impl ProgramArgs {
    /// Adds these arguments to the options of backends with these names, and begins the record.
    ///
    /// # Errors
    /// If an argument for engines is given and no backend is an engine, or if the record cannot be written.
    pub fn options(&self, options: Options, backends: &[&str]) -> Result<Options, CliError> {
        let settings = self.settings();
        let takes = |name: &&str| engine::is_engine(name) || script::takes(name, &settings);
        if !settings.is_empty() && !backends.iter().any(takes) {
            let (backends, flag) = (backends.join("` and `"), &self.own_words()[0]);
            return Err(CliError::Usage(format!(
                "{flag} is for engines, such as uci:PROGRAM, not for `{backends}`"
            )));
        }
        let record = self.record.as_ref().map(|path| record::begin(path, backends)).transpose()?;
        Ok(Options { limits: self.limits.limits(), settings, record, ..options })
    }

    /// The engine options, and how the engine is asked.
    pub fn settings(&self) -> Vec<(String, String)> {
        let command = self.perft_command.iter();
        let command = command.map(|command| (engine::PERFT_COMMAND.to_owned(), command.clone()));
        let flags = [(self.probe, engine::PROBE), (self.from_start, engine::FROM_START)];
        let flags = flags.into_iter().filter(|(is_given, _)| *is_given);
        let flags = flags.map(|(_, name)| (name.to_owned(), String::new()));
        self.settings.iter().cloned().chain(command).chain(flags).collect()
    }

    /// The record file.
    pub fn record(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// The arguments that differ from their defaults, as words of a command line, without the record.
    pub fn words(&self) -> Vec<String> {
        self.own_words().into_iter().chain(self.limit_words()).collect()
    }

    /// The arguments for engines, as words of a command line.
    fn own_words(&self) -> Vec<String> {
        let settings = self.settings.iter().map(|(name, value)| format!("{name}={value}"));
        let words = settings.flat_map(|setting| ["--option".to_owned(), setting]);
        let command = self.perft_command.iter();
        let command = command.flat_map(|command| ["--perft-command".to_owned(), command.clone()]);
        let flags = [(self.probe, "--probe"), (self.from_start, "--from-start")];
        let flags = flags.into_iter().filter(|(is_given, _)| *is_given).map(|(_, flag)| flag.to_owned());
        words.chain(command).chain(flags).collect()
    }

    /// The limits that differ from their defaults, as words of a command line.
    pub fn limit_words(&self) -> Vec<String> {
        self.limits.words()
    }
}

/// Parses a positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|span| !span.is_zero()).ok_or_else(|| "expected a number of seconds above 0".into())
}
