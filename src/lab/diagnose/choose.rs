//! Selects as few suspects as possible that explain the answers of a backend.

use super::answers::Difference;
use super::diagnosis::{DiagnosedCause, Diagnosis, Progress, Witness};
use super::difference_map::DifferenceMap;
use super::inquiry::{Baseline, Inquiry};
use super::model::Origin;
use super::probe::Probe;
use crate::backend::{Backend, BackendError, Question};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The number of unexplained probes used to find suspects; those with the fewest differences are taken.
const MAX_ACCUSING_PROBES: usize = 24;
/// The maximum number of equally good suspects compared on all probes and separated by further positions.
const MAX_TIED_SUSPECTS: usize = 40;
/// The maximum number of such groups, tried if earlier groups explain less on all probes than on the first
/// ones.
const MAX_TIED_GROUPS: usize = 4;
/// The number of further probes searched to separate suspects, and the maximum number asked.
const MAX_SCANNED_PROBES: usize = 150;
const MAX_EXTRA_PROBES: usize = 6;

/// A selected suspect, and those with the same answers everywhere.
pub(super) struct ChosenSuspect {
    suspect: usize,
    alike: Vec<usize>,
}

impl Inquiry<'_> {
    /// Selects suspects one by one, each the one that explains most of the remaining differences. Also
    /// returns their joint differences.
    ///
    /// # Errors
    /// Returns an error if the rules or the backend give no answer.
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

    /// The order in which equal suspects are named: clauses of the variant, shared clauses, other readings,
    /// generated faults.
    fn rank(&self, suspect: usize) -> (Origin, bool, usize) {
        let one = &self.suspects[suspect];
        (one.origin, one.clause().is_some_and(|clause| clause.variant().is_none()), suspect)
    }

    /// The suspects that, added to a baseline, come nearest to the backend, in naming order, each with the
    /// joint differences. Empty if none comes nearer than the baseline.
    fn best(&self, base: &Baseline) -> Result<Vec<(usize, DifferenceMap)>, BackendError> {
        let mut places: Vec<_> = base.differences.differing_probes(&self.backend).collect();
        places.sort_by_key(|number| (self.backend.0.get(number).map_or(usize::MAX, BTreeSet::len), *number));
        places.truncate(MAX_ACCUSING_PROBES);
        let others: Vec<_> =
            (0..self.suspects.len()).filter(|suspect| !base.suspects.contains(suspect)).collect();
        let here = self.backend.restricted_to(&places);
        let before = base.differences.restricted_to(&places).distance(&here);
        let mut candidates: Vec<_> = self
            .differences_with_each(base, &others, &places)?
            .into_iter()
            .map(|(suspect, differences)| (differences.distance(&here), self.rank(suspect)))
            .filter(|(distance, _)| *distance < before)
            .collect();
        candidates.sort();
        let everywhere: Vec<_> = (0..self.probes.len()).collect();
        let whole = base.differences.distance(&self.backend);
        let mut best = Vec::new();
        // Compare equally good suspects on all probes, and further groups only if these explain less there
        // than on the first probes.
        for batch in candidates.chunk_by(|one, other| one.0 == other.0).take(MAX_TIED_GROUPS) {
            let some: Vec<_> =
                batch.iter().take(MAX_TIED_SUSPECTS).map(|(_, (.., suspect))| *suspect).collect();
            let maps = self.differences_with_each(base, &some, &everywhere)?;
            best.extend(maps.into_iter().filter_map(|(suspect, differences)| {
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

    /// Searches further probes where these suspects differ, and asks the backend about them. Returns whether
    /// it answered any.
    fn separate(
        &mut self,
        backend: &mut dyn Backend,
        base: &Baseline,
        suspects: &[(usize, DifferenceMap)],
        reserve: &mut Vec<Probe>,
    ) -> Result<bool, BackendError> {
        let suspects: Vec<_> = suspects.iter().map(|(suspect, _)| *suspect).collect();
        let scanned: Vec<_> = reserve.drain(..reserve.len().min(MAX_SCANNED_PROBES)).collect();
        let responses = self.predict_unasked(base, &suspects, &scanned)?;
        let mut differing: Vec<_> = responses
            .iter()
            .enumerate()
            .map(|(number, responses)| {
                let mut answers = Vec::new();
                responses.values().for_each(|answer| {
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
        let more: Vec<_> = differing.into_iter().map(|(_, number)| scanned[number].clone()).collect();
        let before = self.probes.len();
        self.ask(backend, more)?;
        Ok(self.probes.len() > before)
    }

    /// Drops suspects that explain nothing beyond the others. `differences` are the joint differences of all.
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

    /// Builds the diagnosis.
    ///
    /// # Errors
    /// Returns an error if the rules give no answer.
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

    /// The differences that a suspect explains by itself.
    fn cause(&self, chosen: &ChosenSuspect) -> Result<Option<DiagnosedCause>, BackendError> {
        let differences = self.baseline(&[chosen.suspect])?.differences;
        let mut places: BTreeMap<_, _> = differences
            .0
            .iter()
            .filter_map(|(&number, set)| {
                let (probe, theirs) = (&self.probes[number], self.backend.0.get(&number)?);
                let common: Vec<_> = set.intersection(theirs).cloned().collect();
                let is_input = probe.question != Question::Survey;
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
