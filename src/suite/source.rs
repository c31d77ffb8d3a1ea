//! Where corpus files come from: the binary itself, or folders.

use include_dir::{Dir, include_dir};
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
        files(self.suites.as_deref(), &SUITES, "suites")
    }

    /// The position files, sorted by name.
    ///
    /// # Errors
    /// If a file cannot be read; the error names it.
    pub fn positions(&self) -> io::Result<Vec<SourceFile>> {
        files(self.positions.as_deref(), &POSITIONS, "positions")
    }
}

/// Whether a file holds corpus data: `<variant>/<name>.json`, but not the variant's table.
fn is_data(path: &Path) -> bool {
    path.components().count() == 2
        && path.extension().is_some_and(|extension| extension == "json")
        && path.file_name().is_some_and(|name| name != "variant.json")
}

fn files(folder: Option<&Path>, embedded: &Dir<'_>, name: &str) -> io::Result<Vec<SourceFile>> {
    let mut files = match folder {
        Some(folder) => on_disk(folder)?,
        None => in_binary(embedded, name),
    };
    files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(files)
}

fn in_binary(embedded: &Dir<'_>, name: &str) -> Vec<SourceFile> {
    let files = embedded.dirs().flat_map(Dir::files).filter(|file| is_data(file.path()));
    files
        .map(|file| SourceFile {
            name: format!("{name}/{}", file.path().display()),
            text: file.contents_utf8().unwrap_or_default().to_owned(),
        })
        .collect()
}

fn on_disk(folder: &Path) -> io::Result<Vec<SourceFile>> {
    let named =
        |path: &Path, error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let list = |folder: &Path| -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(folder).map_err(|error| named(folder, error))?;
        entries.map(|entry| Ok(entry.map_err(|error| named(folder, error))?.path())).collect()
    };
    let mut files = Vec::new();
    for variant in list(folder)?.into_iter().filter(|path| path.is_dir()) {
        for path in list(&variant)? {
            if path.strip_prefix(folder).is_ok_and(is_data) {
                let text = read(&path).map_err(|error| named(&path, error))?;
                files.push(SourceFile { name: path.display().to_string(), text });
            }
        }
    }
    Ok(files)
}

/// The text of a file. A pipe or a device may never end.
fn read(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
    }
    fs::read_to_string(path)
}
