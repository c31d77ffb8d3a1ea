//! Identifies the reading of every ruling that a backend follows.
//!
//! An oracle, which can follow any reading, finds positions where readings differ: first in the corpus, the
//! smallest first, then among constructed ones. The backend is asked only about the differences, so that a
//! fault elsewhere does not hide the reading.
//!
//! Invariants: all answers count towards a decision, not only the first. Each ruling is decided with the
//! others at their default. A pass under all readings found then checks that they agree together; otherwise
//! each ruling is decided again with the others as found. This module knows readings only by name.

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
