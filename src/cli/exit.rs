//! How the command ends.

use super::output::plain;
use crate::backend::{BackendError, OpenError};
use crate::corpus::run::expect::ExpectError;
use crate::corpus::suite::CorpusError;
use crate::game::variant::UnknownRuling;
use std::io;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Exit {
    /// Everything was done, and every check passed.
    Success = 0,
    /// Everything was done, and something is wrong: a check failed, or lint found something.
    Failed = 1,
    /// The arguments are wrong: an unknown flag, variant, backend, ruling, clause or id.
    Usage = 2,
    /// The input is wrong: a malformed VFEN, a move that is not legal, a malformed suite.
    Input = 3,
    /// The backend gave no answer: it crashed or does not support the request.
    Backend = 4,
    /// A file could not be read or written, or a tool that is needed failed.
    Io = 5,
    /// Neither the failure of a bug file nor that it is gone: another failure, or no answer.
    Untold = 125,
    /// Ctrl-C ended a run or a count early, or SIGTERM or SIGHUP a run.
    Interrupted = 130,
}

impl Exit {
    /// What `--help` says of the exit codes.
    pub const HELP: &str = "\
Exit codes:
  0  done, and every check passed
  1  done, and something is wrong: a check failed, or lint found something
  2  wrong arguments: an unknown flag, variant, backend, ruling, clause or id
  3  wrong input: a malformed VFEN, a move that is not legal, a malformed suite
  4  the backend gave no answer: it crashed or does not support the request
  5  a file could not be read or written, or a tool that is needed failed
  125  repro: neither the failure of the file nor that it is gone: another failure, or no answer
  130  Ctrl-C ended a run or a count early, or SIGTERM or SIGHUP a run";
}

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CliError {
    /// An argument names something that does not exist.
    #[error("{}", plain(.0))]
    Usage(String),
    /// A position is malformed, and the text points at the place, or something else is wrong with the input.
    #[error("{0}")]
    Input(String),
    /// The backend gave no answer.
    #[error("the backend {}", plain(.0))]
    Backend(BackendError),
    /// The backend could not be opened, or not as was asked.
    #[error("{}", plain(.0))]
    Unopened(OpenError),
    /// A tool of the system that is needed failed, or is not there.
    #[error("{}", plain(.0))]
    Tool(String),
    /// The user has ended it before there was anything to show.
    #[error("interrupted")]
    Interrupted,
    /// The corpus could not be loaded.
    #[error("{}", plain(.0))]
    Corpus(#[from] CorpusError),
    /// A file could not be read or written.
    #[error("{}", plain(.0))]
    Io(#[from] io::Error),
    /// The answer could not be written.
    #[error("stdout: {0}")]
    Output(io::Error),
}

impl CliError {
    /// The exit code of this error.
    #[must_use]
    pub const fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Input(_) | Self::Corpus(CorpusError::Malformed { .. } | CorpusError::Unfinished { .. }) => {
                Exit::Input
            }
            Self::Backend(_) | Self::Unopened(_) => Exit::Backend,
            Self::Corpus(CorpusError::Io(_)) | Self::Io(_) | Self::Output(_) | Self::Tool(_) => Exit::Io,
            Self::Interrupted => Exit::Interrupted,
        }
    }

    /// An answer of a backend about this VFEN that is an error.
    pub(crate) fn answer(error: BackendError, vfen: &str) -> Self {
        match error {
            BackendError::Position(error) => {
                Self::Input(format!("{}\n{}", plain(&error), error.pointer(vfen)))
            }
            BackendError::Move(error) => Self::Input(plain(error)),
            error @ (BackendError::RefusedPosition { .. } | BackendError::RefusedMove(_)) => {
                Self::Input(plain(error))
            }
            error => Self::Backend(error),
        }
    }
}

impl From<OpenError> for CliError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Unknown { .. } | OpenError::Words { .. } => Self::Usage(error.to_string()),
            error @ OpenError::Unsupported { .. } => Self::Unopened(error),
        }
    }
}

impl From<ExpectError> for CliError {
    fn from(error: ExpectError) -> Self {
        Self::Input(plain(error))
    }
}

impl From<UnknownRuling> for CliError {
    fn from(error: UnknownRuling) -> Self {
        Self::Usage(error.to_string())
    }
}
