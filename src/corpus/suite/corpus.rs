//! Loads the corpus.

use super::case::{FORMAT, PositionFile};
use super::changelog::Changelog;
use super::{Bugs, Case, PositionEntry, Source, SourceFile};
use super::{draft, smoke};
use crate::game::variant::{Clause, VariantId};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::Path;

/// The positions and the cases, each with the variant it belongs to, in the order of the files. What a folder adds stands
/// behind what is embedded, or in the place of an entry with the same id.
#[derive(Debug)]
pub struct Corpus {
    /// Every position by its id.
    pub positions: BTreeMap<String, (VariantId, PositionEntry)>,
    /// Every case.
    pub cases: Vec<(VariantId, Case)>,
    /// What the tags of the cases mean.
    pub bugs: Bugs,
    /// The version of the suite, the newest of its changelog; none if it has no changelog.
    pub version: Option<String>,
}

/// Why a corpus could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CorpusError {
    /// A file could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A file is not what its format says.
    #[error("{file}: {message}")]
    Malformed {
        /// The file.
        file: String,
        /// The place and what was expected.
        message: String,
    },
    /// A case lacks what `vperft bless` fills in.
    #[error("{file}: case `{case}`: {lacking}; `vperft bless {variant}` fills it in")]
    Unfinished {
        /// The file.
        file: String,
        /// The variant of the case.
        variant: VariantId,
        /// The id of the case.
        case: String,
        /// What it lacks, in words.
        lacking: String,
    },
}

impl Corpus {
    /// Adds checks that need no expected value to every case: that answers of the backend about its position fit together.
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
    /// If a file cannot be read, is malformed or of another format, holds an id twice, a case names a position that
    /// does not exist, a clause that does not govern its variant or a bug that its dictionary does not hold, or a
    /// bug names a case that does not carry it.
    pub fn load(source: &Source) -> Result<Self, CorpusError> {
        match Self::read(source) {
            // What a folder holds may be about embedded cases of any variant.
            Err(_) if !source.variants.is_empty() => {
                Self::read(&Source { variants: Vec::new(), ..source.clone() })
            }
            read => read,
        }
    }

    fn read(source: &Source) -> Result<Self, CorpusError> {
        let mut corpus = Self::without_cases(source)?;
        let mut ids = Ids::default();
        // Where the cases are that a folder may replace.
        let mut places = HashMap::new();
        for file in source.suites()? {
            let content = draft::read_whole(&file)?;
            let stem = Path::new(&file.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for mut case in content.cases {
                corpus.link(&file, content.variant, &case, ids.add(&file, &case.id))?;
                case.file.clone_from(&stem);
                case.is_embedded = file.is_embedded;
                let case = (content.variant, case);
                match places.get(&case.1.id) {
                    Some(&place) => corpus.cases[place] = case,
                    None => {
                        places.insert(case.1.id.clone(), corpus.cases.len());
                        corpus.cases.push(case);
                    }
                }
            }
        }
        smoke::mark(source, &mut corpus.cases)?;
        corpus.bugs.link(corpus.cases.iter().map(|(variant, case)| (*variant, case)))?;
        Ok(corpus)
    }

    /// Reads everything but the cases.
    pub(super) fn without_cases(source: &Source) -> Result<Self, CorpusError> {
        Ok(Self {
            positions: Self::read_positions(source)?,
            cases: Vec::new(),
            bugs: Bugs::read(source)?,
            version: Changelog::version(source)?,
        })
    }

    /// Reads the positions, by their ids.
    fn read_positions(source: &Source) -> Result<BTreeMap<String, (VariantId, PositionEntry)>, CorpusError> {
        let (mut positions, mut ids) = (BTreeMap::new(), Ids::default());
        for file in source.positions()? {
            let content: PositionFile = read(&file)?;
            for entry in content.positions {
                let id = entry.id.clone();
                if !ids.add(&file, &id) {
                    return Err(malformed(&file.name, format!("position `{id}` is there twice")));
                }
                positions.insert(id, (content.variant, entry));
            }
        }
        Ok(positions)
    }

    /// The cases of a variant, each with its number among all.
    pub fn of(&self, variant: VariantId) -> impl Iterator<Item = (usize, &Case)> + '_ {
        let cases = self.cases.iter().enumerate().filter(move |(_, (of, _))| *of == variant);
        cases.map(|(number, (_, case))| (number, case))
    }

