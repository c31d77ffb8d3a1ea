//! Programs behind the scripts in `ci/`: experiments that print a Markdown table, and checks that are too long for a shell script.
//!
//! They run `vperft` as a program and read its JSON, as a user would; none of them links the library. The script of the same name
//! describes the arguments. Exit codes: 0 passed, 1 failed, 2 the program could not run to its end.

mod adapter;
mod book;
mod changed_values;
mod performance;
mod relay;
mod reproducing;
mod source_mutants;
mod speed_trust;
mod table;
mod vperft;

use std::error::Error;
use std::process::ExitCode;

/// The value of a step, or the reason why the whole program gives up.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (name, rest) = words.split_first().map_or(("xtask", &[][..]), |(name, rest)| (*name, rest));
    let passed = match name {
        "adapter" => adapter::run(rest),
        "book" => book::run(rest),
        "changed-values" => changed_values::run(rest),
        "performance" => performance::run(rest),
        "relay" => relay::run(rest),
        "reproducing" => reproducing::run(rest),
        "source-mutants" => source_mutants::run(rest),
        "speed-trust" => speed_trust::run(rest),
        _ => Err("expected adapter, book, changed-values, performance, relay, reproducing, source-mutants or speed-trust"
            .into()),
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("ci/{name}: {error}");
            ExitCode::from(2)
        }
    }
}

/// The number in an environment variable, or `default` if it is not set.
fn number_from(variable: &str, default: usize) -> Result<usize> {
    match std::env::var(variable) {
        Ok(text) => text.parse().map_err(|_| format!("{variable}=`{text}`: expected a number").into()),
        Err(_) => Ok(default),
    }
}
