//! Loads the corpus.

use super::case::{FORMAT, PositionFile};
use super::changelog::Changelog;
use super::{Bugs, Case, PositionEntry, Source, SourceFile};
use super::{draft, smoke};
use crate::game::variant::{Clause, VariantId};
use crate::support::suggest::did_you_mean;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::Path;

/// The positions and cases, each with its variant, in the order of the files. Entries of a folder follow the
/// embedded ones, or replace those with the same id.
#[derive(Debug, Default)]
pub struct Corpus {
    /// The positions by id.
    pub positions: BTreeMap<String, (VariantId, PositionEntry)>,
    /// The cases.
    pub cases: Vec<(VariantId, Case)>,
    /// The dictionaries of bugs.
    pub bugs: Bugs,
    /// The newest version in the changelog of the suite; `None` without a changelog.
    pub version: Option<String>,
}

/// An error that prevents loading a corpus.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A file could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A file does not follow its format.
    #[error("{file}: {message}")]
    Malformed {
        /// The file.
        file: String,
        /// The place and what was expected.
        message: String,
    },
    /// A case lacks values that `vperft bless` fills in.
    #[error("{file}: case `{case}`: {missing}; `{}` fills it in", bless_command(*.variant))]
    Unfinished {
        /// The file.
        file: String,
        /// The variant of the case.
        variant: VariantId,
        /// The id of the case.
        case: String,
        /// The missing part, in words.
        missing: String,
    },
}

/// The command that fills in missing values of a variant.
pub fn bless_command(variant: VariantId) -> String {
    let folder = variant.folder().map(|folder| format!(" --variant {}", folder.display()));
    format!("vperft bless {variant}{}", folder.unwrap_or_default())
}

/// A hint for a missing position that has the name of a start position: the one of `variant.json` has no id.
pub fn start_hint(variant: VariantId, position: &str) -> &'static str {
    if position == format!("{variant}/start") {
        "; to use the start position of variant.json in cases, add it to a file of positions"
    } else {
        ""
    }
}

impl Corpus {
    /// Adds relation checks to every case; they need no expected values.
    pub fn add_relations(&mut self) {
        for (variant, case) in &mut self.cases {
            if let Some((_, position)) = self.positions.get(&case.position) {
                case.add_relations(*variant, &position.vfen);
            }
        }
    }

    /// Reads every file and resolves every link.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, is malformed or has another format, or if an id is
    /// duplicate. The same holds for a case whose position, clause or bug does not exist in its variant, and
    /// for a bug whose case does not carry its tag.
    pub fn load(source: &Source) -> Result<Self, CorpusError> {
        match Self::from_source(source) {
            // Files of a folder may refer to embedded cases of any variant.
            Err(_) if !source.variants.is_empty() => {
                Self::from_source(&Source { variants: Vec::new(), ..source.clone() })
            }
            read => read,
        }
    }

    fn from_source(source: &Source) -> Result<Self, CorpusError> {
        let mut corpus = Self::without_cases(source)?;
        let mut ids = Ids::default();
        // The indices of the cases, which a folder may replace.
        let mut indices = HashMap::new();
        for file in source.suites()? {
            let content = draft::read_complete(&file)?;
            let stem = Path::new(&file.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for mut case in content.cases {
                corpus.link(&file, content.variant, &case, ids.add(&file, &case.id))?;
                case.file.clone_from(&stem);
                case.is_embedded = file.is_embedded;
                let case = (content.variant, case);
                match indices.get(&case.1.id) {
                    Some(&index) => corpus.cases[index] = case,
                    None => {
                        indices.insert(case.1.id.clone(), corpus.cases.len());
                        corpus.cases.push(case);
                    }
                }
            }
        }
        smoke::mark(source, &mut corpus.cases)?;
        corpus.bugs.link(corpus.cases.iter().map(|(variant, case)| (*variant, case)))?;
        Ok(corpus)
    }

    /// Reads everything except the cases.
    pub(crate) fn without_cases(source: &Source) -> Result<Self, CorpusError> {
        Ok(Self {
            positions: Self::read_positions(source)?,
            cases: Vec::new(),
            bugs: Bugs::from_source(source)?,
            version: Changelog::version(source)?,
        })
    }

    /// Reads the positions, by id.
    fn read_positions(source: &Source) -> Result<BTreeMap<String, (VariantId, PositionEntry)>, CorpusError> {
        let (mut positions, mut ids) = (BTreeMap::new(), Ids::default());
        for file in source.positions()? {
            let content: PositionFile = read_json(&file)?;
            for entry in content.positions {
                let id = entry.id.clone();
                if !ids.add(&file, &id) {
                    return Err(malformed(&file.name, format!("position `{id}` occurs twice")));
                }
                positions.insert(id, (content.variant, entry));
            }
        }
        Ok(positions)
    }

    /// The cases of a variant, each with its index among all cases.
    pub fn of_variant(&self, variant: VariantId) -> impl Iterator<Item = (usize, &Case)> + '_ {
        let cases = self.cases.iter().enumerate().filter(move |(_, (of, _))| *of == variant);
        cases.map(|(number, (_, case))| (number, case))
    }

