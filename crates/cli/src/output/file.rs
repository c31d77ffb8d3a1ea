//! Replaces files of the user.
//!
//! Invariants: a reader sees the old text of a replaced file or the new one, never a part; a file that changed since it was read is
//! not replaced; two processes that replace files in one folder wait for each other. Symbolic links, permissions and foreign files
//! stay as they are; a hard link keeps the old text. Pipes and devices are written in place. This module does not know what the
//! files contain.

use super::lock::{Lock, cannot_write, target};
use super::read::{read_if_any, was_read};
use super::record;
use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempPath;
use vperft_run::aside::{folder, put_in_place, write_aside};

/// The replacement of a file.
#[derive(Clone, Debug)]
pub struct Change {
    pub path: PathBuf,
    /// The text when it was read; `None` if there was no file.
    pub before: Option<String>,
    /// The new text.
    pub text: String,
}

/// Replaces files in folders that it locks: writes all new texts to temporary files, then renames these one by one.
///
/// # Errors
/// Says what was written: nothing, unless a rename failed after others.
pub fn replace(lock: &mut Lock, changes: &[Change]) -> io::Result<()> {
    let nothing = |change: &Change, problem: &dyn Display| {
        cannot_write(&change.path, format_args!("{problem}; nothing was written"))
    };
    let mut folders = Vec::new();
    for change in changes {
        let folder = folder(&change.path);
        let created = fs::create_dir_all(folder).map(|()| target(&change.path));
        folders.push(self::folder(&created.map_err(|error| nothing(change, &error))?).to_owned());
    }
    lock.add(folders)?;
    for change in changes {
        check_writable(&change.path)?;
        if read_if_any(&change.path)? != change.before {
            return Err(nothing(change, &"it changed since it was read"));
        }
    }
    let write = |change: &Change| {
        write_temporary(&change.path, change.text.as_bytes()).map_err(|error| nothing(change, &error))
    };
    let temporaries = changes.iter().map(write).collect::<io::Result<Vec<_>>>()?;
    for (index, (temporary, target)) in temporaries.into_iter().enumerate() {
        if let Err(error) = put_in_place(temporary, &target) {
            let written: Vec<_> = changes[..index].iter().map(|one| one.path.display().to_string()).collect();
            return Err(match &written[..] {
                [] => nothing(&changes[index], &error),
                _ => cannot_write(
                    &changes[index].path,
                    format_args!("{error}; only `{}` was written", written.join("`, `")),
                ),
            });
        }
    }
    Ok(())
}

/// Writes a file, whatever it contained. The error names it.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    check_out(path)?;
    let write = || {
        if is_written_in_place(path) {
            return fs::write(path, bytes);
        }
        let (temporary, target) = write_temporary(path, bytes)?;
        put_in_place(temporary, &target)
    };
    // Another `vperft` that locks the folder may delete our temporary file; retry once.
    let retry = |error: io::Error| if error.kind() == io::ErrorKind::NotFound { write() } else { Err(error) };
    write().or_else(retry).map_err(|error| cannot_write(path, error))
}

/// Checks before long work that [`put`] will probably succeed. The error names the file.
pub fn check_put(path: &Path) -> io::Result<()> {
    check_out(path)?;
    if is_written_in_place(path) {
        return Ok(());
    }
    write_temporary(path, b"").map(drop).map_err(|error| cannot_write(path, error))
}

/// Checks before long work that a file of the user, in a folder that exists, can be written to. A folder that does not exist is
/// probably a typing error, so it is not created. The error names it.
pub fn check_out(path: &Path) -> io::Result<()> {
    let folder = folder(path);
    if !folder.is_dir() {
        return Err(cannot_write(path, format_args!("there is no folder `{}`", folder.display())));
    }
    check_writable(path)
}

/// Checks before long work that a folder for several files exists. The error names it.
pub fn check_out_folder(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(cannot_write(path, "expected a folder, because there may be several files")),
        Err(_) => Err(cannot_write(path, "there is no such folder; make it first")),
    }
}

/// Creates or empties a file that is written while others may read it. The error names it.
pub fn create_live(path: &Path) -> io::Result<File> {
    check_writable(path)?;
    File::create(path).map_err(|error| cannot_write(path, error))
}

/// Whether two paths name the same file, which need not exist.
pub fn is_same(one: &Path, other: &Path) -> bool {
    one == other || target(one) == target(other)
}

/// Checks before long work that a file can be written to. The error names it.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.as_os_str() == "-" {
        let expected = "expected a file; `/dev/stdout` is the standard output, and `./-` a file of this name";
        return Err(cannot_write(path, expected));
    }
    if !is_written_in_place(path) && was_read(path) {
        return Err(cannot_write(path, "this command reads it, and it would be overwritten"));
    }
    if !is_written_in_place(path) && record::is_to(path) {
        return Err(cannot_write(path, "`--record` writes to it; expected another file"));
    }
    // The superuser may write to any file, but a read-only file should stay unchanged.
    if fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly()) {
        return Err(cannot_write(path, "the file is read-only"));
    }
    match File::options().write(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot_write(path, error)),
        _ => Ok(()),
    }
}

/// Whether a path names a device, a pipe or an open file, which another file cannot replace.
fn is_written_in_place(path: &Path) -> bool {
    let is_of_system = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    is_of_system || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// Writes bytes to a temporary file next to the target of a path. Returns the target as well.
fn write_temporary(path: &Path, bytes: &[u8]) -> io::Result<(TempPath, PathBuf)> {
    let target = target(path);
    Ok((write_aside(&target, bytes)?, target))
}
