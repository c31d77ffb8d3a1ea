//! Reads and writes files of the user.

pub(super) use crate::suite::{named, read};
use std::ffi::OsString;
use std::path::Path;
use std::{fs, io};

/// Writes a file anew, and makes the folder it is in. Whoever reads it meanwhile reads the old text or the new one. The
/// error names the file.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".new");
    let new = path.with_file_name(name);
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(&new, text))
        .and_then(|()| fs::rename(&new, path))
        .map_err(|error| named(path, error))
}
