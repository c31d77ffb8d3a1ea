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
use std::collections::HashSet;
use vperft::inner::backend::{BackendError, Question};
use vperft::inner::corpus::suite::{Case, Check, Corpus, Tier};
use vperft::inner::game::variant::VariantId;

/// The most nodes that are counted to find wrong counts, and for one count.
const MAX_NODES: u128 = 60_000;
const MAX_NODES_OF_COUNT: u128 = 10_000;
/// The most wrong counts that are walked down.
const MAX_WALKS: usize = 10;

/// What wrong counts lead to.
#[derive(Default)]
pub(super) struct Below {
    /// The positions at which a wrong count has its cause.
    pub probes: Vec<Probe>,
    /// The counts below which no position shows a cause.
    pub counts_only: Vec<CountFailure>,
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
        for (case, depth, nodes) in counts(corpus, self.variant) {
            let path = case.path(&corpus.position(case).vfen);
            let probe = Probe {
                case: case.id.clone(),
                vfen: path.vfen.to_owned(),
                moves: path.moves.to_vec(),
                question: Question::Survey,
            };
            let walks = below.probes.len() + below.counts_only.len();
            if walks == MAX_WALKS || is_stopped() {
                break;
            }
            let Some(rest) = left.checked_sub(nodes).filter(|_| !wrong_roots.contains(&probe)) else {
                continue;
            };
            left = rest;
            let (Ok(right), Ok(count)) = (a.perft(path, depth), b.perft(path, depth)) else { continue };
            if count == right {
                continue;
            }
            let descent = Descent { root: path, depth, causes: 1 };
            let reported = ReportedCounts::default();
            let found = descend(&descent, &mut a, Some(&mut b), &reported, &StopIf(is_stopped))?;
            let Some(cause) = found.causes.first() else { continue };
            match cause.kind {
                Kind::Set | Kind::Child | Kind::Route | Kind::Status => {
                    let moves =
                        probe.moves.into_iter().chain(cause.path.iter().map(|step| step.text.clone()));
                    let moves = moves.collect();
                    below.probes.push(Probe { moves, ..probe });
                }
                _ => below.counts_only.push(CountFailure {
                    case: probe.case,
                    vfen: probe.vfen,
                    moves: probe.moves,
                    depth,
                    how: Some(how(cause)),
                }),
            }
        }
        self.requests += b.requests;
        Ok(below)
    }
}

/// How a count is wrong, if neither moves nor a position after one are.
fn how(cause: &Cause) -> String {
    let Detail::NoAnswer { error } = &cause.detail else { return cause.kind.meaning().to_owned() };
    let moves: Vec<_> = cause.path.iter().map(|step| step.text.as_str()).collect();
    if moves.is_empty() { error.clone() } else { format!("after {}: {error}", moves.join(" | ")) }
}

/// The deepest cheap count of each case of the smoke tier with at least two plies, with its nodes: the cases that find most first.
fn counts(corpus: &Corpus, variant: VariantId) -> Vec<(&Case, u32, u128)> {
    let is_cheap = |case: &Case, check: &&Check| {
        check.question.is_count()
            && check.question.plies() >= 2
            && check.nodes() <= MAX_NODES_OF_COUNT
            && case.tier(check) == Tier::Smoke
    };
    let deepest = |case: &'_ Case| {
        let checks = case.list().filter(|check| is_cheap(case, check));
        checks.map(|check| (check.question.plies(), check.nodes())).max()
    };
    let cases =
        corpus.of(variant).filter_map(|(_, case)| deepest(case).map(|(depth, nodes)| (case, depth, nodes)));
    let mut cases: Vec<_> = cases.collect();
    cases.sort_by_key(|(case, _, nodes)| (case.worth, *nodes));
    cases
}
