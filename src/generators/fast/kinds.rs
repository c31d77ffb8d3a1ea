//! The piece types of every variant, numbered in the order of its `variant.json`. The build script generates the numbers.

#![allow(dead_code, reason = "a generator need not name each of its types")]

include!(concat!(env!("OUT_DIR"), "/kinds.rs"));
