//! Known mistakes that can answer questions.

use super::answers::{Answers, Response};
use super::probe::Probe;
use crate::backend::{Backend, BackendError, Child, Question, Survey};
use crate::game::variant::{Clause, ClauseSet, Color, ModifiedRulebook, Rulings, VariantId};
use crate::generators::reference;
use crate::lab::audit::{
    Classes, Fault, MoveChange, PositionContext, RulebookMutant, StatusContext, faults, is_repetition,
    positions_along,
};
use serde::Serialize;

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
    /// A fault with the side to move to which it applies; `None` for both.
    Fault(Fault, Option<Color>),
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

    /// Every suspect of a variant: its clauses, its readings, and the faults generated from these classes of
    /// moves.
    pub(super) fn all(variant: VariantId, base: &Rulings, classes: &Classes) -> Vec<Self> {
        let mutants = RulebookMutant::all(variant).into_iter().filter(|mutant| !mutant.is_in(base));
        let rules = mutants.map(|mutant| Self {
            title: mutant.to_string(),
            origin: if matches!(mutant, RulebookMutant::Off(_)) { Origin::Clause } else { Origin::Reading },
            mistake: Mistake::RulebookMutant(mutant),
        });
        // Faults in undoing moves show in counts only.
        let is_shown = |fault: &Fault| !matches!(fault, Fault::State(fault) if fault.is_of_undo());
        let faults: Vec<_> = faults(variant, classes.list()).into_iter().filter(is_shown).collect();
        let generated = |(color, words): (Option<Color>, &'static str)| {
            faults.iter().map(move |fault| Self {
                title: fault.title(variant, classes.list()) + words,
                origin: if color.is_some() { Origin::OneSided } else { Origin::Generated },
                mistake: Mistake::Fault(fault.clone(), color),
            })
        };
        let sides =
            [(None, ""), (Some(Color::White), ", White alone"), (Some(Color::Black), ", Black alone")];
        rules.chain(sides.into_iter().flat_map(generated)).collect()
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
    faults: Vec<(Fault, Option<Color>)>,
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
        let mut faults = Vec::new();
        for suspect in suspects {
            match &suspect.mistake {
                Mistake::RulebookMutant(mutant) => mutant.enter(&mut rulings, &mut off),
                Mistake::Fault(fault, color) => faults.push((fault.clone(), *color)),
            }
        }
        let book = ModifiedRulebook::new(rulings, off);
        let backend = Box::new(reference::all(&book));
        Self { variant, backend, book, faults, classes: classes.clone() }
    }

    /// Answers a probe.
    ///
    /// # Errors
    /// Returns an error if the variant has no built-in rules.
    pub fn respond(&mut self, probe: &Probe) -> Result<Response, BackendError> {
        if self.faults.is_empty() {
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
        for (fault, color) in std::mem::take(&mut self.faults) {
            if state.is_for(color)
                && let Some(answers) = self.apply_fault(probe, &state, &fault)?
            {
                state = self.state_of(probe, Some(answers))?;
            }
            self.faults.push((fault, color));
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
        fault: &Fault,
    ) -> Result<Option<Answers>, BackendError> {
        let accepted = || Answers::accepted(probe.vfen.clone());
        Ok(match (&state.response, &probe.question, fault) {
            (None, Question::Read, Fault::Input(input)) => {
                let refusal = self.backend.of(self.variant)?.read(&probe.vfen).err();
                let kind = refusal.and_then(|error| error.fault());
                kind.filter(|kind| input.accepts_position(*kind)).map(|_| accepted())
            }
            (None, Question::After { text }, fault) => state.context.as_ref().and_then(|context| {
                let is_let_in = matches!(fault, Fault::Input(input) if input.accepts_move(text, context));
                let is_extra =
                    |change: &MoveChange| matches!(change, MoveChange::Extra(extra) if extra == text);
                let is_accepted =
                    is_let_in || fault.changes(context, self.classes.list()).iter().any(is_extra);
                is_accepted.then(accepted)
            }),
            (Some(answers), Question::Survey, Fault::State(fault)) => {
                match fault.confused_position(self.variant, &state.path) {
                    Some(kept) => self.respond_for_other(answers, &kept)?,
                    None => None,
                }
            }
            (Some(answers), Question::Survey, Fault::Status(fault)) => {
                let status = state.status.as_ref().map(|context| fault.status(context));
                let is_other = status.is_some() && status != answers.status;
                is_other.then(|| Answers { status, ..answers.clone() })
            }
            (Some(answers), Question::Survey, fault) => state.context.as_ref().and_then(|context| {
                let changes = fault.changes(context, self.classes.list());
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
    /// The generated fault and the side to move to which it applies, if the suspect is a fault.
    pub(super) const fn fault(&self) -> Option<(&Fault, Option<Color>)> {
        match &self.mistake {
            Mistake::Fault(fault, color) => Some((fault, *color)),
            Mistake::RulebookMutant(_) => None,
        }
    }

    /// Whether the suspect may show where the rules asked about these clauses. Other readings may show
    /// anywhere.
    pub(super) fn may_show(&self, asked: ClauseSet) -> bool {
        self.clause().is_none_or(|clause| asked.contains(clause))
    }
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
fn survey(answers: &Answers) -> Survey {
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
