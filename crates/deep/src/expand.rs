//! The unique positions of the next ply, found in bucket files.
//!
//! Every child goes to the bucket that its text hashes to, so that equal positions meet in one. A bucket is then sorted and
//! merged by itself. Memory holds one bucket a thread and one buffer a bucket, however many positions there are.

use super::entry::Entry;
use super::{DeepError, DeepEvent, Open};
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use vperft::inner::backend::{Backend, BackendError};
use vperft::inner::game::position::without_counters;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::digest::Digest;
use vperft::inner::support::observer::Observer;
use vperft::inner::support::workers::spread_while;

/// The text of a bucket that is kept in memory before it is appended to its file.
const BUFFER_BYTES: usize = 1 << 16;

/// The expected size of a bucket before it is merged.
const BUCKET_BYTES: u64 = 1 << 24;

/// The most buckets, which bounds the memory of their buffers.
const MAX_BUCKETS: u64 = 4096;

/// The sorted lines of a ply's unique positions, in files.
#[derive(Debug)]
pub(super) struct Bucketed {
    /// The files, some of which may be missing because they would be empty.
    pub files: Vec<PathBuf>,
    /// How many unique positions there are.
    pub positions: u64,
    /// How many move sequences lead to them.
    pub sequences: u128,
    /// The size of all files in bytes.
    pub bytes: u64,
}

/// The buckets of a ply while lines are added to them.
pub(super) struct Buckets {
    files: Vec<(PathBuf, Mutex<String>)>,
}

impl Buckets {
    /// Empty buckets in a new folder, for lines of this size together.
    pub fn new(folder: &Path, bytes: u64) -> Result<Self, DeepError> {
        fs::create_dir_all(folder).map_err(DeepError::io(folder))?;
        let file = |index| (folder.join(format!("{index:04}")), Mutex::default());
        let count = usize::try_from((bytes / BUCKET_BYTES).clamp(1, MAX_BUCKETS)).unwrap_or(1);
        Ok(Self { files: (0..count).map(file).collect() })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// Adds a line to the bucket that its position hashes to.
    fn add(&self, vfen: &str, ways: &[(u32, u128)]) -> Result<(), DeepError> {
        let mut hash = Digest::default();
        hash.text(vfen);
        self.add_to((hash.number() % self.files.len() as u128) as usize, vfen, ways)
    }

    /// Adds a line to a bucket.
    pub fn add_to(&self, bucket: usize, vfen: &str, ways: &[(u32, u128)]) -> Result<(), DeepError> {
        let (path, buffer) = &self.files[bucket];
        let mut buffer = buffer.lock().unwrap_or_else(PoisonError::into_inner);
        Entry::print(vfen, ways, &mut buffer);
        if buffer.len() >= BUFFER_BYTES { append(path, &mut buffer) } else { Ok(()) }
    }

    /// Writes what the buffers hold. Returns the files.
    pub fn finish(self) -> Result<Vec<PathBuf>, DeepError> {
        let finish = |(path, buffer): (PathBuf, Mutex<String>)| {
            append(&path, &mut buffer.into_inner().unwrap_or_else(PoisonError::into_inner))?;
            Ok(path)
        };
        self.files.into_iter().map(finish).collect()
    }
}

/// Appends a buffer to its file and empties it.
fn append(path: &Path, buffer: &mut String) -> Result<(), DeepError> {
    if !buffer.is_empty() {
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(buffer.as_bytes())).map_err(DeepError::io(path))?;
        buffer.clear();
    }
    Ok(())
}

/// Reads a bucket. A missing one is empty.
pub(super) fn read_file(path: &Path) -> Result<String, DeepError> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        text => text.map_err(DeepError::io(path)),
    }
}

/// Parses the lines of a bucket or a unit.
pub(super) fn entries<'a>(
    path: &'a Path,
    text: &'a str,
) -> impl Iterator<Item = Result<Entry<'a>, DeepError>> {
    text.lines().map(|line| Entry::parse(line).map_err(|problem| DeepError::malformed(path, problem)))
}

/// The children of a position, each with its move, counters forgotten.
pub(super) fn children(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
) -> Result<Vec<(String, String)>, DeepError> {
    let answered = backend.of(variant).and_then(|view| view.children(vfen.into()));
    let forget = |(text, child): (String, String)| {
        let kept = without_counters(&child);
        kept.map(|kept| (text, kept)).ok_or_else(|| {
            BackendError::Protocol(format!("answered with the position `{child}`; expected six fields"))
        })
    };
    let children = answered.and_then(|children| children.into_iter().map(forget).collect());
    children.map_err(|error| DeepError::Backend {
        identity: backend.identity(),
        vfen: vfen.to_owned(),
        error,
    })
}

