//! Positions and their text form, VFEN.
//!
//! Invariant: a [`Position`] that [`parse()`] returns obeys every validity rule that needs no movement; that
//! the side not to move stands in no check, and that an en passant square is of use, is for the rules
//! backends to say. This module knows no movement.

mod error;
mod fields;
mod parse;
mod placement;
mod print;
mod rights;
mod validity;

pub use error::{Field, VfenError, VfenErrorKind};
use parse::offset;
pub use parse::parse;
pub use placement::{MAX_COUNTER, Position};
pub use print::print;
pub use rights::drop_unusable;
