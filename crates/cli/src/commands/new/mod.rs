//! `vperft new`: writes a folder to start from, of a variant or of a backend.

mod backend;
mod variant;

pub(super) use variant::first_counts;

use crate::exit::{CliError, Exit};
use crate::output;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use vperft::inner::backend::Registry;
use vperft::inner::support::files::is_reserved;
use vperft_lab::upkeep::scaffold::NewFile;
use vperft_pages::report::shell::quoted;

/// Write a folder to start from: a variant, or a backend
///
/// `vperft new variant mine` writes a variant whose rules are data, and `vperft new backend --language python` a program that answers
/// questions. Both work at once, and both are meant to be edited. No file is ever overwritten.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Variant(variant::VariantFolderArgs),
    Backend(backend::BackendFolderArgs),
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    match &args.what {
        What::Variant(args) => variant::run(args, registry),
        What::Backend(args) => backend::run(args),
    }
}

/// A folder that this command has made. It is removed again unless it is kept.
pub(super) struct NewFolder {
    pub path: PathBuf,
    /// The uppermost folder that it made: this one, or a folder above that was missing.
    made: PathBuf,
    is_kept: bool,
}

impl NewFolder {
    /// Makes the folder, which must not exist, and the folders above it that are missing.
    pub fn create(path: PathBuf) -> Result<Self, CliError> {
        // A path that begins with a dash would be a flag in the commands that are printed.
        let path = if path.display().to_string().starts_with('-') { Path::new(".").join(path) } else { path };
        let is_there = || {
            let path = path.display();
            CliError::Usage(format!("`{path}` is there already; nothing was written"))
        };
        if path.symlink_metadata().is_ok() {
            return Err(is_there());
        }
        // The folder is meant to be shared, also with users of Windows.
        if let Some(name) = path.iter().find_map(|name| name.to_str().filter(|name| is_reserved(name))) {
            let problem = format!("`{name}` is a name that Windows reserves");
            return Err(CliError::Usage(problem));
        }
        let missing = path.ancestors().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let made = missing.last().unwrap_or(&path).to_path_buf();
        let make = || {
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::create_dir(&path)
        };
        match make() {
            Ok(()) => Ok(Self { path, made, is_kept: false }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && path.exists() => Err(is_there()),
            Err(error) => Err(cannot_make(&path, &error).into()),
        }
    }

    /// Makes the folder of a variant.
    pub fn of_variant(parent: &Path, name: &str) -> Result<Self, CliError> {
        // The paths that are printed are short if the folder is in the current one.
        let parent = if parent == Path::new(".") { Path::new("") } else { parent };
        Self::create(parent.join(name))
    }

    /// Keeps the folder of a variant, and prints its files, notes and the commands to go on with.
    pub fn keep_variant(
        self,
        name: &str,
        written: &[PathBuf],
        notes: &[String],
        depth: u32,
    ) -> Result<Exit, CliError> {
        self.keep_and_print(written, notes, |path| {
            [format!("show {name}"), format!("run {name}"), format!("perft {name} {depth}")]
                .map(|command| format!("vperft {command} --variant {path}"))
                .into()
        })
    }

    /// Keeps the folder, and prints its files, notes and the commands to go on with, which may name its path as a shell reads it.
    pub fn keep_and_print(
        self,
        written: &[PathBuf],
        notes: &[String],
        commands: impl FnOnce(&str) -> Vec<String>,
    ) -> Result<Exit, CliError> {
        let path = self.path.display().to_string();
        self.keep();
        for file in written {
            output::line(format_args!("wrote {}", file.display()))?;
        }
        for note in notes {
            output::note(format_args!("note: {note}"));
        }
        output::block("\nnext:")?;
        for command in commands(&quoted(&path)) {
            output::line(format_args!("  {command}"))?;
        }
        Ok(Exit::Success)
    }

    /// Writes new files, in this order.
    pub fn write_all(&self, files: &[NewFile]) -> io::Result<Vec<PathBuf>> {
        files.iter().map(|file| self.write(file)).collect()
    }

    /// Writes a new file, and the folders above it.
    pub fn write(&self, new: &NewFile) -> io::Result<PathBuf> {
        let path = new.path.split('/').fold(self.path.clone(), |folder, name| folder.join(name));
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(&self.path))?;
            fs::File::create_new(&path)?.write_all(new.text.as_bytes())
        };
        write().map_err(|error| cannot_make(&path, &error))?;
        Ok(path)
    }

    fn keep(mut self) {
        self.is_kept = true;
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if !self.is_kept {
            // It holds nothing but the files of this command, and the error that led here is reported.
            let _ = fs::remove_dir_all(&self.path);
            // A folder above it may have got other files by now, and then stays.
            for folder in self.path.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.made)) {
                let _ = fs::remove_dir(folder);
            }
        }
    }
}

fn cannot_make(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("cannot write `{}`: {error}", path.display()))
}
