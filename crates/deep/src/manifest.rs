//! The manifest of a plan: what is counted, by which rules, and the units.

use super::DeepError;
use super::files;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use vperft::inner::game::perft::Count;
use vperft::inner::game::variant::{Clause, Rulings, VariantId};
use vperft::inner::support::files::read_file;
use vperft_run::digest::digest;

/// The largest manifest that is read: that of five million units.
const MAX_BYTES: u64 = 1 << 30;

/// What a plan counts, and its units.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// The version of `vperft` that made the plan.
    pub vperft: String,
    /// The backend that found the positions.
    pub backend: String,
    /// The name of the variant.
    pub variant: String,
    /// The digest of the rules.
    pub rules: String,
    /// The readings that are not the defaults, each `NAME=VALUE`.
    pub readings: Vec<String>,
    /// The root position.
    pub vfen: String,
    /// The depth of the whole count, in plies.
    pub depth: u32,
    /// The depth of the unique positions, in plies.
    pub split: u32,
    /// The legal moves of the root, sorted; units name them by their index here.
    pub moves: Vec<String>,
    /// The unique positions of every ply up to the split.
    pub plies: Vec<Ply>,
    /// How many units were asked for; none in plans of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<u32>,
    /// The units, numbered from 1 in this order.
    pub units: Vec<UnitEntry>,
}

/// The unique positions of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// The ply, from 1.
    pub ply: u32,
    /// How many unique positions there are.
    pub positions: u64,
    /// How many move sequences lead to them: the perft of this depth.
    pub sequences: Count,
}

/// A unit, as the manifest describes it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    /// How many positions it has.
    pub positions: u64,
    /// How many move sequences lead to them.
    pub sequences: Count,
    /// With how many first moves these begin.
    pub first_moves: u32,
    /// The estimated work: the sum of perft 2 of its positions, by a sample of them.
    pub work: u64,
    /// The digest of its text.
    pub digest: String,
}

impl Manifest {
    /// The path of the manifest in the folder of a plan.
    pub(super) fn path(folder: &Path) -> PathBuf {
        folder.join("manifest.json")
    }

    /// Reads the manifest of a folder. Returns its digest too, which is the id of the plan.
    ///
    /// # Errors
    /// If there is none, or it was changed, or its numbers contradict each other.
    pub fn load(folder: &Path) -> Result<(Self, String), DeepError> {
        let path = Self::path(folder);
        let repair = "copy it from another copy of the plan, or make the plan again with `vperft deep plan`";
        let read = files::open_sealed(&path, MAX_BYTES).map_err(|error| match error {
            DeepError::Malformed { path, problem } => {
                DeepError::Malformed { path, problem: format!("{problem}; {repair}") }
            }
            DeepError::Io { path, error } if error.kind() == io::ErrorKind::NotFound => {
                let expected =
                    "there is no such file; expected the folder of a plan, as `vperft deep plan` makes it";
                DeepError::Io { path, error: io::Error::new(error.kind(), expected) }
            }
            other => other,
        });
        let (manifest, id): (Self, String) = read?;
        manifest
            .check_sums()
            .map_err(|problem| DeepError::malformed(&path, format!("{problem}; {repair}")))?;
        Ok((manifest, id))
    }

