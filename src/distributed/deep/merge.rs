//! Adds up the results of a plan, if they are complete and agree.
//!
//! It reads the manifest and the results alone, so it can run where the units are not.

use super::DeepError;
use super::classes::{self, ClassSums};
use super::manifest::Manifest;
use super::result::{self, UnitResult};
use crate::game::perft::Count;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

/// What keeps the results from being added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub(crate) enum Problem {
    /// Units without a result.
    Missing {
        /// Their numbers.
        units: Vec<u32>,
    },
    /// A file that is damaged or not of this plan.
    Foreign {
        /// The file.
        file: String,
        /// Why it does not count.
        text: String,
        /// The unit that its name says.
        unit: u32,
    },
    /// Results of one unit that differ.
    Contradiction {
        /// The unit.
        unit: u32,
        /// The files.
        files: Vec<String>,
        /// The class of last moves of which they have different counts; null if they have different totals.
        class: Option<String>,
        /// The backends and their totals, or their counts of the class.
        totals: Vec<(String, Count)>,
    },
}

/// The sum of the results of a plan.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Merged {
    /// The variant.
    pub variant: String,
    /// The root position.
    pub vfen: String,
    /// The depth, in plies.
    pub depth: u32,
    /// The count. It is null unless there is no problem.
    pub count: Option<Count>,
    /// The counts by first move; empty unless there is no problem.
    pub moves: BTreeMap<String, Count>,
    /// The classes of the last moves; null unless all units have them and there is no problem.
    pub classes: Option<ClassSums>,
    /// How many units have classes.
    pub classed: usize,
    /// How many units there are.
    pub units: usize,
    /// How many of them each backend has counted.
    pub by: BTreeMap<String, usize>,
    /// How many units more than one backend has counted, with the same result.
    pub double: usize,
    /// How many positions a second backend counted again.
    pub verified: u64,
    /// How many positions there are.
    pub positions: u64,
    /// How long the threads counted, together, by the clock, in seconds.
    pub seconds: f64,
    /// What keeps the results from being added up.
    pub problems: Vec<Problem>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { units } => write!(f, "no result: units {}", ranges(units)),
            Self::Foreign { text, .. } => write!(f, "{text}"),
            Self::Contradiction { unit, totals, class, .. } => {
                let totals: Vec<_> =
                    totals.iter().map(|(backend, total)| format!("{total} by {backend}")).collect();
                let class = class.as_ref().map_or_else(String::new, |class| format!(" in {class}"));
                write!(f, "unit {unit}: the results differ{class}: {}", totals.join(", "))
            }
        }
    }
}

/// Ascending numbers in few words: `1 to 3, 7`.
pub(super) fn ranges(numbers: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let parts = parts
        .iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first} to {last}") });
    parts.collect::<Vec<_>>().join(", ")
}

