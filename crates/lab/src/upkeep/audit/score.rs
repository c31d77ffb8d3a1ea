//! Finds the checks and cases that notice each fault.

use super::faulty::Faulty;
use super::sample::OnProgress;
use crate::mistakes::known::{Classes, Fault, MoveChange, PositionContext, StatusContext, positions_along};
use rayon::prelude::*;
use std::collections::HashMap;
use vperft::inner::backend::{BackendError, PositionPath, Question, VariantBackend};
use vperft::inner::corpus::check::OpenBackend;
use vperft::inner::corpus::question::{Query, Verdict, ask_and_judge};
use vperft::inner::corpus::suite::{Case, Check, Corpus};
use vperft::inner::game::notation::starts_on;
use vperft::inner::game::variant::VariantId;

/// The maximum perft 2 that is tried with every mutant.
const MAX_WALKED_NODES: u128 = 20_000;

/// The maximum three-ply count that is tried with mutants of undoing moves.
const MAX_UNDO_NODES: u128 = 2000;

/// Whether mutants are tried on a check. Deeper and larger counts are skipped, so a mutant that only they
/// would notice counts as alive.
#[must_use]
pub fn is_tried(check: &Check) -> bool {
    check.question.plies() <= 2 && check.nodes() <= MAX_WALKED_NODES
}

/// Whether a fault is tried on a check. Faults in undoing moves show at the second or third ply.
fn is_tried_with(check: &Check, fault: &Fault) -> bool {
    match fault {
        Fault::State(fault) if fault.is_of_undo() => {
            let plies = check.question.plies();
            check.question.is_count() && (2..=3).contains(&plies) && check.nodes() <= MAX_UNDO_NODES
        }
        _ => is_tried(check),
    }
}

/// A mutant noticed by a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kill {
    /// The number of the mutant.
    pub mutant: u32,
    /// The index of the cheapest check of the case that notices it.
    pub check: u16,
    /// The depth of that check: 0 for a status or a refusal, 1 for lists and children, else the depth of the
    /// count.
    pub depth: u8,
}

/// The mutants that each case of a variant notices, in order, by the index of the case in the corpus.
pub type Matrix = Vec<(usize, Vec<Kill>)>;

/// Tries every fault on every case of a variant.
///
/// # Errors
/// Returns an error if the backend gives no answer.
pub fn matrix(
    corpus: &Corpus,
    variant: VariantId,
    faults: &[Fault],
    classes: &Classes,
    open: OpenBackend<'_>,
    progress: OnProgress<'_>,
) -> Result<Matrix, BackendError> {
    let cases: Vec<_> = corpus.of_variant(variant).collect();
    cases
        .into_par_iter()
        .map_init(open, |backend, (number, case)| {
            let place = case.path(&corpus.position(case).vfen);
            let mut state = CaseState::new(backend.of(variant)?, place, case, classes.clone())?;
            let kills = faults.iter().enumerate().filter_map(|(mutant, fault)| {
                let (check, depth) = state.kill(fault)?;
                Some(Kill { mutant: mutant as u32, check, depth })
            });
            let kills = kills.collect();
            progress(1);
            Ok((number, kills))
        })
        .collect()
}

