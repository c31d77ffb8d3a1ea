//! What keeps a public trait from being implemented outside of this crate, so that it may grow.

/// A supertrait nobody else can name.
pub trait Sealed {}
