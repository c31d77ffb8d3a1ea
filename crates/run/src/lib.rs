//! Runs many cases against one kind of backend, spread over workers, and compares failures with the known
//! ones.
//!
//! Invariant: results come in the order of the corpus, whatever the number of workers; only a run that ends
//! early makes fewer checks. A run reports events to a [`RunObserver`].
//!
//! `partition` cuts work into parts for several machines, `aside` puts whole files in the place of others, and `digest` tells whether
//! one was changed; they also serve work other than runs. This package must not know which backend answers, and formats no text for people or programs.

pub mod aside;
mod causes;
pub mod digest;
mod error_key;
mod event;
mod execute;
pub mod expect;
mod next;
pub mod partition;
mod parts;
mod rerun;
mod sequencer;
mod signature;
mod tally;
mod unresponsive;
mod work_queue;

pub use causes::{Causes, ErrorGroup, FailureShare, MAX_CASES_SHOWN, MoveGroup};
pub use error_key::{error_core, error_key};
pub use event::{End, Event, Progress, RunInfo, RunObserver, RunOutcome};
pub use execute::{Run, run};
pub use next::{NextStep, next_steps, order_of};
pub use parts::{RecordedChecks, add_times, checks_of, plan_of};
pub use signature::RunSignature;
pub use tally::{Tally, tally};
