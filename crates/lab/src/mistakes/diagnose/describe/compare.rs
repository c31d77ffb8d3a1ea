//! The right answers to which wrong ones are compared.

use super::effects::{Effect, could_show};
use super::{Descriptions, Observation};
use crate::mistakes::diagnose::answers::WrongAnswer;
use crate::mistakes::diagnose::inquiry::Inquiry;
use crate::mistakes::diagnose::world::survey;
use crate::mistakes::known::facts::{Fact, class, holds, of_board};
use crate::mistakes::known::{Classes, LegalMove, PositionContext, seen_by};
use std::collections::BTreeSet;
use vperft::inner::game::board::Step;
use vperft::inner::game::board::between;
use vperft::inner::game::notation::{Entry, Move};
use vperft::inner::game::variant::Variant;

/// The most right moves to which wrong ones are compared, those of the same pieces first.
const MAX_OTHERS: usize = 6000;

impl Inquiry<'_> {
    /// The facts of right answers to which those of wrong ones are compared.
    pub(super) fn others(
        &self,
        descriptions: &Descriptions,
        effect: &Effect,
        observations: &[Observation],
    ) -> Vec<Vec<Fact>> {
        let is_kind = |fact: &&Fact| matches!(fact, Fact::Kind(_));
        let kinds: Vec<_> =
            observations.iter().flat_map(|one| one.facts.iter().find(is_kind)).copied().collect();
        let (mut same, mut different) = (Vec::new(), Vec::new());
        let nothing = BTreeSet::new();
        for (number, described) in descriptions.iter().enumerate() {
            let Some(described) = described else { continue };
            let wrong = self.backend.0.get(&number).unwrap_or(&nothing);
            let known = &self.known[number];
            if *effect == Effect::Played {
                same.extend(described.of_last.iter().filter(|_| wrong.is_empty()).cloned());
                continue;
            }
            if wrong.contains(&WrongAnswer::Refused) {
                continue;
            }
            if let Effect::Status { expected, .. } = effect {
                let right = self.right[number].as_ref().and_then(|right| right.status);
                let is_wrong = wrong.iter().any(|one| matches!(one, WrongAnswer::Status { .. }));
                if known.status && !is_wrong && right.is_some_and(|right| right.to_string() == *expected) {
                    same.push(described.of_status.clone());
                }
                continue;
            }
            if matches!(effect, Effect::Refused) {
                same.push(described.of_status.clone());
                continue;
            }
            if matches!(effect, Effect::Extra(_)) {
                same.extend(described.of_unlisted.iter().cloned());
            }
            let wrong = wrong_texts(wrong, effect);
            for (index, legal) in described.context.moves.iter().enumerate() {
                let text = legal.text.clone();
                let is_known = match effect {
                    Effect::Child(field, how) => {
                        known.children.contains(&text)
                            && could_show(&described.context.position, legal, field, how)
                    }
                    _ => known.lists(&text),
                };
                if is_known && !wrong.contains(legal.text.as_str()) {
                    let facts = described.facts(index);
                    if kinds.contains(&Fact::Kind(legal.mv.piece.kind)) { &mut same } else { &mut different }
                        .push(facts);
                }
            }
        }
        same.extend(different);
        same.truncate(MAX_OTHERS);
        same
    }
}

impl Inquiry<'_> {
    /// The right moves of a probe; `None` if there are none.
    pub fn right_context(&self, number: usize) -> Option<PositionContext> {
        PositionContext::new(self.variant, &survey(self.right[number].as_ref()?), &mut Classes::default())
    }

    /// A legal move of this piece and class, as the general ones of these facts say: the number of its probe and its text.
    pub(super) fn move_with(&self, facts: &[Fact]) -> Option<(usize, String)> {
        let general: Vec<_> = facts.iter().filter(|fact| fact.is_general()).copied().collect();
        (0..self.right.len()).find_map(|number| {
            let context = self.right_context(number)?;
            let is_such = |legal: &&LegalMove| holds(&general, &of_board(&context.position, &legal.mv));
            context.moves.iter().find(is_such).map(|legal| (number, legal.text.clone()))
        })
    }

    /// A legal move that is most like another move, legal or not: of the same piece and class, with the same step if there is one. The number
    /// of its probe and its text.
    pub fn similar_move(&self, number: usize, text: &str) -> Option<(usize, String)> {
        let table = Variant::get(self.variant);
        let there = self.right_context(number)?;
        let wanted = Entry::parse(table, text).ok()?.to_move(table, there.position.shape)?;
        let step = |mv: &Move| mv.to.map(|to| seen_by(mv.piece.color, between(mv.from, to)));
        let length = |step: Step| step.files.abs().max(step.ranks.abs());
        let wanted_class = class(&there.position, &wanted);
        let mut best: Option<((bool, i8), usize, String)> = None;
        for other in 0..self.probes.len() {
            let Some(context) = self.right_context(other) else { continue };
            for legal in &context.moves {
                if legal.mv.piece.kind != wanted.piece.kind
                    || class(&context.position, &legal.mv) != wanted_class
                {
                    continue;
                }
                let key = (step(&legal.mv) != step(&wanted), step(&legal.mv).map_or(0, length));
                if best.as_ref().is_none_or(|(known, ..)| key < *known) {
                    best = Some((key, other, legal.text.clone()));
                }
            }
            if best.as_ref().is_some_and(|((is_other, _), ..)| !is_other) {
                break;
            }
        }
        best.map(|(_, number, text)| (number, text))
    }
}

/// The moves that are wrong in the same way.
fn wrong_texts<'d>(differences: &'d BTreeSet<WrongAnswer>, effect: &Effect) -> BTreeSet<&'d str> {
    let text = |difference: &'d WrongAnswer| match (difference, effect) {
        (WrongAnswer::Missing { text }, Effect::Missing | Effect::Changed(_)) => Some(text.as_str()),
        (WrongAnswer::Duplicate { text }, Effect::Duplicate) => Some(text.as_str()),
        (WrongAnswer::Child { text, field, .. }, Effect::Child(own, _)) if field == own => {
            Some(text.as_str())
        }
        _ => None,
    };
    differences.iter().filter_map(text).collect()
}
