//! The piece types of every variant, with their indexes in the order of its `variant.json`. The build script generates the indexes.
//!
//! A generator that depends on the order, such as on Pawns being last, asserts it at compile time.

include!(concat!(env!("OUT_DIR"), "/kinds.rs"));
