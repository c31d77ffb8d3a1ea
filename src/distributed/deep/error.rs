//! Why a plan, a unit or a merge failed.

use crate::backend::BackendError;
use crate::support::workers::NoThreads;
use std::io;
use std::path::{Path, PathBuf};

/// Why a plan could not be made, or a unit not be counted. No file is left half written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DeepError {
    /// A file could not be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file does not say what it should.
    #[error("{}: {problem}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what was expected.
        problem: String,
    },
    /// The backend gave no answer.
    #[error("{identity} about `{vfen}`: {error}")]
    Backend {
        /// The name of the backend.
        identity: String,
        /// The position.
        vfen: String,
        /// The error of the backend.
        error: BackendError,
    },
    /// Two counts differ.
    #[error("{0}")]
    Wrong(String),
    /// The plan is not one that can be made or counted here.
    #[error("{0}")]
    Unfit(String),
    /// The system gives no threads.
    #[error("{0}")]
    NoThreads(#[from] NoThreads),
    /// The user ended the work.
    #[error("interrupted")]
    Interrupted,
}

impl DeepError {
    /// The error of the system about a file.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { path: path.to_owned(), error }
    }

    /// A file that does not say what it should.
    pub(super) fn malformed(path: &Path, problem: impl Into<String>) -> Self {
        Self::Malformed { path: path.to_owned(), problem: problem.into() }
    }
}
