//! Where corpus files come from: the binary itself, or folders.

use super::embedded::{File, POSITIONS, SUITES};
use crate::variant::VariantId;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The two folders of the corpus; the embedded one where none is given.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// A folder to read in place of `suites/`.
    pub suites: Option<PathBuf>,
    /// A folder to read in place of `positions/`.
    pub positions: Option<PathBuf>,
}

/// A corpus file: its name, for messages, and its text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The folder and the path within it, such as `suites/ryugi/clauses.json`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// The suite files, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn suites(&self) -> io::Result<Vec<SourceFile>> {
        files(self.suites.as_deref(), SUITES, "suites", |name| !NO_SUITES.contains(&name))
    }

    /// The dictionaries of bugs, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn bugs(&self) -> io::Result<Vec<SourceFile>> {
        files(self.suites.as_deref(), SUITES, "suites", |name| name == BUGS)
    }

    /// The choices of cases for the smoke tier, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn smoke(&self) -> io::Result<Vec<SourceFile>> {
        files(self.suites.as_deref(), SUITES, "suites", |name| name == SMOKE)
    }

    /// The tables of the variants, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn tables(&self) -> io::Result<Vec<SourceFile>> {
        let mut tables = files(self.suites.as_deref(), SUITES, "suites", |name| name == TABLE)?;
        for folder in VariantId::all().into_iter().filter_map(VariantId::folder) {
            let path = folder.join(TABLE);
            tables.push(SourceFile { name: path.display().to_string(), text: read(&path)? });
        }
        Ok(tables)
    }

    /// The changelog of the suites, if there is one.
    ///
    /// # Errors
    /// If it cannot be read; the error names it.
    pub fn changelog(&self) -> io::Result<Option<SourceFile>> {
        let Some(folder) = &self.suites else {
            let file = SUITES.iter().find(|file| file.variant.is_empty() && file.name == CHANGELOG);
            return Ok(file.map(|file| file.whole("suites")));
        };
        let path = folder.join(CHANGELOG);
        match read(&path) {
            Ok(text) => Ok(Some(SourceFile { name: path.display().to_string(), text })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The position files, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn positions(&self) -> io::Result<Vec<SourceFile>> {
        files(self.positions.as_deref(), POSITIONS, "positions", |_| true)
    }
}

/// The name of the changelog.
const CHANGELOG: &str = "CHANGELOG.md";

/// The name of the table of a variant.
const TABLE: &str = "variant.json";

/// The name of a dictionary of bugs.
const BUGS: &str = "bugs.json";

/// The name of a choice of cases for the smoke tier.
const SMOKE: &str = "smoke.json";

/// The files among the suites that are none: the variant's table, its bugs, and the choice of cases for its smoke
/// tier.
const NO_SUITES: [&str; 3] = [TABLE, BUGS, SMOKE];

/// Whether a file is `<name>.json` with a name that is wanted.
fn is_data(path: &Path, wanted: fn(&str) -> bool) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
        && path.file_name().and_then(OsStr::to_str).is_some_and(wanted)
}

fn files(
    folder: Option<&Path>,
    embedded: &[File],
    name: &str,
    wanted: fn(&str) -> bool,
) -> io::Result<Vec<SourceFile>> {
    let mut files = match folder {
        Some(folder) => on_disk(folder, wanted)?,
        None => in_binary(embedded, name, wanted),
    };
    for variant in VariantId::all().into_iter().filter_map(VariantId::folder) {
        // A variant that was loaded brings its own; it need not have any.
        let brought = variant.join(name);
        if brought.is_dir() {
            files.extend(in_folder(&brought, wanted)?);
        }
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(files)
}

fn in_binary(embedded: &[File], name: &str, wanted: fn(&str) -> bool) -> Vec<SourceFile> {
    let files = embedded.iter().filter(|file| is_data(&file.path(), wanted));
    files.map(|file| file.whole(name)).collect()
}

fn on_disk(folder: &Path, wanted: fn(&str) -> bool) -> io::Result<Vec<SourceFile>> {
    let variants = list(folder)?.into_iter().filter(|path| path.is_dir());
    let files = variants.map(|variant| in_folder(&variant, wanted)).collect::<io::Result<Vec<_>>>()?;
    Ok(files.into_iter().flatten().collect())
}

/// The wanted files of one variant.
fn in_folder(variant: &Path, wanted: fn(&str) -> bool) -> io::Result<Vec<SourceFile>> {
    let paths = list(variant)?.into_iter().filter(|path| is_data(path, wanted));
    paths.map(|path| Ok(SourceFile { name: path.display().to_string(), text: read(&path)? })).collect()
}

/// What is in a folder.
fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| named(folder, error))?;
    entries.map(|entry| Ok(entry.map_err(|error| named(folder, error))?.path())).collect()
}

/// The error with the name of the file it is about.
pub(crate) fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The text of a file. A pipe or a device may never end. The error names the file.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let text = fs::metadata(path).and_then(|metadata| {
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
        }
        fs::read_to_string(path)
    });
    text.map_err(|error| named(path, error))
}
