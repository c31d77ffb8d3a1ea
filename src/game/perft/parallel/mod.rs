//! Counts on several threads with a shared hash table.

mod classes;
mod count;
mod meter;
mod table;

pub use classes::classes;
pub use count::count;
pub use table::{Memory, Table};
