//! A side that can be asked, and how often it was.

use crate::backend::programs::longest_wait;
use crate::backend::{Backend, BackendError, PositionPath, VariantBackend};
use crate::corpus::relation::{Broken, Relation};
use crate::game::perft;
use crate::game::perft::{CountError, Observer, ProgressUpdate, Resources};
use crate::game::rules::Status;
use crate::game::variant::VariantId;
use std::time::Duration;

/// Looks on at a count only to end it.
struct Until(fn() -> bool);

impl Observer<ProgressUpdate> for Until {
    fn is_stopped(&self) -> bool {
        (self.0)()
    }
}

/// A backend as a side of a descent.
pub struct Side<'o> {
    backend: Box<dyn Backend>,
    open: &'o dyn Fn() -> Box<dyn Backend>,
    variant: VariantId,
    resources: Resources,
    /// Whether to end a count.
    is_stopped: fn() -> bool,
    /// How many questions it was asked, also of other runs of it.
    pub requests: u64,
    /// How long it was waited for in vain.
    waited: Duration,
    /// How long those were waited for in vain that were started anew, and how long one answer may take. Each of them may be started
    /// again as often as a program may be, and there are as many as there are positions to ask about.
    waited_anew: (Duration, Duration),
}

impl<'o> Side<'o> {
    /// A backend and what opens it anew, asked about a variant; it counts with these means.
    pub fn new(
        backend: Box<dyn Backend>,
        open: &'o dyn Fn() -> Box<dyn Backend>,
        variant: VariantId,
        resources: Resources,
    ) -> Self {
        let (is_stopped, waited) = (|| false, Duration::ZERO);
        Self {
            backend,
            open,
            variant,
            resources,
            is_stopped,
            requests: 0,
            waited,
            waited_anew: (waited, waited),
        }
    }

    /// The same, which ends a count in process when it is told to: then it gives no answer.
    #[must_use]
    pub fn stop_if(self, is_stopped: fn() -> bool) -> Self {
        Self { is_stopped, ..self }
    }

    /// Its name and version.
    #[must_use]
    pub fn identity(&self) -> String {
        self.backend.identity()
    }

    /// The backend, for who asks it in a way of its own: a question of many.
    pub(in crate::lab) fn backend(&mut self) -> &mut dyn Backend {
        self.requests += 1;
        self.backend.as_mut()
    }

    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn VariantBackend) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        self.requests += 1;
        let answer = self.backend.of(self.variant).and_then(question);
        if let Err(BackendError::Timeout { after, .. }) = &answer {
            self.waited = self.waited.saturating_add(*after);
            self.waited_anew.1 = *after;
        }
        answer
    }

    /// The legal moves, sorted.
    pub(in crate::lab) fn moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        let mut moves = self.ask(|view| view.moves(path))?;
        moves.sort();
        Ok(moves)
    }

    /// The moves with the counts below them, sorted. `depth` is at least 1.
    pub(in crate::lab) fn divide(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
    ) -> Result<Vec<(String, u128)>, BackendError> {
        if depth == 1 {
            return Ok(self.moves(path)?.into_iter().map(|text| (text, 1)).collect());
        }
        let (resources, until) = (self.resources, Until(self.is_stopped));
        let tally = self.ask(|view| view.count(path, depth, &resources, &until))?;
        if until.is_stopped() {
            return Err(BackendError::NotAsked("the count was ended".into()));
        }
        let mut rows: Vec<_> =
            tally.moves.into_iter().filter_map(|(text, count)| Some((text, count?))).collect();
        rows.sort();
        Ok(rows)
    }

    /// The same of a side that may do nothing but count: then each of these moves is counted below for itself, and what it refuses
    /// is missing.
    pub(in crate::lab) fn rows(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        legal: &[(String, u128)],
    ) -> Result<Vec<(String, u128)>, BackendError> {
        let refused = match self.divide(path, depth) {
            Err(BackendError::Unsupported(reason)) => BackendError::Unsupported(reason),
            rows => return rows,
        };
        let mut rows = Vec::new();
        for (text, _) in legal {
            let moves: Vec<_> = path.moves.iter().chain([text]).cloned().collect();
            match self.perft(PositionPath { moves: &moves, ..path }, depth - 1) {
                Ok(count) => rows.push((text.clone(), count)),
                Err(error) if error.refuses_move() => {}
                Err(BackendError::Unsupported(_)) => return Err(refused),
                Err(error) => return Err(error),
            }
        }
        Ok(rows)
    }

    /// How many legal move sequences there are, by the counts below every move; that may be ended.
    pub(in crate::lab) fn total(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        match depth {
            0 => Ok(1),
            _ => {
                let rows = self.divide(path, depth)?;
                let total = perft::total(rows.iter().map(|(_, count)| *count));
                Ok(total.ok_or(CountError::Overflow)?)
            }
        }
    }

    /// How many legal move sequences there are, by its own way of counting.
    pub(in crate::lab) fn perft(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        let until = Until(self.is_stopped);
        self.ask(|view| view.perft_until_stopped(path, depth, &until))
    }

    /// The VFEN of a place.
    pub(in crate::lab) fn after(&mut self, path: PositionPath<'_>) -> Result<String, BackendError> {
        self.ask(|view| path.canonical(view))
    }

    /// The status of a place.
    pub(in crate::lab) fn status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError> {
        self.ask(|view| view.status(path))
    }

    /// How a relation between its answers is broken at a place; none if they fit together.
    pub(in crate::lab) fn relation(
        &mut self,
        relation: Relation,
        path: PositionPath<'_>,
    ) -> Result<Option<Broken>, BackendError> {
        let variant = self.variant;
        match relation.applies(variant, path.vfen) {
            true => self.ask(|view| relation.hold(view, path)),
            false => Ok(None),
        }
    }

    /// Asks one that has been started anew, unless those before it were waited for in vain too long.
    pub(in crate::lab) fn ask_fresh<T>(
        &mut self,
        question: impl FnOnce(&mut Side<'_>) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        let (waited, timeout) = self.waited_anew;
        let most = longest_wait(timeout);
        if waited >= most {
            let reason = format!("started anew, it is waited for in vain for {} s at most", most.as_secs());
            return Err(BackendError::NotAsked(reason));
        }
        let other = Side::new((self.open)(), self.open, self.variant, self.resources);
        let mut other = other.stop_if(self.is_stopped);
        let answer = question(&mut other);
        self.requests += other.requests;
        self.waited_anew = (waited.saturating_add(other.waited), timeout.max(other.waited_anew.1));
        answer
    }
}
