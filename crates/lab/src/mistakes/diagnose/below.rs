//! Positions below those of the corpus, where a count of the backend goes wrong.
//!
//! A position of the corpus may have the right moves and a wrong count: the backend plays a move wrongly, or the mistake needs a
//! position that is reached by moves. A descent finds that position, which is then asked about like those of the corpus.

use super::evidence::CountFailure;
use super::inquiry::Inquiry;
use super::probe::Probe;
use super::smallest::{OpenBackend, RESOURCES};
use crate::differences::descend::{Cause, Descent, Detail, Kind, ReportedCounts, Side, descend};
use crate::differences::search::StopIf;
use std::collections::{BTreeSet, HashSet};
use vperft::inner::backend::{BackendError, Question};
use vperft::inner::corpus::suite::{Case, Check, Corpus, Tier};
use vperft::inner::game::variant::VariantId;

/// The most nodes that are counted to find wrong counts, and for one count.
const MAX_NODES: u128 = 100_000;
const MAX_NODES_OF_COUNT: u128 = 10_000;
/// The most wrong counts that are walked down, and the most of them whose cause is in no position.
const MAX_WALKS: usize = 10;
const MAX_COUNTS: usize = 5;

/// What wrong counts lead to.
#[derive(Default)]
pub(super) struct Below {
    /// The positions at which a wrong count has its cause.
    pub probes: Vec<Probe>,
    /// The counts below which no position shows a cause.
    pub counts_only: Vec<CountFailure>,
    /// The number of counts that the backend answered.
    pub counted: usize,
}

impl Inquiry<'_> {
    /// Counts from the cases that find most, except those whose own moves are wrong, and walks down wrong counts.
    ///
    /// # Errors
    /// If the rules give no answer.
    pub fn below_roots(&mut self, corpus: &Corpus, open: OpenBackend<'_>) -> Result<Below, BackendError> {
        let rules: OpenBackend<'_> = &|| self.rules_backend();
        let [mut a, mut b] = [rules, open].map(|open| Side::new(open(), open, self.variant, RESOURCES));
        let wrong_roots: HashSet<_> = self.backend.0.keys().map(|&number| &self.probes[number]).collect();
        let is_stopped = || self.observer.is_stopped();
        let mut left = MAX_NODES;
        let mut below = Below::default();
        for (case, depths, nodes) in counts(corpus, self.variant) {
            let path = case.path(&corpus.position(case).vfen);
            let probe = Probe {
                case: case.id.clone(),
                vfen: path.vfen.to_owned(),
                moves: path.moves.to_vec(),
                question: Question::Survey,
            };
            let walks = below.probes.len() + below.counts_only.len();
            if walks == MAX_WALKS || below.counts_only.len() == MAX_COUNTS || is_stopped() {
                break;
            }
            let Some(rest) = left.checked_sub(nodes).filter(|_| !wrong_roots.contains(&probe)) else {
                continue;
            };
            left = rest;
            let mut depths = depths.into_iter();
            let is_wrong = |depth: &u32| match (a.perft(path, *depth), b.perft(path, *depth)) {
                (Ok(right), Ok(count)) => {
                    below.counted += 1;
                    count != right
                }
                _ => false,
            };
            let Some(depth) = depths.find(is_wrong) else { continue };
            let descent = Descent { root: path, depth, causes: 1 };
            let reported = ReportedCounts::default();
            let found = descend(&descent, &mut a, Some(&mut b), &reported, &StopIf(is_stopped))?;
            let Some(cause) = found.causes.first() else {
                if !is_stopped() {
                    let how = Some(Kind::Flaky.meaning().to_owned());
                    let Probe { case, vfen, moves, .. } = probe;
                    below.counts_only.push(CountFailure { case, vfen, moves, depth, how });
                }
                continue;
            };
            let to_cause = cause.path.iter().map(|step| step.text.clone());
            let at_cause = || probe.moves.iter().cloned().chain(to_cause).collect();
            let is_of_position = matches!(cause.kind, Kind::Set | Kind::Child | Kind::Route | Kind::Status);
            if is_of_position && b.lists {
                below.probes.push(Probe { moves: at_cause(), ..probe });
                continue;
            }
            let (moves, depth) = match cause.detail {
                Detail::Count { depth, .. } if is_of_position => (at_cause(), depth),
                _ => (probe.moves, depth),
            };
            let how = Some(how(cause));
            below.counts_only.push(CountFailure { case: probe.case, vfen: probe.vfen, moves, depth, how });
        }
        self.requests += b.requests;
        Ok(below)
    }
}

/// How a count is wrong, if neither moves nor a position after one are.
fn how(cause: &Cause) -> String {
    let error = match (cause.kind, &cause.detail) {
        (Kind::Convention, Detail::Moves { .. }) => {
            return "it has no moves where the game is over, and perft goes on (GEN-PERFT)".into();
        }
        (Kind::Set, Detail::Count { a, b, .. }) => return format!("it is {b}; expected {a}"),
        (Kind::Route, Detail::Count { a, b, .. }) => {
            return format!("it is {b}; expected {a}; {}", cause.kind.meaning());
        }
        (_, Detail::NoAnswer { error, .. }) => error,
        _ => return cause.kind.meaning().to_owned(),
    };
    let moves: Vec<_> = cause.path.iter().map(|step| step.text.as_str()).collect();
    if moves.is_empty() { error.clone() } else { format!("after {}: {error}", moves.join(" | ")) }
}

/// The depths of the cheap counts of each case of the smoke tier, with the nodes of all: the cases that find most first. A count may be
/// wrong only after a shallower one, by an entry of a hash table.
fn counts(corpus: &Corpus, variant: VariantId) -> Vec<(&Case, BTreeSet<u32>, u128)> {
    let is_cheap = |case: &Case, check: &&Check| {
        check.question.is_count() && check.nodes() <= MAX_NODES_OF_COUNT && case.tier(check) == Tier::Smoke
    };
    let of_case = |case| {
        let cheap: Vec<_> = Case::list(case).filter(|check| is_cheap(case, check)).collect();
        let depths = cheap.iter().map(|check| check.question.plies()).collect();
        (case, depths, cheap.iter().map(|check| check.nodes()).sum())
    };
    let mut cases: Vec<_> = corpus.of_variant(variant).map(|(_, case)| of_case(case)).collect();
    cases.sort_by_key(|(case, _, nodes)| (case.worth, *nodes));
    cases
}
