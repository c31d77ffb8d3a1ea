//! Backends that are programs: JSON lines (`cmd:`), engines (`uci:`, `xboard:`, `usi:`, `ucci:`) and scripts in the manner of perftree
//! (`script:`).
//!
//! `process` starts a program, talks to it with time limits and kills it with everything it started. Each language is a module of
//! its own. `protocol` checks that a program speaks JSON lines. `replay:` is registered here too; its answers
//! come from `backend::record`. Nothing here knows rules or the corpus.

pub mod engine;
pub mod json_lines;
pub mod process;
pub mod protocol;
mod restarts;
pub mod script;

pub use restarts::RestartPolicy;

use vperft::inner::backend::{Backend, OpenError, Options, Registry, record};

/// The schemes of backends that start a program.
pub const SCHEMES: [&str; 6] = ["cmd", "uci", "xboard", "ucci", "usi", "script"];

/// The scheme in the name of a backend, and the rest of the name. `None` if the backend does not start a program.
pub fn split_scheme(name: &str) -> Option<(&str, &str)> {
    name.split_once(':').filter(|(scheme, _)| SCHEMES.contains(scheme))
}

/// Adds a scheme, without its colon; its operand, such as `PROGRAM`, is the name of what follows the colon.
pub fn add_scheme(
    registry: &mut Registry,
    scheme: &'static str,
    operand: &'static str,
    open: impl Fn(&[String], &Options) -> Result<Box<dyn Backend>, String> + Send + Sync + 'static,
) {
    registry.add_scheme(scheme, operand, move |name, options| {
        open(&words(name, scheme, operand)?, options)
            .map_err(|reason| OpenError::Unsupported { name: name.to_owned(), reason })
    });
}

/// Adds the scheme `replay:FILE`, which answers from a record in the place of a program.
pub fn register_replay(registry: &mut Registry) {
    add_scheme(registry, record::SCHEME, "FILE", record::opener());
}

/// The fault of a list of depth 1 with a move that has no node: other programs take the moves of a list for the legal ones.
fn move_without_node(depth: u32, rows: &[(String, u128)]) -> Option<String> {
    let (text, _) = rows.iter().find(|(_, count)| depth == 1 && *count == 0)?;
    Some(format!("the count 0 of `{text}`; expected 1 for each legal move"))
}

/// The words behind the scheme in the name of a backend, `scheme:PROGRAM ARGS`.
///
/// # Errors
/// If the name does not begin with the scheme, or the rest cannot be read or holds no word.
pub fn words(name: &str, scheme: &str, operand: &str) -> Result<Vec<String>, OpenError> {
    let command = name.strip_prefix(scheme).and_then(|rest| rest.strip_prefix(':'));
    let words = command.and_then(shlex::split).filter(|words| !words.is_empty());
    words.ok_or_else(|| OpenError::Words { name: name.to_owned(), expected: format!("{scheme}:{operand}") })
}
