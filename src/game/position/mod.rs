//! Positions and their text form, VFEN.
//!
//! Invariant: a [`Position`] from [`parse()`] obeys every rule of validity that does not depend on how pieces move. The generators check
//! the others: that the side not to move is not in check, and that a legal capture on the en passant square exists. This module does
//! not know how pieces move.

mod counters;
mod error;
pub mod fen;
mod fen_rights;
mod fields;
mod parse;
mod pass;
mod placement;
mod print;
mod rights;
mod validity;

#[doc(hidden)]
pub use counters::without_counters;
pub use error::{Field, VfenError, VfenErrorKind};
use parse::offset;
pub use parse::parse;
pub use pass::pass;
pub use placement::{MAX_COUNTER, Position};
pub use print::print;
pub use rights::drop_unusable;
#[doc(hidden)]
pub use validity::can_be_banned;
