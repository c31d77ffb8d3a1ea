//! Reads and replaces files of the user.
//!
//! Invariants: a file that is replaced stays what it is, a link stays a link and permissions stay as they were; whoever reads it
//! meanwhile reads the old text or the new one; nothing is replaced that is not what it was when it was read; of several files
//! all are replaced or none; and nothing that somebody else has put into a folder is touched. Of a file with several names, hard
//! links, the one that is given names the new text, and the others the old one. What is no regular file, such as a pipe, is
//! written to as it is. This module does not know what is in the files.

use crate::cli::output;
use crate::corpus::suite::read_up_to;
pub(crate) use crate::corpus::suite::{named, read};
use fs4::{FileExt, TryLockError};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::{Builder, TempPath};

/// How long to wait for another program that writes to the same folder.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often to look whether it has ended.
const LOOK: Duration = Duration::from_millis(20);

/// What the names of files that are written aside hold, between the name of the file they are for and what is random.
const ASIDE: &str = ".vperft-";
/// How many random letters and digits follow.
const RANDOM: usize = 12;

/// A file that is to be replaced.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// The file.
    pub path: PathBuf,
    /// Its text when it was read; none if there was no file.
    pub before: Option<String>,
    /// Its text from now on.
    pub text: String,
}

/// Folders and files to which no other program of this kind writes, each with what holds the others off.
#[derive(Debug, Default)]
pub(crate) struct Locked(Vec<(PathBuf, Option<File>)>);

/// A change that has been written aside.
struct Aside {
    /// The file itself, behind all links.
    target: PathBuf,
    new: TempPath,
    /// The file as it was, if there was one and it may have to be put back.
    old: Option<TempPath>,
}

/// The most that somebody hands over by hand: a game, a table.
const GIVEN: u64 = 16 << 20;

/// The text of a file or a pipe; `-` is stdin. The error names it.
pub(crate) fn read_given(path: &Path) -> io::Result<String> {
    if path.as_os_str() == "-" {
        return read_up_to(GIVEN, io::stdin().lock()).map_err(|error| named(Path::new("stdin"), error));
    }
    File::open(path).and_then(|file| read_up_to(GIVEN, file)).map_err(|error| named(path, error))
}

/// The text of a file; none if there is none. The error names the file.
pub(crate) fn read_if_any(path: &Path) -> io::Result<Option<String>> {
    match read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    }
}

impl Locked {
    /// Waits until no other program of this kind writes to files of these folders, and holds others off from then on. Whatever
    /// was left aside there is told and removed.
    pub fn folders(folders: impl IntoIterator<Item = PathBuf>) -> io::Result<Self> {
        let mut locked = Self::default();
        // What does not exist cannot be written to, and is told when it is read.
        locked.add(folders.into_iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect())?;
        Ok(locked)
    }

    /// The same for the folder of one file, whether or not there is such a file.
    pub fn beside(path: &Path) -> io::Result<Self> {
        Self::folders([folder(&target(path)).to_owned()])
    }

    /// The same for one file, if there is one: others may stand beside it that have nothing to do with it.
    pub fn file(path: &Path) -> io::Result<Self> {
        let target = target(path);
        // Who has held it may have put another file in its place.
        while let Ok(file) = File::open(&target) {
            let held = file.try_clone().and_then(|file| lock(file, &target))?;
            if is_still(&file, &target) {
                return Ok(Self(vec![(target, held)]));
            }
        }
        Ok(Self::default())
    }

    /// Locks those of these folders that are not locked yet. Everybody takes them in the same order, so that two programs do
    /// not wait for each other.
    fn add(&mut self, mut folders: Vec<PathBuf>) -> io::Result<()> {
        folders.sort();
        folders.dedup();
        for folder in folders {
            if self.0.iter().all(|(held, _)| *held != folder) {
                let lock = open(&folder).map_or(Ok(None), |file| lock(file, &folder))?;
                // Where there are no locks, it may be what another program is about to write.
                if lock.is_some() {
                    clear(&folder)?;
                }
                self.0.push((folder, lock));
            }
        }
        Ok(())
    }

