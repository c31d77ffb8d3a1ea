//! Squares, board shapes, square sets and steps.
//!
//! Invariant: on every board a [`Square`] is a number from 0 to 255, sixteen times its file plus its rank. The order of squares is
//! therefore that of the notation: by file, then by rank. This module knows no piece and no rule.

mod labels;
mod set;
mod shape;
mod square;
mod step;

pub use labels::Labels;
pub use set::SquareSet;
pub use shape::Shape;
pub use square::Square;
pub use step::{
    ALFIL, CAMEL, DABBABA, DIAGONAL, KNIGHT, ORTHOGONAL, QUEEN, Step, TRIPPER, ZEBRA, between, cross_steps,
    direction, queen_line,
};