/// The classes of all moves in complete move lists of the corpus: of all legal moves, or of those of one
/// piece.
///
/// # Errors
/// Returns an error if the backend gives no answer.
pub fn listed(
    corpus: &Corpus,
    view: &mut dyn VariantBackend,
    classes: &mut Classes,
) -> Result<Vec<u32>, BackendError> {
    let mut found = Vec::new();
    for (_, case) in corpus.of_variant(view.variant()) {
        let is_whole = case.list().any(|check| check.question == Query::Ask(Question::Moves));
        let squares = case.list().filter_map(|check| match &check.question {
            Query::Ask(Question::MovesOf { square }) => Some(square.as_str()),
            _ => None,
        });
        let squares: Vec<_> = squares.collect();
        if !is_whole && squares.is_empty() {
            continue;
        }
        let context = reached(view, case.path(&corpus.position(case).vfen), classes)?;
        for legal in &context.moves {
            if is_whole || squares.iter().any(|square| starts_on(&legal.text, square)) {
                found.extend(legal.classes());
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The context of the position at the end of a path.
fn reached(
    view: &mut dyn VariantBackend,
    place: PositionPath<'_>,
    classes: &mut Classes,
) -> Result<PositionContext, BackendError> {
    let vfen = place.reached(view)?;
    audit_position(view, &vfen, classes)
}

/// The context of a position.
fn audit_position(
    view: &mut dyn VariantBackend,
    vfen: &str,
    classes: &mut Classes,
) -> Result<PositionContext, BackendError> {
    let survey = view.survey(vfen)?.sorted();
    let unreadable = || BackendError::Protocol(format!("unreadable answer at {vfen}"));
    PositionContext::new(view.variant(), &survey, classes).ok_or_else(unreadable)
}

/// A case with the correct answers needed to derive those of a faulty backend.
pub(super) struct CaseState<'a> {
    /// A correct backend.
    pub view: &'a mut dyn VariantBackend,
    checks: Vec<&'a Check>,
    pub context: PositionContext,
    /// The VFENs along the line of the case.
    pub path: Vec<String>,
    /// The context of the status, if the case asks for it.
    pub status: Option<StatusContext>,
    /// The contexts after each move, if the case counts two plies.
    pub children: Vec<PositionContext>,
    pub classes: Classes,
    /// Perft 1 of positions that no legal move leads to; `None` for refused positions.
    pub unreachable_counts: HashMap<String, Option<i64>>,
}

impl<'a> CaseState<'a> {
    fn new(
        view: &'a mut dyn VariantBackend,
        place: PositionPath<'_>,
        case: &'a Case,
        mut classes: Classes,
    ) -> Result<Self, BackendError> {
        let context = reached(view, place, &mut classes)?;
        let path = positions_along(view, place)?;
        let checks: Vec<_> = case.list().collect();
        let asks_status = checks.iter().any(|check| check.question == Query::Ask(Question::Status));
        let status = if asks_status { Some(StatusContext::new(view, place)?) } else { None };
        let mut children = Vec::new();
        if checks.iter().any(|check| check.question.plies() == 2 && is_tried(check)) {
            for legal in &context.moves {
                children.push(audit_position(view, &legal.vfen, &mut classes)?);
            }
        }
        Ok(Self {
            view,
            checks,
            context,
            path,
            status,
            children,
            classes,
            unreachable_counts: HashMap::new(),
        })
    }

    /// The index and depth of the cheapest check that notices a fault.
    fn kill(&mut self, fault: &Fault) -> Option<(u16, u8)> {
        let changes = fault.changes(&self.context, self.classes.list());
        let mut best: Option<(u16, u8)> = None;
        for index in 0..self.checks.len() {
            let check = self.checks[index];
            let plies = check.question.plies() as u8;
            let is_cheaper = best.is_none_or(|(_, other)| plies < other);
            if is_cheaper && is_tried_with(check, fault) && self.notices(check, fault, &changes) {
                best = Some((index as u16, plies));
            }
        }
        best
    }

    /// Whether a check fails with a backend with this fault and these changes.
    fn notices(&mut self, check: &Check, fault: &Fault, changes: &[MoveChange]) -> bool {
        // A fault that does not affect these moves cannot be noticed before the second ply.
        let is_of_moves = !matches!(fault, Fault::State(_) | Fault::Status(_) | Fault::Input(_));
        if is_of_moves && changes.is_empty() && check.question.plies() < 2 {
            return false;
        }
        let vfen = self.context.vfen.clone();
        let place = PositionPath { vfen: &vfen, moves: &[] };
        let kept = match fault {
            Fault::State(fault) => fault.confused_position(self.view.variant(), &self.path),
            _ => None,
        };
        let mut faulty = Faulty { state: self, fault, changes, confused_with: kept };
        let verdict = ask_and_judge(&mut faulty, place, &check.question, &check.expected);
        !matches!(verdict, Verdict::Pass | Verdict::Unsupported { .. })
    }
}
