//! The package `vperft-run`, by what it has for the other packages. So the library is compiled once.

mod error_key;
mod execute;
mod expectations;
mod expectations_edit;
mod partition;
