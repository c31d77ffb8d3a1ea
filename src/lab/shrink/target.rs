//! The way in which two sides differ at a position, and whether they do so at another one.

use super::super::descend::{
    Descent, Detail, Kind, ReportedCounts, SearchObserver, Side, classify, descend, is_of_counters,
    kind_of_move, lists_differ,
};
use crate::backend::{BackendError, PositionPath, Unopened};
use crate::corpus::relation::Relation;
use crate::game::perft::Resources;
use crate::game::rules::Status;
use crate::game::variant::{Clause, VariantId};
use crate::lab::clause_switch::ClauseSwitch;
use serde::Serialize;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// How many moves of one class are looked at, if the one that led elsewhere is not there any more.
const ALIKE: usize = 6;

/// A difference of another kind than the one that is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Other {
    /// Its kind, as far as one can see without asking again.
    pub kind: Kind,
    /// What differs.
    pub detail: Detail,
    /// The position.
    pub vfen: String,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// What both sides are asked at every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Moves,
    /// Where a move of some class leads.
    Child,
    Status,
    /// Whether a side that is started anew gives an answer.
    Answer,
    /// What a descent finds that counts so many plies.
    Descent(u32),
    /// Whether answers of the second side fit together.
    Relation(Relation),
}

/// What one side says where the other is compared with it.
#[derive(Clone, Debug)]
enum Said {
    Moves(Vec<String>),
    /// A move, and where it leads.
    Child(String, String),
    Status(Status),
}

/// A difference, and what the side that is believed says of it.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub kind: Kind,
    pub detail: Detail,
    said: Option<Said>,
}

/// What came of looking at a position.
pub(super) enum Look {
    /// They differ in the way that is looked for.
    Same(Seen),
    /// They differ otherwise.
    Other(Kind, Detail),
    /// They agree, or one of them refuses the position.
    Nothing,
}

/// Both sides.
pub(super) struct Sides<'t, 'a, 'b> {
    pub a: &'t mut Side<'a>,
    pub b: &'t mut Side<'b>,
    pub observer: &'t SearchObserver<'t>,
}

/// The way in which they differ.
pub(super) struct Target {
    variant: VariantId,
    pub kind: Kind,
    classes: BTreeSet<String>,
    question: Question,
    /// The clauses without which the rules answer as the second side does.
    suspects: Vec<(Clause, Side<'static>)>,
    /// Whether the kind is told by asking again wherever they differ.
    pub is_strict: bool,
}

impl Target {
    /// The way of a difference, which is then looked for by the cheapest question that shows it.
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

    /// Looks for it by descents of so many plies from now on.
    pub const fn descend(&mut self, depth: u32) {
        self.question = Question::Descent(depth);
    }

    /// Holds it against every clause: those without which the rules answer as the second side does are the ones that it is about,
    /// and every position must be about one of them.
    pub fn suspect(&mut self, clause_switch: &ClauseSwitch<'_>, seen: &Seen, place: PositionPath<'_>) {
        for clause in clause_switch.clauses() {
            let Some(backend) = clause_switch.without(&[clause]) else { return };
            let resources = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
            let mut suspect = Side::new(backend, &unopened, self.variant, resources);
            if answers_so(&mut suspect, seen, place) {
                self.suspects.push((clause, suspect));
            }
        }
    }

    /// The clauses that it is about at a position.
    pub fn clauses(&mut self, seen: &Seen, place: PositionPath<'_>) -> Vec<Clause> {
        let suspects = self.suspects.iter_mut();
        suspects.filter_map(|(clause, suspect)| answers_so(suspect, seen, place).then_some(*clause)).collect()
    }

    /// Looks at a place. `was` is what differed at the place before.
    pub fn look(&mut self, sides: &mut Sides<'_, '_, '_>, place: PositionPath<'_>, was: &Detail) -> Look {
        let Ok(Some(seen)) = self.ask(sides, place, was) else { return Look::Nothing };
        let classes = seen.detail.classes();
        let is_of_clause = !self.suspects.is_empty() && !self.clauses(&seen, place).is_empty();
        let is_same = seen.kind == self.kind
            && if self.suspects.is_empty() {
                classes.is_subset(&self.classes)
            } else {
                is_of_clause && !classes.is_disjoint(&self.classes)
            };
        match is_same {
            true => Look::Same(seen),
            // Other moves for the same clause are no other mistake.
            false if is_of_clause => Look::Nothing,
            false => Look::Other(seen.kind, seen.detail),
        }
    }

