//! A piece of work: a position, a depth, a count.

use super::Row;
use crate::game::variant::VariantId;
use crate::support::digest::Digest;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A position to count from, how deep, and what the count must come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    /// The variant.
    pub variant: VariantId,
    /// The name of the position, unique within the variant.
    pub position: String,
    /// The position.
    pub vfen: String,
    /// How deep to count, in plies.
    pub depth: u32,
    /// How many legal sequences of that length there are.
    pub leaves: u64,
}

impl Unit {
    /// The work of counting from a position to this depth, if it is known what that comes to.
    pub fn of(row: &Row, depth: u32) -> Option<Self> {
        let leaves = row.count_at(depth)?;
        let (variant, position, vfen) = (row.variant, row.name.clone(), row.vfen.clone());
        Some(Self { variant, position, vfen, depth, leaves })
    }
}

/// Its name among all: `ryugi/start/perft-3`.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/perft-{}", self.variant, self.position, self.depth)
    }
}

/// One number for work that was done: two speeds can be compared only if they are of the same work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Signature(u128);

impl Signature {
    /// The signature of this work, in its order: of every unit the variant, the position, the depth and the count. Names do not
    /// count.
    pub fn of<'a>(units: impl IntoIterator<Item = &'a Unit>) -> Self {
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
    fn a_signature_is_of_the_work_and_not_of_its_name() {
        let row = bench::rows_of(&["rococo"]).unwrap().swap_remove(0);
        let unit = Unit::of(&row, 3).unwrap();
        let signature = Signature::of([&unit]);
        assert_eq!(Signature::try_from(signature.to_string()), Ok(signature));
        let renamed = Unit { position: "other".into(), ..unit.clone() };
        assert_eq!(Signature::of([&renamed]), signature);
        for other in [
            Unit { depth: 2, ..unit.clone() },
            Unit { leaves: unit.leaves + 1, ..unit.clone() },
            Unit { vfen: unit.vfen.replace(" w ", " b "), ..unit.clone() },
            Unit { variant: VariantId::RYUGI, ..unit.clone() },
        ] {
            assert_ne!(Signature::of([&other]), signature, "{other:?}");
        }
        assert!(Signature::try_from("12".to_owned()).unwrap_err().contains("expected 32"));
    }
}
