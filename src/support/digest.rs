//! One number for many texts.

use siphasher::sip128::{Hasher128 as _, SipHasher13};
use std::hash::Hasher as _;

/// A digest of texts in their order: the same texts give the same number, with every version of the program.
#[derive(Default)]
pub(crate) struct Digest(SipHasher13);

impl Digest {
    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.0.write(text.as_bytes());
        // No UTF-8 holds this byte, so that texts do not run into each other.
        self.0.write_u8(0xff);
    }

    /// The number.
    pub fn number(&self) -> u128 {
        self.0.finish128().as_u128()
    }
}
