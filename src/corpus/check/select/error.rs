//! What is wrong with a selection that selects nothing, or of which a part does.

use super::{Selection, fits};
use crate::corpus::suite::{Case, Corpus, Tier};
use crate::game::variant::VariantId;
use crate::support::plural::plural;
use crate::support::suggest::did_you_mean;
use std::collections::BTreeSet;

/// Why a selection is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no check of the corpus fits the arguments: {0}")]
pub struct SelectionError(String);

/// What a pattern is held against.
struct Aspect<'s> {
    patterns: &'s [String],
    /// What no case does, before the pattern.
    words: &'static str,
    /// The texts of a case.
    texts: fn(&Case) -> Vec<String>,
}

impl Selection {
    /// Demands that every part of the selection fits something in this corpus, and all parts together do.
    ///
    /// # Errors
    /// If not; the error names the part, and what is most like it.
    pub fn validate(&self, corpus: &Corpus) -> Result<(), SelectionError> {
        let cases: Vec<&Case> = self.cases(corpus).map(|(_, case)| case).collect();
        for aspect in self.aspects().into_iter().filter(|aspect| !aspect.patterns.is_empty()) {
            let texts: BTreeSet<String> = cases.iter().flat_map(|case| (aspect.texts)(case)).collect();
            let fits_any = |pattern: &&String| texts.iter().any(|text| fits(pattern, text));
            if let Some(pattern) = aspect.patterns.iter().find(|pattern| !fits_any(pattern)) {
                let hint = self.other_variants_hint(corpus, &aspect, pattern);
                let hint = hint.unwrap_or_else(|| did_you_mean(pattern, texts.iter().map(String::as_str)));
                let (of, words) = (self.variant_phrase(), aspect.words);
                return Err(SelectionError(format!("no case{of} {words} `{pattern}`{hint}")));
            }
        }
        let origins: BTreeSet<_> = cases.iter().map(|case| corpus.origin(case)).collect();
        if let Some(origin) = self.origins.iter().find(|origin| !origins.contains(origin)) {
            return Err(SelectionError(format!(
                "no case{} is of the origin `{origin}`",
                self.variant_phrase()
            )));
        }
        if self.of(corpus).is_empty() { Err(self.nothing_fits(corpus)) } else { Ok(()) }
    }

    /// The error that no check fits all parts at once.
    fn nothing_fits(&self, corpus: &Corpus) -> SelectionError {
        let any_size = Self { tier: Tier::Deep, max_nodes: None, ..self.clone() };
        if let Some(item) = any_size.of(corpus).first() {
            let cheapest = item.checks.iter().map(|check| item.case.tier(check)).min().unwrap_or(Tier::Deep);
            return SelectionError(match self.max_nodes {
                Some(most) => format!("all that fit otherwise count more than {}", plural(most, "node")),
                None => format!(
                    "all that fit otherwise are dearer than the tier {}, such as those of the tier {cheapest} of `{}`",
                    self.tier, item.case.id
                ),
            });
        }
        let any_check = Self { checks: Vec::new(), ..any_size };
        let cases = any_check.of(corpus);
        let names: BTreeSet<String> =
            cases.iter().flat_map(|item| &item.checks).map(|check| check.to_string()).collect();
        let hint = self.checks.first().map(|check| did_you_mean(check, names.iter().map(String::as_str)));
        let problem =
            if cases.is_empty() { "no case fits all of them" } else { "no case that fits has such a check" };
        SelectionError(format!("{problem}{}", hint.unwrap_or_default()))
    }

    /// The cases of the variants.
    fn cases<'c>(&self, corpus: &'c Corpus) -> impl Iterator<Item = (VariantId, &'c Case)> {
        corpus
            .cases
            .iter()
            .filter(|(variant, _)| self.is_of(*variant))
            .map(|(variant, case)| (*variant, case))
    }

    fn aspects(&self) -> [Aspect<'_>; 5] {
        let id = |case: &Case| vec![case.id.clone()];
        [
            Aspect { patterns: &self.filters, words: "has an id that fits", texts: id },
            Aspect { patterns: &self.excludes, words: "to be left out has an id that fits", texts: id },
            Aspect { patterns: &self.clauses, words: "cites the clause", texts: |case| case.clauses.clone() },
            Aspect { patterns: &self.bugs, words: "catches the bug", texts: |case| case.bugs.clone() },
            Aspect {
                patterns: &self.checks,
                words: "has the check",
                texts: |case| case.list().map(ToString::to_string).collect(),
            },
        ]
    }

    /// A hint that what fits is of other variants, if it is.
    fn other_variants_hint(&self, corpus: &Corpus, aspect: &Aspect<'_>, pattern: &str) -> Option<String> {
        let others = corpus
            .cases
            .iter()
            .filter(|(_, case)| (aspect.texts)(case).iter().any(|text| fits(pattern, text)));
        let names: BTreeSet<_> = others.map(|(variant, _)| variant.name()).collect();
        (!names.is_empty())
            .then(|| format!("; those that do are of {}", names.into_iter().collect::<Vec<_>>().join(", ")))
    }

    /// The variants, if few are selected.
    fn variant_phrase(&self) -> String {
        match &self.variants[..] {
            [variant] => format!(" of {variant}"),
            _ => String::new(),
        }
    }
}
