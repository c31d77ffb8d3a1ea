//! The table of effects and fields: what each effect of a move may leave wrong in the fields of a VFEN.

use super::results::MutantRow;
use crate::mistakes::known::Fault;
use serde::Serialize;
use std::collections::BTreeMap;
use vperft::inner::corpus::suite::Tier;

/// One entry of the table: an effect of a move, a field other than the board, and the side that moves.
#[derive(Clone, Debug, Serialize)]
pub struct FieldRow {
    /// The effect.
    pub effect: String,
    /// The field.
    pub field: String,
    /// The side that moves.
    pub side: &'static str,
    /// The number of mutants: the field is forgotten, or it is set wrongly.
    pub mutants: usize,
    /// The number of these that the smoke tier notices.
    pub in_smoke: usize,
    /// A position where one of the others has an effect.
    pub vfen: Option<String>,
}

impl FieldRow {
    /// The entries that these faults belong to, each with its mutant. Other faults are ignored.
    pub(super) fn all<'a>(mutants: impl Iterator<Item = (&'a Fault, &'a MutantRow)>) -> Vec<Self> {
        let mut rows = BTreeMap::new();
        for (fault, mutant) in mutants {
            let Fault::Field(fault) = fault else { continue };
            let Some(side) = fault.side else { continue };
            let row = rows.entry((fault.effect, fault.field, side)).or_insert_with(|| Self {
                effect: fault.effect.to_string(),
                field: fault.field.to_string(),
                side: side.name(),
                mutants: 0,
                in_smoke: 0,
                vfen: None,
            });
            row.mutants += 1;
            if mutant.killed.as_ref().is_some_and(|by| by.tier == Tier::Smoke) {
                row.in_smoke += 1;
            } else if row.vfen.is_none() {
                row.vfen.clone_from(&mutant.vfen);
            }
        }
        rows.into_values().collect()
    }

    /// Whether cases of the smoke tier notice every mutant of the entry.
    #[must_use]
    pub const fn has_case(&self) -> bool {
        self.in_smoke == self.mutants
    }
}
