//! A program that reads requests from stdin and writes answers to stdout, line by line.
//!
//! Invariants: every wait has a deadline. Memory is limited to one line and a few buffers, and the size of an answer is limited.
//! Dropping a [`Process`] kills the program and everything it started: on Linux all descendants (`family`), on other Unix systems its
//! process group, on Windows its job. Of stderr only the end is kept, for error messages. This module knows no protocol.

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
pub use error::{PipeError, one_line, printable};
