//! The corpus of positions and cases, and everything that asks a backend about it.
//!
//! `suite` loads positions and cases; `question` asks a question and judges the answer; `relation` compares
//! answers with each other. `check` runs the checks of one case, and `vperft-run` those of many; `failure`
//! formats a failing case. `needs` says which parts of rules positions ask for. `conformance` turns cases into
//! tests of `cargo test`, `notation_suite` checks readers of Betza notation, and `bench` holds the positions for
//! benchmarks. Nothing here knows a rule of a variant.

pub mod bench;
pub mod check;
pub mod conformance;
pub mod failure;
pub mod needs;
pub mod notation_suite;
pub mod question;
pub mod relation;
pub mod suite;
