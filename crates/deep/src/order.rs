//! The order of the positions in units: positions that lead to the same ones are neighbours.
//!
//! A worker's hash table then finds what it counted a moment ago. Two positions lead to the same one mostly if they differ in the
//! pieces of the side to move. So the pieces of the other side come first: a VFEN begins with the ranks where Black's pieces start, and
//! is compared from its other end if Black is to move.

use super::DeepError;
use super::entry::Entry;
use super::expand::{Bucketed, Buckets, Expansion, entries, read_file};
use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

/// The most positions that are sampled to divide the positions.
const MAX_SAMPLES: u64 = 1 << 20;

/// Compares positions with the same side to move, or their lines.
fn compare(one: &str, other: &str) -> Ordering {
    match (one.split_once(" b "), other.split_once(" b ")) {
        (Some((board, rest)), Some((other_board, other_rest))) => {
            board.rsplit('/').cmp(other_board.rsplit('/')).then_with(|| rest.cmp(other_rest))
        }
        _ => one.cmp(other),
    }
}

/// Sorts all positions. Memory holds one file a thread.
///
/// # Errors
/// If a file cannot be read or written.
pub(super) fn sorted(
    expansion: &Expansion<'_>,
    folder: &Path,
    last: &Bucketed,
) -> Result<Bucketed, DeepError> {
    let buckets = Buckets::new(folder, last.bytes)?;
    let bounds = bounds(expansion, last, buckets.count())?;
    expansion.each(last.files.len(), |(), index| {
        let path = &last.files[index];
        let text = read_file(path)?;
        for entry in entries(path, &text) {
            let Entry { vfen, ways } = entry?;
            let bucket = bounds.partition_point(|bound| compare(bound, vfen).is_le());
            buckets.add_to(bucket, vfen, &ways)?;
        }
        Ok(())
    })?;
    let files = buckets.finish()?;
    expansion.each(files.len(), |(), index| {
        let path = &files[index];
        let text = read_file(path)?;
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable_by(|one, other| compare(one, other));
        let write = || -> io::Result<()> {
            let mut file = BufWriter::new(File::create(path)?);
            lines.iter().try_for_each(|line| writeln!(file, "{line}"))?;
            file.flush()
        };
        if lines.is_empty() { Ok(()) } else { write().map_err(DeepError::io(path)) }
    })?;
    Ok(Bucketed { files, ..*last })
}

/// The positions at which the files begin, except the first. About equally many positions lie between two.
fn bounds(expansion: &Expansion<'_>, last: &Bucketed, count: usize) -> Result<Vec<String>, DeepError> {
    if count == 1 {
        return Ok(Vec::new());
    }
    let step = usize::try_from(last.positions / MAX_SAMPLES).unwrap_or(usize::MAX).max(100);
    let sampled = expansion.each(last.files.len(), |(), index| {
        let path = &last.files[index];
        let text = read_file(path)?;
        let sampled = entries(path, &text).step_by(step);
        sampled.map(|entry| entry.map(|entry| entry.vfen.to_owned())).collect::<Result<Vec<_>, _>>()
    })?;
    let mut sampled: Vec<_> = sampled.into_iter().flatten().collect();
    sampled.sort_unstable_by(|one, other| compare(one, other));
    let bounds: Vec<_> =
        (1..count).filter_map(|part| sampled.get(part * sampled.len() / count)).cloned().collect();
    Ok(bounds)
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn the_side_that_waits_comes_first() {
        for (one, other) in [
            ("a/b/b w - - 0 1", "b/b/a w - - 0 1"),
            ("b/b/a b - - 0 1", "a/b/b b - - 0 1"),
            ("a/b/b b - - 0 1", "a/b/b b - e3 0 1"),
            ("a/b/b b - - 0 1\t1:1", "a/b/c b - - 0 1"),
        ] {
            assert!(compare(one, other).is_lt() && compare(other, one).is_gt(), "{one}, {other}");
        }
    }
}
