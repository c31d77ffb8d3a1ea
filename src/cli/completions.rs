//! `vperft completions`.

use super::{Cli, CliError, Exit};
use clap::CommandFactory as _;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    clap_complete::generate(args.shell, &mut Cli::command(), "vperft", &mut std::io::stdout());
    Ok(Exit::Success)
}
