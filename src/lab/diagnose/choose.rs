//! Chooses the suspects that explain what a backend says, as few as possible.

use super::answers::Difference;
use super::diagnosis::{DiagnosedCause, Diagnosis, Progress, Witness};
use super::difference_map::DifferenceMap;
use super::inquiry::{Baseline, Inquiry};
use super::model::Origin;
use super::probe::{Probe, ProbeKind};
use crate::backend::{Backend, BackendError};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// ClauseSwitch are found by so many of the places that are not explained, those with the minimize differences.
const MAX_ACCUSING_PROBES: usize = 24;
/// So many suspects that explain as much are looked at everywhere, and told apart by further positions.
const MAX_TIED_SUSPECTS: usize = 40;
/// So many such groups are looked at, if the first do not explain everywhere what they explain somewhere.
const MAX_TIED_GROUPS: usize = 4;
/// So many positions are looked through for one that tells suspects apart, and so many asked.
const MAX_SCANNED_PROBES: usize = 150;
const MAX_EXTRA_PROBES: usize = 6;

/// A suspect that explains something, and those that say the same everywhere.
pub(super) struct ChosenSuspect {
    suspect: usize,
    alike: Vec<usize>,
}

impl Inquiry<'_> {
    /// Chooses suspects, each the one that explains most of what those before it leave, and returns what they say together.
    ///
    /// # Errors
    /// If the rules give no answer, or the backend none any more.
    pub fn choose(
        &mut self,
        backend: &mut dyn Backend,
        mut reserve: Vec<Probe>,
    ) -> Result<(Vec<ChosenSuspect>, DifferenceMap), BackendError> {
        let mut chosen: Vec<ChosenSuspect> = Vec::new();
        if self.backend == DifferenceMap::default() {
            return Ok((chosen, DifferenceMap::default()));
        }
        self.list_suspects();
        let mut base = self.baseline(&[])?;
        while chosen.len() < self.settings.causes && base.differences != self.backend {
            self.observer.event(&Progress {
                stage: "comparing",
                done: chosen.len(),
                of: self.settings.causes,
            });
            let mut best = self.best(&base)?;
            if best.len() > 1 && !self.is_stopped && self.separate(backend, &base, &best, &mut reserve)? {
                base = self.baseline(&base.suspects)?;
                best = self.best(&base)?;
            }
            let Some(((suspect, differences), others)) = best.split_first() else { break };
            let alike =
                others.iter().filter(|(_, other)| other == differences).map(|(other, _)| *other).collect();
            let suspects: Vec<_> = base.suspects.iter().copied().chain([*suspect]).collect();
            base = self.baseline(&suspects)?;
            chosen.push(ChosenSuspect { suspect: *suspect, alike });
        }
        self.minimize(chosen, base.differences)
    }

    /// The order in which suspects are named that explain as much: the clauses of the variant before those that all variants
    /// share, then other readings, then generated mistakes.
    fn rank(&self, suspect: usize) -> (Origin, bool, usize) {
        let one = &self.suspects[suspect];
        (one.origin, one.clause().is_some_and(|clause| clause.variant().is_none()), suspect)
    }

    /// The suspects that together with a base come nearest to what the backend says, those to be named first before the others,
    /// each with what it says then; none if none comes nearer than the base.
    fn best(&self, base: &Baseline) -> Result<Vec<(usize, DifferenceMap)>, BackendError> {
        let mut places: Vec<_> = base.differences.differing_probes(&self.backend).collect();
        places.sort_by_key(|number| (self.backend.0.get(number).map_or(usize::MAX, BTreeSet::len), *number));
        places.truncate(MAX_ACCUSING_PROBES);
        let others: Vec<_> =
            (0..self.suspects.len()).filter(|suspect| !base.suspects.contains(suspect)).collect();
        let here = self.backend.restricted_to(&places);
        let before = base.differences.restricted_to(&places).distance(&here);
        let mut accused: Vec<_> = self
            .differences_with_each(base, &others, &places)?
            .into_iter()
            .map(|(suspect, differences)| (differences.distance(&here), self.rank(suspect)))
            .filter(|(distance, _)| *distance < before)
            .collect();
        accused.sort();
        let everywhere: Vec<_> = (0..self.probes.len()).collect();
        let whole = base.differences.distance(&self.backend);
        let mut best = Vec::new();
        // Those that explain as much are looked at together, and others only if these explain less everywhere than here.
        for batch in accused.chunk_by(|one, other| one.0 == other.0).take(MAX_TIED_GROUPS) {
            let some: Vec<_> =
                batch.iter().take(MAX_TIED_SUSPECTS).map(|(_, (.., suspect))| *suspect).collect();
            let accounts = self.differences_with_each(base, &some, &everywhere)?;
            best.extend(accounts.into_iter().filter_map(|(suspect, differences)| {
                let distance = differences.distance(&self.backend);
                (distance < whole).then(|| (distance, self.rank(suspect), suspect, differences))
            }));
            let explained = best.iter().map(|(distance, ..)| whole - distance).max();
            if explained.is_some_and(|explained| explained >= before - batch[0].0) {
                break;
            }
        }
        best.sort_by_key(|(distance, rank, ..)| (*distance, *rank));
        let nearest = best.first().map_or(0, |(distance, ..)| *distance);
        let best = best.into_iter().take_while(|(distance, ..)| *distance == nearest);
        Ok(best.map(|(.., suspect, differences)| (suspect, differences)).collect())
    }

    /// Looks among further positions for some at which these suspects do not say the same, and asks the backend there. Says
    /// whether it was asked.
    fn separate(
        &mut self,
        backend: &mut dyn Backend,
        base: &Baseline,
        suspects: &[(usize, DifferenceMap)],
        reserve: &mut Vec<Probe>,
    ) -> Result<bool, BackendError> {
        let suspects: Vec<_> = suspects.iter().map(|(suspect, _)| *suspect).collect();
        let looked_at: Vec<_> = reserve.drain(..reserve.len().min(MAX_SCANNED_PROBES)).collect();
        let said = self.predict_unasked(base, &suspects, &looked_at)?;
        let mut differing: Vec<_> = said
            .iter()
            .enumerate()
            .map(|(number, said)| {
                let mut answers = Vec::new();
                said.values().for_each(|answer| {
                    if !answers.contains(&answer) {
                        answers.push(answer);
                    }
                });
                (Reverse(answers.len()), number)
            })
            .filter(|(answers, _)| answers.0 > 1)
            .collect();
        differing.sort();
        differing.truncate(MAX_EXTRA_PROBES);
        let more: Vec<_> = differing.into_iter().map(|(_, number)| looked_at[number].clone()).collect();
        let before = self.probes.len();
        self.ask(backend, more)?;
        Ok(self.probes.len() > before)
    }

    /// Leaves out what explains nothing that the others do not. `account` is what they say together.
    fn minimize(
        &self,
        mut chosen: Vec<ChosenSuspect>,
        mut differences: DifferenceMap,
    ) -> Result<(Vec<ChosenSuspect>, DifferenceMap), BackendError> {
        let mut index = 0;
        while chosen.len() > 1 && index < chosen.len() {
            let mut fewer: Vec<_> = chosen.iter().map(|one| one.suspect).collect();
            fewer.remove(index);
            let others = self.baseline(&fewer)?.differences;
            if others.distance(&self.backend) <= differences.distance(&self.backend) {
                chosen.remove(index);
                differences = others;
            } else {
                index += 1;
            }
        }
        Ok((chosen, differences))
    }

    /// What is to be told.
    ///
    /// # Errors
    /// If the rules give no answer.
    pub fn conclude(
        self,
        chosen: &[ChosenSuspect],
        differences: &DifferenceMap,
    ) -> Result<Diagnosis, BackendError> {
        let nothing = BTreeSet::new();
        let mut unexplained: Vec<_> = differences
            .differing_probes(&self.backend)
            .map(|number| {
                let explained = differences.0.get(&number).unwrap_or(&nothing);
                let theirs = self.backend.0.get(&number).unwrap_or(&nothing);
                self.witness(number, theirs.difference(explained).cloned().collect())
            })
            .collect();
        unexplained.sort_by_key(|witness| witness.differences.is_empty());
        let mut causes = Vec::new();
        for one in chosen {
            causes.extend(self.cause(one)?);
        }
        Ok(Diagnosis {
            asked: self.probes.len(),
            requests: self.requests,
            differing: self.backend.0.len(),
            unanswered: self.unanswered,
            causes,
            unexplained,
            is_stopped: self.is_stopped,
        })
    }

    /// What a suspect explains by itself.
    fn cause(&self, chosen: &ChosenSuspect) -> Result<Option<DiagnosedCause>, BackendError> {
        let differences = self.baseline(&[chosen.suspect])?.differences;
        let mut places: BTreeMap<_, _> = differences
            .0
            .iter()
            .filter_map(|(&number, set)| {
                let (probe, theirs) = (&self.probes[number], self.backend.0.get(&number)?);
                let common: Vec<_> = set.intersection(theirs).cloned().collect();
                let is_input = probe.kind != ProbeKind::Everything;
                let pieces = probe.vfen.chars().filter(|c| c.is_alphabetic()).count();
                let order = (set != theirs, is_input, common.len(), probe.moves.len(), pieces, number);
                (!common.is_empty()).then_some((order, common))
            })
            .collect();
        let partly = places.len();
        let exactly = places.keys().filter(|(is_other, ..)| !is_other).count();
        let Some(((.., number), common)) = places.pop_first() else { return Ok(None) };
        Ok(Some(DiagnosedCause {
            suspect: self.suspects[chosen.suspect].clone(),
            alike: chosen.alike.iter().map(|&other| self.suspects[other].title.clone()).collect(),
            exactly,
            partly,
            witness: self.witness(number, common),
        }))
    }

    fn witness(&self, number: usize, differences: Vec<Difference>) -> Witness {
        let probe = self.probes[number].clone();
        let vfen = self.right[number].as_ref().map_or_else(|| probe.vfen.clone(), |right| right.vfen.clone());
        Witness { probe, vfen, differences }
    }
}
