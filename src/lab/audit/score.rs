//! Which fault is noticed by which check of which case.

use super::class::Classes;
use super::fault::{Change, Fault, StatusScene, way};
use super::faulty::Faulty;
use super::sample::{OnProgress, Open};
use super::scene::Scene;
use crate::backend::{BackendError, Place, View};
use crate::corpus::question::{Question, Verdict, ask_and_judge};
use crate::corpus::suite::{Case, Check, Corpus};
use crate::game::notation::starts_on;
use crate::game::variant::VariantId;
use rayon::prelude::*;
use std::collections::HashMap;

/// The largest perft 2 that is walked through for every mutant.
const WALKED: u128 = 20_000;

/// The largest count of three plies that is walked through for mutants that take moves back wrongly.
const TAKEN_BACK: u128 = 2000;

/// Whether mutants are tried on a check. Deeper and larger counts are left out, so that a mutant that only they would notice
/// counts as alive.
#[must_use]
pub fn is_tried(check: &Check) -> bool {
    check.question.plies() <= 2 && check.nodes() <= WALKED
}

/// Whether a fault is tried on a check. How moves are taken back shows at the third ply, if it does not at the second.
fn is_tried_with(check: &Check, fault: &Fault) -> bool {
    match fault {
        Fault::State(fault) if fault.is_of_undo() => {
            let plies = check.question.plies();
            check.question.is_count() && (2..=3).contains(&plies) && check.nodes() <= TAKEN_BACK
        }
        _ => is_tried(check),
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
    progress: OnProgress<'_>,
) -> Result<Matrix, BackendError> {
    let cases: Vec<_> = corpus.of(variant).collect();
    cases
        .into_par_iter()
        .map_init(open, |backend, (number, case)| {
            let place = case.place(&corpus.position(case).vfen);
            let mut stage = Stage::set(backend.of(variant)?, place, case, classes.clone())?;
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

/// The classes of all moves that are listed by a complete list of the corpus: of all legal moves, or of those of a piece.
///
/// # Errors
/// If the backend gives no answer.
pub fn listed(corpus: &Corpus, view: &mut dyn View, classes: &mut Classes) -> Result<Vec<u32>, BackendError> {
    let mut found = Vec::new();
    for (_, case) in corpus.of(view.variant()) {
        let is_whole = case.list().any(|check| check.question == Question::Moves);
        let squares = case.list().filter_map(|check| match &check.question {
            Question::MovesOf(square) => Some(square.as_str()),
            _ => None,
        });
        let squares: Vec<_> = squares.collect();
        if !is_whole && squares.is_empty() {
            continue;
        }
        let scene = reached(view, case.place(&corpus.position(case).vfen), classes)?;
        for seen in &scene.moves {
            if is_whole || squares.iter().any(|square| starts_on(&seen.text, square)) {
                found.extend(seen.classes());
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The scene at a place.
fn reached(view: &mut dyn View, place: Place<'_>, classes: &mut Classes) -> Result<Scene, BackendError> {
    let vfen = place.reached(view)?;
    scene(view, &vfen, classes)
}

/// The scene of a position.
fn scene(view: &mut dyn View, vfen: &str, classes: &mut Classes) -> Result<Scene, BackendError> {
    let survey = view.survey(vfen)?.sorted();
    let unreadable = || BackendError::Protocol(format!("unreadable answer at {vfen}"));
    Scene::new(view.variant(), &survey, classes).ok_or_else(unreadable)
}

/// A case with everything that is so there.
pub(super) struct Stage<'a> {
    /// A correct backend.
    pub view: &'a mut dyn View,
    checks: Vec<&'a Check>,
    pub scene: Scene,
    /// The VFENs on the way to it.
    pub way: Vec<String>,
    /// What its status rests on, if the case asks for it.
    pub status: Option<StatusScene>,
    /// The scenes after each move, if the case counts two plies.
    pub children: Vec<Scene>,
    pub classes: Classes,
    /// Perft 1 of positions no legal move leads to; none for those that are refused.
    pub strange: HashMap<String, Option<i64>>,
}

impl<'a> Stage<'a> {
    fn set(
        view: &'a mut dyn View,
        place: Place<'_>,
        case: &'a Case,
        mut classes: Classes,
    ) -> Result<Self, BackendError> {
        let scene = reached(view, place, &mut classes)?;
        let way = way(view, place)?;
        let checks: Vec<_> = case.list().collect();
        let asks_status = checks.iter().any(|check| check.question == Question::Status);
        let status = if asks_status { Some(StatusScene::new(view, place)?) } else { None };
        let mut children = Vec::new();
        if checks.iter().any(|check| check.question.plies() == 2 && is_tried(check)) {
            for seen in &scene.moves {
                children.push(self::scene(view, &seen.vfen, &mut classes)?);
            }
        }
        Ok(Self { view, checks, scene, way, status, children, classes, strange: HashMap::new() })
    }

    /// The cheapest check that notices a fault, and how deep it looks.
    fn kill(&mut self, fault: &Fault) -> Option<(u16, u8)> {
        let changes = fault.changes(&self.scene, self.classes.list());
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

    /// Whether a check fails with a backend that has a fault, which changes this here.
    fn notices(&mut self, check: &Check, fault: &Fault, changes: &[Change]) -> bool {
        // What no move and no refusal is another by cannot be noticed before the second ply.
        let is_of_moves = !matches!(fault, Fault::State(_) | Fault::Status(_) | Fault::Input(_));
        if is_of_moves && changes.is_empty() && check.question.plies() < 2 {
            return false;
        }
        let vfen = self.scene.vfen.clone();
        let place = Place { vfen: &vfen, moves: &[] };
        let kept = match fault {
            Fault::State(fault) => fault.kept(self.view.variant(), &self.way),
            _ => None,
        };
        let mut faulty = Faulty { stage: self, fault, changes, kept };
        let verdict = ask_and_judge(&mut faulty, place, &check.question, &check.expected);
        !matches!(verdict, Verdict::Pass | Verdict::Unsupported { .. })
    }
}
