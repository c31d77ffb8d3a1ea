//! The result of a descent from a wrong count.

use super::difference::SideNames;
use vperft::inner::corpus::failure::indented;
use vperft::inner::corpus::relation::{Relation, Row};
use vperft::inner::game::drawing::{Style, draw_unvalidated};
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::list;
use vperft::inner::support::list::{pair, shortened};
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::differences::descend::{Cause, ComparedColumn, DescentResult, Detail, PathStep};
use vperft_lab::differences::reason::Reason;
use vperft_lab::differences::search::SearchEnd;

/// The counts of both sides, and the number of causes.
#[must_use]
pub fn descent(variant: VariantId, depth: u32, found: &DescentResult, sides: &SideNames) -> String {
    let b = found.b.map_or_else(|| "no count".to_owned(), |count| count.to_string());
    let mut text = format!(
        "{variant}, perft {depth}\n  a        {}: {}\n  b        {}: {b}\n",
        sanitise(&sides.a),
        found.a,
        sanitise(&sides.b)
    );
    let is_one = found.columns.len() < 2 && found.columns.iter().all(|column| !column.excerpt);
    let shown = if is_one { 0 } else { found.columns.len().min(MAX_COLUMNS) };
    found.columns[..shown].iter().for_each(|column| text.push_str(&format!("  {}\n", column_line(column))));
    if found.columns.len() > shown && !is_one {
        let others = &found.columns[shown..];
        let wrong = others.iter().filter(|column| !column.agrees).count();
        text.push_str(&format!("  ... {} more, of which {wrong} differ\n", others.len()));
    }
    if !found.differing.is_empty() {
        text.push_str(&format!("  root moves with other counts: {}\n", found.differing.len()));
        for PathStep { text: mv, a, b } in &found.differing {
            text.push_str(&format!("    {}   a {a}, b {b}\n", sanitise(&shortened(mv))));
        }
    }
    if !found.unread.is_empty() {
        text.push_str("  not read, although it may be a count:\n");
        for unread in found.unread.iter().take(MAX_UNREAD) {
            text.push_str(&format!("    {}\n", sanitise(unread)));
        }
        let more = found.unread.len().saturating_sub(MAX_UNREAD);
        if more > 0 {
            text.push_str(&format!("    ... {more} more\n"));
        }
    }
    let causes = found.causes.len();
    if causes == 0 && !found.unread.is_empty() {
        text.push_str(
            "  What was read agrees. Write each count on a line of its own, such as `e2e4: 600`.\n",
        );
    } else if causes == 0 {
        text.push_str(no_cause(found.end == SearchEnd::Stopped));
        if found.end != SearchEnd::Stopped {
            text.push_str(if found.is_total_only { TOTAL_ONLY } else { COUNTS_ONLY });
        }
    } else {
        let left = match found.left {
            0 => String::new(),
            left => format!("; skipped, since enough was found: {}", plural(left, "differing move")),
        };
        text.push_str(&format!("  {}{left}\n\n", plural(causes, "cause")));
    }
    text
}

/// How a column compares, on one line.
#[must_use]
pub fn column_line(column: &ComparedColumn) -> String {
    let name = sanitise(&shortened(&column.name)).into_owned();
    let subject = if column.is_named { format!("column `{name}`") } else { name };
    let mut parts = Vec::new();
    if let Some(PathStep { text, a, b }) = column.differing.first() {
        let label = sanitise(&shortened(column.label.as_ref().unwrap_or(text))).into_owned();
        let more = column.differing.len() - 1;
        let others = if more > 0 { format!(", and {}", plural(more, "other move")) } else { String::new() };
        parts.push(format!("differs at {label}, {b} for {a}{others}"));
    }
    let mut list = |texts: &[String], what: &str| {
        let Some(first) = texts.first() else { return };
        let more = if texts.len() > 1 { format!(" and {} more", texts.len() - 1) } else { String::new() };
        parts.push(format!("{what} {}{more}", sanitise(&shortened(first))));
    };
    list(&column.missing, "lacks");
    list(&column.extra, "has the illegal move");
    list(&column.duplicate, "lists twice");
    for total in &column.totals {
        let sum = column.sum.map_or_else(|| "more than 2^128 - 1".to_owned(), |sum| sum.to_string());
        let is_total = column.listed == 0 && column.extra.is_empty();
        let words = if is_total {
            format!("differs, {total} for {sum}")
        } else {
            format!("its total {total} is not the sum of its lines, {sum}")
        };
        parts.push(words);
    }
    let all = match column.listed {
        _ if !column.agrees => parts.join("; "),
        1 if column.excerpt => "it agrees".into(),
        2 if column.excerpt => "both agree".into(),
        _ if column.excerpt => "all agree".into(),
        _ => "agrees".into(),
    };
    match column.excerpt {
        true => {
            format!("{subject}: an excerpt of {} of {}; {all}", column.listed, plural(column.legal, "move"))
        }
        false => format!("{subject}: {all}"),
    }
}

