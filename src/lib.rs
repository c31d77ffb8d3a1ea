//! `vperft` checks the rules code of chess variants against a corpus of positions.
//!
//! The layers, lowest first; a lower layer never imports a higher one:
//!
//! * `nearest`: which names a mistyped one may mean.
//! * `plain`: how the text of others is made safe to print.
//! * `digest`: one number for many texts.
//! * [`board`]: squares, shapes, square sets, steps. Knows no piece.
//! * [`variant`]: the tables, clauses, rulings and the rulebook. Knows no movement.
//! * [`position`]: positions and their text, VFEN.
//! * [`notation`]: moves and their canonical text.
//! * [`rules`]: the trait a Rust author implements, and the status words.
//! * [`perft`]: counts with threads and a hash table. Knows no variant.
//! * [`backend`]: the trait the harness talks to, what makes the one into the other, and the registry.
//! * [`reference`](mod@reference): the built-in backend that is written to be read beside the rules text.
//! * `fast`: the built-in backend that is written for speed.
//! * [`question`]: what is asked of a backend, and what is to be thought of its answer.
//! * [`suite`]: the corpus: positions, cases, checks, and its lint.
//! * [`check`]: makes the checks of the corpus against a backend, with many workers.
//! * `fuzz`: compares two backends on random and on constructed positions.
//! * `identify`: finds out which readings of the rulings a backend follows.
//! * `bless`: has two backends work out or confirm the expected values of the corpus.
//! * `export`: writes the corpus for those who do not use the runner.
//! * `audit`: measures the corpus.
//! * `protocol`: checks that a program speaks the json-lines protocol.
//! * `serve`: answers requests of the json-lines protocol with any backend.
//! * [`bench`](mod@bench): positions to measure rules by, and benchmarks for a type with rules.
//! * `speed`: measures backends, compares two, holds them to bounds, follows them over time.
//! * [`report`]: boards, tables and JSON for people and programs.
//! * [`conformance`](mod@conformance): makes the corpus into tests of `cargo test` for a type with rules.
//! * `cli`: one file a subcommand.
//!
//! What is not a link is private, or there with a feature of the crate only; `docs/features.md` lists these.
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

#[cfg(feature = "audit")]
mod audit;
pub mod backend;
pub mod bench;
#[cfg(feature = "cli")]
mod bless;
pub mod board;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod conformance;
#[cfg(feature = "audit")]
mod diagnose;
mod digest;
#[cfg(feature = "cli")]
mod export;
#[cfg(feature = "fast")]
pub mod fast;
#[cfg(feature = "cli")]
mod fuzz;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod fuzzing;
#[cfg(feature = "cli")]
mod identify;
#[cfg(feature = "cli")]
mod nearest;
pub mod notation;
pub mod perft;
mod plain;
#[cfg(feature = "cli")]
mod plural;
pub mod position;
#[cfg(feature = "programs")]
pub mod protocol;
pub mod question;
pub mod reference;
pub mod relation;
pub mod report;
#[cfg(feature = "cli")]
mod repro;
pub mod rules;
#[cfg(feature = "programs")]
pub mod serve;
#[cfg(feature = "cli")]
mod speed;
pub mod suite;
pub mod variant;
mod workers;
