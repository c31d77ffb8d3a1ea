//! The dictionary of bugs, for people.
//!
//! Invariants: a bug is shown by its own case, whose position is drawn without colour in documents; the cases that
//! carry its tag come in the order of the corpus.

mod entry;
mod human;
mod markdown;

pub use entry::BugEntry;
pub use human::bugs_for_people;
pub use markdown::bugs_in_markdown;
