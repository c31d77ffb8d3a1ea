//! What a rules implementation can stand behind.
//!
//! [`Rules`](crate::game::rules::Rules) is what a Rust author implements: typed, in process, statically dispatched.
//! [`Backend`] is what the harness talks to, and a [`VariantBackend`] of it is what answers about one variant: text in, text out.
//! [`InProcess`] makes the first into the second, and a [`Registry`] opens backends by name, or programs by scheme and
//! command line. Within the folder: `process` runs a program; `json_lines`, `uci` and `script` each speak one language
//! with it, the last two in the notation of engines, which is translated in one place (`engine_notation`). `record` writes down
//! what any of them is asked and answers, and answers from that. This layer
//! knows no rule, and of the corpus only the probes of engines.

mod contract;
mod dispatch;
mod error;
mod in_process;
mod limits;
mod memory_budget;
mod pair;
mod path;
#[cfg(feature = "programs")]
pub mod programs;
pub mod record;
mod registry;
pub mod serve;
mod survey;
mod unopened;
mod variant_backend;

pub use contract::Backend;
pub use dispatch::Dispatch;
pub use error::BackendError;
pub use in_process::InProcess;
pub use limits::Limits;
pub(crate) use memory_budget::MemoryBudget;
pub use pair::Pair;
pub use path::PositionPath;
pub use registry::{AddError, OpenError, Options, Registry};
pub use survey::{Child, Survey};
pub use unopened::Unopened;
pub use variant_backend::VariantBackend;
