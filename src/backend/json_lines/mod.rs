//! Programs that speak the json-lines protocol, as `docs/protocol.md` specifies it.
//!
//! Invariants: an answer is believed only if it is one, with the sequence number of its request; whatever a program
//! does, every question gets an answer or an error, and the next question a program that runs, as long as it may be
//! started again. This folder knows no rule: what a program says about positions and moves is passed on as it is.

mod client;
mod derive;
mod hello;
mod message;
mod session;
mod size;
mod walk;

#[cfg(all(test, unix))]
mod tests;

pub use client::Client;
pub use hello::{Hello, Native};
pub use message::PROTOCOL;
pub use walk::{Finding, Outcome, walk};

use super::{Options, Registry};

/// The scheme of programs that speak it.
pub const SCHEME: &str = "cmd";

/// Adds the scheme `cmd:PROGRAM ARGS` to the registry.
pub fn register(registry: &mut Registry) {
    registry.add_scheme(SCHEME, |words: &[String], options: &Options| {
        Ok(Box::new(Client::open(words, options)?))
    });
}
