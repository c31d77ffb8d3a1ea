//! Exports the corpus in formats that other programs read.
//!
//! Invariants: the output contains exactly the selected checks, in the order of the corpus, and is the same
//! to the byte on every run. `json` and `csv` contain everything; `epd` and `sh` contain only counts, with
//! the lines already played. This module writes text. It makes no checks and knows no rules; a backend plays
//! the lines.

mod counted;
mod csv;
mod epd;
mod json;
mod sh;

pub use counted::{Counted, counted};
pub use csv::csv;
pub use epd::epd;
pub use json::json;
pub use sh::sh;
