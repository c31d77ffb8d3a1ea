//! Explains the failures of a backend by few mistakes.
//!
//! A `World` is the rules with some known mistakes, and answers as a program with them does. The backend is asked about positions of the
//! corpus and about those below them where its counts go wrong, or a run has its answers. Its differences from the rules are compared, one
//! by one, with those of each mistake. `describe` puts into words what no known mistake explains.
//!
//! Invariants: a mistake is named only for answers that the backend gave, and the same answers give the same
//! diagnosis. Among equal mistakes, rules come first; further positions separate them as long as there are
//! any. This module knows no rule; it asks the rules and the mutants.

mod answers;
mod attribution;
mod below;
mod conclude;
pub(super) mod describe;
mod diagnosis;
mod difference_map;
mod evidence;
mod fit;
mod halt;
mod inquiry;
mod probe;
mod run;
mod slips;
mod smallest;
#[cfg(test)]
mod stop_tests;
#[cfg(test)]
mod tests;
mod world;
#[cfg(test)]
mod wrong_engines;

pub use answers::WrongAnswer;
pub use diagnosis::{DiagnosedCause, Diagnosis, Progress, Settings, Witness};
pub use evidence::{CountFailure, RunEvidence};
pub use run::{diagnose, diagnose_run};
