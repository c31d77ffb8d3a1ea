//! A unique position of a plan: a line of a bucket or a unit.
//!
//! A line is the VFEN, a tab, and the ways to reach the position, by first move: `VFEN<tab>3:2,17:1` is reached twice by the move 3 of the
//! plan and once by the move 17. The counters are at their least values, since they never cut a count (GEN-PERFT); all other fields
//! of the VFEN are kept, so positions are the same here exactly if nothing that affects their moves differs. The comparison is of
//! texts, so no two positions can be taken for one by accident.

use std::fmt::Write as _;

/// A unique position, and by how many ways each first move leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    /// The VFEN, with the counters at their least values.
    pub vfen: &'a str,
    /// The numbers of the first moves, ascending, each with its ways; none is 0.
    pub ways: Vec<(u32, u128)>,
}

impl<'a> Entry<'a> {
    /// Parses a line.
    ///
    /// # Errors
    /// Says what is wrong with the line.
    pub fn parse(line: &'a str) -> Result<Self, String> {
        let malformed = || format!("`{line}`: expected VFEN, a tab, and MOVE:WAYS separated by commas");
        let (vfen, ways) = line.split_once('\t').ok_or_else(malformed)?;
        let way = |text: &str| {
            let (first, ways) = text.split_once(':')?;
            Some((first.parse().ok()?, ways.parse().ok().filter(|ways| *ways > 0)?))
        };
        let ways = ways.split(',').map(way).collect::<Option<Vec<_>>>().ok_or_else(malformed)?;
        let is_ascending = ways.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if is_ascending { Ok(Self { vfen, ways }) } else { Err(malformed()) }
    }

    /// Appends the line and a line end.
    pub fn print(vfen: &str, ways: &[(u32, u128)], out: &mut String) {
        out.push_str(vfen);
        for (index, (first, ways)) in ways.iter().enumerate() {
            let separator = if index == 0 { '\t' } else { ',' };
            let _ = write!(out, "{separator}{first}:{ways}");
        }
        out.push('\n');
    }

    /// Adds the ways of the same position. `None` if a sum is 2^128 or more.
    pub fn add(&mut self, ways: &[(u32, u128)]) -> Option<()> {
        for &(first, more) in ways {
            match self.ways.binary_search_by_key(&first, |(first, _)| *first) {
                Ok(index) => self.ways[index].1 = self.ways[index].1.checked_add(more)?,
                Err(index) => self.ways.insert(index, (first, more)),
            }
        }
        Some(())
    }

    /// How many ways lead to the position. `None` if they are 2^128 or more.
    pub fn multiplicity(&self) -> Option<u128> {
        self.ways.iter().try_fold(0_u128, |sum, (_, ways)| sum.checked_add(*ways))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn lines_are_read_as_they_are_printed() {
        for (line, ways) in [("x w - - 0 1\t3:2,17:1", vec![(3, 2), (17, 1)]), ("x\t0:1", vec![(0, 1)])] {
            let entry = Entry::parse(line).expect("the line is well formed");
            assert_eq!(entry.ways, ways);
            let mut printed = String::new();
            Entry::print(entry.vfen, &entry.ways, &mut printed);
            assert_eq!(printed.trim_end(), line);
        }
        for line in ["x", "x\t", "x\t1", "x\t1:0", "x\t2:1,1:1", "x\t1:1,1:1", "x\t1:-1", "x\t1:x"] {
            assert!(Entry::parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn ways_are_added_by_first_move() {
        let mut entry = Entry { vfen: "x", ways: vec![(2, 5)] };
        assert_eq!(entry.add(&[(1, 1), (2, 3)]), Some(()));
        assert_eq!((entry.multiplicity(), &entry.ways[..]), (Some(9), &[(1, 1), (2, 8)][..]));
        assert_eq!(entry.add(&[(2, u128::MAX)]), None);
    }
}
