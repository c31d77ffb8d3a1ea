//! Selects the checks to run.

mod error;

pub use error::SelectionError;

use crate::corpus::needs::{Need, needs};
use crate::corpus::suite::{Bug, Case, Check, Corpus, OriginKind, Tier};
use crate::game::variant::{Variant, VariantId};
use wildmatch::WildMatch;

/// The checks to run: those that match every field. An empty list matches everything, any other list matches
/// if one entry does. Patterns may contain `*` and `?`.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The variants.
    pub variants: Vec<VariantId>,
    /// The most expensive tier. `None` is the default tier, or every tier if there is a maximum number of nodes.
    pub tier: Option<Tier>,
    /// The maximum cost of a check in nodes. A check whose cost is not known is left out.
    pub max_nodes: Option<u128>,
    /// Patterns for case ids.
    pub filters: Vec<String>,
    /// Patterns for the ids of cases to leave out.
    pub excludes: Vec<String>,
    /// Patterns for the names of checks within their case. A check named in full, such as `perft:3`, is run
    /// whatever its tier.
    pub checks: Vec<String>,
    /// Patterns for the clauses that cases cite.
    pub clauses: Vec<String>,
    /// Patterns for the bugs that cases catch.
    pub bugs: Vec<String>,
    /// The origins of the cases.
    pub origins: Vec<OriginKind>,
    /// The labels of the only pieces that may be on the boards, as of White.
    pub pieces: Vec<String>,
    /// What may be spent on them.
    pub budget: Option<Budget>,
}

/// What may be spent on the selected cases, which are then made in the order of their worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// At most this many nodes: the cheap checks of all cases come before the next tier. A check that counts nothing costs a node.
    Nodes(u128),
    /// A time, which whoever makes the checks measures. It is for the smoke tier if no tier is given.
    Time,
}

impl Default for Selection {
    /// Selects all cases, with their checks up to the default tier.
    fn default() -> Self {
        Self {
            variants: Vec::new(),
            tier: None,
            max_nodes: None,
            filters: Vec::new(),
            excludes: Vec::new(),
            checks: Vec::new(),
            clauses: Vec::new(),
            bugs: Vec::new(),
            origins: Vec::new(),
            pieces: Vec::new(),
            budget: None,
        }
    }
}

/// A case with its selected checks.
#[derive(Clone, Debug)]
pub struct SelectedCase<'a> {
    /// The variant.
    pub variant: VariantId,
    /// The case.
    pub case: &'a Case,
    /// The VFEN of its position.
    pub vfen: &'a str,
    /// The bugs the case catches, the likeliest first.
    pub bugs: Vec<&'a Bug>,
    /// Its selected checks, at least one.
    pub checks: Vec<&'a Check>,
}

impl Selection {
    /// Whether a case matches, regardless of its checks.
    #[must_use]
    pub fn matches_case(&self, corpus: &Corpus, variant: VariantId, case: &Case) -> bool {
        self.includes_variant(variant)
            && any(&self.filters, [&case.id])
            && (self.excludes.is_empty() || !any(&self.excludes, [&case.id]))
            && any(&self.clauses, &case.clauses)
            && any(&self.bugs, &case.bugs)
            && (self.origins.is_empty() || self.origins.contains(&corpus.origin(case)))
            && (self.pieces.is_empty() || self.has_no_other_piece(variant, &corpus.position(case).vfen))
    }

    /// Whether a board can be read and holds no pieces but the selected ones.
    fn has_no_other_piece(&self, variant: VariantId, vfen: &str) -> bool {
        let table = Variant::get(variant);
        let is_one = |need: Need| match need {
            Need::Piece(_) => self.pieces.iter().any(|label| label == need.name(table)),
            _ => true,
        };
        needs(variant, vfen).is_some_and(|found| found.into_iter().all(is_one))
    }

    /// Whether a check of a matching case is selected.
    #[must_use]
    pub fn includes_check(&self, case: &Case, check: &Check) -> bool {
        let is_small = self.max_nodes.is_none_or(|most| check.cost().is_some_and(|nodes| nodes <= most));
        is_small && self.includes_any_cost(case, check)
    }

    /// Whether a check of a matching case is left out because its cost is not known.
    #[must_use]
    pub fn lacks_cost(&self, case: &Case, check: &Check) -> bool {
        self.max_nodes.is_some() && check.cost().is_none() && self.includes_any_cost(case, check)
    }

