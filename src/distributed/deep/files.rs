//! The files of a plan: written whole or not at all, and read with their digests.

use super::DeepError;
use crate::support::aside::{put_in_place, write_aside};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

/// The compression level of units: about a tenth of the text, at 100 MB a second.
const LEVEL: i32 = 6;

/// The largest text of a unit that is read, so that a doctored file cannot fill the memory.
const MAX_UNIT_BYTES: u64 = 1 << 30;

/// The digest of a text, in hexadecimal digits.
pub(super) fn digest(text: &[u8]) -> String {
    blake3::hash(text).to_hex().to_string()
}

/// Writes a file aside, waits until it is on the disk, and gives it its name.
///
/// # Errors
/// If the file cannot be written, for instance because the disk is full. There is no new file then.
pub(super) fn put(path: &Path, bytes: &[u8]) -> Result<(), DeepError> {
    write_aside(path, bytes).and_then(|temporary| put_in_place(temporary, path)).map_err(DeepError::io(path))
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
    let file = File::open(path).map_err(DeepError::io(path))?;
    let mut text = String::new();
    let read =
        zstd::Decoder::new(file).and_then(|decoder| decoder.take(MAX_UNIT_BYTES).read_to_string(&mut text));
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

/// Reads JSON that [`sealed`] wrote. Returns its digest too.
///
/// # Errors
/// If the file cannot be read, or was changed since it was written.
pub(super) fn open_sealed<T: DeserializeOwned>(path: &Path) -> Result<(T, String), DeepError> {
    let text = fs::read_to_string(path).map_err(DeepError::io(path))?;
    let malformed = |problem: String| DeepError::malformed(path, problem);
    let mut value: Value = serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
    let said = value.as_object_mut().and_then(|fields| fields.shift_remove("digest"));
    let said =
        said.as_ref().and_then(Value::as_str).ok_or_else(|| malformed("expected a `digest`".into()))?;
    let own = digest(value.to_string().as_bytes());
    if said != own {
        return Err(malformed("its digest is of another text: the file was changed or cut".into()));
    }
    let value = serde_json::from_value(value).map_err(|error| malformed(error.to_string()))?;
    Ok((value, own))
}
