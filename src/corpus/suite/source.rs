//! Finds and reads the corpus files: embedded in the binary, and in folders.
//!
//! Invariant: embedded files come first, files of folders after them, each sorted by name. Readers can
//! therefore let a later entry replace an earlier one with the same id.

use super::embedded::{self, File, POSITIONS, SUITES};
use crate::game::variant::VariantId;
use crate::support::decode::decode;
use crate::support::files::read_file;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The embedded corpus, and folders that extend or replace it.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// A folder of suites, with the layout of `suites/`.
    pub suites: Option<PathBuf>,
    /// A folder of positions, with the layout of `positions/`.
    pub positions: Option<PathBuf>,
    /// Whether a folder replaces its embedded counterpart instead of extending it.
    pub without_embedded: bool,
    /// The variants whose embedded files are needed; empty for all. Folders are always read completely.
    pub variants: Vec<VariantId>,
}

/// A corpus file with its name, for messages, and its text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The folder and the path within it, such as `suites/ryugi/clauses.json`.
    pub name: String,
    /// The path on disk, which need not be UTF-8; equal to the name for an embedded file.
    pub path: PathBuf,
    /// The whole text.
    pub text: Cow<'static, str>,
    /// Whether the file is embedded in the library.
    pub is_embedded: bool,
}

impl SourceFile {
    /// Reads the file with this path.
    fn on_disk(path: &Path) -> io::Result<Self> {
        let name = path.display().to_string();
        Ok(Self { name, path: path.to_owned(), text: read_text(path)?.into(), is_embedded: false })
    }
}

impl Source {
    /// The embedded files of these variants, without any folder.
    #[must_use]
    pub fn of_variants(variants: &[VariantId]) -> Self {
        Self { variants: variants.to_vec(), ..Self::default() }
    }

    /// The suite files, sorted by name.
    ///
    /// # Errors
    /// Returns an error that names the file if one cannot be read.
    pub fn suites(&self) -> io::Result<Vec<SourceFile>> {
        self.suite_files(|name| !NOT_SUITES.contains(&name))
    }

    /// The dictionaries of bugs, sorted by name.
    ///
    /// # Errors
    /// Returns an error that names the file if one cannot be read.
    pub fn bugs(&self) -> io::Result<Vec<SourceFile>> {
        self.suite_files(|name| name == BUGS)
    }

    /// The selections for the smoke tier, sorted by name.
    ///
    /// # Errors
    /// Returns an error that names the file if one cannot be read.
    pub fn smoke(&self) -> io::Result<Vec<SourceFile>> {
        self.suite_files(|name| name == SMOKE)
    }

    /// The tables of the variants, sorted by name.
    ///
    /// # Errors
    /// Returns an error that names the file if one cannot be read.
    pub fn tables(&self) -> io::Result<Vec<SourceFile>> {
        let mut tables = self.suite_files(|name| name == TABLE)?;
        for folder in VariantId::all().into_iter().filter_map(VariantId::folder) {
            tables.push(SourceFile::on_disk(&folder.join(TABLE))?);
        }
        Ok(tables)
    }

    /// The changelog of the suites, if there is one; that of the folder takes precedence.
    ///
    /// # Errors
    /// Returns an error that names the file if it cannot be read.
    pub fn changelog(&self) -> io::Result<Option<SourceFile>> {
        if let Some(folder) = &self.suites {
            match SourceFile::on_disk(&folder.join(CHANGELOG)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                file => return file.map(Some),
            }
        }
        if self.suites.is_some() && self.without_embedded {
            return Ok(None);
        }
        let name = format!("suites/{CHANGELOG}");
        let path = PathBuf::from(&name);
        Ok(Some(SourceFile { name, path, text: embedded::CHANGELOG.into(), is_embedded: true }))
    }

    /// The position files, sorted by name.
    ///
    /// # Errors
    /// Returns an error that names the file if one cannot be read.
    pub fn positions(&self) -> io::Result<Vec<SourceFile>> {
        self.files(self.positions.as_deref(), POSITIONS, "positions", |_| true)
    }

