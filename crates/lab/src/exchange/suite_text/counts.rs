//! What numbers without a label mean, and counts of other conventions.
//!
//! Invariant: the numbers of the text and the flags decide, never what the counts would be by any rules.

use super::Refusal;
use super::entry::{Brackets, Collector, Entry, Row, add_count};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number that is taken for a depth if a number without a label follows.
pub(super) const MAX_BARE_DEPTH: u128 = 12;

/// The meaning of two numbers without labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    /// A depth with its count.
    Depth,
    /// The counts of depth 1 and 2.
    List,
    /// A count with its depth behind it.
    Swapped,
}

impl Bare {
    /// The note about a text that was read so.
    pub(super) const fn note(self) -> &'static str {
        match self {
            Self::Depth => "read as FEN, depth, count; `--counts list` overrides",
            Self::Swapped => "read as FEN, count, depth; `--counts list` overrides",
            Self::List => "read as FEN, count of depth 1, count of depth 2; `--counts depth` overrides",
        }
    }
}

/// The meaning of counts, as the flags say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The meaning of numbers without labels; `None` if the text decides.
    pub bare: Option<Bare>,
    /// The counts include the nodes above the leaves.
    pub is_tree: bool,
    /// The depths begin with 0.
    pub is_from_zero: bool,
    /// A count of 0 means "not counted".
    pub skips_zero: bool,
}

/// The reason against numbers of source text of which not all need be counts.
pub(super) const MAY_BE_OTHERS: &str = "the first or the last number may be no count; expected a depth and its count alone, or a list of counts from depth 1 on";

/// Gives all numbers without labels their depths, and makes counts of other conventions those of leaves. Returns what two numbers were
/// taken for, if there are any.
pub(super) fn settle(collector: &mut Collector<'_>) -> Option<Bare> {
    let counts = collector.options.hints.counts;
    let (taken, unclear) = match meaning(collector) {
        Ok(taken) => (taken, None),
        Err(reason) => (None, Some(reason)),
    };
    let (has_long_lists, first_depth) = (has_long_lists(collector), first_depth(collector));
    let (are_mixed, begin_with_depths) = (are_mixed(collector), begin_with_depths(collector));
    let begin_with_one = begin_with_one(collector);
    if begin_with_one && !counts.is_from_zero {
        let note = "lists begin with 1 or 0; if this is the count of depth 0, pass `--counts from-zero`";
        collector.suite.notes.push(note.to_owned());
    }
    // The position itself is 1; another count of depth 0 is that of the legal moves. It says so for all depths of the text.
    let is_of_moves = |entry: &Entry| entry.counts.get(&0).is_some_and(|count| *count > 1);
    if collector.suite.entries.iter().any(is_of_moves) && !counts.is_from_zero {
        let note =
            "a count of depth 0 is more than 1; if it is that of the legal moves, pass `--counts from-zero`";
        collector.suite.notes.push(note.to_owned());
    }
    let all = &mut collector.suite;
    let (mut numbers, mut refusals) = (0, Vec::new());
    let mut rows = all.entries.iter().flat_map(|entry| &entry.bare);
    let has_lists = matches!(taken, None | Some(Bare::List))
        && rows.any(|row| !row.brackets.is_list() && row.numbers.len() > 1);
    for entry in &mut all.entries {
        for Row { place, numbers: row, brackets } in std::mem::take(&mut entry.bare) {
            let is_numbered = matches!(brackets, Brackets::Numbered(_));
            let is_list = is_numbered || brackets == Brackets::Yes && has_long_lists;
            let is_open = row.len() == 2 && !is_list;
            let is_argument = brackets == Brackets::Arguments;
            let bare = counts.bare.or(taken.filter(|_| is_open)).unwrap_or(Bare::List);
            numbers += row.len() - usize::from(bare != Bare::List) * row.len() / 2;
            let read: Result<(), String> = match (bare, &row[..]) {
                _ if is_numbered && first_depth.is_none() => Err(
                    "a number next to a list; expected a list alone, or in every row of the file as many counts as the number says".into(),
                ),
                (Bare::List, _)
                    if counts.bare.is_none()
                        && (are_mixed && is_argument && row.len() > 2
                            || brackets == Brackets::Apart
                            || begin_with_depths && brackets == Brackets::No && row.len() > 2) =>
                {
                    Err(MAY_BE_OTHERS.into())
                }
                (Bare::List, _) if is_open && unclear.is_some() => Err(unclear.clone().unwrap_or_default()),
                // In a text with longer lists, it is one too.
                (Bare::List, [one]) if counts.bare.is_none() && !is_list && (!has_lists || is_argument) => Err(format!(
                    "`{one}` alone; expected a depth and its count, such as `3, 8902`"
                )),
                (Bare::List, &[first, _, ..]) if counts.is_from_zero && begin_with_one && first > 1 => {
                    Err("a list that does not begin with 1, as others do; expected counts from depth 0 on".into())
                }
                (Bare::List, row) => (first_depth.filter(|_| is_numbered).unwrap_or(u32::from(!counts.is_from_zero))..)
                    .zip(row)
                    .try_for_each(|(depth, count)| add_count(entry, depth, *count)),
                (Bare::Swapped, &[count, depth]) => add_count(entry, depth, count),
                (Bare::Depth | Bare::Swapped, row) => match row.as_chunks::<2>() {
                    (pairs, []) => pairs.iter().try_for_each(|[depth, count]| add_count(entry, *depth, *count),),
                    _ => Err(format!("{} numbers; expected depths, each with its count", row.len())),
                },
            };
            if let Err(reason) = read {
                let text: Vec<_> = row.iter().map(u128::to_string).collect();
                refusals.push(Refusal::new(place, &text.join(" "), reason));
            }
        }
        if counts.skips_zero {
            entry.counts.retain(|_, count| *count > 0);
        }
    }
    if counts.is_from_zero {
        all.entries
            .iter_mut()
            .for_each(|entry| entry.counts.retain(|depth, count| (*depth, *count) != (0, 0)));
    }
    if counts.is_from_zero && all.entries.iter().any(is_of_moves) {
        for entry in &mut all.entries {
            entry.counts = deeper(std::mem::take(&mut entry.counts));
            entry.classes = deeper(std::mem::take(&mut entry.classes));
        }
    }
    if counts.is_tree {
        for entry in &mut all.entries {
            match leaves(&entry.counts) {
                Ok(leaves) => entry.counts = leaves,
                Err(reason) => {
                    entry.counts.clear();
                    refusals.push(Refusal::new(entry.place.clone(), &entry.fen, reason));
                }
            }
        }
    }
    all.numbers += numbers;
    all.refusals.extend(refusals);
    taken
}

