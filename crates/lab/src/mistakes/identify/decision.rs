//! Decides which reading of a ruling a backend follows.

use super::plan::chooses_the_start;
use super::{DistinguishingQuestion, RulingPlan};
use serde::Serialize;
use vperft::inner::backend::{BackendError, VariantBackend};
use vperft::inner::game::variant::Ruling;

/// The decision about a ruling.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The ruling.
    pub ruling: &'static Ruling,
    /// The outcome.
    pub outcome: DecisionOutcome,
}

/// The outcome for a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum DecisionOutcome {
    /// All answers agree with one reading.
    Reading {
        /// The reading.
        reading: &'static str,
        /// A question whose answer only this reading gives, or the last one that excluded another reading.
        by: DistinguishingQuestion,
        /// The answer of the backend.
        answer: Vec<String>,
    },
    /// All answers agree with several readings.
    Undecided {
        /// The readings.
        left: Vec<&'static str>,
        /// The reason why the ruling stays undecided.
        why: String,
    },
    /// No reading agrees with all answers.
    Neither {
        /// The question that excluded the last reading.
        by: DistinguishingQuestion,
        /// The answer of the backend.
        answer: Vec<String>,
    },
}

impl Decision {
    /// The reading, if it was decided.
    #[must_use]
    pub const fn reading(&self) -> Option<&'static str> {
        match self.outcome {
            DecisionOutcome::Reading { reading, .. } => Some(reading),
            _ => None,
        }
    }

    /// Whether no reading agrees with the answers.
    #[must_use]
    pub const fn is_neither(&self) -> bool {
        matches!(self.outcome, DecisionOutcome::Neither { .. })
    }
}

/// The identification gives up on a backend after this many questions without any answer.
const MAX_UNANSWERED: usize = 10;

/// Tracks whether a backend has ever answered.
#[derive(Debug, Default)]
pub struct ResponseTracker {
    has_answered: bool,
    /// The number of questions without an answer, and the last error. Unsupported questions do not count.
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

    /// Checks that the backend has answered, once this many questions had no answer.
    ///
    /// # Errors
    /// Returns the last error if the backend never answered.
    pub fn require_answer(&self, max_unanswered: usize) -> Result<(), BackendError> {
        match &self.last {
            Some(error) if !self.has_answered && self.unanswered >= max_unanswered => Err(error.clone()),
            _ => Ok(()),
        }
    }
}

/// Asks a backend all questions about a ruling.
///
/// # Errors
/// Returns an error if the backend answers none of the first questions.
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
        // A reading under which the position is not valid agrees with any answer.
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
            let unseparated = || {
                let known = "only the start position is known to differ, and it is not asked about";
                let none = || format!("no position was found that distinguishes {}", left.join(" and "));
                if chooses_the_start(ruling) { known.to_owned() } else { none() }
            };
            let why = silence.map_or_else(unseparated, |error| format!("the backend {error}"));
            DecisionOutcome::Undecided { left, why }
        }
    };
    Ok(Decision { ruling, outcome })
}
