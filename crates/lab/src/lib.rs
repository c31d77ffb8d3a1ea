//! The tools that find the cause of a wrong answer, and those that measure the corpus, in rooms of one subject each.
//!
//! The tools know backends and texts. They must not know how their results are printed, and which programs or fast rules answer.

mod basic_answers;
pub mod differences;
pub mod drawing;
pub mod exchange;
#[cfg(test)]
mod faulty_sides;
pub mod mistakes;
pub mod unreachable;
pub mod upkeep;
