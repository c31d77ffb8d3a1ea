//! The corpus in formats that other programs read.
//!
//! Invariants: what is written holds the selected checks and no others, in the order of the corpus, and is the same
//! to the byte from run to run. `json` and `csv` hold everything; `epd` and `sh` only counts, and therefore
//! positions in which no line is left to play. This module writes text and neither makes checks nor knows rules: where a
//! line leads it asks a backend.

mod counted;
mod csv;
mod epd;
mod expected;
mod json;
mod sh;

pub use counted::{Counted, counted};
pub use csv::csv;
pub use epd::epd;
pub use json::json;
pub use sh::sh;
