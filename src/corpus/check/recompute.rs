//! Expected values under other readings of the rulings than those the corpus is written for.

use super::{OpenBackend, Selection};
use crate::backend::{Backend, BackendError, PositionPath, VariantBackend};
use crate::corpus::question::{CountPlan, Expected, Question};
use crate::corpus::suite::{Case, Check, Checks, Corpus};
use crate::game::variant::{Ruling, Rulings, VariantId};
use crate::support::workers::spread;
use serde::Serialize;
use std::collections::BTreeSet;

/// A corpus with the values that hold under some readings.
#[derive(Debug)]
pub struct Recomputed {
    /// The corpus. Only the selected cases are recomputed, and keep of their counts those that are run; the others
    /// are as they were.
    pub corpus: Corpus,
    /// The readings that are not the default ones, as `NAME=VALUE`, each with the variant it is of.
    pub readings: Vec<(VariantId, String)>,
    /// What has no meaning under these readings and is left out.
    pub left_out: Vec<LeftOut>,
    /// The checks whose value differs from that of the corpus: id of the case, name of the check.
    changed: BTreeSet<(String, String)>,
}

/// A case, or one of its checks, that means nothing under the readings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The id of the case.
    pub case: String,
    /// The name of the check; none if it is the whole case.
    pub check: Option<String>,
    /// Why.
    pub reason: String,
}

impl Recomputed {
    /// The readings that are not the default ones of a variant, in words.
    #[must_use]
    pub fn readings_of(&self, variant: VariantId) -> String {
        let own = self.readings.iter().filter(|(of, _)| *of == variant);
        own.map(|(_, reading)| reading.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Whether the value of a check is not that of the corpus.
    #[must_use]
    pub fn is_changed(&self, case: &str, check: &Check) -> bool {
        !self.changed.is_empty() && self.changed.contains(&(case.to_owned(), check.to_string()))
    }
}

/// The readings that are not the default ones, each with the variant it is of, as `NAME=VALUE`.
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

/// Has `open`, a backend that follows these readings and is right, say what holds in the selected cases of the
/// variants whose rulings are not at their default. Under the default readings everything stays as it is.
///
/// # Errors
/// If that backend fails otherwise than by refusing a position or a move, or the system does not give the threads.
///
/// # Panics
/// If that backend panics.
pub fn recompute(
    mut corpus: Corpus,
    selection: &Selection,
    rulings: &Rulings,
    open: OpenBackend<'_>,
    jobs: usize,
) -> Result<Recomputed, BackendError> {
    let readings = non_default_readings(rulings);
    if readings.is_empty() {
        return Ok(Recomputed { corpus, readings, left_out: Vec::new(), changed: BTreeSet::new() });
    }
    let concerned = |variant: VariantId, case: &Case| {
        readings.iter().any(|(of, _)| *of == variant) && selection.fits(&corpus, variant, case)
    };
    let indices = corpus.cases.iter().enumerate();
    let indices: Vec<_> =
        indices.filter(|(_, (variant, case))| concerned(*variant, case)).map(|(index, _)| index).collect();
    let recomputed = spread(indices.len(), jobs, &|backend: &mut Option<Box<dyn Backend>>, number| {
        let (variant, case) = &corpus.cases[indices[number]];
        let view = backend.get_or_insert_with(open).of(*variant)?;
        Recomputer { view, selection }.case(&corpus.position(case).vfen, case)
    });
    let recomputed = recomputed.map_err(|error| BackendError::NotAsked(error.to_string()))?;
    let mut changed = BTreeSet::new();
    let mut left_out = Vec::new();
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

/// What to expect of a case, and what is left out of it.
type RecomputedCase = (Checks, Vec<LeftOut>);

/// Says what holds in a case of a variant.
struct Recomputer<'a> {
    view: &'a mut dyn VariantBackend,
    selection: &'a Selection,
}

impl Recomputer<'_> {
    /// The checks of a case, each with the answer to its question. Where the position or the moves of the case have no meaning,
    /// nothing that was expected there has, but for what is asked at no place.
    fn case(&mut self, vfen: &str, case: &Case) -> Result<RecomputedCase, BackendError> {
        let unplayable = match case.path(vfen).reached(self.view).and_then(|end| self.view.read(&end)) {
            Ok(_) => None,
            Err(error) if error.refuses_position() || error.refuses_move() => Some(error.to_string()),
            Err(error) => return Err(error),
        };
        let (mut checks, mut out) = (Vec::new(), Vec::new());
        let left_out = |check, reason| LeftOut { case: case.id.clone(), check, reason };
        let mut is_placed = false;
        for check in case.list() {
            let is_nowhere = matches!(check.question, Question::Read(_));
            is_placed |= !is_nowhere;
            // Counting what is not run would take long for nothing.
            let is_idle = check.question.is_count() && !self.selection.takes(case, check);
            if is_idle || unplayable.is_some() && !is_nowhere {
                continue;
            }
            match (is_nowhere, self.ask(check, case.path(vfen))?) {
                (true, Some(Expected::Position(_))) => {
                    let reason = "the position is valid under these readings".to_owned();
                    out.push(left_out(Some(check.to_string()), reason));
                }
                (_, Some(expected)) => checks.push((check.question.clone(), expected)),
                (_, None) => {
                    let reason = format!("{check} has no answer that could be expected");
                    return Err(BackendError::Protocol(reason));
                }
            }
        }
        out.extend(unplayable.filter(|_| is_placed).map(|reason| left_out(None, reason)));
        Ok((Checks::new(checks), out))
    }

    /// The answer to the question of a check, as it is to be expected.
    fn ask(&mut self, check: &Check, place: PositionPath<'_>) -> Result<Option<Expected>, BackendError> {
        let answer = check.question.ask(self.view, place, CountPlan::UpTo(u128::MAX))?;
        Ok(answer.expected())
    }
}
