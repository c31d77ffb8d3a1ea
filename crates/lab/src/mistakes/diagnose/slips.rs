//! The slips that may explain a backend: other moves of the kinds of pieces whose moves differ.

use super::answers::WrongAnswer;
use super::inquiry::Inquiry;
use crate::mistakes::known::Mistake;
use crate::mistakes::slips;
use crate::mistakes::slips::{MoveLists, Sighting, SlipFit};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::game::variant::{ClauseSet, ModifiedRulebook, PieceType, Variant};
use vperft::inner::generators::data::Data;

/// The number of kinds whose slips are tried.
const MAX_SLIP_KINDS: usize = 4;

/// The number of positions on which the slips of a kind are first tried.
const MAX_SIGHTINGS: usize = 6;

impl Inquiry<'_> {
    /// The slips that show some of the moves in which the backend differs, of the kinds that differ most.
    pub fn slips(&self) -> Vec<Mistake> {
        if !slips::may_explain(self.variant) {
            return Vec::new();
        }
        let table = Variant::get(self.variant);
        let mut places = BTreeMap::<PieceType, Vec<(usize, Sighting<'_>)>>::new();
        for (&number, differences) in &self.backend.0 {
            let Some(right) = &self.right[number] else { continue };
            let differing = move_lists(differences);
            let texts = differing.missing.iter().chain(&differing.extra);
            let kinds: BTreeSet<_> = texts
                .filter_map(|text| Some(table.piece(text.split(' ').next().unwrap_or_default())?.kind))
                .collect();
            for kind in kinds {
                let sighting = Sighting { vfen: &right.vfen, differing: differing.clone() };
                places.entry(kind).or_default().push((differences.len(), sighting));
            }
        }
        let mut kinds: Vec<_> = places.into_iter().collect();
        kinds.sort_by_key(|(_, places)| Reverse(places.len()));
        let book = ModifiedRulebook::new(self.settings.rulings.clone(), ClauseSet::default());
        let rules = Data::new(self.variant, book);
        let of_kind = |(kind, mut places): (PieceType, Vec<(usize, Sighting<'_>)>)| {
            places.sort_by_key(|(differences, _)| *differences);
            let sightings: Vec<_> = places.into_iter().take(MAX_SIGHTINGS).map(|(_, one)| one).collect();
            slips::fitting(&rules, kind, &sightings, SlipFit::Partly)
        };
        kinds.into_iter().take(MAX_SLIP_KINDS).flat_map(of_kind).map(Mistake::of_slip).collect()
    }
}

/// The moves that are missing and extra among differences.
fn move_lists(differences: &BTreeSet<WrongAnswer>) -> MoveLists {
    let mut lists = MoveLists::default();
    for difference in differences {
        match difference {
            WrongAnswer::Missing { text } => lists.missing.insert(text.clone()),
            WrongAnswer::Extra { text } => lists.extra.insert(text.clone()),
            _ => false,
        };
    }
    lists
}
