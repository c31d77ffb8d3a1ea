//! What the tests and fuzz targets of this crate use: not an interface, and free to change.

pub mod targets;

pub use crate::corpus::{check, question, relation, suite};
pub use crate::report::run::summary;
