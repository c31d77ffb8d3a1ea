//! The harness's side of the JSON-lines protocol, as `docs/protocol.md` specifies it.
//!
//! Invariants: an answer is accepted only if it is well formed and has the sequence number of its request. Every
//! question gets an answer or an error, whatever the program does. The next question gets a running program while restarts are
//! left. This module knows no rule and shares no code with `serve`, the other side.
//!
//! From the bottom up: `message` is a request or a reply, `results` reads results, `session` is one run of a program, `program`
//! restarts it, `derive` counts by its answers, `spelled` makes moves canonical, and `client` is the backend.

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

use crate::add_scheme;
use vperft::inner::backend::{Options, Registry};

/// The scheme of these programs.
pub const SCHEME: &str = "cmd";

/// Adds the scheme `cmd:PROGRAM ARGS` to the registry.
pub fn register(registry: &mut Registry) {
    add_scheme(registry, SCHEME, "PROGRAM", |words: &[String], options: &Options| {
        Ok(Box::new(Client::open(words, options)?))
    });
}

/// Reads a line as the reply to any request, for the fuzzers.
pub fn read_any(line: &str) {
    let request = Request::default();
    if let Ok(Ok(json)) = message::parse_reply(line, 0) {
        let texts = move_texts(&request, &json).unwrap_or_default();
        assert!(texts.iter().all(|text| !text.contains(char::is_control)), "{texts:?}");
        let _ =
            (vfen(&request, &json), status(&request, &json), count(&request, &json), counts(&request, &json));
    }
}
