//! The rules with some mistakes, which answer probes as a program with these mistakes does.

use super::answers::{Answers, ListedMove, Response, unless_refused};
use super::probe::Probe;

use crate::mistakes::known::{
    AnswerChange, Change, Classes, Fault, LegalMove, Misreading, Mistake, MoveChange, PositionContext,
    StatusContext, is_repetition, parse_unvalidated, positions_along,
};
use std::sync::Arc;
use vperft::inner::backend::{Backend, BackendError, Child, Question, Survey, VariantBackend};
use vperft::inner::game::position;
use vperft::inner::game::variant::{ClauseSet, Color, ModifiedRulebook, Rulings, VariantId};
use vperft::inner::generators;
use vperft::inner::generators::{Alteration, data, reference};

/// The rules with some mistakes.
pub(super) struct World {
    variant: VariantId,
    backend: Box<dyn Backend>,
    book: ModifiedRulebook,
    changes: Vec<(AnswerChange, Option<Color>)>,
    classes: Classes,
}

/// The answer of some rules to a probe, with the data to apply faults to it.
#[derive(Default)]
pub(super) struct ProbeState {
    response: Response,
    /// The parsed moves; `None` if there are none.
    context: Option<PositionContext>,
    /// The VFENs along the path, and the positions before each of its moves.
    path: Vec<String>,
    before: Vec<PositionContext>,
    /// The context of the status.
    status: Option<StatusContext>,
}

impl World {
    /// The rules under these readings, with these mistakes.
    pub fn new(variant: VariantId, base: &Rulings, classes: &Classes, mistakes: &[&Mistake]) -> Self {
        let (mut rulings, mut off) = (base.clone(), ClauseSet::default());
        let (mut changes, mut altered, mut programs) = (Vec::new(), Vec::new(), Vec::new());
        for mistake in mistakes {
            match &mistake.change {
                Change::Rulebook(mutant) => mutant.enter(&mut rulings, &mut off),
                Change::Answers(change) => changes.push((change.clone(), mistake.side)),
                Change::Generator(change) => altered.push((change.clone(), mistake.side)),
                Change::Moves(slip) => {
                    programs.push(data::Change::Program(slip.kind, slip.program.clone()));
                }
            }
        }
        let book = ModifiedRulebook::new(rulings, off);
        let alteration = (!altered.is_empty()).then(|| alteration(altered, classes.clone()));
        let backend = match &alteration {
            None if programs.is_empty() => generators::oracle(&book),
            Some(alteration) if reference::has_rules(variant) => reference::altered(&book, alteration),
            alteration => data::altered(variant, &book, &programs, alteration.as_ref()),
        };
        let backend = Box::new(backend);
        Self { variant, backend, book, changes, classes: classes.clone() }
    }

    /// Answers a probe.
    ///
    /// # Errors
    /// Returns an error if the variant has no built-in rules.
    pub fn respond(&mut self, probe: &Probe) -> Result<Response, BackendError> {
        if self.changes.is_empty() {
            return probe.ask_rules(self.backend.of(self.variant)?);
        }
        Ok(self.prepare(probe, None)?.response)
    }

    /// The clauses that the rules asked about since the last call.
    pub fn take_asked(&self) -> ClauseSet {
        self.book.take_asked()
    }

    /// Answers a probe and prepares the answer for further faults. The moves that `near` has too are shared with it.
    ///
    /// # Errors
    /// Returns an error if the variant has no built-in rules.
    pub fn prepare(&mut self, probe: &Probe, near: Option<&Answers>) -> Result<ProbeState, BackendError> {
        let mut response = probe.ask_rules(self.backend.of(self.variant)?)?;
        if let (Some(answers), Some(near)) = (&mut response, near) {
            answers.share(near);
        }
        let mut state = self.state_of(probe, response)?;
        for (fault, color) in std::mem::take(&mut self.changes) {
            if let Some(response) = self.apply_fault(probe, &state, &fault, color)? {
                state = self.state_of(probe, response)?;
            }
            self.changes.push((fault, color));
        }
        Ok(state)
    }

    /// Prepares a response for applying faults.
    fn state_of(&mut self, probe: &Probe, response: Response) -> Result<ProbeState, BackendError> {
        let mut state = ProbeState { response, ..ProbeState::default() };
        let view = self.backend.of(self.variant)?;
        let place = probe.path();
        // An illegal move is compared with the legal moves of its position.
        let here = match &probe.question {
            Question::After { .. } => Answers::of_rules(view, place)?,
            Question::Read => None,
            _ => state.response.clone(),
        };
        if let Some(answers) = here {
            state.context = PositionContext::new(self.variant, &survey(&answers), &mut self.classes);
            if probe.question == Question::Survey {
                // The rules may refuse a position that is only answered because it is read as another one.
                state.path = unless_refused(positions_along(view, place))?.unwrap_or_default();
                for vfen in state.path.iter().take(probe.moves.len()) {
                    state.before.extend(context_of(view, vfen, &mut self.classes)?);
                }
                state.status = StatusContext::new(view, place).ok();
            }
        }
        Ok(state)
    }

