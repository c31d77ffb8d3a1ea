//! Counts on several threads with a shared hash table.

mod classes;
mod count;
mod meter;
mod table;
mod threads;

pub use classes::classes;
pub use count::count;
pub use table::{Memory, Table};
