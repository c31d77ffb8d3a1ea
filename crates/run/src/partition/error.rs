//! Why parts cannot be merged.

use super::Part;

/// Why parts cannot be merged, and which of them to make again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct PartError {
    /// The files, what is wrong, and what was expected.
    pub problem: String,
    /// The parts to make again.
    pub remake: Vec<Remake>,
}

/// A part to make again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remake {
    /// The words of its command, without the name of the program and the part.
    pub command: Vec<String>,
    /// The part.
    pub part: Part,
    /// The file to write.
    pub file: String,
}

impl PartError {
    /// A problem that making one part again does not solve.
    pub fn new(problem: impl Into<String>) -> Self {
        Self { problem: problem.into(), remake: Vec::new() }
    }

    /// The same with one more part to make again.
    pub fn remade(mut self, command: &[String], part: Part, file: String) -> Self {
        self.remake.push(Remake { command: command.to_vec(), part, file });
        self
    }
}
