//! `--record`: what backends are asked and answer, in a file.

use super::file;
use crate::backend::programs::words;
use crate::backend::record::replay::SCHEME;
use crate::backend::record::{About, Recorder};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::corpus::suite;
use std::path::Path;
use std::sync::OnceLock;
use std::{env, fs};

/// The record of this command. A command opens backends in several places, and all of them write to the same one.
static RECORDER: OnceLock<Recorder> = OnceLock::new();

/// Begins the record of this command, unless it has begun, in which backends of these names are about to be opened.
pub(crate) fn begin(path: &Path, backends: &[&str]) -> Result<Recorder, CliError> {
    if let Some(recorder) = RECORDER.get() {
        return Ok(recorder.clone());
    }
    if backends.iter().any(|name| is_record(name, path)) {
        let path = output::plain(path.display());
        return Err(CliError::Usage(format!(
            "--record {path}: it is the record that is replayed; expected another file"
        )));
    }
    let command = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    file::check_writable(path)?;
    let recorder = Recorder::create(path, &About { command, suite: suite::version() })?;
    Ok(RECORDER.get_or_init(|| recorder).clone())
}

/// Whether a backend answers from the record in this file.
fn is_record(backend: &str, path: &Path) -> bool {
    let Ok(words) = words(backend, SCHEME, "FILE") else { return false };
    let files = [Path::new(&words[0]), path].map(fs::canonicalize);
    matches!(files, [Ok(replayed), Ok(recorded)] if replayed == recorded)
}

/// The end of a command: what it ends with, unless its record could not be written.
pub(crate) fn end(result: Result<Exit, CliError>) -> Result<Exit, CliError> {
    let written = RECORDER.get().map_or(Ok(()), Recorder::written);
    match (result, written) {
        (Err(error), Err(lost)) => {
            output::note(format_args!("error: {}", output::plain(lost)));
            Err(error)
        }
        (result, written) => {
            written?;
            result
        }
    }
}
