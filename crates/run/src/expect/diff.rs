//! Compares expectations with the results of a run.

use super::{Expectation, Expectations, FailureKind};
use serde::Serialize;
use std::collections::HashSet;
use vperft::inner::corpus::check::{CaseResult, SelectedCase};
use vperft::inner::corpus::question::Verdict;
use vperft::inner::corpus::suite::Check;

/// The differences between expectations and results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectationDiff {
    /// The indices of entries that no longer apply.
    pub fixed: Vec<usize>,
    /// The failures that no entry covers, in the order of the results.
    pub new: Vec<NewFailure>,
}

/// A failure that no entry covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewFailure {
    /// The id of the case.
    pub case: String,
    /// The name of the check; `None` stands for any check of the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// How the check fails.
    pub verdict: FailureKind,
    /// The moves that differ in this way, for move lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
}

impl ExpectationDiff {
    /// Merges the new failures of a case that fail in the same way, and drops check and moves.
    #[must_use]
    pub fn by_case(self) -> Self {
        let mut new = Vec::<NewFailure>::new();
        for one in self.new {
            let one = NewFailure { check: None, moves: None, ..one };
            if !new.contains(&one) {
                new.push(one);
            }
        }
        Self { new, ..self }
    }
}

/// What the results say about an entry.
#[derive(Clone, Copy, Default)]
struct EntryEvidence {
    /// Some result shows whether the entry applies.
    judged: bool,
    /// The entry applies to some result.
    holds: bool,
    /// The entry may apply to a check that was not made.
    is_open: bool,
}

impl Expectations {
    /// The reason why a check is known to fail: that of the first entry that applies. `None` unless the
    /// entries cover everything that is wrong with the verdict.
    #[must_use]
    pub fn reason(&self, case: &str, check: &Check, verdict: &Verdict) -> Option<String> {
        let words = FailureKind::from_verdict(verdict).into_iter();
        let words: Vec<_> =
            words.map(|word| (word, word.moves(verdict).unwrap_or_default().to_vec())).collect();
        self.reason_of(case, &check.to_string(), &words)
    }

    /// Like [`reason`](Self::reason), for a verdict given as all ways in which the check fails, each with the
    /// moves that differ.
    #[must_use]
    pub fn reason_of(&self, case: &str, check: &str, words: &[(FailureKind, Vec<String>)]) -> Option<String> {
        let entries: Vec<_> = self.entries.iter().filter(|entry| entry.is_about(case, check)).collect();
        let covers = |entry: &Expectation, (word, moves): &(FailureKind, Vec<String>)| {
            entry.covers_moves(*word, moves)
        };
        let is_known = |word| entries.iter().any(|entry| covers(entry, word));
        let holds = |entry: &&&Expectation| words.iter().any(|word| covers(entry, word));
        let first = entries.iter().find(holds).filter(|_| words.iter().all(is_known));
        first.map(|entry| entry.reason.clone())
    }

    /// Compares the entries with the results. `all` are the checks of which these are some or all.
    #[must_use]
    pub fn compare(&self, results: &[CaseResult<'_>], all: &[SelectedCase<'_>]) -> ExpectationDiff {
        let mut met = vec![EntryEvidence::default(); self.entries.len()];
        let mut new = Vec::new();
        for result in results {
            for one in &result.checks {
                let mut unknown = FailureKind::from_verdict(&one.verdict);
                for (index, entry) in self.about(&result.case.id, one.check) {
                    let met = &mut met[index];
                    met.judged |= is_judged(entry.verdict, &one.verdict);
                    met.holds |= FailureKind::from_verdict(&one.verdict)
                        .iter()
                        .any(|word| entry.covers(*word, &one.verdict));
                    unknown.retain(|word| !entry.covers(*word, &one.verdict));
                }
                // Unsupported checks and other reasons are not reported as new failures, although an entry
                // may cover them.
                let is_failure =
                    |word: &FailureKind| !matches!(word, FailureKind::Unsupported | FailureKind::OtherReason);
                for verdict in unknown.into_iter().filter(is_failure) {
                    let (case, check) = (result.case.id.clone(), Some(one.check.to_string()));
                    let moves = verdict.moves(&one.verdict).map(<[String]>::to_vec);
                    new.push(NewFailure { case, check, verdict, moves });
                }
            }
        }
        let made: HashSet<_> = results
            .iter()
            .flat_map(|result| result.checks.iter().map(|one| (&*result.case.id, one.check)))
            .collect();
        let checks = all.iter().flat_map(|item| item.checks.iter().map(|check| (&*item.case.id, *check)));
        for (case, check) in checks.filter(|one| !made.contains(one)) {
            self.about(case, check).for_each(|(index, _)| met[index].is_open = true);
        }
        let fixed = met.iter().enumerate().filter(|(_, met)| met.judged && !met.holds && !met.is_open);
        ExpectationDiff { fixed: fixed.map(|(index, _)| index).collect(), new }
    }

    /// The entries about a check, with their indices.
    fn about(&self, case: &str, check: &Check) -> impl Iterator<Item = (usize, &Expectation)> {
        let name = check.to_string();
        self.entries.iter().enumerate().filter(move |(_, entry)| entry.is_about(case, &name))
    }
}

/// Whether a verdict shows if an entry with this word applies. A wrong answer cannot be ruled out if there is
/// no answer.
const fn is_judged(word: FailureKind, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Pass | Verdict::OtherReason { .. } | Verdict::Fail { .. } => true,
        Verdict::Error { .. } => !word.is_of_an_answer(),
        Verdict::Unsupported { .. } => matches!(word, FailureKind::Unsupported),
    }
}
