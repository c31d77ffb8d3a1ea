//! Files written aside and renamed, so that a reader sees the old file or the whole new one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use tempfile::{Builder, NamedTempFile, TempPath};

/// A temporary file is named `.NAME.vperft-` and this number of random letters and digits.
const INFIX: &str = ".vperft-";
const RANDOM_CHARS: usize = 12;

/// Whether a name is that of a temporary file, which a killed process leaves behind.
pub fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix('.').and_then(|name| Some(name.rsplit_once(INFIX)?.1));
    random.is_some_and(|text| text.len() == RANDOM_CHARS && text.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Writes bytes to a temporary file next to a path, with the permissions and the owner of the file there, and waits until they are
/// on the disk.
///
/// # Errors
/// If the file cannot be written, for instance because the disk is full. There is no temporary file then. The error does not name
/// it, since the user did not choose its name.
pub fn write_aside(path: &Path, bytes: &[u8]) -> io::Result<TempPath> {
    let file = write_temporary(path, bytes)?;
    // A full disk may be reported only now.
    file.as_file().sync_all()?;
    Ok(file.into_temp_path())
}

/// Replaces a file at once, without a wait for the disk. A symbolic link is replaced and not followed.
///
/// # Errors
/// If the file cannot be written.
pub fn replace_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_temporary(path, bytes)?.into_temp_path().persist(path).map_err(|error| error.error)
}

fn write_temporary(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(INFIX);
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM_CHARS);
    let metadata = fs::metadata(path).ok();
    #[cfg(unix)]
    if metadata.is_none() {
        use std::os::unix::fs::PermissionsExt as _;
        // The permissions of any new file; the umask applies.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder(path)).map_err(without_temporary_name)?;
    file.write_all(bytes).map_err(without_temporary_name)?;
    if let Some(metadata) = &metadata {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt as _, fchown};
            // Only the superuser may keep the owner; for others the new file is their own.
            let _ = fchown(file.as_file(), Some(metadata.uid()), Some(metadata.gid()));
        }
        file.as_file().set_permissions(metadata.permissions())?;
    }
    Ok(file)
}

/// Gives a temporary file its name, and waits until the name is on the disk, where the system can open folders.
///
/// # Errors
/// If the file cannot be renamed.
pub fn put_in_place(temporary: TempPath, path: &Path) -> io::Result<()> {
    temporary.persist(path).map_err(|error| error.error)?;
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn without_temporary_name(error: io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or_default().to_owned())
}
