//! The difference that a shrink preserves, and whether a position shows it.

use super::super::descend::{
    Descent, Detail, Kind, ReportedCounts, Side, classify, descend, kind_of_move, lists_differ,
};
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::search::SearchObserver;
use serde::Serialize;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use vperft::inner::backend::{BackendError, PositionPath, Unopened};
use vperft::inner::corpus::relation::Relation;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Clause, VariantId};

/// The most moves of the same class that are tried if the original move no longer exists.
const MAX_CLASS_MOVES: usize = 6;

/// A difference of another kind than the one to preserve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherDifference {
    /// Its kind, as far as it is known without further questions.
    pub kind: Kind,
    /// The difference.
    pub detail: Detail,
    /// The position.
    pub vfen: String,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// The question that both sides are asked at every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Moves,
    /// The position after a move of a certain class.
    Child,
    Status,
    /// Whether a fresh process answers.
    Answer,
    /// The first cause that a descent of this depth finds.
    Descent(u32),
    /// Whether the tested side's answers contradict each other.
    Relation(Relation),
}

/// The answer of the trusted side.
#[derive(Clone, Debug)]
enum BelievedAnswer {
    Moves(Vec<String>),
    /// A move, and the position after it.
    Child(String, String),
    Status(Status),
}

/// A difference, with the answer of the trusted side.
#[derive(Clone, Debug)]
pub(super) struct ObservedDifference {
    pub kind: Kind,
    pub detail: Detail,
    believed: Option<BelievedAnswer>,
}

/// The result of asking about a position.
pub(super) enum Observation {
    /// The sides differ in the way to preserve.
    Same(ObservedDifference),
    /// The sides differ in another way.
    Other(Kind, Detail),
    /// The sides agree, or one of them refuses the position.
    Nothing,
}

/// The two sides of a comparison.
pub(super) struct Sides<'t, 'a, 'b> {
    pub a: &'t mut Side<'a>,
    pub b: &'t mut Side<'b>,
    pub observer: &'t SearchObserver<'t>,
}

/// The difference to preserve.
pub(super) struct Target {
    variant: VariantId,
    pub kind: Kind,
    classes: BTreeSet<String>,
    question: Question,
    /// The rules without each clause that reproduces the tested side's answer.
    suspects: Vec<(Clause, Side<'static>)>,
    /// Whether the kind is determined by further questions at every position.
    pub is_strict: bool,
}

impl Target {
    /// A target for a difference, tested by the cheapest question that shows it.
    pub fn new(variant: VariantId, kind: Kind, detail: &Detail) -> Self {
        let question = match detail {
            Detail::Moves { .. } => Question::Moves,
            Detail::Child { .. } => Question::Child,
            Detail::Status { .. } => Question::Status,
            Detail::NoAnswer { .. } => Question::Answer,
            Detail::Count { depth, .. } => Question::Descent(*depth),
            Detail::Relation { relation, .. } => Question::Relation(*relation),
        };
        let is_strict = matches!(kind, Kind::Route | Kind::StateLeak);
        Self { variant, kind, classes: detail.classes(), question, suspects: Vec::new(), is_strict }
    }

    /// Tests for the difference by descents of this depth from now on.
    pub const fn descend(&mut self, depth: u32) {
        self.question = Question::Descent(depth);
    }

    /// Finds the clauses without which the rules answer as the tested side does. From then on, every position must be
    /// about one of them.
    pub fn suspect(
        &mut self,
        clause_switch: &ClauseSwitch<'_>,
        observed: &ObservedDifference,
        path: PositionPath<'_>,
    ) {
        for clause in clause_switch.clauses() {
            let Some(backend) = clause_switch.without(&[clause]) else { return };
            let resources = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
            let mut suspect = Side::new(backend, &unopened, self.variant, resources);
            if gives_same_wrong_answer(&mut suspect, observed, path) {
                self.suspects.push((clause, suspect));
            }
        }
    }

    /// The clauses behind a difference at a position.
    pub fn clauses(&mut self, observed: &ObservedDifference, path: PositionPath<'_>) -> Vec<Clause> {
        let suspects = self.suspects.iter_mut();
        suspects
            .filter_map(|(clause, suspect)| {
                gives_same_wrong_answer(suspect, observed, path).then_some(*clause)
            })
            .collect()
    }

