//! Loads variants from folders while the program runs.

use super::grown::Grown;
use super::{Clause, Ruling, Variant, VariantId, prose};
use crate::support::decode::decode;
use crate::support::files::read_file;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// The most bytes of a file that are read.
const MAX_BYTES: u64 = 256 << 20;

/// A loaded variant.
pub(super) struct Loaded {
    pub name: &'static str,
    pub table: Variant,
    pub folder: PathBuf,
    pub table_text: &'static str,
    pub rules_text: &'static str,
}

static LOADED: Grown<Loaded> = Grown::new();

thread_local! {
    /// The variant that [`try_out`] read last.
    static TRIED: Cell<Option<&'static Loaded>> = const { Cell::new(None) };
}

/// The number of loaded variants.
pub(super) fn count() -> usize {
    LOADED.all().len()
}

/// The loaded variant with this id.
pub(super) fn get(id: VariantId) -> &'static Loaded {
    let loaded = match id == VariantId::TRIED {
        true => TRIED.get(),
        false => id.loaded_number().and_then(|number| LOADED.get(number)),
    };
    loaded.expect("every id of a variant that is not built in comes from `load`")
}

/// A variant could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A file could not be read.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file is malformed.
    #[error("{path}: {problem}", path = path.display())]
    Malformed {
        /// The file or folder.
        path: PathBuf,
        /// The problem, and what was expected.
        problem: String,
    },
}

/// Loads a variant from a folder with a `variant.json` and perhaps a `RULES.md`. The name of the folder is the name of the variant. Returns
/// the id of a variant that is already loaded.
///
/// # Errors
/// If a file cannot be read or is malformed, or if another variant has the same name, clause or ruling.
pub fn load(folder: &Path) -> Result<VariantId, LoadError> {
    let malformed = |path: &Path, problem: String| LoadError::Malformed { path: path.to_owned(), problem };
    let folder = folder.canonicalize().map_err(|error| LoadError::Io { path: folder.to_owned(), error })?;
    if !folder.is_dir() {
        return Err(malformed(&folder, "is not a folder".into()));
    }
    let name = folder.file_name().and_then(|name| name.to_str()).filter(|name| is_name(name));
    let Some(name) = name else {
        let problem = "expected a folder with the name of a variant: lower-case letters, digits and dashes, starting with a letter";
        return Err(malformed(&folder, problem.into()));
    };
    let read = |file: &str| {
        let path = folder.join(file);
        let text = read_file(&path, MAX_BYTES).and_then(decode);
        text.map_err(|error| LoadError::Io { path: path.clone(), error }).map(|text| (path, text))
    };
    let (table_path, table_text) = read("variant.json")?;
    // A board can be drawn before there are any rules.
    let (rules_path, rules) = match read("RULES.md") {
        Err(LoadError::Io { path, error }) if error.kind() == io::ErrorKind::NotFound => {
            (path, String::new())
        }
        read => read?,
    };
    let clauses = prose::clauses(&rules);
    let rulings = prose::rulings(&rules);
    let mut known = None;
    let added = LOADED.push(|number, others| {
        known = others.iter().position(|other| other.folder == folder);
        if known.is_some() {
            return Err(malformed(&folder, "is already loaded".into()));
        }
        if VariantId::BUILT_IN.iter().any(|id| id.name() == name)
            || others.iter().any(|other| other.name == name)
        {
            return Err(malformed(&folder, format!("there is already a variant `{name}`")));
        }
        let id =
            VariantId::loaded(number).ok_or_else(|| malformed(&folder, "more than 255 variants".into()))?;
        check_rules(&clauses, &rulings).map_err(|problem| malformed(&rules_path, problem))?;
        let table = Variant::parse(id, &table_text).map_err(|problem| malformed(&table_path, problem))?;
        check_names(&table, &clauses, &rulings).map_err(|problem| malformed(&table_path, problem))?;
        let leak = |text: &str| &*Box::leak(text.to_owned().into_boxed_str());
        let (name, table_text, rules_text) = (leak(name), leak(&table_text), leak(&rules));
        Ok(Loaded { name, table, folder: folder.clone(), table_text, rules_text })
    });
    let loaded = |number| VariantId::loaded(number).expect("the id was created from this number");
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

/// Reads a `variant.json` as that of a variant without clauses which no list has. Its id is good on this thread until the next call.
///
/// # Errors
/// If it is malformed.
#[doc(hidden)]
pub fn try_out(table_text: &str) -> Result<VariantId, String> {
    let id = VariantId::TRIED;
    let table = Variant::parse(id, table_text)?;
    let tried = Loaded { name: "tried", table, folder: PathBuf::new(), table_text: "", rules_text: "" };
    TRIED.set(Some(Box::leak(Box::new(tried))));
    Ok(id)
}

impl VariantId {
    /// The folder from which the variant was loaded. `None` if it is built in.
    #[must_use]
    pub fn folder(self) -> Option<&'static Path> {
        (!self.is_built_in()).then(|| get(self).folder.as_path())
    }
}

/// Whether a folder name can be the name of a variant.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Checks that no clause or ruling occurs twice, here or in the rules text of another variant.
fn check_rules(clauses: &[prose::ProseClause], rulings: &[prose::ProseRuling]) -> Result<(), String> {
    if Clause::all().count() + clauses.len() > Clause::LIMIT {
        return Err(format!("more than {} clauses in all", Clause::LIMIT));
    }
    for (index, clause) in clauses.iter().enumerate() {
        let id = &clause.id;
        if clauses[..index].iter().any(|other| other.id == *id) {
            return Err(format!("duplicate clause `{id}`"));
        }
        if id.parse::<Clause>().is_ok() {
            return Err(format!("clause `{id}` belongs to another variant, or to the shared rules"));
        }
    }
    match rulings.iter().find(|ruling| Ruling::named(&ruling.name).is_some()) {
        Some(ruling) => Err(format!("ruling `{}` belongs to another variant", ruling.name)),
        None => Ok(()),
    }
}

/// Checks that the rules text has every clause and reading that the table names.
fn check_names(
    table: &Variant,
    clauses: &[prose::ProseClause],
    rulings: &[prose::ProseRuling],
) -> Result<(), String> {
    let has = |id: &str| clauses.iter().any(|clause| clause.id == id);
    let missing: BTreeSet<_> = table.clauses().filter(|id| !has(id)).map(|id| format!("`{id}`")).collect();
    match missing.len() {
        0 => {}
        1 => {
            return Err(format!(
                "{} is not a clause of its RULES.md",
                missing.first().map_or("", String::as_str)
            ));
        }
        _ => {
            let ids: Vec<_> = missing.into_iter().collect();
            return Err(format!("{} are not clauses of its RULES.md", ids.join(", ")));
        }
    }
    let states = |name: &str, reading: &String| {
        rulings.iter().any(|ruling| ruling.name == name && ruling.readings.contains(reading))
    };
    match table.readings().find(|(name, reading)| !states(name, reading)) {
        Some((name, reading)) => Err(format!("`{name} = {reading}` is not a reading of its RULES.md")),
        None => Ok(()),
    }
}
