//! Measures the corpus: which clauses its cases exercise, which classes of moves they list, which mistakes they notice.
//!
//! Clauses and the mutants of the rulebook are measured with the `reference` backend, because only its rulebook can be changed
//! and records what it was asked. Classes of moves and generated mutants work on what any correct backend says
//! in text. This module knows boards, moves and answers; how a piece moves it does not know.

mod cited;
mod class;
mod cover;
mod coverage;
mod explained;
mod fault;
mod faulty;
mod gaps;
mod measure;
mod mutants;
mod position_context;
mod rulebook_mutant;
mod sample;
mod score;
mod smoke;
#[cfg(test)]
mod tests;
mod title;
mod worth;

pub(crate) use class::Classes;
pub use coverage::Coverage;
pub use coverage::coverage;
pub(crate) use fault::{Fault, MoveChange, StatusContext, faults, is_repetition, positions_along};
pub use gaps::{CLASSES_FILE, propose};
pub use measure::{AuditSettings, measure};
pub(crate) use position_context::PositionContext;
pub(crate) use rulebook_mutant::RulebookMutant;
pub use smoke::smoke;
pub use worth::{Audit, MutantRow, RULEBOOK};
