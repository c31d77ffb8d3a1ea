//! The digests of files that tell whether one was changed: SHA-256.

use sha2::{Digest as _, Sha256};

/// The digest of a text, in hexadecimal digits.
pub fn digest(text: &[u8]) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
