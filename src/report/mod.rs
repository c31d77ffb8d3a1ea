//! What people look at: positions drawn as text and as pictures.
//!
//! Invariants: the same position gives the same output, to the byte; any men of the variant can be drawn, also in a position that no
//! parser accepts, because what went wrong is what people want to see. What the drawings say in common (what kind of square it is, what
//! stands under the board) is found in one place each, `ground` and `details`. This room knows no movement, asks no backend and
//! prints nothing itself; whether the terminal shows colour is for the caller to find out.

mod board;
mod details;
mod ground;
mod svg;

pub use self::board::board;
pub use self::svg::svg;
