//! The corpus that is part of the library.
//!
//! The build script lists the files; the features of the crate say of which variants there are any.

use super::SourceFile;
use crate::variant::VariantId;
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

/// Whether the corpus of this variant is part of the library, which is for the features of the crate to say.
#[must_use]
pub fn is_embedded(variant: VariantId) -> bool {
    VARIANTS.contains(&variant.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_a_feature_that_embeds_its_corpus_alone() {
        let manifest = include_str!("../../Cargo.toml");
        for variant in VariantId::BUILT_IN {
            let feature = format!("\ncorpus-{variant} = []\n");
            assert!(manifest.contains(&feature), "Cargo.toml has no line `{}`", feature.trim());
        }
    }
}
