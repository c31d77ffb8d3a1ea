//! Positions drawn as text, for terminals, logs and failing tests.
//!
//! Any position can be drawn, also one that no backend accepts, because the wrong position is what people want to see. What all
//! drawings have in common is found in one place each: the kind of a square in `ground`, the lines below the board in `details`.

mod board;
mod details;
mod ground;
mod style;

pub(crate) use board::{board, draw_unvalidated, draw_unvalidated_marked};
pub(crate) use details::{details, legend, turn, words, wrap};
pub(crate) use ground::{Ground, is_dark};
pub(crate) use style::Style;
