//! Finds what occurs in a large sample of random and constructed positions.

use crate::differences::fuzz;
use crate::differences::fuzz::BATCH;
use crate::mistakes::known::{Class, Classes, Fault, LegalMove, PositionContext};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use vperft::inner::backend::{BackendError, VariantBackend};
use vperft::inner::corpus::check::OpenBackend;
use vperft::inner::game::variant::{Rulings, VariantId};

/// Reports progress in positions or cases. Several threads may call it at once.
pub type OnProgress<'a> = &'a (dyn Fn(u64) + Sync);

/// The maximum number of positions kept for each class that the corpus lacks.
const MAX_CANDIDATES: usize = 20;

/// A sample of positions.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The variant.
    pub variant: VariantId,
    /// The seed of the random generator.
    pub seed: u64,
    /// The number of positions, rounded up to whole batches.
    pub positions: u64,
}

/// The classes of moves that occurred in a sample.
#[derive(Clone, Debug, Default)]
pub struct OccurringClasses {
    /// The classes, in the order of first occurrence.
    pub classes: Vec<Class>,
    /// The number of moves of each class.
    pub moves: Vec<u64>,
    /// Positions with classes that were not known before.
    pub candidates: Vec<Candidate>,
    /// The number of positions.
    pub positions: u64,
}

/// A position that would fill a gap of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The position.
    pub vfen: String,
    /// The number of legal moves.
    pub moves: usize,
    /// The texts of what it shows.
    pub shows: Vec<String>,
}

/// The classes that occurred in one batch.
#[derive(Default)]
struct BatchClasses {
    classes: Classes,
    moves: Vec<u64>,
    candidates: Vec<Candidate>,
}

/// For each thing shown, the positions that show it and most other things.
#[derive(Default)]
struct CandidatePool(HashMap<String, Vec<Candidate>>);

impl CandidatePool {
    fn add(&mut self, candidate: Candidate) {
        for shown in &candidate.shows {
            let list = self.0.entry(shown.clone()).or_default();
            list.push(candidate.clone());
            // Positions that show more come first. The sort is stable, so among equals the earliest comes
            // first.
            list.sort_by_key(|one| Reverse(one.shows.len()));
            list.truncate(MAX_CANDIDATES);
        }
    }

    /// All positions, sorted by VFEN.
    fn candidates(self) -> Vec<Candidate> {
        let mut candidates: Vec<_> = self.0.into_values().flatten().collect();
        candidates.sort_by(|one, other| one.vfen.cmp(&other.vfen));
        candidates.dedup();
        candidates
    }
}

/// Numbers classes in the order of the list.
pub fn numbered(list: &[Class]) -> Classes {
    let mut classes = Classes::default();
    for class in list {
        classes.number(class);
    }
    classes
}

impl Sample {
    fn batches(&self) -> u64 {
        self.positions.div_ceil(BATCH)
    }

    /// The batch numbers, in groups of this size.
    fn rounds(&self, batches: usize) -> impl Iterator<Item = Range<u64>> {
        let (all, step) = (self.batches(), batches as u64);
        (0..all.div_ceil(step)).map(move |round| round * step..all.min((round + 1) * step))
    }

    /// The classes of moves that occur. No examples are collected for `known` classes.
    ///
    /// # Errors
    /// Returns an error if the backend gives no answer.
    pub fn classes(
        &self,
        open: OpenBackend<'_>,
        known: &HashSet<String>,
        progress: OnProgress<'_>,
    ) -> Result<OccurringClasses, BackendError> {
        let mut total = OccurringClasses::default();
        let (mut numbers, mut pool) = (Classes::default(), CandidatePool::default());
        // Groups of batches bound the memory for their results.
        for round in self.rounds(64) {
            let parts: Result<Vec<_>, _> = round
                .into_par_iter()
                .map_init(open, |backend, batch| {
                    let part = backend.of(self.variant).and_then(|view| self.batch(view, batch, known));
                    progress(BATCH);
                    part
                })
                .collect();
            for part in parts? {
                total.positions += BATCH;
                for (class, moves) in part.classes.list().iter().zip(&part.moves) {
                    let number = numbers.number(class) as usize;
                    total.moves.resize(numbers.list().len(), 0);
                    total.moves[number] += moves;
                }
                part.candidates.into_iter().for_each(|candidate| pool.add(candidate));
            }
        }
        total.classes = numbers.list().to_vec();
        total.candidates = pool.candidates();
        Ok(total)
    }

