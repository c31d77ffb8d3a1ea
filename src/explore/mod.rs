//! Rules people can click: the answers behind a page on which a position is played, and the server of that page.
//!
//! [`Explorer`] turns a request in JSON into a reply in JSON. It opens no file and no socket and reads no clock, so that the same code
//! answers wherever the page runs. `page` is the page itself. `server` offers both on the loopback address. Invariants: a request selects
//! a backend by its number and never by a name, and every text of a backend is shortened and sanitised before it leaves.

mod copies;
mod count;
mod error;
mod explorer;
mod line;
mod opened;
mod page;
mod place;
mod position;
mod read;
mod reasons;
pub mod server;
mod sides;

pub use explorer::{Explorer, is_count};
pub use page::{Initial, page};
pub use sides::{NamedBackend, Rules};

#[cfg(test)]
mod tests;
