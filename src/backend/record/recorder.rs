//! Writes a record.

use super::answer::Outcome;
use super::line::{Asked, FORMAT, Header, Opened};
use crate::support::sanitise::escape;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

/// The command in the header of a record.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Its words.
    pub command: Vec<String>,
    /// The version of the suite.
    pub suite: Option<String>,
}

/// A record that is being written, shared by all backends that are opened with it.
///
/// A write error changes no answer; [`written`](Recorder::written) reports it.
#[derive(Clone, Debug)]
pub struct Recorder(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    began: Instant,
    /// The number of the next backend that is opened.
    next: AtomicU64,
    out: Mutex<Out>,
}

#[derive(Debug)]
struct Out {
    file: File,
    /// The size of the complete lines, in bytes.
    length: u64,
    /// The first write error, after which nothing is written.
    failed: Option<(io::ErrorKind, String)>,
}

/// A line about a backend.
#[derive(Serialize)]
struct Timed<'a, T> {
    /// The seconds since the start of the record.
    at: f64,
    #[serde(flatten)]
    whose: Whose,
    #[serde(flatten)]
    what: &'a T,
}

/// The number of the backend that a line is about, and the direction.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Whose {
    Open(u64),
    To(u64),
    From(u64),
}

/// Two recorders are equal if they write to the same record.
impl PartialEq for Recorder {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Recorder {}

impl Recorder {
    /// Creates or overwrites the file and writes the header.
    ///
    /// # Errors
    /// If the file cannot be written. The error names it.
    pub fn create(path: &Path, about: &About) -> io::Result<Self> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let file = File::create(path).map_err(named)?;
        let shared = Shared {
            path: path.to_owned(),
            began: Instant::now(),
            next: AtomicU64::new(0),
            out: Mutex::new(Out { file, length: 0, failed: None }),
        };
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let header = Header {
            record: FORMAT,
            vperft: env!("CARGO_PKG_VERSION").to_owned(),
            suite: about.suite.clone(),
            began: since.map_or(0, |since| since.as_secs()),
            command: about.command.clone(),
        };
        let recorder = Self(Arc::new(shared));
        recorder.line(&header);
        recorder.written()?;
        Ok(recorder)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Checks that everything was written.
    ///
    /// # Errors
    /// If a write failed. The error names the file.
    pub fn written(&self) -> io::Result<()> {
        let out = self.0.out.lock().unwrap_or_else(PoisonError::into_inner);
        match &out.failed {
            None => Ok(()),
            Some((kind, problem)) => {
                let path = self.0.path.display();
                Err(io::Error::new(*kind, format!("{path}: {problem}; the record ends there")))
            }
        }
    }

    /// Records an opened backend and returns its number.
    pub(super) fn opened(&self, opened: &Opened) -> u64 {
        let instance = self.0.next.fetch_add(1, Ordering::Relaxed);
        self.timed(Whose::Open(instance), opened);
        instance
    }

    /// Records a question to a backend.
    pub(super) fn asked(&self, instance: u64, question: &Asked<'_>) {
        self.timed(Whose::To(instance), question);
    }

    /// Records the outcome of its question.
    pub(super) fn answered(&self, instance: u64, outcome: &Outcome) {
        self.timed(Whose::From(instance), outcome);
    }

    fn timed<T: Serialize>(&self, whose: Whose, what: &T) {
        // Microseconds are precise enough to tell questions to a program apart.
        let at = (self.0.began.elapsed().as_secs_f64() * 1e6).round() / 1e6;
        self.line(&Timed { at, whose, what });
    }

    /// Writes a line with one call, so that lines stay complete when the program is killed. An incomplete line is removed.
    fn line<T: Serialize>(&self, what: &T) {
        let json = serde_json::to_string(what).expect("texts and numbers are JSON");
        let line = format!("{}\n", escape(&json));
        let mut out = self.0.out.lock().unwrap_or_else(PoisonError::into_inner);
        if out.failed.is_some() {
            return;
        }
        match out.file.write_all(line.as_bytes()) {
            Ok(()) => out.length += line.len() as u64,
            Err(error) => {
                out.failed = Some((error.kind(), error.to_string()));
                let _ = out.file.set_len(out.length);
            }
        }
    }
}