/// Merges the lines of a bucket that are of one position, and writes them sorted. Returns the positions, the sequences and the size.
fn merge(path: &Path) -> Result<(u64, u128, u64), DeepError> {
    let text = read_file(path)?;
    let mut lines: Vec<&str> = text.lines().collect();
    // Equal positions are adjacent then: the tab after the VFEN comes before any character of one.
    lines.sort_unstable();
    let overflow = || DeepError::Unfit("more than 2^128 move sequences".into());
    let (mut merged, mut positions, mut sequences) = (String::with_capacity(text.len()), 0, 0_u128);
    let mut last: Option<Entry<'_>> = None;
    let mut finish = |entry: Entry<'_>| -> Option<()> {
        positions += 1;
        sequences = sequences.checked_add(entry.multiplicity()?)?;
        Entry::print(entry.vfen, &entry.ways, &mut merged);
        Some(())
    };
    for line in lines {
        let entry = Entry::parse(line).map_err(|problem| DeepError::malformed(path, problem))?;
        match &mut last {
            Some(last) if last.vfen == entry.vfen => last.add(&entry.ways).ok_or_else(overflow)?,
            _ => {
                if let Some(done) = last.replace(entry) {
                    finish(done).ok_or_else(overflow)?;
                }
            }
        }
    }
    if let Some(done) = last {
        finish(done).ok_or_else(overflow)?;
    }
    if !merged.is_empty() {
        fs::write(path, &merged).map_err(DeepError::io(path))?;
    }
    Ok((positions, sequences, merged.len() as u64))
}

/// The threads and the backend that find the positions.
pub(super) struct Expansion<'a> {
    pub open: Open<'a>,
    pub variant: VariantId,
    pub jobs: usize,
    pub observer: &'a (dyn Observer<DeepEvent> + Sync),
}

impl Expansion<'_> {
    /// Writes lines to buckets and merges them. `fill` gets the function that adds a line.
    pub fn bucketed(
        &self,
        folder: &Path,
        bytes: u64,
        fill: impl FnOnce(
            &(dyn Fn(&str, &[(u32, u128)]) -> Result<(), DeepError> + Sync),
        ) -> Result<(), DeepError>,
    ) -> Result<Bucketed, DeepError> {
        let buckets = Buckets::new(folder, bytes)?;
        fill(&|vfen, ways| buckets.add(vfen, ways))?;
        let files = buckets.finish()?;
        let merged = self.each(files.len(), |(), index| merge(&files[index]))?;
        let (mut positions, mut sequences, mut bytes) = (0, 0_u128, 0);
        for (of_bucket, ways, size) in merged {
            positions += of_bucket;
            bytes += size;
            sequences = sequences
                .checked_add(ways)
                .ok_or_else(|| DeepError::Unfit("more than 2^128 move sequences".into()))?;
        }
        Ok(Bucketed { files, positions, sequences, bytes })
    }

    /// The next ply of these positions.
    pub fn next(&self, folder: &Path, last: &Bucketed) -> Result<Bucketed, DeepError> {
        // Sequences grow about as they did from the start position, which bounds how the positions do.
        let growth = u64::try_from(last.sequences).unwrap_or(u64::MAX).clamp(1, 100);
        self.bucketed(folder, last.bytes.saturating_mul(growth), |add| {
            let expand = |backend: &mut Option<Box<dyn Backend>>, index: usize| -> Result<(), DeepError> {
                let backend = backend.get_or_insert_with(|| (self.open)());
                let path = &last.files[index];
                let text = read_file(path)?;
                for entry in entries(path, &text) {
                    let entry = entry?;
                    for (_, child) in children(backend.as_mut(), self.variant, entry.vfen)? {
                        add(&child, &entry.ways)?;
                    }
                    if self.observer.is_stopped() {
                        return Err(DeepError::Interrupted);
                    }
                }
                Ok(())
            };
            self.each(last.files.len(), expand).map(drop)
        })
    }

    /// Does work for every number on the threads, until one fails.
    pub fn each<S: Default, T: Send>(
        &self,
        count: usize,
        work: impl Fn(&mut S, usize) -> Result<T, DeepError> + Sync,
    ) -> Result<Vec<T>, DeepError> {
        let (failure, done) = (Mutex::new(None), Mutex::new(0));
        let results = spread_while(count, self.jobs, |state: &mut S, index| {
            let answered =
                if self.observer.is_stopped() { Err(DeepError::Interrupted) } else { work(state, index) };
            match answered {
                Ok(result) => {
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    *done += 1;
                    self.observer.event(&DeepEvent::Part(*done, count));
                    Some(result)
                }
                Err(error) => {
                    let mut slot = failure.lock().unwrap_or_else(PoisonError::into_inner);
                    slot.get_or_insert(error);
                    None
                }
            }
        })?;
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(results),
        }
    }
}
