//! `vperft` checks the rules code of chess variants against a corpus of positions.
//!
//! ```
//! use vperft::backend::{Backend as _, Options, Registry};
//! use vperft::variant::{Variant, VariantId};
//!
//! let mut registry = Registry::default();
//! vperft::reference::register(&mut registry);
//! let mut backend = registry.open("reference", &Options::default())?;
//!
//! let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
//! assert_eq!(backend.of(VariantId::RYUGI)?.perft(start.into(), 2)?, 1155);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "the command uses what tests alone do not")
)]

pub mod backend;
#[cfg(feature = "cli")]
pub mod cli;
mod corpus;
mod game;
mod generators;
#[cfg(feature = "cli")]
mod lab;
#[cfg(feature = "cli")]
mod report;
#[cfg(feature = "cli")]
mod speed;
mod support;

pub use backend::serve;
#[doc(hidden)]
pub use corpus::bench;
pub use corpus::conformance;
pub use game::{board, notation, perft, position, rules, variant};
pub use generators::*;

/// For the tests and fuzz targets of this crate: not an interface, and free to change.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod internals {
    pub use crate::corpus::{check, question, relation, suite};
    pub use crate::lab::fuzz::targets;
    pub use crate::report::run::summary;
}
