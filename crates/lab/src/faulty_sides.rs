//! Test doubles: backends for Ryugi that each give wrong answers in one way.

use crate::basic_answers::BasicAnswers;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vperft::inner::backend::{
    Answer, Backend, BackendError, CountPlan, PositionPath, Question, VariantBackend,
};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Clause, ModifiedRulebook, Rulings, VariantId};
use vperft::inner::generators::reference;

pub(crate) const RYUGI: VariantId = VariantId::RYUGI;

/// The way in which the answers are wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SideFault {
    Nothing,
    /// It follows the rules without these clauses.
    Without(&'static str),
    /// It lists no moves where a draw may be claimed.
    StopsAtDraws,
    /// It counts one ply too many.
    PlyMore,
    /// It omits the King's moves after it has played moves from the root.
    Played,
    /// It omits the King's moves from its second question on.
    Later,
    /// It omits the King's moves in every other answer, over all processes.
    Sometimes,
    /// The count below the last move is one too high, from depth 3 on.
    Sum,
    /// The total is one too high, and the counts below the moves are right.
    Total,
    /// It prints a fullmove number that is one too high.
    Clock,
    /// It lists a move twice.
    Twice,
    /// It crashes where Black is to move.
    Dies,
    /// It times out when it is asked for moves.
    Hangs,
    /// It lists no moves.
    Mute,
}

struct FaultySide {
    inner: Box<dyn Backend>,
    fault: SideFault,
    asked: u64,
}

/// The number of questions asked of all [`SideFault::Sometimes`] sides.
static ASKED: AtomicU64 = AtomicU64::new(0);

pub(crate) fn faulty_side(fault: SideFault) -> Box<dyn Backend> {
    let off = match fault {
        SideFault::Without(ids) => ids.split(' ').map(|id| id.parse::<Clause>().expect("a clause")).collect(),
        _ => Vec::new(),
    };
    let book = ModifiedRulebook::new(Rulings::default(), off.into_iter().collect());
    Box::new(FaultySide { inner: Box::new(reference::all(&book)), fault, asked: 0 })
}

impl FaultySide {
    fn right(&mut self) -> &mut dyn VariantBackend {
        self.inner.of(RYUGI).expect("it has the rules")
    }

    fn listed(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        self.asked += 1;
        let mut moves = self.right().moves(path)?;
        let forgets = match self.fault {
            SideFault::Played => !path.moves.is_empty(),
            SideFault::Later => self.asked > 1,
            SideFault::Sometimes => ASKED.fetch_add(1, Ordering::SeqCst).is_multiple_of(2),
            _ => false,
        };
        moves.retain(|text| !forgets || !text.to_uppercase().starts_with("K "));
        let fault = self.fault;
        match fault {
            SideFault::StopsAtDraws if self.right().status(path)? != Status::Ongoing => moves.clear(),
            SideFault::Twice => moves.extend(moves.first().cloned()),
            SideFault::Mute => moves.clear(),
            SideFault::Hangs => {
                let after = Duration::from_secs(600);
                return Err(BackendError::Timeout { request: "`moves`".into(), after });
            }
            SideFault::Dies if self.right().after(path)?.contains(" b ") => {
                return Err(BackendError::Crash("as configured".into()));
            }
            _ => {}
        }
        Ok(moves)
    }

    fn counted(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        match (self.fault, depth) {
            (_, 0) => Ok(1),
            (
                SideFault::Nothing
                | SideFault::Without(_)
                | SideFault::Sum
                | SideFault::Total
                | SideFault::Clock,
                _,
            ) => self.right().perft(path, depth),
            _ => Ok(self.rows(path, depth)?.iter().map(|(_, count)| count).sum()),
        }
    }

    fn rows(&mut self, path: PositionPath<'_>, depth: u32) -> Result<Vec<(String, u128)>, BackendError> {
        let mut rows = Vec::new();
        for text in self.listed(path)? {
            let moves: Vec<_> = path.moves.iter().chain([&text]).cloned().collect();
            let below = self.counted(PositionPath { moves: &moves, ..path }, depth - 1)?;
            rows.push((text, below));
        }
        Ok(rows)
    }
}

impl Backend for FaultySide {
    fn identity(&self) -> String {
        "lying@1".into()
    }

    fn of(&mut self, _: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        Ok(self)
    }
}

impl BasicAnswers for FaultySide {
    fn read(&mut self, vfen: &str) -> Result<String, BackendError> {
        self.right().read(vfen)
    }

    fn moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        self.listed(path)
    }

    fn perft(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        let depth = depth + u32::from(self.fault == SideFault::PlyMore);
        Ok(self.counted(path, depth)? + u128::from(self.fault == SideFault::Total))
    }

    fn divide(&mut self, path: PositionPath<'_>, depth: u32) -> Result<Vec<(String, u128)>, BackendError> {
        let more = u32::from(self.fault == SideFault::PlyMore);
        let mut rows = self.rows(path, depth + more)?;
        if let (SideFault::Sum, 3.., Some((_, count))) = (self.fault, depth, rows.last_mut()) {
            *count += 1;
        }
        Ok(rows)
    }

    fn after(&mut self, path: PositionPath<'_>) -> Result<String, BackendError> {
        let vfen = self.right().after(path)?;
        if self.fault != SideFault::Clock || path.moves.is_empty() {
            return Ok(vfen);
        }
        let (rest, number) = vfen.rsplit_once(' ').expect("a VFEN has fields");
        Ok(format!("{rest} {}", number.parse::<u32>().expect("a number") + 1))
    }

    fn status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError> {
        self.right().status(path)
    }
}

impl VariantBackend for FaultySide {
    fn variant(&self) -> VariantId {
        RYUGI
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        self.answer(path, question, plan)
    }
}
