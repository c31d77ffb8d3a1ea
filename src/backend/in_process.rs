//! Makes typed rules into a backend that answers in text.

use super::digest::digest;
use super::{
    Answer, Backend, BackendError, Child, CountPlan, PositionPath, Question, Survey, VariantBackend,
    derive_answer,
};
use crate::game::notation;
#[cfg(feature = "threads")]
use crate::game::perft;
use crate::game::perft::{CountError, Halt, count_alone};
use crate::game::rules::{Rules, Status};
use crate::game::variant::{Variant, VariantId};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A [`Rules`] type as a [`Backend`].
#[derive(Clone, Debug)]
pub struct InProcess<R> {
    identity: String,
    rules: R,
}

impl<R: Rules> InProcess<R> {
    /// The rules under a name and version, such as `reference@0.1.0`.
    pub const fn new(identity: String, rules: R) -> Self {
        Self { identity, rules }
    }
}

/// Answers, and reports a panic as a crash of the backend. It does not depend on the rules, so it is compiled once.
pub(super) fn catch_panic(
    answer: &mut dyn FnMut() -> Result<Option<Answer>, BackendError>,
) -> Result<Option<Answer>, BackendError> {
    catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| payload.downcast_ref::<&str>().copied());
        Err(BackendError::Crash(format!("panicked: {}", message.unwrap_or("without a message"))))
    })
}

/// Fails if rules of one variant are asked about another.
pub(super) fn check_variant(asked: VariantId, own: VariantId) -> Result<(), BackendError> {
    if asked == own {
        return Ok(());
    }
    Err(BackendError::Unsupported(format!("{asked}; these are the rules of {own}")))
}

/// The legal moves with their canonical texts.
fn legal<R: Rules>(rules: &R, position: &R::Position) -> Vec<(String, R::Move)> {
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    moves.into_iter().map(|mv| (rules.move_text(position, &mv), mv)).collect()
}

/// Plays the move that a text means.
fn play<R: Rules>(rules: &R, position: &R::Position, text: &str) -> Result<R::Position, BackendError> {
    let legal = legal(rules, position);
    let texts: Vec<_> = legal.iter().map(|(text, _)| text.as_str()).collect();
    let index = notation::resolve(Variant::get(rules.variant()), text, &texts)?;
    Ok(rules.play(position, &legal[index].1))
}

/// Plays the moves of a path, which exposes errors in the state that the rules keep while they play.
fn reach<R: Rules>(rules: &R, path: PositionPath<'_>) -> Result<R::Position, BackendError> {
    let start = rules.parse(path.vfen)?;
    path.moves.iter().try_fold(start, |position, text| play(rules, &position, text))
}

/// Counts on this thread. The rules count by themselves if the plan has neither an observer nor counts found so far.
fn perft<R: Rules>(
    rules: &R,
    position: &R::Position,
    depth: u32,
    plan: &CountPlan<'_>,
) -> Result<u128, BackendError> {
    let cache = plan.cache.filter(|_| rules.has_count_by_key());
    if cache.is_none() && plan.observer.is_none() {
        return Ok(rules.perft(position, depth, &mut Vec::new()));
    }
    match count_alone(rules, position, depth, cache, plan.observer(), &mut Vec::new()) {
        Ok(count) => Ok(count),
        Err(Halt::Stopped) => Err(BackendError::NotAsked("the count was ended".into())),
        Err(Halt::Overflow) => Err(CountError::Overflow.into()),
    }
}

/// Counts below every move on this thread.
fn divide<R: Rules>(
    rules: &R,
    position: &R::Position,
    depth: u32,
    plan: &CountPlan<'_>,
) -> Result<Answer, BackendError> {
    let below = depth.saturating_sub(1);
    let mut rows = Vec::new();
    for (text, mv) in legal(rules, position) {
        let child = rules.play(position, &mv);
        let count = if plan.is_stopped() { None } else { Some(perft(rules, &child, below, plan)) };
        let count = match count {
            Some(Err(_)) if plan.is_stopped() => None,
            count => count.transpose()?,
        };
        rows.push((text, count));
    }
    Ok(Answer::rows(rows))
}

