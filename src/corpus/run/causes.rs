//! What the failures of a run have in common: the clauses and bugs whose cases fail, the moves that differ by piece, the errors
//! that say the same, and the cases to look at first.
//!
//! Invariant: it follows from the results and the corpus alone, and all its lists are sorted, the likeliest cause first.

use crate::corpus::check::{CaseResult, CheckResult, MoveDifference};
use crate::corpus::check::{is_likely_cause, move_differences, mover};
use crate::corpus::question::{ErrorKind, Verdict};
use crate::corpus::suite::{Corpus, Origin};
use crate::game::variant::VariantId;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How many cases are named to look at first.
pub const MAX_CASES_SHOWN: usize = 10;

/// What the failures of a run have in common. What is known to fail does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Causes {
    /// The clauses that failing cases exercise.
    pub clauses: Vec<FailureShare>,
    /// The bugs that failing cases catch, where they fit what differs.
    pub bugs: Vec<FailureShare>,
    /// The moves that differ.
    pub moves: Vec<MoveGroup>,
    /// The errors.
    pub errors: Vec<ErrorGroup>,
    /// The ids of the cases to look at first: those made by hand, and of these one for each thing that differs.
    pub first: Vec<String>,
}

/// How many of the cases about something fail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureShare {
    /// The variant.
    pub variant: VariantId,
    /// The id of the clause or the bug.
    pub id: String,
    /// How many of its cases fail.
    pub failed: usize,
    /// How many of its cases were checked.
    pub cases: usize,
}

/// Moves that differ in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveGroup {
    /// The variant.
    pub variant: VariantId,
    /// In what way.
    pub kind: MoveDifference,
    /// How many moves there are, each counted once in each case.
    pub count: usize,
    /// How many of them each piece makes, by its label, the most frequent first.
    pub pieces: Vec<(String, usize)>,
}

/// Checks whose errors say the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorGroup {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The words of the first.
    pub message: String,
    /// The first case with it.
    pub first: String,
    /// How many checks have it.
    pub checks: usize,
    /// In how many cases.
    pub cases: usize,
}

