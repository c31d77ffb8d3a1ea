//! Attributes the differences of a backend to few mistakes, one after the other.
//!
//! Each round takes the mistake that explains most of what is left, or a description if that covers more, and sets its
//! positions aside. So a frequent mistake hides no rare one, and no position counts twice.
//!
//! Invariant: a mistake is named only if it explains a position exactly, most of the positions in which it would show, and
//! contradicts few answers that are otherwise right.

use super::describe::{Descriptions, Pattern};
use super::diagnosis::Progress;
use super::difference_map::DifferenceMap;
use super::fit::{Fit, accusing, fit};
use super::halt::{Halt, unless_stopped};
use super::inquiry::{Baseline, Inquiry};
use super::probe::Probe;
use crate::mistakes::known::{Mistake, Origin};
use std::cmp::Reverse;
use vperft::inner::backend::{Backend, BackendError};

/// The number of mistakes compared on all probes, and how many of them are also tried as mistakes in the generator.
const MAX_COMPARED_SUSPECTS: usize = 24;
const MAX_ALTERED_SUSPECTS: usize = 3;
/// The number of further probes searched to separate mistakes, and the maximum number asked.
const MAX_SCANNED_PROBES: usize = 150;
const MAX_EXTRA_PROBES: usize = 6;
/// The highest price of a plausible description of one position.
const MAX_COST: usize = 8;

/// A mistake with its joint differences and its fit.
#[derive(Clone, Debug)]
struct Candidate {
    mistake: usize,
    differences: DifferenceMap,
    fit: Fit,
}

/// A mistake that the backend makes.
#[derive(Clone, Debug)]
pub(super) enum Chosen {
    /// A mistake, those with the same answers everywhere, words that say more than its title, and the differences that it
    /// adds to those of the mistakes before it.
    Mistake { mistake: usize, alike: Vec<usize>, words: Option<String>, adds: DifferenceMap },
    /// A description.
    Pattern(Pattern),
}

/// The chosen mistakes in the order of their choice.
#[derive(Default)]
pub(super) struct Attribution {
    pub chosen: Vec<Chosen>,
    /// The mistakes among them, together.
    pub base: Baseline,
    /// The differences that descriptions cover.
    pub described: DifferenceMap,
    /// Whether the backend was asked to separate equal mistakes.
    pub is_separated: bool,
}

