//! From a wrong answer to its cause, and from the corpus to its quality: one module a tool.
//!
//! `fuzz` finds positions at which two backends differ; `descend` walks from a wrong count to such a position; `shrink` makes it
//! small; `causes` sorts many of them; `explain` names the clauses behind a move; `bug` reads and writes bug files; `import` reads
//! games; `diagnose` and `identify` find the known mistakes and the readings a backend follows; `audit` measures the corpus with
//! mutants; `bless` computes expected values. They know backends and texts; none of them knows who prints.

pub(crate) mod audit;
pub(crate) mod bless;
pub(crate) mod bug;
pub(crate) mod causes;
pub(crate) mod clause_switch;
pub(crate) mod descend;
pub(crate) mod diagnose;
pub(crate) mod explain;
#[cfg(test)]
mod faulty_sides;
pub mod fuzz;
pub(crate) mod identify;
pub(crate) mod import;
pub(crate) mod shrink;
