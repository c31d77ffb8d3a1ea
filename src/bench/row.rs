//! One position to count from.

use crate::position::VfenError;
use crate::rules::Rules;
use crate::variant::{UnknownVariant, VariantId};
use serde::Deserialize;
use std::fmt;

/// A position to count from, and what the count must come to.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    /// The variant.
    pub variant: VariantId,
    /// What it stresses, unique within the variant.
    pub name: String,
    /// How deep to count, in plies.
    pub depth: u32,
    /// How many legal sequences of that length there are.
    pub nodes: u64,
    /// The position.
    pub vfen: String,
}

impl Row {
    /// Makes a count ready: the position is read, and tables that are built on first use are built, so that what is
    /// measured is counting alone.
    ///
    /// # Errors
    /// If the rules refuse the position.
    pub fn ready<R: Rules>(&self, rules: R) -> Result<impl Fn() -> u128 + use<R>, VfenError> {
        let position = rules.parse(&self.vfen)?;
        rules.perft(&position, 1, &mut Vec::new());
        let depth = self.depth;
        Ok(move || rules.perft(&position, depth, &mut Vec::new()))
    }

    /// Checks what a count came to.
    ///
    /// # Panics
    /// If it is wrong: a benchmark has no other way to fail.
    pub fn check(&self, count: u128) {
        assert_eq!(count, u128::from(self.nodes), "{self}");
    }
}

/// Its name among all: `ryugi/start/perft-3`.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/perft-{}", self.variant, self.name, self.depth)
    }
}

/// Every position, in the order of the file.
///
/// # Panics
/// Never: the file is part of the library, and its tests read it.
#[must_use]
pub fn rows() -> Vec<Row> {
    let lines = include_str!("../../benches/positions.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).expect("benches/positions.jsonl holds one row a line"))
        .collect()
}

/// The positions of these variants, by their names.
///
/// # Errors
/// If there is no variant of such a name.
pub fn rows_of(variants: &[&str]) -> Result<Vec<Row>, UnknownVariant> {
    let variants = variants.iter().map(|name| name.parse()).collect::<Result<Vec<VariantId>, _>>()?;
    Ok(rows().into_iter().filter(|row| variants.contains(&row.variant)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Backend as _;
    use crate::reference::{Reference, Rococo};
    use crate::variant::Standard;

    #[test]
    fn a_wrong_count_is_noticed() {
        let mut row = rows_of(&["rococo"]).unwrap().swap_remove(0);
        assert_eq!(row.to_string(), "rococo/start/perft-3");
        row.check(row.ready(Reference(Rococo { book: Standard })).unwrap()());
        row.nodes += 1;
        let count = row.ready(Reference(Rococo { book: Standard })).unwrap();
        assert!(std::panic::catch_unwind(|| row.check(count())).is_err());
    }

    #[test]
    fn every_variant_with_built_in_rules_has_a_start_position_and_an_unknown_one_is_named() {
        for variant in crate::reference::all(&Standard).variants() {
            assert!(rows_of(&[variant.name()]).unwrap().iter().any(|row| row.name == "start"), "{variant}");
        }
        assert!(rows_of(&["ryugi", "ryuga"]).unwrap_err().to_string().contains("`ryuga`"));
    }
}
