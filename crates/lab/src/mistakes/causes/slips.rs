//! The slips that may explain a cause. Every further difference leaves those that explain the most.

use super::suspects::Suspects;
use crate::differences::descend::Detail;
use crate::differences::fuzz::FoundDifference;
use crate::differences::shrink::ShrinkResult;
use crate::mistakes::known::parse_unvalidated;
use crate::mistakes::slips;
use crate::mistakes::slips::{MoveLists, Sighting, SlipFit};
use std::collections::BTreeSet;
use vperft::inner::backend::Backend;
use vperft::inner::game::variant::{ClauseSet, Color, ModifiedRulebook, Rulings, VariantId};
use vperft::inner::generators::data::{self, Change, Data};

/// The slips that explain the most differences of a cause.
#[derive(Default)]
pub(super) struct PossibleSlips {
    slips: Vec<PossibleSlip>,
    /// The number of differences that they explain.
    pub explained: u64,
}

struct PossibleSlip {
    title: String,
    rules: Box<dyn Backend>,
}

impl PossibleSlips {
    /// The slips that show exactly the differing moves of a shrunk position.
    pub fn find(variant: VariantId, rulings: &Rulings, shrunk: &ShrinkResult) -> Self {
        let Detail::Moves { missing, extra, duplicate } = &shrunk.detail else { return Self::default() };
        if !slips::may_explain(variant) || !duplicate.is_empty() || !shrunk.moves.is_empty() {
            return Self::default();
        }
        let Some(position) = parse_unvalidated(variant, &shrunk.vfen) else { return Self::default() };
        let [missing, extra] = [missing, extra].map(|list| list.iter().cloned().collect());
        let sighting = [Sighting { vfen: &shrunk.vfen, differing: MoveLists { missing, extra } }];
        let book = ModifiedRulebook::new(rulings.clone(), ClauseSet::default());
        let rules = Data::new(variant, book.clone());
        let pieces = Color::BOTH.into_iter().flat_map(|color| position.pieces(color));
        let kinds: BTreeSet<_> = pieces.map(|(_, kind)| kind).collect();
        let fitting =
            kinds.into_iter().flat_map(|kind| slips::fitting(&rules, kind, &sighting, SlipFit::Exactly));
        let slips = fitting.map(|slip| {
            let change = Change::Program(slip.kind, slip.program);
            let rules = data::altered(variant, &book, &[change], None);
            PossibleSlip { title: slip.title, rules: Box::new(rules) }
        });
        Self { slips: slips.collect(), explained: 1 }
    }

    pub const fn is_empty(&self) -> bool {
        self.slips.is_empty()
    }

    /// Whether one of them shows exactly the differences of a position. If so, the others are dropped.
    pub fn explain(&mut self, suspects: &mut Suspects<'_>, found: &FoundDifference) -> bool {
        let mut shows = |slip: &mut PossibleSlip| {
            suspects.reproduces(slip.rules.as_mut(), &found.vfen, &found.differences)
        };
        let explaining: Vec<_> = self.slips.iter_mut().map(&mut shows).collect();
        if !explaining.contains(&true) {
            return false;
        }
        let mut keep = explaining.into_iter();
        self.slips.retain(|_| keep.next().unwrap_or(false));
        self.explained += 1;
        true
    }

    /// The first of them, in words.
    pub fn title(&self) -> Option<String> {
        self.slips.first().map(|slip| slip.title.clone())
    }
}