    fn ask(
        &self,
        sides: &mut Sides<'_, '_, '_>,
        place: PositionPath<'_>,
        was: &Detail,
    ) -> Result<Option<Seen>, BackendError> {
        let (kind, detail, said) = match self.question {
            Question::Descent(depth) => return descended(sides, place, depth),
            Question::Answer => return no_answer(sides, place),
            Question::Relation(relation) => {
                let broken = sides.b.relation(relation, place)?;
                return Ok(broken.map(|broken| Seen {
                    kind: Kind::Relation,
                    detail: broken.into(),
                    said: None,
                }));
            }
            Question::Moves => {
                let moves = sides.a.moves(place)?;
                let Some(detail) = differing(sides.b.moves(place), |b| lists_differ(&moves, b))? else {
                    return Ok(None);
                };
                (self.kind_of_moves(sides, place, &moves, &detail), detail, Said::Moves(moves))
            }
            Question::Status => {
                let a = sides.a.status(place)?;
                let Some(detail) =
                    differing(sides.b.status(place), |b| (a != b).then_some(Detail::Status { a, b }))?
                else {
                    return Ok(None);
                };
                (Kind::Status, detail, Said::Status(a))
            }
            Question::Child => {
                let Some((detail, said)) = self.child(sides, place, was)? else { return Ok(None) };
                let kind = match &detail {
                    Detail::Child { a, b, .. } if is_of_counters(a, b) => Kind::Convention,
                    _ => Kind::Child,
                };
                (kind, detail, said)
            }
        };
        let kind = if matches!(detail, Detail::NoAnswer { .. }) { Kind::NoAnswer } else { kind };
        let mut seen = Seen { kind, detail, said: Some(said) };
        // Of no answer there is nothing to tell by asking again.
        if self.is_strict && seen.kind != Kind::NoAnswer {
            seen.kind = again(sides, place, &seen)?;
        }
        Ok(Some(seen))
    }

    /// One that knows no move where a game is over counts by another convention.
    fn kind_of_moves(
        &self,
        sides: &mut Sides<'_, '_, '_>,
        place: PositionPath<'_>,
        right: &[String],
        detail: &Detail,
    ) -> Kind {
        let Detail::Moves { missing, extra, .. } = detail else { return Kind::NoAnswer };
        let listed = right.len() - missing.len() + extra.len();
        let ended = right.is_empty() != (listed == 0);
        let is_over = ended && sides.a.status(place).is_ok_and(|status| status != Status::Ongoing);
        if is_over { Kind::Convention } else { Kind::Set }
    }

