//! The events of a run.
//!
//! Events come in the same order whatever the number of workers: case by case, in the order of the corpus. A
//! case that finishes early waits for its turn. Only [`Event::Advanced`] is reported as it happens.

use super::expect::{Expectation, ExpectationDiff, Expectations};
use super::{Causes, RunSignature, Tally};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use vperft::inner::corpus::check::{CaseResult, CheckResult, Recomputed, SelectedCase};
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::observer::Observer;

/// An event of a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// The run begins. This is the first event.
    RunBegun(RunInfo<'e>),
    /// A check was judged; its case may not have been reported yet.
    Advanced(Progress),
    /// A case begins.
    CaseBegun(&'e SelectedCase<'e>),
    /// A check of the case was judged. Its rerun, if any, is not done yet.
    CheckJudged(&'e SelectedCase<'e>, &'e CheckResult<'e>),
    /// The case is done. If the run ends early, the case holds only the checks that were judged; a case
    /// without any has no such event.
    CaseDone(&'e CaseResult<'e>),
    /// The run is done. This is the last event.
    RunDone(RunInfo<'e>, &'e RunOutcome<'e>),
}

/// The plan of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunInfo<'e> {
    /// The identity of the backend, `name@version`.
    pub identity: &'e str,
    /// The corpus under the readings of the run.
    pub recomputed: &'e Recomputed,
    /// The known failures.
    pub known: Option<&'e Expectations>,
    /// The number of failing checks after which the run ends.
    pub max_failures: Option<NonZeroUsize>,
    /// The number of selected cases.
    pub cases: usize,
    /// The number of selected checks.
    pub checks: usize,
    /// The number of nodes these checks count.
    pub nodes: u128,
    /// The least number of requests to a program that lists moves and children but does not count. A program
    /// that counts needs about one per check.
    pub requests: u128,
    /// The total work, in the units of [`Progress::work`].
    pub work: u64,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The nodes counted, plus a constant for every check.
    pub work: u64,
    /// The number of failed checks, known failures excluded.
    pub failures: usize,
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct RunOutcome<'a> {
    /// The cases with their checks, in the order of the corpus.
    pub results: Vec<CaseResult<'a>>,
    /// How the run ended.
    pub end: End,
    /// The tally of each variant.
    pub variants: BTreeMap<VariantId, Tally>,
    /// The tally of all variants.
    pub total: Tally,
    /// The common causes of the failures.
    pub causes: Causes,
    /// The digest of all counts and answers.
    pub signature: RunSignature,
    /// The differences from the known failures, if a file of them was given. A run that ended early does not
    /// report fixed entries.
    pub diff: Option<ExpectationDiff>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every check was made.
    Complete,
    /// The failure limit was reached; some checks were not made.
    MaxFailures,
    /// The backend answered none of the first checks; the others were not made.
    Unanswered,
    /// The time was up; some checks were not made.
    Deadline,
    /// The user interrupted the run.
    Interrupted,
}

impl RunOutcome<'_> {
    /// The number of known failures that no longer occur.
    #[must_use]
    pub fn fixed(&self) -> usize {
        self.diff.as_ref().map_or(0, |diff| diff.fixed.len())
    }

    /// The known failures that no longer occur, each with its file.
    pub fn fixed_entries<'e>(
        &'e self,
        about: &RunInfo<'e>,
    ) -> impl Iterator<Item = (&'e Expectations, &'e Expectation)> {
        let fixed = self.diff.iter().flat_map(|diff| &diff.fixed);
        about
            .known
            .into_iter()
            .flat_map(move |file| fixed.clone().map(move |&index| (file, &file.entries()[index])))
    }

    /// The number of flaky checks.
    #[must_use]
    pub fn flaky(&self) -> usize {
        self.results.iter().flat_map(|result| &result.checks).filter(|one| one.rerun.is_some()).count()
    }
}

/// The observer of a run. It gets the events one at a time, in the order of the corpus.
pub type RunObserver<'o> = dyn for<'e> Observer<Event<'e>> + Sync + 'o;