/// A note on a walk that found no difference: it follows counts that differ.
pub(super) const COUNTS_ONLY: &str = "  Only the counts were compared. Positions after moves and statuses may differ: `vperft fuzz` compares them.\n";

/// The most columns that are shown.
const MAX_COLUMNS: usize = 40;

/// The most numbers that are shown.
const MAX_UNREAD: usize = 5;

/// A note on a total that is right.
const TOTAL_ONLY: &str =
    "  Only the totals were compared. The count of every first move, such as `e2e4: 20`, says more.\n";

/// The line of a search without a cause.
pub(super) const fn no_cause(is_stopped: bool) -> &'static str {
    if is_stopped { "  Stopped before a difference was found.\n" } else { "  The backends agree.\n" }
}

/// A cause: its kind, the difference, its reason, the moves to it, the position, and the replay command.
#[must_use]
pub fn cause(
    variant: VariantId,
    number: usize,
    cause: &Cause,
    reason: Option<&Reason>,
    replay: Option<&str>,
    style: Style,
) -> String {
    let mut text = format!("{number}. {}: {}\n", cause.kind, cause.kind.meaning());
    let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
    details(&cause.detail).iter().for_each(|detail| line(detail));
    reason.iter().flat_map(|reason| super::reason::reason(reason, style)).for_each(|text| line(&text));
    for (index, stage) in cause.path.iter().enumerate() {
        let name = if index == 0 { "after   " } else { "        " };
        line(&format!("{name} {}   a {}, b {}", shortened(&stage.text), stage.a, stage.b));
    }
    line(&format!("position {}", cause.vfen));
    text.push_str(&indented(&draw_unvalidated(variant, &cause.vfen, style.colour)));
    if let Some(replay) = replay {
        text.push_str(&indented(&sanitise(&format!("replay   {replay}"))));
    }
    text
}

/// A broken relation, one line per answer.
pub(crate) fn broken(relation: Relation, about: &str, rows: &[Row]) -> Vec<String> {
    let head = format!("relation {relation} is broken: {about}");
    let rows = rows.iter().flat_map(|row| list::lines(&row.name, &row.texts));
    std::iter::once(head).chain(rows.map(|row| format!("  {row}"))).collect()
}

/// The difference, one line per answer.
pub(crate) fn details(detail: &Detail) -> Vec<String> {
    match detail {
        Detail::Moves { missing, extra, duplicate } => {
            let lists = [("missing", missing), ("extra", extra), ("twice", duplicate)];
            lists.iter().flat_map(|(name, texts)| list::lines(name, texts)).collect()
        }
        Detail::Child { text, a, b } if text.is_empty() => pair("the position as printed".into(), a, b),
        Detail::Child { text, a, b } => pair(format!("after    {}", shortened(text)), a, b),
        Detail::Status { a, b } => pair("the status".into(), a, b),
        Detail::Count { depth, a, b, note } => {
            let mut lines = pair(format!("perft    {depth}"), a, b);
            lines.extend(note.iter().map(|note| format!("  {note}")));
            lines
        }
        Detail::NoAnswer { error, .. } => vec![format!("b        {error}")],
        Detail::Relation { relation, about, rows } => broken(*relation, about, rows),
    }
}
