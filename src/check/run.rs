//! Runs many checks with several workers.

use super::workers::spread;
use super::{Selected, Verdict, judge};
use crate::backend::Backend;
use crate::suite::{Bug, Case, Check};
use crate::variant::VariantId;
use std::time::{Duration, Instant};

/// What came of the selected checks of a case.
#[derive(Clone, Debug)]
pub struct CaseResult<'a> {
    /// The variant.
    pub variant: VariantId,
    /// The case.
    pub case: &'a Case,
    /// The VFEN of its position.
    pub vfen: &'a str,
    /// The bugs it catches, the likeliest first.
    pub bugs: Vec<&'a Bug>,
    /// Every selected check with its verdict, in the order of the case.
    pub checks: Vec<CheckResult<'a>>,
}

/// What came of one check.
#[derive(Clone, Debug)]
pub struct CheckResult<'a> {
    /// The check.
    pub check: Check<'a>,
    /// Its verdict.
    pub verdict: Verdict,
    /// How long the backend took.
    pub time: Duration,
    /// Why it fails, where it is known to.
    pub known: Option<String>,
    /// Whose value is expected, where it is not that of the corpus.
    pub basis: Option<String>,
    /// The verdict when it was made once more, if that says something else: the backend is nondeterministic.
    pub again: Option<Verdict>,
}

impl<'a> CaseResult<'a> {
    /// The results of the checks that were selected of a case.
    #[must_use]
    pub fn new(item: &Selected<'a>, checks: Vec<CheckResult<'a>>) -> Self {
        let Selected { variant, case, vfen, ref bugs, .. } = *item;
        Self { variant, case, vfen, bugs: bugs.clone(), checks }
    }
}

impl<'a> CheckResult<'a> {
    /// A verdict on what the corpus expects, which nobody knew before.
    #[must_use]
    pub const fn new(check: Check<'a>, verdict: Verdict, time: Duration) -> Self {
        Self { check, verdict, time, known: None, basis: None, again: None }
    }

    /// Whether it is to be told: a failure that nobody knew of.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        self.known.is_none() && matches!(self.verdict, Verdict::Fail { .. } | Verdict::Error { .. })
    }
}

/// Opens a backend. Called from several threads.
pub type Open<'a> = &'a (dyn Fn() -> Box<dyn Backend> + Sync);

/// Is told of every finished check. Called from several threads.
pub type Progress<'a> = &'a (dyn Fn(&Check<'_>) + Sync);

/// Runs the selected checks with so many workers, each with a backend of its own; the results have the order
/// of the selection.
///
/// # Panics
/// If the operating system gives no threads, or the backend panics.
pub fn run<'a>(
    selected: &[Selected<'a>],
    open: Open<'_>,
    jobs: usize,
    progress: Progress<'_>,
) -> Vec<CaseResult<'a>> {
    // A worker keeps its backend: it may be a program that takes long to start.
    spread(selected.len(), jobs, &|backend: &mut Option<Box<dyn Backend>>, index| {
        make(backend.get_or_insert_with(open).as_mut(), &selected[index], progress)
    })
}

/// Makes the selected checks of one case.
pub fn make<'a>(backend: &mut dyn Backend, item: &Selected<'a>, progress: Progress<'_>) -> CaseResult<'a> {
    let checks = item.checks.iter().map(|check| {
        let start = Instant::now();
        let verdict = judge(backend, item.variant, item.vfen, item.case, check);
        progress(check);
        CheckResult::new(*check, verdict, start.elapsed())
    });
    CaseResult::new(item, checks.collect())
}
