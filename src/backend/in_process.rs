//! Makes typed rules into a backend that is asked in text.

use super::{Backend, BackendError, Child, Survey};
use crate::notation;
use crate::perft::{self, Plan, Tally, Watch};
use crate::rules::{Rules, Status};
use crate::variant::{Variant, VariantId};
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
    fn ask<T>(
        &self,
        variant: VariantId,
        question: impl FnOnce(&R) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        if variant != self.rules.variant() {
            let reason = format!("{variant}; these are the rules of {}", self.rules.variant());
            return Err(BackendError::Unsupported(reason));
        }
        catch_unwind(AssertUnwindSafe(|| question(&self.rules))).unwrap_or_else(|payload| {
            let message = payload.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| payload.downcast_ref::<&str>().copied());
            Err(BackendError::Crash(format!("panicked: {}", message.unwrap_or("without a message"))))
        })
    }
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

impl<R: Rules> Backend for InProcess<R> {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        vec![self.rules.variant()]
    }

    fn read(&mut self, variant: VariantId, vfen: &str) -> Result<String, BackendError> {
        self.ask(variant, |rules| Ok(rules.print(&rules.parse(vfen)?)))
    }

    fn moves(&mut self, variant: VariantId, vfen: &str) -> Result<Vec<String>, BackendError> {
        self.ask(variant, |rules| {
            let legal = listed(rules, &rules.parse(vfen)?);
            Ok(legal.into_iter().map(|(text, _)| text).collect())
        })
    }

    fn perft(&mut self, variant: VariantId, vfen: &str, depth: u32) -> Result<u128, BackendError> {
        self.ask(variant, |rules| Ok(rules.perft(&rules.parse(vfen)?, depth, &mut Vec::new())))
    }

    fn divide(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
    ) -> Result<Vec<(String, u128)>, BackendError> {
        self.ask(variant, |rules| {
            let position = rules.parse(vfen)?;
            let legal = listed(rules, &position).into_iter();
            let below = depth.saturating_sub(1);
            Ok(legal
                .map(|(text, mv)| (text, rules.perft(&rules.play(&position, &mv), below, &mut Vec::new())))
                .collect())
        })
    }

    fn count(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
        plan: &Plan,
        watch: &dyn Watch,
    ) -> Result<Tally<String>, BackendError> {
        self.ask(variant, |rules| {
            let position = rules.parse(vfen)?;
            let tally = perft::count(rules, &position, depth, plan, watch)?;
            Ok(tally.map(|mv| rules.move_text(&position, &mv)))
        })
    }

    fn after(&mut self, variant: VariantId, vfen: &str, line: &[String]) -> Result<String, BackendError> {
        self.ask(variant, |rules| {
            let start = rules.parse(vfen)?;
            let end = line.iter().try_fold(start, |position, text| play(rules, &position, text))?;
            Ok(rules.print(&end))
        })
    }

    fn status(&mut self, variant: VariantId, vfen: &str, line: &[String]) -> Result<Status, BackendError> {
        self.ask(variant, |rules| {
            let mut position = rules.parse(vfen)?;
            let mut keys = vec![rules.key(&position)];
            for text in line {
                position = play(rules, &position, text)?;
                keys.push(rules.key(&position));
            }
            let last = rules.key(&position);
            let occurrences = keys.iter().filter(|&&key| key == last).count() as u32;
            Ok(rules.status(&position, occurrences))
        })
    }

    fn survey(&mut self, variant: VariantId, vfen: &str) -> Result<Survey, BackendError> {
        self.ask(variant, |rules| {
            let position = rules.parse(vfen)?;
            let child = |(text, mv): (String, R::Move)| {
                let child = rules.play(&position, &mv);
                Child { text, vfen: rules.print(&child), status: rules.status(&child, 1) }
            };
            Ok(Survey {
                vfen: rules.print(&position),
                status: rules.status(&position, 1),
                children: listed(rules, &position).into_iter().map(child).collect(),
                count: rules.perft(&position, 1, &mut Vec::new()),
            })
        })
    }
}
