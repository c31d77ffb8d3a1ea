//! A correct backend with a fault, at one position.

use super::score::CaseState;
use crate::basic_answers::BasicAnswers;
use crate::mistakes::known::{Fault, MoveChange, is_repetition};
use vperft::inner::backend::{Answer, BackendError, CountPlan, PositionPath, Question, VariantBackend};
use vperft::inner::game::notation;
use vperft::inner::game::notation::NotationError;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Variant, VariantId};

/// Gives the answers of a backend with a fault at the position of a case, as far as they can be derived from
/// correct answers. It is asked only about this position, so it ignores the position and moves of a question.
pub(super) struct Faulty<'a, 'b> {
    pub state: &'a mut CaseState<'b>,
    pub fault: &'a Fault,
    /// What the fault changes at the position.
    pub changes: &'a [MoveChange],
    /// The position that the backend confuses it with, if any.
    pub confused_with: Option<String>,
}

impl Faulty<'_, '_> {
    /// The legal moves of the confused position; `None` if there is none or it is not valid.
    fn confused_moves(&mut self) -> Option<Vec<String>> {
        self.state.view.moves(self.confused_with.as_ref()?.into()).ok()
    }

    /// The effect of the fault on perft 2. Invented moves count as zero, because they lead to no known
    /// position.
    fn perft2_difference(&mut self) -> i64 {
        let CaseState { view, children, classes, unreachable_counts, .. } = &mut *self.state;
        let mut total = 0;
        for (index, child) in children.iter().enumerate() {
            // A wrong child changes the number of moves only at the next ply.
            if !matches!(self.fault, Fault::Child(_) | Fault::Field(_)) {
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
                let count = unreachable_counts.entry(vfen.clone()).or_insert_with(|| {
                    view.perft(vfen.into(), 1).ok().and_then(|count| i64::try_from(count).ok())
                });
                total += count.map_or(0, |count| count - listed);
            }
        }
        total
    }
}

/// The effect of changes on the number of moves.
fn difference(changes: &[MoveChange]) -> i64 {
    let each = changes.iter().map(|change| match change {
        MoveChange::Missing(_) => -1,
        MoveChange::Duplicate(_) | MoveChange::Extra(_) => 1,
        MoveChange::Child(..) => 0,
    });
    each.sum()
}

/// The error for a request that the audit never makes.
fn not_asked<T>(request: &str) -> Result<T, BackendError> {
    Err(BackendError::Unsupported(format!("a backend with a fault is not asked for {request}")))
}

impl BasicAnswers for Faulty<'_, '_> {
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
        if let Some(moves) = self.confused_moves() {
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
            // If the rules refuse the confused position, it cannot be counted.
            let kept = self.confused_with.as_ref().and_then(|vfen| view.perft(vfen.into(), depth).ok());
            return kept.map_or_else(|| fault.count(*view, &context.vfen, depth), Ok);
        }
        let (right, difference) = match depth {
            0 => (1, 0),
            1 => (self.state.context.moves.len(), difference(self.changes)),
            2 => {
                let right = self.state.children.iter().map(|child| child.moves.len()).sum();
                (right, self.perft2_difference())
            }
            _ => return not_asked("a deep count"),
        };
        Ok((right as u128).saturating_add_signed(difference.into()))
    }

    fn after(&mut self, PositionPath { vfen, moves }: PositionPath<'_>) -> Result<String, BackendError> {
        let [text] = moves else { return not_asked("where several moves lead") };
        if let Some(kept) = self.confused_moves() {
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
                let kept = self.confused_with.as_ref().map(|vfen| self.state.view.status(vfen.into()));
                Ok(kept.and_then(Result::ok).unwrap_or(right))
            }
            (Some(context), _) => Ok(context.right),
            (None, _) => not_asked("the status"),
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
        self.answer(path, question, plan)
    }
}
