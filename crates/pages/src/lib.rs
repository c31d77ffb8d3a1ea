//! The pages of vperft: reports of runs and of other tools, and the page on which positions are played.
//!
//! `report` formats results, `matrix` compares implementations, `explore` answers the requests of its page. All compile for the web. They must not know arguments,
//! the terminal, or programs that are backends. `vperft-cli` is the command.

pub mod explore;
pub mod matrix;
pub mod report;
