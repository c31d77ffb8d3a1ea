//! UCI engines with `go perft`: Stockfish, Fairy-Stockfish and their family.
//!
//! Invariants: an engine is asked one thing at a time, because a count goes on while the next command is read;
//! nothing is asked of it for a variant before its start position has been seen to be that of the variant, and no
//! total is passed on before its pieces have been tried one by one; what FEN and coordinates cannot say is
//! unsupported, with the reason. This folder
//! knows what engines are told and print, and no rule.

mod client;
mod engine;
mod identity;
mod probe;

#[cfg(all(test, unix))]
mod tests;

pub use engine::Engine;

use crate::backend::Registry;
use crate::backend::programs::add_scheme;

/// Adds the scheme `uci:PROGRAM` to the registry.
pub fn register(registry: &mut Registry) {
    add_scheme(registry, "uci", "PROGRAM", |words, options| {
        if !options.is_standard() {
            return Err("cannot be told to read a ruling otherwise or to leave a clause out".into());
        }
        let engine = Engine::open(words, &options.limits, &options.settings);
        Ok(Box::new(engine.map_err(|error| error.to_string())?))
    });
}
