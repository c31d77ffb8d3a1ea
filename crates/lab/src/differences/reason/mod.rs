//! The reason of a difference: the clauses that decide about what differs, and what they say about it.
//!
//! If the rules without one clause answer exactly as the tested side does, that clause is the reason. Otherwise the
//! reason is the clause that decides about the first differing move, field or status. Only rules in process are asked.

mod field;
mod near;

use super::clause_order::{ClauseOrder, Explained};
use super::clause_switch::ClauseSwitch;
use super::descend::{Detail, Kind, lists_differ};
pub use field::{clause_of_field, clause_of_status};
use serde::{Serialize, Serializer};
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::game::variant::Clause;

#[cfg(test)]
mod tests;

/// The clauses behind a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The clauses, the one that fits best first. Empty if no clause decides about it.
    #[serde(serialize_with = "ids")]
    pub clauses: Vec<Clause>,
    /// Whether the rules without any one of them answer exactly as the tested side does.
    pub exact: bool,
    /// What `explain` says about what differs, a sentence each.
    pub words: Vec<String>,
}

fn ids<S: Serializer>(clauses: &[Clause], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(clauses.iter().map(|clause| clause.id()))
}

/// A difference, and the position where it is.
#[derive(Clone, Copy, Debug)]
pub struct LocatedDifference<'d> {
    pub kind: Kind,
    pub detail: &'d Detail,
    /// The position of the difference.
    pub vfen: &'d str,
    /// The same position as a root and the moves played from it, for questions that depend on them.
    pub path: PositionPath<'d>,
}

impl Reason {
    /// The reason of a difference. `None` if the rules are not the matter: the side gives no answer, changes its
    /// answer, or contradicts itself; or if there are no rules that can omit clauses.
    #[must_use]
    pub fn find(difference: LocatedDifference<'_>, clause_switch: &ClauseSwitch<'_>) -> Option<Self> {
        Self::among(difference, clause_switch, None)
    }

    /// The same, if the clauses without which the rules answer as the tested side does are known.
    #[must_use]
    pub fn among(
        difference: LocatedDifference<'_>,
        clause_switch: &ClauseSwitch<'_>,
        exact: Option<Vec<Clause>>,
    ) -> Option<Self> {
        let is_of_rules = match difference.kind {
            Kind::Set | Kind::Child | Kind::Status | Kind::Convention | Kind::Route | Kind::SumOnly => true,
            Kind::Unknown => !matches!(difference.detail, Detail::NoAnswer { .. } | Detail::Count { .. }),
            Kind::StateLeak | Kind::Flaky | Kind::NoAnswer | Kind::Relation | Kind::OtherProgram => false,
        };
        if !is_of_rules || !clause_switch.can_switch() {
            return None;
        }
        let order = ClauseOrder::at(clause_switch, difference.vfen);
        let mut exact = exact.unwrap_or_else(|| exact_clauses(difference, clause_switch));
        order.sort(&mut exact, explained(difference.detail), std::slice::from_ref);
        let near = near::reason(difference, clause_switch, &order);
        match exact.is_empty() {
            false => Some(Self {
                clauses: exact,
                exact: true,
                words: near.map_or_else(Vec::new, |near| near.words),
            }),
            true => near,
        }
    }
}

/// Whether the clauses behind a difference forbid something.
fn explained(detail: &Detail) -> Explained {
    match detail {
        Detail::Moves { extra, .. } if !extra.is_empty() => Explained::Forbidden,
        _ => Explained::Other,
    }
}

/// The clauses without which the rules show exactly the difference.
fn exact_clauses(difference: LocatedDifference<'_>, clause_switch: &ClauseSwitch<'_>) -> Vec<Clause> {
    let variant = clause_switch.variant();
    let mut right = clause_switch.without(&[]);
    let right = right.as_mut().and_then(|right| right.of(variant).ok()?.moves(difference.vfen.into()).ok());
    let Some(mut right) = right else { return Vec::new() };
    right.sort();
    let shows = |clause: &Clause| {
        let Some(mut without) = clause_switch.without(&[*clause]) else { return false };
        let shown = without.of(variant).and_then(|view| shows(view, difference, &right));
        shown.unwrap_or(false)
    };
    clause_switch.clauses().into_iter().filter(shows).collect()
}

/// Whether rules answer as the tested side does. `right` are the legal moves, sorted.
fn shows(
    view: &mut dyn VariantBackend,
    difference: LocatedDifference<'_>,
    right: &[String],
) -> Result<bool, BackendError> {
    let LocatedDifference { detail, vfen, path, .. } = difference;
    Ok(match detail {
        Detail::Moves { .. } => lists_differ(right, view.moves(vfen.into())?).as_ref() == Some(detail),
        Detail::Child { text, b, .. } if !text.is_empty() => {
            view.after(PositionPath { vfen, moves: std::slice::from_ref(text) })? == *b
        }
        Detail::Child { b, .. } => view.read(vfen)? == *b,
        Detail::Status { b, .. } => view.status(path)? == *b,
        Detail::Count { .. } | Detail::NoAnswer { .. } | Detail::Relation { .. } => false,
    })
}
