//! Counts a unit, position by position. Every 20 seconds, and when it is interrupted, it notes how far it is, so that a worker that
//! ends early loses little.

use super::classes::{self, ClassSums};
use super::entry::Entry;
use super::error::CountDifference;
use super::expand::entries;
use super::files::{compressed, open_sealed, put, sealed};
use super::manifest::Manifest;
use super::result::{self, UnitResult, Verified};
use super::{DeepError, DeepEvent, Share};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vperft::inner::backend::Backend;
use vperft::inner::game::classes::ClassCounts;
use vperft::inner::game::perft::{Count, CountCache, ProgressUpdate, Resources};
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::observer::Observer;

/// How often a thread notes how far it is in a unit.
const CHECKPOINT: Duration = Duration::from_secs(20);

/// Counts units, for all threads of a worker.
pub(super) struct UnitCounter<'a> {
    /// The folder of the plan.
    pub folder: &'a Path,
    /// The plan.
    pub manifest: Manifest,
    /// The id of the plan.
    pub plan: String,
    pub variant: VariantId,
    /// The name of the backend that counts.
    pub identity: String,
    /// Whether the count goes on from a checkpoint, and writes some.
    pub is_resumed: bool,
    /// The counts of this backend so far, for all threads and units.
    pub cache: Option<&'a dyn CountCache>,
    /// Whether the last moves are counted by class too.
    pub is_classed: bool,
    pub observer: &'a (dyn Observer<DeepEvent> + Sync),
}

/// The backends of a thread.
pub(super) struct Backends {
    pub main: Box<dyn Backend>,
    /// The backend that counts a share of the positions again.
    pub second: Option<(Share, Box<dyn Backend>)>,
}

