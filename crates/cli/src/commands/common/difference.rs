//! A position at which two backends differ: its bug file, and the command that compares it again.

use crate::args::backend::{clause_words, ruling_words};
use crate::args::pair::PairRulesArgs;
use crate::args::selected::SelectedPair;
use crate::commands::common::bug_files;
use crate::output::bar;
use crate::output::command::command_line;
use indicatif::ProgressBar;
use std::time::Duration;
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
pub fn bug_of_position(
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
pub fn first(selected: &SelectedPair<'_>, variant: VariantId, found: &FoundDifference) -> Option<Bug> {
    let Pair { a, b } = selected.open_again();
    let (right, wrong) = ((&selected.a, a.identity()), (Some(&selected.b), b.identity()));
    let context = bug_files::repro_context(variant, right, wrong);
    let (open_a, open_b) = (|| selected.a.open_again(), || selected.b.open_again());
    let mut a = Side::new(a, &open_a, variant, Resources::default());
    let mut b = Side::new(b, &open_b, variant, Resources::default());
    bug_of_position(&context, found, &mut a, &mut b)
}

/// The command that compares only this position.
pub fn replay(
    pair: &SelectedPair<'_>,
    rules: &PairRulesArgs,
    relations: bool,
    variant: VariantId,
    found: &FoundDifference,
) -> String {
    let mut words = ["vperft", "fuzz", variant.name()].map(String::from).to_vec();
    words.extend(pair.words());
    words.extend(ruling_words(&rules.rulings, variant.name()));
    words.extend(clause_words("--b-without", &rules.b_without, variant.name()));
    words.extend(relations.then(|| "--relations".to_owned()));
    words.extend(["--vfen".to_owned(), found.vfen.clone()]);
    words.extend(found.is_refusal_of_both().then(|| "--reached".to_owned()));
    command_line(&words)
}

/// The progress bar of a comparison. It is drawn on a terminal only.
pub fn progress_bar(variant: VariantId, length: u64) -> ProgressBar {
    let style = bar::style("{msg} {elapsed:>4} {wide_bar} {percent:>3} %  {eta} left");
    let bar = ProgressBar::new(length).with_style(style).with_message(variant.name());
    // A slow backend shows that it is asked.
    bar::tick(&bar, Duration::from_millis(200));
    bar
}
