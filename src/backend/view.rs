//! What a backend answers about one variant.

use super::survey::assemble;
use super::{BackendError, Survey};
use crate::perft::{self, CountError, Progress, Resources, Tally};
use crate::rules::Status;
use crate::variant::VariantId;

/// A backend as it answers about one variant. Positions are VFENs, moves canonical texts.
pub trait View {
    /// The variant.
    fn variant(&self) -> VariantId;

    /// The canonical VFEN of a position: reads and prints it.
    ///
    /// # Errors
    /// Like every method: if the backend refuses the input, does not support the request or fails.
    fn read(&mut self, vfen: &str) -> Result<String, BackendError>;

    /// The legal moves as the backend generates them: in any order, and duplicate if it duplicates them.
    ///
    /// # Errors
    /// See [`read`](View::read).
    fn moves(&mut self, vfen: &str) -> Result<Vec<String>, BackendError>;

    /// The number of legal move sequences of this length (GEN-PERFT).
    ///
    /// # Errors
    /// See [`read`](View::read).
    fn perft(&mut self, vfen: &str, depth: u32) -> Result<u128, BackendError>;

    /// The number of legal move sequences of this length, unless there are more than `most`: a count that has to be worked out
    /// from other answers, which a program that lists too many moves could make last for ever, is given up then.
    ///
    /// # Errors
    /// See [`read`](View::read).
    fn perft_within(&mut self, vfen: &str, depth: u32, _most: u128) -> Result<Option<u128>, BackendError> {
        self.perft(vfen, depth).map(Some)
    }

    /// The perft of every legal move's child, one ply shallower, in any order. `depth` is at least 1.
    ///
    /// # Errors
    /// See [`read`](View::read).
    fn divide(&mut self, vfen: &str, depth: u32) -> Result<Vec<(String, u128)>, BackendError>;

    /// The number of legal move sequences of this length (GEN-PERFT), split by the first move, with these
    /// means and with somebody looking on.
    ///
    /// By default it is what [`divide`](View::divide) says: with one thread, without a hash table, and without
    /// a way to stop it.
    ///
    /// # Errors
    /// See [`read`](View::read).
    fn count(
        &mut self,
        vfen: &str,
        depth: u32,
        _plan: &Resources,
        _progress: &dyn Progress,
    ) -> Result<Tally<String>, BackendError> {
        let tally = |total, moves| Tally { total, moves, threads: 1, hash_bytes: 0 };
        if depth == 0 {
            return Ok(tally(self.perft(vfen, 0)?, Vec::new()));
        }
        let moves = self.divide(vfen, depth)?;
        let total = perft::total(moves.iter().map(|(_, count)| *count));
        let moves = moves.into_iter().map(|(text, count)| (text, Some(count))).collect();
        Ok(tally(total.ok_or(CountError::Overflow)?, moves))
    }

    /// The VFEN after these moves.
    ///
    /// # Errors
    /// See [`read`](View::read).
    fn after(&mut self, vfen: &str, moves: &[String]) -> Result<String, BackendError>;

    /// The status after these moves, with the repetitions on the way.
    ///
    /// # Errors
    /// See [`read`](View::read).
    fn status(&mut self, vfen: &str, moves: &[String]) -> Result<Status, BackendError>;

    /// The position with all legal moves and what comes of them. Whoever can answer that at once does;
    /// otherwise it is put together from the other answers.
    ///
    /// # Errors
    /// See [`read`](View::read).
    fn survey(&mut self, vfen: &str) -> Result<Survey, BackendError> {
        assemble(self, vfen)
    }
}
