//! The library as other crates use it: VFENs, moves, rules, counts, rulings, and the schemas of the corpus; and the layers of its source. One program for all
//! of it, because every further one is linked with the whole library.

mod dead;
mod layers;
mod notation;
mod perft;
mod properties;
mod rulings;
mod schema;
mod tables;
#[path = "../support/validator.rs"]
mod validator;
mod vfen;
