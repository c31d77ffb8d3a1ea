//! Counts units again that have a result, to find results that are wrong. Writes nothing.
//!
//! The units are drawn at random, so that a worker cannot know which of its results will be checked.

use super::count::{Backends, UnitCounter};
use super::manifest::Manifest;
use super::merge::{differing_moves, ranges};
use super::result::{self, UnitResult};
use super::work::SharedTable;
use super::{DeepError, DeepEvent, Open, Share, WorkOptions, classes};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use vperft::inner::game::perft::parallel::Table;
use vperft::inner::game::perft::{Count, CountCache};
use vperft::inner::support::observer::Observer;
use vperft::inner::support::workers::spread_while;
use vperft_run::digest::digest;

/// The results that were held against another count.
#[derive(Debug, Serialize)]
pub struct Checked {
    /// The backend that counted again.
    pub backend: String,
    /// How many units were counted.
    pub units: usize,
    /// How many units have results.
    pub finished: usize,
    /// How many results were compared.
    pub results: usize,
    /// The results that differ.
    pub wrong: Vec<WrongResult>,
    /// The units whose files are not what the plan wrote, and why. They were not counted.
    #[serde(serialize_with = "serialize_units")]
    pub damaged: BTreeMap<u32, DeepError>,
}

fn serialize_units<S: Serializer>(units: &BTreeMap<u32, DeepError>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(units.keys())
}

/// A result that differs from the count of the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongResult {
    /// The unit.
    pub unit: u32,
    /// The file.
    pub file: String,
    /// The backend that it names.
    pub backend: String,
    /// The first moves below which it has another count.
    pub moves: Vec<String>,
    /// The class of last moves of which it has another count, if the totals are the same.
    pub class: Option<String>,
    /// Its count: the total, or that of the class.
    pub found: Count,
    /// The count of the backend that counted again.
    pub expected: Count,
}

/// Counts a share of the units again that have a result: as many as the share, at least one, drawn by lot.
///
/// # Errors
/// As [`super::work()`]. The second backend is then the one that counts something else than the backend that counts again.
pub fn again(
    open: Open<'_>,
    options: &WorkOptions<'_>,
    share: Share,
    observer: &(dyn Observer<DeepEvent> + Sync),
) -> Result<Checked, DeepError> {
    let read = Manifest::load(&options.folder)?;
    let asked = options.asked(&read.0)?;
    let mut memory = options.memory()?;
    let shared = Table::new(&mut memory).map(SharedTable::new);
    let cache = shared.as_ref().map(|table| table as &dyn CountCache);
    let counter = UnitCounter { cache, ..options.counter(open, read, observer)? };
    let mut results = BTreeMap::<u32, Vec<(String, UnitResult)>>::new();
    for found in result::all(&options.folder)?.into_iter().filter(|found| asked.contains(&found.unit)) {
        match result::load_result(&found, &counter.plan, &counter.manifest) {
            Ok(result) => {
                results.entry(found.unit).or_default().push((found.path.display().to_string(), result));
            }
            Err(error) => observer.event(&DeepEvent::Note(format!("{error}; this result does not count"))),
        }
    }
    let missing: Vec<u32> = asked.iter().filter(|unit| !results.contains_key(unit)).copied().collect();
    if !options.units.is_empty() && !missing.is_empty() {
        return Err(DeepError::Unfit(format!("no result to compare: units {}", ranges(&missing))));
    }
    let drawn = draw(results.keys().copied().collect(), share)?;
    if drawn.is_empty() {
        let problem = "nothing to count again: no unit has a result, or the share is 0";
        return Err(DeepError::Unfit(problem.into()));
    }
    let (done, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let check = |backends: &mut Option<Backends>, index: usize| {
        if has_failed.load(Relaxed) {
            return None;
        }
        let backends = backends.get_or_insert_with(|| Backends { main: open(), second: options.second() });
        let unit = drawn[index];
        let wrong = counter.count(unit, backends).map(|counted| wrong(&counted, &results[&unit]));
        let ends_all = wrong.as_ref().is_err_and(|error| !counter.is_damage(unit, error));
        has_failed.fetch_or(ends_all, Relaxed);
        observer.event(&DeepEvent::Part(done.fetch_add(1, Relaxed) + 1, drawn.len()));
        Some(wrong)
    };
    let (mut wrong, mut damaged) = (Vec::new(), BTreeMap::new());
    for (unit, found) in drawn.iter().zip(spread_while(drawn.len(), options.jobs, check)?) {
        match found {
            Err(error) if counter.is_damage(*unit, &error) => drop(damaged.insert(*unit, error)),
            found => wrong.extend(found?),
        }
    }
    let counted = drawn.iter().filter(|unit| !damaged.contains_key(unit));
    Ok(Checked {
        units: drawn.len() - damaged.len(),
        finished: results.len(),
        results: counted.map(|unit| results[unit].len()).sum(),
        wrong,
        damaged,
        backend: counter.identity,
    })
}

/// Draws a share of the units by lot: at least one if there is one and the share is not 0. They are sorted.
fn draw(mut units: Vec<u32>, share: Share) -> Result<Vec<u32>, DeepError> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|error| DeepError::Unfit(format!("no random numbers: {error}")))?;
    units.sort_by_cached_key(|unit| digest(format!("{random:?} {unit}").as_bytes()));
    units.truncate(share.part_of(units.len()));
    units.sort_unstable();
    Ok(units)
}

/// The results of a unit that differ from this count of it.
fn wrong(counted: &UnitResult, results: &[(String, UnitResult)]) -> Vec<WrongResult> {
    let total = |result: &UnitResult| Count(result.total().unwrap_or(u128::MAX));
    let wrong = |(file, result): &(String, UnitResult)| {
        let moves = differing_moves(&[result, counted]);
        let (class, found, expected) = if moves.is_empty() {
            let (found, expected) = result.classes.as_ref().zip(counted.classes.as_ref())?;
            let class = classes::difference(found, expected)?;
            (Some(class.to_owned()), found[class], expected[class])
        } else {
            (None, total(result), total(counted))
        };
        let (file, backend) = (file.clone(), result.backend.clone());
        Some(WrongResult { unit: result.unit, file, backend, moves, class, found, expected })
    };
    results.iter().filter_map(wrong).collect()
}
