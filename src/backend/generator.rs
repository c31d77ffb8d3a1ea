//! Makes a move generator into a backend.

use super::in_process::{catch_panic, check_variant};
use super::{
    Answer, Backend, BackendError, CountPlan, PositionPath, Question, VariantBackend, derive_answer,
};
use crate::backend::engine_text::notation::{coordinates, fen};
use crate::game::notation;
use crate::game::perft;
use crate::game::position;
use crate::game::position::Position;
use crate::game::rules::MoveGenerator;
use crate::game::variant::{Standard, Variant, VariantId};
use std::error::Error;

/// A [`MoveGenerator`] as a [`Backend`].
#[derive(Clone, Debug)]
pub struct GeneratorBackend<G> {
    identity: String,
    generator: G,
}

impl<G: MoveGenerator> GeneratorBackend<G> {
    /// The generator under a name and version, such as `my-engine@0.1.0`.
    pub fn new(identity: impl Into<String>, generator: G) -> Self {
        Self { identity: identity.into(), generator }
    }

    fn table(&self) -> &'static Variant {
        Variant::get(self.generator.variant())
    }

    /// Sets up the position at the end of a path and passes it on. The second argument is the position as data, if it is known.
    fn at<T>(
        &self,
        path: PositionPath<'_>,
        then: impl FnOnce(&mut G::Position, Option<Position>) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        let root = position::parse(path.vfen, self.table(), &Standard)?;
        let mut position = self.generator.read(&root).map_err(refused)?;
        self.play(&mut position, Some(root), path.moves, then)
    }

    /// Plays moves, and takes them back after `then`.
    fn play<T>(
        &self,
        position: &mut G::Position,
        data: Option<Position>,
        moves: &[String],
        then: impl FnOnce(&mut G::Position, Option<Position>) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        let Some((text, rest)) = moves.split_first() else { return then(position, data) };
        let data = data.ok_or_else(no_print)?;
        let legal = self.generator.moves(position);
        let texts = legal.iter().map(|mv| self.text(position, &data, mv)).collect::<Result<Vec<_>, _>>()?;
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let index = notation::resolve(self.table(), text, &texts)?;
        self.generator.after(position, &legal[index], |child| {
            let data = self.printed(child)?;
            self.play(child, data, rest, then)
        })
    }

    /// The position as the generator prints it. `None` if it prints none.
    fn printed(&self, position: &G::Position) -> Result<Option<Position>, BackendError> {
        let Some(text) = self.generator.print(position) else { return Ok(None) };
        if let Ok(position) = position::parse(&text, self.table(), &Standard) {
            return Ok(Some(position));
        }
        let unreadable =
            |error| BackendError::Protocol(format!("it prints `{text}`, which is not a position: {error}"));
        fen::read_fen(self.table(), &text).map(Some).map_err(unreadable)
    }

    /// The canonical text of a move of a position.
    fn text(&self, position: &G::Position, data: &Position, mv: &G::Move) -> Result<String, BackendError> {
        let text = self.generator.text(position, mv);
        coordinates::canonical_text(data, &text).map_err(BackendError::Protocol)
    }

    fn texts(&self, position: &mut G::Position, data: &Position) -> Result<Vec<String>, BackendError> {
        let legal = self.generator.moves(position);
        legal.iter().map(|mv| self.text(position, data, mv)).collect()
    }

    /// Counts, unless the plan ends first.
    fn count(
        &self,
        position: &mut G::Position,
        depth: u32,
        plan: &CountPlan<'_>,
    ) -> Result<u128, BackendError> {
        match depth {
            0 => return Ok(1),
            1 => return Ok(self.generator.count(position).into()),
            _ => {}
        }
        if plan.is_stopped() {
            return Err(BackendError::NotAsked("the count was ended".into()));
        }
        let counts = self.generator.moves(position);
        let counts = counts
            .iter()
            .map(|mv| self.generator.after(position, mv, |child| self.count(child, depth - 1, plan)));
        let counts = counts.collect::<Result<Vec<_>, _>>()?;
        perft::total(counts).ok_or_else(|| BackendError::Protocol("it counts more than 2^128 - 1".into()))
    }

    fn divide(
        &self,
        position: &mut G::Position,
        data: &Position,
        depth: u32,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        let mut rows = Vec::new();
        for mv in self.generator.moves(position) {
            let text = self.text(position, data, &mv)?;
            let below = depth.saturating_sub(1);
            let count = match self.generator.after(position, &mv, |child| self.count(child, below, plan)) {
                Err(_) if plan.is_stopped() => None,
                count => Some(count?),
            };
            rows.push((text, count));
        }
        Ok(Answer::rows(rows))
    }

    /// Answers a question; `None` if [`derive_answer`] has to.
    fn answer(
        &self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Option<Answer>, BackendError> {
        if !matches!(
            question,
            Question::Read
                | Question::Moves
                | Question::Perft { .. }
                | Question::Divide { .. }
                | Question::Status
                | Question::Check
        ) {
            return Ok(None);
        }
        self.at(path, |position, data| {
            let data = || data.ok_or_else(no_print);
            Ok(Some(match *question {
                Question::Read => {
                    let printed = if path.moves.is_empty() { self.printed(position)? } else { None };
                    let data = printed.map_or_else(data, Ok)?;
                    Answer::Vfen(coordinates::canonical(data, |data| self.texts(position, data))?)
                }
                Question::Moves => Answer::Moves(self.texts(position, &data()?)?),
                Question::Perft { depth: depth @ 2.. } if plan.resources.is_some() => {
                    self.divide(position, &data()?, depth, plan)?
                }
                Question::Perft { depth } => Answer::Count(self.count(position, depth, plan)?),
                Question::Divide { depth } => self.divide(position, &data()?, depth, plan)?,
                Question::Check => {
                    let is_check = self.generator.is_check(position);
                    Answer::Check(
                        is_check.ok_or_else(|| unsupported("the generator does not say who is in check"))?,
                    )
                }
                _ => {
                    let status = self.generator.status(position);
                    Answer::Status(
                        status.ok_or_else(|| {
                            unsupported("the generator does not say whether a game has ended")
                        })?,
                    )
                }
            }))
        })
    }
}

fn unsupported(reason: &str) -> BackendError {
    BackendError::Unsupported(reason.into())
}

fn no_print() -> BackendError {
    unsupported("the generator prints no positions, so those after moves are not known")
}

impl<G: MoveGenerator> Backend for GeneratorBackend<G> {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        vec![self.generator.variant()]
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        check_variant(variant, self.generator.variant())?;
        Ok(self)
    }
}

impl<G: MoveGenerator> VariantBackend for GeneratorBackend<G> {
    fn variant(&self) -> VariantId {
        self.generator.variant()
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        match catch_panic(&mut || self.answer(path, question, plan))? {
            Some(answer) => Ok(answer),
            None => derive_answer(self, path, question, plan),
        }
    }
}

/// Why a generator did not set up a position.
fn refused(error: Box<dyn Error + Send + Sync>) -> BackendError {
    match error.downcast::<BackendError>() {
        Ok(error) => *error,
        Err(error) => BackendError::RefusedPosition { reason: None, message: error.to_string() },
    }
}
