//! Explains why a selection, or a part of it, matches nothing.

use super::{Selection, matches};
use crate::corpus::suite::{Case, Corpus, Tier};
use crate::game::variant::{Variant, VariantId};
use crate::support::plural::plural;
use crate::support::suggest::did_you_mean;
use std::collections::BTreeSet;

/// A selection that matches no check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no check of the corpus matches the arguments: {0}")]
pub struct SelectionError(String);

/// A list of patterns and the texts of a case they are matched against.
struct Aspect<'s> {
    patterns: &'s [String],
    /// The words before the pattern in "no case ...".
    words: &'static str,
    /// The texts of a case to match.
    texts: fn(&Case) -> Vec<String>,
}

/// A hint at the pattern with a wildcard at its end, if it ends where a word of a text does.
fn prefix_pattern(pattern: &str, texts: &BTreeSet<String>) -> Option<String> {
    let is_mark = |c: char| !c.is_ascii_alphanumeric();
    let ends_word = |rest: &str| pattern.ends_with(is_mark) || rest.starts_with(is_mark);
    let is_prefix = texts.iter().any(|text| text.strip_prefix(pattern).is_some_and(ends_word));
    is_prefix.then(|| format!("; did you mean `{pattern}*`?"))
}

impl Selection {
    /// Checks that every part of the selection matches something in the corpus, and that some check matches
    /// all parts.
    ///
    /// # Errors
    /// Returns an error that names the part that matches nothing, with a suggestion.
    pub fn validate(&self, corpus: &Corpus) -> Result<(), SelectionError> {
        let cases: Vec<&Case> = self.cases(corpus).map(|(_, case)| case).collect();
        for aspect in self.aspects().into_iter().filter(|aspect| !aspect.patterns.is_empty()) {
            let texts: BTreeSet<String> = cases.iter().flat_map(|case| (aspect.texts)(case)).collect();
            let matches_any = |pattern: &&String| texts.iter().any(|text| matches(pattern, text));
            if let Some(pattern) = aspect.patterns.iter().find(|pattern| !matches_any(pattern)) {
                let hint = self.other_variants_hint(corpus, &aspect, pattern);
                let hint = hint.or_else(|| prefix_pattern(pattern, &texts));
                let hint = hint.unwrap_or_else(|| did_you_mean(pattern, texts.iter().map(String::as_str)));
                let (of, words) = (self.variant_phrase(), aspect.words);
                return Err(SelectionError(format!("no case{of} {words} `{pattern}`{hint}")));
            }
        }
        let origins: BTreeSet<_> = cases.iter().map(|case| corpus.origin(case)).collect();
        if let Some(origin) = self.origins.iter().find(|origin| !origins.contains(origin)) {
            return Err(SelectionError(format!(
                "no case{} has the origin `{origin}`",
                self.variant_phrase()
            )));
        }
        let variants: BTreeSet<_> = self.cases(corpus).map(|(variant, _)| variant).collect();
        let entries = || variants.iter().flat_map(|variant| &Variant::get(*variant).pieces);
        let is_unknown = |label: &&String| entries().all(|entry| entry.label != **label);
        if let Some(label) = self.pieces.iter().find(is_unknown) {
            let known: BTreeSet<_> = entries().map(|entry| entry.label.as_str()).collect();
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            let of = self.variant_phrase();
            return Err(SelectionError(format!("no piece{of} has the label `{label}`; expected {known}")));
        }
        if self.select(corpus).is_empty() { Err(self.nothing_fits(corpus)) } else { Ok(()) }
    }

    /// The error if every part matches something, but no check matches all parts.
    fn nothing_fits(&self, corpus: &Corpus) -> SelectionError {
        let of_any_number = Self { tier: Some(self.highest_tier()), max_nodes: None, ..self.clone() };
        let any_size = Self { tier: Some(Tier::Record), max_nodes: None, ..self.clone() };
        if let Some(item) = any_size.select(corpus).first() {
            let cheapest =
                item.checks.iter().map(|check| item.case.tier(check)).min().unwrap_or(Tier::Record);
            return SelectionError(match self.max_nodes {
                Some(most) if !of_any_number.select(corpus).is_empty() => format!(
                    "every check that matches the other arguments counts more than {}",
                    plural(most, "node")
                ),
                _ => format!(
                    "every check that matches the other arguments is above the tier {}: `{}` has checks of the tier {cheapest}",
                    self.highest_tier(),
                    item.case.id
                ),
            });
        }
        let any_check = Self { checks: Vec::new(), ..any_size };
        let cases = any_check.select(corpus);
        let names: BTreeSet<String> =
            cases.iter().flat_map(|item| &item.checks).map(|check| check.to_string()).collect();
        let hint = self.checks.first().map(|check| did_you_mean(check, names.iter().map(String::as_str)));
        let problem = if cases.is_empty() {
            "no case matches all arguments"
        } else {
            "no matching case has such a check"
        };
        SelectionError(format!("{problem}{}", hint.unwrap_or_default()))
    }

    /// The cases of the selected variants.
    fn cases<'c>(&self, corpus: &'c Corpus) -> impl Iterator<Item = (VariantId, &'c Case)> {
        corpus
            .cases
            .iter()
            .filter(|(variant, _)| self.includes_variant(*variant))
            .map(|(variant, case)| (*variant, case))
    }

    fn aspects(&self) -> [Aspect<'_>; 5] {
        let id = |case: &Case| vec![case.id.clone()];
        [
            Aspect { patterns: &self.filters, words: "has an id that matches", texts: id },
            Aspect { patterns: &self.excludes, words: "to exclude has an id that matches", texts: id },
            Aspect { patterns: &self.clauses, words: "cites the clause", texts: |case| case.clauses.clone() },
            Aspect { patterns: &self.bugs, words: "catches the bug", texts: |case| case.bugs.clone() },
            Aspect {
                patterns: &self.checks,
                words: "has the check",
                texts: |case| case.list().map(ToString::to_string).collect(),
            },
        ]
    }

    /// A hint that names other variants with matching cases, if there are any.
    fn other_variants_hint(&self, corpus: &Corpus, aspect: &Aspect<'_>, pattern: &str) -> Option<String> {
        let others = corpus
            .cases
            .iter()
            .filter(|(_, case)| (aspect.texts)(case).iter().any(|text| matches(pattern, text)));
        let names: BTreeSet<_> = others.map(|(variant, _)| variant.name()).collect();
        (!names.is_empty())
            .then(|| format!("; matching cases are in {}", names.into_iter().collect::<Vec<_>>().join(", ")))
    }

    /// The selected variant, if it is only one.
    fn variant_phrase(&self) -> String {
        match &self.variants[..] {
            [variant] => format!(" of {variant}"),
            _ => String::new(),
        }
    }
}
