//! Variants that are loaded from a folder while the program runs.

use super::grown::Grown;
use super::{Clause, Ruling, Variant, VariantId, prose};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A variant that was loaded.
pub(super) struct Loaded {
    pub name: &'static str,
    pub table: Variant,
    pub folder: PathBuf,
}

static LOADED: Grown<Loaded> = Grown::new();

/// How many were loaded.
pub(super) fn count() -> usize {
    LOADED.all().len()
}

/// A loaded variant.
pub(super) fn get(id: VariantId) -> &'static Loaded {
    let loaded = id.loaded_number().and_then(|number| LOADED.get(number));
    loaded.expect("ids that are not of built-in variants come from loading one")
}

/// Why a variant was not loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A file could not be read.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is not what its format says.
    #[error("{path}: {problem}", path = path.display())]
    Malformed {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong, and what was expected.
        problem: String,
    },
}

/// Loads the variant of a folder that holds a `variant.json` and a `RULES.md`; the folder's name is that of the variant.
/// One that is loaded already is not loaded again.
///
/// # Errors
/// If a file cannot be read or is malformed, or the name, a clause or a ruling is that of another variant.
pub fn load(folder: &Path) -> Result<VariantId, LoadError> {
    let malformed = |path: &Path, problem: String| LoadError::Malformed { path: path.to_owned(), problem };
    let folder = folder.canonicalize().map_err(|error| LoadError::Io { path: folder.to_owned(), error })?;
    if !folder.is_dir() {
        return Err(malformed(&folder, "is no folder".into()));
    }
    let name = folder.file_name().and_then(|name| name.to_str()).filter(|name| is_name(name));
    let Some(name) = name else {
        let problem =
            "expected a folder with the name of a variant: small letters, digits and dashes, a letter first";
        return Err(malformed(&folder, problem.into()));
    };
    let read = |file: &str| {
        let path = folder.join(file);
        let text = fs::metadata(&path).and_then(|metadata| match metadata.is_file() {
            true => fs::read_to_string(&path),
            // A pipe or a device may never end.
            false => Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file")),
        });
        text.map_err(|error| LoadError::Io { path: path.clone(), error }).map(|text| (path, text))
    };
    let (table_path, table) = read("variant.json")?;
    let (rules_path, rules) = read("RULES.md")?;
    let clauses = prose::clauses(&rules);
    let rulings = prose::rulings(&rules);
    let mut known = None;
    let added = LOADED.push(|number, others| {
        known = others.iter().position(|other| other.folder == folder);
        if known.is_some() {
            return Err(malformed(&folder, "is loaded already".into()));
        }
        if VariantId::BUILT_IN.iter().any(|id| id.name() == name)
            || others.iter().any(|other| other.name == name)
        {
            return Err(malformed(&folder, format!("there is a variant `{name}` already")));
        }
        let id =
            VariantId::loaded(number).ok_or_else(|| malformed(&folder, "more than 256 variants".into()))?;
        check_rules(&clauses, &rulings).map_err(|problem| malformed(&rules_path, problem))?;
        let table = Variant::read(id, &table).map_err(|problem| malformed(&table_path, problem))?;
        check_names(&table, &clauses, &rulings).map_err(|problem| malformed(&table_path, problem))?;
        Ok(Loaded { name: Box::leak(name.to_owned().into_boxed_str()), table, folder: folder.clone() })
    });
    let loaded = |number| VariantId::loaded(number).expect("it was made of this number");
    match (added, known) {
        (Ok(number), _) => {
            Clause::load(loaded(number).index(), clauses);
            Ruling::load(loaded(number), rulings);
            Ok(loaded(number))
        }
        (Err(_), Some(number)) => Ok(loaded(number)),
        (Err(error), None) => Err(error),
    }
}

impl VariantId {
    /// The folder a variant was loaded from; none if it is part of the program.
    #[must_use]
    pub fn folder(self) -> Option<&'static Path> {
        (!self.is_built_in()).then(|| get(self).folder.as_path())
    }
}

/// Whether a folder's name can be that of a variant.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// No clause or ruling is there twice, here or in the rules text of another variant.
fn check_rules(clauses: &[prose::ProseClause], rulings: &[prose::ProseRuling]) -> Result<(), String> {
    if Clause::all().count() + clauses.len() > Clause::LIMIT {
        return Err(format!("more than {} clauses in all", Clause::LIMIT));
    }
    for (index, clause) in clauses.iter().enumerate() {
        let id = &clause.id;
        if clauses[..index].iter().any(|other| other.id == *id) {
            return Err(format!("clause `{id}` is there twice"));
        }
        if id.parse::<Clause>().is_ok() {
            return Err(format!("clause `{id}` is one of another variant, or one that all share"));
        }
    }
    match rulings.iter().find(|ruling| Ruling::named(&ruling.name).is_some()) {
        Some(ruling) => Err(format!("ruling `{}` is one of another variant", ruling.name)),
        None => Ok(()),
    }
}

/// What the table names is in the rules text.
fn check_names(
    table: &Variant,
    clauses: &[prose::ProseClause],
    rulings: &[prose::ProseRuling],
) -> Result<(), String> {
    let has = |id: &str| clauses.iter().any(|clause| clause.id == id);
    if let Some(id) = table.clauses().find(|id| !has(id)) {
        return Err(format!("`{id}` is no clause of its RULES.md"));
    }
    let states = |name: &str, reading: &String| {
        rulings.iter().any(|ruling| ruling.name == name && ruling.readings.contains(reading))
    };
    match table.readings().find(|(name, reading)| !states(name, reading)) {
        Some((name, reading)) => Err(format!("`{name} = {reading}` is no reading of its RULES.md")),
        None => Ok(()),
    }
}
