//! The answers of a backend, and those that mistakes would give.

use super::answers::{Answers, FIELDS, Known, Response, WrongAnswer, differences};
use super::diagnosis::{DiagnosisObserver, Progress, Settings};
use super::difference_map::DifferenceMap;
use super::evidence::Evidence;
use super::halt::{Halt, unless_stopped};
use super::probe::Probe;
use super::smallest::OpenBackend;
use super::world::{World, classes};
use crate::mistakes::known::{AnswerChange, Classes, Mistake, parse_unvalidated};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::engine_text::notation::coordinates::captures_in_passing;
use vperft::inner::backend::{Backend, BackendError, MemoryBudget, VariantBackend};
use vperft::inner::corpus::suite::Corpus;
use vperft::inner::game::notation::Entry;
use vperft::inner::game::variant::{ClauseSet, Standard, Variant, VariantId};
use vperft::inner::generators::data::Data;

/// The diagnosis gives up on a backend after this many questions without any answer.
const MAX_UNANSWERED: usize = 10;

/// How often each wrong answer is asked for again once one of them has changed.
const MAX_REPEATS: usize = 4;

/// The state of a diagnosis.
pub(super) struct Inquiry<'i> {
    pub variant: VariantId,
    pub settings: &'i Settings,
    pub observer: &'i DiagnosisObserver<'i>,
    /// Opens a fresh process of the backend, if that is possible.
    pub open: Option<OpenBackend<'i>>,
    /// The probes that the backend answered.
    pub probes: Vec<Probe>,
    /// The correct response to each probe.
    pub right: Vec<Response>,
    /// What the backend answered about each probe.
    pub known: Vec<Known>,
    /// The memory these responses use.
    held: MemoryBudget,
    /// The clauses that each case cites.
    pub cited: BTreeMap<String, Vec<String>>,
    /// The differences of the backend from the rules.
    pub backend: DifferenceMap,
    /// The differences that change when the same question is asked again, which `backend` lacks.
    pub changing: DifferenceMap,
    pub classes: Classes,
    /// The rules that say which squares are attacked.
    pub attacks: Data<Standard>,
    /// The mistakes; listed once there is a difference to explain.
    pub mistakes: Vec<Mistake>,
    pub requests: u64,
    pub unanswered: (usize, Option<BackendError>),
    pub is_stopped: bool,
}

/// A probe that mistakes are tried on.
struct Trial<'t> {
    probe: &'t Probe,
    /// The clauses that the rules with the baseline asked about.
    asked: ClauseSet,
    /// An answer that has most moves in common with those of the mistakes.
    near: Option<&'t Answers>,
}

/// A set of mistakes, with their joint differences and the clauses their rules asked about for each probe.
#[derive(Clone, Default)]
pub(super) struct Baseline {
    pub mistakes: Vec<usize>,
    pub differences: DifferenceMap,
    pub asked: Vec<ClauseSet>,
}

impl<'i> Inquiry<'i> {
    /// A diagnosis that has not begun.
    pub fn new(
        corpus: &Corpus,
        variant: VariantId,
        settings: &'i Settings,
        observer: &'i DiagnosisObserver<'i>,
    ) -> Self {
        Self {
            variant,
            settings,
            observer,
            open: None,
            probes: Vec::new(),
            right: Vec::new(),
            known: Vec::new(),
            held: MemoryBudget::default(),
            cited: corpus
                .of_variant(variant)
                .map(|(_, case)| (case.id.clone(), case.clauses.clone()))
                .collect(),
            backend: DifferenceMap::default(),
            changing: DifferenceMap::default(),
            classes: Classes::default(),
            attacks: Data::new(variant, Standard),
            mistakes: Vec::new(),
            requests: 0,
            unanswered: (0, None),
            is_stopped: false,
        }
    }

    /// Whether the observer stopped the diagnosis; remembers it.
    pub fn has_stopped(&mut self) -> bool {
        self.is_stopped |= self.observer.is_stopped();
        self.is_stopped
    }

