//! What expectations make of the results of a run.

use super::{Entry, Expectations, Word};
use crate::corpus::check::CaseResult;
use crate::corpus::question::Verdict;
use crate::corpus::suite::Check;
use serde::Serialize;

/// What differs between the expectations and the results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectationDiff {
    /// The indices of the entries that no longer hold.
    pub fixed: Vec<usize>,
    /// What no entry says, in the order of the results.
    pub new: Vec<New>,
}

/// Something about a case that no entry says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct New {
    /// The id of the case.
    pub case: String,
    /// The name of the check; any of the case if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// In what way one of its checks fails.
    pub verdict: Word,
    /// The moves that differ in this way, where that can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
}

impl ExpectationDiff {
    /// The same with one line for each way in which the checks of a case fail, whatever the check and the moves.
    #[must_use]
    pub fn by_case(self) -> Self {
        let mut new = Vec::<New>::new();
        for one in self.new {
            let one = New { check: None, moves: None, ..one };
            if !new.contains(&one) {
                new.push(one);
            }
        }
        Self { new, ..self }
    }
}

/// What an entry met.
#[derive(Clone, Copy, Default)]
struct Met {
    /// A check of which it could be told whether the entry holds.
    judged: bool,
    /// A check of which it holds.
    holds: bool,
}

impl Expectations {
    /// Why a check is known to fail: the reason of the first entry that says so, if the entries say all there is to say of
    /// the verdict.
    #[must_use]
    pub fn reason(&self, case: &str, check: &Check, verdict: &Verdict) -> Option<String> {
        let words = Word::of(verdict).into_iter();
        let words: Vec<_> =
            words.map(|word| (word, word.moves(verdict).unwrap_or_default().to_vec())).collect();
        self.reason_of(case, &check.to_string(), &words)
    }

    /// The same of a check of this name, given all that can be said of its verdict: in which ways it fails, each with the moves
    /// that differ.
    #[must_use]
    pub fn reason_of(&self, case: &str, check: &str, words: &[(Word, Vec<String>)]) -> Option<String> {
        let entries: Vec<_> = self.entries.iter().filter(|entry| entry.is_about(case, check)).collect();
        let covers = |entry: &Entry, (word, moves): &(Word, Vec<String>)| entry.covers_moves(*word, moves);
        let is_known = |word| entries.iter().any(|entry| covers(entry, word));
        let holds = |entry: &&&Entry| words.iter().any(|word| covers(entry, word));
        let first = entries.iter().find(holds).filter(|_| words.iter().all(is_known));
        first.map(|entry| entry.reason.clone())
    }

    /// What differs between the entries and the results.
    #[must_use]
    pub fn compare(&self, results: &[CaseResult<'_>]) -> ExpectationDiff {
        let mut met = vec![Met::default(); self.entries.len()];
        let mut new = Vec::new();
        for result in results {
            for one in &result.checks {
                let mut unknown = Word::of(&one.verdict);
                for (index, entry) in self.about(&result.case.id, one.check) {
                    let met = &mut met[index];
                    met.judged |= is_judged(entry.verdict, &one.verdict);
                    met.holds |= Word::of(&one.verdict).iter().any(|word| entry.covers(*word, &one.verdict));
                    unknown.retain(|word| !entry.covers(*word, &one.verdict));
                }
                // Nobody is to be told of what is no failure; it may be known all the same.
                let is_failure = |word: &Word| !matches!(word, Word::Unsupported | Word::OtherReason);
                for verdict in unknown.into_iter().filter(is_failure) {
                    let (case, check) = (result.case.id.clone(), Some(one.check.to_string()));
                    let moves = verdict.moves(&one.verdict).map(<[String]>::to_vec);
                    new.push(New { case, check, verdict, moves });
                }
            }
        }
        let fixed = met.iter().enumerate().filter(|(_, met)| met.judged && !met.holds);
        ExpectationDiff { fixed: fixed.map(|(index, _)| index).collect(), new }
    }

    /// The entries about a check, each with its index.
    fn about(&self, case: &str, check: &Check) -> impl Iterator<Item = (usize, &Entry)> {
        let name = check.to_string();
        self.entries.iter().enumerate().filter(move |(_, entry)| entry.is_about(case, &name))
    }
}

/// Whether a verdict tells if what an entry says holds. A wrong answer cannot be seen where there is none.
const fn is_judged(word: Word, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Pass | Verdict::OtherReason { .. } | Verdict::Fail { .. } => true,
        Verdict::Error { .. } => !word.is_of_an_answer(),
        Verdict::Unsupported { .. } => matches!(word, Word::Unsupported),
    }
}
