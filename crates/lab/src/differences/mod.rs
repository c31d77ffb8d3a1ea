//! Where two backends differ, and which clause decides there.
//!
//! `fuzz` and `exhaust` find positions at which two backends differ, `descend` walks from a wrong count to one, and `shrink` makes it
//! smaller; `search` has what both report. `reason` names the clauses behind a difference, `explain` those behind a move, `mover` the piece
//! of an illegal one, `clause_switch` the moves without a clause, and `clause_order` their order. `bug` reads and writes bug files.

pub mod bug;
pub mod clause_order;
pub mod clause_switch;
pub mod descend;
pub mod exhaust;
pub mod explain;
pub mod fuzz;
pub mod mover;
pub mod reason;
pub mod search;
pub mod shrink;
