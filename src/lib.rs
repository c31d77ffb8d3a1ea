//! `vperft` checks the rules code of chess variants against a corpus of positions.
//!
//! The rooms, lowest first; a lower room never imports a higher one:
//!
//! * [`board`]: squares, shapes, square sets, steps. Knows no piece.
//! * [`variant`]: the tables, clauses, rulings and the rulebook. Knows no movement.
//! * [`position`]: positions and their text, VFEN.
//! * [`notation`]: moves and their canonical text.
//! * [`backend`]: the two traits a rules implementation can stand behind, and the registry.
//! * [`reference`]: the built-in backend that is written to be read beside the rules text.
//! * [`suite`]: the corpus: positions, cases, checks, and its lint.
//! * [`check`]: asks a backend for what a case expects and says what differs.
//! * [`report`]: boards, tables and JSON for people and programs.
//! * [`cli`]: one file a subcommand.

pub mod backend;
pub mod board;
pub mod check;
//pub mod cli;
pub mod notation;
pub mod position;
pub mod reference;
pub mod report;
pub mod suite;
pub mod variant;