    /// The response after applying a fault of one side or both; `None` if it does not change.
    ///
    /// # Errors
    /// Returns an error if the rules give no answer.
    pub fn apply_fault(
        &mut self,
        probe: &Probe,
        state: &ProbeState,
        fault: &AnswerChange,
        color: Option<Color>,
    ) -> Result<Option<Response>, BackendError> {
        let elsewhere = match fault {
            AnswerChange::Misread(misreading) => self.misread(probe, *misreading)?,
            _ => self.misplayed(state, fault, color)?,
        };
        match elsewhere {
            Some(Some(answers)) if state.is_for(color) => {
                let context = PositionContext::new(self.variant, &survey(&answers), &mut self.classes);
                let other = ProbeState { response: Some(answers), context, ..ProbeState::default() };
                let own = self.faulty_answers(probe, &other, fault)?;
                Ok(Some(own.or(other.response)))
            }
            Some(response) => Ok(Some(response)),
            None if state.is_for(color) => Ok(self.faulty_answers(probe, state, fault)?.map(Some)),
            None => Ok(None),
        }
    }

    /// The response about a position that is read as another one; `None` if it does not change, or if the rules refuse that position.
    fn misread(&mut self, probe: &Probe, misreading: Misreading) -> Result<Option<Response>, BackendError> {
        let Some(given) = parse_unvalidated(self.variant, &probe.vfen) else { return Ok(None) };
        let read = misreading.apply(&given);
        let vfen = position::print(&read, &Rulings::DEFAULT);
        if read == given
            || probe.question != Question::Survey
            || self.backend.of(self.variant)?.read(&vfen).is_err()
        {
            return Ok(None);
        }
        let other = Probe { vfen, ..probe.clone() };
        Ok(Some(other.ask_rules(self.backend.of(self.variant)?)?))
    }

    /// The response after moves of which one is missing, or of which some are played wrongly; `None` if all are played as by the rules, or if
    /// the rules refuse the position to which they lead.
    fn misplayed(
        &mut self,
        state: &ProbeState,
        fault: &AnswerChange,
        color: Option<Color>,
    ) -> Result<Option<Response>, BackendError> {
        let mut here: Option<PositionContext> = None;
        for (step, before) in state.before.iter().enumerate() {
            let is_played = |legal: &&LegalMove| legal.vfen == state.path[step + 1];
            let Some(right) = before.moves.iter().find(is_played) else { return Ok(None) };
            let now = here.as_ref().unwrap_or(before);
            let Ok(index) = now.moves.binary_search_by(|legal| legal.text.cmp(&right.text)) else {
                return Ok(Some(None));
            };
            let played = &now.moves[index];
            let is_faulty = color.is_none_or(|color| color == now.position.turn);
            if is_faulty && !fault.keeps(&now.position, &played.mv, &self.classes) {
                return Ok(Some(None));
            }
            let wrong = match fault {
                AnswerChange::Fault(fault) if is_faulty => fault.child(now, index),
                _ => None,
            };
            if wrong.is_some() || here.is_some() {
                let vfen = wrong.as_ref().unwrap_or(&played.vfen);
                let view = self.backend.of(self.variant)?;
                if view.read(vfen).is_err() {
                    return Ok(None);
                }
                here = context_of(view, vfen, &mut self.classes)?;
            }
        }
        let Some(here) = here else { return Ok(None) };
        let view = self.backend.of(self.variant)?;
        Ok(Some(Answers::of_rules(view, here.vfen.as_str().into())?))
    }

