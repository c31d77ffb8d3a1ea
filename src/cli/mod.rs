//! The command line: one file a subcommand.
//!
//! Invariants: answers go to stdout, everything else to stderr; colour and progress only on a terminal; every
//! way to end is an [`Exit`]. This module only reads arguments, calls the other modules and prints.

#![allow(rustdoc::invalid_html_tags, reason = "the comments of arguments are their help texts")]

mod args;
mod commands;
mod exit;
mod interrupt;
mod output;

use exit::CliError;
pub use exit::Exit;

use crate::backend::{AddError, Registry};
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, Parser, Subcommand};
use std::ffi::OsString;

/// The whole command as a `main`: with the built-in backends, and with those that are added.
///
/// Every command that takes a backend takes the added ones by their names, and asks them in process:
///
/// ```no_run
/// use vperft::reference::{Reference, Rococo};
/// use vperft::variant::Standard;
///
/// fn main() {
///     vperft::cli::main(|registry| registry.add("mine", || Reference(Rococo { book: Standard })))
/// }
/// ```
///
/// ```console
/// $ cargo run --release -- run rococo --backend mine
/// $ cargo run --release -- fuzz rococo --b mine
/// ```
///
/// The process ends here, with the exit code of the command; a backend that cannot be added is a wrong argument.
pub fn main(add: impl FnOnce(&mut Registry) -> Result<(), AddError>) -> ! {
    let carry_out = || {
        let words: Vec<_> = std::env::args_os().collect();
        // The variants that the words bring come first: what is added may be rules of them.
        let registry = || {
            let mut registry = args::backend::built_in();
            add(&mut registry).map(|()| registry)
        };
        if commands::completions::is_asked() {
            return commands::completions::answer(&words, registry);
        }
        let cli = Cli::read(words)?;
        cli.run(&registry().map_err(|error| CliError::Usage(error.to_string()))?)
    };
    #[cfg(unix)]
    interrupt::termination::outlast_file_limit();
    crate::backend::programs::process::adopt();
    let result = carry_out();
    interrupt::let_end();
    let exit = result.unwrap_or_else(|error| {
        output::note(format_args!("error: {error}"));
        error.exit()
    });
    std::process::exit(exit as i32)
}

/// Checks rules code of chess variants against a corpus of positions with known perft counts and legal moves.
#[derive(Debug, Parser)]
#[command(name = "vperft", version, about, after_help = Exit::HELP, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    _variants: args::variant::VariantArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(commands::run::Args),
    Expect(commands::expect::Args),
    Identify(commands::identify::Args),
    Perft(commands::perft::Args),
    Divide(commands::divide::Args),
    Moves(commands::moves::Args),
    After(commands::after::Args),
    Status(commands::status::Args),
    #[command(mut_arg("backend", commands::explain::asks_oracle))]
    Explain(commands::explain::Args),
    Show(commands::show::Args),
    Variants(commands::variants::Args),
    Cases(commands::cases::Args),
    Bugs(commands::bugs::Args),
    Export(commands::export::Args),
    Lint(commands::lint::Args),
    Audit(commands::audit::Args),
    Sample(commands::sample::Args),
    Fuzz(commands::fuzz::Args),
    Descend(commands::descend::Args),
    Shrink(commands::shrink::Args),
    Diagnose(commands::diagnose::Args),
    Repro(commands::repro::Args),
    Import(commands::import::Args),
    Speed(commands::speed::Args),
    Bless(commands::bless::Args),
    Serve(commands::serve::Args),
    Protocol(commands::protocol::Args),
    Completions(commands::completions::Args),
}

/// The error of a command line with the usage that the help of the command shows: that of `clap` for the line at hand writes
/// whatever is given as if it had to be, such as `<VARIANTS>...`.
fn with_usage_of_help(mut error: clap::Error, words: &[OsString]) -> clap::Error {
    if error.get(ContextKind::Usage).is_some() {
        let mut command = Cli::command();
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

/// Ends the program as `clap` does; what somebody typed is told as it may be shown, on one line.
fn leave(error: &clap::Error, words: &[OsString]) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    let mut text = error.render().ansi().to_string();
    for word in words.iter().map(|word| word.to_string_lossy()) {
        for typed in [&*word, word.split_once('=').map_or("", |(_, value)| value)] {
            let shown = output::plain(typed);
            if shown != typed {
                text = text.replace(typed, &shown);
            }
        }
    }
    // Only now: the colours are not all that would be left out.
    if !output::is_stderr_coloured() {
        text = anstream::adapter::strip_str(&text).to_string();
    }
    output::note(text.trim_end());
    std::process::exit(error.exit_code())
}

impl Cli {
    /// Reads the words of a command line, the program first. A mistake in them ends the program as `clap` does.
    ///
    /// # Errors
    /// If a variant they bring cannot be loaded.
    fn read(words: Vec<OsString>) -> Result<Self, CliError> {
        args::variant::load(&words)?;
        Ok(Self::try_parse_from(&words)
            .unwrap_or_else(|error| leave(&with_usage_of_help(error, &words), &words)))
    }

    /// Carries out the command.
    ///
    /// # Errors
    /// If it could not be carried out; the error knows its exit code.
    fn run(self, registry: &Registry) -> Result<Exit, CliError> {
        let exit = match self.command {
            Command::Run(args) => commands::run::run(&args, registry),
            Command::Expect(args) => commands::expect::run(&args, registry),
            Command::Identify(args) => commands::identify::run(&args, registry),
            Command::Perft(args) => commands::perft::run(&args, registry),
            Command::Divide(args) => commands::divide::run(&args, registry),
            Command::Moves(args) => commands::moves::run(&args, registry),
            Command::After(args) => commands::after::run(&args, registry),
            Command::Status(args) => commands::status::run(&args, registry),
            Command::Explain(args) => commands::explain::run(&args, registry),
            Command::Show(args) => commands::show::run(&args, registry),
            Command::Variants(args) => commands::variants::run(&args),
            Command::Cases(args) => commands::cases::run(&args),
            Command::Bugs(args) => commands::bugs::run(&args),
            Command::Export(args) => commands::export::run(&args),
            Command::Lint(args) => commands::lint::run(&args, registry),
            Command::Audit(args) => commands::audit::run(&args),
            Command::Sample(args) => commands::sample::run(&args, registry),
            Command::Fuzz(args) => commands::fuzz::run(&args, registry),
            Command::Descend(args) => commands::descend::run(&args, registry),
            Command::Shrink(args) => commands::shrink::run(&args, registry),
            Command::Diagnose(args) => commands::diagnose::run(&args, registry),
            Command::Repro(args) => commands::repro::run(&args, registry),
            Command::Import(args) => commands::import::run(&args, registry),
            Command::Speed(args) => commands::speed::run(&args, registry),
            Command::Bless(args) => commands::bless::run(&args, registry),
            Command::Serve(args) => commands::serve::run(&args, registry),
            Command::Protocol(args) => commands::protocol::run(&args),
            Command::Completions(args) => commands::completions::run(&args),
        };
        output::record::end(output::unless_closed(exit, Exit::Success))
    }
}
