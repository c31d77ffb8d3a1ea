//! Cuts the unique positions of the last ply into units of about equal work.
//!
//! The work of a position is estimated by perft 2 of one position in [`SAMPLE`], since positions that are neighbours in the sorted order
//! resemble each other.

use super::entry::Entry;
use super::expand::{self, Bucketed, Expansion};
use super::files::{sync, write_compressed};
use super::manifest::{Manifest, UnitEntry};
use super::{DeepError, DeepEvent};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use vperft::inner::game::perft::Count;
use vperft_run::digest::digest;

/// One position in this many is sampled.
const SAMPLE: usize = 64;

/// The units while they are cut.
pub(super) struct Cutter<'a> {
    folder: &'a Path,
    /// The estimated work at which a unit ends.
    target: u64,
    text: String,
    open: UnitEntry,
    /// The first moves that lead to the positions of the open unit.
    first_moves: BTreeSet<u32>,
    /// The finished units.
    pub units: Vec<UnitEntry>,
}

impl<'a> Cutter<'a> {
    /// Units of about this much work in a folder.
    fn new(folder: &'a Path, target: u64) -> Self {
        let (open, first_moves) = (Self::empty(), BTreeSet::new());
        Self { folder, target, text: String::new(), open, first_moves, units: Vec::new() }
    }

    const fn empty() -> UnitEntry {
        UnitEntry { positions: 0, sequences: Count(0), first_moves: 0, work: 0, digest: String::new() }
    }

    fn add(&mut self, entry: &Entry<'_>, work: u64) -> Result<(), DeepError> {
        Entry::print(entry.vfen, &entry.ways, &mut self.text);
        // The sum over the ply has been computed without overflow.
        self.open.sequences.0 += entry.multiplicity().unwrap_or_default();
        self.open.positions += 1;
        self.first_moves.extend(entry.ways.iter().map(|(first, _)| first));
        self.open.work += work.max(1);
        if self.open.work >= self.target { self.finish() } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), DeepError> {
        if self.open.positions == 0 {
            return Ok(());
        }
        let number = u32::try_from(self.units.len() + 1)
            .map_err(|_| DeepError::Unfit("more than 2^32 units".into()))?;
        write_compressed(&Manifest::unit_path(self.folder, number), &self.text)?;
        let unit = std::mem::replace(&mut self.open, Self::empty());
        let first_moves = u32::try_from(std::mem::take(&mut self.first_moves).len()).unwrap_or(u32::MAX);
        self.units.push(UnitEntry { digest: digest(self.text.as_bytes()), first_moves, ..unit });
        self.text.clear();
        Ok(())
    }
}

/// Cuts the positions into about `count` units, which are written to the folder `units`.
///
/// # Errors
/// If the backend does not count a position, or a file cannot be written.
pub(super) fn cut(
    expansion: &Expansion<'_>,
    folder: &Path,
    last: &Bucketed,
    count: u32,
) -> Result<Vec<UnitEntry>, DeepError> {
    let units = folder.join("units");
    fs::create_dir_all(&units).map_err(DeepError::io(&units))?;
    // The sampled work of each bucket, in the order of its positions.
    let sampled = expansion.each(last.files.len(), |backend: &mut Option<_>, index| {
        let backend = backend.get_or_insert_with(|| (expansion.open)());
        let path = &last.files[index];
        let text = expand::read_file(path)?;
        let mut works = Vec::new();
        for entry in expand::entries(path, &text).step_by(SAMPLE) {
            let vfen = entry?.vfen;
            let counted = backend.of(expansion.variant).and_then(|view| view.perft(vfen.into(), 2));
            let counted = counted.map_err(|error| DeepError::Backend {
                identity: backend.identity(),
                vfen: vfen.to_owned(),
                error,
            })?;
            works.push(u64::try_from(counted).unwrap_or(u64::MAX >> 32));
            if expansion.observer.is_stopped() {
                return Err(DeepError::Interrupted);
            }
        }
        Ok(works)
    })?;
    let samples = sampled.iter().map(|works| works.len() as u64).sum::<u64>().max(1);
    let mean = sampled.iter().flatten().sum::<u64>() / samples;
    let target = mean.max(1).saturating_mul(last.positions).div_ceil(u64::from(count).max(1));
    let mut cutter = Cutter::new(folder, target.max(1));
    for (index, (path, works)) in last.files.iter().zip(&sampled).enumerate() {
        let text = expand::read_file(path)?;
        for (place, entry) in expand::entries(path, &text).enumerate() {
            cutter.add(&entry?, works[place / SAMPLE])?;
        }
        expansion.observer.event(&DeepEvent::Part(index + 1, last.files.len()));
    }
    cutter.finish()?;
    let written = cutter.units.len();
    let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
    expansion.each(written, |(), index| sync(&Manifest::unit_path(folder, number(index))))?;
    sync(&units)?;
    Ok(cutter.units)
}
