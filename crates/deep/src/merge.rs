//! Adds up the results of a plan, if they are complete and agree.
//!
//! It reads the manifest and the results alone, so it can run where the units are not.

use super::DeepError;
use super::classes::{self, ClassSums};
use super::manifest::Manifest;
use super::result::{self, UnitResult};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fmt, io};
use vperft::inner::game::perft::Count;

/// What keeps the results from being added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum Problem {
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
    },
    /// Results of one unit that differ.
    Contradiction {
        /// The unit.
        unit: u32,
        /// The files.
        files: Vec<String>,
        /// The class of last moves of which they have different counts; null if they have other counts of first moves.
        class: Option<String>,
        /// The first moves of which they have different counts.
        moves: Vec<String>,
        /// The backends and their totals, or their counts of the class.
        totals: Vec<(String, Count)>,
    },
}

/// The sum of the results of a plan.
#[derive(Clone, Debug, Serialize)]
pub struct Merged {
    /// The id of the plan.
    pub plan: String,
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
    /// The units without classes, if others have some.
    pub unclassed: Vec<u32>,
    /// How many units there are.
    pub units: usize,
    /// How many of them each backend has counted.
    pub by: BTreeMap<String, usize>,
    /// How many units more than one backend has counted, with the same result.
    pub double: usize,
    /// How many positions a second backend counted again, as the workers say.
    pub verified: u64,
    /// How many of them each backend counted again.
    pub verified_by: BTreeMap<String, u64>,
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
            Self::Contradiction { unit, totals, class, moves, files } => {
                let by = totals.iter().zip(files);
                let by: Vec<_> =
                    by.map(|((backend, total), file)| format!("{total} by {backend} ({file})")).collect();
                let class = class.as_ref().map_or_else(String::new, |class| format!(" in {class}"));
                let moves = match &moves[..] {
                    [] => String::new(),
                    [only] => format!(" below {only}"),
                    [first, others @ ..] => format!(" below {first} and {} more moves", others.len()),
                };
                write!(f, "unit {unit}: the results differ{class}{moves}: {}", by.join(", "))
            }
        }
    }
}

/// Ascending numbers in few words: `1-3, 7`.
pub fn ranges(numbers: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let parts = parts
        .iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
    parts.collect::<Vec<_>>().join(", ")
}