    /// Replaces files, all of them or none. The error names the file it is about.
    pub fn replace(&mut self, changes: &[Change]) -> io::Result<()> {
        let targets: Vec<_> = changes.iter().map(|change| target(&change.path)).collect();
        let mut folders = Vec::new();
        for target in &targets {
            fs::create_dir_all(folder(target)).map_err(|error| named(target, error))?;
            folders.push(fs::canonicalize(folder(target)).map_err(|error| named(target, error))?);
        }
        self.add(folders)?;
        changes.iter().try_for_each(Change::check)?;
        let mut asides = Vec::new();
        for (change, target) in changes.iter().zip(targets) {
            let aside = Aside::write(target, change.text.as_bytes(), changes.len() > 1);
            asides.push(aside.map_err(|error| named(&change.path, error))?);
        }
        let mut done = Vec::new();
        for (change, Aside { target, new, old }) in changes.iter().zip(asides) {
            if let Err(error) = new.persist(&target) {
                // What comes of that is not worth telling: the error is what is to be mended.
                done.into_iter().rev().for_each(restore);
                return Err(named(&change.path, error.error));
            }
            done.push((target, old));
        }
        Ok(())
    }
}

/// Writes a file, whatever it held. The error names it.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let error = |error| named(path, error);
    check_writable(path)?;
    if is_itself(path) {
        return fs::write(path, bytes).map_err(error);
    }
    let target = target(path);
    let replace = || {
        let aside = Aside::write(target.clone(), bytes, false)?;
        aside.new.persist(&target).map_err(|problem| problem.error)
    };
    match replace() {
        // Somebody who has locked the folder takes what is aside for something that was left there.
        Err(problem) if problem.kind() == io::ErrorKind::NotFound => replace(),
        done => done,
    }
    .map_err(error)
}

/// Demands that [`put`] can write a file, as far as one can tell before work is done whose results it is to hold. The error names
/// it.
pub(crate) fn check_put(path: &Path) -> io::Result<()> {
    check_writable(path)?;
    if is_itself(path) {
        return Ok(());
    }
    Aside::write(target(path), b"", false).map(drop).map_err(|error| named(path, error))
}

/// Opens a file that is written while somebody may read it, and empties it. The error names it.
pub(crate) fn begin(path: &Path) -> io::Result<File> {
    check_writable(path)?;
    File::create(path).map_err(|error| named(path, error))
}

/// Whether two paths name one file, as far as the system tells.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let found = |path: &Path| {
        let target = target(path);
        let folder = fs::canonicalize(folder(&target)).ok()?;
        Some(folder.join(target.file_name()?))
    };
    one == other || found(one).is_some_and(|one| found(other) == Some(one))
}

/// Whether a path names something that no other file may take the place of: a device, a pipe, or what a program has open.
fn is_itself(path: &Path) -> bool {
    let is_of_system = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    is_of_system || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// Demands that a file can be written to, before work is done whose results it is to hold. The error names it.
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    let opened = fs::metadata(path).and_then(|metadata| {
        // The superuser may write to any file, but whoever made it read-only does not want that.
        if metadata.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        File::options().write(true).open(path).map(drop)
    });
    match opened {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(named(path, error)),
        _ => Ok(()),
    }
}

impl Change {
    /// Demands that the file can be written to and is what it was when it was read.
    fn check(&self) -> io::Result<()> {
        check_writable(&self.path)?;
        if read_if_any(&self.path)? == self.before {
            return Ok(());
        }
        let problem = "somebody has changed it since it was read; nothing is written";
        Err(named(&self.path, io::Error::other(problem)))
    }
}

