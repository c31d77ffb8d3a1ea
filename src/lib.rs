//! `vperft` checks the rules code of chess variants against a corpus of positions.
//!
//! The rooms, lowest first; a lower room never imports a higher one:
//!
//! * [`board`]: squares, shapes, square sets, steps. Knows no piece.
//! * [`variant`]: the tables, clauses, rulings and the rulebook. Knows no movement.
//! * [`position`]: positions and their text, VFEN.
//! * [`notation`]: moves and their canonical text.
//! * [`rules`]: the trait a Rust author implements, and the status words.
//! * [`perft`]: counts with threads and a hash table. Knows no variant.
//! * [`backend`]: the trait the harness talks to, what makes the one into the other, and the registry.
//! * [`reference`]: the built-in backend that is written to be read beside the rules text.
//! * [`fast`]: the built-in backend that is written for speed.
//! * [`suite`]: the corpus: positions, cases, checks, and its lint.
//! * [`check`]: asks a backend for what a case expects and says what differs.
//! * [`fuzz`]: compares two backends on random and on constructed positions.
//! * [`identify`]: finds out which readings of the rulings a backend follows.
//! * [`bless`]: has two backends work out or confirm the expected values of the corpus.
//! * [`export`]: writes the corpus for those who do not use the runner.
//! * [`audit`]: measures the corpus.
//! * [`serve`]: answers requests of the json-lines protocol with any backend.
//! * [`report`]: boards, tables and JSON for people and programs.
//! * [`conformance`]: makes the corpus into tests of `cargo test` for a type with rules.
//! * [`bench`]: makes positions into benchmarks for a type with rules.
//! * [`cli`]: one file a subcommand.
//!
//! ```
//! use vperft::backend::{Backend as _, Options, Registry};
//! use vperft::variant::{Variant, VariantId};
//!
//! let mut registry = Registry::default();
//! vperft::reference::register(&mut registry);
//! let mut backend = registry.open("reference", &Options::default())?;
//!
//! let start = &Variant::get(VariantId::Ryugi).starts[0].vfen;
//! assert_eq!(backend.perft(VariantId::Ryugi, start, 2)?, 1155);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod audit;
pub mod backend;
pub mod bench;
pub mod bless;
pub mod board;
pub mod check;
pub mod cli;
pub mod conformance;
pub mod export;
pub mod fast;
pub mod fuzz;
pub mod identify;
pub mod notation;
pub mod perft;
pub mod position;
pub mod reference;
pub mod report;
pub mod rules;
pub mod serve;
pub mod suite;
pub mod variant;
