//! A stable hash of a sequence of texts.

use siphasher::sip128::{Hasher128 as _, SipHasher13};
use std::hash::Hasher as _;

/// A hash of texts in their order. The same texts have the same hash in every version of the program.
#[derive(Default)]
pub struct Digest(SipHasher13);

impl Digest {
    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.0.write(text.as_bytes());
        // This byte is not part of any UTF-8 text, so it separates the texts.
        self.0.write_u8(0xff);
    }

    /// The hash of all texts added so far.
    pub fn number(&self) -> u128 {
        self.0.finish128().as_u128()
    }
}
