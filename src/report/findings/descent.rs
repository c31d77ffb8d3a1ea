//! The result of a descent from a wrong count.

use super::difference::SideNames;
use crate::corpus::failure::indented;
use crate::corpus::relation::{Relation, Row};
use crate::game::drawing::{Style, draw_unvalidated};
use crate::game::variant::VariantId;
use crate::lab::descend::{Cause, DescentResult, Detail, PathStep};
use crate::lab::reason::Reason;
use crate::lab::search::SearchEnd;
use crate::support::list;
use crate::support::list::{pair, shortened};
use crate::support::plural::plural;
use crate::support::sanitise::sanitise;

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
    if let Some(compared) = &found.compared {
        text.push_str(&format!("  {compared}\n"));
    }
    if !found.differing.is_empty() {
        text.push_str(&format!("  root moves with other counts: {}\n", found.differing.len()));
        for PathStep { text: mv, a, b } in &found.differing {
            text.push_str(&format!("    {}   a {a}, b {b}\n", sanitise(&shortened(mv))));
        }
    }
    let causes = found.causes.len();
    if causes == 0 && !found.unread.is_empty() {
        text.push_str("  The counts that were read agree, but the text has other numbers near them:\n");
        for unread in found.unread.iter().take(MAX_UNREAD) {
            text.push_str(&format!("    {}\n", sanitise(unread)));
        }
        let more = found.unread.len().saturating_sub(MAX_UNREAD);
        if more > 0 {
            text.push_str(&format!("    ... {more} more\n"));
        }
        text.push_str("  If they are those of your program, write them alone to a file.\n");
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

/// A note on a walk that found no difference: it follows counts that differ.
pub(super) const COUNTS_ONLY: &str = "  Only the counts were compared. Positions after moves and statuses may differ: `vperft fuzz` compares them.\n";

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
        Detail::NoAnswer { error } => vec![format!("b        {error}")],
        Detail::Relation { relation, about, rows } => broken(*relation, about, rows),
    }
}
