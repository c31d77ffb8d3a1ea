//! Formats results for people and programs: text, tables, JSON, JUnit, Markdown, HTML and SVG.
//!
//! Invariants: the same input gives the same bytes. Functions return text or write to a given writer, and the caller
//! decides where it goes. This room must not know how results were computed.

pub(crate) mod export;
pub(crate) mod findings;
mod markdown;
pub(crate) mod page;
pub mod run;
pub(crate) mod squares;
pub(crate) mod svg;
pub(crate) mod symbols;
pub(crate) mod table;
