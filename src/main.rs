//! The `vperft` command: reads the arguments, carries out the command, ends with its exit code.

use clap::Parser as _;
use std::process::ExitCode;
use vperft::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(exit) => exit.into(),
        Err(error) => {
            anstream::eprintln!("error: {error}");
            error.exit().into()
        }
    }
}
