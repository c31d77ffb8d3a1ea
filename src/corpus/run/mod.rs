//! A run: many cases against one kind of backend, spread over workers, with the known failures taken into account.
//!
//! Invariant: results have the order of the corpus, however many workers ask; only a run that ends early makes fewer checks. A run
//! reports every event to a [`RunObserver`]; nothing here makes text for people or programs.

mod causes;
mod event;
mod execute;
pub(crate) mod expect;
mod handout;
mod rerun;
mod signature;
mod silence;
mod tally;
mod teller;

pub use causes::{Alike, Causes, FIRST, Moves, Share, gist};
pub use event::{About, Done, End, Event, Progress, RunObserver};
pub use execute::{Run, run};
pub use signature::Signature;
pub use tally::{Tally, tally};
