//! Positions drawn as text, for terminals, logs and failing tests.
//!
//! Invalid positions can be drawn too, because they are often what a user needs to see. Other drawings share the kinds of squares in
//! `ground` and the lines below the board in `details`.

mod board;
mod details;
mod ground;
mod style;

pub use board::{board, draw_unvalidated, draw_unvalidated_marked};
pub use details::{details, legend, turn, words, wrap};
pub use ground::{Ground, is_dark};
pub use style::Style;
