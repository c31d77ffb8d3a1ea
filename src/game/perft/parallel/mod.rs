//! Counts on several threads with a shared hash table.

mod count;
mod meter;
mod table;

pub use count::count;
pub use table::{Memory, Table};
