//! Audits the corpus: which clauses it exercises, which classes of moves it lists, and which mistakes it
//! notices.
//!
//! Clauses and rulebook mutants use the `reference` backend, because only its rulebook can be modified and
//! records questions. Classes of moves and generated mutants work on the text answers of any correct backend.
//! This module knows boards, moves and answers, but not how pieces move.

mod cited;
mod cover;
mod coverage;
mod explained;
mod faulty;
mod fields;
mod gaps;
mod measure;
mod mutants;
mod results;
mod rulebook;
mod sample;
mod score;
mod share;
mod smoke;
mod title;

pub(crate) use cover::{by_worth, cover};
pub use coverage::Coverage;
pub use coverage::coverage;
pub use gaps::{CLASSES_FILE, propose};
pub use measure::{AuditSettings, measure};
pub use results::{Audit, MutantRow, RULEBOOK};
pub use share::{AuditError, RecordedMutants, Share};
pub(crate) use smoke::cost;
pub use smoke::smoke;
