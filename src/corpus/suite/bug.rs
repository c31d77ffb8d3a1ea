//! The dictionaries of bugs: what the tags of the cases mean.
//!
//! Invariants: a variant has at most one embedded dictionary and one of a folder, in each of which an id is there once; an
//! entry of a folder takes the place of the embedded one with its id. The case of an entry is of the variant and carries the
//! entry's tag, unless a case of a folder took the place of the one it was written for. A dictionary that is not there is an
//! empty one.

use super::case::Format;
use super::corpus::{Ids, malformed, read};
use super::{Case, CorpusError, Source};
use crate::game::variant::VariantId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file of bugs: the dictionary of a variant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BugFile {
    #[serde(rename = "format")]
    _format: Format,
    pub variant: VariantId,
    pub bugs: Vec<Bug>,
}

/// A bug that rules code of a variant may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Bug {
    /// Its stable id, unique in the variant: the tag that cases carry.
    pub id: String,
    /// The bug, in a few words.
    pub title: String,
    /// What goes wrong and how it shows, in two sentences.
    pub text: String,
    /// The id of the case that shows it best.
    pub case: String,
    /// In what it shows; in anything if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<BugSymptoms>,
    /// Where such a bug was observed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
}

/// In what a bug shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugSymptoms {
    /// The ways.
    pub verdicts: Vec<Symptom>,
    /// The labels of the pieces whose moves differ, as of White; any if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
}

/// A way in which a bug shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Symptom {
    /// Legal moves are missing or refused.
    Missing,
    /// Moves that are not legal are generated or accepted.
    Extra,
    /// Moves are generated more than once.
    Duplicate,
    /// A move leads elsewhere.
    Child,
    /// The status is another one.
    Status,
    /// A position is read wrongly, or refused.
    Position,
    /// Nothing but a count is wrong.
    Count,
}

/// The dictionaries of all variants.
#[derive(Debug, Default)]
pub struct Bugs(BTreeMap<VariantId, BTreeMap<String, Entry>>);

/// A bug with where it was read.
#[derive(Debug)]
struct Entry {
    bug: Bug,
    file: Arc<str>,
    is_embedded: bool,
}

impl Bugs {
    /// The bug of a variant that a tag means.
    #[must_use]
    pub fn get(&self, variant: VariantId, id: &str) -> Option<&Bug> {
        Some(&self.0.get(&variant)?.get(id)?.bug)
    }

    /// The bugs that a case catches, in the order of its tags.
    pub fn caught_by(&self, variant: VariantId, case: &Case) -> impl Iterator<Item = &Bug> {
        case.bugs.iter().filter_map(move |id| self.get(variant, id))
    }

    /// The bugs of a variant, by id.
    pub fn of(&self, variant: VariantId) -> impl Iterator<Item = &Bug> {
        self.0.get(&variant).into_iter().flatten().map(|(_, entry)| &entry.bug)
    }

    /// Reads the dictionaries.
    pub(super) fn read(source: &Source) -> Result<Self, CorpusError> {
        let mut all = BTreeMap::<VariantId, BTreeMap<String, Entry>>::new();
        let mut dictionaries = BTreeMap::new();
        for file in source.bugs()? {
            let content: BugFile = read(&file)?;
            let (name, is_embedded) = (Arc::<str>::from(file.name.as_str()), file.is_embedded);
            if let Some(first) = dictionaries.insert((content.variant, is_embedded), Arc::clone(&name)) {
                let problem = format!("the dictionary of {} is {first}", content.variant);
                return Err(malformed(&name, problem));
            }
            let (entries, mut ids) = (all.entry(content.variant).or_default(), Ids::default());
            for bug in content.bugs {
                if !ids.add(&file, &bug.id) {
                    return Err(malformed(&name, format!("bug `{}` is there twice", bug.id)));
                }
                entries.insert(bug.id.clone(), Entry { bug, file: Arc::clone(&name), is_embedded });
            }
        }
        Ok(Self(all))
    }

    /// Checks that the case of every entry is of its variant and carries its tag.
    pub(super) fn link<'a>(
        &self,
        cases: impl Iterator<Item = (VariantId, &'a Case)>,
    ) -> Result<(), CorpusError> {
        let cases: BTreeMap<&str, (VariantId, &Case)> =
            cases.map(|(variant, case)| (case.id.as_str(), (variant, case))).collect();
        for (variant, entries) in &self.0 {
            for Entry { bug, file, is_embedded } in entries.values() {
                let case = cases.get(bug.case.as_str());
                if *is_embedded && case.is_some_and(|(_, case)| !case.is_embedded) {
                    continue;
                }
                if let Some((problem, expected)) = bug.fault(*variant, case) {
                    let message = format!("bug `{}`: {problem}; expected {expected}", bug.id);
                    return Err(malformed(file, message));
                }
            }
        }
        Ok(())
    }
}

impl Bug {
    /// What is wrong with its case, and what was expected.
    pub(super) fn fault(
        &self,
        variant: VariantId,
        case: Option<&(VariantId, &Case)>,
    ) -> Option<(String, String)> {
        let id = &self.case;
        match case {
            None => Some((format!("case `{id}` does not exist"), format!("the id of a case of {variant}"))),
            Some((owner, _)) if *owner != variant => {
                Some((format!("case `{id}` is of {owner}"), format!("the id of a case of {variant}")))
            }
            Some((_, case)) if !case.bugs.contains(&self.id) => {
                Some((format!("case `{id}` does not carry the tag"), "a case that does".into()))
            }
            Some(_) => None,
        }
    }
}