    /// The position of a case.
    ///
    /// # Panics
    /// Panics if the case is not in this corpus.
    #[must_use]
    pub fn position(&self, case: &Case) -> &PositionEntry {
        &self.positions[&case.position].1
    }

    /// The case with this id.
    #[must_use]
    pub fn case(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|(_, case)| case.id == id).map(|(_, case)| case)
    }

    /// The position with this id, or that of the case with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&(VariantId, PositionEntry)> {
        self.positions.get(id).or_else(|| self.positions.get(&self.case(id)?.position))
    }

    /// Checks the references of a case.
    pub(crate) fn link(
        &self,
        file: &SourceFile,
        variant: VariantId,
        case: &Case,
        is_new: bool,
    ) -> Result<(), CorpusError> {
        let governs = |id: &&String| id.parse().is_ok_and(|clause: Clause| clause.governs(variant));
        let unknown_clause = case.clauses.iter().find(|id| !governs(id));
        let unknown_bug = case.bugs.iter().find(|id| self.bugs.get(variant, id).is_none());
        let problem = match (self.positions.get(&case.position), unknown_clause) {
            (None, _) => {
                let ids = self.positions.values().filter(|(of, _)| *of == variant);
                let hint = did_you_mean(&case.position, ids.map(|(_, entry)| entry.id.as_str()));
                let start = start_hint(variant, &case.position);
                format!("position `{}` does not exist{start}{hint}", case.position)
            }
            (Some((owner, _)), _) if *owner != variant => {
                format!("position `{}` belongs to {owner}, not to {variant}", case.position)
            }
            (_, Some(id)) => {
                let clauses = Clause::all().filter(|clause| clause.governs(variant));
                let hint = did_you_mean(id, clauses.map(Clause::id));
                format!(
                    "`{id}` is not a clause of suites/{variant}/RULES.md or of the rules all variants share{hint}"
                )
            }
            _ if case.checks.problem.is_some() => case.checks.problem.clone().unwrap_or_default(),
            _ if unknown_bug.is_some() => {
                let id = unknown_bug.map_or("", String::as_str);
                let hint = did_you_mean(id, self.bugs.of_variant(variant).map(|bug| bug.id.as_str()));
                let dictionary = Path::new(&file.name).with_file_name("bugs.json");
                format!(
                    "bug `{id}` is in no dictionary of {variant}; expected one that `vperft bugs {variant}` lists, or an \
                     entry in {}{hint}",
                    dictionary.display()
                )
            }
            _ if !is_new => "the id occurs twice".into(),
            _ => return Ok(()),
        };
        Err(malformed(&file.name, format!("case `{}`: {problem}", case.id)))
    }
}

/// The ids read so far, separately for embedded files and folders.
#[derive(Default)]
pub(crate) struct Ids(HashSet<(bool, String)>);

impl Ids {
    /// Adds an id. Returns whether it is new; a folder may repeat an embedded id.
    pub fn add(&mut self, file: &SourceFile, id: &str) -> bool {
        self.0.insert((file.is_embedded, id.to_owned()))
    }
}

pub(crate) fn malformed(file: &str, message: String) -> CorpusError {
    CorpusError::Malformed { file: file.to_owned(), message }
}

/// Parses a file. The error gives line, column and what was expected. For a file of another format, the error
/// names only the format.
pub fn read_json<T: DeserializeOwned>(file: &SourceFile) -> Result<T, CorpusError> {
    serde_json::from_str(&file.text).map_err(|error: serde_json::Error| {
        check_format(file).err().unwrap_or_else(|| malformed(&file.name, error.to_string()))
    })
}

/// Checks that a file is JSON and has the supported format, whatever else it contains.
pub(crate) fn check_format(file: &SourceFile) -> Result<(), CorpusError> {
    let problem = match serde_json::from_str(&file.text) {
        Ok(Header { format: FORMAT }) => return Ok(()),
        Ok(Header { format }) => format!("format {format}; this program reads format {FORMAT}"),
        Err(error) => error.to_string(),
    };
    Err(malformed(&file.name, problem))
}

/// The field that files of every format have.
#[derive(Deserialize)]
struct Header {
    format: u32,
}
