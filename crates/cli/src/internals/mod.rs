//! What the tests and fuzz targets of this project use: not an interface, and free to change.

pub mod targets;
