//! Known mistakes that can answer questions.

use super::answers::{Answers, Response};
use super::describe::LeftOut;
use super::limit::{Limit, side_words};
use super::probe::Probe;
use crate::backend::{Backend, BackendError, Child, Question, Survey};
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::variant::{Clause, ClauseSet, Color, ModifiedRulebook, Rulings, VariantId};
use crate::generators::reference;
use crate::lab::audit::{
    Class, Classes, Direction, Fault, LegalMove, MoveChange, PositionContext, RulebookMutant, StatusContext,
    direction, faults, is_repetition, positions_along,
};
use serde::Serialize;
use std::sync::Arc;

/// A known mistake.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The title: `without RYU-EP`, `archer-slide = move-only`, `direction forgotten: B +1+1`.
    pub title: String,
    /// The origin.
    pub origin: Origin,
    mistake: Mistake,
}

/// The origin of a suspect. Equal suspects are named in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A switched-off clause.
    Clause,
    /// Another reading of a ruling.
    Reading,
    /// A generated fault.
    Generated,
    /// A generated fault that applies to one side only.
    OneSided,
}

#[derive(Clone, Debug)]
enum Mistake {
    RulebookMutant(RulebookMutant),
    /// A change of the answers with the side to move to which it applies; `None` for both.
    Change(Change, Option<Color>),
    /// The same change of the pseudo-legal moves, which changes attacks as well.
    Altered(Change, Option<Color>),
}

/// A change of answers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    Fault(Fault),
    Limit(Limit),
    /// The moves of a description are left out.
    Described(LeftOut),
}

impl Change {
    /// The changes at a position.
    fn changes(&self, context: &PositionContext, classes: &Classes) -> Vec<MoveChange> {
        match self {
            Self::Fault(fault) => fault.changes(context, classes.list()),
            Self::Limit(_) | Self::Described(_) => {
                let moves = context.moves.iter().enumerate();
                let is_left_out = |legal: &LegalMove| !self.keeps(&context.position, &legal.mv, classes);
                moves
                    .filter(|(_, legal)| is_left_out(legal))
                    .map(|(index, _)| MoveChange::Missing(index))
                    .collect()
            }
        }
    }

    /// The title, the same on every run.
    fn title(&self, variant: VariantId, classes: &Classes) -> String {
        match self {
            Self::Fault(fault) => fault.title(variant, classes.list()),
            Self::Limit(limit) => limit.title(variant),
            Self::Described(_) => String::new(),
        }
    }

    /// Whether it only leaves out moves, so that it can act on pseudo-legal moves.
    const fn is_alteration(&self) -> bool {
        let is_of_moves =
            matches!(self, Self::Fault(Fault::Forget(_) | Fault::ForgetDirection(_) | Fault::Shorter(..)));
        is_of_moves || matches!(self, Self::Limit(_) | Self::Described(_))
    }

    /// Whether it leaves a move.
    fn keeps(&self, position: &Position, mv: &Move, classes: &Classes) -> bool {
        let is_along = |dir: &Direction, farthest: Option<i8>| {
            let (class, _) = Class::of(position, mv);
            let steps = class.step.and_then(direction).filter(|_| mv.travel.is_none());
            class.piece == dir.piece
                && steps.is_some_and(|(unit, steps)| {
                    unit == dir.step && farthest.is_none_or(|farthest| steps == farthest)
                })
        };
        let is_left_out = match self {
            Self::Limit(limit) => !limit.keeps(position, mv),
            Self::Described(left_out) => left_out.contains(position, mv),
            Self::Fault(Fault::Forget(number)) => {
                let (geometry, manner) = Class::of(position, mv);
                let text = classes.list().get(*number as usize).map(|class| class.text.as_str());
                text == Some(geometry.text.as_str())
                    || manner.is_some_and(|manner| text == Some(&manner.text))
            }
            Self::Fault(Fault::ForgetDirection(dir)) => is_along(dir, None),
            Self::Fault(Fault::Shorter(dir, farthest)) => is_along(dir, Some(*farthest)),
            Self::Fault(_) => false,
        };
        !is_left_out
    }
}

impl Suspect {
    /// The clause that the suspect switches off.
    #[must_use]
    pub const fn clause(&self) -> Option<Clause> {
        match self.mistake {
            Mistake::RulebookMutant(RulebookMutant::Off(clause)) => Some(clause),
            _ => None,
        }
    }

    /// Whether the mistake is only that invalid input is accepted.
    #[must_use]
    pub const fn is_leniency(&self) -> bool {
        matches!(self.mistake, Mistake::Change(Change::Fault(Fault::Input(_)), _))
    }

