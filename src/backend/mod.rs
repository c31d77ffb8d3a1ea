//! Backends: implementations of the rules that the harness asks questions.
//!
//! [`Rules`](crate::game::rules::Rules) is the trait that a Rust author implements, on typed positions and moves. [`Backend`] is the
//! trait the harness talks to, in text. Its [`VariantBackend`]s answer a [`Question`] about a [`PositionPath`] with an [`Answer`].
//! [`InProcess`] makes rules into a backend, the package `vperft-programs` starts programs, `record` records questions and answers and replays them,
//! `serve` answers another harness, and a [`Registry`] opens backends by name. This room knows no rule and no corpus.

mod classes;
mod contract;
mod derive;
mod dispatch;
mod engine_probe;
#[doc(hidden)]
pub mod engine_text;
mod error;
mod generator;
mod in_process;
#[doc(hidden)]
pub mod limits;
mod memory_budget;
mod pair;
mod path;
mod question;
pub mod record;
mod registry;
pub mod serve;
mod survey;
mod unopened;
mod variant_backend;

pub use contract::Backend;
pub use derive::derive_answer;
pub use dispatch::Dispatch;
#[doc(hidden)]
pub use engine_probe::{EngineProbe, ProbeSource};
pub use engine_text::notation::fen::write as fen;
pub use error::BackendError;
pub use generator::GeneratorBackend;
pub use in_process::InProcess;
pub use limits::Limits;
#[doc(hidden)]
pub use memory_budget::MemoryBudget;
pub use pair::Pair;
pub use path::PositionPath;
pub use question::{Answer, CountPlan, Question};
pub use registry::{AddError, OpenError, Options, Registry};
pub use survey::{Child, Survey};
pub use unopened::Unopened;
pub use variant_backend::VariantBackend;
