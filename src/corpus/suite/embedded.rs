//! The corpus that is part of the library.
//!
//! The build script lists the files.

use super::SourceFile;
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

/// An embedded file.
pub(super) struct File {
    /// The folder it is in; empty for a file that belongs to no variant.
    pub variant: &'static str,
    pub name: &'static str,
    pub text: &'static str,
}

impl File {
    /// Its place within the folder of the suites or of the positions.
    pub fn path(&self) -> PathBuf {
        Path::new(self.variant).join(self.name)
    }

    /// Its text with its name in this folder, for messages.
    pub fn whole(&self, folder: &str) -> SourceFile {
        let name = [folder, self.variant, self.name].into_iter().filter(|part| !part.is_empty());
        let name = name.collect::<Vec<_>>().join("/");
        SourceFile { path: PathBuf::from(&name), name, text: self.text.into(), is_embedded: true }
    }
}
