//! Which fault is noticed by which check of which case.

use super::class::Classes;
use super::fault::{Change, Fault, StatusScene};
use super::sample::{Open, Progress};
use super::scene::Scene;
use crate::backend::{self, Backend, BackendError};
use crate::notation::starts_on;
use crate::suite::{Case, Check, Corpus};
use crate::variant::VariantId;
use rayon::prelude::*;
use std::collections::HashMap;

/// The largest perft 2 that is walked through for every mutant.
const WALKED: u128 = 20_000;

/// Whether mutants are tried on a check. Deeper and larger counts are left out, so that a mutant that only they would notice
/// counts as alive.
#[must_use]
pub fn is_tried(check: &Check<'_>) -> bool {
    match check {
        Check::Perft { depth, count, .. } => *depth <= 2 && *count <= WALKED,
        _ => true,
    }
}

/// That a case notices a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kill {
    /// The number of the mutant.
    pub mutant: u32,
    /// The number of the cheapest check of the case that notices it.
    pub check: u16,
    /// How deep that check looks: 0 for a status or a refusal, 1 for lists and children, else the depth of the count.
    pub depth: u8,
}

/// For every case of the variant, by its number in the corpus, the mutants it notices, in their order.
pub type Matrix = Vec<(usize, Vec<Kill>)>;

/// How deep a check looks.
#[must_use]
pub fn depth(check: &Check<'_>) -> u8 {
    match check {
        Check::Status(_) | Check::Rejects(..) => 0,
        Check::Perft { depth, .. } => *depth as u8,
        _ => 1,
    }
}

/// Tries every fault on every case of a variant.
///
/// # Errors
/// If the backend gives no answer.
pub fn matrix(
    corpus: &Corpus,
    variant: VariantId,
    faults: &[Fault],
    classes: &Classes,
    open: Open<'_>,
    progress: Progress<'_>,
) -> Result<Matrix, BackendError> {
    let cases: Vec<_> = corpus.of(variant).collect();
    cases
        .into_par_iter()
        .map_init(open, |backend, (number, case)| {
            let vfen = &corpus.position(case).vfen;
            let mut stage = Stage::set(backend.as_mut(), variant, vfen, case, classes.clone())?;
            let kills = faults.iter().enumerate().filter_map(|(mutant, fault)| {
                let (check, depth) = stage.kill(fault)?;
                Some(Kill { mutant: mutant as u32, check, depth })
            });
            let kills = kills.collect();
            progress(1);
            Ok((number, kills))
        })
        .collect()
}

