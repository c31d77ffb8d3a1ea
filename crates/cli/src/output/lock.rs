//! Locks on folders and files, so that two `vperft` processes that write to the same place wait for each other.
//!
//! Invariant: in a locked folder there is no temporary file of another process that is still running and takes locks.

use super::note;
use super::read::named;
use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use vperft_run::aside::{folder, is_temporary};

/// How long to wait for another process that writes to the same folder.
const TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Locked folders and files, to which no other `vperft` process writes. The lock is `None` where the file system has none.
#[derive(Debug, Default)]
pub struct Lock(Vec<(PathBuf, Option<File>)>);

impl Lock {
    /// Locks the folders that exist, and removes temporary files that a killed process left there.
    ///
    /// # Errors
    /// If another process holds one of the locks for too long.
    pub fn folders(folders: impl IntoIterator<Item = PathBuf>) -> io::Result<Self> {
        let mut lock = Self::default();
        lock.add(folders.into_iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect())?;
        Ok(lock)
    }

    /// Locks the folder of a file, which need not exist.
    pub fn beside(path: &Path) -> io::Result<Self> {
        Self::folders(target(path).parent().map(Path::to_owned))
    }

    /// Locks a file, if it exists. Other files in its folder stay free.
    pub fn file(path: &Path) -> io::Result<Self> {
        let target = target(path);
        while let Ok(file) = File::open(&target) {
            let held = file.try_clone().and_then(|file| lock(file, &target))?;
            // The process that held the lock may have replaced the file.
            if is_current(&file, &target) {
                return Ok(Self(vec![(target, held)]));
            }
        }
        Ok(Self::default())
    }

    /// Locks folders that are not locked yet, in alphabetical order, so that two processes cannot wait for each other.
    pub fn add(&mut self, mut folders: Vec<PathBuf>) -> io::Result<()> {
        folders.sort();
        folders.dedup();
        for folder in folders {
            if self.0.iter().all(|(held, _)| *held != folder) {
                let held = open_folder(&folder).map_or(Ok(None), |file| lock(file, &folder))?;
                // Without a lock, a temporary file may be one that another process is about to rename.
                if held.is_some() {
                    remove_temporary_files(&folder)?;
                }
                self.0.push((folder, held));
            }
        }
        Ok(())
    }
}

/// Opens a folder for locking, or a file in it where a folder cannot be opened.
fn open_folder(folder: &Path) -> io::Result<File> {
    let lock_file = || File::options().create(true).append(true).open(folder.join(".vperft.lock"));
    if cfg!(unix) { File::open(folder) } else { lock_file() }
}

/// Whether an open file is still the one that the path names.
#[cfg(unix)]
fn is_current(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().map(id).ok() == fs::metadata(path).map(id).ok()
}

/// Other systems do not rename over a file that another process has open.
#[cfg(not(unix))]
fn is_current(_: &File, _: &Path) -> bool {
    true
}

/// Locks a file until it is dropped; `None` if the file system has no locks.
fn lock(file: File, path: &Path) -> io::Result<Option<File>> {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
            Err(TryLockError::WouldBlock) => {
                let problem = "timed out after 10 s waiting for another `vperft` that writes there";
                return Err(cannot_write(path, problem));
            }
        }
    }
}

/// Removes the temporary files of a killed process from a locked folder, and reports them.
fn remove_temporary_files(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder).map_err(|error| named(folder, error))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if is_temporary(&name) && path.is_file() {
            fs::remove_file(&path).map_err(|error| named(&path, error))?;
            note(format_args!(
                "removed `{}`, a temporary file of a `vperft` that was killed",
                path.display()
            ));
        }
    }
    Ok(())
}

/// The file behind symbolic links, which need not exist.
pub fn target(path: &Path) -> PathBuf {
    let path = fs::canonicalize(path)
        .or_else(|_| fs::read_link(path).map(|next| folder(path).join(next)))
        .unwrap_or_else(|_| path.to_owned());
    fs::canonicalize(folder(&path))
        .map_or_else(|_| path.clone(), |folder| folder.join(path.file_name().unwrap_or_default()))
}

/// The error of a file or folder that cannot be written.
pub fn cannot_write(path: &Path, problem: impl Display) -> io::Error {
    io::Error::other(format!("cannot write `{}`: {problem}", path.display()))
}
