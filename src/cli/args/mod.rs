//! Arguments that several commands share, and how they are read.

pub(crate) mod accused;
pub(crate) mod backend;
pub(crate) mod corpus;
pub(crate) mod name;
pub(crate) mod pair;
pub(crate) mod played;
pub(crate) mod position;
pub(crate) mod selection;
pub(crate) mod task;
pub(crate) mod tier;
pub(crate) mod value;
pub(crate) mod variant;
