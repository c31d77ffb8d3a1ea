//! Summarizes what the failures of a run have in common.

use vperft::inner::corpus::check::MoveDifference;
use vperft::inner::game::drawing::Style;
use vperft::inner::game::drawing::wrap;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_run::{Causes, ErrorGroup, FailureShare, MoveGroup};

/// The most clauses, bugs and errors that are named, and the most pieces per row.
const MAX_NAMED: usize = 8;

/// The summary: failing clauses and bugs, differing moves, errors, and the cases to look at first. Empty if nothing
/// fails. With several variants, every entry names its variant.
#[must_use]
pub fn causes(causes: &Causes, has_variants: bool, style: Style) -> Vec<String> {
    let Causes { clauses, bugs, moves, errors, first } = causes;
    let mut lines = Vec::new();
    let mut part = |title: &str, texts: Vec<String>| {
        if texts.is_empty() {
            return;
        }
        lines.push(title.to_owned());
        let more = texts.len().saturating_sub(MAX_NAMED);
        for text in texts.iter().take(MAX_NAMED) {
            lines.extend(wrap(text, style.indented()).into_iter().map(|words| format!("  {words}")));
        }
        if more > 0 {
            lines.push(format!("  and {more} more"));
        }
    };
    let of = |share: &FailureShare| {
        let FailureShare { variant, id, failed, cases } = share;
        let variant = if has_variants { format!("{variant} ") } else { String::new() };
        format!(
            "{variant}{id}: {failed} of {} {}",
            plural(*cases, "case"),
            if *failed == 1 { "fails" } else { "fail" }
        )
    };
    part("failing by clause", clauses.iter().map(of).collect());
    part("failing by likely cause", bugs.iter().map(of).collect());
    part("moves that differ", moves.iter().map(|row| differing(row, has_variants)).collect());
    part("errors", errors.iter().map(alike).collect());
    if first.len() > 1 {
        lines.push("look at first".into());
        lines.extend(first.iter().map(|id| format!("  {}", sanitise(id))));
    }
    lines
}

/// A row of differing moves: their number, how they differ, and the pieces.
fn differing(row: &MoveGroup, has_variants: bool) -> String {
    let (one, many) = match row.kind {
        MoveDifference::Missing => ("missing move", "missing moves"),
        MoveDifference::Extra => ("extra move", "extra moves"),
        MoveDifference::Duplicate => ("duplicate move", "duplicate moves"),
        MoveDifference::WrongChild => ("move with a wrong child", "moves with a wrong child"),
        MoveDifference::Accepted => ("illegal move accepted", "illegal moves accepted"),
        MoveDifference::Refused => ("legal move refused", "legal moves refused"),
    };
    let what = if row.count == 1 { one } else { many };
    let by = match row.pieces.as_slice() {
        [(piece, 1)] => format!("by {piece}"),
        [(piece, _)] => format!("all by {piece}"),
        pieces => {
            let named: Vec<_> =
                pieces.iter().take(MAX_NAMED).map(|(piece, count)| format!("{piece} {count}")).collect();
            let more = pieces.len().saturating_sub(MAX_NAMED);
            let more = if more > 0 { format!(", and {}", plural(more, "more piece")) } else { String::new() };
            format!("by {}{more}", named.join(", "))
        }
    };
    let variant = if has_variants { format!("{} ", row.variant) } else { String::new() };
    format!("{variant}{} {what}, {by}", row.count)
}

/// One line for each group of equal errors, with their number.
#[must_use]
pub fn errors<'c>(errors: impl IntoIterator<Item = &'c ErrorGroup>) -> Vec<String> {
    let mut lines: Vec<_> = errors.into_iter().map(alike).collect();
    let more = lines.len().saturating_sub(MAX_NAMED);
    lines.truncate(MAX_NAMED);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    lines
}

/// A group of equal errors.
fn alike(alike: &ErrorGroup) -> String {
    let ErrorGroup { message, first, checks, cases, .. } = alike;
    let text =
        format!("{} in {}, first in {first}: {message}", plural(*checks, "check"), plural(*cases, "case"));
    sanitise(&text).into_owned()
}
