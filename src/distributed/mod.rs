//! Work that outgrows one machine.
//!
//! `partition` cuts a run, a fuzz or an audit into parts and puts their results together again. `deep` counts the unique
//! positions of a deep perft in units, which any number of machines share. Nothing here knows a rule of a variant.

#[cfg(feature = "cli")]
pub(crate) mod deep;
pub(crate) mod partition;
