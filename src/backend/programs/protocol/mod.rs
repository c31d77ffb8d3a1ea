//! Checks that a program speaks the json-lines protocol: asks every request there is, and says which answers are no answers.
//!
//! What is right by the rules is for the corpus to say. Here an answer only has to be one: of the right shape, in the right
//! form, and not in contradiction to the program's other answers. Every exchange is told with the lines that were sent, so that
//! anybody can send them again. This layer knows the harness's side of the protocol and the form of texts; it knows no rule and
//! no corpus.

mod check;
mod checker;
mod exchange;
mod optional;
mod required;
mod whole;

pub use check::check;
pub use exchange::{Assessment, Exchange};
