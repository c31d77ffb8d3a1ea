//! How engines and scripts write positions, moves and counts, and how people paste them.
//!
//! `notation` translates positions and moves, and `perft_text` reads counts. This module knows no program and no protocol.

#[doc(hidden)]
pub mod notation;
#[doc(hidden)]
pub mod perft_text;

use crate::support::sanitise;

/// The maximum length of a quoted text of a program.
const MAX_QUOTED: usize = 160;

/// The start of a text of a program, to quote it in a message.
#[must_use]
#[doc(hidden)]
pub fn shorten(text: &str) -> String {
    sanitise::shorten(text, MAX_QUOTED).into_owned()
}
