//! The command line: one file a subcommand.
//!
//! Invariants: answers go to stdout, everything else to stderr; colour and progress only on a terminal; every
//! way to end is an [`Exit`]. This module only reads arguments, calls the other modules and prints.

#![allow(rustdoc::invalid_html_tags, reason = "the comments of arguments are their help texts")]

mod accused;
mod after;
mod args;
#[cfg(feature = "audit")]
mod audit;
mod bar;
mod bless;
mod bug;
mod bugs;
mod cases;
mod completions;
mod corpus;
mod count;
mod descend;
#[cfg(feature = "audit")]
mod diagnose;
mod divide;
mod exit;
mod expect;
mod explain;
mod export;
mod file;
mod fuzz;
mod identify;
mod import;
mod interrupt;
#[cfg(feature = "lint")]
mod lint;
mod moves;
mod name;
mod output;
mod pair;
mod perft;
mod played;
mod position;
mod protocol;
mod record;
mod reports;
mod repro;
mod run;
mod sample;
mod selection;
mod serve;
mod show;
mod shrink;
mod speed;
mod status;
mod task;
mod tier;
mod value;
mod variant;
mod variants;

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
            let mut registry = args::built_in();
            add(&mut registry).map(|()| registry)
        };
        if completions::is_asked() {
            return completions::answer(&words, registry);
        }
        let cli = Cli::read(words)?;
        cli.run(&registry().map_err(|error| CliError::Usage(error.to_string()))?)
    };
    #[cfg(unix)]
    interrupt::termination::outlast_file_limit();
    crate::backend::process::adopt();
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
    _variants: variant::VariantArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Args),
    Expect(expect::Args),
    Identify(identify::Args),
    Perft(perft::Args),
    Divide(divide::Args),
    Moves(moves::Args),
    After(after::Args),
    Status(status::Args),
    #[command(mut_arg("backend", explain::asks_oracle))]
    Explain(explain::Args),
    Show(show::Args),
    Variants(variants::Args),
    Cases(cases::Args),
    Bugs(bugs::Args),
    Export(export::Args),
    #[cfg(feature = "lint")]
    Lint(lint::Args),
    #[cfg(feature = "audit")]
    Audit(audit::Args),
    Sample(sample::Args),
    Fuzz(fuzz::Args),
    Descend(descend::Args),
    Shrink(shrink::Args),
    #[cfg(feature = "audit")]
    Diagnose(diagnose::Args),
    Repro(repro::Args),
    Import(import::Args),
    Speed(speed::Args),
    Bless(bless::Args),
    Serve(serve::Args),
    Protocol(protocol::Args),
    Completions(completions::Args),
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
        variant::load(&words)?;
        Ok(Self::try_parse_from(&words)
            .unwrap_or_else(|error| leave(&with_usage_of_help(error, &words), &words)))
    }

    /// Carries out the command.
    ///
    /// # Errors
    /// If it could not be carried out; the error knows its exit code.
    fn run(self, registry: &Registry) -> Result<Exit, CliError> {
        let exit = match self.command {
            Command::Run(args) => run::run(&args, registry),
            Command::Expect(args) => expect::run(&args, registry),
            Command::Identify(args) => identify::run(&args, registry),
            Command::Perft(args) => perft::run(&args, registry),
            Command::Divide(args) => divide::run(&args, registry),
            Command::Moves(args) => moves::run(&args, registry),
            Command::After(args) => after::run(&args, registry),
            Command::Status(args) => status::run(&args, registry),
            Command::Explain(args) => explain::run(&args, registry),
            Command::Show(args) => show::run(&args, registry),
            Command::Variants(args) => variants::run(&args),
            Command::Cases(args) => cases::run(&args),
            Command::Bugs(args) => bugs::run(&args),
            Command::Export(args) => export::run(&args),
            #[cfg(feature = "lint")]
            Command::Lint(args) => lint::run(&args, registry),
            #[cfg(feature = "audit")]
            Command::Audit(args) => audit::run(&args),
            Command::Sample(args) => sample::run(&args, registry),
            Command::Fuzz(args) => fuzz::run(&args, registry),
            Command::Descend(args) => descend::run(&args, registry),
            Command::Shrink(args) => shrink::run(&args, registry),
            #[cfg(feature = "audit")]
            Command::Diagnose(args) => diagnose::run(&args, registry),
            Command::Repro(args) => repro::run(&args, registry),
            Command::Import(args) => import::run(&args, registry),
            Command::Speed(args) => speed::run(&args, registry),
            Command::Bless(args) => bless::run(&args, registry),
            Command::Serve(args) => serve::run(&args, registry),
            Command::Protocol(args) => protocol::run(&args),
            Command::Completions(args) => completions::run(&args),
        };
        record::end(output::unless_closed(exit, Exit::Success))
    }
}