    /// The digest of the manifest's file, which tells cheaply whether it was changed.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn fingerprint(folder: &Path) -> Result<String, DeepError> {
        let path = Self::path(folder);
        read_file(&path, MAX_BYTES).map(|bytes| digest(&bytes)).map_err(DeepError::io(&path))
    }

    /// Checks that the results of this program are those that a merge accepts.
    ///
    /// # Errors
    /// If the plan is by another version.
    pub(super) fn check_version(&self) -> Result<(), DeepError> {
        let own = env!("CARGO_PKG_VERSION");
        if self.vperft == own {
            return Ok(());
        }
        Err(DeepError::Unfit(format!(
            "the plan is by vperft {}, and this is vperft {own}, whose results `deep merge` refuses; count with vperft {}, or plan again",
            self.vperft, self.vperft,
        )))
    }

    /// Whether the numbers agree with each other.
    fn check_sums(&self) -> Result<(), String> {
        let last = self.plies.last().filter(|last| last.ply == self.split && self.split < self.depth);
        let last = last.ok_or("expected the plies up to `split`, and a greater `depth`")?;
        let positions: u64 = self.units.iter().map(|unit| unit.positions).sum();
        let sequences = self.units.iter().try_fold(0_u128, |sum, unit| sum.checked_add(unit.sequences.0));
        if positions != last.positions || sequences != Some(last.sequences.0) {
            return Err("the units together have other positions or sequences than the last ply".into());
        }
        Ok(())
    }

    /// The variant.
    ///
    /// # Errors
    /// If this program does not know it, or knows other rules of it.
    pub fn variant(&self) -> Result<VariantId, DeepError> {
        let unfit = |problem: String| DeepError::Unfit(problem);
        let shown = |digest: &str| digest.chars().take(16).collect::<String>();
        let hint = "if it is a variant of yours, load its folder with --variant FOLDER";
        let variant: VariantId = self.variant.parse().map_err(|error| unfit(format!("{error}; {hint}")))?;
        let own = rules(variant, &self.readings);
        if own == self.rules {
            return Ok(variant);
        }
        let changed = match variant.folder() {
            Some(folder) => format!(
                "{} or a clause of its RULES.md has changed since",
                folder.join("variant.json").display()
            ),
            None if self.vperft != env!("CARGO_PKG_VERSION") => {
                format!("it is by vperft {}, and this is {}", self.vperft, env!("CARGO_PKG_VERSION"))
            }
            None => format!(
                "both are vperft {}, but its build has other clauses or another variant.json; their digest is {} there and {} here",
                self.vperft,
                shown(&self.rules),
                shown(&own)
            ),
        };
        Err(unfit(format!(
            "the plan was made by other rules of {variant}: {changed}; count with the same rules, or plan again"
        )))
    }

    /// The readings.
    ///
    /// # Errors
    /// If this program does not know one.
    pub fn rulings(&self) -> Result<Rulings, DeepError> {
        let mut rulings = Rulings::default();
        for reading in &self.readings {
            let (name, value) = reading.split_once('=').unwrap_or((reading, ""));
            rulings.set(name, value).map_err(|error| DeepError::Unfit(error.to_string()))?;
        }
        Ok(rulings)
    }

    /// The words after `vperft deep plan VARIANT FOLDER` that make the same units again.
    pub fn arguments(&self) -> Vec<String> {
        let units = self.asked.unwrap_or(u32::try_from(self.units.len()).unwrap_or(u32::MAX));
        let numbers = [("--depth", self.depth), ("--split", self.split), ("--units", units)];
        let numbers = numbers.iter().flat_map(|(name, number)| [(*name).to_owned(), number.to_string()]);
        let readings = self.readings.iter().flat_map(|reading| ["--ruling".to_owned(), reading.clone()]);
        numbers.chain(["--vfen".to_owned(), self.vfen.clone()]).chain(readings).collect()
    }

    /// The path of a unit's text.
    pub(super) fn unit_path(folder: &Path, unit: u32) -> PathBuf {
        folder.join("units").join(format!("{unit:06}.zst"))
    }

    /// The numbers of the units.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        1..=u32::try_from(self.units.len()).unwrap_or(u32::MAX)
    }

    /// A unit by its number.
    pub(super) fn unit(&self, number: u32) -> Option<&UnitEntry> {
        self.units.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }
}

/// The digest of everything that may decide a count: the clauses in their words, the readings, and what `variant.json` says, in
/// whatever way it is indented.
pub(super) fn rules(variant: VariantId, readings: &[String]) -> String {
    let mut text = String::new();
    let own = Clause::all().filter(|clause| clause.variant().is_none_or(|owner| owner == variant));
    let table = serde_json::from_str::<serde_json::Value>(variant.table_text());
    let table = table.map_or_else(|_| variant.table_text().to_owned(), |table| table.to_string());
    for part in own
        .flat_map(|clause| [clause.id(), clause.text()])
        .chain([table.as_str()])
        .chain(readings.iter().map(String::as_str))
    {
        text.push_str(part);
        text.push('\n');
    }
    digest(text.as_bytes())
}
