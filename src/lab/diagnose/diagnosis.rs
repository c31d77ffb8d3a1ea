//! What a diagnosis finds.

use super::answers::Difference;
use super::model::Suspect;
use super::probe::Probe;
use crate::backend::BackendError;
use crate::game::variant::Rulings;
use crate::support::observer::Observer;

/// How to diagnose.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many positions the backend is asked about first, and how many inputs at most that may be refused.
    pub positions: usize,
    /// How many mistakes to name at most.
    pub causes: usize,
    /// The readings it is taken to follow.
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

/// What was found.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// How many positions and inputs were asked about and answered.
    pub asked: usize,
    /// How many requests that took.
    pub requests: u64,
    /// How many of them differ.
    pub differing: usize,
    /// How many had no answer, and why the first had none.
    pub unanswered: (usize, Option<BackendError>),
    /// The mistakes, that which explains most first.
    pub causes: Vec<DiagnosedCause>,
    /// Where they do not say together what the backend says.
    pub unexplained: Vec<Witness>,
    /// Whether it was stopped before all was asked.
    pub is_stopped: bool,
}

/// A mistake that explains something.
#[derive(Clone, Debug)]
pub struct DiagnosedCause {
    /// The mistake.
    pub suspect: Suspect,
    /// The titles of others that say the same everywhere.
    pub alike: Vec<String>,
    /// At how many of the places that differ it says exactly what the backend says.
    pub exactly: usize,
    /// At how many it explains something.
    pub partly: usize,
    /// The simplest place where it shows.
    pub witness: Witness,
}

/// A place with what differs there.
#[derive(Clone, Debug)]
pub struct Witness {
    /// What is asked.
    pub probe: Probe,
    /// Its position, as VFEN.
    pub vfen: String,
    /// What the backend says otherwise than the rules, as far as it is meant here.
    pub differences: Vec<Difference>,
}

impl Witness {
    /// The move that leads elsewhere, if nothing else differs.
    #[must_use]
    pub fn child(&self) -> Option<&String> {
        match self.differences.first() {
            Some(Difference::Child { text, .. }) => Some(text),
            _ => None,
        }
    }

    /// The command whose answer shows the first difference.
    #[must_use]
    pub fn asked(&self) -> &'static str {
        match self.differences.first() {
            Some(Difference::Child { .. }) => "after",
            Some(Difference::Status { .. }) => "status",
            _ => "moves",
        }
    }
}