/// Adds up the results.
///
/// # Errors
/// If the manifest or the folder of the results cannot be read, or the plan is by other rules than those of this program.
pub(crate) fn merge(folder: &Path) -> Result<Merged, DeepError> {
    let (manifest, plan) = Manifest::read(folder)?;
    manifest.variant()?;
    let (mut results, mut problems) = (BTreeMap::<u32, Vec<(String, UnitResult)>>::new(), Vec::new());
    for found in result::all(folder)? {
        match result::read(&found, &plan, &manifest) {
            Ok(result) => {
                results.entry(result.unit).or_default().push((found.path.display().to_string(), result))
            }
            Err(error) => problems.push(Problem::Foreign {
                file: found.path.display().to_string(),
                text: error.to_string(),
                unit: found.unit,
            }),
        }
    }
    let missing: Vec<u32> = manifest.numbers().filter(|unit| !results.contains_key(unit)).collect();
    if !missing.is_empty() {
        problems.push(Problem::Missing { units: missing });
    }
    let mut merged = Merged {
        variant: manifest.variant.clone(),
        vfen: manifest.vfen.clone(),
        depth: manifest.depth,
        count: None,
        moves: manifest.moves.iter().map(|text| (text.clone(), Count(0))).collect(),
        classes: None,
        classed: 0,
        units: manifest.units.len(),
        by: BTreeMap::new(),
        double: 0,
        verified: 0,
        positions: manifest.units.iter().map(|unit| unit.positions).sum(),
        seconds: 0.0,
        problems: Vec::new(),
    };
    let overflow = || DeepError::Unfit("more than 2^128 move sequences".into());
    for (unit, found) in &results {
        let results: Vec<_> = found.iter().map(|(_, result)| result).collect();
        let first = results[0];
        let files = || found.iter().map(|(file, _)| file.clone()).collect();
        if results.iter().any(|other| other.counts != first.counts) {
            let totals = results.iter().map(|result| Some((result.backend.clone(), Count(result.total()?))));
            let totals = totals.collect::<Option<_>>().ok_or_else(overflow)?;
            problems.push(Problem::Contradiction { unit: *unit, files: files(), class: None, totals });
        } else if let Some((class, totals)) = differing_class(&results) {
            let class = Some(class.to_owned());
            problems.push(Problem::Contradiction { unit: *unit, files: files(), class, totals });
        }
        if let Some(counts) = results.iter().find_map(|result| result.classes.as_ref()) {
            merged.classed += 1;
            merged.classes = Some(classes::add(merged.classes.take(), counts, 1).ok_or_else(overflow)?);
        }
        let backends: BTreeSet<_> = results.iter().map(|result| &result.backend).collect();
        merged.double += usize::from(backends.len() > 1);
        merged.verified += results
            .iter()
            .filter_map(|result| result.verified.as_ref())
            .map(|verified| verified.positions)
            .max()
            .unwrap_or(0);
        for result in results {
            *merged.by.entry(result.backend.clone()).or_default() += 1;
            merged.seconds += result.seconds();
        }
        for (text, count) in &first.counts {
            let sum = merged.moves.entry(text.clone()).or_insert(Count(0));
            sum.0 = sum.0.checked_add(count.0).ok_or_else(overflow)?;
        }
    }
    if problems.is_empty() {
        let total = merged.moves.values().try_fold(0_u128, |sum, count| sum.checked_add(count.0));
        merged.count = Some(Count(total.ok_or_else(overflow)?));
    } else {
        merged.moves.clear();
    }
    if !problems.is_empty() || merged.classed < merged.units {
        merged.classes = None;
    }
    merged.problems = problems;
    Ok(merged)
}

/// The first class of which results of a unit have different counts, and the counts of all backends that have it.
fn differing_class<'a>(results: &[&'a UnitResult]) -> Option<(&'a str, Vec<(String, Count)>)> {
    let classed: Vec<_> =
        results.iter().filter_map(|result| Some((&result.backend, result.classes.as_ref()?))).collect();
    let ((_, first), others) = classed.split_first()?;
    let class = others.iter().find_map(|(_, other)| classes::difference(first, other))?;
    let counts = classed.iter().filter_map(|(backend, sums)| Some(((*backend).clone(), *sums.get(class)?)));
    Some((class, counts.collect()))
}

impl Merged {
    /// Whether results differ in the classes of last moves.
    pub(crate) fn differs_in_classes(&self) -> bool {
        self.problems.iter().any(|problem| matches!(problem, Problem::Contradiction { class: Some(_), .. }))
    }

    /// The units to count again so that the problems are gone, as far as counting mends them.
    pub(crate) fn to_repair(&self) -> BTreeSet<u32> {
        let of = |problem: &Problem| match problem {
            Problem::Missing { units } => units.clone(),
            Problem::Foreign { unit, .. } | Problem::Contradiction { unit, .. } => vec![*unit],
        };
        // A file may be named as if it were of a unit that the plan does not have.
        let is_planned =
            |unit: &u32| *unit > 0 && usize::try_from(*unit).is_ok_and(|unit| unit <= self.units);
        self.problems.iter().flat_map(of).filter(is_planned).collect()
    }

    /// The files that must be removed first, since counting again does not replace the wrong ones among them.
    pub(crate) fn to_remove(&self) -> Vec<&str> {
        let mut files = Vec::new();
        for problem in &self.problems {
            match problem {
                Problem::Missing { .. } => {}
                Problem::Foreign { file, .. } => files.push(file.as_str()),
                Problem::Contradiction { files: of_unit, .. } => {
                    files.extend(of_unit.iter().map(String::as_str))
                }
            }
        }
        files
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;
    use pretty_assertions::assert_eq;

    #[test]
    fn neighbours_are_one_range() {
        for (numbers, text) in [(&[1, 2, 3, 7][..], "1 to 3, 7"), (&[4], "4"), (&[1, 3], "1, 3"), (&[], "")] {
            assert_eq!(ranges(numbers), text);
        }
    }
}
