//! The dictionaries of bugs: what the tags of the cases mean.
//!
//! Invariants: a variant has at most one dictionary, in which an id is there once; the case of an entry is of the
//! variant and carries the entry's tag. A dictionary that is not there is an empty one.

use super::corpus::{malformed, read};
use super::{Case, CorpusError, Source};
use crate::variant::VariantId;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A file of bugs: the dictionary of a variant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BugFile {
    #[serde(rename = "format")]
    _format: IgnoredAny,
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
    pub shows: Option<Shows>,
    /// Where such a bug was really seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
}

/// In what a bug shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shows {
    /// The ways: `missing`, `extra` or `duplicate` moves, a wrong `child`, a wrong `status`, a `position` that is read wrongly,
    /// or nothing but a wrong `count`.
    pub verdicts: Vec<String>,
    /// The labels of the pieces whose moves differ, as of White; any if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
}

/// The dictionaries of all variants.
#[derive(Debug, Default)]
pub struct Bugs(BTreeMap<VariantId, Dictionary>);

/// The dictionary of a variant.
#[derive(Debug)]
struct Dictionary {
    /// The name of its file.
    file: String,
    bugs: BTreeMap<String, Bug>,
}

impl Bugs {
    /// The bug of a variant that a tag means.
    #[must_use]
    pub fn get(&self, variant: VariantId, id: &str) -> Option<&Bug> {
        self.0.get(&variant)?.bugs.get(id)
    }

    /// The bugs that a case catches, in the order of its tags.
    pub fn caught_by(&self, variant: VariantId, case: &Case) -> impl Iterator<Item = &Bug> {
        case.bugs.iter().filter_map(move |id| self.get(variant, id))
    }

    /// The bugs of a variant, by id.
    pub fn of(&self, variant: VariantId) -> impl Iterator<Item = &Bug> {
        self.0.get(&variant).into_iter().flat_map(|dictionary| dictionary.bugs.values())
    }

    /// Reads the dictionaries.
    pub(super) fn read(source: &Source) -> Result<Self, CorpusError> {
        let mut all = BTreeMap::<VariantId, Dictionary>::new();
        for file in source.bugs()? {
            let content: BugFile = read(&file)?;
            if let Some(first) = all.get(&content.variant) {
                let problem = format!("the dictionary of {} is {}", content.variant, first.file);
                return Err(malformed(&file.name, problem));
            }
            let mut bugs = BTreeMap::new();
            for bug in content.bugs {
                let id = bug.id.clone();
                if bugs.insert(id.clone(), bug).is_some() {
                    return Err(malformed(&file.name, format!("bug `{id}` is there twice")));
                }
            }
            all.insert(content.variant, Dictionary { file: file.name, bugs });
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
        for (variant, dictionary) in &self.0 {
            for bug in dictionary.bugs.values() {
                if let Some((problem, expected)) = bug.fault(*variant, cases.get(bug.case.as_str())) {
                    let message = format!("bug `{}`: {problem}; expected {expected}", bug.id);
                    return Err(malformed(&dictionary.file, message));
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
