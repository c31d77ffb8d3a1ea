//! Engines that count: of UCI, such as Stockfish, of XBoard, and of USI and UCCI, which play shogi and xiangqi.
//!
//! `protocol` holds the words of each protocol, `client` talks to an engine, `learn` finds out how it counts and `count` reads
//! its counts, `legality` asks engines that do not count which moves are legal, `recognise` checks that it plays a variant, `place` sets positions, and `backend` answers questions.
//!
//! Invariants: an engine gets one command at a time, because it reads the next one while it counts. Before any question about a
//! variant, the start position of the engine has to be that of the variant. Before any total, the engine has to count the moves of
//! single pieces correctly. A position or move that FEN and coordinates cannot express is unsupported, with the reason. This module
//! knows the language of engines and no rule.

mod backend;
mod client;
mod count;
mod identity;
mod learn;
mod legality;
mod place;
mod played;
mod protocol;
mod recognise;

#[cfg(all(test, unix))]
mod tests;

pub use backend::{Engine, FROM_START, PERFT_COMMAND};
pub use legality::PROBE;
pub(crate) use place::{CHESS960, sets_chess960};

use crate::add_scheme;
use protocol::PROTOCOLS;
use vperft::inner::backend::{ProbeSource, Registry};

/// The name of the protocol of a scheme, such as `UCI` of `uci`. `None` if it is not a scheme of engines.
#[must_use]
pub fn protocol_of(scheme: &str) -> Option<&'static str> {
    PROTOCOLS.into_iter().find(|protocol| protocol.scheme() == scheme).map(|protocol| protocol.title())
}

/// Whether a name is that of an engine, such as `uci:stockfish`.
#[must_use]
pub fn is_engine(name: &str) -> bool {
    name.split_once(':').is_some_and(|(scheme, _)| protocol_of(scheme).is_some())
}

/// Adds the schemes of engines, such as `uci:PROGRAM`, to the registry. The engines have to pass the probes.
pub fn register(registry: &mut Registry, probes: ProbeSource) {
    for protocol in PROTOCOLS {
        add_scheme(registry, protocol.scheme(), "PROGRAM", move |words, options| {
            if !options.is_standard() {
                return Err("cannot follow other readings or switch off a clause".into());
            }
            let engine = Engine::open(words, protocol, &options.limits, &options.settings, probes);
            Ok(Box::new(engine.map_err(|error| error.to_string())?))
        });
    }
}
