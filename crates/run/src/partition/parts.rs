//! All parts of a piece of work.

use super::{Header, Part, PartError};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The most missing parts that a message names.
const MAX_NAMED: usize = 10;

/// A part file.
#[derive(Clone, Debug)]
pub struct PartFile {
    /// Its name, for messages.
    pub name: String,
    /// The work and the part.
    pub header: Header,
    /// The rest of the document.
    pub document: Value,
}

impl PartFile {
    /// Parses a part file.
    ///
    /// # Errors
    /// If it is not one of this version, unchanged.
    pub fn parse(name: String, text: &str) -> Result<Self, PartError> {
        let mut document: Value = serde_json::from_str(text).map_err(|error| {
            PartError::new(format!("{name}: expected the JSON document of a part: {error}"))
        })?;
        let header = Header::take(&name, &mut document)?;
        Ok(Self { name, header, document })
    }

    /// The entry of a variant in a list of the document, if it has one.
    ///
    /// # Errors
    /// If the document has no such list, or the entry cannot be read.
    pub fn entry<T: DeserializeOwned>(&self, list: &str, variant: &str) -> Result<Option<T>, PartError> {
        let entries = self.document[list].as_array();
        let entries = entries.ok_or_else(|| self.error(format!("expected a list `{list}`")))?;
        let entry = entries.iter().find(|entry| entry["variant"] == variant);
        entry.map(T::deserialize).transpose().map_err(|error| self.error(format!("{variant}: {error}")))
    }

    /// The error that the file does not hold what the whole work needs.
    pub fn error(&self, problem: impl Into<String>) -> PartError {
        let error = PartError::new(format!("{}: {}", self.name, problem.into()));
        error.remade(&self.header.command, self.header.part(), self.name.clone())
    }
}

/// All parts of a piece of work, in order.
#[derive(Clone, Debug)]
pub struct Parts(Vec<PartFile>);

impl Parts {
    /// Orders part files, which may be given in any order.
    ///
    /// # Errors
    /// Unless they are all parts of one piece of work, each once.
    pub fn new(mut files: Vec<PartFile>) -> Result<Self, PartError> {
        let Some(first) = files.first() else {
            return Err(PartError::new("expected the files of all parts"));
        };
        if let Some(error) = files.iter().find_map(|file| unlike(first, file)) {
            return Err(error);
        }
        let (command, of) = (first.header.command.clone(), first.header.part().of);
        files.sort_by_key(|file| file.header.part());
        let double = files.windows(2).find(|pair| pair[0].header.part() == pair[1].header.part());
        if let Some([one, other]) = double {
            return Err(PartError::new(format!(
                "{} and {} are both part {}; leave out one of them",
                one.name,
                other.name,
                one.header.part()
            )));
        }
        let has = |part: &Part| files.binary_search_by_key(part, |file| file.header.part()).is_ok();
        let missing: Vec<_> = Part::all(of).filter(|part| !has(part)).collect();
        if !missing.is_empty() {
            return Err(without(&command, &missing));
        }
        Ok(Self(files))
    }

    /// The part files, in the order of the parts.
    pub fn files(&self) -> &[PartFile] {
        &self.0
    }

    /// The header of the first part. Only its part differs from that of the others.
    pub fn header(&self) -> &Header {
        &self.0[0].header
    }

    /// The number of parts.
    pub fn count(&self) -> u32 {
        self.header().part().of
    }

    /// Compares the digest of the work with that of the parts.
    ///
    /// # Errors
    /// If they differ.
    pub fn check_plan(&self, plan: &str) -> Result<(), PartError> {
        if self.header().work.plan == plan {
            return Ok(());
        }
        Err(PartError::new(
            "the positions, rules or expected values here are not those of the parts; \
             merge with the same files of --suites, --positions, --variant and --expect, or make all parts again",
        ))
    }
}

/// The error that these parts are missing.
fn without(command: &[String], missing: &[Part]) -> PartError {
    let named: Vec<_> = missing.iter().take(MAX_NAMED).map(ToString::to_string).collect();
    let (word, verb) = if missing.len() == 1 { ("part", "is") } else { ("parts", "are") };
    let more = match missing.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let error = PartError::new(format!("{word} {}{more} {verb} missing", named.join(", ")));
    missing
        .iter()
        .take(MAX_NAMED)
        .fold(error, |error, part| error.remade(command, *part, format!("part{}.json", part.number)))
}

/// The error that a file is a part of other work than the first one.
fn unlike(first: &PartFile, file: &PartFile) -> Option<PartError> {
    let (one, other) = (&first.header, &file.header);
    let parts = |header: &Header| vec![header.part().of.to_string()];
    let pairs = [
        ("arguments", one.command.clone(), other.command.clone()),
        ("number of parts", parts(one), parts(other)),
        ("backend", one.work.backends.clone(), other.work.backends.clone()),
        ("variants", one.work.variants.clone(), other.work.variants.clone()),
        ("readings", one.work.readings.clone(), other.work.readings.clone()),
        ("positions, rules or expected values", vec![one.work.plan.clone()], vec![other.work.plan.clone()]),
    ];
    let (what, own, others) = pairs.into_iter().find(|(_, own, others)| own != others)?;
    let error = PartError::new(format!(
        "{} is not a part of the same work as {}: its {what}: `{}`; expected `{}`",
        file.name,
        first.name,
        others.join(" "),
        own.join(" ")
    ));
    // A part of another number may be one too many.
    let part = Part::new(other.part().number, one.part().of);
    Some(part.into_iter().fold(error, |error, part| error.remade(&one.command, part, file.name.clone())))
}
