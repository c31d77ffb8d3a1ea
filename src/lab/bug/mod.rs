//! A failure in a file: what was asked, what the side that is believed answered, and what the other did.
//!
//! A bug file is made where a failure is found, and read where it is to be seen again, perhaps by somebody else, on another
//! machine and with another version of what is wrong. Invariants: what a file says is taken for a claim, never for the truth; a
//! failure counts as the same only if the answer is the same wrong one; nothing that a file names is started because the file
//! names it. `docs/bug.schema.json` specifies the format.

mod again;
mod answered;
mod case;
mod check;
mod file;
mod make;

#[cfg(test)]
mod tests;

pub use again::{Again, Outcome, again};
pub use answered::Answered;
pub use file::Bug;
pub use make::{Opened, Surroundings};
