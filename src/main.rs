//! The `vperft` command: reads the arguments, carries out the command, ends with its exit code.

use clap::Parser as _;
use std::process::ExitCode;
use vperft::cli::{self, Cli};

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(exit) => exit.into(),
        Err(error) => {
            cli::note(format_args!("error: {error}"));
            error.exit().into()
        }
    }
}
