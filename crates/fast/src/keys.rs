//! Zobrist keys: the key of a position is the exclusive or of random numbers, one for each of its features. Two positions with the same
//! key count as the same for repetition (GEN-REPEAT).

use siphasher::sip128::{Hasher128 as _, SipHasher13};
use std::hash::Hash;

/// The number of a feature, such as `("en passant", square)`. The same in every run and on every machine.
pub fn key(feature: impl Hash) -> u128 {
    let mut hasher = SipHasher13::new();
    feature.hash(&mut hasher);
    hasher.finish128().as_u128()
}

/// The numbers of a feature for every square.
pub fn keys<const N: usize>(feature: &str) -> [u128; N] {
    std::array::from_fn(|square| key((feature, square as u64)))
}
