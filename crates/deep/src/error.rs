//! Why a plan, a unit or a merge failed.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use vperft::inner::backend::BackendError;
use vperft::inner::game::perft::Count;
use vperft::inner::support::workers::NoThreads;

/// The counts of two backends below a position, which differ.
#[derive(Debug)]
pub struct CountDifference {
    /// The position.
    pub vfen: String,
    /// The depth below it, in plies.
    pub depth: u32,
    /// The class of last moves that they count differently; `None` if the totals differ.
    pub class: Option<String>,
    /// The names of both, the second last, and their counts.
    pub counts: [(String, Count); 2],
}

impl fmt::Display for CountDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vfen, depth, class, counts: [(one, found), (other, expected)] } = self;
        let class = class.as_ref().map_or_else(String::new, |class| format!("{class} of "));
        write!(f, "{class}perft {depth} of `{vfen}` is {found} by {one} and {expected} by {other}")
    }
}

/// Why a plan could not be made, or a unit not be counted. No file is left half written.
#[derive(Debug, thiserror::Error)]
pub enum DeepError {
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
        /// The problem, and what was expected.
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
    /// The backend that plans contradicts itself.
    #[error("{0}")]
    Wrong(String),
    /// The second backend counts something else below a position.
    #[error("{0}")]
    Differs(Box<CountDifference>),
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
