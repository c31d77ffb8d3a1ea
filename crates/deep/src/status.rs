//! How far the units of a plan are.

use super::manifest::Manifest;
use super::result;
use super::{DeepError, claim};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How far the units of a plan are.
#[derive(Clone, Debug, PartialEq)]
pub struct DeepStatus {
    /// The plan.
    pub manifest: Manifest,
    /// How many units have a result.
    pub finished: usize,
    /// The id of the plan.
    pub plan: String,
    /// The units without a result that workers have claimed, with the seconds since the last sign of life, by the clock of the folder.
    pub claims: BTreeMap<u32, Option<f64>>,
    /// Why the files do not count that are damaged or not of this plan: results, and units that are not there.
    pub damaged: Vec<String>,
    /// The share of the estimated work that is finished, from 0 to 1.
    pub share: f64,
    /// The processor time of the results, in seconds.
    pub seconds: f64,
    /// The sequences counted so far for each second of a thread; `None` if no unit is finished.
    pub rate: Option<f64>,
    /// The estimated processor time of the rest, in seconds; `None` if no unit is finished.
    pub left: Option<f64>,
}

/// Reads how far the units of a plan are. Damaged results count as missing. The texts of units are not read.
///
/// # Errors
/// If the manifest or a folder cannot be read.
pub fn status(folder: &Path) -> Result<DeepStatus, DeepError> {
    let (manifest, plan) = Manifest::load(folder)?;
    let (mut finished, mut seconds, mut work, mut leaves) = (BTreeSet::new(), 0.0, 0.0, 0.0);
    let mut damaged = Vec::new();
    for found in result::all(folder)? {
        let result = match result::load_result(&found, &plan, &manifest) {
            Ok(result) => result,
            Err(error) => {
                damaged.push(error.to_string());
                continue;
            }
        };
        if finished.insert(result.unit) {
            seconds += result.seconds();
            work += manifest.unit(result.unit).map_or(0.0, |unit| unit.work as f64);
            leaves += result.total().map_or(0.0, |total| total as f64);
        }
    }
    for unit in manifest.numbers().filter(|unit| !finished.contains(unit)) {
        let path = Manifest::unit_path(folder, unit);
        if !path.exists() {
            damaged.push(format!("{}: there is no such file, and the unit has no result", path.display()));
        }
    }
    let claims = claim::ages(folder)?.into_iter().filter(|(unit, _)| !finished.contains(unit)).collect();
    let all: f64 = manifest.units.iter().map(|unit| unit.work as f64).sum();
    let is_measured = work > 0.0 && seconds > 0.0;
    Ok(DeepStatus {
        finished: finished.len(),
        claims,
        damaged,
        share: if all > 0.0 { work / all } else { 1.0 },
        seconds,
        rate: is_measured.then(|| leaves / seconds),
        left: is_measured.then(|| (all - work) * seconds / work),
        manifest,
        plan,
    })
}
