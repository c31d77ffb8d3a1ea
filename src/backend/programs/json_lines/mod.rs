//! Programs that speak the json-lines protocol, as `docs/protocol.md` specifies it.
//!
//! Invariants: an answer is believed only if it is one, with the sequence number of its request; whatever a program
//! does, every question gets an answer or an error, and the next question a program that runs, as long as it may be
//! started again. This folder knows no rule: what a program says about positions and moves is passed on as it is.
//!
//! Lowest first: a message is one request or one answer, `results` reads what an answer holds, a session is one run of a
//! program, the program is started again when a session ends, `derive` counts by its answers, `spelled` makes moves canonical, and the client makes a
//! backend of it.

mod client;
mod derive;
mod hello;
mod message;
mod program;
mod results;
mod session;
mod size;
mod spelled;

#[cfg(all(test, unix))]
mod tests;

pub use client::Client;
pub use hello::{Hello, Native};
pub use message::PROTOCOL;
pub(crate) use message::{Reply, Request, count, counts};
pub(crate) use results::{move_texts, status, vfen};
pub(crate) use session::Session;

use crate::backend::programs::add_scheme;
use crate::backend::{Options, Registry};

/// The scheme of programs that speak it.
pub const SCHEME: &str = "cmd";

/// Adds the scheme `cmd:PROGRAM ARGS` to the registry.
pub fn register(registry: &mut Registry) {
    add_scheme(registry, SCHEME, "PROGRAM", |words: &[String], options: &Options| {
        Ok(Box::new(Client::open(words, options)?))
    });
}

/// Reads a line as a program's answer to a request of any kind, as fuzzers ask for.
pub(crate) fn read_any(line: &str) {
    let request = Request::default();
    if let Ok(Ok(json)) = message::read(line, 0) {
        let texts = move_texts(&request, &json).unwrap_or_default();
        assert!(texts.iter().all(|text| !text.contains(char::is_control)), "{texts:?}");
        let _ =
            (vfen(&request, &json), status(&request, &json), count(&request, &json), counts(&request, &json));
    }
}
