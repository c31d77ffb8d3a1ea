//! The dictionaries of bugs: the meaning of the tags of cases.
//!
//! Invariants: a variant has at most one embedded dictionary and one in a folder, and ids are unique in each.
//! An entry of a folder replaces the embedded one with the same id. The case of an entry belongs to the
//! variant and carries the tag, unless a folder has replaced that case. A missing dictionary counts as empty.

use super::case::Format;
use super::corpus::{Ids, malformed, read_json};
use super::{Case, CorpusError, Source};
use crate::game::variant::VariantId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file of bugs: the dictionary of one variant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugFile {
    #[serde(rename = "format")]
    _format: Format,
    /// Its variant.
    pub variant: VariantId,
    /// The bugs.
    pub bugs: Vec<Bug>,
}

/// A bug that an implementation of a variant may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bug {
    /// Its stable id, unique in the variant: the tag that cases carry.
    pub id: String,
    /// The bug in a few words.
    pub title: String,
    /// What goes wrong and how it shows, in two sentences.
    pub text: String,
    /// The id of the case that shows the bug best.
    pub case: String,
    /// The symptoms; any, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<BugSymptoms>,
    /// Where the bug was seen in practice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
}

/// The symptoms of a bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugSymptoms {
    /// The kinds of symptom.
    pub verdicts: Vec<Symptom>,
    /// The uppercase labels of the pieces whose moves differ; empty for any piece.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
}

/// A kind of symptom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symptom {
    /// Legal moves are missing or refused.
    Missing,
    /// Illegal moves are generated or accepted.
    Extra,
    /// Moves are generated more than once.
    Duplicate,
    /// A move leads to a wrong position.
    Child,
    /// The status is wrong.
    Status,
    /// A position is misread or refused.
    Position,
    /// Only a count is wrong.
    Count,
}

/// The dictionaries of all variants.
#[derive(Debug, Default)]
pub struct Bugs(BTreeMap<VariantId, BTreeMap<String, Entry>>);

/// A bug and the file it was read from.
#[derive(Debug)]
struct Entry {
    bug: Bug,
    file: Arc<str>,
    is_embedded: bool,
}

impl Bugs {
    /// The bug of a variant with this tag.
    #[must_use]
    pub fn get(&self, variant: VariantId, id: &str) -> Option<&Bug> {
        Some(&self.0.get(&variant)?.get(id)?.bug)
    }

    /// The bugs that a case catches, in the order of its tags.
    pub fn caught_by(&self, variant: VariantId, case: &Case) -> impl Iterator<Item = &Bug> {
        case.bugs.iter().filter_map(move |id| self.get(variant, id))
    }

    /// The bugs of a variant, by id.
    pub fn of_variant(&self, variant: VariantId) -> impl Iterator<Item = &Bug> {
        self.0.get(&variant).into_iter().flatten().map(|(_, entry)| &entry.bug)
    }

    /// Reads the dictionaries.
    pub(crate) fn from_source(source: &Source) -> Result<Self, CorpusError> {
        let mut all = BTreeMap::<VariantId, BTreeMap<String, Entry>>::new();
        let mut dictionaries = BTreeMap::new();
        for file in source.bugs()? {
            let content: BugFile = read_json(&file)?;
            let (name, is_embedded) = (Arc::<str>::from(file.name.as_str()), file.is_embedded);
            if let Some(first) = dictionaries.insert((content.variant, is_embedded), Arc::clone(&name)) {
                let problem = format!("{first} is already the dictionary of {}", content.variant);
                return Err(malformed(&name, problem));
            }
            let (entries, mut ids) = (all.entry(content.variant).or_default(), Ids::default());
            for bug in content.bugs {
                if !ids.add(&file, &bug.id) {
                    return Err(malformed(&name, format!("bug `{}` occurs twice", bug.id)));
                }
                entries.insert(bug.id.clone(), Entry { bug, file: Arc::clone(&name), is_embedded });
            }
        }
        Ok(Self(all))
    }

    /// Checks that the case of every entry belongs to its variant and carries its tag.
    pub(crate) fn link<'a>(
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
                if let Some((problem, expected)) = bug.case_problem(*variant, case) {
                    let message = format!("bug `{}`: {problem}; expected {expected}", bug.id);
                    return Err(malformed(file, message));
                }
            }
        }
        Ok(())
    }
}

impl Bug {
    /// The problem with the case of the bug, and what was expected.
    pub fn case_problem(
        &self,
        variant: VariantId,
        case: Option<&(VariantId, &Case)>,
    ) -> Option<(String, String)> {
        let id = &self.case;
        match case {
            None => Some((format!("case `{id}` does not exist"), format!("the id of a case of {variant}"))),
            Some((owner, _)) if *owner != variant => {
                Some((format!("case `{id}` belongs to {owner}"), format!("the id of a case of {variant}")))
            }
            Some((_, case)) if !case.bugs.contains(&self.id) => {
                Some((format!("case `{id}` does not carry the tag"), "a case that does".into()))
            }
            Some(_) => None,
        }
    }
}
