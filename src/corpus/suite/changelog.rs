//! The versions of the suite, from `suites/CHANGELOG.md`.
//!
//! Each second-level heading names a version, the newest first.

use super::corpus::malformed;
use super::{CorpusError, Source};
use semver::Version;

/// The versions with the line numbers of their headings, from 1.
#[derive(Debug)]
pub struct Changelog {
    /// The name of the file.
    pub file: String,
    /// The versions, the newest first.
    pub versions: Vec<(usize, Version)>,
}

impl Changelog {
    /// The newest version; `None` if there is no changelog.
    pub fn version(source: &Source) -> Result<Option<String>, CorpusError> {
        let newest = Self::from_source(source)?.and_then(|log| log.versions.into_iter().next());
        Ok(newest.map(|(_, version)| version.to_string()))
    }

    /// Reads the changelog; `None` if there is none.
    pub fn from_source(source: &Source) -> Result<Option<Self>, CorpusError> {
        let Some(file) = source.changelog()? else { return Ok(None) };
        let headings = file.text.lines().enumerate().filter_map(|(index, line)| {
            let version = line.strip_prefix("## ")?.trim();
            Some((index + 1, version))
        });
        let version = |(line, text): (usize, &str)| match text.parse() {
            Ok(version) => Ok((line, version)),
            Err(_) => {
                let problem = format!("line {line}: `{text}` is not a version such as 1.2.0");
                Err(malformed(&file.name, problem))
            }
        };
        let versions = headings.map(version).collect::<Result<Vec<_>, _>>()?;
        if versions.is_empty() {
            return Err(malformed(&file.name, "no heading such as `## 1.2.0` names a version".into()));
        }
        Ok(Some(Self { file: file.name, versions }))
    }
}
