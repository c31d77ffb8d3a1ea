//! Work cut into parts that are done on several machines, and the files of the parts.
//!
//! A command decides which items of its work belong to which part, from its arguments alone, and writes the results of
//! a part into its JSON document together with a [`Header`]. `vperft merge` runs the same command once more and takes
//! each result from the parts instead of asking for it, so that the output is that of the whole work by construction.
//!
//! Invariants: every item is in exactly one part; [`Parts`] holds every part of one piece of work exactly once, each
//! unchanged since it was written. Nothing here knows what the work is.

mod cut;
mod error;
mod header;
mod parts;

pub use cut::{Part, balanced};
pub use error::{PartError, Remake};
pub use header::{Header, Work, seal};
pub use parts::{PartFile, Parts};

/// Which part of its work a command does, and where the results of the rest are.
#[derive(Clone, Debug)]
pub enum Extent {
    /// All of it.
    Whole,
    /// One part.
    Part {
        /// The part.
        part: Part,
        /// The words of the command that decide the results, without the name of the program.
        command: Vec<String>,
    },
    /// All of it, with the results of these parts.
    Merged(Parts),
}

impl Extent {
    /// The part to do, if it is not the whole work.
    pub fn part(&self) -> Option<Part> {
        match self {
            Self::Part { part, .. } => Some(*part),
            Self::Whole | Self::Merged(_) => None,
        }
    }

    /// The parts that hold the results.
    pub const fn parts(&self) -> Option<&Parts> {
        match self {
            Self::Merged(parts) => Some(parts),
            Self::Whole | Self::Part { .. } => None,
        }
    }

    /// The header of the part to do.
    pub fn header(&self, work: Work) -> Option<Header> {
        let Self::Part { part, command } = self else { return None };
        Some(Header::new(*part, command.clone(), work))
    }
}