impl Causes {
    /// What is to be said where nothing was answered: nothing but why.
    #[must_use]
    pub fn of_unresponsive(results: &[CaseResult<'_>]) -> Self {
        let first = results.iter().find(|result| fails(result)).map(|result| result.case.id.clone());
        Self { errors: alike(results), first: first.into_iter().collect(), ..Self::default() }
    }

    /// What the failures of these results have in common.
    #[must_use]
    pub fn of(results: &[CaseResult<'_>], corpus: &Corpus) -> Self {
        let clauses = |result: &CaseResult<'_>| result.case.clauses.clone();
        let bugs = |result: &CaseResult<'_>| result.bugs.iter().map(|bug| bug.id.clone()).collect();
        Self {
            clauses: shares(results, clauses, |_, _| true),
            bugs: shares(results, bugs, fits),
            moves: moves(results),
            errors: alike(results),
            first: first(results, corpus),
        }
    }
}

/// Whether a case fails.
fn fails(result: &CaseResult<'_>) -> bool {
    result.checks.iter().any(CheckResult::is_failure)
}

/// Whether a bug of a failing case may be what is behind one of its failures.
fn fits(result: &CaseResult<'_>, id: &str) -> bool {
    result.bugs.iter().any(|bug| bug.id == id && is_likely_cause(result, bug))
}

/// How many of the cases about each subject fail, those whose failures it explains best first: many fail, and few pass.
fn shares(
    results: &[CaseResult<'_>],
    subjects: impl Fn(&CaseResult<'_>) -> Vec<String>,
    fits: impl Fn(&CaseResult<'_>, &str) -> bool,
) -> Vec<FailureShare> {
    let mut counts = BTreeMap::<(VariantId, String), (usize, usize)>::new();
    for result in results {
        for id in subjects(result) {
            let is_failure = fails(result) && fits(result, &id);
            let (failed, cases) = counts.entry((result.variant, id)).or_default();
            *cases += 1;
            *failed += usize::from(is_failure);
        }
    }
    let shares = counts.into_iter().filter(|(_, (failed, _))| *failed > 0);
    let share = |((variant, id), (failed, cases))| FailureShare { variant, id, failed, cases };
    let mut shares: Vec<_> = shares.map(share).collect();
    // Whole numbers, so that the order is the same everywhere: the failing cases times their share of all.
    shares
        .sort_by_key(|share| Reverse((1_000_000 * share.failed * share.failed / share.cases, share.failed)));
    shares
}

/// The moves that differ, by how and by piece.
fn moves(results: &[CaseResult<'_>]) -> Vec<MoveGroup> {
    let mut counts = BTreeMap::<(VariantId, MoveDifference), BTreeMap<String, usize>>::new();
    for result in results {
        let failing = result.checks.iter().filter(|one| one.is_failure());
        // The same move may be of several checks.
        let each: BTreeSet<_> = failing.flat_map(|one| move_differences(one)).collect();
        for (kind, text) in each {
            let piece = mover(text).unwrap_or_else(|| "?".into());
            *counts.entry((result.variant, kind)).or_default().entry(piece).or_default() += 1;
        }
    }
    let row = |((variant, kind), pieces): ((VariantId, MoveDifference), BTreeMap<String, usize>)| {
        let mut pieces: Vec<_> = pieces.into_iter().collect();
        pieces.sort_by_key(|(_, count)| Reverse(*count));
        MoveGroup { variant, kind, count: pieces.iter().map(|(_, count)| count).sum(), pieces }
    };
    let mut rows: Vec<_> = counts.into_iter().map(row).collect();
    rows.sort_by_key(|row| (row.variant, Reverse(row.count)));
    rows
}

/// What an error says, whatever was asked: two errors with the same text of this kind have the same cause.
#[must_use]
pub fn error_core(message: &str) -> &str {
    let after = |mark: &str| message.find(mark).map(|at| &message[at + mark.len()..]);
    match message.split_once(": asked for ") {
        Some(_) => after(", it ").unwrap_or(message),
        None if message.starts_with("gave no answer to ") => after(" within ").unwrap_or(message),
        None => message,
    }
}

/// The errors that say the same, the most frequent first.
fn alike(results: &[CaseResult<'_>]) -> Vec<ErrorGroup> {
    let mut found = BTreeMap::<(ErrorKind, &str), ErrorGroup>::new();
    let mut last = BTreeMap::<(ErrorKind, &str), &str>::new();
    for result in results {
        for one in result.checks.iter().filter(|one| one.is_failure()) {
            // A legal move that is refused is told as such.
            let Verdict::Error { kind, message } = &one.verdict else { continue };
            if !move_differences(one).is_empty() {
                continue;
            }
            let (key, id) = ((*kind, error_core(message)), &result.case.id);
            let new = || ErrorGroup {
                kind: *kind,
                message: message.clone(),
                first: id.clone(),
                checks: 0,
                cases: 0,
            };
            let alike = found.entry(key).or_insert_with(new);
            alike.checks += 1;
            alike.cases += usize::from(last.insert(key, id) != Some(id));
        }
    }
    let mut found: Vec<_> = found.into_values().collect();
    found.sort_by_key(|alike| Reverse(alike.checks));
    found
}

/// The cases to look at first. Those made by hand show one thing each; those found in print or in random play show that
/// something is wrong and not what.
fn first(results: &[CaseResult<'_>], corpus: &Corpus) -> Vec<String> {
    let rank = |result: &CaseResult<'_>| match corpus.position(result.case).origin {
        Origin::Constructed => 0,
        Origin::Published { .. } => 1,
        Origin::Random { .. } => 2,
        Origin::Chance { .. } => 3,
    };
    let mut failing: Vec<_> = results.iter().filter(|result| fails(result)).collect();
    // Few differences before many: they are read faster.
    failing.sort_by_key(|result| (rank(result), traits(result).len()));
    let mut seen = BTreeSet::new();
    let mut is_new = |result: &&CaseResult<'_>| {
        let before = seen.len();
        seen.extend(traits(result));
        seen.len() > before
    };
    let (new, mut other): (Vec<_>, Vec<_>) = failing.into_iter().partition(&mut is_new);
    // An error that was told says nothing more by another case.
    let is_wrong = |one: &CheckResult<'_>| one.is_failure() && matches!(one.verdict, Verdict::Fail { .. });
    other.retain(|result| result.checks.iter().any(is_wrong));
    let mut first: Vec<_> = new.into_iter().chain(other).take(MAX_CASES_SHOWN).collect();
    first.sort_by_key(|result| rank(result));
    first.into_iter().map(|result| result.case.id.clone()).collect()
}

/// What differs in a case, in words that are the same where the cause may be.
fn traits(result: &CaseResult<'_>) -> BTreeSet<String> {
    let mut traits = BTreeSet::new();
    for one in result.checks.iter().filter(|one| one.is_failure()) {
        let moves = move_differences(one);
        for (kind, text) in &moves {
            traits.insert(format!("{} {kind:?} {}", result.variant, mover(text).unwrap_or_default()));
        }
        match &one.verdict {
            Verdict::Error { kind, message } => traits.insert(format!("{kind} {}", error_core(message))),
            // A wrong count says nothing of its own where the lists of moves differ.
            verdict if moves.is_empty() => traits.insert(format!("{} {}", result.variant, verdict.word())),
            _ => false,
        };
    }
    traits
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn errors_are_alike_whatever_was_asked() {
        for (message, expected) in [
            (
                "crashed: asked for `moves`, it ended (exit status: 1); the end of its stderr: no",
                "ended (exit status: 1); the end of its stderr: no",
            ),
            (
                "crashed: asked for 2 8/8 w - - 0 1, it cannot be started: x: no such file",
                "cannot be started: x: no such file",
            ),
            ("gave no answer to `moves` within 2s", "2s"),
            ("refused the move: no, it is none", "refused the move: no, it is none"),
        ] {
            assert_eq!(error_core(message), expected);
        }
    }
}
