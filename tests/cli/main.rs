//! Tests of the command line: they run the real program and check its output and exit code.
//!
//! Long outputs are snapshots; ci/test says how to accept changes.

mod adding;
mod answers;
mod audit;
#[cfg(target_os = "linux")]
mod bar;
mod betza;
mod bless;
mod boards;
mod budget;
mod bugs;
mod caret;
mod cases;
mod classes;
mod completions;
mod corpus;
mod counts;
mod deep;
mod diagnose;
mod diagrams;
mod ends;
mod escapes;
mod exhaust;
mod exits;
mod expect;
mod explain;
#[cfg(target_os = "linux")]
mod explore;
mod export;
mod export_ends;
mod export_variant;
mod failures;
mod fen;
#[cfg(target_os = "linux")]
mod files;
mod folders;
mod fuzz;
mod help;
mod html;
mod identify;
mod import;
mod import_variant;
#[cfg(target_os = "linux")]
mod interrupt;
mod json;
mod judged;
mod lint;
mod man;
mod matrix;
mod max_failures;
mod names;
mod new;
mod origins;
mod partition;
mod pastes;
mod pipes;
mod printed;
mod programs;
mod protocol;
mod readme;
mod record;
mod reports;
mod repro;
mod rules;
mod run;
mod schemas;
mod shrink;
mod speed;
mod suites;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod threads;
mod tool;
mod typed_moves;
#[path = "../support/validator.rs"]
mod validator;
mod variant;
mod versions;
mod walk;
