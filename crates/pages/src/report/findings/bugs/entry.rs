//! A known bug with the cases that catch it.

use serde::Serialize;
use vperft::inner::corpus::suite::{Bug, Case, Corpus};
use vperft::inner::game::variant::VariantId;

/// A bug of a variant with the cases that catch it.
#[derive(Clone, Debug, Serialize)]
pub struct BugEntry<'a> {
    pub variant: VariantId,
    #[serde(flatten)]
    pub bug: &'a Bug,
    /// The position of its case.
    pub vfen: &'a str,
    /// The moves that its case plays from there before the checks.
    #[serde(rename = "line")]
    pub moves: &'a [String],
    /// The ids of the cases with its tag, in the order of the corpus.
    pub cases: Vec<&'a str>,
}

impl<'a> BugEntry<'a> {
    /// The bugs of some variants, or the one with this id.
    #[must_use]
    pub fn list(corpus: &'a Corpus, variants: &[VariantId], id: Option<&str>) -> Vec<Self> {
        let bugs = variants
            .iter()
            .flat_map(|&variant| corpus.bugs.of_variant(variant).map(move |bug| (variant, bug)))
            .filter(|(_, bug)| id.is_none_or(|id| bug.id == id));
        bugs.filter_map(|(variant, bug)| Self::find(corpus, variant, bug)).collect()
    }

    /// Every bug has a case, which is an invariant of the corpus.
    fn find(corpus: &'a Corpus, variant: VariantId, bug: &'a Bug) -> Option<Self> {
        let shown_by = corpus.case(&bug.case)?;
        let carries = |case: &&Case| case.bugs.contains(&bug.id);
        let of_variant = corpus.cases.iter().filter(|(owner, _)| *owner == variant).map(|(_, case)| case);
        let cases = of_variant.filter(carries).map(|case| case.id.as_str()).collect();
        Some(Self { variant, bug, vfen: &corpus.position(shown_by).vfen, moves: &shown_by.moves, cases })
    }
}
