//! A correct backend with a fault, at one position.

use super::fault::{Fault, MoveChange, is_repetition};
use super::score::CaseState;
use crate::backend::{Answer, BackendError, CountPlan, PositionPath, Question, VariantBackend};
use crate::game::notation;
use crate::game::notation::NotationError;
use crate::game::rules::Status;
use crate::game::variant::{Variant, VariantId};

/// What a backend with a fault would answer at the position of a stage, as far as that can be told without its rules. It is
/// asked about no other position, so that positions and moves on the way to it are not looked at.
pub(super) struct Faulty<'a, 'b> {
    pub state: &'a mut CaseState<'b>,
    pub fault: &'a Fault,
    /// What the fault changes at the position.
    pub changes: &'a [MoveChange],
    /// The position that the backend takes it for, if that is another one.
    pub kept: Option<String>,
}

impl Faulty<'_, '_> {
    /// The moves of the position that it takes this one for; none if it takes it for what it is, or for what is none.
    fn kept_moves(&mut self) -> Option<Vec<String>> {
        self.state.view.moves(self.kept.as_ref()?.into()).ok()
    }

    /// By how much perft 2 differs. An invented move counts for nothing here, because nobody knows where it leads.
    fn difference_of_two(&mut self) -> i64 {
        let CaseState { view, children, classes, strange, .. } = &mut *self.state;
        let mut total = 0;
        for (index, child) in children.iter().enumerate() {
            // A wrong child changes no number of moves before the next ply.
            if !matches!(self.fault, Fault::Child(_)) {
                total += difference(&self.fault.changes(child, classes.list()));
            }
            let listed = child.moves.len() as i64;
            for change in self.changes {
                total += match change {
                    MoveChange::Missing(at) if *at == index => -listed,
                    MoveChange::Duplicate(at) if *at == index => listed,
                    _ => 0,
                };
            }
        }
        for change in self.changes {
            if let MoveChange::Child(index, vfen) = change {
                let listed = children[*index].moves.len() as i64;
                let count = strange.entry(vfen.clone()).or_insert_with(|| {
                    view.perft(vfen.into(), 1).ok().and_then(|count| i64::try_from(count).ok())
                });
                total += count.map_or(0, |count| count - listed);
            }
        }
        total
    }
}

/// By how much changes change the number of moves.
fn difference(changes: &[MoveChange]) -> i64 {
    let each = changes.iter().map(|change| match change {
        MoveChange::Missing(_) => -1,
        MoveChange::Duplicate(_) | MoveChange::Extra(_) => 1,
        MoveChange::Child(..) => 0,
    });
    each.sum()
}

/// A request nobody makes of it: what such a backend answers cannot be told.
fn untold<T>(request: &str) -> Result<T, BackendError> {
    Err(BackendError::Unsupported(format!("a backend with a fault is not asked for {request}")))
}

impl Faulty<'_, '_> {
    fn read(&mut self, vfen: &str) -> Result<String, BackendError> {
        match (self.state.view.read(vfen), self.fault) {
            (Err(error), Fault::Input(fault))
                if error.fault().is_some_and(|kind| fault.accepts_position(kind)) =>
            {
                Ok(vfen.to_owned())
            }
            (answer, _) => answer,
        }
    }

    fn moves(&mut self, _: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        if let Some(moves) = self.kept_moves() {
            return Ok(moves);
        }
        let changed = self.changes;
        let is_missing = |index: usize| changed.contains(&MoveChange::Missing(index));
        let legal = self.state.context.moves.iter().enumerate();
        let kept = legal.filter(|(index, _)| !is_missing(*index)).map(|(_, legal)| legal.text.clone());
        let more = changed.iter().filter_map(|change| match change {
            MoveChange::Duplicate(index) => Some(self.state.context.moves[*index].text.clone()),
            MoveChange::Extra(text) => Some(text.clone()),
            _ => None,
        });
        Ok(kept.chain(more).collect())
    }

    fn perft(&mut self, _: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        if let Fault::State(fault) = self.fault {
            let CaseState { view, context, .. } = &mut *self.state;
            // What the rules refuse is no position to go on from.
            let kept = self.kept.as_ref().and_then(|vfen| view.perft(vfen.into(), depth).ok());
            return kept.map_or_else(|| fault.count(*view, &context.vfen, depth), Ok);
        }
        let (right, difference) = match depth {
            0 => (1, 0),
            1 => (self.state.context.moves.len(), difference(self.changes)),
            2 => {
                let right = self.state.children.iter().map(|child| child.moves.len()).sum();
                (right, self.difference_of_two())
            }
            _ => return untold("a deep count"),
        };
        Ok((right as u128).saturating_add_signed(difference.into()))
    }

    fn divide(&mut self, _: PositionPath<'_>, _: u32) -> Result<Vec<(String, u128)>, BackendError> {
        untold("the counts of every move")
    }

    fn after(&mut self, PositionPath { vfen, moves }: PositionPath<'_>) -> Result<String, BackendError> {
        let [text] = moves else { return untold("where several moves lead") };
        if let Some(kept) = self.kept_moves() {
            let variant = Variant::get(self.variant());
            let texts: Vec<_> = kept.iter().map(String::as_str).collect();
            notation::resolve(variant, text, &texts)?;
            let view = &mut self.state.view;
            return view.after(PositionPath { vfen, moves }).or_else(|_| Ok(vfen.to_owned()));
        }
        let context = &self.state.context;
        let texts: Vec<_> = context.moves.iter().map(|legal| legal.text.as_str()).collect();
        let index = match notation::resolve(Variant::get(self.variant()), text, &texts) {
            Ok(index) => index,
            Err(error) => {
                let is_extra =
                    |change: &MoveChange| matches!(change, MoveChange::Extra(extra) if extra == text);
                let is_let_in =
                    matches!(self.fault, Fault::Input(fault) if fault.accepts_move(text, context));
                let accepts = is_let_in || self.changes.iter().any(is_extra);
                return if accepts { Ok(vfen.to_owned()) } else { Err(error.into()) };
            }
        };
        for change in self.changes {
            match change {
                MoveChange::Missing(at) if *at == index => {
                    return Err(NotationError::Illegal(text.clone()).into());
                }
                MoveChange::Child(at, child) if *at == index => return Ok(child.clone()),
                _ => {}
            }
        }
        Ok(context.moves[index].vfen.clone())
    }

    fn status(&mut self, _: PositionPath<'_>) -> Result<Status, BackendError> {
        match (&self.state.status, self.fault) {
            (Some(context), Fault::Status(fault)) => Ok(fault.status(context)),
            (Some(context), Fault::State(_)) if !is_repetition(context.right) => {
                let right = context.right;
                let kept = self.kept.as_ref().map(|vfen| self.state.view.status(vfen.into()));
                Ok(kept.and_then(Result::ok).unwrap_or(right))
            }
            (Some(context), _) => Ok(context.right),
            (None, _) => untold("the status"),
        }
    }
}

impl VariantBackend for Faulty<'_, '_> {
    fn variant(&self) -> VariantId {
        self.state.view.variant()
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        Ok(match *question {
            Question::Read if path.moves.is_empty() => Answer::Vfen(self.read(path.vfen)?),
            Question::Read => Answer::Vfen(self.after(path)?),
            Question::Moves => Answer::Moves(self.moves(path)?),
            Question::Perft { depth } => Answer::Count(self.perft(path, depth)?),
            Question::Divide { depth } => Answer::divide(self.divide(path, depth)?),
            Question::Status => Answer::Status(self.status(path)?),
            _ => return self.derive(path, question, plan),
        })
    }
}
