//! What mutants of the rulebook change, and which checks notice them.

use super::sample::OnProgress;
use super::score::{Kill, Matrix, is_tried};
use crate::differences::fuzz;
use crate::mistakes::known::RulebookMutant;
use rayon::prelude::*;
use std::ops::ControlFlow;
use vperft::inner::backend::{Backend, BackendError, Survey};
use vperft::inner::corpus::check::OpenBackend;
use vperft::inner::corpus::check::judge_check;
use vperft::inner::corpus::suite::{Check, Corpus};
use vperft::inner::game::variant::{Rulings, VariantId};

/// The effects of a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Action {
    /// Without the clause a legal move is missing.
    pub allows: bool,
    /// Without the clause there is an additional move.
    pub forbids: bool,
    /// Without the clause a child or a status differs.
    pub decides: bool,
}

/// The effects of a backend with other rules at a position, compared with a correct survey of it.
pub fn action(backend: &mut dyn Backend, variant: VariantId, right: &Survey) -> Action {
    let Ok(wrong) = backend.of(variant).and_then(|view| view.survey(&right.vfen)) else {
        return Action { decides: true, ..Action::default() };
    };
    let wrong = wrong.sorted();
    let find = |survey: &Survey, text: &str| {
        let found = survey.children.binary_search_by(|child| child.text.as_str().cmp(text));
        found.ok().map(|index| survey.children[index].clone())
    };
    let mut action = Action { decides: wrong.status != right.status, ..Action::default() };
    for child in &right.children {
        match find(&wrong, &child.text) {
            None => action.allows = true,
            Some(other) => action.decides |= other != *child,
        }
    }
    action.forbids = wrong.children.iter().any(|child| find(right, &child.text).is_none());
    action
}

/// Tries every mutant on every case of a variant, except on large counts.
///
/// # Errors
/// Returns an error if the backend gives no answer.
pub fn matrix(
    corpus: &Corpus,
    variant: VariantId,
    mutants: &[RulebookMutant],
    progress: OnProgress<'_>,
) -> Result<Matrix, BackendError> {
    let cases: Vec<_> = corpus.of_variant(variant).collect();
    let open = || mutants.iter().map(RulebookMutant::backend).collect::<Vec<_>>();
    cases
        .into_par_iter()
        .map_init(open, |backends, (number, case)| {
            let vfen = &corpus.position(case).vfen;
            let mut checks: Vec<_> = case.list().enumerate().filter(|(_, check)| is_tried(check)).collect();
            checks.sort_by_key(|(_, check)| check.question.plies());
            let kills = backends.iter_mut().enumerate().filter_map(|(mutant, backend)| {
                let mut fails =
                    |check: &Check| !judge_check(backend.as_mut(), variant, vfen, case, check).is_pass();
                let (index, check) = checks.iter().find(|(_, check)| fails(check))?;
                Some(Kill {
                    mutant: mutant as u32,
                    check: *index as u16,
                    depth: check.question.plies() as u8,
                })
            });
            let kills = kills.collect();
            progress(1);
            Ok((number, kills))
        })
        .collect()
}

/// The possible effects of each clause, as far as constructed positions show them.
///
/// # Errors
/// Returns an error if the backend gives no answer.
pub fn actions(
    variant: VariantId,
    mutants: &[RulebookMutant],
    positions: u64,
    seed: u64,
    open: OpenBackend<'_>,
) -> Result<Vec<Action>, BackendError> {
    let mut surveys = Vec::new();
    let mut backend = open();
    fuzz::constructed(backend.of(variant)?, &Rulings::DEFAULT, seed, positions, &mut |survey| {
        surveys.push(survey.clone());
        ControlFlow::Continue(())
    })?;
    let act = |mutant: &RulebookMutant| {
        let mut backend = mutant.backend();
        let mut total = Action::default();
        for survey in &surveys {
            total = total.union(action(backend.as_mut(), variant, survey));
            if total.is_full() {
                break;
            }
        }
        total
    };
    Ok(mutants.par_iter().map(act).collect())
}

impl Action {
    /// Whether all effects are present.
    #[must_use]
    pub const fn is_full(self) -> bool {
        self.allows && self.forbids && self.decides
    }

    /// The union of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self {
            allows: self.allows || other.allows,
            forbids: self.forbids || other.forbids,
            decides: self.decides || other.decides,
        }
    }
}
