//! What can go wrong between the harness and a program.

use crate::backend::BackendError;
use crate::support::sanitise::{is_printable, sanitise, sanitise_within};
use std::process::ExitStatus;
use std::time::Duration;

/// How many characters of what a program printed are shown.
const SHOWN: usize = 160;
/// How many characters of its own words are looked at. Fewer are kept.
const MUCH: usize = 4000;
/// How many lines of its stderr are shown, and how many characters of them.
const LAST_LINES: usize = 6;
const LAST_CHARS: usize = 600;

/// Why a line was not sent or received. After any of these the program is of no more use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PipeError {
    /// It could not be started.
    #[error("cannot be started: {program}: {reason}")]
    Spawn {
        /// The program.
        program: String,
        /// What the operating system says.
        reason: String,
    },
    /// The deadline has passed.
    #[error("gave no answer in time")]
    Timeout,
    /// It printed a line that is too long.
    #[error("printed a line of more than {limit} bytes, which starts `{}`", shorten(.start))]
    LineTooLong {
        /// The most there may be.
        limit: usize,
        /// How the line starts.
        start: String,
    },
    /// It printed an answer that is too long.
    #[error("printed an answer of more than {limit} bytes; one of its last lines starts `{line}`")]
    AnswerTooLong {
        /// The most there may be.
        limit: usize,
        /// How the line with which it became too long starts.
        line: String,
    },
    /// It closed its stdout, or ended.
    #[error("{}{}", ending(.status.as_ref()), last_words(.stderr))]
    Closed {
        /// How it ended; none if it is still running.
        status: Option<ExitStatus>,
        /// The end of what it printed on stderr.
        stderr: String,
    },
    /// It printed a line that is not UTF-8.
    #[error("printed a line that is not UTF-8: `{}`", shorten(.text))]
    NotUtf8 {
        /// The line, with replacement characters.
        text: String,
    },
}

impl PipeError {
    /// The error as one of a backend that was asked this, with so much time for the answer.
    #[must_use]
    pub fn asking(self, request: &str, after: Duration) -> BackendError {
        match self {
            Self::Timeout => BackendError::Timeout { request: request.to_owned(), after },
            Self::LineTooLong { .. } | Self::AnswerTooLong { .. } | Self::NotUtf8 { .. } => {
                BackendError::Protocol(format!("asked for {request}, it {self}"))
            }
            Self::Spawn { .. } | Self::Closed { .. } => {
                BackendError::Crash(format!("asked for {request}, it {self}"))
            }
        }
    }
}

fn ending(status: Option<&ExitStatus>) -> String {
    match status {
        Some(status) => format!("ended ({status})"),
        None => "closed its stdout".into(),
    }
}

/// The end of what a program printed on stderr, on one line.
fn last_words(stderr: &str) -> String {
    let lines = stderr.lines().rev().filter(|line| !line.trim().is_empty()).take(LAST_LINES);
    let mut lines: Vec<_> = lines.collect();
    if lines.is_empty() {
        return String::new();
    }
    lines.reverse();
    let text = one_line(&lines.join("\n"));
    let skipped = text.chars().count().saturating_sub(LAST_CHARS);
    let dots = if skipped > 0 { "..." } else { "" };
    format!("; the end of its stderr: {dots}{}", text.chars().skip(skipped).collect::<String>())
}

/// What a program says in its own words, on one line: the beginning, if it says much.
#[must_use]
pub fn one_line(text: &str) -> String {
    let text = text.char_indices().nth(MUCH).map_or(text, |(end, _)| &text[..end]);
    sanitise(&text.lines().map(str::trim).collect::<Vec<_>>().join(" | ")).into_owned()
}

/// Whether a text of a program can be passed on as it is. One that would have to be made plain to be printed is no move and no
/// position.
///
/// # Errors
/// If it cannot: what it is, escaped, and why.
pub fn printable(text: &str) -> Result<(), String> {
    if text.chars().all(is_printable) {
        return Ok(());
    }
    let mut escaped = String::new();
    for c in text.chars().take(SHOWN + 1) {
        if is_printable(c) {
            escaped.push(c);
        } else {
            escaped.extend(c.escape_default());
        }
    }
    Err(format!("`{}`, which has a control or format character", shorten(&escaped)))
}

/// What a program printed, on one line and not too long, for a message.
#[must_use]
pub fn shorten(text: &str) -> String {
    sanitise_within(text, SHOWN)
}
