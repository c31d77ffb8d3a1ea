//! Results as people and programs read them: text, tables, JSON, JUnit, Markdown, HTML, pictures.
//!
//! Invariants: the same input gives the same output, to the byte; everything here returns text or writes into what it is given,
//! and the caller decides where it goes. This room knows results and positions, never how they came about.

pub(crate) mod findings;
pub mod run;
pub(crate) mod speed;
pub(crate) mod squares;
pub(crate) mod svg;
pub(crate) mod table;
