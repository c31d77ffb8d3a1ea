//! Positions and counts in lists of equal length, by index: `fens = ["FEN", "FEN"]; nodes = [[20, 400], [20]];`.
//!
//! Invariant: lists belong together only if no other list of their block has as many positions, or as many counts.

use super::super::statement;
use super::super::tokens::Kind;
use super::super::vocabulary::{Label, label_among};
use super::{Located, Reader, located};
use std::collections::BTreeMap;
use std::ops::Range;

/// A count of a position in another list: its depth, and its token.
pub(super) type Cell = (u128, usize);

/// A list of positions.
struct Positions {
    /// The name that it is given.
    name: usize,
    positions: Vec<usize>,
}

/// The lists of a block with a number, or a list of numbers, for each of some positions.
#[derive(Default)]
struct Columns {
    depths: Vec<Vec<u128>>,
    counts: Vec<Vec<usize>>,
    /// Those whose names have a depth, such as `depth3`.
    counts_of: BTreeMap<u32, Vec<usize>>,
    lists: Vec<Vec<usize>>,
    is_unclear: bool,
}

impl Reader<'_, '_, '_> {
    /// Finds the counts of positions in lists that have one, or a list of them, for each position of another list.
    pub(super) fn find_columns(&mut self) {
        let all = self.lists_of_positions();
        let is_alone = |list: &&Positions| {
            let is_like = |other: &&Positions| {
                self.all[other.name].parent == self.all[list.name].parent
                    && other.positions.len() == list.positions.len()
            };
            all.iter().filter(is_like).count() == 1
        };
        let (mut lists, mut cells) = (Vec::new(), BTreeMap::<_, Vec<Cell>>::new());
        for Positions { name, positions } in all.iter().filter(is_alone) {
            let columns = self.columns_beside(*name, positions.len());
            let greatest = match &columns.depths[..] {
                [] => None,
                [depths] => Some(depths),
                _ => continue,
            };
            match (&columns.counts[..], &columns.lists[..]) {
                _ if columns.is_unclear => {}
                ([], [column]) if columns.counts_of.is_empty() => {
                    let rows = positions.iter().zip(column).enumerate();
                    lists.extend(rows.map(|(row, (at, open))| {
                        (*at, (self.group(*open), greatest.map(|depths| depths[row])))
                    }));
                }
                ([column], []) if columns.counts_of.is_empty() => {
                    for ((at, count), depth) in
                        positions.iter().zip(column).zip(greatest.into_iter().flatten())
                    {
                        cells.entry(*at).or_default().push((*depth, *count));
                    }
                }
                ([], []) if greatest.is_none() => {
                    for (depth, column) in &columns.counts_of {
                        for (at, count) in positions.iter().zip(column) {
                            cells.entry(*at).or_default().push((u128::from(*depth), *count));
                        }
                    }
                }
                _ => {}
            }
        }
        self.lists.extend(lists);
        self.cells = cells;
    }

    /// The lists of nothing but positions that are given a name.
    fn lists_of_positions(&self) -> Vec<Positions> {
        let is_alone = |at: usize| {
            let string = self.names.get(&at).unwrap_or(&at);
            matches!(located(self.all[*string].text), Some(Located { rest: "", .. }))
        };
        let mut groups = BTreeMap::<_, Vec<_>>::new();
        for at in self.positions.iter().copied().filter(|at| is_alone(*at)) {
            if let Some(open) = self.all[at].parent.filter(|open| !self.blocks.contains(open)) {
                groups.entry(open).or_default().push(at);
            }
        }
        let list = |(open, positions): (usize, Vec<usize>)| {
            let mut items = statement::items(&self.all, statement::inside(&self.all, open));
            let is_position = |item: Range<usize>| item.len() == 1 && positions.contains(&item.start);
            let statement = self.statement_around(self.block_of(open), &self.group(open));
            let name = self.target(&statement)?;
            let is_list =
                positions.len() > 1 && items.all(is_position) && self.list_behind(name) == Some(open);
            is_list.then_some(Positions { name, positions })
        };
        groups.into_iter().filter_map(list).collect()
    }

    /// The lists of this length in the block of a list with this name.
    fn columns_beside(&self, name: usize, length: usize) -> Columns {
        let mut found = Columns::default();
        let block = self.block_of(name);
        let is_named = |at: &usize| *at != name && self.assigns(*at, self.all[*at].text);
        for at in statement::children(&self.all, &block).filter(is_named) {
            let text = self.all[at].text;
            let Some(open) = self.list_behind(at) else { continue };
            let items: Vec<_> = statement::items(&self.all, statement::inside(&self.all, open)).collect();
            if items.len() != length {
                continue;
            }
            let numbers: Option<Vec<_>> =
                items.iter().map(|item| statement::single(&self.all, item)).collect();
            let tokens = || items.iter().map(|item| item.start).collect();
            match (label_among(text), numbers) {
                (Label::Depth, Some(depths)) => found.depths.push(depths),
                (Label::CountOf(depth), Some(_)) => {
                    found.is_unclear |= found.counts_of.insert(depth, tokens()).is_some();
                }
                (Label::Count, Some(_)) => found.counts.push(tokens()),
                (Label::Count, None) => {
                    let lists: Option<Vec<_>> = items.iter().map(|item| self.list_of_item(item)).collect();
                    found.lists.extend(lists);
                }
                _ => {}
            }
        }
        found
    }

    /// The bracket of the list of numbers that an item is: `[20, 400]`, `new long[] {20, 400}`.
    fn list_of_item(&self, item: &Range<usize>) -> Option<usize> {
        let is_filled =
            |at: &usize| self.all[*at].kind == Kind::Open && self.all[*at].partner != Some(*at + 1);
        let mut groups = statement::children(&self.all, item).filter(is_filled);
        let open = groups.next().filter(|_| groups.next().is_none())?;
        let mut numbers = statement::items(&self.all, statement::inside(&self.all, open));
        numbers.all(|item| statement::single(&self.all, &item).is_some()).then_some(open)
    }
}
