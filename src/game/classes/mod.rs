//! Classes of the last moves of counts: captures, castling, checks and the other columns of published perft tables.
//!
//! A class depends on the position before the move, the move, the position after it, its status, and whether it is check. Every backend
//! answers that much, so the classes of two backends can be compared. A move may be in several classes: a capture en passant is also a
//! capture, and checkmate is also check. This module reads boards and moves and does not know how pieces move.

mod class;
mod counts;
mod error;
mod sort;

pub use class::{ClassSet, LeafClass};
pub use counts::{ClassCounts, ClassDifference, ClassTable};
pub use error::ClassError;
#[doc(hidden)]
pub use sort::{capture, is_sent};
pub use sort::{of_child, of_end, of_move, read_move, reads_children};
