//! The order of the positions in units: positions that lead to the same ones are neighbours.
//!
//! A worker's hash table then finds what it counted a moment ago. Two positions lead to the same one mostly if they differ in the
//! pieces of the side to move. So the pieces of the other side come first: a VFEN begins with the ranks where Black's pieces start, and
//! is compared from its other end if Black is to move.

use super::DeepError;
use super::entry::Entry;
use super::expand::{Bucketed, Buckets, Expansion, entries, read};
use std::fs;
use std::path::Path;

/// The most keys that are sampled to divide the positions.
const MAX_SAMPLES: u64 = 1 << 20;

/// What the positions of a ply are sorted by.
fn key(vfen: &str) -> String {
    let (board, rest) = vfen.split_once(' ').unwrap_or((vfen, ""));
    if rest.starts_with('b') {
        let ranks: Vec<_> = board.rsplit('/').collect();
        format!("{} {rest}", ranks.join("/"))
    } else {
        vfen.to_owned()
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
        let text = read(path)?;
        for entry in entries(path, &text) {
            let Entry { vfen, ways } = entry?;
            let key = key(vfen);
            buckets.add_to(bounds.partition_point(|bound| *bound <= key), vfen, &ways)?;
        }
        Ok(())
    })?;
    let files = buckets.finish()?;
    expansion.each(files.len(), |(), index| {
        let path = &files[index];
        let text = read(path)?;
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_by_cached_key(|line| key(line));
        let sorted = lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
        if sorted.is_empty() { Ok(()) } else { fs::write(path, sorted).map_err(DeepError::io(path)) }
    })?;
    Ok(Bucketed { files, ..*last })
}

/// The keys at which the files begin, except the first. About equally many positions lie between two.
fn bounds(expansion: &Expansion<'_>, last: &Bucketed, count: usize) -> Result<Vec<String>, DeepError> {
    if count == 1 {
        return Ok(Vec::new());
    }
    let step = usize::try_from(last.positions / MAX_SAMPLES).unwrap_or(usize::MAX).max(100);
    let sampled = expansion.each(last.files.len(), |(), index| {
        let path = &last.files[index];
        let text = read(path)?;
        let keys = entries(path, &text).step_by(step);
        keys.map(|entry| entry.map(|entry| key(entry.vfen))).collect::<Result<Vec<_>, _>>()
    })?;
    let mut keys: Vec<_> = sampled.into_iter().flatten().collect();
    keys.sort_unstable();
    let bounds: Vec<_> = (1..count).filter_map(|part| keys.get(part * keys.len() / count)).cloned().collect();
    Ok(bounds)
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn the_side_that_waits_comes_first() {
        assert_eq!(key("a/b/c w - - 0 1"), "a/b/c w - - 0 1");
        assert_eq!(key("a/b/c b - - 0 1"), "c/b/a b - - 0 1");
    }
}
