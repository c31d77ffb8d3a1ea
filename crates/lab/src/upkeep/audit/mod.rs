//! Audits the corpus: which clauses it exercises, which classes of moves it lists, and which mistakes it
//! notices.
//!
//! Clauses and rulebook mutants use the `reference` backend, because only its rulebook can be modified and
//! records questions. Classes of moves and generated mutants work on the text answers of any correct backend.
//! This module knows boards, moves and answers, but not how pieces move.

mod cited;
mod class;
mod cover;
mod coverage;
mod effect;
mod explained;
mod fault;
mod faulty;
mod fields;
mod gaps;
mod measure;
mod mutants;
mod position_context;
mod results;
mod rulebook_mutant;
mod sample;
mod score;
mod share;
mod smoke;
#[cfg(test)]
mod tests;
mod title;

pub(crate) use class::{Class, Classes, seen_by};
pub(crate) use cover::{by_worth, cover};
pub use coverage::Coverage;
pub use coverage::coverage;
pub(crate) use fault::{
    ChildFault, Direction, Fault, FieldFault, MoveChange, StatusContext, faults, is_repetition,
    positions_along,
};
pub use gaps::{CLASSES_FILE, propose};
pub use measure::{AuditSettings, measure};
pub(crate) use position_context::{LegalMove, PositionContext, parse_unvalidated};
pub use results::{Audit, MutantRow, RULEBOOK};
pub(crate) use rulebook_mutant::RulebookMutant;
pub use share::{AuditError, RecordedMutants, Share};
pub(crate) use smoke::cost;
pub use smoke::smoke;
pub(crate) use vperft::inner::game::board::{between, direction};