/// Adds up the results in the folder of a plan and in copies of it. Of files that say the same, one counts.
///
/// # Errors
/// If the manifest or a folder of results cannot be read, or the plan is by other rules than those of this program.
pub fn merge(folder: &Path, copies: &[PathBuf]) -> Result<Merged, DeepError> {
    let (manifest, plan) = Manifest::load(folder)?;
    manifest.variant()?;
    let of_copy = |copy: &PathBuf| {
        // A copy may consist of results alone.
        let has_manifest = Manifest::path(copy).exists();
        if has_manifest && Manifest::load(copy)?.1 != plan {
            let copy = copy.display();
            return Err(DeepError::Unfit(format!("{copy} is of another plan; leave it out")));
        }
        if !has_manifest && !copy.join("results").exists() {
            let expected = "expected a copy of the plan, with `manifest.json` or `results`";
            let error = io::Error::new(io::ErrorKind::NotFound, expected);
            return Err(DeepError::Io { path: copy.clone(), error });
        }
        result::all(copy)
    };
    let copies: Vec<_> = copies.iter().map(of_copy).collect::<Result<_, _>>()?;
    let (mut results, mut problems) = (BTreeMap::<u32, Vec<(String, UnitResult)>>::new(), Vec::new());
    for found in result::all(folder)?.into_iter().chain(copies.into_iter().flatten()) {
        match result::load_result(&found, &plan, &manifest) {
            Ok(result) => {
                let others = results.entry(result.unit).or_default();
                if others.iter().all(|(_, other)| *other != result) {
                    others.push((found.path.display().to_string(), result));
                }
            }
            Err(error) => problems
                .push(Problem::Foreign { file: found.path.display().to_string(), text: error.to_string() }),
        }
    }
    let missing: Vec<u32> = manifest.numbers().filter(|unit| !results.contains_key(unit)).collect();
    if !missing.is_empty() {
        problems.push(Problem::Missing { units: missing });
    }
    let mut merged = Merged {
        plan: plan.clone(),
        variant: manifest.variant.clone(),
        vfen: manifest.vfen.clone(),
        depth: manifest.depth,
        count: None,
        moves: manifest.moves.iter().map(|text| (text.clone(), Count(0))).collect(),
        classes: None,
        classed: 0,
        unclassed: Vec::new(),
        units: manifest.units.len(),
        by: BTreeMap::new(),
        double: 0,
        verified: 0,
        verified_by: BTreeMap::new(),
        positions: manifest.units.iter().map(|unit| unit.positions).sum(),
        seconds: 0.0,
        problems: Vec::new(),
    };
    let overflow = || {
        let largest = results.values().flatten().max_by_key(|(_, result)| result.counts.values().max());
        let file = largest.map_or_else(String::new, |(file, _)| format!("; {file} has the largest count"));
        DeepError::Unfit(format!("more than 2^128 move sequences{file}"))
    };
    for (unit, found) in &results {
        let results: Vec<_> = found.iter().map(|(_, result)| result).collect();
        let first = results[0];
        let files = || found.iter().map(|(file, _)| file.clone()).collect();
        let moves = differing_moves(&results);
        if !moves.is_empty() {
            let totals = results.iter().map(|result| Some((result.backend.clone(), Count(result.total()?))));
            let totals = totals.collect::<Option<_>>().ok_or_else(overflow)?;
            problems.push(Problem::Contradiction { unit: *unit, files: files(), class: None, moves, totals });
        } else if let Some((class, found)) = differing_class(found) {
            let (files, totals) = found.into_iter().unzip();
            let class = Some(class.to_owned());
            problems.push(Problem::Contradiction { unit: *unit, files, class, moves, totals });
        }
        match results.iter().find_map(|result| result.classes.as_ref()) {
            Some(counts) => {
                merged.classed += 1;
                merged.classes = Some(classes::add(merged.classes.take(), counts, 1).ok_or_else(overflow)?);
            }
            None => merged.unclassed.push(*unit),
        }
        let backends: BTreeSet<_> = results.iter().map(|result| &result.backend).collect();
        merged.double += usize::from(backends.len() > 1);
        for backend in backends {
            *merged.by.entry(backend.clone()).or_default() += 1;
        }
        let verified = results.iter().filter_map(|result| result.verified.as_ref());
        if let Some(most) = verified.max_by_key(|verified| verified.positions) {
            merged.verified += most.positions;
            *merged.verified_by.entry(most.backend.clone()).or_default() += most.positions;
        }
        merged.seconds += results.iter().map(|result| result.seconds()).sum::<f64>();
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
    if merged.classed == 0 {
        merged.unclassed.clear();
    }
    merged.problems = problems;
    Ok(merged)
}

/// The first moves of which results of a unit have different counts.
pub(super) fn differing_moves(results: &[&UnitResult]) -> Vec<String> {
    let count = |result: &UnitResult, text: &String| result.counts.get(text).copied();
    let texts: BTreeSet<_> = results.iter().flat_map(|result| result.counts.keys()).collect();
    let differs = |text: &String| results.iter().any(|other| count(other, text) != count(results[0], text));
    texts.into_iter().filter(|text| differs(text)).cloned().collect()
}

/// A file of a unit, its backend, and a count.
type FileCount = (String, (String, Count));

/// The first class of which results of a unit have different counts, and the counts of all that have it.
fn differing_class(results: &[(String, UnitResult)]) -> Option<(&str, Vec<FileCount>)> {
    let mut classed = results.iter().filter_map(|(_, result)| result.classes.as_ref());
    let first = classed.next()?;
    let class = classed.find_map(|other| classes::difference(first, other))?;
    let counts = results.iter().filter_map(|(file, result)| {
        let count = result.classes.as_ref()?.get(class)?;
        Some((file.clone(), (result.backend.clone(), *count)))
    });
    Some((class, counts.collect()))
}

impl Merged {
    /// Whether results differ in the classes of last moves.
    pub fn differs_in_classes(&self) -> bool {
        self.problems.iter().any(|problem| matches!(problem, Problem::Contradiction { class: Some(_), .. }))
    }

    /// The units of which a result in this folder contradicts another one.
    pub fn contradictory(&self, folder: &Path) -> Vec<u32> {
        let is_there = |file: &String| Path::new(file).starts_with(folder);
        let of = |problem: &Problem| match problem {
            Problem::Contradiction { unit, files, .. } => files.iter().any(is_there).then_some(*unit),
            _ => None,
        };
        self.problems.iter().filter_map(of).collect()
    }

    /// The units without a result.
    pub fn to_count(&self) -> &[u32] {
        self.problems
            .iter()
            .find_map(|problem| match problem {
                Problem::Missing { units } => Some(&units[..]),
                _ => None,
            })
            .unwrap_or_default()
    }

    /// The files that must be removed first, since counting again does not always replace them.
    pub fn to_remove(&self) -> impl Iterator<Item = &str> {
        self.problems.iter().filter_map(|problem| match problem {
            Problem::Foreign { file, .. } => Some(file.as_str()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;
    use pretty_assertions::assert_eq;

    #[test]
    fn neighbours_are_one_range() {
        for (numbers, text) in [(&[1, 2, 3, 7][..], "1-3, 7"), (&[4], "4"), (&[1, 3], "1, 3"), (&[], "")] {
            assert_eq!(ranges(numbers), text);
        }
    }
}
