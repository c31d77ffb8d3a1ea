//! Checks that a program follows the JSON-lines protocol, by sending it every kind of request.
//!
//! An answer passes if it has the right shape and form and agrees with the other answers of the program. Whether it is right by the
//! rules is for the corpus to check. Every exchange lists the lines that were sent, so that they can be sent again. This module knows
//! the harness's side of the protocol and the form of texts, but no rule and no corpus.

mod check;
mod checker;
mod exchange;
mod optional;
mod required;
mod whole;

pub use check::check_program;
pub use exchange::{Assessment, Exchange};
