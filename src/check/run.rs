//! Runs many checks with several workers.

use super::{Selected, Verdict, judge};
use crate::backend::Backend;
use crate::suite::{Case, Check};
use crate::variant::VariantId;
use rayon::prelude::*;
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
}

/// Is told of every finished check. Called from several threads.
pub type Progress<'a> = &'a (dyn Fn(&Check<'_>) + Sync);

/// Runs the selected checks with so many workers, each with a backend of its own; the results have the order
/// of the selection.
///
/// # Panics
/// If the operating system gives no threads.
pub fn run<'a>(
    selected: &[Selected<'a>],
    open: &(dyn Fn() -> Box<dyn Backend> + Sync),
    jobs: usize,
    progress: Progress<'_>,
) -> Vec<CaseResult<'a>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().expect("threads for the workers");
    pool.install(|| {
        // One case at a time, so that the dear ones do not pile up with one worker.
        selected
            .par_iter()
            .with_max_len(1)
            .map_init(open, |backend, item| one(backend.as_mut(), item, progress))
            .collect()
    })
}

fn one<'a>(backend: &mut dyn Backend, item: &Selected<'a>, progress: Progress<'_>) -> CaseResult<'a> {
    let checks = item.checks.iter().map(|check| {
        let start = Instant::now();
        let verdict = judge(backend, item.variant, item.vfen, item.case, check);
        progress(check);
        CheckResult { check: *check, verdict, time: start.elapsed() }
    });
    CaseResult { variant: item.variant, case: item.case, vfen: item.vfen, checks: checks.collect() }
}