    /// Asks about a position. `was` is the difference at the previous one.
    pub fn observe(
        &mut self,
        sides: &mut Sides<'_, '_, '_>,
        path: PositionPath<'_>,
        was: &Detail,
    ) -> Observation {
        let Ok(Some(observed)) = self.ask(sides, path, was) else { return Observation::Nothing };
        let classes = observed.detail.classes();
        let is_of_clause = !self.suspects.is_empty() && !self.clauses(&observed, path).is_empty();
        let is_same = observed.kind == self.kind
            && if self.suspects.is_empty() {
                classes.is_subset(&self.classes)
            } else {
                is_of_clause && !classes.is_disjoint(&self.classes)
            };
        match is_same {
            true => Observation::Same(observed),
            // Other moves affected by the same clause are the same mistake.
            false if is_of_clause => Observation::Nothing,
            false => Observation::Other(observed.kind, observed.detail),
        }
    }

    fn ask(
        &self,
        sides: &mut Sides<'_, '_, '_>,
        path: PositionPath<'_>,
        was: &Detail,
    ) -> Result<Option<ObservedDifference>, BackendError> {
        let (kind, detail, believed) = match self.question {
            Question::Descent(depth) => return first_cause(sides, path, depth),
            Question::Answer => return self.fails_when_fresh(sides, path),
            Question::Relation(relation) => {
                let broken = sides.b.relation(relation, path)?;
                return Ok(broken.map(|broken| ObservedDifference {
                    kind: Kind::Relation,
                    detail: broken.into(),
                    believed: None,
                }));
            }
            Question::Moves => {
                let moves = sides.a.moves(path)?;
                let Some(detail) = compare_answer(sides.b.moves(path), |b| lists_differ(&moves, b))? else {
                    return Ok(None);
                };
                (self.kind_of_moves(sides, path, &moves, &detail), detail, BelievedAnswer::Moves(moves))
            }
            Question::Status => {
                let a = sides.a.status(path)?;
                let Some(detail) =
                    compare_answer(sides.b.status(path), |b| (a != b).then_some(Detail::Status { a, b }))?
                else {
                    return Ok(None);
                };
                (Kind::Status, detail, BelievedAnswer::Status(a))
            }
            Question::Child => {
                let Some((detail, believed)) = self.child(sides, path, was)? else { return Ok(None) };
                (Kind::Child, detail, believed)
            }
        };
        let kind = if matches!(detail, Detail::NoAnswer { .. }) { Kind::NoAnswer } else { kind };
        let mut observed = ObservedDifference { kind, detail, believed: Some(believed) };
        // A missing answer has no other kind.
        if self.is_strict && observed.kind != Kind::NoAnswer {
            observed.kind = reclassify(sides, path, &observed)?;
        }
        Ok(Some(observed))
    }

    /// Whether a fresh process of the tested side fails where the trusted side answers. A refusal is a failure if the difference to
    /// preserve is one.
    fn fails_when_fresh(
        &self,
        sides: &mut Sides<'_, '_, '_>,
        path: PositionPath<'_>,
    ) -> Result<Option<ObservedDifference>, BackendError> {
        sides.a.moves(path)?;
        let answer = sides.b.ask_fresh(|b| {
            b.after(path)?;
            b.moves(path)?;
            b.perft(path, 2)?;
            b.survey(path)
        });
        let is_refusal = |error: &BackendError| error.refuses_position() || error.refuses_move();
        let detail = match answer {
            Err(error) if is_refusal(&error) => {
                let refusal = Detail::NoAnswer { error: error.to_string(), depth: None };
                Some(refusal).filter(|refusal| refusal.classes().is_subset(&self.classes))
            }
            answer => compare_answer(answer, |()| None)?,
        };
        Ok(detail.map(|detail| ObservedDifference { kind: Kind::NoAnswer, detail, believed: None }))
    }

    /// A side that lists no moves after the end of a game counts by another convention.
    fn kind_of_moves(
        &self,
        sides: &mut Sides<'_, '_, '_>,
        path: PositionPath<'_>,
        right: &[String],
        detail: &Detail,
    ) -> Kind {
        let Detail::Moves { missing, extra, .. } = detail else { return Kind::NoAnswer };
        let listed = right.len() - missing.len() + extra.len();
        let ended = right.is_empty() != (listed == 0);
        let is_over = ended && sides.a.status(path).is_ok_and(|status| status != Status::Ongoing);
        if is_over { Kind::Convention } else { Kind::Set }
    }

