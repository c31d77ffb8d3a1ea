//! What people see: boards as text and as pictures, tables, failing cases.
//!
//! Invariants: the same input gives the same output, to the byte, and everything here returns text; whoever
//! prints it decides where. Any position can be drawn, also one that no backend accepts, because what went
//! wrong is what people want to see. What drawings say in common (what kind of square it is, what stands
//! under the board) is found in one place each, `ground` and `details`. This room knows results and
//! positions, never how they came about.

mod audit;
mod board;
mod bugs;
mod details;
mod difference;
mod disagreement;
mod failure;
mod ground;
mod list;
mod reading;
mod summary;
mod svg;
mod table;

pub use audit::{audit, audit_page};
pub use board::board;
pub use bugs::{BugEntry, bugs_for_people, bugs_in_markdown};
pub use details::legend;
pub use difference::{Sides, coverage, difference, tallies};
pub use disagreement::disagreement;
pub use failure::failure;
pub use reading::{finding, joint};
pub use summary::{Tally, bases, left_out, summary, tally, unsupported};
pub use svg::svg;
pub use table::table;
