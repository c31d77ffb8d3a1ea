//! Counts the tree below a position.

use super::meter::Meter;
use super::threads::{self, THREAD_STACK};
use super::{Memory, Table};
use crate::game::perft::{
    CountCache as _, CountError, CountObserver, Halt, Resources, Tally, count_alone, total,
};
use crate::game::rules::Rules;
use std::ops::RangeInclusive;

/// The plies left at which one thread counts a node without interruption. The observer is called between such nodes. A short count uses
/// the lower bound, so that all threads get work. A long count uses the upper bound, which costs less between the nodes.
const UNIT: RangeInclusive<u32> = 2..=3;

/// Above this ply the threads share the moves of a node, so that a subtree much larger than the others is divided again. Below it,
/// one thread counts alone, which bounds its stack.
const SHARED_PLIES: u32 = 6;

/// The assumed number of moves of a position, if the root has fewer, to choose the size of the hash table.
const ASSUMED_MOVES: usize = 64;

/// Counts the legal move sequences of length `depth` (GEN-PERFT), split by the first move.
///
/// If the observer stops the count, the finished moves keep their counts. Every thread first finishes its current three plies. There is
/// no hash table if positions with the same key may have different counts ([`Rules::has_count_by_key`]).
///
/// # Errors
/// If the count is 2^128 or more, or if the system does not provide the threads or the memory.
///
/// # Panics
/// If the rules panic.
pub fn count<R: Rules + ?Sized>(
    rules: &R,
    position: &R::Position,
    depth: u32,
    resources: &Resources,
    progress: &CountObserver<'_>,
) -> Result<Tally<R::Move>, CountError> {
    let threads = resources.threads.get();
    let mut moves = Vec::new();
    if depth > 0 {
        rules.legal_moves(position, &mut moves);
    }
    if depth <= 1 {
        // The rules may count without generating moves.
        let moves = moves.into_iter().map(|mv| (mv, Some(1))).collect();
        return Ok(Tally {
            total: rules.perft(position, depth, &mut Vec::new()),
            moves,
            threads: 1,
            hash_bytes: 0,
        });
    }
    let remembered = depth.saturating_sub(rules.min_hash_depth());
    let bytes = if rules.has_count_by_key() {
        resources.hash_bytes.min(sufficient_bytes(moves.len(), remembered))
    } else {
        0
    };
    let mut memory =
        Memory::new(bytes).map_err(|error| CountError::Memory { bytes, reason: error.to_string() })?;
    let hash_bytes = memory.bytes();
    let unit = (depth - 2).clamp(*UNIT.start(), *UNIT.end());
    let engine = Engine { rules, unit, table: Table::new(&mut memory), meter: Meter::new(progress) };
    let counts = threads::with(threads, &|| engine.root(position, &moves, depth));
    let counts = counts.map_err(|error| match error {
        // The table may have taken the address space that the stacks of the threads need.
        CountError::Threads { threads, reason } if hash_bytes >= threads * THREAD_STACK => {
            let reason = format!("{reason}, for the stacks of {threads} threads next to the table");
            CountError::Memory { bytes: hash_bytes, reason }
        }
        error => error,
    })?;
    let total = total(counts.iter().copied().flatten()).ok_or(CountError::Overflow)?;
    let moves = moves.into_iter().zip(counts).collect();
    Ok(Tally { total, moves, threads, hash_bytes })
}

/// The size in bytes of a hash table for all positions within some plies. A larger table makes a short count slower: the system must
/// provide more pages, and the entries are spread over more of them.
fn sufficient_bytes(moves: usize, plies: u32) -> usize {
    moves.max(ASSUMED_MOVES).saturating_pow(plies).saturating_mul(Table::BYTES_PER_POSITION)
}

struct Engine<'a, R: ?Sized> {
    rules: &'a R,
    unit: u32,
    table: Option<Table<'a>>,
    meter: Meter<'a>,
}

impl<R: Rules + ?Sized> Engine<'_, R> {
    /// The count below each move of the root. `None` for moves that are not finished.
    fn root(
        &self,
        position: &R::Position,
        moves: &[R::Move],
        depth: u32,
    ) -> Result<Vec<Option<u128>>, CountError> {
        let fraction = 1.0 / moves.len() as f64;
        let count = |index: usize| {
            let child = self.rules.play(position, &moves[index]);
            match self.node(&child, depth - 1, 1, fraction, &mut Vec::new()) {
                Ok(count) => Ok(Some(count)),
                Err(Halt::Stopped) => Ok(None),
                Err(Halt::Overflow) => Err(CountError::Overflow),
            }
        };
        threads::each(moves.len(), &count)
    }

    /// Counts below a node, whose tree is this fraction of the whole. `stack` holds the moves of the nodes above on the same thread. It
    /// is unchanged afterwards unless the count ended early.
    fn node(
        &self,
        position: &R::Position,
        depth: u32,
        ply: u32,
        fraction: f64,
        stack: &mut Vec<R::Move>,
    ) -> Result<u128, Halt> {
        if self.meter.is_stopped() {
            return Err(Halt::Stopped);
        }
        if depth <= self.unit {
            let count = count_alone(self.rules, position, depth, self.table.as_ref(), &(), stack)?;
            self.meter.advance(count, fraction);
            return Ok(count);
        }
        let remembered = self.table.as_ref().map(|table| (table, self.rules.key(position)));
        if let Some(count) = remembered.as_ref().and_then(|(table, key)| table.get(*key, depth)) {
            self.meter.advance(u128::from(count), fraction);
            return Ok(u128::from(count));
        }
        let count = if ply < SHARED_PLIES {
            self.shared(position, depth, ply, fraction)?
        } else {
            self.alone(position, depth, ply, fraction, stack)?
        };
        if let Some((table, key)) = remembered {
            table.put(key, depth, count);
        }
        Ok(count)
    }

    /// Counts below a node with all idle threads.
    fn shared(&self, position: &R::Position, depth: u32, ply: u32, fraction: f64) -> Result<u128, Halt> {
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        if moves.is_empty() {
            self.meter.advance(0, fraction);
        }
        let fraction = fraction / moves.len() as f64;
        let count = |index: usize| {
            let child = self.rules.play(position, &moves[index]);
            self.node(&child, depth - 1, ply + 1, fraction, &mut Vec::new())
        };
        total(threads::each(moves.len(), &count)?).ok_or(Halt::Overflow)
    }

    /// Counts below a node on this thread.
    fn alone(
        &self,
        position: &R::Position,
        depth: u32,
        ply: u32,
        fraction: f64,
        stack: &mut Vec<R::Move>,
    ) -> Result<u128, Halt> {
        let base = stack.len();
        self.rules.legal_moves(position, stack);
        if stack.len() == base {
            self.meter.advance(0, fraction);
        }
        let fraction = fraction / (stack.len() - base) as f64;
        let mut sum = 0_u128;
        for index in base..stack.len() {
            let child = self.rules.play(position, &stack[index]);
            let count = self.node(&child, depth - 1, ply + 1, fraction, stack)?;
            sum = sum.checked_add(count).ok_or(Halt::Overflow)?;
        }
        stack.truncate(base);
        Ok(sum)
    }
}