    /// A move that leads to different positions: the previous one, or another of its class.
    fn child(
        &self,
        sides: &mut Sides<'_, '_, '_>,
        path: PositionPath<'_>,
        was: &Detail,
    ) -> Result<Option<(Detail, BelievedAnswer)>, BackendError> {
        let Detail::Child { text, .. } = was else { return Ok(None) };
        match child(sides, path, text) {
            Err(error) if error.refuses_move() => {}
            answer => return answer,
        }
        let class = kind_of_move(text);
        let moves = sides.a.moves(path)?;
        for text in moves.iter().filter(|text| kind_of_move(text) == class).take(MAX_CLASS_MOVES) {
            if let Some(found) = child(sides, path, text)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// A backend that is never opened again.
fn unopened() -> Box<dyn vperft::inner::backend::Backend> {
    Box::new(Unopened::new("rules without a clause".into(), "it is never opened".into()))
}

/// Whether a side gives exactly the wrong answer of `seen`.
fn gives_same_wrong_answer(
    side: &mut Side<'_>,
    observed: &ObservedDifference,
    path: PositionPath<'_>,
) -> bool {
    let differs = match &observed.believed {
        None => return false,
        Some(BelievedAnswer::Moves(moves)) => side.moves(path).map(|b| lists_differ(moves, b)),
        Some(BelievedAnswer::Status(a)) => {
            side.status(path).map(|b| (*a != b).then_some(Detail::Status { a: *a, b }))
        }
        Some(BelievedAnswer::Child(text, a)) => after(side, path, text).map(|b| compare_children(text, a, b)),
    };
    differs.is_ok_and(|detail| detail.as_ref() == Some(&observed.detail))
}

fn after(side: &mut Side<'_>, path: PositionPath<'_>, text: &String) -> Result<String, BackendError> {
    let moves: Vec<_> = path.moves.iter().chain([text]).cloned().collect();
    side.after(PositionPath { moves: &moves, ..path })
}

fn compare_children(text: &str, a: &str, b: String) -> Option<Detail> {
    (a != b).then(|| Detail::Child { text: text.to_owned(), a: a.to_owned(), b })
}

/// Compares the positions after a move.
fn child(
    sides: &mut Sides<'_, '_, '_>,
    path: PositionPath<'_>,
    text: &String,
) -> Result<Option<(Detail, BelievedAnswer)>, BackendError> {
    let a = after(sides.a, path, text)?;
    let detail = match after(sides.b, path, text) {
        // A side that does not know the move differs in its moves.
        Err(error) if error.refuses_move() => None,
        b => compare_answer(b, |b| compare_children(text, &a, b))?,
    };
    Ok(detail.map(|detail| (detail, BelievedAnswer::Child(text.clone(), a))))
}

/// The difference that an answer of the tested side shows. An error is a difference too, unless the side refuses the
/// position or does not support the question.
fn compare_answer<T>(
    answer: Result<T, BackendError>,
    compare: impl FnOnce(T) -> Option<Detail>,
) -> Result<Option<Detail>, BackendError> {
    match answer {
        Ok(answer) => Ok(compare(answer)),
        Err(error) if error.refuses_position() || error.refuses_move() => Ok(None),
        Err(BackendError::Unsupported(_)) => Ok(None),
        Err(error) => Ok(Some(Detail::NoAnswer { error: error.to_string(), depth: None })),
    }
}

/// The first cause of a descent, if it is at the root itself.
fn first_cause(
    sides: &mut Sides<'_, '_, '_>,
    path: PositionPath<'_>,
    depth: u32,
) -> Result<Option<ObservedDifference>, BackendError> {
    // A refused position does not show the difference.
    if let Err(error) = sides.b.moves(path)
        && error.refuses_position()
    {
        return Ok(None);
    }
    let descent = Descent { root: path, depth, causes: 1 };
    let found = descend(&descent, sides.a, Some(sides.b), &ReportedCounts::default(), sides.observer)?;
    let first = found.causes.into_iter().next().filter(|cause| cause.path.is_empty());
    Ok(first.map(|cause| ObservedDifference { kind: cause.kind, detail: cause.detail, believed: None }))
}

/// Determines the kind of a difference by asking the tested side in other ways.
///
/// # Errors
/// If the trusted side fails.
pub(super) fn reclassify(
    sides: &mut Sides<'_, '_, '_>,
    path: PositionPath<'_>,
    observed: &ObservedDifference,
) -> Result<Kind, BackendError> {
    let kind = match &observed.kind {
        Kind::Route | Kind::StateLeak | Kind::Flaky => Kind::Set,
        kind => *kind,
    };
    let Sides { a, b, .. } = sides;
    match &observed.believed {
        None => Ok(observed.kind),
        Some(BelievedAnswer::Moves(_)) => {
            let answer = b.moves(path)?;
            classify(a, b, path, &|side, path| side.moves(path), &answer, kind)
        }
        Some(BelievedAnswer::Status(_)) => {
            let answer = b.status(path)?;
            classify(a, b, path, &|side, path| side.status(path), &answer, kind)
        }
        Some(BelievedAnswer::Child(text, _)) => {
            let answer = after(b, path, text)?;
            classify(a, b, path, &|side, path| after(side, path, text), &answer, kind)
        }
    }
}
