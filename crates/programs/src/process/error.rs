//! The errors of a connection to a program, and the texts of a program in messages.
//!
//! Messages quote the texts of a program unchanged but truncated. The code that prints a message sanitises it.

use std::process::ExitStatus;
use std::time::Duration;
use vperft::inner::backend::BackendError;
use vperft::inner::backend::engine_text::shorten;
use vperft::inner::support::sanitise::is_printable;

/// The maximum number of characters of a message of the program.
const MAX_MESSAGE: usize = 4000;
/// The maximum numbers of lines and characters of stderr that a message quotes.
const MAX_STDERR_LINES: usize = 6;
const MAX_STDERR_CHARS: usize = 600;

/// Why a line was not sent or received. After any of these errors the program has to be restarted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PipeError {
    /// The program could not be started.
    #[error("cannot be started: {program}: {reason}")]
    Spawn {
        /// The program.
        program: String,
        /// The error of the operating system.
        reason: String,
    },
    /// The deadline passed.
    #[error("gave no answer in time")]
    Timeout,
    /// The program printed a line that is too long.
    #[error("printed a line of more than {limit} bytes, which starts `{}`", shorten(.start))]
    LineTooLong {
        /// The limit, in bytes.
        limit: usize,
        /// The start of the line.
        start: String,
    },
    /// The program printed an answer that is too long.
    #[error("printed an answer of more than {limit} bytes; one of its last lines starts `{line}`")]
    AnswerTooLong {
        /// The limit, in bytes.
        limit: usize,
        /// The start of the line that exceeded the limit.
        line: String,
    },
    /// The program closed its stdout or ended.
    #[error("{}{}", ending(.status.as_ref()), end_of_stderr(.stderr))]
    Closed {
        /// Its exit status; `None` if it is still running.
        status: Option<ExitStatus>,
        /// The end of its stderr.
        stderr: String,
    },
    /// The program printed a line that is not UTF-8.
    #[error("printed a line that is not UTF-8: `{}`", shorten(.text))]
    NotUtf8 {
        /// The line, with replacement characters.
        text: String,
    },
}

impl PipeError {
    /// The error as a backend error. `request` is what the backend was asked, and `after` the time it had.
    #[must_use]
    pub fn asking(self, request: &str, after: Duration) -> BackendError {
        match self {
            Self::Timeout => BackendError::Timeout { request: request.to_owned(), after },
            Self::LineTooLong { .. } | Self::AnswerTooLong { .. } | Self::NotUtf8 { .. } => {
                BackendError::Protocol(format!("asked for {request}, it {self}"))
            }
            Self::Spawn { program, reason } => BackendError::NotStarted(format!("{program}: {reason}")),
            Self::Closed { .. } => BackendError::Crash(format!("asked for {request}, it {self}")),
        }
    }
}

fn ending(status: Option<&ExitStatus>) -> String {
    match status {
        Some(status) => format!("ended ({status})"),
        None => "closed its stdout".into(),
    }
}

/// The end of stderr, on one line.
fn end_of_stderr(stderr: &str) -> String {
    let lines = stderr.lines().rev().filter(|line| !line.trim().is_empty()).take(MAX_STDERR_LINES);
    let mut lines: Vec<_> = lines.collect();
    if lines.is_empty() {
        return String::new();
    }
    lines.reverse();
    let text = one_line(&lines.join("\n"));
    let skipped = text.chars().count().saturating_sub(MAX_STDERR_CHARS);
    let dots = if skipped > 0 { "..." } else { "" };
    format!("; the end of its stderr: {dots}{}", text.chars().skip(skipped).collect::<String>())
}

/// A message of a program, truncated and with its lines joined.
#[must_use]
pub fn one_line(text: &str) -> String {
    let text = text.char_indices().nth(MAX_MESSAGE).map_or(text, |(end, _)| &text[..end]);
    text.lines().map(str::trim).collect::<Vec<_>>().join(" | ")
}

/// Checks that a text of a program is printable, as every move and every position is.
///
/// # Errors
/// If the text has a control or format character. The error quotes the text and gives the code of the character.
pub fn printable(text: &str) -> Result<(), String> {
    match text.chars().find(|&c| !is_printable(c)) {
        None => Ok(()),
        Some(c) => {
            let (text, code) = (shorten(text), u32::from(c));
            Err(format!("`{text}`, which has the control or format character U+{code:04X}"))
        }
    }
}