    /// The rules with these mistakes.
    pub fn world(&self, mistakes: &[usize]) -> World {
        let mistakes: Vec<_> = mistakes.iter().map(|&mistake| &self.mistakes[mistake]).collect();
        World::new(self.variant, &self.settings.rulings, &self.classes, &mistakes)
    }

    /// Ends a step that the observer stopped. Every comparison calls it before each answer of the rules.
    pub fn go_on(&self) -> Result<(), Halt> {
        if self.observer.is_stopped() { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// The correct responses.
    fn rules(&self, probes: &[Probe]) -> Result<Vec<Response>, Halt> {
        let say = |world: &mut World, probe: &Probe| {
            self.go_on()?;
            Ok(world.respond(probe)?)
        };
        probes.par_iter().map_init(|| self.world(&[]), say).collect()
    }

    /// Asks the backend and compares its responses with the rules.
    ///
    /// # Errors
    /// Returns an error if the backend answers nothing.
    pub fn ask(&mut self, backend: &mut dyn Backend, probes: Vec<Probe>) -> Result<(), BackendError> {
        let Some(right) = unless_stopped(self.rules(&probes))? else {
            self.is_stopped = true;
            return Ok(());
        };
        let view = backend.of(self.variant)?;
        let (first, all, mut silent) = (self.probes.len(), probes.len(), 0);
        for (index, (probe, right)) in probes.into_iter().zip(right).enumerate() {
            self.observer.event(&Progress { stage: "asking", done: index, of: all });
            if self.observer.is_stopped() {
                self.is_stopped = true;
                break;
            }
            let asked = self.ask_from_right_position(view, probe, right);
            let (probe, right, given) = match asked {
                Ok(asked) => asked,
                // A backend killed by an interruption gives no answer either.
                Err(_) if self.observer.is_stopped() => {
                    self.is_stopped = true;
                    break;
                }
                Err(error) => {
                    self.unanswered.0 += 1;
                    // What is unsupported here may be supported elsewhere.
                    silent += usize::from(!matches!(error, BackendError::Unsupported(_)));
                    if self.probes.is_empty() && silent >= MAX_UNANSWERED {
                        return Err(error);
                    }
                    self.unanswered.1.get_or_insert(error);
                    continue;
                }
            };
            // The budget is used up; the responses so far are enough.
            if let Err(error) = self.held.add(given.as_ref().map_or(0, Answers::size)) {
                self.unanswered.0 += 1;
                self.unanswered.1.get_or_insert(error);
                break;
            }
            let mut found = differences(&right, &given);
            let captures = self.passing_captures(view, &probe, &mut found)?;
            self.record(probe, right, &given, found);
            for (probe, right, given) in captures {
                let found = differences(&right, &given);
                self.record(probe, right, &given, found);
            }
        }
        self.set_changing_aside(view, first);
        match &self.unanswered.1 {
            Some(error) if self.probes.is_empty() => Err(error.clone()),
            _ => Ok(()),
        }
    }

    /// Asks again, if possible a fresh process, where the answers to the probes from `first` on are wrong. An answer that changes
    /// shows no mistake in the rules, so its probe says nothing any more.
    fn set_changing_aside(&mut self, view: &mut dyn VariantBackend, first: usize) {
        let mut fresh = None;
        for repeat in 0..MAX_REPEATS {
            let wrong: Vec<_> = self.backend.0.range(first..).map(|(number, _)| *number).collect();
            if wrong.is_empty() || repeat > 0 && self.changing.0.is_empty() {
                return;
            }
            let opened = self.open.map(|open| fresh.get_or_insert_with(open));
            let view = match opened.map(|opened| opened.of(self.variant)) {
                Some(Ok(fresh)) => fresh,
                _ => &mut *view,
            };
            for number in wrong {
                if self.has_stopped() {
                    return;
                }
                let Ok(again) = self.probes[number].ask(view, &mut self.requests) else { continue };
                // A field of a child may have become a question of its own.
                let again = differences(&self.right[number], &again);
                if self.backend.0.get(&number).is_some_and(|wrong| wrong.is_subset(&again)) {
                    continue;
                }
                self.known[number] = Known::default();
                self.changing.0.extend(self.backend.0.remove_entry(&number));
            }
        }
    }

    /// Adds the response of the backend to a probe.
    fn record(&mut self, probe: Probe, right: Response, given: &Response, found: BTreeSet<WrongAnswer>) {
        self.backend.set(self.probes.len(), found);
        self.probes.push(probe);
        self.right.push(right);
        self.known.push(Known::from_response(given));
    }

    /// A position has an en passant square only where a capture on it is legal. If that field alone is wrong after a move, because the
    /// backend takes an illegal capture for legal, asks about that capture in place of the field.
    fn passing_captures(
        &mut self,
        view: &mut dyn VariantBackend,
        probe: &Probe,
        found: &mut BTreeSet<WrongAnswer>,
    ) -> Result<Vec<(Probe, Response, Response)>, BackendError> {
        let mut asked = Vec::new();
        for one in found.clone() {
            let WrongAnswer::Child { text, field: "en passant", expected, answered } = &one else { continue };
            let is_alone = found.iter().filter(|other| other.text() == Some(text)).count() == 1;
            if !is_alone || expected != "-" {
                continue;
            }
            let moves = probe.moves.iter().chain([text]).cloned().collect();
            let next = Probe { moves, ..probe.clone() };
            let Ok(given) = next.ask(view, &mut self.requests) else { continue };
            let right = self.world(&[]).respond(&next)?;
            let wrong = differences(&right, &given);
            if wrong.iter().any(|wrong| self.exposes_in_passing(right.as_ref(), wrong, answered)) {
                found.remove(&one);
                if !self.probes.contains(&next) {
                    asked.push((next, right, given));
                }
            }
        }
        Ok(asked)
    }

    /// Whether an en passant capture on a square is listed, although it exposes the royal piece.
    fn exposes_in_passing(&self, right: Option<&Answers>, wrong: &WrongAnswer, square: &str) -> bool {
        let table = Variant::get(self.variant);
        let WrongAnswer::Extra { text } = wrong else { return false };
        let position = right.and_then(|right| parse_unvalidated(self.variant, &right.vfen));
        captures_in_passing(table, text, square)
            && position.is_some_and(|position| {
                let entry = Entry::parse(table, text).ok();
                let mv = entry.and_then(|entry| entry.to_move(table, position.shape));
                mv.is_some_and(|mv| self.attacks.exposes_royal(&position, &mv))
            })
    }

    /// Asks about a probe. If the moves of its path lead the backend to a wrong position, its answers there follow from a
    /// wrong child on the way, so the position before that is asked about.
    fn ask_from_right_position(
        &mut self,
        view: &mut dyn VariantBackend,
        mut probe: Probe,
        right: Response,
    ) -> Result<(Probe, Response, Response), BackendError> {
        let given = probe.ask(view, &mut self.requests)?;
        let is_led_astray =
            |given: &Answers, right: &Answers| !given.vfen.is_empty() && given.vfen != right.vfen;
        let (Some(own), Some(known)) = (&given, &right) else { return Ok((probe, right, given)) };
        if probe.moves.is_empty() || !is_led_astray(own, known) {
            return Ok((probe, right, given));
        }
        let mut rules = self.world(&[]);
        for length in 1..=probe.moves.len() {
            let before = Probe { moves: probe.moves[..length].to_vec(), ..probe.clone() };
            self.requests += 1;
            let theirs = before.path().canonical(view)?;
            let rules_say = rules.respond(&before)?;
            if rules_say.is_some_and(|right| right.vfen != theirs) {
                probe.moves.truncate(length - 1);
                let (right, given) = (rules.respond(&probe)?, probe.ask(view, &mut self.requests)?);
                return Ok((probe, right, given));
            }
        }
        Ok((probe, right, given))
    }

    /// Takes over answers that were given before.
    ///
    /// # Errors
    /// Returns an error if the rules give no answer, or if it is stopped.
    pub fn add(&mut self, evidence: Vec<Evidence>) -> Result<(), Halt> {
        let probes: Vec<_> = evidence.iter().map(|one| one.probe.clone()).collect();
        let right = self.rules(&probes)?;
        for (one, right) in evidence.into_iter().zip(right) {
            // A corpus that contradicts the rules says nothing about the backend.
            if !one.differences.iter().all(|difference| is_of(difference, &right)) {
                continue;
            }
            self.backend.set(self.probes.len(), one.differences);
            self.probes.push(one.probe);
            self.known.push(one.known);
            self.right.push(right);
        }
        Ok(())
    }

    /// Lists the mistakes.
    ///
    /// # Errors
    /// Returns an error if it is stopped.
    pub fn list_suspects(&mut self) -> Result<(), Halt> {
        self.classes = classes(self.variant, self.right.iter().take_while(|_| self.go_on().is_ok()));
        self.go_on()?;
        // Among equal generated mistakes, the first is named: a slip says how the piece was written down.
        self.mistakes = self.slips();
        self.mistakes.extend(Mistake::all(self.variant, &self.settings.rulings, &self.classes));
        Ok(())
    }

    /// The differences of these mistakes together, on all probes.
    ///
    /// # Errors
    /// Returns an error if the rules give no answer, or if it is stopped.
    pub fn baseline(&self, mistakes: &[usize]) -> Result<Baseline, Halt> {
        let say = |world: &mut World, number: usize| {
            self.go_on()?;
            let response = world.respond(&self.probes[number])?;
            Ok((self.visible_differences(number, &response), world.take_asked()))
        };
        let numbers = (0..self.probes.len()).into_par_iter();
        let found: Vec<_> = numbers.map_init(|| self.world(mistakes), say).collect::<Result<_, Halt>>()?;
        let mut base = Baseline { mistakes: mistakes.to_vec(), ..Baseline::default() };
        for (number, (differences, asked)) in found.into_iter().enumerate() {
            base.differences.set(number, differences);
            base.asked.push(asked);
        }
        Ok(base)
    }

    /// The differences of a response from the rules that an answer of the backend could show.
    fn visible_differences(&self, number: usize, response: &Response) -> BTreeSet<WrongAnswer> {
        let mut differences = differences(&self.right[number], response);
        differences.retain(|difference| self.known[number].shows(difference));
        differences
    }

    /// The differences of each mistake together with a baseline, on some probes. Mistakes that change nothing
    /// are left out.
    ///
    /// # Errors
    /// Returns an error if the rules give no answer, or if it is stopped.
    pub fn differences_with_each(
        &self,
        base: &Baseline,
        mistakes: &[usize],
        numbers: &[usize],
    ) -> Result<BTreeMap<usize, DifferenceMap>, Halt> {
        let trial = |&number: &usize| Trial {
            probe: &self.probes[number],
            asked: base.asked[number],
            near: self.right[number].as_ref(),
        };
        let trials: Vec<_> = numbers.iter().map(trial).collect();
        let other = |index: usize, response: Response| {
            let differences = self.visible_differences(numbers[index], &response);
            let is_same = match base.differences.0.get(&numbers[index]) {
                Some(own) => *own == differences,
                None => differences.is_empty(),
            };
            (!is_same).then_some(differences)
        };
        let mut all = BTreeMap::new();
        for (mistake, index, differences) in self.respond_each(&base.mistakes, mistakes, &trials, &other)? {
            let map: &mut DifferenceMap =
                all.entry(mistake).or_insert_with(|| base.differences.restricted_to(numbers));
            map.set(numbers[index], differences);
        }
        Ok(all)
    }

    /// The responses of each mistake, together with a baseline, to probes that the backend has not answered.
    ///
    /// # Errors
    /// Returns an error if the rules give no answer, or if it is stopped.
    pub fn predict_unasked(
        &self,
        base: &Baseline,
        mistakes: &[usize],
        probes: &[Probe],
    ) -> Result<Vec<BTreeMap<usize, Response>>, Halt> {
        let say = |world: &mut World, probe: &Probe| {
            self.go_on()?;
            Ok((world.respond(probe)?, world.take_asked()))
        };
        let rules = probes.par_iter().map_init(|| self.world(&base.mistakes), say);
        let rules: Vec<_> = rules.collect::<Result<_, Halt>>()?;
        let trials: Vec<_> = probes
            .iter()
            .zip(&rules)
            .map(|(probe, (response, asked))| Trial { probe, asked: *asked, near: response.as_ref() })
            .collect();
        let each = self.respond_each(&base.mistakes, mistakes, &trials, &|_, response| Some(response))?;
        let as_base = |(response, _): &(Response, ClauseSet)| {
            mistakes.iter().map(|mistake| (*mistake, response.clone())).collect()
        };
        let mut all: Vec<BTreeMap<usize, Response>> = rules.iter().map(as_base).collect();
        for (mistake, index, response) in each {
            all[index].insert(mistake, response);
        }
        Ok(all)
    }

    /// The responses of each mistake together with a baseline, with mistake and probe index. `keep` selects the
    /// parts to retain, because thousands of mistakes give too many responses. Mistakes that cannot show are
    /// skipped.
    fn respond_each<T: Send>(
        &self,
        base: &[usize],
        mistakes: &[usize],
        trials: &[Trial<'_>],
        keep: &(dyn Fn(usize, Response) -> Option<T> + Sync),
    ) -> Result<Vec<(usize, usize, T)>, Halt> {
        let (generated, rules): (Vec<usize>, Vec<usize>) =
            mistakes.iter().partition(|mistake| self.mistakes[**mistake].answer_change().is_some());
        let by_rules = rules.into_par_iter().map(|mistake| {
            let both: Vec<_> = base.iter().copied().chain([mistake]).collect();
            let mut world = self.world(&both);
            let mut all = Vec::new();
            for (index, trial) in trials.iter().enumerate() {
                self.go_on()?;
                if self.mistakes[mistake].may_show(trial.asked) {
                    all.extend(keep(index, world.respond(trial.probe)?).map(|kept| (mistake, index, kept)));
                }
            }
            Ok(all)
        });
        let mut all = by_rules.collect::<Result<Vec<_>, Halt>>()?;
        if !generated.is_empty() {
            let by_fault = |world: &mut World, (index, trial): (usize, &Trial<'_>)| {
                let mut all = Vec::new();
                self.go_on()?;
                let state = world.prepare(trial.probe, trial.near)?;
                // The mistakes of one change follow each other: it is applied once for both sides and for either, unless both sides have
                // moved.
                let mut last: Option<(&AnswerChange, Option<Response>)> = None;
                for &mistake in &generated {
                    let change = self.mistakes[mistake].answer_change();
                    let has_moves = !trial.probe.moves.is_empty();
                    let Some((change, color)) = change.filter(|(_, color)| has_moves || state.is_for(*color))
                    else {
                        continue;
                    };
                    if has_moves || last.as_ref().is_none_or(|(own, _)| *own != change) {
                        last = Some((change, world.apply_fault(trial.probe, &state, change, color)?));
                    }
                    if let Some((_, Some(response))) = &last {
                        let kept = keep(index, response.clone());
                        all.extend(kept.map(|kept| (mistake, index, kept)));
                    }
                }
                Ok(all)
            };
            let by_faults = trials.par_iter().enumerate().map_init(|| self.world(base), by_fault);
            all.extend(by_faults.collect::<Result<Vec<_>, Halt>>()?);
        }
        Ok(all.into_iter().flatten().collect())
    }
}

/// Whether the difference may be one from this right response.
fn is_of(difference: &WrongAnswer, right: &Response) -> bool {
    let Some(right) = right else { return matches!(difference, WrongAnswer::Accepted) };
    match difference {
        WrongAnswer::Refused => true,
        WrongAnswer::Accepted => false,
        WrongAnswer::Missing { text } => right.find(text).is_some(),
        WrongAnswer::Extra { text } => right.find(text).is_none(),
        WrongAnswer::Duplicate { .. } => true,
        WrongAnswer::Child { text, field, expected, .. } => {
            let index = FIELDS.iter().position(|name| name == field).unwrap_or_default();
            let vfen = right.find(text).and_then(|own| own.vfen.as_deref()).unwrap_or_default();
            vfen.splitn(FIELDS.len(), ' ').nth(index).unwrap_or_default() == expected
        }
        WrongAnswer::Status { expected, .. } => {
            right.status.is_some_and(|status| status.to_string() == *expected)
        }
    }
}
