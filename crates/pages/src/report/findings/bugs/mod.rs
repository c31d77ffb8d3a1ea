//! The list of known bugs, for people.
//!
//! Invariants: a bug is shown by its own case, and documents draw its position without colour. The cases with its tag
//! come in the order of the corpus.

mod entry;
mod html;
mod human;
mod markdown;

pub use entry::BugEntry;
pub use html::bugs_as_page;
pub use human::bugs_for_people;
pub use markdown::bugs_in_markdown;