impl Aside {
    /// Writes something beside the file it is for, with all that the file has but what it holds.
    fn write(target: PathBuf, bytes: &[u8], keeps_old: bool) -> io::Result<Self> {
        let folder = folder(&target).to_owned();
        let mut prefix = OsStr::new(".").to_owned();
        prefix.push(target.file_name().unwrap_or_default());
        prefix.push(ASIDE);
        let mut builder = Builder::new();
        builder.prefix(&prefix).rand_bytes(RANDOM);
        let metadata = fs::metadata(&target).ok();
        #[cfg(unix)]
        if metadata.is_none() {
            use std::os::unix::fs::PermissionsExt as _;
            // As every new file, less what the user masks out.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut new = builder.tempfile_in(&folder)?;
        new.write_all(bytes)?;
        if let Some(metadata) = &metadata {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt as _, fchown};
                // Only the superuser may give files away; whoever else writes to somebody's file owns it from then on.
                let _ = fchown(new.as_file(), Some(metadata.uid()), Some(metadata.gid()));
            }
            new.as_file().set_permissions(metadata.permissions())?;
        }
        // A full disk may say so only now.
        new.as_file().sync_all()?;
        let old = if metadata.is_some() && keeps_old {
            let link = |path: &Path| fs::hard_link(&target, path);
            let linked = builder.make_in(&folder, link).or_else(|_| {
                // Some file systems have no links.
                builder.make_in(&folder, |path| fs::copy(&target, path).map(drop))
            });
            Some(linked?.into_temp_path())
        } else {
            None
        };
        Ok(Self { target, new: new.into_temp_path(), old })
    }
}

/// Makes a file again what it was, with what it was if there was one.
fn restore((target, old): (PathBuf, Option<TempPath>)) {
    let _ = match old {
        Some(old) => old.persist(&target).map_err(|error| error.error),
        None => fs::remove_file(&target),
    };
}

/// The file behind the links that a path may name, whether or not there is one.
fn target(path: &Path) -> PathBuf {
    /// The most links that are followed, as systems do; more are a circle, which is told when the file is opened.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        path = folder(&path).join(next);
    }
    path
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What can be locked in the name of a folder, if anything.
fn open(folder: &Path) -> io::Result<File> {
    // The folder itself, where it can be opened.
    if cfg!(unix) {
        return File::open(folder);
    }
    File::options().create(true).append(true).open(folder.join(".vperft.lock"))
}

/// Whether this is the file of that path, as far as the system tells.
fn is_still(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        file.metadata().map(id).ok() == fs::metadata(path).map(id).ok()
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

/// Holds others off from what is at this path until it is dropped; nothing where the file system has no locks.
fn lock(file: File, path: &Path) -> io::Result<Option<File>> {
    let start = Instant::now();
    loop {
        match FileExt::try_lock(&file) {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => thread::sleep(LOOK),
            Err(TryLockError::WouldBlock) => {
                let problem = format!(
                    "another vperft is at work that writes there; it has not ended within {} s",
                    PATIENCE.as_secs()
                );
                return Err(named(path, io::Error::new(io::ErrorKind::TimedOut, problem)));
            }
        }
    }
}

/// Removes what a program that was ended while it wrote has left in a folder, and says so.
fn clear(folder: &Path) -> io::Result<()> {
    let entries = fs::read_dir(folder).map_err(|error| named(folder, error))?;
    let mut left: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    left.retain(|path| path.file_name().is_some_and(is_aside) && path.is_file());
    left.sort();
    for path in left {
        fs::remove_file(&path).map_err(|error| named(&path, error))?;
        output::note(format_args!(
            "removed {}, which a vperft that was ended while it wrote has left there",
            path.display()
        ));
    }
    Ok(())
}

/// Whether this is the name of a file that was written aside.
fn is_aside(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    let Some((front, random)) = name.len().checked_sub(RANDOM).map(|at| name.split_at(at)) else {
        return false;
    };
    front.starts_with(b".")
        && front.ends_with(ASIDE.as_bytes())
        && random.iter().all(u8::is_ascii_alphanumeric)
}
