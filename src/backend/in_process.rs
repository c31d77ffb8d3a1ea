//! Makes typed rules into a backend that is asked in text.

use super::{Backend, BackendError, Child, PositionPath, Survey, VariantBackend};
use crate::game::notation;
use crate::game::perft::{CountError, CountObserver};
use crate::game::perft::{Resources, Tally};
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

    /// Asks the rules; a panic in them is a crash of the backend, not of the harness.
    fn ask<T>(&self, question: impl FnOnce(&R) -> Result<T, BackendError>) -> Result<T, BackendError> {
        let mut question = Some(question);
        let mut answer = None;
        caught(&mut || answer = question.take().map(|question| question(&self.rules)))?;
        answer.expect("what does not panic answers")
    }
}

/// Does it, unless it panics. It does not know the rules, so that it is compiled once.
fn caught(work: &mut dyn FnMut()) -> Result<(), BackendError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| payload.downcast_ref::<&str>().copied());
        BackendError::Crash(format!("panicked: {}", message.unwrap_or("without a message")))
    })
}

/// The legal moves with their canonical texts.
fn listed<R: Rules>(rules: &R, position: &R::Position) -> Vec<(String, R::Move)> {
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    moves.into_iter().map(|mv| (rules.move_text(position, &mv), mv)).collect()
}

/// The child by the move a text means.
fn play<R: Rules>(rules: &R, position: &R::Position, text: &str) -> Result<R::Position, BackendError> {
    let legal = listed(rules, position);
    let texts: Vec<_> = legal.iter().map(|(text, _)| text.as_str()).collect();
    let index = notation::resolve(Variant::get(rules.variant()), text, &texts)?;
    Ok(rules.play(position, &legal[index].1))
}

/// The position of a place, by playing its moves: what the rules keep while they play, they keep.
fn reach<R: Rules>(rules: &R, path: PositionPath<'_>) -> Result<R::Position, BackendError> {
    let start = rules.parse(path.vfen)?;
    path.moves.iter().try_fold(start, |position, text| play(rules, &position, text))
}

/// So many plies are counted in one go: that takes no longer than whoever stops a count waits for its end.
const AT_ONCE: u32 = 3;

/// Counts child by child as long as there are more plies, and looks in between whether to stop.
fn counted<R: Rules>(
    rules: &R,
    position: &R::Position,
    depth: u32,
    progress: &CountObserver<'_>,
) -> Result<u128, BackendError> {
    if depth <= AT_ONCE {
        return Ok(rules.perft(position, depth, &mut Vec::new()));
    }
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    let mut total = 0_u128;
    for mv in &moves {
        if progress.is_stopped() {
            return Err(BackendError::NotAsked("the count was ended".into()));
        }
        let below = counted(rules, &rules.play(position, mv), depth - 1, progress)?;
        total = total.checked_add(below).ok_or(CountError::Overflow)?;
    }
    Ok(total)
}

impl<R: Rules> Backend for InProcess<R> {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        vec![self.rules.variant()]
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        if variant != self.rules.variant() {
            let reason = format!("{variant}; these are the rules of {}", self.rules.variant());
            return Err(BackendError::Unsupported(reason));
        }
        Ok(self)
    }
}

impl<R: Rules> VariantBackend for InProcess<R> {
    fn variant(&self) -> VariantId {
        self.rules.variant()
    }

    fn read(&mut self, vfen: &str) -> Result<String, BackendError> {
        self.ask(|rules| Ok(rules.print(&rules.parse(vfen)?)))
    }

    fn moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        self.ask(|rules| {
            let legal = listed(rules, &reach(rules, path)?);
            Ok(legal.into_iter().map(|(text, _)| text).collect())
        })
    }

    fn perft(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        self.ask(|rules| Ok(rules.perft(&reach(rules, path)?, depth, &mut Vec::new())))
    }

    fn perft_until_stopped(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        progress: &CountObserver<'_>,
    ) -> Result<u128, BackendError> {
        self.ask(|rules| counted(rules, &reach(rules, path)?, depth, progress))
    }

    fn divide(&mut self, path: PositionPath<'_>, depth: u32) -> Result<Vec<(String, u128)>, BackendError> {
        self.ask(|rules| {
            let position = reach(rules, path)?;
            let legal = listed(rules, &position).into_iter();
            let below = depth.saturating_sub(1);
            Ok(legal
                .map(|(text, mv)| (text, rules.perft(&rules.play(&position, &mv), below, &mut Vec::new())))
                .collect())
        })
    }

    /// With threads and a hash table where the library has them.
    #[cfg(feature = "fast")]
    fn count(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        resources: &Resources,
        progress: &CountObserver<'_>,
    ) -> Result<Tally<String>, BackendError> {
        self.ask(|rules| {
            let position = reach(rules, path)?;
            let tally = crate::game::perft::count(rules, &position, depth, resources, progress)?;
            Ok(tally.map(|mv| rules.move_text(&position, &mv)))
        })
    }

    fn after(&mut self, path: PositionPath<'_>) -> Result<String, BackendError> {
        self.ask(|rules| Ok(rules.print(&reach(rules, path)?)))
    }

    fn status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError> {
        self.ask(|rules| {
            let mut position = rules.parse(path.vfen)?;
            let mut keys = vec![rules.key(&position)];
            for text in path.moves {
                position = play(rules, &position, text)?;
                keys.push(rules.key(&position));
            }
            let last = rules.key(&position);
            let occurrences = keys.iter().filter(|&&key| key == last).count() as u32;
            Ok(rules.status(&position, occurrences))
        })
    }

    fn key(&mut self, path: PositionPath<'_>) -> Result<u128, BackendError> {
        self.ask(|rules| Ok(rules.key(&reach(rules, path)?)))
    }

    fn children(&mut self, path: PositionPath<'_>) -> Result<Vec<(String, String)>, BackendError> {
        self.ask(|rules| {
            let position = reach(rules, path)?;
            let child = |(text, mv): (String, R::Move)| (text, rules.print(&rules.play(&position, &mv)));
            Ok(listed(rules, &position).into_iter().map(child).collect())
        })
    }

    fn survey(&mut self, vfen: &str) -> Result<Survey, BackendError> {
        self.ask(|rules| {
            let position = rules.parse(vfen)?;
            let child = |(text, mv): (String, R::Move)| {
                let child = rules.play(&position, &mv);
                Child { text, vfen: rules.print(&child), status: Some(rules.status(&child, 1)) }
            };
            Ok(Survey {
                vfen: rules.print(&position),
                status: Some(rules.status(&position, 1)),
                children: listed(rules, &position).into_iter().map(child).collect(),
                count: rules.perft(&position, 1, &mut Vec::new()),
            })
        })
    }
}
