//! The commands. A module reads the arguments of one command, calls a lower room and prints; `ask` and `count` hold several small commands.
//!
//! A command imports no other command. The steps that several have in common are in `common`.

pub mod ask;
pub mod audit;
pub mod betza;
pub mod bless;
pub mod bugs;
pub mod cases;
mod common;
pub mod completions;
pub mod count;
pub mod deep;
pub mod descend;
pub mod diagnose;
pub mod diagrams;
pub mod exhaust;
pub mod expect;
pub mod explain;
pub mod explore;
pub mod export;
pub mod fuzz;
pub mod identify;
pub mod import;
pub mod lint;
pub mod man;
pub mod matrix;
pub mod merge;
pub mod new;
pub mod protocol;
pub mod report;
pub mod repro;
pub mod rules;
pub mod run;
pub mod sample;
pub mod serve;
pub mod show;
pub mod shrink;
pub mod speed;
pub mod suite;
pub mod variants;