    /// The position of a case.
    ///
    /// # Panics
    /// If the case is not of this corpus.
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

    /// Checks what a case names.
    pub(super) fn link(
        &self,
        file: &SourceFile,
        variant: VariantId,
        case: &Case,
        is_new: bool,
    ) -> Result<(), CorpusError> {
        let governs = |id: &&String| id.parse().is_ok_and(|clause: Clause| clause.governs(variant));
        let alien = case.clauses.iter().find(|id| !governs(id));
        let untold = case.bugs.iter().find(|id| self.bugs.get(variant, id).is_none());
        let problem = match (self.positions.get(&case.position), alien) {
            (None, _) => {
                let ids = self.positions.values().filter(|(of, _)| *of == variant);
                let hint = meant(&case.position, ids.map(|(_, entry)| entry.id.as_str()));
                format!("position `{}` does not exist{hint}", case.position)
            }
            (Some((owner, _)), _) if *owner != variant => {
                format!("position `{}` is of {owner}, not of {variant}", case.position)
            }
            (_, Some(id)) => {
                let clauses = Clause::all().filter(|clause| clause.governs(variant));
                let hint = meant(id, clauses.map(Clause::id));
                format!("`{id}` is no clause of suites/{variant}/RULES.md, nor one all variants share{hint}")
            }
            _ if untold.is_some() => {
                let id = untold.map_or("", String::as_str);
                let hint = meant(id, self.bugs.of(variant).map(|bug| bug.id.as_str()));
                let dictionary = Path::new(&file.name).with_file_name("bugs.json");
                format!(
                    "bug `{id}` is in no dictionary of {variant}; expected one that `vperft bugs {variant}` lists, or an \
                     entry in {}{hint}",
                    dictionary.display()
                )
            }
            _ if !is_new => "the id is there twice".into(),
            _ => return Ok(()),
        };
        Err(malformed(&file.name, format!("case `{}`: {problem}", case.id)))
    }
}

/// What may have been meant by a name that is none, where the command says so.
fn meant<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    crate::support::suggest::did_you_mean(text, names)
}

/// The ids of entries that were read: of those that are embedded, and of those in folders.
#[derive(Default)]
pub(super) struct Ids(HashSet<(bool, String)>);

impl Ids {
    /// Adds the id of an entry of a file. Returns whether it is new; one of a folder is, though an embedded entry has it.
    pub fn add(&mut self, file: &SourceFile, id: &str) -> bool {
        self.0.insert((file.is_embedded, id.to_owned()))
    }
}

pub(super) fn malformed(file: &str, message: String) -> CorpusError {
    CorpusError::Malformed { file: file.to_owned(), message }
}

/// Reads a file; the error says line and column and what was expected there. A file of another format may be anything else,
/// so that nothing more can be said of it.
pub(super) fn read<T: DeserializeOwned>(file: &SourceFile) -> Result<T, CorpusError> {
    serde_json::from_str(&file.text).map_err(|error: serde_json::Error| {
        check_format(file).err().unwrap_or_else(|| malformed(&file.name, error.to_string()))
    })
}

/// Demands that a file is JSON and of the format that this program reads, whatever else it holds.
pub(super) fn check_format(file: &SourceFile) -> Result<(), CorpusError> {
    let problem = match serde_json::from_str(&file.text) {
        Ok(Header { format: FORMAT }) => return Ok(()),
        Ok(Header { format }) => format!("format {format}; this program reads format {FORMAT}"),
        Err(error) => error.to_string(),
    };
    Err(malformed(&file.name, problem))
}

/// The part that files of every format have.
#[derive(Deserialize)]
struct Header {
    format: u32,
}
