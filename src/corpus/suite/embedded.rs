//! The corpus files embedded in the library. The build script generates the list.

use super::SourceFile;
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

/// The changelog of the suites. It is not in the list, so that a program that needs only the version does not contain the corpus.
pub(super) const CHANGELOG: &str = include_str!("../../../suites/CHANGELOG.md");

/// An embedded file.
pub(super) struct File {
    /// The folder of the file.
    pub variant: &'static str,
    pub name: &'static str,
    pub text: &'static str,
}

impl File {
    /// The path of the file below the folder of suites or positions.
    pub fn path(&self) -> PathBuf {
        Path::new(self.variant).join(self.name)
    }

    /// The file as a [`SourceFile`], named below this folder in messages.
    pub fn whole(&self, folder: &str) -> SourceFile {
        let name = format!("{folder}/{}/{}", self.variant, self.name);
        SourceFile { path: PathBuf::from(&name), name, text: self.text.into(), is_embedded: true }
    }
}