    /// A move that leads elsewhere: the one that did before, or one of its class.
    fn child(
        &self,
        sides: &mut Sides<'_, '_, '_>,
        place: PositionPath<'_>,
        was: &Detail,
    ) -> Result<Option<(Detail, Said)>, BackendError> {
        let Detail::Child { text, .. } = was else { return Ok(None) };
        match child(sides, place, text) {
            Err(error) if error.refuses_move() => {}
            answer => return answer,
        }
        let class = kind_of_move(text);
        let moves = sides.a.moves(place)?;
        for text in moves.iter().filter(|text| kind_of_move(text) == class).take(ALIKE) {
            if let Some(found) = child(sides, place, text)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// A backend that is never started anew.
fn unopened() -> Box<dyn crate::backend::Backend> {
    Box::new(Unopened::new("rules without a clause".into(), "nobody asks for it".into()))
}

/// Whether a side differs just so from what the side that is believed says.
fn answers_so(side: &mut Side<'_>, seen: &Seen, place: PositionPath<'_>) -> bool {
    let differs = match &seen.said {
        None => return false,
        Some(Said::Moves(moves)) => side.moves(place).map(|b| lists_differ(moves, b)),
        Some(Said::Status(a)) => side.status(place).map(|b| (*a != b).then_some(Detail::Status { a: *a, b })),
        Some(Said::Child(text, a)) => after(side, place, text).map(|b| differing_child(text, a, b)),
    };
    differs.is_ok_and(|detail| detail.as_ref() == Some(&seen.detail))
}

fn after(side: &mut Side<'_>, place: PositionPath<'_>, text: &String) -> Result<String, BackendError> {
    let moves: Vec<_> = place.moves.iter().chain([text]).cloned().collect();
    side.after(PositionPath { moves: &moves, ..place })
}

fn differing_child(text: &str, a: &str, b: String) -> Option<Detail> {
    (a != b).then(|| Detail::Child { text: text.to_owned(), a: a.to_owned(), b })
}

/// Where a move leads by both.
fn child(
    sides: &mut Sides<'_, '_, '_>,
    place: PositionPath<'_>,
    text: &String,
) -> Result<Option<(Detail, Said)>, BackendError> {
    let a = after(sides.a, place, text)?;
    let detail = match after(sides.b, place, text) {
        // One that does not know the move differs in its moves.
        Err(error) if error.refuses_move() => None,
        b => differing(b, |b| differing_child(text, &a, b))?,
    };
    Ok(detail.map(|detail| (detail, Said::Child(text.clone(), a))))
}

/// What differs by an answer of the second side. That it gives none is a difference too, unless it refuses the position or does
/// not know the question.
fn differing<T>(
    answer: Result<T, BackendError>,
    compare: impl FnOnce(T) -> Option<Detail>,
) -> Result<Option<Detail>, BackendError> {
    match answer {
        Ok(answer) => Ok(compare(answer)),
        Err(error) if error.refuses_position() || error.refuses_move() => Ok(None),
        Err(BackendError::Unsupported(_)) => Ok(None),
        Err(error) => Ok(Some(Detail::NoAnswer { error: error.to_string() })),
    }
}

/// What the first side answers and one of the second that is started anew does not.
fn no_answer(sides: &mut Sides<'_, '_, '_>, place: PositionPath<'_>) -> Result<Option<Seen>, BackendError> {
    sides.a.moves(place)?;
    let answer = sides.b.ask_fresh(|b| {
        b.after(place)?;
        b.moves(place)?;
        b.perft(place, 2).map(drop)
    });
    let detail = differing(answer, |()| None)?;
    Ok(detail.map(|detail| Seen { kind: Kind::NoAnswer, detail, said: None }))
}

/// The first thing that a descent finds at the place itself.
fn descended(
    sides: &mut Sides<'_, '_, '_>,
    place: PositionPath<'_>,
    depth: u32,
) -> Result<Option<Seen>, BackendError> {
    // A position that the second side refuses is none at which it differs.
    if let Err(error) = sides.b.moves(place)
        && error.refuses_position()
    {
        return Ok(None);
    }
    let descent = Descent { root: place, depth, causes: 1 };
    let found = descend(&descent, sides.a, Some(sides.b), &ReportedCounts::default(), sides.observer)?;
    let first = found.causes.into_iter().next().filter(|cause| cause.path.is_empty());
    Ok(first.map(|cause| Seen { kind: cause.kind, detail: cause.detail, said: None }))
}

/// The kind of a difference, by asking the second side in other ways.
///
/// # Errors
/// If the side that is believed gives no answer.
pub(super) fn again(
    sides: &mut Sides<'_, '_, '_>,
    place: PositionPath<'_>,
    seen: &Seen,
) -> Result<Kind, BackendError> {
    let kind = match &seen.kind {
        Kind::Route | Kind::StateLeak | Kind::Flaky => Kind::Set,
        kind => *kind,
    };
    let Sides { a, b, .. } = sides;
    match &seen.said {
        None => Ok(seen.kind),
        Some(Said::Moves(_)) => {
            let answer = b.moves(place)?;
            classify(a, b, place, &|side, place| side.moves(place), &answer, kind)
        }
        Some(Said::Status(_)) => {
            let answer = b.status(place)?;
            classify(a, b, place, &|side, place| side.status(place), &answer, kind)
        }
        Some(Said::Child(text, _)) => {
            let answer = after(b, place, text)?;
            classify(a, b, place, &|side, place| after(side, place, text), &answer, kind)
        }
    }
}
