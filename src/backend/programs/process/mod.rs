//! A program that is talked to in lines: requests on its stdin, answers on its stdout.
//!
//! Invariants: every wait ends by a deadline; no more is held in memory than one line and a few buffers, whatever
//! the program prints, and of an answer of many lines no more than so many bytes are taken; a program that is
//! dropped is dead, with everything it started: on Linux wherever that is (`family`), elsewhere in its process group, on Windows
//! in its job. What it prints on stderr is read and thrown away but for the end, which its errors show.
//! This folder knows no protocol.

mod answer_lines;
mod child;
mod error;
#[cfg(target_os = "linux")]
mod family;
mod input;
mod output;
mod tail;

#[cfg(all(test, unix))]
mod tests;

pub use answer_lines::AnswerLines;
pub use child::{Process, adopt, kill_all};
pub use error::{PipeError, one_line, printable, shorten};
