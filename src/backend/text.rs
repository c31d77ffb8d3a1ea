//! The trait the harness talks to.

use super::Survey;
use super::survey::assemble;
use crate::notation::NotationError;
use crate::perft::{self, CountError, Plan, Tally, Watch};
use crate::position::{VfenError, VfenErrorKind};
use crate::rules::Status;
use crate::variant::{Rulings, VariantId};
use std::time::Duration;

/// A rules implementation that is asked in text. Positions are VFENs, moves canonical texts.
pub trait Backend {
    /// Its name and version, as provenance writes it: `reference@0.1.0`.
    fn identity(&self) -> String;

    /// The variants it has rules of, in their order.
    fn variants(&self) -> Vec<VariantId> {
        VariantId::ALL.to_vec()
    }

    /// The reading of every ruling it follows, where it says so itself; none if it follows those it was opened
    /// with.
    fn declared(&self) -> Option<Rulings> {
        None
    }

    /// The canonical VFEN of a position: reads and prints it.
    ///
    /// # Errors
    /// Like every method: if the backend refuses the input, does not support the request or fails.
    fn read(&mut self, variant: VariantId, vfen: &str) -> Result<String, BackendError>;

    /// The legal moves as the backend generates them: in any order, and doubled if it doubles them.
    ///
    /// # Errors
    /// See [`read`](Backend::read).
    fn moves(&mut self, variant: VariantId, vfen: &str) -> Result<Vec<String>, BackendError>;

    /// The number of legal move sequences of this length (GEN-PERFT).
    ///
    /// # Errors
    /// See [`read`](Backend::read).
    fn perft(&mut self, variant: VariantId, vfen: &str, depth: u32) -> Result<u128, BackendError>;

    /// The number of legal move sequences of this length, unless there are more than `most`: a count that has to be worked out
    /// from other answers, which a program that lists too many moves could make last for ever, is given up then.
    ///
    /// # Errors
    /// See [`read`](Backend::read).
    fn perft_within(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
        _most: u128,
    ) -> Result<Option<u128>, BackendError> {
        self.perft(variant, vfen, depth).map(Some)
    }

    /// The perft of every legal move's child, one ply shallower, in any order. `depth` is at least 1.
    ///
    /// # Errors
    /// See [`read`](Backend::read).
    fn divide(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
    ) -> Result<Vec<(String, u128)>, BackendError>;

    /// The number of legal move sequences of this length (GEN-PERFT), split by the first move, with these
    /// means and with somebody looking on.
    ///
    /// By default it is what [`divide`](Backend::divide) says: with one thread, without a hash table, and without
    /// a way to stop it.
    ///
    /// # Errors
    /// See [`read`](Backend::read).
    fn count(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
        _plan: &Plan,
        _watch: &dyn Watch,
    ) -> Result<Tally<String>, BackendError> {
        let tally = |total, moves| Tally { total, moves, threads: 1, hash_bytes: 0 };
        if depth == 0 {
            return Ok(tally(self.perft(variant, vfen, 0)?, Vec::new()));
        }
        let moves = self.divide(variant, vfen, depth)?;
        let total = perft::total(moves.iter().map(|(_, count)| *count));
        let moves = moves.into_iter().map(|(text, count)| (text, Some(count))).collect();
        Ok(tally(total.ok_or(CountError::Overflow)?, moves))
    }

    /// The VFEN after these moves.
    ///
    /// # Errors
    /// See [`read`](Backend::read).
    fn after(&mut self, variant: VariantId, vfen: &str, line: &[String]) -> Result<String, BackendError>;

    /// The status after these moves, with the repetitions on the way.
    ///
    /// # Errors
    /// See [`read`](Backend::read).
    fn status(&mut self, variant: VariantId, vfen: &str, line: &[String]) -> Result<Status, BackendError>;

    /// The position with all legal moves and what comes of them. Whoever can answer that at once does;
    /// otherwise it is put together from the other answers.
    ///
    /// # Errors
    /// See [`read`](Backend::read).
    fn survey(&mut self, variant: VariantId, vfen: &str) -> Result<Survey, BackendError> {
        assemble(self, variant, vfen)
    }
}

/// Why a backend gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackendError {
    /// It refused the position.
    #[error("refused the position: {0}")]
    Position(#[from] VfenError),
    /// It refused a move.
    #[error("refused the move: {0}")]
    Move(#[from] NotationError),
    /// It refused the position in words of its own.
    #[error("refused the position: {message}")]
    RefusedPosition {
        /// The kind of fault, if it says so.
        reason: Option<VfenErrorKind>,
        /// What it says.
        message: String,
    },
    /// It refused a move in words of its own.
    #[error("refused the move: {0}")]
    RefusedMove(String),
    /// It could not finish a count.
    #[error("could not count: {0}")]
    Count(#[from] CountError),
    /// It does not do what was asked.
    #[error("does not support this: {0}")]
    Unsupported(String),
    /// It gave no answer in time.
    #[error("gave no answer to {request} within {after:?}")]
    Timeout {
        /// What it was asked.
        request: String,
        /// How long it had.
        after: Duration,
    },
    /// It answered something that is no answer.
    #[error("broke the protocol: {0}")]
    Protocol(String),
    /// It crashed.
    #[error("crashed: {0}")]
    Crash(String),
    /// It was not asked: there is none any more, or not yet again.
    #[error("was not asked: {0}")]
    NotAsked(String),
}

impl BackendError {
    /// Whether it is the position that was refused, in the harness's words or in those of a program.
    #[must_use]
    pub const fn refuses_position(&self) -> bool {
        matches!(self, Self::Position(_) | Self::RefusedPosition { .. })
    }

    /// The kind of fault for which a position was refused, if the backend says so.
    #[must_use]
    pub const fn fault(&self) -> Option<VfenErrorKind> {
        match self {
            Self::Position(error) => Some(error.kind),
            Self::RefusedPosition { reason, .. } => *reason,
            _ => None,
        }
    }
}
