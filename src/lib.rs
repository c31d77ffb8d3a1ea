//! `vperft` checks the rules code of chess variants against a corpus of positions. The command is in the package `vperft-cli`.
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
//! **Run the corpus.** With `vperft-cli`, a `main` of one line is the whole command with your rules as a backend:
//! `vperft_cli::main(|registry| registry.add("mine", MyRules::new))`.
//!
//! `docs/architecture.md` describes the packages and their source, and `docs/write-a-backend.md` leads to a first verdict.

#![deny(missing_docs)]

pub mod backend;
mod corpus;
mod game;
mod generators;
mod support;

pub use backend::serve;
#[doc(hidden)]
pub use corpus::bench;
pub use corpus::conformance;
pub use game::{board, classes, notation, perft, position, rules, variant};
pub use generators::{Alteration, data, oracle, reference};

/// What the other packages of this project use: not an interface, and free to change with any version.
#[doc(hidden)]
pub mod inner {
    pub use crate::backend;
    pub mod corpus {
        pub use crate::corpus::*;
    }
    pub mod game {
        pub use crate::game::*;
    }
    pub mod generators {
        pub use crate::generators::*;
    }
    pub mod support {
        pub use crate::support::*;
    }
}
