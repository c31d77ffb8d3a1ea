//! Path programs: how a kind of piece moves, as data.
//!
//! A piece walks along *legs*. A leg chooses one of its steps, repeats it, and demands what the squares on the way may hold. A move may
//! end on the last square of a leg, or go on with one of the legs that follow it. Several first legs are alternatives. Steps and squares
//! are as the side of the piece sees the board: forward is up for White and down for Black.
//!
//! Invariants: a program is a tree, so no walk is without end, and [`check_program`] bounds the number of walks. Nothing here knows a variant, a
//! position or a notation; `generators/data` walks programs, and `betza` writes them.

mod area;
mod check;
mod json;
mod leg;

pub use area::Area;
pub use area::Areas;
pub(crate) use check::check_at;
pub use check::{MAX_DEPTH, check_program};
pub use json::LegFile;
pub use leg::{Also, AlsoAt, Content, Contents, Finish, Lame, Leg, Program, Turn};
