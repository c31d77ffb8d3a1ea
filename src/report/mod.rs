//! What people see: boards as text and as pictures, tables, failing cases.
//!
//! Invariants: the same input gives the same output, to the byte, and everything here returns text; whoever
//! prints it decides where. The reports of a run are made event by event, one file a format, in `run`. Any position can be drawn, also one that no backend accepts, because what went
//! wrong is what people want to see. What drawings say in common (what kind of square it is, what stands
//! under the board) is found in one place each, `ground` and `details`. This module knows results and
//! positions, never how they came about.

#[cfg(feature = "cli")]
mod alike;
#[cfg(feature = "audit")]
mod audit;
mod board;
#[cfg(feature = "cli")]
mod bounded;
#[cfg(feature = "cli")]
mod bug;
#[cfg(feature = "cli")]
mod bugs;
#[cfg(feature = "cli")]
mod cases;
#[cfg(feature = "cli")]
mod causes;
#[cfg(feature = "cli")]
mod descent;
mod details;
#[cfg(feature = "audit")]
mod diagnosis;
#[cfg(feature = "cli")]
mod difference;
#[cfg(feature = "cli")]
mod disagreement;
#[cfg(feature = "cli")]
mod explained;
mod failure;
mod ground;
mod list;
#[cfg(feature = "cli")]
mod reading;
#[cfg(feature = "cli")]
mod run;
#[cfg(feature = "cli")]
mod shrunk;
#[cfg(feature = "cli")]
mod sorted;
#[cfg(feature = "cli")]
mod speed;
#[cfg(feature = "cli")]
mod squares;
mod style;
#[cfg(feature = "cli")]
mod summary;
#[cfg(feature = "cli")]
mod svg;
#[cfg(feature = "cli")]
mod table;

#[cfg(feature = "cli")]
use crate::plural::plural;
#[cfg(feature = "audit")]
pub(crate) use audit::{audit, audit_page};
pub use board::board;
#[cfg(feature = "cli")]
pub(crate) use bounded::bounded;
#[cfg(feature = "cli")]
pub(crate) use bug::{again, bug_in_markdown};
#[cfg(feature = "cli")]
pub(crate) use bugs::{BugEntry, bugs_for_people, bugs_in_markdown};
#[cfg(feature = "cli")]
pub(crate) use cases::{cases, cases_as_json};
#[cfg(feature = "cli")]
use causes::{causes, errors};
#[cfg(feature = "cli")]
pub(crate) use descent::{cause, descent};
pub use details::legend;
#[cfg(feature = "audit")]
pub(crate) use diagnosis::{diagnosis, mistake, mistakes, unexplained};
#[cfg(feature = "cli")]
pub(crate) use difference::{Sides, coverage, difference, other_refusals, tallies};
#[cfg(feature = "cli")]
pub(crate) use disagreement::disagreement;
#[cfg(feature = "cli")]
pub(crate) use explained::{Asked, explained_move, explained_square, explained_status};
pub use failure::failure;
#[cfg(feature = "cli")]
pub(crate) use reading::{finding, joint};
#[cfg(feature = "cli")]
pub(crate) use run::{Context, Format, KINDS, Kind, described, entry_as_json, place};
#[cfg(feature = "cli")]
pub(crate) use shrunk::{compared, shrunk};
#[cfg(feature = "cli")]
pub(crate) use sorted::{Summary, sorted};
#[cfg(feature = "cli")]
pub(crate) use speed::{
    compared_speeds, compared_speeds_as_json, compared_speeds_in_markdown, gate_as_json, gate_end,
    gate_in_markdown, history_as_csv, history_as_json, history_for_bencher, history_for_benchmark_action,
    history_for_otava, history_page, history_plot, history_table, judged, measured_as_json, measured_foot,
    measured_head, measured_row, speedup,
};
#[cfg(feature = "cli")]
pub(crate) use squares::squares;
pub use style::Style;
#[cfg(feature = "cli")]
pub use summary::summary;
#[cfg(feature = "cli")]
pub(crate) use summary::{bases, left_out, other_reasons, unsupported};
#[cfg(feature = "cli")]
pub(crate) use svg::svg;
#[cfg(feature = "cli")]
pub(crate) use table::table;
