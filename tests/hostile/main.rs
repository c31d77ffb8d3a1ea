//! Tests against backends that answer wrongly, hang, crash or print too much.
//!
//! The affected checks get the right verdict and all others pass. Time and memory stay bounded, and no process is left behind.
//! `faulty_backend.rs` is the backend; `verdicts.rs` is the table of its faults.

#![cfg(target_os = "linux")]

mod commands;
mod floods;
mod handshake;
mod harness;
mod interrupt;
mod messages;
mod records;
mod relations;
mod verdicts;
