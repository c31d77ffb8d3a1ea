//! What can be wrong with rules code: other rules, and faults in moves, positions after them, statuses and input.
//!
//! Invariants: a mistake works on correct answers, in terms of classes of moves, pieces, squares and fields, and its title is the same on
//! every run. This module does not know how pieces move.

mod class;
mod effect;
pub(in crate::mistakes) mod facts;
mod fault;
mod limit;
mod misread;
mod mistake;
mod position_context;
mod rulebook_mutant;
#[cfg(test)]
mod tests;

pub(crate) use class::{Class, Classes, seen_by};
pub(crate) use effect::Effect;
pub(crate) use fault::{
    ChildFault, Direction, Fault, FieldError, FieldFault, MoveChange, STATE, StatusContext, faults,
    is_repetition, positions_along,
};
pub(in crate::mistakes) use misread::Misreading;
pub(in crate::mistakes) use mistake::{AnswerChange, Change};
pub use mistake::{Mistake, Origin};
pub(crate) use position_context::{LegalMove, PositionContext, parse_unvalidated};
pub(crate) use rulebook_mutant::RulebookMutant;
