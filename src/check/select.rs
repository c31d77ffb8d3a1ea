//! Which checks of the corpus to run.

use crate::suite::{Bug, Case, Check, Corpus, Tier};
use crate::variant::VariantId;
use wildmatch::WildMatch;

/// What to run: everything that fits all of these.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The variants; all if empty.
    pub variants: Vec<VariantId>,
    /// The most expensive tier.
    pub tier: Tier,
    /// A pattern for case ids, with `*` and `?`.
    pub filter: Option<String>,
    /// The name of one check within its case, such as `perft:3`. It is run whatever its tier.
    pub check: Option<String>,
}

/// A case with the checks of it that are to be run.
#[derive(Clone, Debug)]
pub struct Selected<'a> {
    /// The variant.
    pub variant: VariantId,
    /// The case.
    pub case: &'a Case,
    /// The VFEN of its position.
    pub vfen: &'a str,
    /// The bugs it catches, the likeliest first.
    pub bugs: Vec<&'a Bug>,
    /// Its selected checks, at least one.
    pub checks: Vec<&'a Check>,
}

impl Selection {
    /// Whether a case may be run, for its variant and its id.
    #[must_use]
    pub fn fits(&self, variant: VariantId, case: &Case) -> bool {
        let of_variant = self.variants.is_empty() || self.variants.contains(&variant);
        of_variant && self.filter.as_ref().is_none_or(|filter| WildMatch::new(filter).matches(&case.id))
    }

    /// Whether a check of a selected case is run.
    #[must_use]
    pub fn takes(&self, case: &Case, check: &Check) -> bool {
        match &self.check {
            Some(name) => check.to_string() == *name,
            None => case.tier(check) <= self.tier,
        }
    }

    /// The selected checks, in the order of the corpus.
    #[must_use]
    pub fn of<'a>(&self, corpus: &'a Corpus) -> Vec<Selected<'a>> {
        let mut selected = Vec::new();
        for (variant, case) in &corpus.cases {
            if self.fits(*variant, case) {
                let checks: Vec<_> = case.list().filter(|check| self.takes(case, check)).collect();
                if !checks.is_empty() {
                    let vfen = &corpus.position(case).vfen;
                    let bugs = corpus.bugs.caught_by(*variant, case).collect();
                    selected.push(Selected { variant: *variant, case, vfen, bugs, checks });
                }
            }
        }
        selected.sort_by_key(|selected| selected.variant);
        selected
    }
}
