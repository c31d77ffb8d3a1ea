//! What expectations make of the results of a run.

use super::{Expectations, Word};
use crate::check::{CaseResult, Verdict};
use serde::Serialize;

/// What differs between the expectations and the results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
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
    /// In what way one of its checks fails.
    pub verdict: Word,
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
    /// Marks the checks whose failures are known, each with the reason.
    pub fn apply(&self, results: &mut [CaseResult<'_>]) -> Outcome {
        let mut met = vec![Met::default(); self.entries.len()];
        let mut new = Vec::new();
        for result in results {
            for one in &mut result.checks {
                let words = Word::of(&one.verdict);
                let mut reason = None;
                let mut unknown = words.clone();
                let name = one.check.to_string();
                for (entry, met) in self.entries.iter().zip(&mut met) {
                    if !entry.is_about(&result.case.id, &name) {
                        continue;
                    }
                    met.judged |= is_judged(entry.verdict, &one.verdict);
                    if words.iter().any(|word| entry.verdict.covers(*word)) {
                        met.holds = true;
                        unknown.retain(|word| !entry.verdict.covers(*word));
                        reason.get_or_insert_with(|| entry.reason.clone());
                    }
                }
                if unknown.is_empty() {
                    one.known = reason;
                    continue;
                }
                // Nobody is to be told of what is not supported; it may be known all the same.
                for verdict in unknown.into_iter().filter(|word| *word != Word::Unsupported) {
                    let found = New { case: result.case.id.clone(), verdict };
                    if !new.contains(&found) {
                        new.push(found);
                    }
                }
            }
        }
        let fixed = met.iter().enumerate().filter(|(_, met)| met.judged && !met.holds);
        Outcome { fixed: fixed.map(|(index, _)| index).collect(), new }
    }
}

/// Whether a verdict tells if what an entry says holds. A wrong answer cannot be seen where there is none.
const fn is_judged(word: Word, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Pass | Verdict::Fail { .. } => true,
        Verdict::Error { .. } => !word.is_of_an_answer(),
        Verdict::Unsupported { .. } => matches!(word, Word::Unsupported),
    }
}
