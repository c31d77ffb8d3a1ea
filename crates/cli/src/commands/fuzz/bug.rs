//! The bug file of a difference that `vperft fuzz` has found.

use super::Args;
use crate::commands::common::bug_files;
use vperft::inner::backend::{Pair, PositionPath, Question};
use vperft::inner::corpus::question::Query;
use vperft::inner::corpus::relation::Relation;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft_lab::differences::bug::{Bug, ReproContext};
use vperft_lab::differences::descend::{Kind, Side};
use vperft_lab::differences::fuzz::{Difference, FoundDifference};

/// How often to ask a flaky backend for the answer that differed.
const FLAKY_ATTEMPTS: u32 = 40;

/// The moves to the position of a difference, the kind of mistake, and questions of which one shows it.
fn questions(difference: &Difference) -> (Vec<String>, Kind, Vec<Query>) {
    let here = |kind, probe| (Vec::new(), kind, vec![probe]);
    match difference {
        Difference::Answer { .. } | Difference::BothRefuse { .. } => {
            let probes = vec![
                Query::Ask(Question::Read),
                Query::Ask(Question::Moves),
                Query::Ask(Question::Status),
                Query::Ask(Question::Perft { depth: 1 }),
                Query::Ask(Question::Perft { depth: 2 }),
            ];
            (Vec::new(), Kind::NoAnswer, probes)
        }
        Difference::Vfen { .. } => here(Kind::Child, Query::Ask(Question::Read)),
        Difference::Status { .. } => here(Kind::Status, Query::Ask(Question::Status)),
        Difference::Moves { .. } => here(Kind::Set, Query::Ask(Question::Moves)),
        Difference::Child { text, .. } => {
            here(Kind::Child, Query::Ask(Question::After { text: text.clone() }))
        }
        Difference::ChildStatus { text, .. } => {
            (vec![text.clone()], Kind::Status, vec![Query::Ask(Question::Status)])
        }
        Difference::LineStatus { moves, .. } => {
            (moves.clone(), Kind::Status, vec![Query::Ask(Question::Status)])
        }
        Difference::Count { depth, .. } => here(Kind::SumOnly, Query::Ask(Question::Perft { depth: *depth })),
        Difference::Relation(broken) => here(Kind::Relation, Query::Relation(broken.relation)),
        Difference::Inconsistent { .. } => here(Kind::Relation, Query::Relation(Relation::Count)),
    }
}

/// The bug file of the first difference at a position that can be reproduced.
pub(super) fn bug_of_position(
    context: &ReproContext<'_>,
    found: &FoundDifference,
    a: &mut Side<'_>,
    b: &mut Side<'_>,
) -> Option<Bug> {
    for difference in &found.differences {
        let (moves, kind, probes) = questions(difference);
        let kind = if found.flaky { Kind::Flaky } else { kind };
        let path = PositionPath { vfen: &found.vfen, moves: &moves };
        for _ in 0..if found.flaky { FLAKY_ATTEMPTS } else { 1 } {
            let bug = context.of_position(path, kind, &probes, a, b);
            if bug.is_some() {
                return bug;
            }
        }
    }
    None
}

impl Args {
    /// The bug file of a difference, if it can be reproduced.
    pub(super) fn bug(
        &self,
        variant: VariantId,
        found: &FoundDifference,
        rulings: &Rulings,
        open: &dyn Fn() -> Pair,
    ) -> Option<Bug> {
        let Pair { a, b } = open();
        let [name, other] = self.pair.names();
        let sides = [(Some(name), a.identity()), (Some(other), b.identity())];
        let context = bug_files::repro_context(variant, rulings, sides, &self.b_without, self.pair.program());
        let (open_a, open_b) = (|| open().a, || open().b);
        let mut a = Side::new(a, &open_a, variant, Resources::default());
        let mut b = Side::new(b, &open_b, variant, Resources::default());
        bug_of_position(&context, found, &mut a, &mut b)
    }
}
