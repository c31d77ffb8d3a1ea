//! `vperft completions`.

use super::{Cli, CliError, Exit, output};
use clap::CommandFactory as _;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "vperft", &mut script);
    output::text(String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
