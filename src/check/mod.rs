//! Makes the checks of the corpus against a backend: selects them, asks and judges each by [`question`](crate::question), and
//! spreads them over workers.
//!
//! Invariant: every selected check gets exactly one verdict, in the order of the corpus, whatever the backend
//! does and however many workers ask; only a run that ends early makes fewer. What happens in a run is told to a
//! [`Listener`] as it happens; nothing here makes a text for people or programs of it.

#[cfg(feature = "cli")]
mod causes;
#[cfg(feature = "cli")]
mod event;
#[cfg(feature = "cli")]
pub(crate) mod expect;
#[cfg(feature = "cli")]
mod handout;
mod judge;
mod likely;
#[cfg(feature = "cli")]
mod listener;
mod make;
mod recompute;
#[cfg(feature = "cli")]
mod rerun;
mod result;
#[cfg(feature = "cli")]
mod run;
mod select;
#[cfg(feature = "cli")]
mod signature;
#[cfg(feature = "cli")]
mod silence;
#[cfg(feature = "cli")]
mod tally;
#[cfg(feature = "cli")]
mod teller;

#[cfg(feature = "cli")]
pub use causes::{Alike, Causes, FIRST, Moves, Share, gist};
#[cfg(feature = "cli")]
pub use event::{About, Done, End, Event, Progress};
pub use judge::judge;
pub use likely::{Differing, likely, mover};
#[cfg(feature = "cli")]
pub use listener::Listener;
pub use make::{Open, make};
pub use recompute::{LeftOut, Recomputed, recompute};
pub use result::{CaseResult, CheckResult};
#[cfg(feature = "cli")]
pub use run::{Run, run};
#[cfg(feature = "cli")]
pub use select::SelectionError;
pub use select::{Selected, Selection};
#[cfg(feature = "cli")]
pub use signature::Signature;
#[cfg(feature = "cli")]
pub use tally::{Tally, tally};