    fn batch(
        &self,
        view: &mut dyn VariantBackend,
        batch: u64,
        known: &HashSet<String>,
    ) -> Result<BatchClasses, BackendError> {
        let mut part = BatchClasses::default();
        let mut best = HashMap::<u32, Candidate>::new();
        self.for_each_position(view, batch, Classes::default(), &mut |context, classes| {
            part.moves.resize(classes.list().len(), 0);
            context
                .moves
                .iter()
                .flat_map(LegalMove::classes)
                .for_each(|class| part.moves[class as usize] += 1);
            let text = |class: &u32| classes.list()[*class as usize].text.clone();
            let unknown: Vec<_> =
                context.classes.iter().filter(|class| !known.contains(&text(class))).collect();
            for &&class in &unknown {
                if best.get(&class).is_none_or(|one| one.shows.len() < unknown.len()) {
                    let shows = unknown.iter().map(|class| text(class)).collect();
                    let candidate =
                        Candidate { vfen: context.vfen.clone(), moves: context.moves.len(), shows };
                    best.insert(class, candidate);
                }
            }
            part.classes.clone_from(classes);
        })?;
        part.candidates = best.into_values().collect();
        part.candidates.sort_by(|one, other| one.vfen.cmp(&other.vfen));
        part.candidates.dedup();
        Ok(part)
    }

    /// Calls `take` with every position of a batch. Numbering continues from these classes.
    fn for_each_position(
        &self,
        view: &mut dyn VariantBackend,
        batch: u64,
        mut classes: Classes,
        take: &mut dyn FnMut(PositionContext, &Classes),
    ) -> Result<(), BackendError> {
        fuzz::batch(view, &Rulings::DEFAULT, self.seed, batch, &mut |survey, _| {
            if let Some(context) = PositionContext::new(self.variant, survey, &mut classes) {
                take(context, &classes);
            }
            ControlFlow::Continue(())
        })
    }

    /// The first position of the sample where each fault has an effect, as VFEN. Faults in statuses and
    /// inputs are not searched, because move lists do not show them.
    ///
    /// # Errors
    /// Returns an error if the backend gives no answer.
    pub fn witnesses(
        &self,
        open: OpenBackend<'_>,
        faults: &[Fault],
        classes: &[Class],
        progress: OnProgress<'_>,
    ) -> Result<Vec<Option<String>>, BackendError> {
        let mut shown: Vec<Option<String>> = vec![None; faults.len()];
        let numbered = numbered(classes);
        for round in self.rounds(rayon::current_num_threads()) {
            let found: Result<Vec<_>, BackendError> = round
                .into_par_iter()
                .map_init(open, |backend, batch| {
                    let mut found: Vec<Option<String>> = shown.clone();
                    self.for_each_position(
                        backend.of(self.variant)?,
                        batch,
                        numbered.clone(),
                        &mut |context, classes| {
                            for (fault, found) in faults.iter().zip(&mut found) {
                                if found.is_none() && !fault.changes(&context, classes.list()).is_empty() {
                                    *found = Some(context.vfen.clone());
                                }
                            }
                        },
                    )?;
                    progress(BATCH);
                    Ok(found)
                })
                .collect();
            for part in found? {
                for (shown, found) in shown.iter_mut().zip(part) {
                    if shown.is_none() {
                        *shown = found;
                    }
                }
            }
        }
        Ok(shown)
    }

    /// Positions of the sample where these faults have an effect; for each fault those that show most.
    ///
    /// # Errors
    /// Returns an error if the backend gives no answer.
    pub fn showing(
        &self,
        open: OpenBackend<'_>,
        faults: &[(&Fault, &str)],
        classes: &[Class],
        progress: OnProgress<'_>,
    ) -> Result<Vec<Candidate>, BackendError> {
        let numbered = numbered(classes);
        let parts: Result<Vec<_>, BackendError> = (0..self.batches())
            .into_par_iter()
            .map_init(open, |backend, batch| {
                let mut found = Vec::new();
                self.for_each_position(
                    backend.of(self.variant)?,
                    batch,
                    numbered.clone(),
                    &mut |context, classes| {
                        let shows = |fault: &Fault| !fault.changes(&context, classes.list()).is_empty();
                        let shown = faults.iter().filter(|(fault, _)| shows(fault));
                        let shows: Vec<_> = shown.map(|(_, title)| (*title).to_owned()).collect();
                        if !shows.is_empty() {
                            let (vfen, moves) = (context.vfen, context.moves.len());
                            found.push(Candidate { vfen, moves, shows });
                        }
                    },
                )?;
                progress(BATCH);
                Ok(found)
            })
            .collect();
        let mut pool = CandidatePool::default();
        parts?.into_iter().flatten().for_each(|candidate| pool.add(candidate));
        Ok(pool.candidates())
    }
}
