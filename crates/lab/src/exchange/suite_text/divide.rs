//! Counts below the root moves of a position.

use super::entry::{Collector, Place, quoted};
use std::collections::BTreeSet;
use vperft::inner::backend::engine_text::perft_text::{self, TotalKind};

/// Adds the counts below the moves of a position, and their sum as its count. A total that is not their sum is refused.
pub(super) fn add(
    collector: &mut Collector<'_>,
    index: usize,
    place: &Place,
    depth: u32,
    rows: Vec<(String, u128)>,
    total: Option<u128>,
) {
    let sum = rows.iter().try_fold(0_u128, |sum, (_, count)| sum.checked_add(*count));
    let Some(sum) = sum else {
        return collector.refuse(place, "", "the counts of a table add up to more than 2^128 - 1");
    };
    if let Some(total) = total.filter(|total| !rows.is_empty() && *total != sum) {
        let reason = format!("the counts of the table add up to {sum}, and its total is {total}");
        return collector.refuse(place, "", reason);
    }
    collector.suite.numbers += rows.len();
    collector.count(index, place, "", depth, total.filter(|_| rows.is_empty()).unwrap_or(sum));
    if !rows.is_empty() {
        collector.suite.entries[index].divides.insert(depth, rows);
    }
}

/// Reads lines below `go perft DEPTH` as a table of moves, or refuses them.
pub(super) fn read_divide(
    collector: &mut Collector<'_>,
    index: usize,
    first: usize,
    lines: &[&str],
    depth: Option<u32>,
) {
    let place = Place::line(first);
    let text = lines.join("\n");
    let first_line = lines.first().copied().unwrap_or_default();
    let refuse = |collector: &mut Collector<'_>, reason: String| collector.refuse(&place, first_line, reason);
    let read = perft_text::read_perft_text(&text, depth, collector.options.is_move);
    let read = read.and_then(|text| match depth {
        Some(depth) => text.at_depth(depth).map(|(text, _)| text),
        None => Ok(text),
    });
    let read = match read {
        Ok(read) => read,
        Err(error) => return refuse(collector, error.to_string()),
    };
    if let Some(unread) = read.unread.first() {
        return refuse(collector, format!("`{}`: {}", unread.text, unread.reason));
    }
    let tables = read.tables.iter().filter(|table| !table.rows.is_empty()).count();
    let Some(table) = read.first().filter(|table| table.columns.len() < 2 && tables < 2) else {
        return refuse(
            collector,
            "a table with two counts of each move, or two tables; expected one".to_owned(),
        );
    };
    let Some(depth) = depth.or(table.depth) else {
        let reason = "counts of moves without their depth; expected `go perft DEPTH` above them";
        return refuse(collector, reason.to_owned());
    };
    let rows: Vec<_> = table.rows.iter().map(|row| (row.label.clone(), row.count())).collect();
    let mut known = BTreeSet::new();
    if let Some((mv, _)) = rows.iter().find(|(mv, _)| !known.insert(mv.as_str())) {
        let reason = format!("two rows for {}", quoted(mv));
        return refuse(collector, reason);
    }
    let totals: BTreeSet<_> = table
        .totals
        .iter()
        .filter(|total| total.kind == TotalKind::Named)
        .map(perft_text::Total::count)
        .collect();
    if totals.len() > 1 {
        let all: Vec<_> = totals.iter().map(u128::to_string).collect();
        return refuse(collector, format!("several totals: {}; expected one", all.join(" and ")));
    }
    let total = table.total().filter(|total| total.kind != TotalKind::Moves || rows.is_empty());
    let total = total.map(perft_text::Total::count);
    if rows.is_empty() && total.is_none() {
        return refuse(collector, "neither moves with their counts nor a total".to_owned());
    }
    add(collector, index, &place, depth, rows, total);
}
