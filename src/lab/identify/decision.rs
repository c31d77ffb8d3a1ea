//! Decides which reading of a ruling a backend follows.

use super::plan::chooses_the_start;
use super::{DistinguishingQuestion, RulingPlan};
use crate::backend::{BackendError, VariantBackend};
use crate::game::variant::Ruling;
use serde::Serialize;

/// What was found out about a ruling.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The ruling.
    pub ruling: &'static Ruling,
    /// Which reading it is.
    pub outcome: DecisionOutcome,
}

/// Which reading of a ruling a backend follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum DecisionOutcome {
    /// One reading gives all its answers.
    Reading {
        /// The reading.
        reading: &'static str,
        /// A question that only it answers so, or else the last that ruled another reading out.
        by: DistinguishingQuestion,
        /// The answer of the backend.
        answer: Vec<String>,
    },
    /// Several readings give all its answers.
    Undecided {
        /// These readings.
        left: Vec<&'static str>,
        /// Why that could not be decided.
        why: String,
    },
    /// No reading gives all its answers.
    Neither {
        /// The question after which no reading was left.
        by: DistinguishingQuestion,
        /// The answer of the backend.
        answer: Vec<String>,
    },
}

impl Decision {
    /// The reading, if it was found.
    #[must_use]
    pub const fn reading(&self) -> Option<&'static str> {
        match self.outcome {
            DecisionOutcome::Reading { reading, .. } => Some(reading),
            _ => None,
        }
    }

    /// Whether no reading gives the answers of the backend.
    #[must_use]
    pub const fn is_neither(&self) -> bool {
        matches!(self.outcome, DecisionOutcome::Neither { .. })
    }
}

/// After how many questions without an answer, and none before them with one, a backend is given up.
const MAX_UNANSWERED: usize = 10;

/// Whether a backend has ever answered.
#[derive(Debug, Default)]
pub struct ResponseTracker {
    has_answered: bool,
    /// How many questions had no answer, and what came of the last. What is unsupported does not count: that it is says so.
    unanswered: usize,
    last: Option<BackendError>,
}

impl ResponseTracker {
    fn record(&mut self, answer: &Result<Vec<String>, BackendError>) {
        match answer {
            Err(BackendError::Unsupported(_)) => {}
            Err(error) if !error.refuses_position() && !error.refuses_move() => {
                self.unanswered += 1;
                self.last = Some(error.clone());
            }
            _ => self.has_answered = true,
        }
    }

    /// Demands an answer among so many questions without one.
    ///
    /// # Errors
    /// If there is none: what came of the last question.
    pub fn require_answer(&self, patience: usize) -> Result<(), BackendError> {
        match &self.last {
            Some(error) if !self.has_answered && self.unanswered >= patience => Err(error.clone()),
            _ => Ok(()),
        }
    }
}

/// Asks a backend all questions about a ruling.
///
/// # Errors
/// If the backend has answered none of many.
pub fn decide(
    ruling_plan: &RulingPlan,
    view: &mut dyn VariantBackend,
    tracker: &mut ResponseTracker,
) -> Result<Decision, BackendError> {
    let ruling = ruling_plan.ruling;
    let mut left: Vec<usize> = (0..ruling.readings.len()).collect();
    let mut by = None;
    let mut silence = None;
    for question in &ruling_plan.questions {
        let answer = question.ask(view);
        tracker.record(&answer);
        tracker.require_answer(MAX_UNANSWERED)?;
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                silence.get_or_insert_with(|| error.to_string());
                continue;
            }
        };
        // A reading that does not have the position says nothing about it.
        let agrees = |index: &usize| question.answers[*index].as_ref().is_none_or(|own| *own == answer);
        let agreeing: Vec<_> = left.iter().copied().filter(agrees).collect();
        if agreeing.is_empty() {
            return Ok(Decision {
                ruling,
                outcome: DecisionOutcome::Neither { by: question.clone(), answer },
            });
        }
        if agreeing.len() < left.len() {
            by = Some((question, answer));
        }
        left = agreeing;
    }
    let outcome = match (left.as_slice(), by) {
        (&[reading], Some((question, answer))) => {
            DecisionOutcome::Reading { reading: ruling.readings[reading], by: question.clone(), answer }
        }
        (left, _) => {
            let left: Vec<_> = left.iter().map(|&index| ruling.readings[index]).collect();
            let untold = || {
                let known = "only the start position is known to differ, and a backend is not asked where a game starts";
                let none = || format!("no position was found that tells {} apart", left.join(" and "));
                if chooses_the_start(ruling) { known.to_owned() } else { none() }
            };
            let why = silence.map_or_else(untold, |error| format!("the backend {error}"));
            DecisionOutcome::Undecided { left, why }
        }
    };
    Ok(Decision { ruling, outcome })
}
