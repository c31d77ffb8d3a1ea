//! Formats results for people and programs: text, tables, JSON, JUnit, Markdown, HTML and SVG.
//!
//! Invariants: the same input gives the same bytes. Functions return text or write to a given writer, and the caller
//! decides where it goes. This room must not know how results were computed.

pub mod export;
pub mod findings;
mod markdown;
pub mod page;
pub mod run;
pub mod shell;
pub mod squares;
pub mod svg;
pub mod symbols;
pub mod table;
