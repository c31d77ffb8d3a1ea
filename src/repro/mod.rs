//! From a failure to its cause.
//!
//! Two sides are compared: one that is believed, and one that is accused, which may be a backend or just what somebody says that
//! it counted. Invariants: little is asked, because every request may cost a second; what was found is kept when a side gives
//! no more answers; the same answers lead to the same result. This layer knows backends and the texts of positions and moves: no
//! rule, no file and nobody who prints.

mod bug;
mod causes;
mod clause_switch;
mod descend;
mod explain;
mod import;
#[cfg(test)]
mod liars;
mod shrink;
mod table;

pub use bug::{Again, Answered, Bug, Opened, Outcome, Probe, Surroundings, again};
pub use causes::{SortedCause, Sorter, Sorting};
pub use clause_switch::ClauseSwitch;
pub use descend::{Asked, Cause, Claim, Descended, Descent, Detail, Kind, Onlooker, descend};
pub use explain::{ExplainedMove, ExplainedSquare, ExplainedStatus, Explaining, Ground};
pub use import::{Form, Game, ImportError, Script, Stop, first, import, without_number};
pub use shrink::{End, Shrinking, Shrunk, differences, shrink};
pub use table::read_table;