    /// Every suspect of a variant: its clauses, its readings, and the faults and limits generated from these classes
    /// of moves. The suspects of one change follow each other.
    pub(super) fn all(variant: VariantId, base: &Rulings, classes: &Classes) -> Vec<Self> {
        let mutants = RulebookMutant::all(variant).into_iter().filter(|mutant| !mutant.is_in(base));
        let rules = mutants.map(|mutant| Self {
            title: mutant.to_string(),
            origin: if matches!(mutant, RulebookMutant::Off(_)) { Origin::Clause } else { Origin::Reading },
            mistake: Mistake::RulebookMutant(mutant),
        });
        // Faults in undoing moves show in counts only.
        let is_shown = |fault: &Fault| !matches!(fault, Fault::State(fault) if fault.is_of_undo());
        let faults = faults(variant, classes.list()).into_iter().filter(is_shown).map(Change::Fault);
        let limits = Limit::all(classes).into_iter().map(Change::Limit);
        let generated = limits.chain(faults).flat_map(|change| {
            [None, Some(Color::White), Some(Color::Black)].map(|color| Self {
                title: change.title(variant, classes) + side_words(color),
                origin: if color.is_some() { Origin::OneSided } else { Origin::Generated },
                mistake: Mistake::Change(change.clone(), color),
            })
        });
        rules.chain(generated).collect()
    }

    /// Whether the mistake is generated, and no clause or reading.
    pub(super) const fn is_generated(&self) -> bool {
        !matches!(self.mistake, Mistake::RulebookMutant(_))
    }

    /// Whether the mistake is a fault in positions after moves.
    pub(super) const fn is_of_children(&self) -> bool {
        let Mistake::Change(Change::Fault(fault), _) = &self.mistake else { return false };
        matches!(fault, Fault::Child(_) | Fault::Field(_) | Fault::State(_))
    }

    /// Whether the mistake adds moves that are possible in no variant of the rules.
    pub(super) const fn invents_moves(&self) -> bool {
        let Mistake::Change(Change::Fault(fault), _) = &self.mistake else { return false };
        matches!(fault, Fault::Mirror(_) | Fault::Longer(..) | Fault::Through(..) | Fault::Wrap(_))
    }

    /// Whether a description of its answers says more than the title: it is a fault of moves or of positions after them.
    pub(super) const fn is_described(&self) -> bool {
        match &self.mistake {
            Mistake::Change(Change::Fault(fault), _) | Mistake::Altered(Change::Fault(fault), _) => {
                !matches!(fault, Fault::State(_) | Fault::Status(_) | Fault::Input(_))
            }
            _ => false,
        }
    }

    /// Whether the mistake is made while moves are generated.
    pub(super) const fn is_altered(&self) -> bool {
        matches!(self.mistake, Mistake::Altered(..))
    }

    /// A program that does not generate the moves of a description.
    pub(super) fn described(title: String, left_out: LeftOut) -> Self {
        let mistake = Mistake::Altered(Change::Described(left_out), None);
        Self { title, origin: Origin::Generated, mistake }
    }

    /// The same mistake made while moves are generated, so that it changes attacks as well.
    pub(super) fn in_generator(&self) -> Option<Self> {
        match &self.mistake {
            Mistake::Change(change, color) if change.is_alteration() => {
                Some(Self { mistake: Mistake::Altered(change.clone(), *color), ..self.clone() })
            }
            _ => None,
        }
    }
}

impl ProbeState {
    /// Whether a fault for this side applies to the side to move.
    pub fn is_for(&self, color: Option<Color>) -> bool {
        color.is_none() || self.context.as_ref().map(|context| context.position.turn) == color
    }
}

/// The rules with some mistakes.
pub(super) struct Model {
    variant: VariantId,
    backend: Box<dyn Backend>,
    book: ModifiedRulebook,
    changes: Vec<(Change, Option<Color>)>,
    classes: Classes,
}

/// The answer of some rules to a probe, with the data to apply faults to it.
pub(super) struct ProbeState {
    response: Response,
    /// The parsed moves; `None` if there are none.
    context: Option<PositionContext>,
    /// The VFENs along the path.
    path: Vec<String>,
    /// The context of the status.
    status: Option<StatusContext>,
}

impl Model {
    /// The rules under these readings, with these mistakes.
    pub fn new(variant: VariantId, base: &Rulings, classes: &Classes, suspects: &[&Suspect]) -> Self {
        let (mut rulings, mut off) = (base.clone(), ClauseSet::default());
        let (mut changes, mut altered) = (Vec::new(), Vec::new());
        for suspect in suspects {
            match &suspect.mistake {
                Mistake::RulebookMutant(mutant) => mutant.enter(&mut rulings, &mut off),
                Mistake::Change(change, color) => changes.push((change.clone(), *color)),
                Mistake::Altered(change, color) => altered.push((change.clone(), *color)),
            }
        }
        let book = ModifiedRulebook::new(rulings, off);
        let backend = if altered.is_empty() {
            Box::new(reference::all(&book))
        } else {
            Box::new(reference::altered(&book, &alteration(altered, classes.clone())))
        };
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
        Ok(self.prepare(probe)?.response)
    }

    /// The clauses that the rules asked about since the last call.
    pub fn take_asked(&self) -> ClauseSet {
        self.book.take_asked()
    }

