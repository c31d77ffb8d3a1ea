//! Runs in parts: which checks belong to which part, and the results of all parts in place of a backend.
//!
//! Invariant: the assignment depends on the selected checks alone, so that a run and a merge agree on it.

use super::sequencer::work;
use crate::digest::digest;
use crate::partition::{Part, PartError, Parts, balanced};
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::time::Duration;
use vperft::inner::corpus::check::{CaseResult, CheckResult, SelectedCase};
use vperft::inner::corpus::question::Verdict;

/// The checks of one part, grouped by case.
#[must_use]
pub fn checks_of<'a>(selected: &[SelectedCase<'a>], part: Part) -> Vec<SelectedCase<'a>> {
    let mut numbers = numbers(selected, part.of).into_iter();
    let mut cases = Vec::new();
    for item in selected {
        let checks = item.checks.iter().zip(&mut numbers).filter(|(_, number)| *number == part.number);
        let checks: Vec<_> = checks.map(|(check, _)| *check).collect();
        if !checks.is_empty() {
            cases.push(SelectedCase { checks, ..item.clone() });
        }
    }
    cases
}

/// The number of the part of each check.
fn numbers(selected: &[SelectedCase<'_>], of: u32) -> Vec<u32> {
    let costs = selected.iter().flat_map(|item| &item.checks).map(|check| work(check));
    balanced(&costs.collect::<Vec<_>>(), of)
}

/// The digest of the selected checks: everything that is asked, expected and reported, and the known failures.
#[must_use]
pub fn plan_of(selected: &[SelectedCase<'_>], known: Option<&str>) -> String {
    let mut text = format!("{known:?}\n");
    for item in selected {
        let SelectedCase { variant, case, vfen, bugs, checks } = item;
        let bugs: Vec<_> = bugs.iter().map(|bug| &bug.id).collect();
        let (id, title, clauses, moves) = (&case.id, &case.title, &case.clauses, &case.moves);
        writeln!(text, "{variant} {id} {title:?} {vfen:?} {moves:?} {clauses:?} {bugs:?}")
            .expect("writing to a string cannot fail");
        for check in checks {
            writeln!(text, "{check} {:?}", check.expected).expect("writing to a string cannot fail");
        }
    }
    digest(text.as_bytes())
}

/// The results of all parts of a run, in the order of the selected checks.
#[derive(Clone, Debug)]
pub struct RecordedChecks {
    cases: Vec<Vec<Option<RecordedCheck>>>,
    /// For each part that ended early, the error if a check that it has not made is needed.
    unfinished: Vec<PartError>,
}

/// The result of a check in a part file.
#[derive(Clone, Debug, Deserialize)]
struct RecordedCheck {
    check: String,
    result: Verdict,
    nanos: u64,
    rerun: Option<Verdict>,
}

/// A case in a part file.
#[derive(Deserialize)]
struct RecordedCase {
    id: String,
    checks: Vec<RecordedCheck>,
}

/// The fields of a part file that a merge reads.
#[derive(Deserialize)]
struct Document {
    cases: Vec<RecordedCase>,
    complete: bool,
    #[serde(default)]
    interrupted: bool,
}

impl RecordedChecks {
    /// Reads the results of these checks from the parts.
    ///
    /// # Errors
    /// If a part was interrupted, or holds other checks than its own.
    pub fn from_parts(parts: &Parts, selected: &[SelectedCase<'_>]) -> Result<Self, PartError> {
        let numbers = numbers(selected, parts.count());
        let mut cases: Vec<Vec<Option<RecordedCheck>>> =
            selected.iter().map(|item| vec![None; item.checks.len()]).collect();
        let mut unfinished = Vec::new();
        for file in parts.files() {
            let document = Document::deserialize(&file.document)
                .map_err(|error| file.error(format!("not the document of a run: {error}")))?;
            if document.interrupted {
                return Err(file.error("the run of this part was interrupted"));
            }
            let mut recorded = in_order(document.cases);
            let mut places = selected.iter().enumerate().flat_map(|(case, item)| {
                item.checks.iter().enumerate().map(move |(index, check)| (case, index, &item.case.id, check))
            });
            let mut own =
                places.by_ref().zip(&numbers).filter(|(_, number)| **number == file.header.part().number);
            for (id, one) in recorded.by_ref() {
                let Some(((case, index, expected, check), _)) = own.next() else {
                    return Err(
                        file.error(format!("{id} {} is more than the checks of this part", one.check))
                    );
                };
                if id != *expected || one.check != check.to_string() {
                    return Err(file.error(format!(
                        "the result of {id} {}; expected that of {expected} {check}",
                        one.check
                    )));
                }
                cases[case][index] = Some(one);
            }
            match own.next() {
                Some(((_, _, id, check), _)) if document.complete => {
                    return Err(
                        file.error(format!("no result of {id} {check}; expected all checks of this part"))
                    );
                }
                Some(_) => {
                    unfinished.push(file.error("the run of this part ended before a check that is needed"))
                }
                None => {}
            }
        }
        Ok(Self { cases, unfinished })
    }

    /// The result of a check; `None` if the part ended before it.
    pub(super) fn check_result<'a>(
        &self,
        item: &SelectedCase<'a>,
        case: usize,
        index: usize,
    ) -> Option<CheckResult<'a>> {
        let recorded = self.cases[case][index].as_ref()?;
        let time = Duration::from_nanos(recorded.nanos);
        Some(CheckResult::new(item.checks[index], recorded.result.clone(), time))
    }

    /// The other verdict of a rerun of a check, if it was rerun and differs.
    pub(super) fn rerun(
        &self,
        item: &SelectedCase<'_>,
        case: usize,
        one: &CheckResult<'_>,
    ) -> Option<Verdict> {
        let index = item.checks.iter().position(|check| std::ptr::eq(*check, one.check))?;
        self.cases[case][index].as_ref()?.rerun.clone()
    }

    /// The error that a check is needed which no part has made.
    #[must_use]
    pub fn missing(&self) -> PartError {
        self.unfinished
            .first()
            .cloned()
            .unwrap_or_else(|| PartError::new("the parts do not have the results of all checks"))
    }
}

/// The checks of a part with the ids of their cases.
fn in_order(cases: Vec<RecordedCase>) -> impl Iterator<Item = (String, RecordedCheck)> {
    cases.into_iter().flat_map(|case| {
        let id = case.id;
        case.checks.into_iter().map(move |check| (id.clone(), check))
    })
}

/// Adds to the document of a part what only a merge needs: how long each check took.
pub fn add_times(cases: &mut [Value], results: &[CaseResult<'_>]) {
    for (case, result) in cases.iter_mut().zip(results) {
        for (index, one) in result.checks.iter().enumerate() {
            let nanos = u64::try_from(one.time.as_nanos()).unwrap_or(u64::MAX);
            case["checks"][index]["nanos"] = nanos.into();
        }
    }
}
