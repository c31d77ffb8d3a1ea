//! Makes the first example of a mistake as small as possible, unless the mistake is about a rule.
//!
//! Invariant: the smaller position shows the same mistake: the known one, or a wrong answer that its description covers.

use super::answers::{Answers, WrongAnswer, child_differences};
use super::attribution::Chosen;
use super::diagnosis::{DiagnosedCause, Diagnosis, Witness};
use super::inquiry::Inquiry;
use super::probe::Probe;
use super::world::World;
use crate::differences::descend::{Cause, Detail, Side};
use crate::differences::search::{SearchEnd, SearchObserver, StopIf};
use crate::differences::shrink::{ShrinkSettings, confirm, shrink};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use vperft::inner::backend::{Backend, BackendError, PositionPath, Question};
use vperft::inner::game::perft::Resources;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::ModifiedRulebook;
use vperft::inner::generators;

/// The limits for all examples together, and for each.
const TIMEOUT: Duration = Duration::from_secs(8);
const MAX_REQUESTS: u64 = 2000;
/// The threads and the memory for counts.
pub(super) const RESOURCES: Resources = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };

/// Opens a fresh process of the backend.
pub type OpenBackend<'o> = &'o (dyn Fn() -> Box<dyn Backend> + Sync);

impl Inquiry<'_> {
    /// Replaces the first example of every mistake by a smaller one, as far as there is time. Mistakes about rules are left out,
    /// because the corpus has small positions for these.
    pub fn shrink_examples(&self, found: &mut Diagnosis, open: OpenBackend<'_>) {
        let end = Instant::now() + TIMEOUT;
        let deadline = StopIf(|| Instant::now() >= end || self.observer.is_stopped());
        let rules: OpenBackend<'_> = &|| self.rules_backend();
        let [mut a, mut b] = [rules, open].map(|open| Side::new(open(), open, self.variant, RESOURCES));
        for cause in found.causes.iter_mut().filter(|cause| self.is_to_be_shrunk(cause)) {
            if deadline.0() {
                break;
            }
            if let Some(smaller) = self.smaller(cause, [&mut a, &mut b], &deadline) {
                cause.examples[0] = smaller;
            }
        }
    }

    /// The rules as a backend.
    pub(super) fn rules_backend(&self) -> Box<dyn Backend> {
        let book = ModifiedRulebook::new(self.settings.rulings.clone(), Default::default());
        Box::new(generators::oracle(&book))
    }

    /// Whether the first example is a position, and the mistake neither lacks a clause nor follows another reading.
    fn is_to_be_shrunk(&self, cause: &DiagnosedCause) -> bool {
        let is_rule = cause.mistake.as_ref().is_some_and(|mistake| !mistake.is_generated());
        let is_position = |witness: &Witness| witness.probe.question == Question::Survey;
        !is_rule && cause.examples.first().is_some_and(is_position)
    }

    /// The first example made smaller; `None` if there is nothing smaller.
    fn smaller(
        &self,
        cause: &DiagnosedCause,
        [a, b]: [&mut Side<'_>; 2],
        deadline: &SearchObserver<'_>,
    ) -> Option<Witness> {
        let first = cause.examples.first()?;
        let path = first.probe.path();
        let (kind, detail) = confirm(self.variant, path, &detail(first)?, a, b, deadline)?;
        let mistake = match &cause.chosen {
            Chosen::Mistake { mistake, .. } => vec![*mistake],
            Chosen::Pattern(_) => Vec::new(),
        };
        let worlds = RefCell::new([self.world(&[]), self.world(&mistake)]);
        let shown = |path: PositionPath<'_>, detail: &Detail| {
            self.shown(cause, &mut worlds.borrow_mut(), path, detail).unwrap_or_default()
        };
        let accepts = |path: PositionPath<'_>, detail: &Detail| !shown(path, detail).is_empty();
        let shrinking = ShrinkSettings {
            variant: self.variant,
            rulings: &self.settings.rulings,
            root: path,
            depth: 1,
            max_requests: MAX_REQUESTS,
            clause_switch: None,
            accepts: Some(&accepts),
        };
        let start = Cause { kind, detail, vfen: first.vfen.clone(), path: Vec::new() };
        let shrunk = shrink(&shrinking, &start, a, b, deadline).ok()?;
        let path = PositionPath { vfen: &shrunk.vfen, moves: &shrunk.moves };
        let differences = shown(path, &shrunk.detail);
        if shrunk.end == SearchEnd::NotReproduced || differences.is_empty() {
            return None;
        }
        let vfen = a.after(path).ok()?;
        let probe = Probe { vfen: shrunk.vfen.clone(), moves: shrunk.moves.clone(), ..first.probe.clone() };
        Some(Witness { probe, vfen, differences: differences.into_iter().collect(), is_shrunk: true })
    }

    /// The wrong answers at a position that are of the mistake. `worlds` are the rules and those with the mistake.
    fn shown(
        &self,
        cause: &DiagnosedCause,
        [rules, wrong]: &mut [World; 2],
        path: PositionPath<'_>,
        detail: &Detail,
    ) -> Result<BTreeSet<WrongAnswer>, BackendError> {
        let (vfen, moves) = (path.vfen.to_owned(), path.moves.to_vec());
        let probe = Probe { case: String::new(), vfen, moves, question: Question::Survey };
        let found: BTreeSet<_> = of_detail(detail).into_iter().collect();
        let right = rules.respond(&probe)?;
        Ok(match &cause.chosen {
            Chosen::Mistake { .. } => {
                let expected = super::answers::differences(&right, &wrong.respond(&probe)?);
                found.intersection(&expected).cloned().collect()
            }
            Chosen::Pattern(pattern) => {
                let described =
                    |right: &Answers| self.described_differences(pattern, right, &probe.moves, &found);
                right.as_ref().map(described).unwrap_or_default()
            }
        })
    }
}