/// The status at the end of a path, with the repetitions along it.
fn status<R: Rules>(rules: &R, path: PositionPath<'_>) -> Result<Status, BackendError> {
    let mut position = rules.parse(path.vfen)?;
    let mut keys = vec![rules.key(&position)];
    for text in path.moves {
        position = play(rules, &position, text)?;
        keys.push(rules.key(&position));
    }
    let last = rules.key(&position);
    let occurrences = keys.iter().filter(|&&key| key == last).count() as u32;
    Ok(rules.status(&position, occurrences))
}

fn survey<R: Rules>(rules: &R, position: &R::Position) -> Survey {
    let child = |(text, mv): (String, R::Move)| {
        let child = rules.play(position, &mv);
        Child { text, vfen: rules.print(&child), status: Some(rules.status(&child, 1)) }
    };
    Survey {
        vfen: rules.print(position),
        status: Some(rules.status(position, 1)),
        children: legal(rules, position).into_iter().map(child).collect(),
        count: rules.perft(position, 1, &mut Vec::new()),
    }
}

/// Answers a question by the rules; `None` if [`derive_answer`] has to.
fn answer<R: Rules>(
    rules: &R,
    path: PositionPath<'_>,
    question: &Question,
    plan: &CountPlan<'_>,
) -> Result<Option<Answer>, BackendError> {
    match question {
        Question::Status => return Ok(Some(Answer::Status(status(rules, path)?))),
        Question::After { .. } => return Ok(None),
        _ => {}
    }
    let position = &reach(rules, path)?;
    #[cfg(feature = "threads")]
    match (question, plan.resources) {
        (&Question::Divide { depth } | &Question::Perft { depth: depth @ 1.. }, Some(resources)) => {
            let tally = perft::parallel::count(rules, position, depth, resources, plan.observer())?;
            let tally = tally.map(|mv| rules.move_text(position, &mv));
            let (threads, hash_bytes) = (tally.threads, tally.hash_bytes);
            return Ok(Some(Answer::Divide { rows: tally.moves, threads, hash_bytes }));
        }
        (&Question::Classes { depth }, resources) => {
            let resources = resources.copied().unwrap_or_default();
            let table = perft::parallel::classes(rules, position, depth, &resources, plan.observer())?;
            let stopped = || BackendError::NotAsked("the count was ended".into());
            return Ok(Some(Answer::Classes(table.ok_or_else(stopped)?)));
        }
        _ => {}
    }
    Ok(Some(match question {
        Question::Read => Answer::Vfen(rules.print(position)),
        Question::Moves => Answer::Moves(legal(rules, position).into_iter().map(|(text, _)| text).collect()),
        &Question::Perft { depth } => Answer::Count(perft(rules, position, depth, plan)?),
        &Question::Divide { depth } => divide(rules, position, depth, plan)?,
        Question::MovesOf { square } => {
            let mut moves = Vec::new();
            rules.legal_moves_of(position, square, &mut moves);
            Answer::Moves(moves.iter().map(|mv| rules.move_text(position, mv)).collect())
        }
        Question::Children => {
            let child = |(text, mv): (String, R::Move)| (text, rules.print(&rules.play(position, &mv)));
            Answer::Children(legal(rules, position).into_iter().map(child).collect())
        }
        Question::Key => Answer::Key(rules.key(position)),
        Question::Survey => Answer::Survey(survey(rules, position)),
        Question::Digest => Answer::Key(digest(rules, position).map_err(CountError::from)?),
        Question::Check => Answer::Check(rules.is_check(position).map_err(CountError::from)?),
        _ => return Ok(None),
    }))
}

impl<R: Rules> Backend for InProcess<R> {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        vec![self.rules.variant()]
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        check_variant(variant, self.rules.variant())?;
        Ok(self)
    }
}

impl<R: Rules> VariantBackend for InProcess<R> {
    fn variant(&self) -> VariantId {
        self.rules.variant()
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        match catch_panic(&mut || answer(&self.rules, path, question, plan))? {
            Some(answer) => Ok(answer),
            None => derive_answer(self, path, question, plan),
        }
    }
}
