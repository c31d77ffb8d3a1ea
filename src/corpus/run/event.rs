//! What happens in a run.
//!
//! The events of a run are the same, and in the same order, whatever the number of workers: those of a case stand together,
//! and the cases have the order of the corpus. A case that is finished before its turn waits for it. Only
//! [`Event::Advanced`] comes as it happens.

use super::expect::{Entry, ExpectationDiff, Expectations};
use super::{Causes, Signature, Tally};
use crate::corpus::check::{CaseResult, CheckResult, Recomputed, SelectedCase};
use crate::game::variant::VariantId;
use crate::support::observer::Observer;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// Something that happens in a run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The run begins. It is the first event.
    RunBegun(RunInfo<'e>),
    /// A check was judged, perhaps of a case whose turn has not come.
    Advanced(Progress),
    /// A case begins.
    CaseBegun(&'e SelectedCase<'e>),
    /// A check of the case was judged. Whether its rerun says the same is not known yet.
    CheckJudged(&'e SelectedCase<'e>, &'e CheckResult<'e>),
    /// The case is done. Where a run ends early, the case holds the checks that were judged, and one without any has
    /// no such event.
    CaseDone(&'e CaseResult<'e>),
    /// The run is done. It is the last event.
    RunDone(RunInfo<'e>, &'e RunOutcome<'e>),
}

/// What a run is about.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RunInfo<'e> {
    /// What the backend calls itself, `name@version`.
    pub identity: &'e str,
    /// The corpus under the readings of the run.
    pub recomputed: &'e Recomputed,
    /// The failures that are known.
    pub known: Option<&'e Expectations>,
    /// After how many failing checks the run ends.
    pub max_failures: Option<NonZeroUsize>,
    /// How many cases are to be checked.
    pub cases: usize,
    /// How many checks are to be made.
    pub checks: usize,
    /// How many nodes they count.
    pub nodes: u128,
    /// How many requests these checks are at least to a program that lists moves and what they lead to, and counts nothing
    /// itself; to one that does, about one a check.
    pub requests: u128,
    /// The work of all these checks, in the units of [`Progress::work`].
    pub work: u64,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The nodes counted, and a little for every check.
    pub work: u64,
    /// The checks that failed, and are not known to.
    pub failures: usize,
}

/// What came of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunOutcome<'a> {
    /// The cases with their checks, in the order of the corpus.
    pub results: Vec<CaseResult<'a>>,
    /// How it ended.
    pub end: End,
    /// The numbers of each variant.
    pub variants: BTreeMap<VariantId, Tally>,
    /// The numbers of all together.
    pub total: Tally,
    /// What the failures have in common.
    pub causes: Causes,
    /// The digest of all that was counted and answered.
    pub signature: Signature,
    /// What differs from the known failures, if there is a file of them. A run that ended early does not tell which of them
    /// no longer occur.
    pub diff: Option<ExpectationDiff>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// Every check was made.
    Complete,
    /// So many checks failed as were to end it, and others were not made.
    MaxFailures,
    /// The backend never answered: not one of its first checks, so that the others were not made.
    Unanswered,
    /// It was interrupted.
    Interrupted,
}

impl RunOutcome<'_> {
    /// How many known failures no longer occur.
    #[must_use]
    pub fn fixed(&self) -> usize {
        self.diff.as_ref().map_or(0, |diff| diff.fixed.len())
    }

    /// The known failures that no longer occur, each with the file it is in.
    pub fn fixed_entries<'e>(
        &'e self,
        about: &RunInfo<'e>,
    ) -> impl Iterator<Item = (&'e Expectations, &'e Entry)> {
        let fixed = self.diff.iter().flat_map(|diff| &diff.fixed);
        about
            .known
            .into_iter()
            .flat_map(move |file| fixed.clone().map(move |&index| (file, &file.entries()[index])))
    }

    /// How many checks fail only sometimes.
    #[must_use]
    pub fn flaky(&self) -> usize {
        self.results.iter().flat_map(|result| &result.checks).filter(|one| one.rerun.is_some()).count()
    }
}

/// The observer of a run. The events come in the order of the corpus, one at a time.
pub type RunObserver<'o> = dyn for<'e> Observer<Event<'e>> + Sync + 'o;
