//! Backends: implementations of the rules that the harness asks questions.
//!
//! [`Rules`](crate::game::rules::Rules) is the trait that a Rust author implements, on typed positions and moves. [`Backend`] is the
//! trait the harness talks to, in text. Its [`VariantBackend`]s answer a [`Question`] about a [`PositionPath`] with an [`Answer`].
//! [`InProcess`] makes rules into a backend, the package `vperft-programs` starts programs, `record` records questions and answers and replays them,
//! `serve` answers another harness, and a [`Registry`] opens backends by name. This room knows no rule and no corpus.
//!
//! ```
//! use std::time::Duration;
//! use vperft::backend::{AddError, Backend, Child, InProcess, Limits, OpenError, Options, Registry, Survey};
//! use vperft::reference::{Reference, Ryugi};
//! use vperft::variant::{Standard, Variant, VariantId};
//!
//! let rules = || Reference(Ryugi { book: Standard });
//! let mut registry = Registry::default();
//! registry.add("mine", rules)?;
//! assert!(matches!(registry.add("mine", rules), Err(AddError::Variant { .. })));
//!
//! // Programs get five seconds for each answer.
//! let limits = Limits { timeout: Duration::from_secs(5), ..Limits::default() };
//! let options = Options { limits, ..Options::default() };
//! let opened: Result<Box<dyn Backend>, OpenError> = registry.open("yours", &options);
//! assert!(matches!(opened, Err(OpenError::Unknown { .. })));
//!
//! // All that can be asked about a position, at once.
//! let mut backend = InProcess::new("mine@1".into(), rules());
//! let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
//! let survey: Survey = backend.of(VariantId::RYUGI)?.survey(start)?;
//! let first: &Child = &survey.children[0];
//! assert!(survey.count == 34 && first.vfen.contains(" b "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classes;
mod contract;
mod derive;
mod digest;
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
#[doc(hidden)]
pub mod record;
mod registry;
pub mod serve;
mod survey;
mod unopened;
mod variant_backend;

pub use contract::Backend;
pub use derive::derive_answer;
#[doc(hidden)]
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
#[doc(hidden)]
pub use pair::Pair;
pub use path::PositionPath;
pub use question::{Answer, CountPlan, Question};
#[doc(hidden)]
pub use registry::source_name;
pub use registry::{AddError, OpenError, Options, Registry};
pub use survey::{Child, Survey};
#[doc(hidden)]
pub use unopened::Unopened;
pub use variant_backend::VariantBackend;
