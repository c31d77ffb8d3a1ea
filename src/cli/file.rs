//! Reads and writes files of the user.

use std::ffi::OsString;
use std::path::Path;
use std::{fs, io};

/// The text of a file. A pipe or a device may never end. The error names the file.
pub(super) fn read(path: &Path) -> io::Result<String> {
    let text = fs::metadata(path).and_then(|metadata| {
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
        }
        fs::read_to_string(path)
    });
    text.map_err(|error| named(path, error))
}

/// Writes a file anew. Whoever reads it meanwhile reads the old text or the new one. The error names the file.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".new");
    let new = path.with_file_name(name);
    fs::write(&new, text).and_then(|()| fs::rename(&new, path)).map_err(|error| named(path, error))
}

fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
