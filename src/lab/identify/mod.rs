//! Finds out which reading of every ruling a backend follows.
//!
//! An oracle that follows any reading says where readings differ: in positions of the corpus, the smallest
//! first, then in constructed ones. There the backend is asked, and only for what the readings differ in, so
//! that a fault elsewhere does not hide the reading. Invariants: a ruling is decided by every answer that was
//! given, not by the first; each is decided with the others at their default, and a pass under all readings
//! found says whether they fit together; if not, each is decided again with the others as found. This layer knows no rule, and no reading but by its name.

mod decision;
mod distinction;
mod joint_check;
mod plan;
mod run;
#[cfg(test)]
mod tests;

pub use decision::{Decision, DecisionOutcome, ResponseTracker, decide};
pub use distinction::{Aspect, DistinguishingQuestion};
pub use joint_check::{JointCheck, JointMismatch, confirm};
pub use plan::{Oracle, RulingPlan, plan};
pub use run::{Identified, identify};