    /// Whether a folder extends the embedded corpus.
    #[must_use]
    pub fn is_added(&self) -> bool {
        !self.without_embedded && (self.suites.is_some() || self.positions.is_some())
    }

    /// Whether a folder contains a file that may belong to a corpus, whatever its content.
    ///
    /// # Errors
    /// Returns an error that names the folder if it cannot be read.
    pub fn holds_any(folder: &Path) -> io::Result<bool> {
        for variant in list(folder)?.into_iter().filter(|path| path.is_dir()) {
            if list(&variant)?.iter().any(|path| is_data(path, |_| true)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn suite_files(&self, wanted: fn(&str) -> bool) -> io::Result<Vec<SourceFile>> {
        self.files(self.suites.as_deref(), SUITES, "suites", wanted)
    }

    fn files(
        &self,
        folder: Option<&Path>,
        embedded: &[File],
        name: &str,
        wanted: fn(&str) -> bool,
    ) -> io::Result<Vec<SourceFile>> {
        let mut files = match folder {
            Some(_) if self.without_embedded => Vec::new(),
            // The name in messages must not look like a file of the folder.
            _ if self.is_added() => self.in_binary(embedded, &format!("embedded {name}"), wanted),
            _ => self.in_binary(embedded, name, wanted),
        };
        if let Some(folder) = folder {
            files.extend(in_folders(folder, wanted)?);
        }
        for variant in VariantId::all().into_iter().filter_map(VariantId::folder) {
            // A loaded variant may bring its own corpus files.
            let folder = variant.join(name);
            if folder.is_dir() {
                files.extend(in_folder(&folder, wanted)?);
            }
        }
        files.sort_by(|one, other| {
            other.is_embedded.cmp(&one.is_embedded).then_with(|| one.name.cmp(&other.name))
        });
        Ok(files)
    }

    /// The matching embedded files of the needed variants.
    fn in_binary(&self, embedded: &[File], name: &str, wanted: fn(&str) -> bool) -> Vec<SourceFile> {
        let is_needed = |file: &&File| {
            self.variants.is_empty() || self.variants.iter().any(|variant| variant.name() == file.variant)
        };
        let files = embedded.iter().filter(is_needed).filter(|file| is_data(&file.path(), wanted));
        files.map(|file| file.whole(name)).collect()
    }
}

const CHANGELOG: &str = "CHANGELOG.md";

const TABLE: &str = "variant.json";

const BUGS: &str = "bugs.json";

const SMOKE: &str = "smoke.json";

/// The JSON files in a folder of suites that are not suites.
const NOT_SUITES: [&str; 3] = [TABLE, BUGS, SMOKE];

/// Whether a path is a `.json` file whose name matches.
fn is_data(path: &Path, wanted: fn(&str) -> bool) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
        && path.file_name().and_then(OsStr::to_str).is_some_and(wanted)
}

fn in_folders(folder: &Path, wanted: fn(&str) -> bool) -> io::Result<Vec<SourceFile>> {
    let variants = list(folder)?.into_iter().filter(|path| path.is_dir());
    let files = variants.map(|variant| in_folder(&variant, wanted)).collect::<io::Result<Vec<_>>>()?;
    Ok(files.into_iter().flatten().collect())
}

/// The matching files in the folder of one variant.
fn in_folder(variant: &Path, wanted: fn(&str) -> bool) -> io::Result<Vec<SourceFile>> {
    let paths = list(variant)?.into_iter().filter(|path| is_data(path, wanted));
    paths.map(|path| SourceFile::on_disk(&path)).collect()
}

fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| named(folder, error))?;
    entries.map(|entry| Ok(entry.map_err(|error| named(folder, error))?.path())).collect()
}

/// Adds the path to an error.
pub fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The maximum size of a file in bytes.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Reads a regular file. Pipes and devices are refused, because they may never end. The error names the file.
pub fn read_text(path: &Path) -> io::Result<String> {
    read_file(path, MAX_FILE_BYTES).and_then(decode).map_err(|error| named(path, error))
}
