//! The command line: one file a subcommand.
//!
//! Invariants: answers go to stdout, everything else to stderr; colour and progress only on a terminal; every
//! way to end is an [`Exit`]. This room only reads arguments, calls the other rooms and prints.

mod after;
mod args;
mod audit;
mod bless;
mod bugs;
mod completions;
mod count;
mod divide;
mod exit;
mod expect;
mod export;
mod file;
mod fuzz;
mod identify;
mod interrupt;
mod lint;
mod moves;
mod output;
mod pair;
mod perft;
mod protocol;
mod run;
mod sample;
mod selection;
mod serve;
mod show;
mod status;
mod variants;

pub use exit::{CliError, Exit};
pub use output::note;

use clap::{Parser, Subcommand};

/// Checks rules code of chess variants against a corpus of positions with known perft counts and legal moves.
#[derive(Debug, Parser)]
#[command(name = "vperft", version, about, after_help = Exit::HELP, max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
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
    Show(show::Args),
    Variants(variants::Args),
    Bugs(bugs::Args),
    Export(export::Args),
    Lint(lint::Args),
    Audit(audit::Args),
    Sample(sample::Args),
    Fuzz(fuzz::Args),
    Bless(bless::Args),
    Serve(serve::Args),
    Protocol(protocol::Args),
    Completions(completions::Args),
}

impl Cli {
    /// Carries out the command.
    ///
    /// # Errors
    /// If it could not be carried out; the error knows its exit code.
    pub fn run(self) -> Result<Exit, CliError> {
        let exit = match self.command {
            Command::Run(args) => run::run(&args),
            Command::Expect(args) => expect::run(&args),
            Command::Identify(args) => identify::run(&args),
            Command::Perft(args) => perft::run(&args),
            Command::Divide(args) => divide::run(&args),
            Command::Moves(args) => moves::run(&args),
            Command::After(args) => after::run(&args),
            Command::Status(args) => status::run(&args),
            Command::Show(args) => show::run(&args),
            Command::Variants(args) => variants::run(&args),
            Command::Bugs(args) => bugs::run(&args),
            Command::Export(args) => export::run(&args),
            Command::Lint(args) => lint::run(&args),
            Command::Audit(args) => audit::run(&args),
            Command::Sample(args) => sample::run(&args),
            Command::Fuzz(args) => fuzz::run(&args),
            Command::Bless(args) => bless::run(&args),
            Command::Serve(args) => serve::run(&args),
            Command::Protocol(args) => protocol::run(&args),
            Command::Completions(args) => completions::run(&args),
        };
        output::unless_closed(exit, Exit::Success)
    }
}
