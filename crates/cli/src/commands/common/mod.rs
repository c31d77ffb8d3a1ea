//! The steps that several commands have in common.
//!
//! Invariant: these modules do not import any command.

pub mod against;
pub mod bug_files;
pub mod comparison;
pub mod diagnosis;
pub mod difference;
pub mod perft_suite;
pub mod task;
pub mod totals;

use crate::exit::CliError;
use std::sync::OnceLock;
use vperft::inner::backend::BackendError;

/// Starts the worker threads of an audit, a diagnosis or an identification.
///
/// # Errors
/// If the system refuses the threads.
pub fn start_threads() -> Result<(), CliError> {
    // A second call would fail because the pool exists.
    static STARTED: OnceLock<Result<(), String>> = OnceLock::new();
    let build = || rayon::ThreadPoolBuilder::new().build_global().map_err(|error| error.to_string());
    let unavailable = |error| {
        CliError::Backend(BackendError::NotAsked(format!("cannot start the worker threads: {error}")))
    };
    STARTED.get_or_init(build).clone().map_err(unavailable)
}
