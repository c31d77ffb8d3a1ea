//! What must hold for every text in Betza notation, for tests and fuzzers.

use super::{Dialect, compile, differences, sentence};
use crate::game::paths::LegFile;

/// Reads each line in every dialect.
///
/// # Panics
/// If a text that compiles does not survive writing and reading, or an error has a column outside its text.
pub fn assert_consistent(lines: &str) {
    for (text, dialect) in lines.split('\n').flat_map(|text| Dialect::ALL.map(|dialect| (text, dialect))) {
        match compile(text, dialect) {
            Ok(compiled) => {
                let canonical = |text| {
                    super::canonical(text, dialect).unwrap_or_else(|error| panic!("{text:?}: {error}"))
                };
                let written = canonical(text);
                assert_eq!(compile(&written, dialect), Ok(compiled.clone()), "{text:?} as {written}");
                assert_eq!(canonical(&written), written, "{text:?}");
                let files: Vec<_> = compiled.program.iter().map(LegFile::write).collect();
                let read: Result<Vec<_>, _> = files.iter().map(|file| file.to_leg("moves", None)).collect();
                assert_eq!(read, Ok(compiled.program.clone()), "{text:?}");
                drop(sentence(&compiled.program));
            }
            Err(error) => {
                assert!((1..=text.chars().count().max(1)).contains(&error.column), "{text:?}: {error}");
                drop(error.marked(text));
            }
        }
        drop(differences(text));
    }
}