/// The difference that a shrink preserves: the moves, or else the first position after a move, or the status.
fn detail(witness: &Witness) -> Option<Detail> {
    let mut lists = [const { Vec::new() }; 3];
    for difference in &witness.differences {
        match difference {
            WrongAnswer::Missing { text } => lists[0].push(text.clone()),
            WrongAnswer::Extra { text } => lists[1].push(text.clone()),
            WrongAnswer::Duplicate { text } => lists[2].push(text.clone()),
            _ => {}
        }
    }
    let [missing, extra, duplicate] = lists;
    if [&missing, &extra, &duplicate].iter().any(|list| !list.is_empty()) {
        return Some(Detail::Moves { missing, extra, duplicate });
    }
    match witness.differences.first()? {
        WrongAnswer::Child { text, .. } => {
            Some(Detail::Child { text: text.clone(), a: String::new(), b: String::new() })
        }
        WrongAnswer::Status { .. } => Some(Detail::Status { a: Status::Ongoing, b: Status::Ongoing }),
        _ => None,
    }
}

/// The differences that a detail consists of.
fn of_detail(detail: &Detail) -> Vec<WrongAnswer> {
    match detail {
        Detail::Moves { missing, extra, duplicate } => {
            let missing = missing.iter().map(|text| WrongAnswer::Missing { text: text.clone() });
            let extra = extra.iter().map(|text| WrongAnswer::Extra { text: text.clone() });
            let duplicate = duplicate.iter().map(|text| WrongAnswer::Duplicate { text: text.clone() });
            missing.chain(extra).chain(duplicate).collect()
        }
        Detail::Child { text, a, b } => child_differences(text, a, b),
        Detail::Status { a, b } => {
            vec![WrongAnswer::Status { expected: a.to_string(), answered: b.to_string() }]
        }
        Detail::Count { .. } | Detail::NoAnswer { .. } | Detail::Relation { .. } => Vec::new(),
    }
}
