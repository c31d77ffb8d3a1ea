//! The exit codes, and the errors that lead to them.
//!
//! The messages may contain unsafe characters. `output::error` sanitises them when it prints them.

use std::io;
use vperft::inner::backend::{BackendError, OpenError};
use vperft::inner::corpus::suite::CorpusError;
use vperft::inner::game::variant::UnknownRuling;
use vperft_run::expect::ExpectError;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Everything was done, and every check passed.
    Success = 0,
    /// Everything was done, and something is wrong: a check failed, or lint found something.
    Failed = 1,
    /// The arguments are wrong: an unknown flag, variant, backend, ruling, clause or id.
    Usage = 2,
    /// The input is wrong: a malformed VFEN, an illegal move, a malformed suite.
    Input = 3,
    /// The backend gave no answer: it crashed or does not support the request.
    Backend = 4,
    /// A file could not be read or written, or a required tool failed.
    Io = 5,
    /// `repro` cannot decide: the backend fails in another way than the bug file says, or gives no answer.
    Undecided = 125,
    /// Ctrl-C, SIGTERM or SIGHUP ended the command early.
    Interrupted = 130,
}

impl Exit {
    /// The exit codes as `--help` lists them.
    pub const HELP: &str = "\
Exit codes:
  0  done, and every check passed
  1  done, and something is wrong: a check failed, or lint found something
  2  wrong arguments: an unknown flag, variant, backend, ruling, clause or id
  3  wrong input: a malformed VFEN, an illegal move, a malformed suite
  4  the backend gave no answer: it crashed or does not support the request
  5  a file could not be read or written, or a required tool failed
  125  repro: undecided, because the backend failed in another way or gave no answer
  130  Ctrl-C, SIGTERM or SIGHUP ended the command early";

    /// The exit code of a command that has a result: whether it was stopped early, and whether every check passed.
    #[must_use]
    pub const fn after(is_stopped: bool, passed: bool) -> Self {
        match (is_stopped, passed) {
            (true, _) => Self::Interrupted,
            (false, true) => Self::Success,
            (false, false) => Self::Failed,
        }
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// An argument is wrong.
    #[error("{0}")]
    Usage(String),
    /// An argument is wrong, and the context gives the reasons, a line each.
    #[error("{message}")]
    UsageAt {
        /// The problem.
        message: String,
        /// The lines below the message.
        context: Vec<String>,
    },
    /// The input is wrong.
    #[error("{0}")]
    Input(String),
    /// The input is wrong, and the context says where or what would be right, a line each.
    #[error("{message}")]
    InputAt {
        /// The problem.
        message: String,
        /// The lines below the message.
        context: Vec<String>,
    },
    /// The backend gave no answer.
    #[error("the backend {0}")]
    Backend(BackendError),
    /// The backend could not be opened with these options.
    #[error("{0}")]
    Unopened(OpenError),
    /// A required tool of the system is missing or failed.
    #[error("{0}")]
    Tool(String),
    /// The user ended the command before it had a result.
    #[error("interrupted")]
    Interrupted,
    /// The corpus could not be loaded.
    #[error("{0}")]
    Corpus(#[from] CorpusError),
    /// A file could not be read or written.
    #[error("{0}")]
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
            Self::Usage(_) | Self::UsageAt { .. } => Exit::Usage,
            Self::Input(_)
            | Self::InputAt { .. }
            | Self::Corpus(CorpusError::Malformed { .. } | CorpusError::Unfinished { .. }) => Exit::Input,
            Self::Backend(_) | Self::Unopened(_) => Exit::Backend,
            Self::Corpus(CorpusError::Io(_)) | Self::Io(_) | Self::Output(_) | Self::Tool(_) => Exit::Io,
            Self::Interrupted => Exit::Interrupted,
        }
    }

    /// An input error of which the first line is the message and the others are the context.
    pub fn input_lines(text: &str) -> Self {
        let mut lines = text.trim_end().lines().map(str::to_owned);
        let message = lines.next().unwrap_or_default();
        Self::InputAt { message, context: lines.collect() }
    }

    /// The error that a backend answered about this VFEN.
    pub fn answer(error: BackendError, vfen: &str) -> Self {
        match error {
            BackendError::Position(error) => {
                let context = error.pointer(vfen).lines().map(str::to_owned).collect();
                Self::InputAt { message: error.to_string(), context }
            }
            error @ (BackendError::Move(_)
            | BackendError::RefusedPosition { .. }
            | BackendError::RefusedMove(_)) => Self::Input(error.to_string()),
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
        Self::Input(error.to_string())
    }
}

impl From<UnknownRuling> for CliError {
    fn from(error: UnknownRuling) -> Self {
        Self::Usage(error.to_string())
    }
}