impl UnitCounter<'_> {
    /// Counts a unit.
    ///
    /// # Errors
    /// If the unit is not what the plan wrote, a backend gives no answer, the second backend counts something else, or the checkpoint
    /// cannot be written.
    pub fn count(&self, unit: u32, backends: &mut Backends) -> Result<UnitResult, DeepError> {
        let entry = self.manifest.unit(unit);
        let entry = entry.ok_or_else(|| DeepError::Unfit(format!("the plan has no unit {unit}")))?;
        let path = Manifest::unit_path(self.folder, unit);
        let text = compressed(&path, &entry.digest)?;
        let checkpoint = self.checkpoint_path(unit);
        let resumed = if self.is_resumed { self.checkpoint(&checkpoint, unit) } else { None };
        if let Some(resumed) = &resumed {
            self.observer.event(&DeepEvent::Note(format!(
                "unit {unit}: {} of {} positions are counted already, as {} says",
                resumed.positions,
                entry.positions,
                checkpoint.display(),
            )));
        }
        let mut result =
            resumed.unwrap_or_else(|| UnitResult::empty(&self.plan, unit, entry, &self.identity));
        let (begun, before, mut noted) = (Instant::now(), result.milliseconds, Instant::now());
        let done = usize::try_from(result.positions).unwrap_or(usize::MAX);
        for entry in entries(&path, &text).skip(done) {
            let entry = entry?;
            let added = match self.observer.is_stopped() {
                true => Err(DeepError::Interrupted),
                false => self.add(&entry, &mut result, backends),
            };
            result.milliseconds =
                before + u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX - before);
            let is_due = noted.elapsed() >= CHECKPOINT || matches!(added, Err(DeepError::Interrupted));
            if self.is_resumed && is_due {
                put(&checkpoint, sealed(&result).as_bytes())?;
                noted = Instant::now();
            }
            added?;
        }
        Ok(result)
    }

    /// Whether an error is about the file of a unit, so that the other units can be counted.
    pub fn is_damage(&self, unit: u32, error: &DeepError) -> bool {
        let file = Manifest::unit_path(self.folder, unit);
        matches!(error, DeepError::Io { path, .. } | DeepError::Malformed { path, .. } if *path == file)
    }

    /// Removes the checkpoint of a unit whose result is written.
    pub fn forget(&self, unit: u32) {
        let _ = fs::remove_file(self.checkpoint_path(unit));
    }

    /// Counts below a position and adds it to the result.
    fn add(
        &self,
        entry: &Entry<'_>,
        result: &mut UnitResult,
        backends: &mut Backends,
    ) -> Result<(), DeepError> {
        let (below, classes) = self.count_below(backends.main.as_mut(), entry.vfen, self.cache)?;
        if let Some((share, second)) = &mut backends.second
            && share.takes(&self.plan, entry.vfen)
        {
            let (other, its_classes) = self.count_below(second.as_mut(), entry.vfen, None)?;
            let identity = second.identity();
            let difference = |class: Option<&str>, found, expected| {
                DeepError::Differs(Box::new(CountDifference {
                    vfen: entry.vfen.to_owned(),
                    depth: self.manifest.depth - self.manifest.split,
                    class: class.map(str::to_owned),
                    counts: [(self.identity.clone(), found), (identity.clone(), expected)],
                }))
            };
            if other != below {
                return Err(difference(None, Count(below), Count(other)));
            }
            if let Some(class) = classes::difference(&classes, &its_classes) {
                return Err(difference(Some(class), classes[class], its_classes[class]));
            }
            result.verified.get_or_insert(Verified { backend: identity, positions: 0 }).positions += 1;
        }
        let overflow = || DeepError::Unfit("more than 2^128 move sequences".into());
        if self.is_classed {
            let ways = entry.ways.iter().try_fold(0_u128, |sum, (_, ways)| sum.checked_add(*ways));
            let sum = ways.and_then(|ways| classes::add(result.classes.take(), &classes, ways));
            result.classes = Some(sum.ok_or_else(overflow)?);
        }
        for &(first, ways) in &entry.ways {
            let text = usize::try_from(first).ok().and_then(|first| self.manifest.moves.get(first));
            let text = text.ok_or_else(|| {
                DeepError::Unfit(format!("unit {}: no move {first} in the plan", result.unit))
            })?;
            let count = result.counts.entry(text.clone()).or_insert(Count(0));
            let sum = ways.checked_mul(below).and_then(|below| count.0.checked_add(below));
            count.0 = sum.ok_or_else(overflow)?;
        }
        result.positions += 1;
        Ok(())
    }

    /// The count below a position, and the classes of the last moves if they are wanted.
    fn count_below(
        &self,
        backend: &mut dyn Backend,
        vfen: &str,
        cache: Option<&dyn CountCache>,
    ) -> Result<(u128, ClassSums), DeepError> {
        let depth = self.manifest.depth - self.manifest.split;
        let stop = Stop(self.observer);
        let counted = backend.of(self.variant).and_then(|view| {
            if !self.is_classed {
                return Ok((view.perft_with(vfen.into(), depth, cache, &stop)?, ClassSums::new()));
            }
            let table = view.classes(vfen.into(), depth, &Resources::default(), &stop)?;
            let nodes = table.rows.last().map_or(0, ClassCounts::nodes);
            Ok((nodes, classes::longest(self.variant, &table)))
        });
        counted.map_err(|error| match error {
            _ if self.observer.is_stopped() => DeepError::Interrupted,
            error => DeepError::Backend { identity: backend.identity(), vfen: vfen.to_owned(), error },
        })
    }

    fn checkpoint_path(&self, unit: u32) -> PathBuf {
        let name = result::path(Path::new(""), unit, &self.identity);
        self.folder.join("checkpoints").join(name.file_name().unwrap_or_default())
    }

    /// Whether a result has everything that is to be counted.
    pub fn is_complete(&self, result: &UnitResult) -> bool {
        !self.is_classed || result.classes.is_some()
    }

    /// The part of the unit that a worker with this backend counted before it was killed.
    fn checkpoint(&self, path: &Path, unit: u32) -> Option<UnitResult> {
        let (result, _): (UnitResult, String) = open_sealed(path, result::MAX_BYTES).ok()?;
        let is_of_this = result.unit == unit && result.backend == self.identity;
        let is_of_this = is_of_this && result.classes.is_some() == self.is_classed;
        (is_of_this && result.fault(&self.plan, &self.manifest).is_none()).then_some(result)
    }
}

/// Stops a count when the work is to stop.
struct Stop<'a>(&'a (dyn Observer<DeepEvent> + Sync));

impl Observer<ProgressUpdate> for Stop<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