/// The classes of all moves that are listed by a complete list of the corpus: of all legal moves, or of those of a man.
///
/// # Errors
/// If the backend gives no answer.
pub fn listed(
    corpus: &Corpus,
    variant: VariantId,
    backend: &mut dyn Backend,
    classes: &mut Classes,
) -> Result<Vec<u32>, BackendError> {
    let mut found = Vec::new();
    for (_, case) in corpus.of(variant) {
        if case.checks.moves.is_none() && case.checks.moves_of.is_empty() {
            continue;
        }
        let scene = reached(backend, variant, &corpus.position(case).vfen, case, classes)?;
        for seen in &scene.moves {
            let whole = case.checks.moves.is_some();
            if whole || case.checks.moves_of.keys().any(|square| starts_on(&seen.text, square)) {
                found.extend(seen.classes());
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The position of a case, after its line.
fn reached(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
    case: &Case,
    classes: &mut Classes,
) -> Result<Scene, BackendError> {
    let vfen = backend::reached(backend, variant, vfen, &case.line)?;
    let survey = backend.survey(variant, &vfen)?.sorted();
    let unreadable = || BackendError::Protocol(format!("unreadable answer at {vfen}"));
    Scene::new(variant, &survey, classes).ok_or_else(unreadable)
}

/// A case with everything that is so there.
struct Stage<'a> {
    backend: &'a mut dyn Backend,
    variant: VariantId,
    checks: Vec<Check<'a>>,
    scene: Scene,
    status: Option<StatusScene>,
    /// The scenes after each move, if the case counts two plies.
    children: Vec<Scene>,
    classes: Classes,
    /// Perft 1 of positions no legal move leads to; none for those that are refused.
    strange: HashMap<String, Option<i64>>,
}

impl<'a> Stage<'a> {
    fn set(
        backend: &'a mut dyn Backend,
        variant: VariantId,
        vfen: &str,
        case: &'a Case,
        mut classes: Classes,
    ) -> Result<Self, BackendError> {
        let scene = reached(backend, variant, vfen, case, &mut classes)?;
        let checks: Vec<_> = case.list().collect();
        let has_status = checks.iter().any(|check| matches!(check, Check::Status(_)));
        let status = if has_status { Some(StatusScene::new(backend, variant, vfen, case)?) } else { None };
        let counts_two =
            |check: &Check<'_>| matches!(check, Check::Perft { depth: 2, .. }) && is_tried(check);
        let mut children = Vec::new();
        if checks.iter().any(counts_two) {
            for seen in &scene.moves {
                let survey = backend.survey(variant, &seen.vfen)?.sorted();
                let unreadable = || BackendError::Protocol(format!("unreadable answer at {}", seen.vfen));
                children.push(Scene::new(variant, &survey, &mut classes).ok_or_else(unreadable)?);
            }
        }
        Ok(Self { backend, variant, checks, scene, status, children, classes, strange: HashMap::new() })
    }

    /// The cheapest check that notices a fault, and how deep it looks.
    fn kill(&mut self, fault: &Fault) -> Option<(u16, u8)> {
        let changes = fault.changes(&self.scene, self.classes.list());
        let mut best: Option<(u16, u8)> = None;
        for index in 0..self.checks.len() {
            let check = self.checks[index];
            let depth = depth(&check);
            if best.is_none_or(|(_, other)| depth < other) && self.fails(fault, &changes, &check) {
                best = Some((index as u16, depth));
            }
        }
        best
    }

    fn fails(&mut self, fault: &Fault, changes: &[Change], check: &Check<'_>) -> bool {
        let text = |index: &usize| self.scene.moves[*index].text.as_str();
        match (fault, check) {
            (Fault::Status(fault), Check::Status(_)) => {
                return self.status.as_ref().is_some_and(|scene| fault.fails(scene));
            }
            (Fault::Input(fault), check) => return fault.fails(check, &self.scene),
            _ => {}
        }
        match check {
            Check::Moves(_) => changes.iter().any(|change| !matches!(change, Change::Child(..))),
            Check::MovesOf(square, _) => changes.iter().any(|change| match change {
                Change::Missing(index) | Change::Doubled(index) => starts_on(text(index), square),
                Change::Extra(extra) => starts_on(extra, square),
                Change::Child(..) => false,
            }),
            Check::Illegal(refused) => {
                changes.iter().any(|change| matches!(change, Change::Extra(extra) if extra == refused))
            }
            Check::After(played, _) => changes.iter().any(|change| match change {
                Change::Missing(index) | Change::Child(index, _) => text(index) == *played,
                _ => false,
            }),
            Check::Perft { depth: 1, .. } => difference(changes) != 0,
            Check::Perft { depth: 2, .. } if is_tried(check) => self.counts_otherwise(fault, changes),
            _ => false,
        }
    }

    /// Whether perft 2 differs. An invented move counts for nothing here, because nobody knows where it leads.
    fn counts_otherwise(&mut self, fault: &Fault, changes: &[Change]) -> bool {
        let mut total = 0;
        for (index, child) in self.children.iter().enumerate() {
            // A wrong child changes no number of moves before the next ply.
            if !matches!(fault, Fault::Child(_)) {
                total += difference(&fault.changes(child, self.classes.list()));
            }
            let legal = child.moves.len() as i64;
            for change in changes {
                total += match change {
                    Change::Missing(at) if *at == index => -legal,
                    Change::Doubled(at) if *at == index => legal,
                    _ => 0,
                };
            }
        }
        for change in changes {
            if let Change::Child(index, vfen) = change {
                let legal = self.children[*index].moves.len() as i64;
                let (backend, variant) = (&mut *self.backend, self.variant);
                let count = self.strange.entry(vfen.clone()).or_insert_with(|| {
                    backend.perft(variant, vfen, 1).ok().and_then(|count| i64::try_from(count).ok())
                });
                total += count.map_or(0, |count| count - legal);
            }
        }
        total != 0
    }
}

/// By how much changes change the number of moves.
fn difference(changes: &[Change]) -> i64 {
    let each = changes.iter().map(|change| match change {
        Change::Missing(_) => -1,
        Change::Doubled(_) | Change::Extra(_) => 1,
        Change::Child(..) => 0,
    });
    each.sum()
}
