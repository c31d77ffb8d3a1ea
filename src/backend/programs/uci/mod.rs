//! UCI engines that count: Stockfish, Fairy-Stockfish and their family with `go perft`, and others with `perft`.
//!
//! Invariants: an engine gets one command at a time, because it reads the next one while it counts. Before any question about a
//! variant, the start position of the engine has to be that of the variant. Before any total, the engine has to count the moves of
//! single pieces correctly. A position or move that FEN and coordinates cannot express is unsupported, with the reason. This module knows the language
//! of engines and no rule.

mod client;
mod dialect;
mod engine;
mod identity;
mod recognise;

#[cfg(all(test, unix))]
mod tests;

pub use engine::Engine;

use crate::backend::programs::add_scheme;
use crate::backend::{ProbeSource, Registry};

/// Adds the scheme `uci:PROGRAM` to the registry. Its engines have to pass the probes.
pub fn register(registry: &mut Registry, probes: ProbeSource) {
    add_scheme(registry, "uci", "PROGRAM", move |words, options| {
        if !options.is_standard() {
            return Err("cannot follow other readings or switch off a clause".into());
        }
        let engine = Engine::open(words, &options.limits, &options.settings, probes);
        Ok(Box::new(engine.map_err(|error| error.to_string())?))
    });
}
