//! What people see: boards, tables, failing cases.
//!
//! Invariant: everything here returns text; whoever prints it decides where. This room knows results and positions, never how they came about.

mod failure;
mod summary;
mod table;

pub use failure::failure;
pub use summary::{Tally, summary, tally};
pub use table::table;

use anstream::{AutoStream, ColorChoice};

/// Whether what goes to stdout may be coloured: it is a terminal, and nobody asked for plain text.
#[must_use]
pub fn is_coloured() -> bool {
    AutoStream::choice(&std::io::stdout()) != ColorChoice::Never
}

/// temporary
pub fn board(position: &crate::position::Position, _: bool) -> String {
    crate::position::print(position, &crate::variant::Rulings::DEFAULT) + "\n"
}
/// temporary
pub fn svg(position: &crate::position::Position) -> String {
    board(position, false)
}
