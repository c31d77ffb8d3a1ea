//! Comparisons in parts: what a part records, and the records of all parts in place of the backends.
//!
//! A part compares every N-th batch. Invariants: the positions of a batch do not depend on the parts; a record holds
//! the segments of a part up to its end, so that a merge sees what the whole comparison would have seen up to there.

use super::stats::Distinct;
use super::{BATCH, FoundDifference, FuzzOutcome, FuzzSettings, Segment, Stats};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use vperft::inner::game::variant::{Variant, VariantId};
use vperft_run::digest::digest;
use vperft_run::partition::{Part, PartError, Parts};

/// The record of a variant in a part.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct PartRecord {
    segments: Vec<RecordedSegment>,
    /// Whether all batches of the part were compared.
    complete: bool,
}

/// A segment with everything that a merge needs.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct RecordedSegment {
    batch: u64,
    stats: Stats,
    /// The hashes of the distinct positions: how many trailing zeros each has, and their digits.
    shift: u32,
    hashes: String,
    found: Option<FoundDifference>,
}

impl PartRecord {
    /// Adds the next segment.
    pub fn add(&mut self, batch: u64, stats: &Stats, found: Option<&FoundDifference>) {
        let (shift, hashes) = stats.distinct.recorded();
        self.segments.push(RecordedSegment {
            batch,
            stats: stats.clone(),
            shift,
            hashes,
            found: found.cloned(),
        });
    }

    /// Says that all batches of the part were compared.
    pub const fn complete(&mut self) {
        self.complete = true;
    }

    /// Whether this is the record of a part: its batches in order, none left out, and all if it is complete.
    fn is_of(&self, settings: &FuzzSettings<'_>) -> bool {
        let mut batches = settings.batches().peekable();
        let mut last = None;
        for segment in &self.segments {
            if last != Some(segment.batch) && batches.next() != Some(segment.batch) {
                return false;
            }
            last = Some(segment.batch);
            let first = segment.batch * BATCH;
            let is_inside =
                |found: &FoundDifference| (first..first.saturating_add(BATCH)).contains(&found.index);
            if !segment.found.as_ref().is_none_or(is_inside) {
                return false;
            }
        }
        !self.complete || batches.peek().is_none()
    }
}

impl RecordedSegment {
    /// The segment; `None` if its hashes are malformed.
    fn segment(&self) -> Option<Segment> {
        let distinct = Distinct::from_recorded(self.shift, &self.hashes)?;
        let stats = Stats { distinct, ..self.stats.clone() };
        Some(Segment { batch: self.batch, stats, found: self.found.clone() })
    }
}

/// The records of a variant in all parts.
#[derive(Clone, Debug)]
pub struct RecordedSegments<'p> {
    parts: &'p Parts,
    records: Vec<PartRecord>,
}

/// The comparison of a variant in a part file.
#[derive(Deserialize)]
struct Entry {
    record: PartRecord,
}

impl<'p> RecordedSegments<'p> {
    /// Reads the records of a variant. A part that ended at an earlier variant has none.
    ///
    /// # Errors
    /// If a part holds other batches than its own.
    pub fn from_parts(parts: &'p Parts, settings: &FuzzSettings<'_>) -> Result<Self, PartError> {
        let mut records = Vec::new();
        for file in parts.files() {
            let entry: Option<Entry> = file.entry("variants", settings.variant.name())?;
            let record = entry.map_or_else(PartRecord::default, |entry| entry.record);
            let own = FuzzSettings { part: Some(file.header.part()), ..*settings };
            if !record.is_of(&own) {
                return Err(file.error(format!("{}: has batches of another part", settings.variant)));
            }
            records.push(record);
        }
        Ok(Self { parts, records })
    }

    /// Passes the segments of all parts to `take`, in the order of the positions, until it breaks.
    ///
    /// # Errors
    /// If a part ended before a segment that is needed.
    pub fn sweep(
        &self,
        settings: &FuzzSettings<'_>,
        take: &mut dyn FnMut(Segment) -> ControlFlow<()>,
    ) -> Result<(), PartError> {
        let mut rest: Vec<_> = self.records.iter().map(|record| record.segments.as_slice()).collect();
        for batch in settings.batches() {
            let Some(index) = Part::all(self.parts.count()).position(|part| part.has(batch)) else {
                continue;
            };
            let file = &self.parts.files()[index];
            let length = rest[index].iter().take_while(|segment| segment.batch == batch).count();
            let (own, others) = rest[index].split_at(length);
            for segment in own {
                let segment = segment.segment().ok_or_else(|| file.error("malformed hashes"))?;
                if take(segment).is_break() {
                    return Ok(());
                }
            }
            if own.is_empty() || others.is_empty() && !self.records[index].complete {
                return Err(file.error("the comparison of this part ended before a position that is needed"));
            }
            rest[index] = others;
        }
        Ok(())
    }

    /// The outcome up to the first difference.
    ///
    /// # Errors
    /// If a part ended before a segment that is needed.
    pub fn run(&self, settings: &FuzzSettings<'_>) -> Result<FuzzOutcome, PartError> {
        let mut total = FuzzOutcome::default();
        self.sweep(settings, &mut |Segment { stats, found, .. }| total.add(FuzzOutcome { stats, found }))?;
        Ok(total)
    }
}

/// The digest of what decides the positions besides the arguments: the tables of the variants, and the known failures.
#[must_use]
pub fn plan_of(variants: &[VariantId], known: Option<&str>) -> String {
    let tables: Vec<_> = variants.iter().map(|variant| Variant::get(*variant)).collect();
    digest(format!("{known:?}\n{tables:?}").as_bytes())
}
