//! Loads the corpus files for lint. An unusable file becomes a finding, and the other files are still loaded.

use super::schema::Schema;
use super::{Report, Subject};
use std::collections::{HashMap, HashSet};
use vperft::inner::corpus::suite::bug::BugFile;
use vperft::inner::corpus::suite::case::PositionFile;
use vperft::inner::corpus::suite::corpus::{bless_command, read_json};
use vperft::inner::corpus::suite::draft::read_complete;
use vperft::inner::corpus::suite::smoke::SmokeFile;
use vperft::inner::corpus::suite::{Bug, Case, CorpusError, PositionEntry, Source, SourceFile};
use vperft::inner::game::variant::VariantId;

/// The files that could be read.
pub(super) struct Files {
    pub positions: Vec<File<PositionEntry>>,
    pub suites: Vec<File<Case>>,
    pub bugs: Vec<File<Bug>>,
    pub smoke: Vec<File<String>>,
    /// Whether every file was read. If not, a missing reference proves nothing.
    pub is_complete: bool,
}

/// A file with its entries.
pub(super) struct File<T> {
    pub name: String,
    pub variant: VariantId,
    pub entries: Vec<T>,
    /// Whether the file is linted. With an added folder, embedded files are only there to be referred to.
    pub is_linted: bool,
}

/// A position, a case, a bug, or the id of a case.
pub(super) trait Entry {
    fn id(&self) -> &str;
    fn subject(&self) -> Subject;

    /// The variant that its id must begin with, in a file of this variant. Without one, ids are unique only
    /// within their variant.
    fn prefix(&self, variant: VariantId) -> Option<VariantId> {
        Some(variant)
    }
}

impl Entry for PositionEntry {
    fn id(&self) -> &str {
        &self.id
    }

    fn subject(&self) -> Subject {
        Subject::Position(self.id.clone())
    }
}

impl Entry for Case {
    fn id(&self) -> &str {
        &self.id
    }

    fn subject(&self) -> Subject {
        Subject::Case(self.id.clone())
    }
}

impl Entry for String {
    fn id(&self) -> &str {
        self
    }

    fn subject(&self) -> Subject {
        Subject::Case(self.clone())
    }
}

impl Entry for Bug {
    fn id(&self) -> &str {
        &self.id
    }

    fn subject(&self) -> Subject {
        Subject::Bug(self.id.clone())
    }

    fn prefix(&self, _: VariantId) -> Option<VariantId> {
        None
    }
}

impl Files {
    pub fn load(source: &Source, report: &mut Report) -> Result<Self, CorpusError> {
        let (positions, suites) = (source.positions()?, source.suites()?);
        let (bugs, smoke) = (source.bugs()?, source.smoke()?);
        let count = positions.len() + suites.len() + bugs.len() + smoke.len();
        report.files = count;
        let is_added = source.is_added();
        let positions = load(&positions, &Schema::positions(), is_added, report, |file| {
            read_json(file).map(|file: PositionFile| (file.variant, file.positions))
        });
        let suites = load(&suites, &Schema::suite(), is_added, report, |file| {
            read_complete(file).map(|file| (file.variant, file.cases))
        });
        let bugs = load(&bugs, &Schema::bugs(), is_added, report, |file| {
            read_json(file).map(|file: BugFile| (file.variant, file.bugs))
        });
        let mut smoke = load(&smoke, &Schema::smoke(), is_added, report, |file| {
            read_json(file).map(|file: SmokeFile| (file.variant, file.cases))
        });
        // A file of a folder replaces the embedded one.
        smoke.retain(|file| file.is_linted);
        let is_complete = positions.len() + suites.len() + bugs.len() + smoke.len() == count;
        Ok(Self { positions, suites, bugs, smoke, is_complete })
    }

    /// The positions by id; the first one if an id is duplicate.
    pub fn by_id(&self) -> HashMap<&str, (VariantId, &PositionEntry)> {
        let mut positions = HashMap::new();
        for (file, entry) in each(&self.positions) {
            positions.entry(entry.id.as_str()).or_insert((file.variant, entry));
        }
        positions
    }
}

/// The entries of all files, each with its file.
pub(super) fn each<T>(files: &[File<T>]) -> impl Iterator<Item = (&File<T>, &T)> {
    files.iter().flat_map(|file| file.entries.iter().map(move |entry| (file, entry)))
}

/// The entries of the linted files, each with its file.
pub(super) fn linted<T>(files: &[File<T>]) -> impl Iterator<Item = (&File<T>, &T)> {
    each(files).filter(|(file, _)| file.is_linted)
}

/// Loads files. With an added folder, its entries replace embedded ones with the same id.
fn load<T: Entry>(
    files: &[SourceFile],
    schema: &Schema,
    is_added: bool,
    report: &mut Report,
    parse: impl Fn(&SourceFile) -> Result<(VariantId, Vec<T>), CorpusError>,
) -> Vec<File<T>> {
    let mut loaded = Vec::new();
    for file in files {
        let is_linted = !(is_added && file.is_embedded);
        match parse(file) {
            Ok((variant, entries)) => {
                let subject = |index: usize| entries.get(index).map_or(Subject::File, Entry::subject);
                if is_linted {
                    schema.validate(file, subject, report);
                    if let Some(other) = folder_of_variant(file).filter(|other| *other != variant) {
                        let problem = format!("a file of `{variant}` in the folder of `{other}`");
                        report.add(&file.name, Subject::File, problem, format!("the folder `{variant}`"));
                    }
                }
                loaded.push(File { name: file.name.clone(), variant, entries, is_linted });
            }
            Err(error) => {
                let (subject, problem, expected) = match error {
                    CorpusError::Malformed { message, .. } => {
                        (Subject::File, message, schema.title().to_owned())
                    }
                    CorpusError::Unfinished { variant, case, missing, .. } => {
                        let folders = match file.is_embedded || variant.folder().is_some() {
                            true => "",
                            false => ", with the folders of this command,",
                        };
                        let problem = format!("{missing}; `{}`{folders} fills it in", bless_command(variant));
                        (Subject::Case(case), problem, "a value".to_owned())
                    }
                    CorpusError::Io(error) => (Subject::File, error.to_string(), schema.title().to_owned()),
                };
                report.add(&file.name, subject, problem, expected);
            }
        }
    }
    if is_added {
        replace(&mut loaded);
    }
    loaded
}

/// The variant that the folder of a file is named after.
fn folder_of_variant(file: &SourceFile) -> Option<VariantId> {
    file.path.parent()?.file_name()?.to_str()?.parse().ok()
}

/// Drops embedded entries that an entry of the folder replaces.
fn replace<T: Entry>(files: &mut [File<T>]) {
    let key = |file: &File<T>, entry: &T| {
        let scope = entry.prefix(file.variant).is_none().then_some(file.variant);
        (scope, entry.id().to_owned())
    };
    let own: HashSet<_> = linted(files).map(|(file, entry)| key(file, entry)).collect();
    for file in files.iter_mut().filter(|file| !file.is_linted) {
        let entries = std::mem::take(&mut file.entries);
        file.entries = entries.into_iter().filter(|entry| !own.contains(&key(file, entry))).collect();
    }
}
