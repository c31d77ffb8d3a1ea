//! The command line as people and scripts use it: the real program is run, its output and its exit code are
//! read.

mod answers;
mod audit;
mod bless;
mod boards;
mod bugs;
mod caret;
mod corpus;
mod exits;
mod expect;
mod export;
mod failures;
mod folders;
mod fuzz;
mod help;
mod identify;
#[cfg(target_os = "linux")]
mod interrupt;
mod json;
mod lint;
mod pipes;
mod protocol;
mod run;
mod tool;