    /// The answer after applying a fault at the position itself; `None` if it does not change.
    fn faulty_answers(
        &mut self,
        probe: &Probe,
        state: &ProbeState,
        fault: &AnswerChange,
    ) -> Result<Option<Answers>, BackendError> {
        let accepted = || Answers::accepted(probe.vfen.clone());
        Ok(match (&state.response, &probe.question, fault) {
            (None, Question::Read, AnswerChange::Fault(Fault::Input(input))) => {
                let refusal = self.backend.of(self.variant)?.read(&probe.vfen).err();
                let kind = refusal.and_then(|error| error.fault());
                kind.filter(|kind| input.accepts_position(*kind)).map(|_| accepted())
            }
            (None, Question::After { text }, fault) => state.context.as_ref().and_then(|context| {
                let is_let_in =
                    matches!(fault, AnswerChange::Fault(Fault::Input(input)) if input.accepts_move(text, context));
                let is_extra =
                    |change: &MoveChange| matches!(change, MoveChange::Extra(extra) if extra == text);
                let is_accepted = is_let_in || fault.changes(context, &self.classes).iter().any(is_extra);
                is_accepted.then(accepted)
            }),
            (Some(answers), Question::Survey, AnswerChange::Fault(Fault::State(fault))) => {
                match fault.confused_position(self.variant, &state.path) {
                    Some(kept) => self.respond_for_other(answers, &kept)?,
                    None => None,
                }
            }
            (Some(answers), Question::Survey, AnswerChange::Fault(Fault::Status(fault))) => {
                let status = state.status.as_ref().map(|context| fault.status(context));
                let is_other = status.is_some() && status != answers.status;
                is_other.then(|| Answers { status, ..answers.clone() })
            }
            (Some(answers), Question::Survey, fault) => state.context.as_ref().and_then(|context| {
                let changes = fault.changes(context, &self.classes);
                (!changes.is_empty()).then(|| {
                    let mut answers = answers.clone();
                    changes.into_iter().for_each(|change| enter(&mut answers, context, change));
                    answers
                })
            }),
            _ => None,
        })
    }

    /// The answer of a backend that confuses the position with another one; `None` if that is not valid.
    fn respond_for_other(&mut self, answers: &Answers, other: &str) -> Result<Option<Answers>, BackendError> {
        let view = self.backend.of(self.variant)?;
        // If the rules refuse the other position, it has no moves.
        let Ok(mut moves) = view.moves(other.into()) else { return Ok(None) };
        moves.sort();
        let listed = |text: String| {
            let own = answers.find(&text).cloned();
            own.unwrap_or_else(|| ListedMove::new(text, None))
        };
        let moves = moves.into_iter().map(listed).collect();
        let mut status = answers.status;
        if !status.is_some_and(is_repetition) {
            status = view.status(other.into()).ok().or(status);
        }
        Ok(Some(Answers { moves, status, vfen: answers.vfen.clone() }))
    }
}

impl ProbeState {
    /// Whether a fault for this side applies to the side to move.
    pub fn is_for(&self, color: Option<Color>) -> bool {
        color.is_none() || self.context.as_ref().map(|context| context.position.turn) == color
    }
}

/// A position with its legal moves.
fn context_of(
    view: &mut dyn VariantBackend,
    vfen: &str,
    classes: &mut Classes,
) -> Result<Option<PositionContext>, BackendError> {
    let answers = Answers::of_rules(view, vfen.into())?;
    Ok(answers.and_then(|answers| PositionContext::new(view.variant(), &survey(&answers), classes)))
}

/// Changes of the pseudo-legal moves of one side or both as one.
fn alteration(changes: Vec<(AnswerChange, Option<Color>)>, classes: Classes) -> Alteration {
    Arc::new(move |position, mv| {
        let keeps = |(change, color): &(AnswerChange, Option<Color>)| {
            color.is_some_and(|color| color != mv.piece.color) || change.keeps(position, mv, &classes)
        };
        changes.iter().all(keeps).then_some(*mv)
    })
}

/// Applies a change to an answer.
fn enter(answers: &mut Answers, context: &PositionContext, change: MoveChange) {
    let moves = &mut answers.moves;
    match change {
        MoveChange::Missing(index) => moves.retain(|listed| listed.text != context.moves[index].text),
        MoveChange::Duplicate(index) => {
            let LegalMove { text, vfen, .. } = &context.moves[index];
            moves.push(ListedMove::new(text.clone(), Some(vfen.clone())));
        }
        MoveChange::Extra(text) => moves.push(ListedMove::new(text, None)),
        MoveChange::Child(index, vfen) => {
            let text = &context.moves[index].text;
            let changed = ListedMove::new(text.clone(), Some(vfen));
            moves.iter_mut().filter(|own| own.text == *text).for_each(|own| *own = Arc::clone(&changed));
        }
    }
    moves.sort();
}

/// Converts answers to a survey.
pub(super) fn survey(answers: &Answers) -> Survey {
    let child = |listed: &Arc<ListedMove>| {
        Some(Child { text: listed.text.clone(), vfen: listed.vfen.clone()?, status: None })
    };
    let children: Vec<_> = answers.moves.iter().filter_map(child).collect();
    Survey { vfen: answers.vfen.clone(), status: answers.status, count: children.len() as u128, children }
}

/// The classes of all moves in these responses.
pub(super) fn classes<'s>(variant: VariantId, responses: impl Iterator<Item = &'s Response>) -> Classes {
    let mut classes = Classes::default();
    for answers in responses.flatten() {
        let _ = PositionContext::new(variant, &survey(answers), &mut classes);
    }
    classes
}
