//! The game as data: boards, variants, positions, moves, the trait that rules implement, and counting with it.
//!
//! Invariants: nothing here moves a piece or knows a backend. The modules in their order, lowest first: `board`, `paths`, `betza`,
//! `variant`, `position`, `notation`, `drawing`, `classes`, `rules`, `perft`.

pub mod betza;
pub mod board;
pub mod classes;
pub mod drawing;
pub mod notation;
pub mod paths;
pub mod perft;
pub mod position;
pub mod rules;
pub mod variant;
