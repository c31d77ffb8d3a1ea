//! The difference that a bug file describes.

use super::answered::Answered;
use super::file::Bug;
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::descend::{Detail, lists_differ};
use crate::differences::reason::{LocatedDifference, Reason};
use vperft::inner::backend::Question;
use vperft::inner::corpus::question::Query;

impl Bug {
    /// The difference between both answers; `None` if it is none of moves, of a position or of a status.
    fn detail(&self) -> Option<Detail> {
        match (&self.question, &self.a.answer, &self.b.answer) {
            (_, Answered::Moves(right), Answered::Moves(wrong)) => lists_differ(right, wrong.clone()),
            (Query::Ask(Question::After { text }), Answered::Vfen(a), Answered::Vfen(b)) => {
                Some(Detail::Child { text: text.clone(), a: a.clone(), b: b.clone() })
            }
            (_, Answered::Status(a), Answered::Status(b)) => Some(Detail::Status { a: *a, b: *b }),
            _ => None,
        }
    }

    /// The reason of the difference, by rules that can omit clauses.
    #[must_use]
    pub fn reason(&self, clause_switch: &ClauseSwitch<'_>) -> Option<Reason> {
        let detail = self.detail()?;
        let difference =
            LocatedDifference { kind: self.kind, detail: &detail, vfen: &self.vfen, path: self.path() };
        Reason::find(difference, clause_switch)
    }
}
