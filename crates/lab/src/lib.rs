//! The tools that find the cause of a wrong answer, and those that measure the corpus: one module for each tool.
//!
//! `fuzz` finds positions at which two backends differ. `descend` walks from a wrong count to such a position, `shrink`
//! makes it smaller, and `causes` sorts many of them. `explain` names the clauses behind a move, and `mover` the piece of
//! an illegal one. `bug` reads and writes bug files, and `import` reads games. `diagnose` and `identify` find the known
//! mistakes of a backend and the readings that it follows. `diagram` finds the moves of a kind of piece, and `program_drawing` those
//! of a path program. `audit` measures the corpus with mutants, `propose` finds cases for variants with data, `lint` finds what is wrong
//! in the files of a corpus, and `bless` computes expected values. `scaffold` has the texts of new variants and backends, and
//! `rules_import` and `rules_export` exchange the rules of variants with other programs. `suite_text` reads suites that were not written
//! for this program, and `suites` makes cases of them.
//!
//! The tools know backends and texts. They must not know how their results are printed, and which programs or fast rules answer.

pub mod audit;
pub mod bless;
pub mod bug;
pub mod causes;
pub mod clause_order;
pub mod clause_switch;
pub mod descend;
pub mod diagnose;
pub mod diagram;
pub mod explain;
#[cfg(test)]
mod faulty_sides;
pub mod fuzz;
pub mod identify;
pub mod import;
pub mod lint;
pub mod mover;
pub mod program_drawing;
pub mod propose;
pub mod reason;
pub mod rules_export;
pub mod rules_import;
pub mod scaffold;
pub mod search;
pub mod shrink;
pub mod slips;
pub mod suite_text;
pub mod suites;
pub mod totals;