/// Adds 1 to each depth.
fn deeper<T>(depths: BTreeMap<u32, T>) -> BTreeMap<u32, T> {
    depths.into_iter().map(|(depth, said)| (depth + 1, said)).collect()
}

/// Whether a list in brackets has more than two numbers. Then all of them are lists of counts.
fn has_long_lists(collector: &Collector<'_>) -> bool {
    let mut rows = collector.suite.entries.iter().flat_map(|entry| &entry.bare);
    rows.any(|row| row.brackets.is_list() && row.numbers.len() > 2)
}

/// Whether three arguments or more may begin with something else than a count: in every row, the first is as small as a depth, or the
/// first numbers count the rows.
fn are_mixed(collector: &Collector<'_>) -> bool {
    let rows = collector.suite.entries.iter().flat_map(|entry| &entry.bare);
    let rows = rows.filter(|row| row.brackets == Brackets::Arguments && row.numbers.len() > 2);
    let firsts: Vec<_> = rows.map(|row| row.numbers[0]).collect();
    firsts.iter().all(|first| *first <= MAX_BARE_DEPTH)
        || firsts.len() > 1 && firsts.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// Whether rows of several numbers begin with a depth: with a small number, and not all of a position with the same.
fn begin_with_depths(collector: &Collector<'_>) -> bool {
    let mut firsts = BTreeMap::<_, BTreeSet<_>>::new();
    for entry in &collector.suite.entries {
        let rows = entry.bare.iter().filter(|row| row.brackets == Brackets::No && row.numbers.len() > 2);
        firsts.entry(&entry.fen).or_default().extend(rows.map(|row| row.numbers[0]));
    }
    firsts.values().flatten().all(|first| *first <= MAX_BARE_DEPTH)
        && firsts.values().any(|firsts| firsts.len() > 1)
}

/// Whether the text has lists, and at least half of them begin with the count of depth 0: 1, or 0 for none, and then one of a position.
fn begin_with_one(collector: &Collector<'_>) -> bool {
    let rows = collector.suite.entries.iter().flat_map(|entry| &entry.bare);
    let lists =
        rows.filter(|row| row.numbers.len() > 2 || row.brackets == Brackets::Yes && row.numbers.len() > 1);
    let (mut all, mut with_one) = (0, 0);
    for row in lists {
        all += 1;
        with_one += usize::from(row.numbers[0] <= 1 && row.numbers[1] > 1);
    }
    with_one > 0 && with_one * 2 >= all
}

/// The first depth of lists that have a number next to each: their greatest depth. Lists that all begin with the number may be about that
/// depth alone.
fn first_depth(collector: &Collector<'_>) -> Option<u32> {
    let rows = collector.suite.entries.iter().flat_map(|entry| &entry.bare);
    let mut lists = rows.filter_map(|row| match row.brackets {
        Brackets::Numbered(number) => Some((number, &row.numbers)),
        _ => None,
    });
    let mut depths = [0, 1].into_iter();
    let first = depths.find(|first| {
        let is_whole = |list: &[u128]| *first == 1 || list[0] == 1;
        lists
            .clone()
            .all(|(number, list)| number + 1 == list.len() as u128 + u128::from(*first) && is_whole(list))
    });
    first.filter(|_| lists.any(|(number, list)| list[0] != number))
}

/// The meaning of rows of two numbers: all begin with a small number, or none does. Otherwise the reason against them.
fn meaning(collector: &Collector<'_>) -> Result<Option<Bare>, String> {
    let are_lists = has_long_lists(collector);
    let entries = collector.suite.entries.iter();
    let rows = entries.flat_map(|entry| &entry.bare);
    let rows = rows.filter(|row| {
        row.numbers.len() == 2 && (!row.brackets.is_list() || row.brackets == Brackets::Yes && !are_lists)
    });
    if let Some(bare) = collector.options.hints.counts.bare {
        return Ok(rows.map(|_| bare).next());
    }
    // Of one row alone, or of two counts, the second may be small too.
    let is_swapped = |row: &Row| row.numbers[0] > MAX_BARE_DEPTH && row.numbers[1] <= MAX_BARE_DEPTH;
    let mut swapped = rows.clone().filter(|_| rows.clone().all(is_swapped));
    match (swapped.next(), swapped.next()) {
        (Some(_), Some(_)) => return Ok(Some(Bare::Swapped)),
        (Some(Row { numbers, .. }), None) => {
            return Err(format!(
                "`{} {}` may be a count and its depth; expected the depth first",
                numbers[0], numbers[1]
            ));
        }
        _ => {}
    }
    let is_depth = |row: &&Row| row.numbers[0] <= MAX_BARE_DEPTH;
    let are_small = rows.clone().all(|row| row.numbers.iter().all(|number| *number <= MAX_BARE_DEPTH));
    let (mut depths, mut lists) = (rows.clone().filter(is_depth), rows.filter(|row| !is_depth(row)));
    match (depths.next(), lists.next()) {
        (Some(Row { numbers, .. }), _) if are_small => Err(format!(
            "`{} {}` may be two depths, since no row has a larger number; pass `--counts depth` or `--counts list`",
            numbers[0], numbers[1]
        )),
        (Some(depth), Some(list)) => {
            let shown = |row: &Row| format!("line {}: `{} {}`", row.place, row.numbers[0], row.numbers[1]);
            Err(format!(
                "two numbers behind a position may be a depth and its count ({}) or two counts ({}); pass `--counts depth` or \
                 `--counts list`",
                shown(depth),
                shown(list)
            ))
        }
        (Some(_), None) => Ok(Some(Bare::Depth)),
        (None, Some(_)) => Ok(Some(Bare::List)),
        (None, None) => Ok(None),
    }
}

/// The count of each depth without that of the depth before.
fn leaves(counts: &BTreeMap<u32, u128>) -> Result<BTreeMap<u32, u128>, String> {
    let of = |(&depth, &count): (&u32, &u128)| {
        let above = match depth.checked_sub(1) {
            None => Some(0),
            Some(0) => Some(1),
            Some(above) => counts.get(&above).copied(),
        };
        let leaves = above.and_then(|above| count.checked_sub(above));
        leaves.map(|leaves| (depth, leaves)).ok_or_else(|| {
            format!("`--counts tree`: the count of depth {depth} includes all nodes above; expected that of the depth before too")
        })
    };
    counts.iter().map(of).collect()
}
