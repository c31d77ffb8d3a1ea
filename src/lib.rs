//! `vperft` checks the rules code of chess variants against a corpus of positions.
//!
//! **Check a type.** Implement [`Rules`](rules::Rules), and one line makes every case of the corpus a test of `cargo test`. It is a
//! file of `tests/` that `Cargo.toml` lists as a `[[test]]` with `harness = false`:
//!
//! ```no_run
//! # use vperft::{reference::{Reference, Ryugi}, variant::Standard};
//! # struct MyRules;
//! # impl MyRules { fn new() -> Reference<Ryugi<Standard>> { Reference(Ryugi { book: Standard }) } }
//! vperft::conformance!(MyRules::new(), variants = ["ryugi"]);
//! ```
//!
//! **Ask a question.** A backend answers about positions in text, whether it is a type, a built-in or a program:
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
//!
//! **Run the corpus.** This `main` is the whole command with your rules as a backend: `cargo run -- run ryugi --backend mine`.
//!
//! ```no_run
//! # use vperft::{reference::{Reference, Ryugi}, variant::Standard};
//! # struct MyRules;
//! # impl MyRules { fn new() -> Reference<Ryugi<Standard>> { Reference(Ryugi { book: Standard }) } }
//! fn main() {
//!     vperft::cli::main(|registry| registry.add("mine", MyRules::new))
//! }
//! ```
//!
//! `docs/architecture.md` describes the source tree, and `docs/write-a-backend.md` leads to a first verdict.

#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "the command uses what tests alone do not")
)]

pub mod backend;
#[cfg(feature = "cli")]
pub mod cli;
mod corpus;
#[cfg(feature = "pages")]
mod distributed;
#[cfg(feature = "pages")]
#[doc(hidden)]
pub mod explore;
mod game;
mod generators;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod internals;
#[cfg(feature = "pages")]
mod lab;
#[cfg(feature = "pages")]
mod report;
#[cfg(feature = "cli")]
mod speed;
mod support;

pub use backend::serve;
#[doc(hidden)]
pub use corpus::bench;
pub use corpus::conformance;
pub use game::{board, classes, notation, perft, position, rules, variant};
pub use generators::*;
