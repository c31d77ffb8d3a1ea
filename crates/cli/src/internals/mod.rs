//! What the tests and fuzz targets of this crate use: not an interface, and free to change.

pub mod targets;

pub use vperft::inner::corpus::{check, question, relation, suite};
pub use vperft_pages::report::run::summary;