    /// The checks of matching cases that are left out because of what they cost, each with its case and the reason.
    pub fn too_costly<'a>(
        &'a self,
        corpus: &'a Corpus,
    ) -> impl Iterator<Item = (&'a Case, &'a Check, String)> {
        let cases = corpus.cases.iter().filter(|(variant, case)| self.matches_case(corpus, *variant, case));
        let checks = cases.flat_map(|(_, case)| case.list().map(move |check| (case, check)));
        checks.filter_map(|(case, check)| {
            let reason = match self.max_nodes {
                _ if !self.is_named(check) || self.includes_check(case, check) => return None,
                _ if self.lacks_cost(case, check) => return None,
                Some(most) if self.includes_any_cost(case, check) => {
                    format!("more than the {most} nodes of `--max-nodes`")
                }
                _ => format!(
                    "above the tier `{}`; `--tier {}` takes it",
                    self.highest_tier(),
                    case.tier(check)
                ),
            };
            Some((case, check, reason))
        })
    }

    /// Whether a check is selected if it is small enough.
    fn includes_any_cost(&self, case: &Case, check: &Check) -> bool {
        let is_in_full = !self.checks.is_empty() && self.checks.contains(&check.to_string());
        let is_of_tier = is_in_full || case.tier(check) <= self.highest_tier();
        is_of_tier && self.is_named(check)
    }

    fn is_named(&self, check: &Check) -> bool {
        self.checks.is_empty() || any(&self.checks, [&check.to_string()])
    }

    /// The most expensive tier of a selected check.
    fn highest_tier(&self) -> Tier {
        let default = match (self.budget, self.max_nodes) {
            (Some(Budget::Time), _) => Tier::Smoke,
            (_, Some(_)) => Tier::Record,
            _ => Tier::Ci,
        };
        self.tier.unwrap_or(default)
    }

    /// The selection of the same tier, for these variants, that nothing else narrows.
    #[must_use]
    pub fn widened(&self, variants: Vec<VariantId>) -> Self {
        let tier = if self.budget == Some(Budget::Time) { Some(self.highest_tier()) } else { self.tier };
        Self { variants, tier, ..Self::default() }
    }

    /// The selected checks, in the order of the corpus, or with a budget in the order of their worth.
    #[must_use]
    pub fn select<'a>(&self, corpus: &'a Corpus) -> Vec<SelectedCase<'a>> {
        let mut selected = Vec::new();
        for (variant, case) in &corpus.cases {
            if self.matches_case(corpus, *variant, case) {
                let checks: Vec<_> = case.list().filter(|check| self.includes_check(case, check)).collect();
                if !checks.is_empty() {
                    let vfen = &corpus.position(case).vfen;
                    let bugs = corpus.bugs.caught_by(*variant, case).collect();
                    selected.push(SelectedCase { variant: *variant, case, vfen, bugs, checks });
                }
            }
        }
        match self.budget {
            None => selected.sort_by_key(|selected| selected.variant),
            Some(_) => selected.sort_by_cached_key(|selected| {
                let nodes = selected.checks.iter().map(|check| check.nodes()).fold(0, u128::saturating_add);
                (selected.case.worth, nodes, selected.variant)
            }),
        }
        if let Some(Budget::Nodes(most)) = self.budget {
            keep_affordable(&mut selected, most);
        }
        selected
    }

    /// Whether a variant is selected.
    fn includes_variant(&self, variant: VariantId) -> bool {
        self.variants.is_empty() || self.variants.contains(&variant)
    }
}

/// Drops the checks that cost more than what is left of the nodes, and cases without a check. The cheaper tiers are served first.
fn keep_affordable(selected: &mut Vec<SelectedCase<'_>>, most: u128) {
    let mut left = most;
    let mut kept = vec![Vec::new(); selected.len()];
    for tier in Tier::ALL {
        for (item, kept) in selected.iter().zip(&mut kept) {
            for &check in item.checks.iter().filter(|check| item.case.tier(check) == tier) {
                if let Some(rest) = check.cost().and_then(|nodes| left.checked_sub(nodes.max(1))) {
                    left = rest;
                    kept.push(check);
                }
            }
        }
    }
    selected.iter_mut().zip(kept).for_each(|(item, kept)| item.checks = kept);
    selected.retain(|item| !item.checks.is_empty());
}

/// Whether one of the texts matches one of the patterns, or there are no patterns.
fn any<'t>(patterns: &[String], texts: impl IntoIterator<Item = &'t String>) -> bool {
    patterns.is_empty() || texts.into_iter().any(|text| patterns.iter().any(|pattern| matches(pattern, text)))
}

/// Whether a text matches a pattern. Text with wildcards also matches itself.
fn matches(pattern: &str, text: &str) -> bool {
    pattern == text || WildMatch::new(pattern).matches(text)
}