impl Inquiry<'_> {
    /// Chooses mistakes until none explains more, or until the observer stops. `backend` is asked about further probes of
    /// `reserve` to separate equal mistakes.
    ///
    /// # Errors
    /// Returns an error if the rules or the backend give no answer.
    pub fn attribute(
        &mut self,
        backend: Option<&mut dyn Backend>,
        reserve: Vec<Probe>,
    ) -> Result<Attribution, BackendError> {
        let mut found = Attribution { is_separated: backend.is_some(), ..Attribution::default() };
        if self.backend != DifferenceMap::default() {
            let end = self.choose(&mut found, backend, reserve);
            self.is_stopped |= unless_stopped(end)?.is_none();
        }
        Ok(found)
    }

    /// Adds mistakes to those found. A stop leaves what was found before it.
    fn choose(
        &mut self,
        found: &mut Attribution,
        mut backend: Option<&mut dyn Backend>,
        mut reserve: Vec<Probe>,
    ) -> Result<(), Halt> {
        self.list_suspects()?;
        found.base = self.baseline(&[])?;
        let mut descriptions = self.descriptions()?;
        while found.chosen.len() < self.settings.causes {
            self.report(found.chosen.len());
            let Attribution { base, described, .. } = &mut *found;
            if base.differences.without(described) == self.backend.without(described) {
                break;
            }
            let mut best = self.best(base, described)?;
            if let Some(backend) = backend.as_deref_mut()
                && best.len() > 1
                && self.separate(backend, base, &best, &mut reserve)?
            {
                *base = self.baseline(&base.mistakes)?;
                descriptions = self.descriptions()?;
                best = self.best(base, described)?;
            }
            let target = self.backend.without(described);
            let rest = target.without(&base.differences);
            let patterns = self.patterns(&descriptions, &rest, self.has_wrong_children(&found.chosen))?;
            let Some(first) = best.first() else {
                // A vague description is better than no answer, and worse than the mistakes that are known already.
                let is_vague = |one: &Chosen| matches!(one, Chosen::Pattern(pattern) if pattern.is_vague);
                let is_first = found.chosen.iter().all(is_vague);
                let pattern = patterns.into_iter().find(|pattern| is_first || !pattern.is_vague);
                let Some(pattern) = pattern else { break };
                self.take(pattern, found)?;
                continue;
            };
            let adds = first.differences.without(&found.base.differences).intersection(&target);
            if let Some(pattern) = self.better_pattern(first, &adds, &patterns) {
                self.take(pattern.clone(), found)?;
                continue;
            }
            let words = self.words(first, &adds, &patterns, &descriptions);
            let is_alike = |other: &&Candidate| other.differences == first.differences;
            let alike = best[1..].iter().filter(is_alike).map(|other| other.mistake).collect();
            found.base = self.extended(&found.base, first.mistake)?;
            found.chosen.push(Chosen::Mistake { mistake: first.mistake, alike, words, adds });
        }
        self.minimize(found)
    }

    /// A baseline with one more mistake.
    fn extended(&self, base: &Baseline, mistake: usize) -> Result<Baseline, Halt> {
        self.baseline(&base.mistakes.iter().copied().chain([mistake]).collect::<Vec<_>>())
    }

    /// Takes a description. If a program that does not generate its moves comes nearer to the answers, because attacks
    /// change as well, that is a mistake.
    fn take(&mut self, pattern: Pattern, found: &mut Attribution) -> Result<(), Halt> {
        if let Some(left_out) = &pattern.left_out {
            self.mistakes.push(Mistake::described(pattern.sentence.clone(), left_out.clone()));
            let mistake = self.mistakes.len() - 1;
            let Attribution { base, described, .. } = &*found;
            let with = self.extended(base, mistake)?;
            let target = self.backend.without(described);
            let distance =
                |one: &DifferenceMap, target: &DifferenceMap| one.without(described).distance(target);
            let as_described = distance(&base.differences, &target.without(&pattern.covers));
            if distance(&with.differences, &target) < as_described {
                found.base = with;
                let (alike, adds) = (Vec::new(), pattern.covers);
                found.chosen.push(Chosen::Mistake { mistake, alike, words: None, adds });
                return Ok(());
            }
            self.mistakes.pop();
        }
        found.described.extend(&pattern.covers);
        found.chosen.push(Chosen::Pattern(pattern));
        Ok(())
    }

    /// Whether one of the mistakes is in positions after moves.
    fn has_wrong_children(&self, chosen: &[Chosen]) -> bool {
        chosen.iter().any(|one| match one {
            Chosen::Mistake { mistake, .. } => self.mistakes[*mistake].is_of_children(),
            Chosen::Pattern(pattern) => pattern.is_of_children,
        })
    }

    fn report(&self, done: usize) {
        self.observer.event(&Progress { stage: "comparing", done, of: self.settings.causes });
    }

    /// The order in which equal mistakes are named: clauses of the variant, shared clauses, other readings,
    /// generated faults.
    fn rank(&self, mistake: usize) -> (Origin, bool, usize) {
        let one = &self.mistakes[mistake];
        (one.origin, one.clause().is_some_and(|clause| clause.variant().is_none()), mistake)
    }

    /// The description to take in place of a generated mistake: one of its differences and more, or of the same ones if it
    /// explains one position only, where many mistakes are equal by chance.
    fn better_pattern<'p>(
        &self,
        first: &Candidate,
        own: &DifferenceMap,
        patterns: &'p [Pattern],
    ) -> Option<&'p Pattern> {
        let fit = first.fit;
        let count = own.count();
        // A rule whose loss would show elsewhere too is lost in part.
        let is_weak = if self.mistakes[first.mistake].is_generated() {
            fit.exactly == 1
        } else if fit.contradicted > 0 {
            true
        } else {
            return None;
        };
        patterns.iter().filter(|pattern| !pattern.is_vague && !pattern.is_of_play()).find(|pattern| {
            let total = pattern.covers.count();
            let has_own = own.intersection(&pattern.covers).count() * 10 >= count * 9;
            // A description with far-fetched facts fits few positions by chance, as a mistake that invents moves does.
            let is_plausible = pattern.cost <= MAX_COST || self.mistakes[first.mistake].invents_moves();
            has_own && (total > fit.gain || is_weak && is_plausible && total >= fit.gain)
        })
    }

    /// The words of a description of the same differences, which say more than the title of a fault of moves.
    fn words(
        &self,
        first: &Candidate,
        own: &DifferenceMap,
        patterns: &[Pattern],
        descriptions: &Descriptions,
    ) -> Option<String> {
        if !self.mistakes[first.mistake].is_described() {
            return None;
        }
        let is_same = |pattern: &&Pattern| {
            if pattern.is_of_play() || pattern.is_of_children != self.mistakes[first.mistake].is_of_children()
            {
                return false;
            }
            let shared = own.intersection(&pattern.covers).count();
            shared * 10 >= own.count() * 9 && shared * 10 >= pattern.covers.count() * 9
        };
        let same = patterns.iter().filter(|pattern| !pattern.is_vague).find(is_same);
        same.map(|pattern| pattern.sentence.clone()).or_else(|| {
            let after = self.mistakes[first.mistake].after()?;
            self.manner(descriptions, own).map(|manner| format!("{after} {manner}"))
        })
    }

    /// The mistakes that, added to a baseline, come nearest to the target, in naming order. Empty if none is named.
    fn best(&mut self, base: &Baseline, described: &DifferenceMap) -> Result<Vec<Candidate>, Halt> {
        // Differences that a description covers say nothing about mistakes.
        let target = &self.backend.without(described);
        let explained = base.differences.without(described);
        let places = accusing(&explained, target);
        let others: Vec<_> = (0..self.mistakes.len())
            .filter(|mistake| !base.mistakes.contains(mistake) && !self.mistakes[*mistake].is_altered())
            .collect();
        let here = target.restricted_to(&places);
        let before = explained.restricted_to(&places);
        let candidates = self.differences_with_each(base, &others, &places)?.into_iter();
        let mut candidates: Vec<_> = candidates
            .map(|(mistake, differences)| (mistake, fit(&before, &differences.without(described), &here)))
            .filter(|(_, fit)| fit.gain > 0 && 3 * fit.nearer > fit.touched)
            .collect();
        candidates.sort_by_key(|(mistake, fit)| (Reverse(fit.gain), self.rank(*mistake)));
        let mut compared: Vec<_> =
            candidates.iter().take(MAX_COMPARED_SUSPECTS).map(|(mistake, _)| *mistake).collect();
        // A rule that explains less than many generated mistakes may still be the one to name.
        let rules = candidates.iter().skip(MAX_COMPARED_SUSPECTS);
        let rules = rules.filter(|(mistake, _)| self.mistakes[*mistake].answer_change().is_none());
        compared.extend(rules.take(MAX_COMPARED_SUSPECTS / 3).map(|(mistake, _)| *mistake));
        let altered = self.altered(&compared);
        compared.extend(altered);
        let everywhere: Vec<_> = (0..self.probes.len()).collect();
        let maps = self.differences_with_each(base, &compared, &everywhere)?.into_iter();
        let mut best: Vec<_> = maps
            .map(|(mistake, differences)| {
                let differences = differences.without(described);
                let fit = fit(&explained, &differences, target);
                Candidate { mistake, differences, fit }
            })
            .filter(|candidate| candidate.fit.is_named())
            .collect();
        best.sort_by_key(|candidate| (Reverse(candidate.fit.gain), self.rank(candidate.mistake)));
        let most = best.first().map_or(0, |candidate| candidate.fit.gain);
        best.truncate(best.iter().take_while(|candidate| candidate.fit.gain == most).count());
        Ok(best)
    }

    /// Adds the first of these mistakes as mistakes in the generator, and returns their numbers.
    fn altered(&mut self, mistakes: &[usize]) -> Vec<usize> {
        let altered = mistakes.iter().filter_map(|mistake| self.mistakes[*mistake].in_generator());
        let altered: Vec<_> = altered.take(MAX_ALTERED_SUSPECTS).collect();
        let numbers = altered.into_iter().map(|mistake| {
            let known = self.mistakes.iter().position(|own| own.is_altered() && own.title == mistake.title);
            known.unwrap_or_else(|| {
                self.mistakes.push(mistake);
                self.mistakes.len() - 1
            })
        });
        numbers.collect()
    }

    /// Searches further probes where these mistakes differ, and asks the backend about them. Returns whether
    /// it answered any.
    fn separate(
        &mut self,
        backend: &mut dyn Backend,
        base: &Baseline,
        mistakes: &[Candidate],
        reserve: &mut Vec<Probe>,
    ) -> Result<bool, Halt> {
        let mistakes: Vec<_> = mistakes.iter().map(|candidate| candidate.mistake).collect();
        let scanned: Vec<_> = reserve.drain(..reserve.len().min(MAX_SCANNED_PROBES)).collect();
        let responses = self.predict_unasked(base, &mistakes, &scanned)?;
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
        if self.has_stopped() {
            return Err(Halt::Stopped);
        }
        Ok(self.probes.len() > before)
    }

    /// Drops mistakes that explain nothing beyond the others.
    fn minimize(&self, found: &mut Attribution) -> Result<(), Halt> {
        let Attribution { chosen, base, described, .. } = found;
        let target = self.backend.without(described);
        let mut index = 0;
        while index < base.mistakes.len() && base.mistakes.len() > 1 {
            let mut fewer = base.mistakes.clone();
            let dropped = fewer.remove(index);
            let others = self.baseline(&fewer)?;
            if others.differences.distance(&target) <= base.differences.distance(&target) {
                chosen.retain(|one| !matches!(one, Chosen::Mistake { mistake, .. } if *mistake == dropped));
                *base = others;
            } else {
                index += 1;
            }
        }
        Ok(())
    }
}
