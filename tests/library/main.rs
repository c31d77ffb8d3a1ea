//! Tests of the public API: VFENs, moves, rules, counts, rulings and the schemas of the corpus; and of the layers of the source.
//!
//! They are a single test program, because each further program takes time to link.

mod classes;
mod dead;
mod generator;
mod layers;
mod notation;
mod perft;
mod properties;
mod records;
mod rulings;
mod schema;
mod tables;
#[path = "../support/validator.rs"]
mod validator;
mod vfen;
