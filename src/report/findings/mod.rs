//! Results of the lab as text, Markdown and JSON: differences, descents, shrunk positions, causes, audits.

mod against;
mod audit;
mod bounded;
mod bug;
mod bugs;
mod classes;
mod data_audit;
mod descent;
mod diagnosis;
mod difference;
mod disagreement;
mod explained;
mod reading;
mod reason;
mod shrunk;
mod similar;
mod sorted;
mod totals;

pub(crate) use against::{Compared, against};
pub(crate) use audit::{audit, audit_page};
pub(crate) use bounded::bounded;
pub(crate) use bug::{bug_in_markdown, reproduction};
pub(crate) use bugs::{BugEntry, bugs_as_page, bugs_for_people, bugs_in_markdown};
pub(crate) use classes::{class_differences, class_differences_json, class_rows, class_tables};
pub(crate) use data_audit::data_audit;
pub(crate) use descent::{cause, column_line, descent};
pub(crate) use diagnosis::{DiagnosisReport, descent_words};
pub(crate) use difference::{SideNames, coverage, difference, other_refusals, tallies};
pub(crate) use disagreement::disagreement;
pub(crate) use explained::{ExplainContext, explained_move, explained_square, explained_status, reasons};
pub(crate) use reading::{finding, joint};
pub(crate) use shrunk::{compared, shrunk};
pub(crate) use sorted::{Summary, sorted};
pub(crate) use totals::totals;
