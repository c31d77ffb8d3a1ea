//! Perft in instructions: exact, so that a limit on them can be hard.
//!
//! `ci/instructions` runs this program under callgrind, once for each line of `benches/positions.jsonl`, and has it
//! count within [`counted`] only: reading the position and building tables belong to the setup. It divides by the
//! nodes and checks the limits.
//!
//! - `instructions BACKEND LINE` counts from one position, the first line being 0.
//! - `instructions` counts from all of them by every backend, which shows that they are counted right.

mod table;

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use table::{BACKENDS, Count};
use vperft::bench::{Row, rows};

/// What is measured. Callgrind knows it by its name: it is called, and calls, where it stands.
#[inline(never)]
fn counted(count: &Count) -> u128 {
    black_box(count())
}

/// Counts from a position and demands that the count is right.
fn measure(ready: fn(&Row) -> Count, row: &Row) {
    let count = ready(row);
    row.check(counted(&count));
}

fn main() -> ExitCode {
    // `cargo bench` adds options for its own harness.
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let rows = rows();
    match &words[..] {
        [] => {
            for (_, ready) in BACKENDS {
                rows.iter().for_each(|row| measure(ready, row));
            }
        }
        [backend, line] => {
            let ready = BACKENDS.iter().find(|(name, _)| name == backend);
            let row = line.parse::<usize>().ok().and_then(|line| rows.get(line));
            let (Some((_, ready)), Some(row)) = (ready, row) else {
                let names: Vec<_> = BACKENDS.iter().map(|(name, _)| *name).collect();
                let (names, last) = (names.join(" or "), rows.len() - 1);
                eprintln!("instructions: `{backend} {line}`; expected {names}, and a line from 0 to {last}");
                return ExitCode::from(2);
            };
            measure(*ready, row);
        }
        _ => {
            eprintln!("instructions: expected BACKEND LINE, or nothing for all of them");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
