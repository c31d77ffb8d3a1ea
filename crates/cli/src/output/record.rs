//! `--record`: the requests and answers of all backends of a command, in one file.

use super::file;
use super::note;
use crate::exit::{CliError, Exit};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};
use vperft::inner::backend::record::SCHEME;
use vperft::inner::backend::record::{About, Recorder};
use vperft::inner::corpus::suite;
use vperft_programs::words;

/// The record of this command, shared by all of its backends.
static RECORDER: OnceLock<Recorder> = OnceLock::new();
/// Its file.
static FILE: OnceLock<PathBuf> = OnceLock::new();

/// The record of this command, which the first call creates, for backends of these names.
///
/// # Errors
/// If one of the backends replays the same file, or if the file cannot be written.
pub fn begin(path: &Path, backends: &[&str]) -> Result<Recorder, CliError> {
    if let Some(recorder) = RECORDER.get() {
        return Ok(recorder.clone());
    }
    if backends.iter().any(|name| replays(name, path)) {
        let path = path.display();
        return Err(CliError::Usage(format!(
            "--record {path}: the backend replays this file; record to another file"
        )));
    }
    let command = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    file::check_writable(path)?;
    let recorder = Recorder::create(path, &About { command, suite: suite::version() })?;
    FILE.get_or_init(|| path.to_owned());
    Ok(RECORDER.get_or_init(|| recorder).clone())
}

/// Whether the record of this command goes to a file.
pub fn is_to(path: &Path) -> bool {
    FILE.get().is_some_and(|recorded| file::is_same(recorded, path))
}

/// Whether a backend replays this file.
fn replays(backend: &str, path: &Path) -> bool {
    let Ok(words) = words(backend, SCHEME, "FILE") else { return false };
    let files = [Path::new(&words[0]), path].map(fs::canonicalize);
    matches!(files, [Ok(replayed), Ok(recorded)] if replayed == recorded)
}

/// The result of a command, or an error if its record could not be written.
pub fn end(result: Result<Exit, CliError>) -> Result<Exit, CliError> {
    let written = RECORDER.get().map_or(Ok(()), Recorder::written);
    match (result, written) {
        (Err(error), Err(lost)) => {
            note(format_args!("error: {lost}"));
            Err(error)
        }
        (result, written) => {
            written?;
            result
        }
    }
}
