//! Groups the failures of a run by likely cause: clauses, bugs, moves by piece, and errors with the same
//! text.
//!
//! Also picks the cases to look at first. Invariant: the result depends only on the results and the corpus.
//! Every list starts with the likeliest cause.

use super::error_key;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::corpus::check::{CaseResult, CheckResult, MoveDifference};
use vperft::inner::corpus::check::{is_likely_cause, move_differences, mover};
use vperft::inner::corpus::question::{ErrorKind, Verdict};
use vperft::inner::corpus::suite::{Corpus, Origin};
use vperft::inner::game::variant::VariantId;

/// The maximum number of cases listed to look at first.
pub const MAX_CASES_SHOWN: usize = 10;

/// The likely causes of the failures of a run, known failures excluded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Causes {
    /// The clauses cited by failing cases.
    pub clauses: Vec<FailureShare>,
    /// The bugs that failing cases catch and whose symptoms match the differences.
    pub bugs: Vec<FailureShare>,
    /// The moves that differ.
    pub moves: Vec<MoveGroup>,
    /// The errors.
    pub errors: Vec<ErrorGroup>,
    /// The ids of the cases to look at first: handmade cases come first, one for each distinct difference.
    pub first: Vec<String>,
}

/// The number of failing cases about one clause or bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureShare {
    /// The variant.
    pub variant: VariantId,
    /// The id of the clause or the bug.
    pub id: String,
    /// How many of its cases fail.
    pub failed: usize,
    /// How many of its cases were run.
    pub cases: usize,
}

/// Moves that differ in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveGroup {
    /// The variant.
    pub variant: VariantId,
    /// How they differ.
    pub kind: MoveDifference,
    /// The number of moves; each counts once per case.
    pub count: usize,
    /// The number of moves of each piece, by label, the most frequent first.
    pub pieces: Vec<(String, usize)>,
}

/// Checks with the same error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorGroup {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The message of the first error.
    pub message: String,
    /// The first case with this error.
    pub first: String,
    /// The number of checks with this error.
    pub checks: usize,
    /// The number of cases with this error.
    pub cases: usize,
}

impl Causes {
    /// The causes for an unresponsive backend: only its errors and the first failing case.
    #[must_use]
    pub fn of_unresponsive(results: &[CaseResult<'_>]) -> Self {
        let first = results.iter().find(|result| fails(result)).map(|result| result.case.id.clone());
        Self { errors: group_errors(results), first: first.into_iter().collect(), ..Self::default() }
    }

    /// Groups the failures of these results.
    #[must_use]
    pub fn from_results(results: &[CaseResult<'_>], corpus: &Corpus) -> Self {
        let clauses = |result: &CaseResult<'_>| result.case.clauses.clone();
        let bugs = |result: &CaseResult<'_>| result.bugs.iter().map(|bug| bug.id.clone()).collect();
        Self {
            clauses: shares(results, clauses, |_, _| true),
            bugs: shares(results, bugs, explains),
            moves: group_moves(results),
            errors: group_errors(results),
            first: first_cases(results, corpus),
        }
    }
}

/// Whether a check of a case fails.
fn fails(result: &CaseResult<'_>) -> bool {
    result.checks.iter().any(CheckResult::is_failure)
}

/// Whether a bug is a likely cause of one of the failures of a case.
fn explains(result: &CaseResult<'_>, id: &str) -> bool {
    result.bugs.iter().any(|bug| bug.id == id && is_likely_cause(result, bug))
}

/// Counts the failing cases about each subject. The subjects that explain most come first: many of their
/// cases fail and few pass.
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
    // Integers keep the order the same on every machine: the number of failing cases times the share that
    // fails.
    shares
        .sort_by_key(|share| Reverse((1_000_000 * share.failed * share.failed / share.cases, share.failed)));
    shares
}

/// Groups the moves that differ by kind of difference and by piece.
fn group_moves(results: &[CaseResult<'_>]) -> Vec<MoveGroup> {
    let mut counts = BTreeMap::<(VariantId, MoveDifference), BTreeMap<String, usize>>::new();
    for result in results {
        let failing = result.checks.iter().filter(|one| one.is_failure());
        // Several checks of a case may report the same move.
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

/// Groups the errors by kind and key, the most frequent first.
fn group_errors(results: &[CaseResult<'_>]) -> Vec<ErrorGroup> {
    let mut found = BTreeMap::<(ErrorKind, String), ErrorGroup>::new();
    let mut last = BTreeMap::<(ErrorKind, String), &str>::new();
    for result in results {
        for one in result.checks.iter().filter(|one| one.is_failure()) {
            // A refused legal move is reported as a move difference.
            let Verdict::Error { kind, message } = &one.verdict else { continue };
            if !move_differences(one).is_empty() {
                continue;
            }
            let (key, id) = ((*kind, error_key(message)), &result.case.id);
            let new = || ErrorGroup {
                kind: *kind,
                message: message.clone(),
                first: id.clone(),
                checks: 0,
                cases: 0,
            };
            let group = found.entry(key.clone()).or_insert_with(new);
            group.checks += 1;
            group.cases += usize::from(last.insert(key, id) != Some(id));
        }
    }
    let mut found: Vec<_> = found.into_values().collect();
    found.sort_by_key(|group| Reverse(group.checks));
    found
}

/// The cases to look at first. Handmade cases come first because each shows one thing; published and random
/// positions show that something is wrong, but not what.
fn first_cases(results: &[CaseResult<'_>], corpus: &Corpus) -> Vec<String> {
    let rank = |result: &CaseResult<'_>| match corpus.position(result.case).origin {
        Origin::Constructed => 0,
        Origin::Published { .. } => 1,
        Origin::Random { .. } => 2,
        Origin::Chance { .. } => 3,
    };
    let mut failing: Vec<_> = results.iter().filter(|result| fails(result)).collect();
    // Cases with fewer differences are quicker to read.
    failing.sort_by_key(|result| (rank(result), difference_keys(result).len()));
    let mut seen = BTreeSet::new();
    let mut is_new = |result: &&CaseResult<'_>| {
        let before = seen.len();
        seen.extend(difference_keys(result));
        seen.len() > before
    };
    let (new, mut other): (Vec<_>, Vec<_>) = failing.into_iter().partition(&mut is_new);
    // A second case with the same error adds nothing.
    let is_wrong = |one: &CheckResult<'_>| one.is_failure() && matches!(one.verdict, Verdict::Fail { .. });
    other.retain(|result| result.checks.iter().any(is_wrong));
    let mut first: Vec<_> = new.into_iter().chain(other).take(MAX_CASES_SHOWN).collect();
    first.sort_by_key(|result| rank(result));
    first.into_iter().map(|result| result.case.id.clone()).collect()
}

/// Keys for the differences of a case; two cases with the same key probably have the same cause.
fn difference_keys(result: &CaseResult<'_>) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for one in result.checks.iter().filter(|one| one.is_failure()) {
        let moves = move_differences(one);
        for (kind, text) in &moves {
            keys.insert(format!("{} {kind:?} {}", result.variant, mover(text).unwrap_or_default()));
        }
        match &one.verdict {
            Verdict::Error { kind, message } => keys.insert(format!("{kind} {}", error_key(message))),
            // A wrong count adds nothing if the move lists differ too.
            verdict if moves.is_empty() => keys.insert(format!("{} {}", result.variant, verdict.word())),
            _ => false,
        };
    }
    keys
}
