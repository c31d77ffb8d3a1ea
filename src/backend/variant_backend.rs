//! What a backend answers about one variant.

use super::survey::assemble;
use super::{BackendError, MemoryBudget, PositionPath, Survey};
use crate::game::perft;
use crate::game::perft::{CountError, CountObserver, Resources, Tally};
use crate::game::rules::Status;
use crate::game::variant::VariantId;

/// A backend as it answers about one variant. Positions are VFENs, moves canonical texts.
///
/// Whoever plays the moves of a [`PositionPath`] and answers there shows what it keeps while it plays. Whoever answers about positions
/// alone plays them by [`PositionPath::reached`] and answers about the position.
pub trait VariantBackend {
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
    /// See [`read`](VariantBackend::read).
    fn moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError>;

    /// The number of legal move sequences of this length (GEN-PERFT).
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn perft(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError>;

    /// The number of legal move sequences of this length, unless there are more than `most`: a count that has to be worked out
    /// from other answers, which a program that lists too many moves could make last for ever, is given up then.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn perft_within(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        _most: u128,
    ) -> Result<Option<u128>, BackendError> {
        self.perft(path, depth).map(Some)
    }

    /// The number of legal move sequences of this length, in the backend's own way of counting, unless somebody stops it.
    ///
    /// By default it is what [`perft`](VariantBackend::perft) says: a program that is asked is killed by whoever stops it.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read); and if it is stopped.
    fn perft_until_stopped(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        _progress: &CountObserver<'_>,
    ) -> Result<u128, BackendError> {
        self.perft(path, depth)
    }

    /// The perft of every legal move's child, one ply shallower, in any order. `depth` is at least 1.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn divide(&mut self, path: PositionPath<'_>, depth: u32) -> Result<Vec<(String, u128)>, BackendError>;

    /// The same, but a count that is stopped ends with what was counted by then; none for the moves that are not finished.
    ///
    /// By default it is what [`divide`](VariantBackend::divide) says, and the moves alone if whoever stops it makes it fail.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn divide_until_stopped(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        progress: &CountObserver<'_>,
    ) -> Result<Vec<(String, Option<u128>)>, BackendError> {
        // Whoever is killed cannot be asked any more which moves there are.
        let moves = if depth > 1 { self.moves(path)? } else { Vec::new() };
        match self.divide(path, depth) {
            Err(_) if depth > 1 && progress.is_stopped() => {
                Ok(moves.into_iter().map(|text| (text, None)).collect())
            }
            rows => Ok(rows?.into_iter().map(|(text, count)| (text, Some(count))).collect()),
        }
    }

    /// The number of legal move sequences of this length (GEN-PERFT), split by the first move, with these
    /// means and with somebody looking on.
    ///
    /// By default it is what [`divide_until_stopped`](VariantBackend::divide_until_stopped) says: with one thread, and without a hash table.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn count(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        _plan: &Resources,
        progress: &CountObserver<'_>,
    ) -> Result<Tally<String>, BackendError> {
        let tally = |total, moves| Tally { total, moves, threads: 1, hash_bytes: 0 };
        if depth == 0 {
            return Ok(tally(self.perft(path, 0)?, Vec::new()));
        }
        let moves = self.divide_until_stopped(path, depth, progress)?;
        let total = perft::total(moves.iter().filter_map(|(_, count)| *count));
        Ok(tally(total.ok_or(CountError::Overflow)?, moves))
    }

    /// The VFEN of a place.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn after(&mut self, path: PositionPath<'_>) -> Result<String, BackendError>;

    /// The legal moves, as [`moves`](VariantBackend::moves) gives them, with the VFEN after each. By default every move is asked about for
    /// itself.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn children(&mut self, path: PositionPath<'_>) -> Result<Vec<(String, String)>, BackendError> {
        let mut moves = path.moves.to_vec();
        let (mut children, mut held) = (Vec::new(), MemoryBudget::default());
        for text in self.moves(path)? {
            moves.push(text);
            let vfen = self.after(PositionPath { moves: &moves, ..path })?;
            held.add(MemoryBudget::size([vfen.as_str()]))?;
            children.extend(moves.pop().map(|text| (text, vfen)));
        }
        Ok(children)
    }

    /// The status of a place, with the repetitions on the way.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError>;

    /// A key that two places share exactly if their positions are the same for repetition (GEN-REPEAT). Most have none to tell.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn key(&mut self, _: PositionPath<'_>) -> Result<u128, BackendError> {
        Err(BackendError::Unsupported("keys of positions".into()))
    }

    /// The position with all legal moves and what comes of them. Whoever can answer that at once does;
    /// otherwise it is put together from the other answers.
    ///
    /// # Errors
    /// See [`read`](VariantBackend::read).
    fn survey(&mut self, vfen: &str) -> Result<Survey, BackendError> {
        assemble(self, vfen)
    }
}
