//! Recomputes expected values under non-default readings of the rulings.

use super::{Budget, OpenBackend, SelectedCase, Selection};
use crate::backend::{Backend, BackendError, CountPlan, PositionPath, VariantBackend};
use crate::corpus::question::{Expected, Query};
use crate::corpus::suite::{Case, Check, Checks, Corpus};
use crate::game::variant::{Ruling, Rulings, VariantId};
use crate::support::workers::spread;
use serde::Serialize;
use std::collections::BTreeSet;

/// A corpus whose values hold under the given readings.
#[derive(Debug)]
pub struct Recomputed {
    /// The corpus. Only selected cases of the affected variants are recomputed, and only their selected
    /// counts are kept; all other cases are unchanged.
    pub corpus: Corpus,
    /// The non-default readings as `NAME=VALUE`, each with its variant.
    pub readings: Vec<(VariantId, String)>,
    /// Cases and checks left out because they have no meaning under these readings, or because of their cost.
    pub left_out: Vec<LeftOut>,
    /// The checks whose value differs from the corpus, by case id and check name.
    changed: BTreeSet<(String, String)>,
}

/// A case or check that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The id of the case.
    pub case: String,
    /// The name of the check; `None` if the whole case is left out.
    pub check: Option<String>,
    /// The reason.
    pub reason: String,
}

impl Recomputed {
    /// The non-default readings of a variant, separated by commas.
    #[must_use]
    pub fn readings_of(&self, variant: VariantId) -> String {
        let own = self.readings.iter().filter(|(of, _)| *of == variant);
        own.map(|(_, reading)| reading.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Says of which selected cases the cost leaves out checks.
    pub fn note_too_costly(&mut self, selection: &Selection) {
        let left_out = selection.too_costly(&self.corpus).map(|(case, check, reason)| LeftOut {
            case: case.id.clone(),
            check: Some(check.to_string()),
            reason,
        });
        self.left_out.extend(left_out);
    }

    /// Says which selected checks the budget leaves out.
    pub fn note_beyond_budget(&mut self, selection: &Selection) {
        let Some(Budget::Nodes(most)) = selection.budget else { return };
        let names = |selection: &Selection| -> Vec<_> {
            let selected = selection.select(&self.corpus);
            let names = |item: &SelectedCase<'_>| {
                let id = &item.case.id;
                item.checks.iter().map(|check| (id.clone(), check.to_string())).collect::<Vec<_>>()
            };
            selected.iter().flat_map(names).collect()
        };
        let kept: BTreeSet<_> = names(selection).into_iter().collect();
        let all = names(&Selection { budget: None, ..selection.clone() });
        let left = all.into_iter().filter(|name| !kept.contains(name));
        let reason = format!("beyond the {most} nodes of `--budget-nodes`");
        self.left_out.extend(left.map(|(case, check)| LeftOut {
            case,
            check: Some(check),
            reason: reason.clone(),
        }));
    }

    /// Whether the value of a check differs from the corpus.
    #[must_use]
    pub fn is_changed(&self, case: &str, check: &Check) -> bool {
        !self.changed.is_empty() && self.changed.contains(&(case.to_owned(), check.to_string()))
    }
}

/// The non-default readings as `NAME=VALUE`, each with its variant.
fn non_default_readings(rulings: &Rulings) -> Vec<(VariantId, String)> {
    let default = Rulings::default();
    let other =
        Ruling::all().into_iter().filter(|ruling| rulings.get(ruling.name) != default.get(ruling.name));
    other
        .map(|ruling| {
            (ruling.variant, format!("{}={}", ruling.name, rulings.get(ruling.name).unwrap_or("?")))
        })
        .collect()
}

/// Recomputes the selected cases of every variant with a non-default reading. `open` opens a correct backend
/// that follows these readings. Under the default readings the corpus stays unchanged.
///
/// # Errors
/// Returns an error if that backend fails in any way other than refusing a position or a move, or if the
/// system cannot start the threads.
///
/// # Panics
/// Panics if that backend panics.
pub fn recompute(
    mut corpus: Corpus,
    selection: &Selection,
    rulings: &Rulings,
    open: OpenBackend<'_>,
    jobs: usize,
) -> Result<Recomputed, BackendError> {
    let readings = non_default_readings(rulings);
    let mut left_out = of_unknown_cost(&corpus, selection);
    if readings.is_empty() {
        return Ok(Recomputed { corpus, readings, left_out, changed: BTreeSet::new() });
    }
    let concerned = |variant: VariantId, case: &Case| {
        readings.iter().any(|(of, _)| *of == variant) && selection.matches_case(&corpus, variant, case)
    };
    let indices = corpus.cases.iter().enumerate();
    let indices: Vec<_> =
        indices.filter(|(_, (variant, case))| concerned(*variant, case)).map(|(index, _)| index).collect();
    let recomputed = spread(indices.len(), jobs, |backend: &mut Option<Box<dyn Backend>>, number| {
        let (variant, case) = &corpus.cases[indices[number]];
        let view = backend.get_or_insert_with(open).of(*variant)?;
        Recomputer { view, selection }.case(&corpus.position(case).vfen, case)
    });
    let recomputed = recomputed.map_err(|error| BackendError::NotAsked(error.to_string()))?;
    let mut changed = BTreeSet::new();
    for (index, stated) in indices.into_iter().zip(recomputed) {
        let (checks, out) = stated?;
        let case = &mut corpus.cases[index].1;
        let before = std::mem::replace(&mut case.checks, checks).list;
        let is_same =
            |one: &Check, other: &Check| one.question == other.question && one.expected == other.expected;
        let new = case.list().filter(|check| !before.iter().any(|other| is_same(check, other)));
        changed.extend(new.map(|check| (case.id.clone(), check.to_string())));
        left_out.extend(out);
    }
    Ok(Recomputed { corpus, readings, left_out, changed })
}

/// The checks that a limit of nodes leaves out because their cost is not known.
fn of_unknown_cost(corpus: &Corpus, selection: &Selection) -> Vec<LeftOut> {
    let cases = corpus.cases.iter().filter(|(variant, case)| selection.matches_case(corpus, *variant, case));
    let checks = cases.flat_map(|(_, case)| case.list().map(move |check| (case, check)));
    let checks = checks.filter(|(case, check)| selection.lacks_cost(case, check));
    let left_out = |(case, check): (&Case, &Check)| LeftOut {
        case: case.id.clone(),
        check: Some(check.to_string()),
        reason: "no other count says how many nodes it visits, and `--max-nodes` limits them".into(),
    };
    checks.map(left_out).collect()
}

/// The recomputed checks of a case, and what is left out.
type RecomputedCase = (Checks, Vec<LeftOut>);

/// Recomputes the cases of one variant.
struct Recomputer<'a> {
    view: &'a mut dyn VariantBackend,
    selection: &'a Selection,
}

