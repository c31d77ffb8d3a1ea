//! The result of a diagnosis.

use super::answers::WrongAnswer;
use super::attribution::Chosen;
use super::evidence::CountFailure;
use super::probe::Probe;
use crate::mistakes::known::Mistake;
use vperft::inner::backend::BackendError;
use vperft::inner::game::variant::{Clause, Rulings};
use vperft::inner::support::observer::Observer;

/// The settings of a diagnosis.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of positions to ask about first, and the maximum number of invalid inputs.
    pub positions: usize,
    /// The maximum number of mistakes to name.
    pub causes: usize,
    /// The readings that the backend is assumed to follow.
    pub rulings: Rulings,
}

/// The event of a diagnosis: how far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The stage in one word, such as `asking`.
    pub stage: &'static str,
    /// How many of its steps are done.
    pub done: usize,
    /// How many steps it has.
    pub of: usize,
}

/// The observer of a diagnosis.
pub type DiagnosisObserver<'o> = dyn Observer<Progress> + Sync + 'o;

/// The result of a diagnosis.
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    /// The number of positions and inputs that the backend answered.
    pub asked: usize,
    /// The number of requests.
    pub requests: u64,
    /// The number of answers that differ from the rules.
    pub differing: usize,
    /// The number of missing answers, and the first error.
    pub unanswered: (usize, Option<BackendError>),
    /// The mistakes: those of rules before those that accept invalid input, and those that explain most first.
    pub causes: Vec<DiagnosedCause>,
    /// The probes for which the rules with all these mistakes do not give the answer of the backend.
    pub unexplained: Vec<Witness>,
    /// The wrong answers that change when the same question is asked again, of which no mistake is named.
    pub changing: Vec<Witness>,
    /// The cases in which nothing but counts is wrong.
    pub counts_only: Vec<CountFailure>,
    /// Whether the diagnosis was stopped early.
    pub is_stopped: bool,
}

impl Diagnosis {
    /// The number of differing answers that the mistakes explain entirely.
    #[must_use]
    pub fn explained(&self) -> usize {
        self.causes.iter().map(|cause| cause.explained).sum()
    }

    /// The number of differing answers that no mistake explains, without those that change when the backend is asked again.
    #[must_use]
    pub fn unexplained_answers(&self) -> usize {
        self.differing.saturating_sub(self.explained() + self.changing.len())
    }
}

/// A mistake that explains some differences.
#[derive(Clone, Debug)]
pub struct DiagnosedCause {
    /// The mistake in words: the title of a known mistake, or a description.
    pub words: String,
    /// The known mistake; `None` for a description.
    pub mistake: Option<Mistake>,
    /// The clause that it breaks, if one is found.
    pub clause: Option<Clause>,
    /// The titles of other mistakes with the same answers everywhere.
    pub alike: Vec<String>,
    /// The number of differing answers that this mistake explains; each counts for one mistake only.
    pub explained: usize,
    /// The number of answers in which it shows.
    pub shown: usize,
    /// The simplest probes that show the mistake.
    pub examples: Vec<Witness>,
    /// Whether the mistake is only that invalid input is accepted.
    pub is_leniency: bool,
    /// The mistake by which it was found.
    pub(super) chosen: Chosen,
}

impl DiagnosedCause {
    /// The mistake in a few words: the clause if it is switched off, otherwise the words, with the clause in parentheses.
    #[must_use]
    pub fn summary(&self) -> String {
        match self.clause {
            Some(clause) if !self.words.contains(clause.id()) => format!("{} ({})", self.words, clause.id()),
            _ => self.words.clone(),
        }
    }
}

/// A probe with its differences.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The probe.
    pub probe: Probe,
    /// The position as VFEN.
    pub vfen: String,
    /// The differences between the backend and the rules that the witness shows.
    pub differences: Vec<WrongAnswer>,
    /// Whether the position is one of the case made smaller.
    pub is_shrunk: bool,
}

impl Witness {
    /// The move with a wrong child, if that is the first difference.
    #[must_use]
    pub fn child(&self) -> Option<&String> {
        match self.differences.first() {
            Some(WrongAnswer::Child { text, .. }) => Some(text),
            _ => None,
        }
    }

    /// The command that shows the first difference.
    #[must_use]
    pub fn asked(&self) -> &'static str {
        match self.differences.first() {
            Some(WrongAnswer::Child { .. }) => "after",
            Some(WrongAnswer::Status { .. }) => "status",
            _ => "moves",
        }
    }
}
