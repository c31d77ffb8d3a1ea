//! What a rules implementation can stand behind.
//!
//! [`Rules`](crate::rules::Rules) is what a Rust author implements: typed, in process, statically dispatched.
//! [`Backend`] is what the harness talks to: text in, text out. [`InProcess`] makes the first into the second,
//! and a [`Registry`] opens backends by name, or programs by scheme and command line. This room knows no rule, and of
//! the corpus only the probes of engines.

mod in_process;
pub mod json_lines;
mod limits;
pub mod process;
mod reached;
mod registry;
mod runs;
pub mod script;
mod survey;
mod text;
pub mod uci;
mod unopened;

pub use in_process::InProcess;
pub use limits::Limits;
pub use reached::reached;
pub use registry::{Dispatch, OpenError, Options, Registry, words};
use runs::Runs;
pub use survey::{Child, Survey};
pub use text::{Backend, BackendError};
pub use unopened::Unopened;