impl Recomputer<'_> {
    /// Recomputes the checks of a case. If its position or moves are not valid under the readings, only
    /// checks that do not use them remain.
    fn case(&mut self, vfen: &str, case: &Case) -> Result<RecomputedCase, BackendError> {
        let unplayable = match case.path(vfen).reached(self.view).and_then(|end| self.view.read(&end)) {
            Ok(_) => None,
            Err(error) if error.refuses_position() || error.refuses_move() => Some(error.to_string()),
            Err(error) => return Err(error),
        };
        let (mut checks, mut out) = (Vec::new(), Vec::new());
        let left_out = |check, reason| LeftOut { case: case.id.clone(), check, reason };
        let mut uses_position = false;
        for check in case.list() {
            let needs_no_position = matches!(check.question, Query::Input(_));
            uses_position |= !needs_no_position;
            // A count that is not selected would take time for nothing.
            let is_skipped = check.question.is_count() && !self.selection.includes_check(case, check);
            if is_skipped || unplayable.is_some() && !needs_no_position {
                continue;
            }
            match (needs_no_position, self.ask(check, case.path(vfen))?) {
                (true, Some(Expected::Position(_))) => {
                    let reason = "the position is valid under these readings".to_owned();
                    out.push(left_out(Some(check.to_string()), reason));
                }
                (_, Some(expected)) => checks.push((check.question.clone(), expected)),
                (_, None) => {
                    let reason = format!("{check} has an answer that cannot be an expected value");
                    return Err(BackendError::Protocol(reason));
                }
            }
        }
        out.extend(unplayable.filter(|_| uses_position).map(|reason| left_out(None, reason)));
        Ok((Checks::new(checks), out))
    }

    /// Asks the question of a check and returns the answer as an expected value.
    fn ask(&mut self, check: &Check, path: PositionPath<'_>) -> Result<Option<Expected>, BackendError> {
        let answer = check.question.ask(self.view, path, &CountPlan::default())?;
        Ok(answer.expected())
    }
}
