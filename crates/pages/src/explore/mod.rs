//! Rules people can click: a page on which a position is played, and the answers behind it.
//!
//! [`Explorer`] turns a request in JSON into a reply in JSON. It opens no file and no socket and reads no clock, so that the same code
//! answers wherever the page runs. `page` is the page itself. Invariants: a request selects a backend by its number
//! and never by a name, and every text of a backend is shortened and sanitised before it leaves.

mod copies;
mod count;
mod error;
mod explorer;
mod line;
mod lines;
mod opened;
mod page;
mod place;
mod position;
mod read;
mod reasons;
mod sides;

pub use explorer::{Cost, Explorer, cost};
pub use lines::{MAX_REQUEST, answer_lines};
pub use page::{Answers, Initial, page};
pub use sides::{NamedBackend, Rules};

#[cfg(test)]
mod tests;
