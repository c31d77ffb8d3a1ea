//! The distinct causes that a sweep found, one per line.

use super::difference::SideNames;
use std::collections::BTreeMap;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::list::shortened;
use vperft::inner::support::plural::{plural, verb};
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::mistakes::causes::SortedCause;

/// The numbers of a sweep.
pub struct Summary<'s> {
    pub variant: VariantId,
    /// The number of compared positions.
    pub compared: u64,
    /// The number of positions with a difference that is not a known failure.
    pub differing: u64,
    /// The number of positions that differ only in known failures, by reason.
    pub known: &'s BTreeMap<String, u64>,
    /// The number of differences that were not assigned to a cause.
    pub unsorted: u64,
    /// Whether the sweep was stopped.
    pub is_stopped: bool,
}

/// The number of causes, the names of both backends, and one line per cause: its kind, the number of positions, and its
/// clauses or classes.
#[must_use]
pub fn sorted(summary: &Summary<'_>, causes: &[&SortedCause], sides: &SideNames) -> String {
    let Summary { variant, compared, differing, known, unsorted, is_stopped } = summary;
    let ended = if *is_stopped { ", stopped before all were compared" } else { "" };
    let head = match causes.len() {
        0 => "no cause".to_owned(),
        causes => plural(causes, "distinct cause"),
    };
    let mut text =
        format!("{variant}  {head}; {differing} of {} differ{ended}\n", plural(*compared, "position"));
    text.push_str(&format!("  a        {}\n  b        {}\n", sanitise(&sides.a), sanitise(&sides.b)));
    for (number, cause) in (1..).zip(causes) {
        let seen = match cause.seen {
            1 => "once".to_owned(),
            seen => plural(seen, "time"),
        };
        let about = match &cause.shrunk.clauses[..] {
            [] => String::new(),
            clauses => format!("{}, ", clauses.join(" or ")),
        };
        let gist = cause.limit.clone().unwrap_or_else(|| shortened(&cause.shrunk.detail.gist()));
        let kind = cause.shrunk.kind;
        text.push_str(&format!("  {number:<2} {kind:<10} seen {seen:<10} {about}{}\n", sanitise(&gist)));
    }
    for (reason, positions) in *known {
        text.push_str(&format!("  ignored at {}: {}\n", plural(*positions, "position"), sanitise(reason)));
    }
    if *unsorted > 0 {
        let are = verb(usize::try_from(*unsorted).unwrap_or(usize::MAX), "is", "are");
        text.push_str(&format!(
            "  {} {are} unclassified: shrinking stayed inconclusive\n",
            plural(*unsorted, "difference")
        ));
    }
    text.push('\n');
    text
}
