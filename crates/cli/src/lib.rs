//! The command `vperft`: parses the arguments and calls one command. [`main()`] is the command with the backends of a caller.
//!
//! Below this file come `commands`, which do the work of one command each; `args`, the arguments that several
//! commands share; `output`, all that is printed and written; the leaves `exit` and `interrupt`; and `speed`, which measures. Each
//! imports only from those after it. Answers go to stdout and everything else to stderr. Only terminals get
//! colours and progress bars. A command ends with an [`Exit`].

#![allow(rustdoc::invalid_html_tags, reason = "the comments of arguments are their help texts")]

mod args;
mod commands;
mod exit;
mod help;
#[doc(hidden)]
pub mod internals;
mod interrupt;
mod output;
mod speed;

use exit::CliError;
pub use exit::Exit;

use args::partition;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::ffi::OsString;
use vperft::inner::backend::{AddError, Registry};
use vperft_run::partition::{Extent, Part};

/// Runs the command as a `main`, with the built-in backends and those that `add` adds.
///
/// Every command that takes a backend accepts the name of an added one, and calls it in process:
///
/// ```no_run
/// use vperft::reference::{Reference, Rococo};
/// use vperft::variant::Standard;
///
/// fn main() {
///     vperft_cli::main(|registry| registry.add("mine", || Reference(Rococo { book: Standard })))
/// }
/// ```
///
/// ```console
/// $ cargo run --release -- run rococo --backend mine
/// $ cargo run --release -- fuzz rococo --b mine
/// ```
///
/// Ends the process with the exit code of the command. A backend that cannot be added is a usage error.
pub fn main(add: impl FnOnce(&mut Registry) -> Result<(), AddError>) -> ! {
    #[cfg(unix)]
    interrupt::termination::ignore_file_size_limit();
    interrupt::install();
    vperft_programs::process::adopt();
    let result = run(add);
    interrupt::wait_for_exit();
    let exit = result.unwrap_or_else(|error| {
        output::error(&error);
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
    Merge(commands::merge::Args),
    Report(commands::report::Args),
    Matrix(commands::matrix::Args),
    Expect(commands::expect::Args),
    Identify(commands::identify::Args),
    Moves(commands::ask::MovesArgs),
    After(commands::ask::AfterArgs),
    Status(commands::ask::StatusArgs),
    Perft(commands::count::PerftArgs),
    Divide(commands::count::DivideArgs),
    Deep(commands::deep::Args),
    #[command(mut_arg("backend", commands::explain::default_to_oracle))]
    Explain(commands::explain::Args),
    Explore(commands::explore::Args),
    Show(commands::show::Args),
    Sample(commands::sample::Args),
    Variants(commands::variants::Args),
    Rules(commands::rules::Args),
    Diagrams(commands::diagrams::Args),
    Betza(commands::betza::Args),
    Diagnose(commands::diagnose::Args),
    Fuzz(commands::fuzz::Args),
    Exhaust(commands::exhaust::Args),
    Descend(commands::descend::Args),
    Shrink(commands::shrink::Args),
    Repro(commands::repro::Args),
    Import(commands::import::Args),
    Speed(commands::speed::Args),
    New(commands::new::Args),
    Cases(commands::cases::Args),
    Bugs(commands::bugs::Args),
    Export(commands::export::Args),
    Lint(commands::lint::Args),
    Audit(commands::audit::Args),
    Suite(commands::suite::Args),
    Bless(commands::bless::Args),
    Serve(commands::serve::Args),
    Protocol(commands::protocol::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

fn run(add: impl FnOnce(&mut Registry) -> Result<(), AddError>) -> Result<Exit, CliError> {
    let words: Vec<OsString> = std::env::args_os().collect();
    // Variants from folders are loaded first: an added backend may have rules of them.
    let registry = || {
        let mut registry = args::backend::built_in();
        add(&mut registry).map(|()| registry)
    };
    if commands::completions::is_requested() {
        return commands::completions::answer(Cli::command, &words, registry);
    }
    if let Some(page) = help::topic(&words) {
        return output::unless_closed(output::text(page), ()).map(|()| Exit::Success);
    }
    let loaded = args::variant::load(&words);
    // An old commit may lack the folder of a variant.
    if let Err(error) = &loaded
        && words.get(1).is_some_and(|word| word == "repro")
    {
        output::error(error);
        return Ok(Exit::Undecided);
    }
    loaded?;
    let (mut command, part) = parse(&words);
    let mut extent = match part? {
        Some((part, command)) => Extent::Part { part, command },
        None => Extent::Whole,
    };
    if let Command::Merge(args) = &command {
        (command, extent) = whole(args, &words)?;
    }
    let registry = registry().map_err(|error| CliError::Usage(error.to_string()))?;
    let result = dispatch(command, &registry, &extent);
    output::record::end(output::unless_closed(result, Exit::Success))
}

/// The part that a command line asks for, with the words that decide the results.
type PartWords = Result<Option<(Part, Vec<String>)>, CliError>;

/// Parses a command line. Ends the process if it cannot be parsed, or asks for help.
fn parse(words: &[OsString]) -> (Command, PartWords) {
    let mut command = help::grouped(Cli::command());
    let matches = command.clone().try_get_matches_from(words);
    let parsed = matches.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = parsed.unwrap_or_else(|error| help::exit(error, words, command.clone()));
    let words = |part| {
        command.build();
        let (name, matches) = matches.subcommand()?;
        let words = partition::deciding_words(command.find_subcommand(name)?, matches);
        Some(words.map(|words| (part, words)))
    };
    let part = matches.subcommand().and_then(|(_, matches)| partition::part(matches));
    (cli.command, part.and_then(words).transpose())
}

/// The command of these parts, and its extent.
fn whole(args: &commands::merge::Args, words: &[OsString]) -> Result<(Command, Extent), CliError> {
    let parts = args.read_parts()?;
    let program = words.first().cloned().unwrap_or_default();
    let again = |more: &[String]| -> Vec<OsString> {
        let words = parts.header().command.iter().chain(more);
        std::iter::once(program.clone()).chain(words.map(OsString::from)).collect()
    };
    args::variant::load(&again(&[]))?;
    // A part must name its own command: nothing else is started, and no file is written.
    let one = again(&["--partition=1/1".to_owned()]);
    let of_parts = parse(&one).1?.filter(|(_, words)| *words == parts.header().command);
    if of_parts.is_none() {
        let name = &parts.files()[0].name;
        return Err(CliError::Input(format!(
            "{name}: `command` does not run a part; expected the file of a part as `vperft` wrote it"
        )));
    }
    Ok((parse(&again(&args.output_words())).0, Extent::Merged(parts)))
}

fn dispatch(command: Command, registry: &Registry, extent: &Extent) -> Result<Exit, CliError> {
    match command {
        Command::Run(args) => commands::run::run(&args, registry, extent),
        Command::Merge(_) => Err(CliError::Usage("parts of `vperft merge` cannot be merged".into())),
        Command::Report(args) => commands::report::run(&args),
        Command::Matrix(args) => commands::matrix::run(&args),
        Command::Expect(args) => commands::expect::run(&args, registry),
        Command::Identify(args) => commands::identify::run(&args, registry),
        Command::Moves(args) => commands::ask::moves(&args, registry),
        Command::After(args) => commands::ask::after(&args, registry),
        Command::Status(args) => commands::ask::status(&args, registry),
        Command::Perft(args) => commands::count::perft(&args, registry),
        Command::Divide(args) => commands::count::divide(&args, registry),
        Command::Deep(args) => commands::deep::run(&args, registry),
        Command::Explain(args) => commands::explain::run(&args, registry),
        Command::Explore(args) => commands::explore::run(&args, registry),
        Command::Show(args) => commands::show::run(&args, registry),
        Command::Sample(args) => commands::sample::run(&args, registry),
        Command::Variants(args) => commands::variants::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Diagrams(args) => commands::diagrams::run(&args, registry),
        Command::Betza(args) => commands::betza::run(&args),
        Command::Diagnose(args) => commands::diagnose::run(&args, registry),
        Command::Fuzz(args) => commands::fuzz::run(&args, registry, extent),
        Command::Exhaust(args) => commands::exhaust::run(&args, registry, extent),
        Command::Descend(args) => commands::descend::run(&args, registry),
        Command::Shrink(args) => commands::shrink::run(&args, registry),
        Command::Repro(args) => commands::repro::run(&args, registry),
        Command::Import(args) => commands::import::run(&args, registry),
        Command::Speed(args) => commands::speed::run(&args, registry),
        Command::New(args) => commands::new::run(&args, registry),
        Command::Cases(args) => commands::cases::run(&args),
        Command::Bugs(args) => commands::bugs::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Lint(args) => commands::lint::run(&args, registry),
        Command::Suite(args) => commands::suite::run(&args, registry),
        Command::Audit(args) => commands::audit::run(&args, extent),
        Command::Bless(args) => commands::bless::run(&args, registry),
        Command::Serve(args) => commands::serve::run(&args, registry),
        Command::Protocol(args) => commands::protocol::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
        Command::Man(args) => commands::man::run(&args, Cli::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        let mut grouped: Vec<_> = help::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        grouped.sort_unstable();
        let command = Cli::command();
        let mut all: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn completed_arguments_exist() {
        fn ids(command: &clap::Command) -> Vec<String> {
            let own = command.get_arguments().map(|argument| argument.get_id().to_string());
            own.chain(command.get_subcommands().flat_map(ids)).collect()
        }
        let ids = ids(&Cli::command());
        for id in commands::completions::completed_arguments() {
            assert!(ids.iter().any(|known| known == id), "no argument `{id}`: {ids:?}");
        }
    }
}
