//! The counts of a unit by one backend, in a file of its own.

use super::DeepError;
use super::classes::ClassSums;
use super::files::{FORMAT, listed, open_sealed, put, sealed};
use super::manifest::{Manifest, UnitEntry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vperft::inner::game::perft::Count;
use vperft_run::digest::digest;

/// The largest file of a result that is read: a thousand times as large as one with all classes.
pub(super) const MAX_BYTES: u64 = 16 << 20;

/// The counts of a unit.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitResult {
    /// The version of the format.
    pub format: u32,
    /// The id of the plan.
    pub plan: String,
    /// The number of the unit.
    pub unit: u32,
    /// The digest of the unit's text.
    pub text: String,
    /// The version of `vperft` that counted.
    pub vperft: String,
    /// The backend that counted.
    pub backend: String,
    /// How many positions were counted.
    pub positions: u64,
    /// The sequences of the whole depth through these positions, by first move.
    pub counts: BTreeMap<String, Count>,
    /// The classes of the last moves of these sequences, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<ClassSums>,
    /// The positions that another backend counted again with the same result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Verified>,
    /// How long it took, in milliseconds of one thread. A whole number, so that it is read as it was written.
    pub milliseconds: u64,
}

/// The positions of a unit that another backend counted again with the same result.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Verified {
    /// The other backend.
    pub backend: String,
    /// How many positions.
    pub positions: u64,
}

impl UnitResult {
    /// A result without counts.
    pub fn empty(plan: &str, unit: u32, entry: &UnitEntry, backend: &str) -> Self {
        Self {
            format: FORMAT,
            plan: plan.to_owned(),
            unit,
            text: entry.digest.clone(),
            vperft: env!("CARGO_PKG_VERSION").to_owned(),
            backend: backend.to_owned(),
            positions: 0,
            counts: BTreeMap::new(),
            classes: None,
            verified: None,
            milliseconds: 0,
        }
    }

    /// How long it took, in seconds of one thread.
    pub fn seconds(&self) -> f64 {
        self.milliseconds as f64 / 1e3
    }

    /// The sum of the counts. `None` if it is 2^128 or more.
    pub fn total(&self) -> Option<u128> {
        self.counts.values().try_fold(0_u128, |sum, count| sum.checked_add(count.0))
    }

    /// Why it cannot be of the positions of the plan's unit, all or some of them: it is of another plan, unit or version.
    pub fn fault(&self, plan: &str, manifest: &Manifest) -> Option<String> {
        let Some(entry) = manifest.unit(self.unit) else {
            return Some(format!("it is of unit {}; the plan has {}", self.unit, manifest.units.len()));
        };
        if self.plan != plan {
            return Some("it is of another plan".into());
        }
        if self.text != entry.digest {
            return Some("it is of another text of the unit".into());
        }
        if self.vperft != manifest.vperft {
            return Some(format!("it is by vperft {}; the plan is by {}", self.vperft, manifest.vperft));
        }
        if self.positions > entry.positions {
            return Some(format!("it has {} positions; the unit has {}", self.positions, entry.positions));
        }
        if let Some(verified) = &self.verified
            && (verified.backend == self.backend || verified.positions > self.positions)
        {
            let (verified, positions) = (verified.positions, self.positions);
            return Some(format!(
                "it says that another backend verified {verified} of {positions} positions"
            ));
        }
        if let Some(text) = self.counts.keys().find(|text| !manifest.moves.contains(text)) {
            return Some(format!("`{text}` is not a move of the root"));
        }
        None
    }

    /// Why it is not of all positions of the unit.
    fn gap(&self, entry: &UnitEntry) -> Option<String> {
        if self.positions != entry.positions {
            return Some(format!("it has {} of {} positions", self.positions, entry.positions));
        }
        // Each of them has a count, which may be 0.
        let (found, expected) = (self.counts.len(), entry.first_moves as usize);
        (found != expected).then(|| format!("it has counts of {found} first moves; the unit has {expected}"))
    }

    /// Writes it to the file of its unit and backend.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), DeepError> {
        put(&path(folder, self.unit, &self.backend), sealed(self).as_bytes())
    }
}

/// The file of a unit's result by a backend. Backends of different names have different files.
pub(super) fn path(folder: &Path, unit: u32, backend: &str) -> PathBuf {
    let plain: String = backend
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || ".-".contains(c) { c } else { '_' })
        .take(40)
        .collect();
    let hash = digest(backend.as_bytes());
    folder.join("results").join(format!("{unit:06}.{plain}.{}.json", &hash[..8]))
}

/// A file of a folder of results.
pub(super) struct Found {
    pub path: PathBuf,
    /// The unit that its name says.
    pub unit: u32,
}

/// The files of results, sorted by name. Files with other names, such as those that are being written, are left out.
///
/// # Errors
/// If the folder cannot be read.
pub(super) fn all(folder: &Path) -> Result<Vec<Found>, DeepError> {
    let mut found = Vec::new();
    for entry in listed(&folder.join("results"))? {
        let name = entry.file_name().to_string_lossy().into_owned();
        let unit = name.strip_suffix(".json").and_then(|name| name.split_once('.')?.0.parse().ok());
        found.extend(unit.map(|unit| Found { path: entry.path(), unit }));
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(found)
}

/// Reads a result and holds it against the plan.
///
/// # Errors
/// If it cannot be read, was changed, or is not of this plan.
pub(super) fn load_result(found: &Found, plan: &str, manifest: &Manifest) -> Result<UnitResult, DeepError> {
    let (result, _): (UnitResult, String) = open_sealed(&found.path, MAX_BYTES)?;
    let fault = result
        .fault(plan, manifest)
        .or_else(|| (result.unit != found.unit).then(|| format!("it is of unit {}", result.unit)))
        .or_else(|| result.gap(manifest.unit(result.unit)?));
    fault.map_or(Ok(result), |fault| Err(DeepError::malformed(&found.path, fault)))
}