    /// Answers a probe and prepares the answer for further faults.
    ///
    /// # Errors
    /// Returns an error if the variant has no built-in rules.
    pub fn prepare(&mut self, probe: &Probe) -> Result<ProbeState, BackendError> {
        let response = probe.ask_rules(self.backend.of(self.variant)?)?;
        let mut state = self.state_of(probe, response)?;
        for (fault, color) in std::mem::take(&mut self.changes) {
            if state.is_for(color)
                && let Some(answers) = self.apply_fault(probe, &state, &fault)?
            {
                state = self.state_of(probe, Some(answers))?;
            }
            self.changes.push((fault, color));
        }
        Ok(state)
    }

    /// Prepares a response for applying faults.
    fn state_of(&mut self, probe: &Probe, response: Response) -> Result<ProbeState, BackendError> {
        let mut state = ProbeState { response, context: None, path: Vec::new(), status: None };
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
                state.path = positions_along(view, place)?;
                state.status = StatusContext::new(view, place).ok();
            }
        }
        Ok(state)
    }

    /// The answer after applying a fault; `None` if it does not change.
    ///
    /// # Errors
    /// Returns an error if the rules give no answer.
    pub fn apply_fault(
        &mut self,
        probe: &Probe,
        state: &ProbeState,
        fault: &Change,
    ) -> Result<Option<Answers>, BackendError> {
        let accepted = || Answers::accepted(probe.vfen.clone());
        Ok(match (&state.response, &probe.question, fault) {
            (None, Question::Read, Change::Fault(Fault::Input(input))) => {
                let refusal = self.backend.of(self.variant)?.read(&probe.vfen).err();
                let kind = refusal.and_then(|error| error.fault());
                kind.filter(|kind| input.accepts_position(*kind)).map(|_| accepted())
            }
            (None, Question::After { text }, fault) => state.context.as_ref().and_then(|context| {
                let is_let_in =
                    matches!(fault, Change::Fault(Fault::Input(input)) if input.accepts_move(text, context));
                let is_extra =
                    |change: &MoveChange| matches!(change, MoveChange::Extra(extra) if extra == text);
                let is_accepted = is_let_in || fault.changes(context, &self.classes).iter().any(is_extra);
                is_accepted.then(accepted)
            }),
            (Some(answers), Question::Survey, Change::Fault(Fault::State(fault))) => {
                match fault.confused_position(self.variant, &state.path) {
                    Some(kept) => self.respond_for_other(answers, &kept)?,
                    None => None,
                }
            }
            (Some(answers), Question::Survey, Change::Fault(Fault::Status(fault))) => {
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
        let leads = |text: &String| {
            let child = answers.children.iter().find(|(own, _)| own == text);
            child.and_then(|(_, vfen)| vfen.clone())
        };
        let children = moves.into_iter().map(|text| (text.clone(), leads(&text))).collect();
        let mut status = answers.status;
        if !status.is_some_and(is_repetition) {
            status = view.status(other.into()).ok().or(status);
        }
        Ok(Some(Answers { children, status, ..answers.clone() }))
    }
}

impl Suspect {
    /// The change of answers and the side to move to which it applies, if the suspect is one.
    pub(super) const fn change(&self) -> Option<(&Change, Option<Color>)> {
        match &self.mistake {
            Mistake::Change(change, color) => Some((change, *color)),
            Mistake::RulebookMutant(_) | Mistake::Altered(..) => None,
        }
    }

    /// Whether the suspect may show where the rules asked about these clauses. Other readings may show
    /// anywhere.
    pub(super) fn may_show(&self, asked: ClauseSet) -> bool {
        self.clause().is_none_or(|clause| asked.contains(clause))
    }
}

/// Changes of the pseudo-legal moves of one side or both as one.
fn alteration(changes: Vec<(Change, Option<Color>)>, classes: Classes) -> reference::Alteration {
    Arc::new(move |position, mv| {
        let keeps = |(change, color): &(Change, Option<Color>)| {
            color.is_some_and(|color| color != mv.piece.color) || change.keeps(position, mv, &classes)
        };
        changes.iter().all(keeps).then_some(*mv)
    })
}

/// Applies a change to an answer.
fn enter(answers: &mut Answers, context: &PositionContext, change: MoveChange) {
    let children = &mut answers.children;
    match change {
        MoveChange::Missing(index) => children.retain(|(text, _)| *text != context.moves[index].text),
        MoveChange::Duplicate(index) => {
            let legal = &context.moves[index];
            children.push((legal.text.clone(), Some(legal.vfen.clone())));
        }
        MoveChange::Extra(text) => children.push((text, None)),
        MoveChange::Child(index, vfen) => {
            let own = children.iter_mut().filter(|(text, _)| *text == context.moves[index].text);
            own.for_each(|(_, child)| *child = Some(vfen.clone()));
        }
    }
    children.sort();
}

/// Converts answers to a survey.
pub(super) fn survey(answers: &Answers) -> Survey {
    let child = |(text, vfen): &(String, Option<String>)| {
        Some(Child { text: text.clone(), vfen: vfen.clone()?, status: None })
    };
    let children: Vec<_> = answers.children.iter().filter_map(child).collect();
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
