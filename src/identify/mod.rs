//! Finds out which reading of every ruling a backend follows.
//!
//! An oracle that follows any reading says where readings differ: in positions of the corpus, the smallest
//! first, then in constructed ones. There the backend is asked, and only for what the readings differ in, so
//! that a fault elsewhere does not hide the reading. Invariants: a ruling is decided by every answer that was
//! given, not by the first; each is decided with the others at their default, and a pass under all readings
//! found says whether they fit together; if not, each is decided again with the others as found. This room knows no rule, and no reading but by its name.

mod confirm;
mod decide;
mod plan;
mod question;
mod run;

pub use confirm::{Joint, Misfit, confirm};
pub use decide::{Finding, Outcome, decide};
pub use plan::{Deciding, Oracle, plan};
pub use question::{Aspect, Question};
pub use run::{Identified, identify};
