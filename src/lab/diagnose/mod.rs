//! The failures of a backend as a few known mistakes.
//!
//! A suspect is a known mistake: a clause of the rules that is switched off, another reading, a generated mutant of the audit.
//! Each can answer questions. The backend is asked about the positions of the corpus, and what it says there otherwise than the
//! rules is compared, difference by difference, with what each suspect would say. Invariants: a suspect is named only for
//! answers the backend gave; of several that explain as much, the rules come first, and they are told apart by further
//! positions as long as there are any; the same answers give the same diagnosis. This layer knows no rule: it asks those who do.

mod answers;
mod choose;
mod diagnosis;
mod difference_map;
mod inquiry;
mod model;
mod probe;
mod run;
#[cfg(test)]
mod tests;

pub use answers::Difference;
pub use diagnosis::{DiagnosedCause, Diagnosis, Progress, Settings, Witness};
pub use probe::ProbeKind;
pub use run::diagnose;
