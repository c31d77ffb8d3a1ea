//! Where corpus files come from: the binary itself, or folders.

use include_dir::{Dir, File, include_dir};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

static SUITES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/suites");
static POSITIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/positions");

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
        files(self.suites.as_deref(), &SUITES, "suites", |name| !NO_SUITES.contains(&name))
    }

    /// The dictionaries of bugs, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn bugs(&self) -> io::Result<Vec<SourceFile>> {
        files(self.suites.as_deref(), &SUITES, "suites", |name| name == BUGS)
    }

    /// The choices of cases for the smoke tier, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn smoke(&self) -> io::Result<Vec<SourceFile>> {
        files(self.suites.as_deref(), &SUITES, "suites", |name| name == SMOKE)
    }

    /// The changelog of the suites, if there is one.
    ///
    /// # Errors
    /// If it cannot be read; the error names it.
    pub fn changelog(&self) -> io::Result<Option<SourceFile>> {
        let Some(folder) = &self.suites else {
            let text = SUITES.get_file(CHANGELOG).and_then(File::contents_utf8);
            let name = format!("suites/{CHANGELOG}");
            return Ok(text.map(|text| SourceFile { name, text: text.to_owned() }));
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
        files(self.positions.as_deref(), &POSITIONS, "positions", |_| true)
    }
}

/// The name of the changelog.
const CHANGELOG: &str = "CHANGELOG.md";

/// The name of a dictionary of bugs.
const BUGS: &str = "bugs.json";

/// The name of a choice of cases for the smoke tier.
const SMOKE: &str = "smoke.json";

/// The files among the suites that are none: the variant's table, its bugs, and the choice of cases for its smoke
/// tier.
const NO_SUITES: [&str; 3] = ["variant.json", BUGS, SMOKE];

/// Whether a file is `<variant>/<name>.json` with a name that is wanted.
fn is_data(path: &Path, wanted: fn(&str) -> bool) -> bool {
    path.components().count() == 2
        && path.extension().is_some_and(|extension| extension == "json")
        && path.file_name().and_then(OsStr::to_str).is_some_and(wanted)
}

fn files(
    folder: Option<&Path>,
    embedded: &Dir<'_>,
    name: &str,
    wanted: fn(&str) -> bool,
) -> io::Result<Vec<SourceFile>> {
    let mut files = match folder {
        Some(folder) => on_disk(folder, wanted)?,
        None => in_binary(embedded, name, wanted),
    };
    files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(files)
}

fn in_binary(embedded: &Dir<'_>, name: &str, wanted: fn(&str) -> bool) -> Vec<SourceFile> {
    let files = embedded.dirs().flat_map(Dir::files).filter(|file| is_data(file.path(), wanted));
    files
        .map(|file| SourceFile {
            name: format!("{name}/{}", file.path().display()),
            text: file.contents_utf8().unwrap_or_default().to_owned(),
        })
        .collect()
}

fn on_disk(folder: &Path, wanted: fn(&str) -> bool) -> io::Result<Vec<SourceFile>> {
    let list = |folder: &Path| -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(folder).map_err(|error| named(folder, error))?;
        entries.map(|entry| Ok(entry.map_err(|error| named(folder, error))?.path())).collect()
    };
    let mut files = Vec::new();
    for variant in list(folder)?.into_iter().filter(|path| path.is_dir()) {
        for path in list(&variant)? {
            if path.strip_prefix(folder).is_ok_and(|path| is_data(path, wanted)) {
                let text = read(&path)?;
                files.push(SourceFile { name: path.display().to_string(), text });
            }
        }
    }
    Ok(files)
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
