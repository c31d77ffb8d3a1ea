//! A backend as one side of a comparison, which counts its questions and limits the time spent on restarts.

use std::time::Duration;
use vperft::inner::backend::limits::longest_wait;
use vperft::inner::backend::{Backend, BackendError, PositionPath, VariantBackend};
use vperft::inner::corpus::relation::{Broken, Relation};
use vperft::inner::game::perft;
use vperft::inner::game::perft::{CountError, Observer, ProgressUpdate, Resources};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::VariantId;

/// An observer that only stops a count.
struct Until(fn() -> bool);

impl Observer<ProgressUpdate> for Until {
    fn is_stopped(&self) -> bool {
        (self.0)()
    }
}

/// One of the two backends of a comparison.
pub struct Side<'o> {
    backend: Box<dyn Backend>,
    open: &'o dyn Fn() -> Box<dyn Backend>,
    variant: VariantId,
    resources: Resources,
    /// Whether to stop a count.
    is_stopped: fn() -> bool,
    /// Whether it lists moves, as far as is known.
    pub(crate) lists: bool,
    /// The number of questions asked, including those to fresh processes.
    pub requests: u64,
    /// The time spent on questions that timed out.
    waited: Duration,
    /// The time that fresh processes spent on questions that timed out, and the last timeout of a question. It is
    /// limited as a whole, since every position may need fresh processes.
    waited_fresh: (Duration, Duration),
}

impl<'o> Side<'o> {
    /// A side that asks `backend` about `variant`. `open` starts a fresh process of the same backend.
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
            lists: true,
            requests: 0,
            waited,
            waited_fresh: (waited, waited),
        }
    }

    /// Stops counts in process, without an answer, when `is_stopped` says so.
    #[must_use]
    pub fn stop_if(self, is_stopped: fn() -> bool) -> Self {
        Self { is_stopped, ..self }
    }

    /// The name and version of the backend.
    #[must_use]
    pub fn identity(&self) -> String {
        self.backend.identity()
    }

    /// The backend itself, for callers that compare it by other means. It counts as one question.
    pub(crate) fn backend(&mut self) -> &mut dyn Backend {
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
            self.waited_fresh.1 = *after;
        }
        answer
    }

    /// The legal moves, sorted.
    pub(crate) fn moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        let mut moves = self.ask(|view| view.moves(path))?;
        moves.sort();
        Ok(moves)
    }

    /// Whether the side lists moves at all, even if it fails at this position.
    pub fn lists_moves(&mut self, path: PositionPath<'_>) -> bool {
        !matches!(self.moves(path), Err(BackendError::Unsupported(_)))
    }

    /// The moves with the counts below them, sorted. `depth` is at least 1.
    pub(crate) fn divide(
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
            return Err(BackendError::NotAsked("the count was stopped".into()));
        }
        let mut rows: Vec<_> =
            tally.moves.into_iter().filter_map(|(text, count)| Some((text, count?))).collect();
        rows.sort();
        Ok(rows)
    }

    /// The same for a side that may only support counting: it then counts below each legal move, and omits moves that
    /// it refuses.
    pub(crate) fn rows(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        legal: &[(String, u128)],
    ) -> Result<Vec<(String, u128)>, BackendError> {
        let refused = match self.divide(path, depth) {
            Err(BackendError::Unsupported(reason)) => BackendError::Unsupported(reason),
            rows => return rows,
        };
        self.lists = false;
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

    /// The number of legal move sequences as the sum over the moves; it can be stopped.
    pub(crate) fn total(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        match depth {
            0 => Ok(1),
            _ => {
                let rows = self.divide(path, depth)?;
                let total = perft::total(rows.iter().map(|(_, count)| *count));
                Ok(total.ok_or(CountError::Overflow)?)
            }
        }
    }

    /// The number of legal move sequences, as the backend itself counts them.
    pub(crate) fn perft(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        let until = Until(self.is_stopped);
        self.ask(|view| view.perft_until_stopped(path, depth, &until))
    }

    /// The canonical VFEN of a position.
    pub(crate) fn after(&mut self, path: PositionPath<'_>) -> Result<String, BackendError> {
        self.ask(|view| path.canonical(view))
    }

    /// Asks everything by which a position without moves is compared; only whether there are answers matters.
    pub(crate) fn survey(&mut self, path: PositionPath<'_>) -> Result<(), BackendError> {
        let vfen = self.after(path)?;
        self.ask(|view| view.survey(&vfen).map(drop))
    }

    pub(crate) fn status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError> {
        self.ask(|view| view.status(path))
    }

    /// How a relation between the side's answers is broken at a position; `None` if they agree.
    pub(crate) fn relation(
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

    /// Asks a fresh process. Returns an error if fresh processes have spent too much time on timeouts before.
    pub(crate) fn ask_fresh<T>(
        &mut self,
        question: impl FnOnce(&mut Side<'_>) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        let (waited, timeout) = self.waited_fresh;
        let most = longest_wait(timeout);
        if waited >= most {
            let reason = format!("gave up after {} s without a reply from fresh processes", most.as_secs());
            return Err(BackendError::NotAsked(reason));
        }
        let other = Side::new((self.open)(), self.open, self.variant, self.resources);
        let mut other = other.stop_if(self.is_stopped);
        let answer = question(&mut other);
        self.requests += other.requests;
        self.waited_fresh = (waited.saturating_add(other.waited), timeout.max(other.waited_fresh.1));
        answer
    }
}
