//! The files of a plan: written whole or not at all, and read with their digests.

use super::DeepError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;
use vperft::inner::support::files::read_file;
use vperft_run::aside::{is_temporary, put_in_place, write_aside};
use vperft_run::digest::digest;

/// The compression level of units: about a tenth of the text, at 100 MB a second.
const LEVEL: i32 = 6;

/// The version of the format of manifests and results. Version 2 has the number of first moves of a unit.
pub(super) const FORMAT: u32 = 2;

/// The largest text of a unit that is read, so that a doctored file cannot fill the memory.
const MAX_UNIT_BYTES: u64 = 1 << 30;

/// After how long a temporary file is taken for that of a killed worker, which would have renamed it within seconds.
const STALE: Duration = Duration::from_secs(3600);

/// The folders that workers write to.
const WRITTEN: [&str; 3] = ["results", "claims", "checkpoints"];

/// Makes the folders that workers write to, as far as they are missing: Git, zip and object stores drop empty folders.
///
/// # Errors
/// If one cannot be made.
pub(super) fn make_folders(plan: &Path) -> Result<(), DeepError> {
    let make = |path: &Path| fs::create_dir_all(path).map_err(DeepError::io(path));
    WRITTEN.iter().try_for_each(|name| make(&plan.join(name)))
}

/// Lists such a folder. A missing one is empty.
///
/// # Errors
/// If it cannot be read.
pub(super) fn listed(folder: &Path) -> Result<Vec<DirEntry>, DeepError> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries.and_then(Iterator::collect).map_err(DeepError::io(folder)),
    }
}

/// Removes the temporary files that killed workers left in these folders. If the clock of the folder is so wrong that this is one of a
/// living worker, [`put`] writes it again.
///
/// # Errors
/// If a folder cannot be read.
pub(super) fn remove_stale(plan: &Path) -> Result<(), DeepError> {
    for name in WRITTEN {
        for entry in listed(&plan.join(name))? {
            let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
            let is_stale = || age().is_some_and(|age| age >= STALE);
            if is_temporary(&entry.file_name().to_string_lossy()) && is_stale() {
                // Another worker may remove it too.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
    Ok(())
}

/// Writes a file aside, waits until it is on the disk, and gives it its name.
///
/// # Errors
/// If the file cannot be written, for instance because the disk is full. There is no new file then.
pub(super) fn put(path: &Path, bytes: &[u8]) -> Result<(), DeepError> {
    let write = || write_aside(path, bytes).and_then(|temporary| put_in_place(temporary, path));
    // Another worker may remove our temporary file; retry once.
    let retry = |error: io::Error| if error.kind() == io::ErrorKind::NotFound { write() } else { Err(error) };
    write().or_else(retry).map_err(DeepError::io(path))
}

/// Writes a unit's text, compressed, in a plan that has no manifest yet. [`sync`] waits for all units together, since waiting for
/// each of a hundred thousand takes minutes.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write_compressed(path: &Path, text: &str) -> Result<(), DeepError> {
    let written = zstd::encode_all(text.as_bytes(), LEVEL).and_then(|bytes| fs::write(path, bytes));
    written.map_err(DeepError::io(path))
}

/// Waits until a file or a folder is on the disk. Not every system can open a folder.
///
/// # Errors
/// If the file cannot be written to the disk.
pub(super) fn sync(path: &Path) -> Result<(), DeepError> {
    if path.is_dir() {
        return File::open(path).map_or(Ok(()), |folder| folder.sync_all()).map_err(DeepError::io(path));
    }
    // Windows syncs only what is open for writing.
    let file = File::options().write(true).open(path);
    file.and_then(|file| file.sync_all()).map_err(DeepError::io(path))
}

/// Reads a compressed text, and holds it against its digest.
///
/// # Errors
/// If the file cannot be read, or is not the one that the plan wrote.
pub(super) fn compressed(path: &Path, expected: &str) -> Result<String, DeepError> {
    let bytes = read_file(path, MAX_UNIT_BYTES).map_err(DeepError::io(path))?;
    let mut text = String::new();
    let read = zstd::Decoder::new(&bytes[..])
        .and_then(|decoder| decoder.take(MAX_UNIT_BYTES).read_to_string(&mut text));
    if let Err(error) = read {
        return Err(DeepError::malformed(path, format!("{error}; expected the unit that the plan wrote")));
    }
    if digest(text.as_bytes()) == expected {
        Ok(text)
    } else {
        Err(DeepError::malformed(path, "the text has another digest than the manifest says"))
    }
}

/// The JSON of a value, with the digest of all its other fields as `digest`.
pub(super) fn sealed(value: &impl Serialize) -> String {
    let mut value = serde_json::to_value(value).expect("the types of this room have names as keys");
    let text = value.to_string();
    value["digest"] = digest(text.as_bytes()).into();
    format!("{value:#}\n")
}

/// Reads JSON of at most this many bytes that [`sealed`] wrote. Returns its digest too.
///
/// # Errors
/// If the file cannot be read, is larger, was changed since it was written, or is of another version of the format.
pub(super) fn open_sealed<T: DeserializeOwned>(path: &Path, most: u64) -> Result<(T, String), DeepError> {
    let text = read_file(path, most).map_err(DeepError::io(path))?;
    let malformed = |problem: String| DeepError::malformed(path, problem);
    let mut value: Value = serde_json::from_slice(&text).map_err(|error| malformed(error.to_string()))?;
    let said = value.as_object_mut().and_then(|fields| fields.shift_remove("digest"));
    let said =
        said.as_ref().and_then(Value::as_str).ok_or_else(|| malformed("expected a `digest`".into()))?;
    let own = digest(value.to_string().as_bytes());
    if said != own {
        return Err(malformed("its digest is of another text: the file was changed or cut".into()));
    }
    let format = &value["format"];
    if *format != FORMAT {
        return Err(malformed(format!("it has format {format}; this vperft reads format {FORMAT}")));
    }
    let value = serde_json::from_value(value).map_err(|error| malformed(error.to_string()))?;
    Ok((value, own))
}
