//! Where corpus files come from: the binary itself, and folders.
//!
//! Invariant: what is embedded comes first, and what folders hold after it, each sorted by name. So whatever reads the files in
//! their order may let an entry of a folder take the place of the embedded one with the same id.

use super::embedded::{File, POSITIONS, SUITES};
use crate::game::variant::VariantId;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The embedded corpus, and folders that are added to it or take its place.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// A folder of suites, laid out as `suites/`.
    pub suites: Option<PathBuf>,
    /// A folder of positions, laid out as `positions/`.
    pub positions: Option<PathBuf>,
    /// Whether a folder takes the place of its embedded counterpart, instead of being added to it.
    pub without_embedded: bool,
    /// Whose embedded files are needed; those of all variants if there are none. A folder is always read whole.
    pub variants: Vec<VariantId>,
}

/// A corpus file: its name, for messages, and its text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The folder and the path within it, such as `suites/ryugi/clauses.json`.
    pub name: String,
    /// Where it is, which may not be UTF-8; the same as the name if it is part of the library.
    pub path: PathBuf,
    /// The whole text.
    pub text: Cow<'static, str>,
    /// Whether it is part of the library.
    pub is_embedded: bool,
}

impl SourceFile {
    /// The file of this path.
    fn on_disk(path: &Path) -> io::Result<Self> {
        let name = path.display().to_string();
        Ok(Self { name, path: path.to_owned(), text: read(path)?.into(), is_embedded: false })
    }
}

impl Source {
    /// What is embedded of these variants, and no folder.
    #[must_use]
    pub fn of(variants: &[VariantId]) -> Self {
        Self { variants: variants.to_vec(), ..Self::default() }
    }

    /// The suite files, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn suites(&self) -> io::Result<Vec<SourceFile>> {
        self.suite_files(|name| !NO_SUITES.contains(&name))
    }

    /// The dictionaries of bugs, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn bugs(&self) -> io::Result<Vec<SourceFile>> {
        self.suite_files(|name| name == BUGS)
    }

    /// The choices of cases for the smoke tier, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn smoke(&self) -> io::Result<Vec<SourceFile>> {
        self.suite_files(|name| name == SMOKE)
    }

    /// The tables of the variants, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn tables(&self) -> io::Result<Vec<SourceFile>> {
        let mut tables = self.suite_files(|name| name == TABLE)?;
        for folder in VariantId::all().into_iter().filter_map(VariantId::folder) {
            tables.push(SourceFile::on_disk(&folder.join(TABLE))?);
        }
        Ok(tables)
    }

    /// The changelog of the suites, if there is one: that of the folder before the embedded one.
    ///
    /// # Errors
    /// If it cannot be read; the error names it.
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
        let file = SUITES.iter().find(|file| file.variant.is_empty() && file.name == CHANGELOG);
        Ok(file.map(|file| file.whole("suites")))
    }

    /// The position files, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn positions(&self) -> io::Result<Vec<SourceFile>> {
        self.files(self.positions.as_deref(), POSITIONS, "positions", |_| true)
    }

    /// Whether a folder is added to what is embedded, so that the corpus is of both.
    #[must_use]
    pub fn is_added(&self) -> bool {
        !self.without_embedded && (self.suites.is_some() || self.positions.is_some())
    }

    /// Whether a folder holds a file that may be one of a corpus, whatever it says.
    ///
    /// # Errors
    /// If the folder cannot be read; the error names it.
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
            // What a message names must not be taken for a file of the folder.
            _ if self.is_added() => self.in_binary(embedded, &format!("embedded {name}"), wanted),
            _ => self.in_binary(embedded, name, wanted),
        };
        if let Some(folder) = folder {
            files.extend(on_disk(folder, wanted)?);
        }
        for variant in VariantId::all().into_iter().filter_map(VariantId::folder) {
            // A variant that was loaded brings its own; it need not have any.
            let brought = variant.join(name);
            if brought.is_dir() {
                files.extend(in_folder(&brought, wanted)?);
            }
        }
        files.sort_by(|one, other| {
            other.is_embedded.cmp(&one.is_embedded).then_with(|| one.name.cmp(&other.name))
        });
        Ok(files)
    }

    /// The wanted files of the variants that are embedded.
    fn in_binary(&self, embedded: &[File], name: &str, wanted: fn(&str) -> bool) -> Vec<SourceFile> {
        let is_needed = |file: &&File| {
            self.variants.is_empty() || self.variants.iter().any(|variant| variant.name() == file.variant)
        };
        let files = embedded.iter().filter(is_needed).filter(|file| is_data(&file.path(), wanted));
        files.map(|file| file.whole(name)).collect()
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

fn on_disk(folder: &Path, wanted: fn(&str) -> bool) -> io::Result<Vec<SourceFile>> {
    let variants = list(folder)?.into_iter().filter(|path| path.is_dir());
    let files = variants.map(|variant| in_folder(&variant, wanted)).collect::<io::Result<Vec<_>>>()?;
    Ok(files.into_iter().flatten().collect())
}

/// The wanted files of one variant.
fn in_folder(variant: &Path, wanted: fn(&str) -> bool) -> io::Result<Vec<SourceFile>> {
    let paths = list(variant)?.into_iter().filter(|path| is_data(path, wanted));
    paths.map(|path| SourceFile::on_disk(&path)).collect()
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

/// The largest file that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The text of a file. A pipe or a device may never end. The error names the file.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let text = fs::metadata(path).and_then(|metadata| {
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
        }
        read_up_to(LARGEST, fs::File::open(path)?)
    });
    text.map_err(|error| named(path, error))
}

/// The text that a reader holds, which is no longer than this.
pub(crate) fn read_up_to(most: u64, reader: impl Read) -> io::Result<String> {
    let mut text = String::new();
    let mut limited = reader.take(most);
    limited.read_to_string(&mut text)?;
    if limited.limit() == 0 && limited.into_inner().read(&mut [0])? > 0 {
        let problem = format!("has more than {} MiB; expected less", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(text)
}
