//! The position that a request is about: a root, the moves played from there, and the rules in force.

use super::error::Refusal;
use serde::Deserialize;
use std::collections::BTreeMap;
use vperft::inner::backend::{Options, PositionPath};
use vperft::inner::game::variant::{Clause, ClauseSet, Rulings, Variant, VariantId};

/// The most moves of a line.
const MAX_MOVES: usize = 4096;
/// The most bytes of a VFEN, a FEN or a move.
const MAX_TEXT: usize = 4096;

/// The position of a request, as the page writes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    /// The name of the variant.
    variant: String,
    /// The readings of rulings, by the names of the rulings.
    #[serde(default)]
    rulings: BTreeMap<String, String>,
    /// The ids of the clauses that are switched off.
    #[serde(default)]
    without: Vec<String>,
    /// The VFEN of the root; the start position by default.
    #[serde(default)]
    root: Option<String>,
    /// The moves played from there.
    #[serde(default)]
    moves: Vec<String>,
}

/// The position of a request: what its names mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub variant: VariantId,
    pub rulings: Rulings,
    pub off: ClauseSet,
    pub root: String,
    pub moves: Vec<String>,
}

impl Place {
    /// Looks up the names.
    pub fn find(self) -> Result<At, Refusal> {
        let Ok(variant) = self.variant.parse::<VariantId>() else {
            return Err(Refusal::new(format!("unknown variant `{}`", self.variant)));
        };
        let mut rulings = Rulings::default();
        for (name, reading) in &self.rulings {
            rulings.set(name, reading).map_err(|error| Refusal::new(error.to_string()))?;
        }
        let off = self.without.iter().map(|id| id.parse::<Clause>());
        let off = off.collect::<Result<ClauseSet, _>>().map_err(|error| Refusal::new(error.to_string()))?;
        let root = self.root.unwrap_or_else(|| Variant::get(variant).start(&rulings).vfen.clone());
        if self.moves.len() > MAX_MOVES || self.moves.iter().chain([&root]).any(|text| text.len() > MAX_TEXT)
        {
            let problem =
                format!("expected at most {MAX_MOVES} moves, and at most {MAX_TEXT} bytes in each text");
            return Err(Refusal::new(problem));
        }
        Ok(At { variant, rulings, off, root, moves: self.moves })
    }
}

impl At {
    /// The options that open the rules in force.
    pub fn options(&self) -> Options {
        Options { rulings: self.rulings.clone(), off: self.off, ..Options::default() }
    }

    /// The same without some more clauses.
    pub fn options_without(&self, more: ClauseSet) -> Options {
        Options { off: self.off.union(more), ..self.options() }
    }

    /// The root and the moves.
    pub fn path(&self) -> PositionPath<'_> {
        PositionPath { vfen: &self.root, moves: &self.moves }
    }
}
