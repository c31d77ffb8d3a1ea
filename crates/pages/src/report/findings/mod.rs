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

pub use against::{Compared, against};
pub use audit::{audit, audit_page};
pub use bounded::bounded;
pub use bug::{bug_in_markdown, reproduction};
pub use bugs::{BugEntry, bugs_as_page, bugs_for_people, bugs_in_markdown};
pub use classes::{class_differences, class_differences_json, class_rows, class_tables};
pub use data_audit::data_audit;
pub use descent::{cause, column_line, descent};
pub use diagnosis::{DiagnosisReport, descent_words};
pub use difference::{SideNames, coverage, difference, not_compared, other_refusals, tallies};
pub use disagreement::disagreement;
pub use explained::{ExplainContext, explained_move, explained_square, explained_status, reasons};
pub use reading::{finding, joint};
pub use shrunk::{compared, shrunk};
pub use sorted::{Summary, sorted};
pub use totals::totals;
