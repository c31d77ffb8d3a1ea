//! Keeps other crates from implementing a public trait, so that the trait may get new methods.

/// A supertrait that other crates cannot name.
pub trait Sealed {}
