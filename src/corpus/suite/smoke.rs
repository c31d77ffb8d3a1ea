//! The selection of cases for the smoke tier, which is also their order of worth.

use super::case::Format;
use super::corpus::{malformed, read_json};
use super::{Case, CorpusError, Source};
use crate::game::variant::VariantId;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A file that selects the cases of the smoke tier, `suites/<variant>/smoke.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmokeFile {
    #[serde(rename = "format")]
    _format: Format,
    /// Its variant.
    pub variant: VariantId,
    /// The ids of the selected cases, those that find most for their cost first.
    pub cases: Vec<String>,
}

/// Marks the cases of the smoke tier, with their worth: the selected ones, and every case without a selection that applies. An
/// embedded selection applies to embedded cases, one of a folder to all cases of its variant.
///
/// # Errors
/// Returns an error if a file cannot be read, is malformed, or names a case that does not exist.
pub(crate) fn mark(source: &Source, cases: &mut [(VariantId, Case)]) -> Result<(), CorpusError> {
    // A set, because every command that loads the corpus runs this lookup.
    let ids: HashSet<_> = cases.iter().map(|(variant, case)| (*variant, case.id.as_str())).collect();
    let mut chosen = BTreeMap::new();
    for file in source.smoke()? {
        let content: SmokeFile = read_json(&file)?;
        if let Some(id) = content.cases.iter().find(|id| !ids.contains(&(content.variant, id.as_str()))) {
            return Err(malformed(&file.name, format!("case `{id}` does not exist")));
        }
        let cases: HashMap<_, _> =
            content.cases.into_iter().enumerate().map(|(place, id)| (id, place)).collect();
        chosen.insert((content.variant, file.is_embedded), cases);
    }
    for (variant, case) in cases {
        let embedded = case.is_embedded.then_some((*variant, true));
        let choice = chosen.get(&(*variant, false)).or_else(|| chosen.get(&embedded?));
        let place = choice.and_then(|chosen| chosen.get(&case.id));
        case.smoke = choice.is_none() || place.is_some();
        case.worth = place.copied().unwrap_or(usize::MAX);
    }
    Ok(())
}
