//! Arguments that several commands share: their help, their parsers and their meaning.
//!
//! Knows no command.

pub mod backend;
pub mod corpus;
pub mod count;
pub mod name;
pub mod pair;
pub mod partition;
pub mod picture;
pub mod played;
pub mod position;
pub mod program;
pub mod selected;
pub mod selection;
pub mod suite;
pub mod value;
pub mod variant;
