//! The corpus and its checks: what is asked of a backend, what is expected, and how an answer is judged.
//!
//! `suite` loads positions and cases; `question` asks and judges; `relation` compares answers with each other; `check` asks
//! about one case, `run` about many; `failure` describes a failing case; `conformance` makes the cases tests of `cargo test`; `bench` holds the positions to
//! measure by; `export` writes the corpus in other formats. Nothing here knows a rule.

pub mod bench;
pub mod check;
pub mod conformance;
#[cfg(feature = "cli")]
pub(crate) mod export;
pub(crate) mod failure;
pub mod question;
pub mod relation;
#[cfg(feature = "cli")]
pub(crate) mod run;
pub mod suite;
