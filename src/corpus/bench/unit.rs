//! A unit of work: a position, a depth and a count.

use super::Row;
use crate::game::variant::VariantId;
use crate::support::digest::Digest;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A position to count from, with depth and expected count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Unit {
    /// The variant.
    pub variant: VariantId,
    /// The name of the position, unique within the variant.
    pub position: String,
    /// The position.
    pub vfen: String,
    /// The depth, in plies.
    pub depth: u32,
    /// The number of legal sequences of that length.
    pub leaves: u64,
}

impl Unit {
    /// The unit for counting from a position to this depth; `None` if the count is not known.
    pub fn for_depth(row: &Row, depth: u32) -> Option<Self> {
        let leaves = row.count_at(depth)?;
        let (variant, position, vfen) = (row.variant, row.name.clone(), row.vfen.clone());
        Some(Self { variant, position, vfen, depth, leaves })
    }
}

/// Writes the full name, such as `ryugi/start/perft-3`.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/perft-{}", self.variant, self.position, self.depth)
    }
}

/// A digest of work: only speeds for the same work are comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[doc(hidden)]
pub struct Signature(u128);

impl Signature {
    /// The signature of these units in their order: variant, position, depth and count of each, without
    /// names.
    pub fn from_units<'a>(units: impl IntoIterator<Item = &'a Unit>) -> Self {
        let mut digest = Digest::default();
        for unit in units {
            digest.text(unit.variant.name());
            digest.text(&unit.vfen);
            digest.text(&unit.depth.to_string());
            digest.text(&unit.leaves.to_string());
        }
        Self(digest.number())
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl From<Signature> for String {
    fn from(signature: Signature) -> Self {
        signature.to_string()
    }
}

impl TryFrom<String> for Signature {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_digits.then(|| u128::from_str_radix(&text, 16).ok()).flatten();
        number.map(Self).ok_or_else(|| format!("the signature `{text}`; expected 32 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::bench;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_signature_ignores_names() {
        let row = bench::rows_of(&["rococo"]).unwrap().swap_remove(0);
        let unit = Unit::for_depth(&row, 3).unwrap();
        let signature = Signature::from_units([&unit]);
        assert_eq!(Signature::try_from(signature.to_string()), Ok(signature));
        let renamed = Unit { position: "other".into(), ..unit.clone() };
        assert_eq!(Signature::from_units([&renamed]), signature);
        for other in [
            Unit { depth: 2, ..unit.clone() },
            Unit { leaves: unit.leaves + 1, ..unit.clone() },
            Unit { vfen: unit.vfen.replace(" w ", " b "), ..unit.clone() },
            Unit { variant: VariantId::RYUGI, ..unit.clone() },
        ] {
            assert_ne!(Signature::from_units([&other]), signature, "{other:?}");
        }
        assert!(Signature::try_from("12".to_owned()).unwrap_err().contains("expected 32"));
    }
}
