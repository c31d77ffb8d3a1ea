//! Counts by class from the answers of any backend: its moves, where they lead, the status there, and whether it is check.
//!
//! The walk is depth first, from position to position. Every position up to the last ply costs a few questions.

use super::error::unless_unsupported;
use super::{BackendError, CountPlan, PositionPath, VariantBackend};
use crate::game::classes::{self, ClassCounts, ClassSet, ClassTable, LeafClass};
use crate::game::perft::ProgressUpdate;
use crate::game::position;
use crate::game::position::Position;
use crate::game::variant::{Standard, Status, Variant};
use std::time::Instant;

/// The legal move sequences of every length up to `depth`, and the classes of their last moves.
///
/// # Errors
/// If the backend does not answer, a text cannot be read, or the observer stops the count.
pub(super) fn classes(
    backend: &mut dyn VariantBackend,
    path: PositionPath<'_>,
    depth: u32,
    plan: &CountPlan<'_>,
) -> Result<ClassTable, BackendError> {
    let root = backend.after(path)?;
    let variant = Variant::get(backend.variant());
    let mut walk = Walk {
        backend,
        variant,
        plan,
        start: Instant::now(),
        nodes: 0,
        fraction: 0.0,
        unreported: ClassSet::EMPTY,
        reports_status: true,
    };
    let before = walk.read_position(&root)?;
    let mut rows = vec![ClassCounts::default(); depth as usize];
    walk.node(&root, &before, &mut rows, 1.0)?;
    Ok(ClassTable { unreported: walk.unreported, ..ClassTable::new(rows) })
}

struct Walk<'a> {
    backend: &'a mut dyn VariantBackend,
    variant: &'static Variant,
    plan: &'a CountPlan<'a>,
    start: Instant,
    /// The sequences of the whole depth so far.
    nodes: u128,
    /// The part of the tree that is done.
    fraction: f64,
    unreported: ClassSet,
    /// Whether the backend reports the status of positions with legal moves.
    reports_status: bool,
}

impl Walk<'_> {
    /// A position as the backend prints it.
    fn read_position(&self, vfen: &str) -> Result<Position, BackendError> {
        let read = position::parse(vfen, self.variant, &Standard);
        read.map_err(|error| {
            BackendError::Protocol(format!("printed a position that cannot be read: `{vfen}`: {error}"))
        })
    }

    /// Adds the sequences from a position, whose tree is this fraction of the whole, to the rows.
    fn node(
        &mut self,
        vfen: &str,
        before: &Position,
        rows: &mut [ClassCounts],
        fraction: f64,
    ) -> Result<(), BackendError> {
        let Some((row, below)) = rows.split_first_mut() else { return Ok(()) };
        let children = self.backend.children(vfen.into())?;
        let share = fraction / children.len().max(1) as f64;
        for (text, child) in children {
            if self.plan.is_stopped() {
                return Err(BackendError::NotAsked("the count was ended".into()));
            }
            let mv = classes::read_move(self.variant, before.shape, &text)
                .map_err(|error| BackendError::Protocol(error.to_string()))?;
            let after = self.read_position(&child)?;
            let moved = classes::of_move(self.variant, before, &mv);
            let set = moved | classes::of_child(self.variant, before, &after) | self.end(&child)?;
            row.add(set);
            if below.is_empty() {
                self.nodes += 1;
                if self.plan.limit.is_some_and(|limit| self.nodes > limit) {
                    let limit = self.plan.limit.unwrap_or_default();
                    return Err(BackendError::Unsupported(format!("the classes of more than {limit} moves")));
                }
                self.advance(share);
            } else {
                self.node(&child, &after, below, share)?;
            }
        }
        Ok(())
    }

    fn advance(&mut self, share: f64) {
        self.fraction += share;
        if let Some(observer) = self.plan.observer {
            let elapsed = self.start.elapsed();
            observer.event(&ProgressUpdate { nodes: self.nodes, fraction: self.fraction, elapsed });
        }
    }

    /// The classes of a position after a move.
    fn end(&mut self, vfen: &str) -> Result<ClassSet, BackendError> {
        let is_check = match self.variant.has_check {
            true => unless_unsupported(self.backend.is_check(vfen.into()))?,
            false => Some(false),
        };
        if is_check.is_none() {
            self.unreported.insert(LeafClass::Check);
        }
        let status = match self.status(vfen)? {
            Some(status) => status,
            // There is no legal move, and the backend does not say what that means.
            None => match is_check {
                Some(true) => Status::Checkmate,
                Some(false) if !self.may_be_lost() => Status::Stalemate,
                _ => {
                    let ends = LeafClass::ALL.into_iter().filter(|class| class.is_end());
                    self.unreported.extend(ends.filter(|class| class.is_in(self.variant)));
                    Status::Ongoing
                }
            },
        };
        Ok(classes::of_end(status, is_check.unwrap_or(false)))
    }

    /// Whether a side without legal moves may have lost without being in check.
    fn may_be_lost(&self) -> bool {
        [Status::Lost, Status::Won].iter().any(|status| self.variant.statuses.contains(status))
    }

    /// The status; `None` if there is no legal move and the backend does not report what that means.
    fn status(&mut self, vfen: &str) -> Result<Option<Status>, BackendError> {
        if self.reports_status
            && let Some(status) = unless_unsupported(self.backend.status(vfen.into()))?
        {
            return Ok(Some(status));
        }
        // An engine reports the end of a game without legal moves, and no draw.
        let draws = [LeafClass::DrawCounter, LeafClass::DrawDead, LeafClass::DrawGoal].into_iter();
        self.unreported.extend(draws.filter(|draw| draw.is_in(self.variant)));
        let was_asked = std::mem::replace(&mut self.reports_status, false);
        if self.backend.perft(vfen.into(), 1)? > 0 {
            return Ok(Some(Status::Ongoing));
        }
        if was_asked { Ok(None) } else { unless_unsupported(self.backend.status(vfen.into())) }
    }
}
