//! The bug file of a difference that `vperft fuzz` has found.

use crate::args::selected::SelectedPair;
use crate::commands::common::bug_files;
use vperft::inner::backend::{Pair, PositionPath, Question};
use vperft::inner::corpus::question::Query;
use vperft::inner::corpus::relation::Relation;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::VariantId;
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

/// The bug file of a difference, if it can be reproduced.
pub(super) fn first(selected: &SelectedPair<'_>, variant: VariantId, found: &FoundDifference) -> Option<Bug> {
    let Pair { a, b } = selected.open_again();
    let (right, wrong) = ((&selected.a, a.identity()), (Some(&selected.b), b.identity()));
    let context = bug_files::repro_context(variant, right, wrong);
    let (open_a, open_b) = (|| selected.a.open_again(), || selected.b.open_again());
    let mut a = Side::new(a, &open_a, variant, Resources::default());
    let mut b = Side::new(b, &open_b, variant, Resources::default());
    bug_of_position(&context, found, &mut a, &mut b)
}
